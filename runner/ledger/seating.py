"""Who sits where in a round, and how two seatings of it differ."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from runner.core.event import seat_letter
from runner.ledger.published import PublishedTable, tables_document


class Seating:
    """Who sits where in a round: tables, byes, and those who do not play."""

    def __init__(
        self, tables: Iterable[PublishedTable], byes: Iterable[str], absent: Iterable[str]
    ) -> None:
        self.tables = {table.number: table.seats for table in tables}
        self.byes = tuple(byes)
        self.absent = tuple(absent)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has a place in it, whether they play or not."""
        return (*(each for seats in self.tables.values() for each in seats), *self.byes,
                *self.absent)  # fmt: skip

    def spots(self) -> dict[str, str]:
        """Where everybody is: "table 4, seat B", "a bye" or "absent"."""
        found = {
            player: f"table {number}, seat {seat_letter(at)}"
            for number, seats in self.tables.items()
            for at, player in enumerate(seats)
        }
        found.update(dict.fromkeys(self.byes, "a bye"))
        found.update(dict.fromkeys(self.absent, "absent"))
        return found


def difference(
    old: Seating, new: Seating, reasons: Mapping[int, str], why: Mapping[str, str]
) -> dict[str, Any]:
    """What a ledger's line tells of a change: the round as it is now, each table that changed, and
    each player with the old place, the new one and the reason.

    `reasons` are those of tables, `why` those of players.
    """
    before, now = old.spots(), new.spots()
    tables = {**old.tables, **new.tables}
    return {
        "tables": tables_document(PublishedTable(*each) for each in new.tables.items()),
        "byes": list(new.byes),
        "absent": list(new.absent),
        "was": {"byes": list(old.byes), "absent": list(old.absent)},
        "changes": [
            {
                "table": number,
                "old": list(old.tables.get(number, ())),
                "new": list(new.tables.get(number, ())),
                "reason": reasons.get(number, ""),
            }
            for number in tables
            if old.tables.get(number, ()) != new.tables.get(number, ())
        ],
        "people": [
            {
                "player": player,
                "old": before.get(player, ""),
                "new": now.get(player, ""),
                "reason": why.get(player, ""),
            }
            for player in {**before, **now}
            if before.get(player) != now.get(player)
        ],
    }
