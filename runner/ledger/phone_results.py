"""Results that phones have sent and that count until they are in their cells.

The cell has the last word: a result from phones counts while Result and Games of its table are
blank, and Runner writes it there. As soon as a save shows anything in these cells, the ledger
records that (`EntryKind.ARRIVED`), and from then on only the cells count, even if they are cleared.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple, Self

from runner.core.identifiers import RoundId
from runner.ledger.entries import PUBLISHING, Entry, EntryKind, changes_pairing


class PhoneResult(NamedTuple):
    """A result as it would be typed under Result and Games, the seats ("A") or roles that reported
    it, and the number of the last report that it takes account of."""

    result: str = ""
    games: str = ""
    by: tuple[str, ...] = ()
    last: int = 0

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return the result that a line of the ledger records."""
        data = entry.data
        return cls(data["result"], data["games"], tuple(data["by"]), int(data.get("last", 0)))

    @property
    def data(self) -> dict[str, Any]:
        """The data of its ledger line, without the table."""
        return {**self._asdict(), "by": [*self.by]}

    @property
    def text(self) -> str:
        """The result in the form of the ledger's results, without who drops."""
        parts = [part for part in self.result.split(", ") if not part.endswith(" drop")]
        return " ".join(filter(None, (", ".join(parts), self.games)))


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
                here[int(data["table"])] = PhoneResult.of(entry)
        elif entry.kind is EntryKind.ARRIVED:
            for table in data["tables"]:
                here.pop(int(table), None)
        elif entry.kind in (EntryKind.OVERRIDDEN, EntryKind.RESEATED):
            for change in data.get("changes", ()):
                if {*change["old"]}.isdisjoint(change["new"]):
                    here.pop(int(change["table"]), None)
    return {id_: tables for id_, tables in waiting.items() if tables}
