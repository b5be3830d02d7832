"""A weekend of several phases, typed into its workbook and saved: sheets, ledger, pages, export."""

import io
import re
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.load import Loaded
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.compute.decisions import REGISTRY
from runner.core.event import Event, Mode, Phase, RoundId
from runner.core.problems import Problem, Severity
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import EntryKind
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from tests.support.day import there
from tests.support.events import planned
from tests.support.folders import event_folder, opened, workbook_of

pytestmark = pytest.mark.thorough  # left out of make quick

PHASES = (
    Phase(1, "Day 1", Mode.MULTIPLAYER, "swiss", rounds=2),
    Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", rounds=2, cut=16),
    Phase(3, "Top 7", Mode.MULTIPLAYER, "single_elimination", cut=7),
)


class Weekend:
    """An event's folder and the pipeline that runs at each save."""

    def __init__(self, root: Path, phases: tuple[Phase, ...] = PHASES) -> None:
        self.folder = event_folder(root / "weekend", planned(20, *phases, name="Weekend"))
        self.path, self.site = workbook_of(self.folder), root / "site"
        self.pipeline = Pipeline(self.folder, self.site)

    def play(self, rounds: int) -> None:
        """Make up the results of so many rounds of the event; the next one is out."""
        play(self.pipeline, rounds)
        self.pipeline.write_names(unlocked_for=0)

    def put(self, sheet: str, row: int, **values: object) -> None:
        """Type values into a row, by their headings."""
        book = openpyxl.load_workbook(self.path)
        where = book[sheet]
        head = next(line for line in where.iter_rows(max_row=12) if "Go" in [c.value for c in line]
                    or "Result" in [c.value for c in line])  # fmt: skip
        columns = {str(cell.value).casefold(): cell.column for cell in head}
        for heading, value in values.items():
            where.cell(head[0].row + row, columns[heading], value)
        book.save(self.path)

    def decide(self, what: str, phase: int, round_: int | None = None) -> tuple[EntryKind, ...]:
        """A line at the end of Decisions, and a save; gives what it led to."""
        book = openpyxl.load_workbook(self.path)
        row = len([cell for cell in book["Decisions"]["A"] if cell.value]) + 1
        self.put("Decisions", row, decision=what, phase=phase, round=round_, go="yes")
        report = self.pipeline.run(self.path.read_bytes())
        assert report.snapshot is not None, report.problems
        self.pipeline.write_names(unlocked_for=0)
        return tuple(entry.kind for entry in report.entries)

    def loaded(self) -> Loaded:
        return opened(self.folder)

    def problem(self, words: str) -> Problem:
        (found,) = [each for each in self.loaded().snapshot.problems if words in each.text]
        return found

    def page(self, name: str) -> str:
        """The words of a page."""
        text = re.sub(r"<[^>]+>", " ", (self.site / name).read_text(encoding="utf-8"))
        return re.sub(r"\s+", " ", text)

    def page_of(self, player: str) -> str:
        """A player's page as it is written."""
        pages = (
            path.read_text(encoding="utf-8") for path in (self.site / "players").glob("*.html")
        )
        return next(text for text in pages if f"<h1><bdi>{player}</bdi></h1>" in text)


@pytest.fixture
def weekend(tmp_path: Path) -> Weekend:
    return Weekend(tmp_path)


