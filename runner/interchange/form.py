"""How an imported document differs from an export, if the same event can be written in several
ways.

A document may leave out defaults, spell a name with two spaces, or have two players of one name. A
workbook cannot. The differences are kept, value by value, so that an export restores the document
as it was imported, except for values that were changed in between.
"""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

Difference = dict[str, Any]
"""`at`: the path to a value; `was`: what an export would have there; `is`: what the document has. A
missing `was` or `is` means that there is no value."""


def filled(**values: Any) -> dict[str, Any]:
    """Return the values that are not false or empty."""
    return {key: value for key, value in values.items() if value}


def differences(exported: Any, document: Any) -> list[Difference]:
    """Return what has to change in `exported` to make it equal to `document`."""
    return list(_differences(exported, document, ()))


def _differences(exported: Any, document: Any, at: tuple[str | int, ...]) -> Iterator[Difference]:
    if isinstance(exported, Mapping) and isinstance(document, Mapping):
        for key in sorted({*exported, *document}):
            here = (*at, key)
            if key not in document:
                yield {"at": list(here), "was": exported[key]}
            elif key not in exported:
                yield {"at": list(here), "is": document[key]}
            else:
                yield from _differences(exported[key], document[key], here)
    elif (
        isinstance(exported, list)
        and isinstance(document, list)
        and (len(exported) == len(document))
    ):
        for index, (mine, theirs) in enumerate(zip(exported, document, strict=True)):
            yield from _differences(mine, theirs, (*at, index))
    elif exported != document or isinstance(exported, bool) != isinstance(document, bool):
        yield {"at": list(at), "was": exported, "is": document}


def restored(exported: Any, kept: Sequence[Difference]) -> Any:
    """Return the export with the differences restored, except for values that have changed."""
    document = deepcopy(exported)
    for difference in kept:
        *path, last = difference["at"]
        parent = _reach(document, path)
        if isinstance(parent, dict):
            unchanged = (
                last in parent and parent[last] == difference["was"]
                if "was" in difference
                else last not in parent
            )
            if unchanged and "is" in difference:
                parent[last] = deepcopy(difference["is"])
            elif unchanged:
                del parent[last]
        elif isinstance(parent, list) and parent[last : last + 1] == [difference["was"]]:
            parent[last] = deepcopy(difference["is"])
    return document


def _reach(document: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        try:
            document = document[step]
        except (KeyError, IndexError, TypeError):
            return None
    return document
