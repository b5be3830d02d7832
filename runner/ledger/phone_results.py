"""Results that phones have sent and that count until they are in their cells.

The cell has the last word: a result from phones counts while Result and Games of its table are
blank, and Runner writes it there. As soon as a save shows anything in these cells, the ledger
records that (`EntryKind.ARRIVED`), and from then on only the cells count, even if they are cleared.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from runner.core.identifiers import RoundId
from runner.ledger.entries import PUBLISHING, Entry, EntryKind, changes_pairing


class PhoneResult(NamedTuple):
    """A result as it would be typed under Result and Games, the seats ("A") or roles that reported
    it, and when it began to count (ISO 8601)."""

    result: str
    games: str = ""
    by: tuple[str, ...] = ()
    at: str = ""

    @property
    def data(self) -> dict[str, Any]:
        """The data of its ledger line, without the table."""
        return {"result": self.result, "games": self.games, "by": [*self.by]}


def phone_results(
    entries: Sequence[Entry], void: Container[int]
) -> Mapping[RoundId, Mapping[int, PhoneResult]]:
    """Return the results by round and table that are not in their cells yet. A table at which only
    other players sit now has none."""
    waiting: dict[RoundId, dict[int, PhoneResult]] = {}
    for at, entry in enumerate(entries):
        data, here = entry.data, waiting.setdefault(entry.round, {})
        if entry.kind in PUBLISHING or changes_pairing(entry):
            here.clear()
        elif at in void:
            continue
        elif entry.kind is EntryKind.REPORTED:
            here.pop(int(data["table"]), None)
            if data["result"] or data["games"]:
                by = tuple(data["by"])
                here[int(data["table"])] = PhoneResult(data["result"], data["games"], by, entry.at)
        elif entry.kind is EntryKind.ARRIVED:
            for table in data["tables"]:
                here.pop(int(table), None)
        elif entry.kind in (EntryKind.OVERRIDDEN, EntryKind.RESEATED):
            for change in data.get("changes", ()):
                if {*change["old"]}.isdisjoint(change["new"]):
                    here.pop(int(change["table"]), None)
    return {id_: tables for id_, tables in waiting.items() if tables}
