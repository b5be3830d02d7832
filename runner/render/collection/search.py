"""What the search over all events looks in: small files by the first two letters of a word, of
which a phone fetches those that it needs."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from runner.core.names import in_order

_LETTERS = 2


class Entry(NamedTuple):
    """What is found by the words of `name`, and of `also`, its other spellings: an event, or
    somebody in the `event`, with its day, an address from the index, and the place reached."""

    name: str
    event: str
    day: str
    href: str
    place: str = ""
    also: str = ""


def files(entries: Iterable[Entry]) -> dict[str, bytes]:
    """Return the files by name. Each is a call of `found` with the two letters and a list of
    [name, [[event, day, address, place], ...], other spellings], equal names together, in the order
    of the entries."""
    parts: dict[str, dict[tuple[str, str], list[list[str]]]] = {}
    for name, *where, also in entries:
        words = (word for spelt in in_order(f"{name} {also}") for word in spelt.split())
        for start in {word[:_LETTERS] for word in words}:
            parts.setdefault(start, {}).setdefault((name, also), []).append(where)
    return {
        f"search/{start.encode().hex()}.js": _call(
            start, [[name, where, also] if also else [name, where]
                    for (name, also), where in names.items()]
        )
        for start, names in parts.items()
    }  # fmt: skip


def _call(start: str, names: object) -> bytes:
    values = json.dumps([start, names], ensure_ascii=False, separators=(",", ":"))
    return f"found(...{values});\n".encode()
