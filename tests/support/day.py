"""An event on its way for tests: published, typed and played on as an organiser would."""

from collections.abc import Sequence
from dataclasses import replace

from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.problems import Place, Problem
from runner.core.randomness import Stream
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Table
from runner.ledger.entries import Entry
from runner.ledger.ledger import Ledger
from runner.standings.ranking import Rankings
from tests.support.events import AT, Result, said


class Day:
    """An event on its way: the workbook, the ledger, and what follows from both."""

    def __init__(self, now: Event) -> None:
        self.event, self.ledger, self.rankings = now, Ledger(), Rankings()
        self.snapshot = self.save()

    def save(self) -> Snapshot:
        """What the pipeline does at a save: write down what is decided until nothing more is."""
        for _ in range(8):
            self.snapshot = compute(self.event, self.ledger, self.rankings)
            if not self.snapshot.entries:
                return self.snapshot
            stamped = (replace(each, at=AT) for each in self.snapshot.entries)
            self.ledger, _ = self.ledger.extended(stamped)
        raise AssertionError("every pass has decided something")

    def type(self, id_: RoundId, results: dict[int, str]) -> None:
        sheet = self.event.sheet(id_) or RoundSheet(id_, ())
        known = {row.key: row for row in sheet.rows}
        for table, result in results.items():
            key = RowKey(id_, RowKind.TABLE, table)
            place = {"result": Place(id_.sheet, f"G{table + 4}")}
            known[key] = replace(known.get(key, Row(key, table)), result=result, places=place)
        others = tuple(each for each in self.event.rounds if each.id != id_)
        sheets = sorted((*others, RoundSheet(id_, tuple(known.values()))), key=lambda each: each.id)
        self.event = replace(self.event, rounds=tuple(sheets))

    def play(self, result: Result = "A") -> Snapshot:
        current = self.snapshot.current_round
        self.type(current.id, {table.number: said(result, table) for table in current.tables})
        return self.save()

    def play_until(self, phase_: int, number: int, result: Result = "A") -> Snapshot:
        while self.snapshot.rounds[-1].id < RoundId(phase_, number):
            before = len(self.snapshot.rounds)
            self.play(result)
            assert len(self.snapshot.rounds) > before, self.problems
        return self.snapshot

    def play_out(self, result: Result = "A") -> Snapshot:
        while not all(each.finished for each in self.snapshot.rounds):
            self.play(result)
        return self.snapshot

    def decide(self, kind: str, phase_: int, number: int = 0, row: int = 0) -> Snapshot:
        """Say yes to a decision in a line of its own below the others, or in a given row."""
        place = Place("Decisions", f"A{row or len(self.event.decisions) + 5}")
        made = Decision(kind, RoundId(phase_, number), reason="because", place=place)
        return self.change(decisions=(*self.event.decisions, made))

    def change(self, **changes: object) -> Snapshot:
        self.event = replace(self.event, **changes)  # type: ignore[arg-type]
        return self.save()

    def drop(self, player: str, after: int) -> Snapshot:
        return self.change(
            players=tuple(
                replace(each, drops_after=after) if each.id == player else each
                for each in self.event.players
            )
        )

    @property
    def problems(self) -> list[str]:
        return [str(each) for each in self.snapshot.problems]

    def problem(self, words: str) -> Problem:
        (found,) = [each for each in self.snapshot.problems if words in each.text]
        return found

    def lines(self, *kinds: str) -> list[Entry]:
        return [each for each in self.ledger.entries if each.kind.value in kinds]

    def field(self, number: int) -> list[str]:
        return [player.id for player in self.snapshot.phases[number - 1].field]

    def ranked(self, number: int, after: int | None = None) -> list[str]:
        rankings = self.snapshot.phases[number - 1].standings
        ranking = rankings[-1 if after is None else after - 1]
        return [row.player for row in ranking.rows]


def drawn_results(*seed: object) -> Result:
    chance = Stream("results", *seed)

    def result(table: Table) -> str:
        if len(table.seats) == 2:
            return chance.choice(("2-0", "0-2", "2-1", "1-2"))
        return "ABCDE"[chance.below(len(table.seats))] if chance.below(8) else "draw"

    return result


def there(snapshot: Snapshot, at: int) -> set[str]:
    """Everybody who has a place in a round of the event, from 0."""
    found = snapshot.rounds[at]
    return {*found.byes, *found.absent, *(each for table in found.tables for each in table.players)}


def left(ids: Sequence[str], *gone: str) -> list[str]:
    return [each for each in ids if each not in gone]