def test_two_days_with_cuts_and_a_playoff_from_the_workbook_to_the_pages(weekend: Weekend) -> None:
    weekend.play(6)
    loaded = weekend.loaded()
    snapshot = loaded.snapshot
    assert [each.id for each in snapshot.rounds] == [
        RoundId(1, 1), RoundId(1, 2), RoundId(2, 1), RoundId(2, 2), RoundId(3, 1), RoundId(3, 2),
    ]  # fmt: skip
    assert snapshot.over
    assert [len(each.field) for each in snapshot.phases] == [20, 16, 7]
    for at, played in enumerate(snapshot.rounds):
        if played.id.number == 1:
            field = snapshot.phases[played.id.phase - 1].field
            assert there(snapshot, at) == {each.id for each in field}
    assert not [each for each in loaded.problems if each.severity is not Severity.NOTE]
    assert [each.text for each in snapshot.problems] == []
    first, second = snapshot.phases[:2]
    best = second.standings[-1].rows[0]
    day_one = {row.player: row for row in first.standings[-1].rows}[best.player]
    assert best.match_points > day_one.match_points
    page = weekend.page("standings/P2R2.html")
    assert "Rounds of Day 1 count as well." in page
    assert "Top 7 advance" in page
    name = snapshot.players[best.player].name
    assert re.search(rf"{re.escape(name)} .{{1,60}} W [^a-z]*{best.match_points} ", page), page
    own = weekend.page_of(name)
    for at in ("R1", "R2", "P2R1", "P2R2"):
        assert len(re.findall(rf'href="../rounds/{at}.html"', own)) == 1
    assert "P2R3" not in own
    document = snapshot_document(snapshot, loaded.problems)
    assert schema.problems(document, "runner-snapshot/1") == []
    days = [each for each in document["standings"] if each["phase"] == 2]
    assert days[-1]["carried"] == [{"phase": 1, "round": 1}, {"phase": 1, "round": 2}]
    assert days[-1]["rows"][0]["match_points"] == str(best.match_points)


def test_a_correction_after_the_cut_is_told_with_its_cell_and_cut_anew_writes_the_new_names(
    weekend: Weekend,
) -> None:
    weekend.play(2)
    before = weekend.loaded().snapshot
    made = [each.id for each in before.phases[1].field]
    ranked = [row.player for row in before.phases[0].standings[-1].rows if not row.dropped]
    for outside in ranked[16:]:
        (table,) = [each for each in before.rounds[1].tables if outside in each.players]
        was = weekend.path.read_bytes()
        seat = "ABCDE"[table.players.index(outside)]
        weekend.put("Round 2", table.number, result=seat, note="")
        weekend.pipeline.run(weekend.path.read_bytes())
        if any(
            "would have made the cut" in each.text for each in weekend.loaded().snapshot.problems
        ):
            break
        weekend.path.write_bytes(was)
    found = weekend.problem("would have made the cut")
    assert found.text.startswith(f"With the corrected result of table {table.number} of Round 2, ")
    assert before.players[outside].name in found.text
    assert found.place.sheet == "Round 2"
    cell = openpyxl.load_workbook(weekend.path)["Round 2"][found.place.cell]
    assert cell.value == seat
    assert [each.id for each in weekend.loaded().snapshot.phases[1].field] == made
    assert weekend.decide("Redo the cut", 2) == (EntryKind.CUT_ANEW, EntryKind.REPAIRED)
    loaded = weekend.loaded()
    assert outside in {each.id for each in loaded.snapshot.phases[1].field}
    assert loaded.wanted_cells == []
    assert loaded.snapshot.entries == ()
    sheet = loaded.event.sheet(RoundId(2, 1))
    assert sheet is not None
    typed = {name for row in sheet.rows for name in row.seats if name}
    assert typed == {loaded.snapshot.players[each].name for each in there(loaded.snapshot, 2)}


def test_end_reopen_and_a_round_more_from_the_decisions_sheet(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path, (PHASES[0],))
    weekend.play(1)
    assert weekend.decide("End the phase", 1) == (EntryKind.PHASE_ENDED,)
    assert "it still waits for table 1, 2" in weekend.problem("Day 1 ends when").text
    assert weekend.decide("reopen phase", 1) == (EntryKind.PHASE_REOPENED,)
    assert weekend.decide("Add a round", 1, 3) == (EntryKind.ROUND_ADDED,)
    assert weekend.problem("Round 3 of 2 was added").place.sheet == "Decisions"
    weekend.play(3)
    loaded = weekend.loaded()
    assert loaded.snapshot.over
    assert len(loaded.snapshot.rounds) == 3
    assert "Round 3" in openpyxl.load_workbook(weekend.path).sheetnames
    assert "phase reopened" in weekend.folder.ledger.read_text(encoding="utf-8")


