"""A day of a workbook on the web, from round 1 to the last result: the workbook as Google Sheets
exports it, with a sheet of names from the site, while Runner never writes into it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from threading import Event as Flag
from threading import Thread

import pytest
from openpyxl import Workbook

from runner.app.watch import watch_event
from runner.app.web_workbook.copy import Web
from runner.app.web_workbook.follow import Follower
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.problems import Problem, Severity
from runner.ledger.entries import EntryKind
from tests.support.commands import ran, run
from tests.support.events import swiss
from tests.support.organiser import Organiser, Watched
from tests.support.problems import fix_text
from tests.support.reported import into
from tests.support.web_server import WebServer, as_google_exports

pytestmark = pytest.mark.thorough  # left out of make quick

R1, R2, R3 = (RoundId(1, number) for number in (1, 2, 3))


class OnTheWeb(Organiser):
    """An organiser whose workbook is on the web; what is saved there, Runner has to fetch."""

    def __init__(self, root: Path, event: Event, web: WebServer) -> None:
        super().__init__(root, event)
        self.web, self.exports = web, 0
        self.workbook.unlink()
        self.follower: Follower | None = None
        self.publish()

    def publish(self) -> bytes:
        """What is on the screen is what is exported from now on."""
        now = self.site / "data" / "round-now.csv"
        names = now.read_text("utf-8") if now.exists() else "table,players"
        self.exports += 1
        self.web.data = as_google_exports(self.doc, names, self.exports)
        return self.web.data

    @contextmanager
    def watching(self) -> Iterator[None]:
        """As “runner watch --from” does it."""
        self.pipeline = Watched(self.pipeline.folder, self.site)
        desk = self.pipeline.desk
        self.follower = Follower(
            self.pipeline.folder, Web(self.web.link), into(self.said), desk.trouble, desk.over,
            every=0.05, each=5.0, most=10.0,
        )  # fmt: skip
        self.follower.get()
        stop = Flag()
        doing = (self.pipeline, self.workbook, into(self.said), None, stop, None,
                 self.follower.run)  # fmt: skip
        thread = Thread(target=watch_event, args=doing, daemon=True)
        thread.start()
        self.until(lambda: bool(self.pipeline.runs), "the first look at the workbook")
        try:
            yield
        finally:
            stop.set()
            thread.join()

    def typed(self) -> None:
        seen = len(self.pipeline.runs)
        self.publish()
        self.until(lambda: len(self.pipeline.runs) > seen, "what follows from typing")

    def tables(self) -> list[int]:
        return [each.number for each in self.report.snapshot.current_round.tables]

    def results(self, round_: RoundId, text: str = "A") -> None:
        self.type({self.at(round_, each, "result"): text for each in self.tables()})
        self.typed()

    def times(self, kind: EntryKind, round_: RoundId) -> int:
        return len(self.entries(kind, round_))


@pytest.fixture
def me(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OnTheWeb]:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)
    with WebServer() as web:
        organiser = OnTheWeb(tmp_path / "friday", replace(swiss(16, 3), decisions=()), web)
        with organiser.watching():
            yield organiser


def no_errors(me: OnTheWeb) -> bool:
    return not [each for each in me.report.problems if each.severity is Severity.ERROR]


def test_a_day_on_the_web_is_played_to_the_last_result(me: OnTheWeb) -> None:
    for at, round_ in enumerate((R1, R2, R3), 1):
        me.type(me.go(round_), "yes")
        me.typed()
        me.until(lambda now=round_: bool(me.entries(EntryKind.PAIRED, now)), "the round")
        assert (me.site / f"data/round-{at}.csv").exists()
        me.results(round_)
        assert no_errors(me), me.report.problems
    assert all(each.finished for each in me.report.snapshot.rounds)
    for round_ in (R1, R2, R3):  # every Go says yes still
        assert me.times(EntryKind.PAIRED, round_) == 1
    assert me.workbook.read_bytes() == me.web.data
    assert not me.lock.exists()
    assert not [line for line in me.said if "Wrote" in line or "wait" in line.lower()]
    first = me.report.snapshot.phases[0].current
    assert [each.rank for each in first.rows][:1] == [1]
    leader = me.report.snapshot.players[first.rows[0].player].name
    assert leader in me.page("standings.html")
    run("verify", me.root)


def test_names_from_the_site_stand_beside_the_results_and_harm_nothing(me: OnTheWeb) -> None:
    me.type(me.go(R1), "yes")
    me.typed()
    place = me.layout.rounds[R1]

    def look_up(book: Workbook) -> None:
        sheet = book["Round 1"]
        at = sheet.max_column + 1
        sheet.cell(place.header, at, "At this table")
        for row in place.rows.values():
            look = f'=IFERROR(VLOOKUP($B{row},Now!$A:$B,2,FALSE),"")'
            sheet.cell(row, at, look)

    me.rework(look_up)
    me.typed()  # now with the names of round 1 on the sheet “Now”
    me.results(R1)
    assert not me.report.problems
    assert EntryKind.OVERRIDDEN not in {each.kind for each in me.ledger().entries}
    assert all(each.finished for each in me.report.snapshot.rounds)


def test_a_decision_is_carried_out_once_as_long_as_it_says_yes(me: OnTheWeb) -> None:
    me.type(me.go(R1), "yes")
    me.typed()
    line = me.say("Re-pair round", R1)
    me.typed()
    assert me.times(EntryKind.REPAIRED, R1) == 1
    for note in ("one", "two", "three"):
        me.type(me.at(R1, 1, "note"), note)
        me.typed()
    assert me.times(EntryKind.REPAIRED, R1) == 1
    go = line._replace(cell=f"F{line.cell[1:]}")
    me.type(go)
    me.typed()
    assert me.times(EntryKind.REPAIRED, R1) == 1
    me.type(go, "yes")
    me.typed()
    assert me.times(EntryKind.REPAIRED, R1) == 2


def test_a_decision_is_not_repeated_by_a_start_anew(me: OnTheWeb) -> None:
    me.type(me.go(R1), "yes")
    me.say("Shuffle seats", R1)
    me.typed()
    lines = me.root.joinpath("ledger.jsonl").read_bytes()
    with pytest.MonkeyPatch.context():
        done = ran("build", me.root, "--site", me.site, "--no-slips")
    assert done.exit_code == 0, done.output
    assert me.root.joinpath("ledger.jsonl").read_bytes() == lines


def test_a_result_of_a_pairing_that_is_no_more_counts_when_it_is_typed_anew(me: OnTheWeb) -> None:
    me.type(me.go(R1), "yes")
    me.typed()
    me.type({me.at(R1, each, "result"): "B" for each in (1, 2)})
    me.typed()
    me.say("Re-pair and delete results", R1, reason="wrong seats")
    me.typed()
    if not me.times(EntryKind.REPAIRED, R1):
        pytest.fail(str(me.report.problems))
    assert "clear" in fix_text(me.is_told("does not count", me.at(R1, 1, "result")).fix)
    me.type(me.at(R1, 1, "result"))
    me.typed()
    me.type(me.at(R1, 1, "result"), "B")
    me.typed()
    first, second, *_ = me.report.snapshot.rounds[0].tables
    assert first.finished
    assert not second.finished


def test_a_sheet_that_is_lacking_is_asked_for_and_a_duplicate_of_another_will_do(
    me: OnTheWeb,
) -> None:
    me.type(me.go(R1), "yes")
    me.typed()
    me.results(R1)
    me.rework(lambda book: book.remove(book["Round 3"]))
    me.typed()
    told: Problem = me.is_told("has no sheet Round 3")
    assert "duplicate" in fix_text(told.fix)

    def duplicate(book: Workbook) -> None:
        made = book.copy_worksheet(book["Round 1"])
        made.title = "Round 3"
        keys = {cell.column for row in made.iter_rows() for cell in row
                if cell.value in ("Key", "Result", "Games", "Note")}  # fmt: skip
        head = next(cell.row for row in made.iter_rows() for cell in row if cell.value == "Key")
        for row in made.iter_rows(min_row=head + 1):
            for cell in row:
                if cell.column in keys:
                    cell.value = None

    me.rework(duplicate)
    me.typed()
    assert no_errors(me), me.report.problems
    for round_ in (R2, R3):
        me.type(me.go(round_), "yes")
        me.typed()
        me.results(round_)
    assert [each.finished for each in me.report.snapshot.rounds] == [True, True, True]
    assert no_errors(me), me.report.problems


def test_a_name_is_corrected_by_its_id(me: OnTheWeb) -> None:
    me.type(me.go(R1), "yes")
    me.typed()
    id_, player = next(iter(me.report.snapshot.players.items()))
    name = me.player(player.name, "name")
    me.type(me.player(player.name, "id"), id_)
    me.typed()
    me.type(name, "Zoë Corrected")
    me.typed()
    assert no_errors(me), me.report.problems
    assert me.report.snapshot.players[id_].name == "Zoë Corrected"
    assert len(me.report.snapshot.players) == 16
