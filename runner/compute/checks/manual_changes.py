"""What there is to say of a round that was changed by hand: it is done, but was it meant so?"""

import re
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from runner import phases
from runner.compute.progress import Progress
from runner.core.event import Mode, Round, RowKey, Table, seat_letter
from runner.core.language import listed
from runner.core.problems import Place, Problem, warning
from runner.ledger.entries import EntryKind
from runner.ledger.published import seating_of
from runner.pairing.tables import LARGEST_POD, SMALLEST_POD
from runner.phases.model import PhaseResult, Results

_BY_SEAT = re.compile(r"\b[A-Ja-j]\b|\d")  # a result that counts for a seat, not for a name


def changed_by_hand(progress: Progress, results: Results) -> Iterator[Problem]:
    """Everything about the latest round; of those before nothing can be helped any more."""
    if rounds := progress.reconciled.rounds:
        now = rounds[max(rounds)]
        latest = Latest(progress, results[now.id.phase - 1], now)
        yield from latest.displaced()
        yield from latest.without_cell()
        yield from latest.rematches()
        yield from latest.sizes()
        yield from latest.moved_results()


class Latest(NamedTuple):
    """The latest round, its phase, and what the workbook has of it."""

    progress: Progress
    result: PhaseResult
    now: Round

    @property
    def title(self) -> str:
        """What people call it."""
        return self.progress.event.title(self.now.id)

    def displaced(self) -> Iterator[Problem]:
        """Somebody had a place and has none now, and does not play."""
        reconciled, id_ = self.progress.reconciled, self.now.id
        number = self.progress.offset(self.result.phase) + id_.number
        playing = {player.id for player in self.progress.event.players if player.plays(number)}
        for player in sorted(reconciled.displaced.get(id_, frozenset()) & playing):
            yield warning("round.displaced-player", self._cell_of(player),
                f"{self._name(player)} no longer has a place in {self.title}, and does not play in "
                "it.",
                "Type the name into a free seat of a table or a free “bye” row. If you meant it, "
                "type “-” in the seat; for a player who has left fill in “Drops after round” on "
                "Players.")  # fmt: skip

    def without_cell(self) -> Iterator[Problem]:
        """Somebody sits where the sheet has no seat, though the names of the table have arrived."""
        rows = self.progress.event.table_rows(self.now.id)
        for table in self.now.tables:
            row = rows.get(table.number)
            seats = row.seats if row else ()
            if row is None or not all(seats) or not 0 < len(seats) < len(table.players):
                continue
            who = listed([*map(self._name, table.players[len(seats) :])])
            heading = f"Seat {seat_letter(len(seats))}"
            yield warning("round.seat-without-column", row.place(f"seat {len(seats)}"),
                f"Table {table.number} of {self.title} has {len(table.players)} seats, and "
                f"its sheet {len(seats)}: {who} plays there anyway.",
                f"Close the workbook, and Runner adds “{heading}” to the right of what is "
                "there; or type that heading above a free column yourself.")  # fmt: skip

    def _cell_of(self, player: str) -> Place:
        base = self.progress.ledger.rounds[self.now.id].base
        cells = (
            self.progress.event.cell(RowKey(self.now.id, kind, number), f"seat {seat + 1}")
            for (kind, number, seat), seated in base.items()
            if seated == player
        )
        return next(cells, Place(self.now.id.sheet))

    def _place(self, table: Table, seat: int) -> Place:
        return self.progress.event.table_cell(self.now.id, table.number, f"seat {seat}")

    def _name(self, player: str) -> str:
        return self.progress.reconciled.players[player].name

    def _by_hand(self) -> Iterator[Table]:
        """The tables that are not as they were drawn, and still play."""
        if (drawn := self.progress.ledger.drawn(self.now.id)) is None:
            return
        before = dict(seating_of(drawn.data).tables)
        for table in self.now.tables:
            changed = {*before.get(table.number, ())} != {*table.players}
            if table.seats and changed and not table.finished:
                yield table

    def rematches(self) -> Iterator[Problem]:
        """A change by hand has put two together who have met before."""
        if not phases.find(self.result.phase.type).OPEN:
            return
        for table in self._by_hand():
            for one, other in combinations(table.players, 2):
                met = [
                    self.progress.event.title(round_.id)
                    for round_ in (*self.result.carried, *self.result.rounds)
                    if round_.id < self.now.id
                    and any({one, other} <= {*at.players} for at in round_.tables)
                ]
                if met:
                    yield warning(
                        "round.rematch-by-hand", self._place(table, table.players.index(other) + 1),
                        f"{self._name(one)} and {self._name(other)} sit at table {table.number} by "
                        f"hand, and have met before, in {listed(met)}.",
                        "It counts as you typed it; change it back if that was a mistake.",
                    )  # fmt: skip

    def sizes(self) -> Iterator[Problem]:
        """A change by hand has left one player alone, a pod too small, or a table too large."""
        size = 2 if self.result.phase.mode is Mode.HEAD_TO_HEAD else self.result.ruleset.pod_size
        most = max(size, min(size + 1, LARGEST_POD)) if size > 2 else 2
        least = min(size, SMALLEST_POD, len(self.now.seated))
        for table in self._by_hand():
            if len(table.seats) == 1:
                yield warning("round.player-alone", self._place(table, 1),
                    f"{self._name(table.players[0])} is alone at table {table.number} of "
                    f"{self.title}.",
                    "Type another name beside it, or type it into a “bye” row and clear it here.",
                )  # fmt: skip
            elif len(table.seats) < least:
                yield warning("round.pod-too-small", self._place(table, len(table.seats) + 1),
                    f"Only {len(table.seats)} sit at table {table.number} of {self.title}; a pod "
                    f"has {least} players or more.",
                    "Move somebody here from a larger pod, or give both a place elsewhere: type "
                    "the names there, and “-” here.")  # fmt: skip
            elif len(table.seats) > most:
                yield warning("round.table-too-large", self._place(table, 1),
                    f"{len(table.seats)} sit at table {table.number} of {self.title}.",
                    "Move somebody to another table, or make a new one in a free row.")  # fmt: skip

    def moved_results(self) -> Iterator[Problem]:
        """Seats were changed at a table whose result, by seat letter, had been typed before."""
        typed = {
            str(change["table"]): change
            for entry in self.progress.ledger.of_pairing(self.now.id)
            if entry.kind is EntryKind.OVERRIDDEN
            for change in entry.data["changes"]
        }
        rows = self.progress.event.table_rows(self.now.id)
        for table in self.now.tables:
            change, row = typed.get(str(table.number), {}), rows.get(table.number)
            if not row or not change.get("result") or change["result"] != [row.result, row.games]:
                continue
            alike = len({seat.outcome for seat in table.seats}) == 1
            if not table.finished or alike or not _BY_SEAT.search(row.reported):
                continue
            yield warning("result.before-seat-change", row.place("result"),
                f"Table {table.number} had the result “{row.reported}” "
                "when its seats were changed: it counts for those who sit there now "
                f"({self._seats(table)}).",
                "Correct it if it is another’s; if it is right, type the winner’s name instead of "
                "the letter.")  # fmt: skip

    def _seats(self, table: Table) -> str:
        named = map(self._name, table.players)
        return ", ".join(f"{seat_letter(at)} {name}" for at, name in enumerate(named))
