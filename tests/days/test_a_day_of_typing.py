"""22 players; hands and programs spoil what is typed, and it ends as the day without any of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from openpyxl import Workbook

from runner.app.sample_players import players
from runner.core.identifiers import RoundId
from runner.core.rounds import Table
from runner.standings.model import Standings
from tests.support.events import latest_ranking, planned
from tests.support.scribe import Scribe, ascending, go, put, result, results, tables

pytestmark = pytest.mark.thorough

ROUNDS = 4
Change = Callable[[Workbook], object]


class Day:
    """The organiser, and whether anything goes wrong."""

    def __init__(self, root: Path, *, spoilt: bool) -> None:
        self.me, self.spoilt = Scribe(root, planned(players(22), rounds=ROUNDS)), spoilt

    def mishap(self, words: str, *changes: Change) -> None:
        """Something goes wrong, it is told, and undone."""
        if not self.spoilt:
            return
        good = self.me.data
        self.me.change(*changes)
        assert words in "".join(self.me.problems), self.me.problems
        self.me.saved(good)
        self.me.close()
        assert not [each for each in self.me.report.problems if each.fatal]

    def round(self, number: int) -> None:
        """A round goes out and is played, and everything happens in it that can."""
        id_, me = RoundId(1, number), self.me
        coming, sheet = RoundId(1, number + 1), id_.sheet
        me.change(go(number))
        me.close()
        winner = {table.number: _winner(table) for table in me.round.tables}
        me.change(result(id_, 1, winner[1]), result(id_, 2, winner[2]), result(id_, 3, winner[3]))
        self.mishap("Names are beside", put("Players", "Name", ascending))
        self.mishap("Names are beside", put("Players", "Id", lambda was: was[::-1]))
        self.mishap("have changed tables", put(sheet, "Seat A", ascending, tables))
        self.mishap("its sheet is gone", lambda book: book.remove(book[sheet]))
        self.mishap("3 results of", *(result(id_, table, None) for table in (1, 2, 3)))
        if self.spoilt and number < ROUNDS:  # typed into the wrong sheet, and left there
            me.change(result(coming, 4, "B"), result(coming, 5, "A"))
        me.change(results(me.round, winner.__getitem__))
        me.close()
        self.mishap("Results of", put(sheet, "Result", lambda was: [*was[1:], was[0]], tables))

    @property
    def standings(self) -> Standings:
        assert self.me.report.snapshot is not None
        return latest_ranking(self.me.report.snapshot)


def _winner(table: Table) -> str:
    """Who has the lowest Id, a draw where that is even."""
    first = min(table.players)
    return "draw" if int(first[1:]) % 5 == 0 else "ABCDE"[table.players.index(first)]


def test_the_day_ends_as_if_nothing_had_gone_wrong(tmp_path: Path) -> None:
    spoilt, quiet = (Day(tmp_path / name, spoilt=name == "spoilt") for name in ("spoilt", "quiet"))
    for number in range(1, ROUNDS + 1):
        spoilt.round(number)
        quiet.round(number)
    one, other = spoilt.me.report.snapshot, quiet.me.report.snapshot
    assert one.rounds == other.rounds
    assert spoilt.standings == quiet.standings
    assert len(one.players) == 22
    assert not spoilt.me.problems
    same = (spoilt.me.pages(), quiet.me.pages())
    assert {path for path in same[0] if path.startswith("players/")} == {
        path for path in same[1] if path.startswith("players/")
    }
