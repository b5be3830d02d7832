"""The lines and cells of a workbook that rulings may be, and what Runner writes there."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from runner.core import names
from runner.core.event import Event, Penalty
from runner.core.phone_reports import REASON
from runner.core.problems import Place
from runner.core.time_sheet import TimeExtension
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import NOTE, OF_CELLS, PENALTIES, PLAYERS, TIME, Line, Ruled

Texts = Mapping[str, str | int]
"""What stands in the cells of a line, by the key of the column."""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the workbook, or a cell, that a ruling may be. `given` is the line as it was
    read."""

    place: Place
    texts: Texts
    given: TimeExtension | Penalty | None = None


def texts_of(ruled: Ruled, player: str) -> Texts:
    """Return what Runner writes for a ruling into the cells of its line; `player` is the name."""
    ruling = ruled.ruling
    if ruling.minutes:
        return {"round": ruled.number, "table": ruling.table, "minutes": ruling.minutes,
                "reason": REASON}  # fmt: skip
    if ruling.penalty:
        return {"round": ruled.number, "player": player, "infraction": ruling.infraction,
                "penalty": ruling.penalty}  # fmt: skip
    return {"drops_after": ruled.number} if ruling.drops else {"note": ruling.note_in_cell}


@dataclass(frozen=True)
class Lines:
    """The lines of a workbook as it was read; the ledger has the ids of names."""

    event: Event
    ledger: Ledger

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        known = {names.key(name): id_ for name, id_ in self.ledger.names.items()}
        typed = {names.key(each.name): each.id for each in self.event.players if each.id}
        return known | typed

    def id_of(self, name: str) -> str:
        """Return the id of a player by a name as typed; the name if nobody is known by it."""
        return self._ids.get(names.key(name), name)

    def name(self, player: str) -> str:
        """Return the name of a player's id, as it is on Players."""
        now = (each.name for each in self.event.players if self.id_of(each.name) == player)
        return next(now, self.ledger.people.get(player, player))

    @cached_property
    def found(self) -> Mapping[Line, list[Found]]:
        """The lines and cells of the workbook that may be rulings, from the top."""
        found: dict[Line, list[Found]] = defaultdict(list)
        for line, each in self._found():
            found[line].append(each)
        return found

    def _found(self) -> Iterator[tuple[Line, Found]]:
        for more in self.event.extensions:
            texts: Texts = {"round": more.round, "table": more.table or "",
                            "minutes": more.minutes, "reason": more.reason}  # fmt: skip
            line: Line = (TIME, more.round, more.table or 0, more.minutes)
            own = line if more.reason == REASON else (*line, more.reason)
            yield own, Found(more.place("minutes"), texts, more)
        for each in self.event.penalties:
            who = self.id_of(each.player)
            line = (PENALTIES, each.round, who, each.infraction, names.key(each.penalty))
            texts = {"round": each.round, "player": each.player, "infraction": each.infraction,
                     "penalty": each.penalty}  # fmt: skip
            yield line, Found(each.place, texts, each)
        for player in self.event.players:
            if (last := player.drops_after) is not None:
                line = (PLAYERS, self.id_of(player.name), last)
                yield line, Found(player.at("drops_after"), {"drops_after": last})
        for sheet in self.event.rounds:
            for table, row in sheet.tables.items():
                if row.note:
                    line = (NOTE, *sheet.id, table, row.note)
                    yield line, Found(row.place("note"), {"note": row.note})

    @cached_property
    def _typed(self) -> frozenset[Line]:
        """The cells that are not blank, without what stands in them."""
        return frozenset(line[:-1] for line in self.found if line[0] in OF_CELLS)

    def is_typed(self, line: Line) -> bool:
        """Return whether a line is one cell, and something stands there."""
        return bool(line) and line[0] in OF_CELLS and line[:-1] in self._typed

    def rows(self, line: Line) -> int:
        """Return how many lines of the workbook are equal to this one."""
        return len(self.found.get(line, ()))