def test_a_round_that_is_added_without_a_number_is_asked_for_it(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path, (PHASES[0],))
    weekend.decide("Add a round", 1)
    (found,) = [each for each in weekend.loaded().problems if each.severity is Severity.ERROR]
    assert "needs a round" in found.text


@pytest.mark.parametrize("carry", [False, None])
def test_cuts_and_what_is_carried_over_go_out_and_come_in_again(
    tmp_path: Path, carry: bool
) -> None:
    settings: dict[str, Any] = {"cut_points": 7, "carry_points": carry}
    second = Phase(2, "Day 2", Mode.MULTIPLAYER, "swiss", rounds=1, cut=16, settings=settings)
    weekend = Weekend(tmp_path, (PHASES[0], second))
    weekend.play(3)
    loaded = weekend.loaded()
    assert bool(loaded.snapshot.phases[1].carried) is (carry is not False)
    document = event_document(loaded.snapshot, loaded.ledger)
    assert document["phases"][1]["settings"] == settings
    assert schema.problems(document, "runner-event/1") == []
    assert not [each for each in import_event(document, tmp_path / "again")
                if each.severity is Severity.ERROR]  # fmt: skip
    again = EventFolder(tmp_path / "again")
    workbook = again.workbook()
    assert isinstance(workbook, Path)
    back = opened(again)
    assert event_document(back.snapshot, back.ledger) == document
    for one, other in zip(loaded.snapshot.phases, back.snapshot.phases, strict=True):
        assert {each.id for each in one.field} == {each.id for each in other.field}
        rows = [[(row.player, row.match_points) for row in each.rows] for each in one.standings]
        assert rows == [
            [(row.player, row.match_points) for row in each.rows] for each in other.standings
        ]


def test_a_cut_among_the_settings_of_a_document_is_that_of_the_workbook(tmp_path: Path) -> None:
    weekend = Weekend(tmp_path)
    document = event_document(weekend.loaded().snapshot, weekend.loaded().ledger)
    del document["phases"][1]["cut"]
    document["phases"][1]["settings"] = {"cut": 12}
    assert import_event(document, tmp_path / "again") == []
    folder = EventFolder(tmp_path / "again")
    workbook = folder.workbook()
    assert isinstance(workbook, Path)
    back = opened(folder)
    assert [each.cut for each in back.event.phases] == [None, 12, 7]
    assert event_document(back.snapshot, back.ledger) == document


def test_every_decision_may_stand_in_a_new_workbook_and_is_read_again() -> None:
    book = openpyxl.load_workbook(io.BytesIO(template(Plan(Event("E", phases=PHASES)))))
    labels = ["Pair round", "Re-pair round", "Re-pair and delete results", "Give a bye",
              "Take back a bye", "Seat a player", "Shuffle seats", "Delete round", "End the phase",
              "Reopen the phase", "Add a round", "Redo the cut", "Make pods", "Shuffle pod seats",
              "Clear pods", "Start registration", "Start building", "Unlock pods",
              "Keep the changes", "Undo the last decision"]  # fmt: skip
    sheet = book["Decisions"]
    (head,) = [line for line in sheet.iter_rows(max_row=8) if "Go" in [c.value for c in line]]
    columns = {cell.value: cell.column for cell in head}
    for row, label in enumerate(labels, head[0].row + 1):
        for heading, value in (("Decision", label), ("Phase", 2), ("Round", 3), ("Player", "Ana"),
                               ("Go", "yes")):  # fmt: skip
            sheet.cell(row, columns[heading], value)
    stream = io.BytesIO()
    book.save(stream)
    event, _, _ = read(stream.getvalue())
    assert event is not None
    assert [each.kind for each in event.decisions] == [*REGISTRY]
