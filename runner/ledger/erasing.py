"""Removing a name from the ledger: the lines are rewritten without it and sealed again.

Nothing else in them changes, so every round can still be verified. A last line has the id of the
player, the numbers of the changed lines, and their previous seals, so that an older copy, or a site
made from one, can be recognised as this ledger's; it is not needed if only previews had the name.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

from runner.core import names
from runner.core.identifiers import RoundId
from runner.core.redaction import Unnamed
from runner.ledger.entries import PRIVATE, Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.seal import Head

_EVENT = RoundId(0, 0)


def without(
    ledger: Ledger,
    player: str,
    fit: Unnamed,
    at: str,
    *,
    imported_as: int | None = None,
    called: Callable[[str], str],
) -> bytes:
    """Return the lines of the ledger without the names that `fit` replaces, plus one line that
    records it; b"" if nothing changes. `at` is the time (ISO 8601), and `imported_as` the player's
    index in a document that the event was imported from. `called` gives the replacement of a text
    that is nothing but a name of the player."""
    private = ("players", imported_as) if imported_as is not None else ()
    lines = ledger.lines
    new = [replace(entry, data=_line(entry, player, fit, private, called)) for entry in lines]
    if new == [*lines]:
        return b""
    both = zip(ledger.entries, (entry for entry in new if entry.kind not in PRIVATE), strict=True)
    if changed := [number for number, (old, now) in enumerate(both, 1) if old != now]:
        lost = [Head(number, ledger.seals[number - 1])._asdict()
                for number in range(changed[0], len(ledger.entries) + 1)]  # fmt: skip
        data = {"player": player, "changed": changed, "lost": lost, "mark": ledger.mark}
        new.append(Entry(EntryKind.ERASED, _EVENT, data, at))
    return Ledger().extended(new)[1]


def _line(
    entry: Entry, player: str, fit: Unnamed, private: Collection[Any], called: Callable[[str], str]
) -> Mapping[str, Any]:
    data = dict(entry.data)
    if entry.kind is EntryKind.PLAYER and data.get("player") == player:
        data.pop("why", None)
    if entry.kind is EntryKind.DOCUMENT and private:
        data["differences"] = [each for each in data["differences"]
                               if tuple(each["at"][:2]) != private]  # fmt: skip
    renamed: dict[str, Any] = fit.renamed_in_all(data)
    for known in ("names", "was"):
        if isinstance(name := data.get(known, {}).get(player), str):
            renamed[known] = {**renamed[known], player: called(name)}
    if "spent" in data:  # by `names.key`, as Decisions is compared with it
        renamed["spent"] = [
            [*asked[:3], names.key(called(asked[3])), *asked[4:]] for asked in data["spent"]
        ]
    for known in ("asked", "refused"):
        if known in data:
            typed = renamed[known]
            renamed[known] = [*typed[:3], called(data[known][3]), *typed[4:]]
    return renamed
