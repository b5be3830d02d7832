"""Formats whose decks are made on the day, from a new workbook to the last result."""

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import seat_letter
from runner.core.phase import Mode
from runner.core.problems import Severity
from runner.core.rounds import Outcome, Table
from runner.rules import limited
from runner.workbook.read.read import read
from runner.workbook.schema import mode_choice
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.commands import run
from tests.support.events import event, phase, played_on, published
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.melees import fallen, melee
from tests.support.workbooks import edited

SEALED = [key for key, each in limited.REGISTRY.items() if each.sealed]
DRAFTS = [key for key, each in limited.REGISTRY.items() if not each.sealed]
MINUTES = {
    "draft": 30, "commander_draft": 30, "rochester_draft": 25, "team_draft": 40,
    "two_headed_giant_draft": 40, "sealed": 30, "team_sealed": 60, "two_headed_giant_sealed": 60,
}  # fmt: skip
"""For building (MTR Appendix B); of plain drafts as Runner has always had it."""


def new(root: Path, mode: str, players: int) -> EventFolder:
    event = root / "friday"
    run("new", str(event), "--mode", mode, "--sample", str(players), "--rounds", "3")
    return EventFolder(event)


def decide(folder: EventFolder, label: str, site: Path) -> None:
    """Yes in Go beside the line that stands ready for it, and a save."""
    data = data_of(folder)
    rows = Book(data).grid("Decisions").rows
    row = next(row for row, cells in rows.items() if cells.get(1) == label)
    workbook_of(folder).write_bytes(edit(data, [CellChange("Decisions", f"F{row}", "yes")]))
    run("build", str(folder.root), "--site", str(site), "--no-slips")


def text(site: Path, page: str) -> str:
    return (site / page).read_text("utf-8")


def played(folder: EventFolder, site: Path) -> None:
    """All rounds, the ledger's proof, and a document that comes back as it was."""
    run("rehearse", str(folder.root), "--site", str(site), "--rounds", "3")
    assert opened(folder).snapshot.over
    assert "The ledger is whole." in run("verify", str(folder.root))
    document = run("export", str(folder.root))
    file = folder.root.with_name("document.json")
    file.write_text(document, "utf-8")
    again = folder.root.with_name("again")
    run("import", str(file), str(again))
    assert json.loads(run("export", str(again))) == json.loads(document)
    made = opened(EventFolder(again)).event.phases[0]
    now = opened(folder).event.phases[0]
    assert (made.mode, made.variant, made.limited, made.drafted) == (
        now.mode, now.variant, now.limited, now.drafted,
    )  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("key", limited.REGISTRY)
def test_the_workbook_says_what_was_chosen(key: str, tmp_path: Path) -> None:
    event, problems, _ = read(data_of(new(tmp_path, key, 6)))
    assert event
    assert not problems
    phase = event.phases[0]
    assert mode_choice(phase) == key
    assert limited.of(phase) is limited.REGISTRY[key]
    rules = opened(EventFolder(tmp_path / "friday")).snapshot.phases[0].ruleset
    assert rules.building_minutes == MINUTES[key]
    assert rules.registration_minutes == 20


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "players"), [(key, 9) for key in SEALED])
def test_sealed_decks_are_registered_built_and_played(
    key: str, players: int, tmp_path: Path
) -> None:
    folder, site = new(tmp_path, key, players), tmp_path / "site"
    decide(folder, "Start registration", site)
    (found,) = opened(folder).snapshot.drafts
    seated = [player for ids in found.tables.values() for player in ids]
    assert sorted(seated) == sorted(opened(folder).snapshot.players)
    teams = "team" in key or "giant" in key
    assert {len(ids) for ids in found.tables.values()} == ({1} if teams else {1, 2})
    assert "Register your pool" in text(site, "draft.html")
    assert "lasts 20 minutes" in text(site, "draft.html")
    assert not opened(folder).snapshot.problems
    before = found.tables
    decide(folder, "Start building", site)
    (found,) = opened(folder).snapshot.drafts
    assert found.tables == before
    assert "Build your deck" in text(site, "draft.html")
    assert f"lasts {MINUTES[key]} minutes" in text(site, "draft.html")
    played(folder, site)


@pytest.mark.thorough
@pytest.mark.parametrize("key", DRAFTS)
def test_a_draft_is_drafted_built_and_played(key: str, tmp_path: Path) -> None:
    folder, site = new(tmp_path, key, 12), tmp_path / "site"
    decide(folder, "Make pods", site)
    (found,) = opened(folder).snapshot.drafts
    sizes = sorted((len(pod) for pod in found.pods.values()), reverse=True)
    assert sizes == {
        "team_draft": [3, 3, 3, 3], "two_headed_giant_draft": [4, 4, 4],
        "commander_draft": [8, 4],
    }.get(key, [6, 6])  # fmt: skip
    teams = "team" in key or "giant" in key
    if teams:
        assert all(len(ids) == 1 for ids in found.tables.values())
    decide(folder, "Start building", site)
    assert "Build your deck" in text(site, "draft.html")
    played(folder, site)
    pods = [{*pod} for pod in opened(folder).snapshot.drafts[0].pods.values()]
    inside = all(
        any({*table.players} <= pod for pod in pods)
        for round_ in opened(folder).snapshot.rounds
        for table in round_.tables
    )
    assert inside == (key != "team_draft")


@pytest.mark.thorough
def test_registration_is_only_for_sealed_decks_and_comes_before_building(tmp_path: Path) -> None:
    folder, site = new(tmp_path, "sealed", 8), tmp_path / "site"
    decide(folder, "Start building", site)
    assert opened(folder).snapshot.drafts[0].tables, "who builds sits somewhere"
    decide(folder, "Start registration", site)
    told = [str(each) for each in opened(folder).snapshot.problems]
    assert any("are being built already" in each for each in told)
    assert opened(folder).event.phases[0].mode is Mode.HEAD_TO_HEAD


def test_a_playoff_goes_on_with_the_sealed_decks(tmp_path: Path) -> None:
    folder = new(tmp_path, "team_sealed", 8)
    data, row = data_of(folder), 6
    cells = {"A": "Top 4", "C": "Single elimination", "G": 4}
    changes = [CellChange("Phases", f"{column}{row}", value) for column, value in cells.items()]
    event, _, _ = read(edit(data, changes))
    assert event
    first, last = event.phases
    assert (last.variant, last.limited, last.cut) == (first.variant, "", 4)
    assert mode_choice(last) == "trios"


# --- emperor --------------------------------------------------------------------------------------


def made(folder: Path, *more: str) -> Event:
    run("new", str(folder), "--mode", "emperor", *more)
    event, _, _ = read(data_of(EventFolder(folder)))
    assert event is not None
    return event


@pytest.mark.thorough
@pytest.mark.parametrize(("more", "types"), [
    ((), ["single_elimination"]),
    (("--rounds", "4"), ["swiss"]),
    (("--cut", "4"), ["swiss", "single_elimination"]),
])  # fmt: skip
def test_what_is_offered(more: tuple[str, ...], types: list[str], tmp_path: Path) -> None:
    assert [phase.type for phase in made(tmp_path / "cup", *more).phases] == types


@pytest.mark.thorough
@pytest.mark.parametrize(("teams", "rounds"), [(4, 2), (6, 3)])
def test_it_is_played_to_the_end(teams: int, rounds: int, tmp_path: Path) -> None:
    """As many rounds as the rules have for so few teams (MTR Appendix E)."""
    event, site = tmp_path / "cup", str(tmp_path / "site")
    made(event, "--sample", str(teams))
    run("rehearse", str(event), "--site", site, "--rounds", str(rounds))
    document = json.loads(run("export", str(event)))
    assert len(document["rounds"]) == rounds
    assert len(document["rounds"][-1]["tables"]) == 1
    assert "The ledger is whole." in run("verify", str(event))


@pytest.mark.thorough
def test_a_rehearsal_ends_where_everybody_has_dropped(tmp_path: Path) -> None:
    def drop(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        head = next(row for row in sheet.iter_rows(max_row=12) if row[0].value == "Id")
        column = next(each.column for each in head if each.value == "Drops after round")
        for row in range(head[0].row + 1, head[0].row + 5):
            sheet.cell(row, column).value = 1

    event, site = tmp_path / "cup", str(tmp_path / "site")
    made(event, "--sample", "4")
    workbook = workbook_of(EventFolder(event))
    workbook.write_bytes(edited(drop, workbook.read_bytes()))
    assert "Made up 2 results." in run("rehearse", str(event), "--site", site, "--rounds", "2")


# --- melee days -----------------------------------------------------------------------------------


def melee_points(table: Table) -> Counter[str]:
    """What a table gives, by hand: who stands before each who goes out, round what is left."""
    found, circle = Counter[str](), [*table.players]
    for group in table.out or ():
        for player in group:
            found[circle[circle.index(player) - 1]] += 1
        circle = [player for player in circle if player not in group]
    found.update({player: 2 for player in circle if len(circle) == 1})
    return found


def wrong(snapshot: Snapshot) -> list[str]:
    return [str(each) for each in snapshot.problems if each.severity is Severity.ERROR]


def played_through(now: Event) -> Snapshot:
    """The event to its end, with nothing wrong after any round."""
    snapshot, ledger = published(now)
    while not snapshot.over:
        now, snapshot, ledger = played_on(now, snapshot, ledger, fallen)
        assert not wrong(snapshot)
    return snapshot


@pytest.mark.thorough
@pytest.mark.parametrize("players", [6, 7, 23, 40])
@pytest.mark.parametrize("variant", ["melee", "grand_melee", "one_deck_melee"])
def test_three_rounds_of_melee_add_up_as_by_hand(players: int, variant: str) -> None:
    now = melee(players, variant=variant)
    snapshot = played_through(now)
    own = Counter[str]()
    for round_ in snapshot.rounds:
        for table in round_.tables:
            own += melee_points(table)
            assert sum(melee_points(table).values()) == len(table.seats) + 1
    rows = snapshot.phases[0].standings[-1].rows
    assert {row.player: row.match_points for row in rows if row.match_points} == dict(own)
    assert sum(row.record.wins for row in rows) == sum(len(each.tables) for each in snapshot.rounds)
    order = [(row.match_points, row.tiebreakers["wins"]) for row in rows]
    assert order == sorted(order, reverse=True)


@pytest.mark.thorough
@pytest.mark.parametrize("players", [3, 5, 14])
def test_free_for_all_gives_the_points_of_places(players: int) -> None:
    settings = {"scoring": "placement", "place_points": "5, 3, 2, 1"}
    now = melee(players, variant="free_for_all", **settings)
    snapshot = played_through(now)
    own = Counter[str]()
    for round_ in snapshot.rounds:
        for table in round_.tables:
            by_place = [*table.still_in, *reversed(table.eliminated)]
            own.update(dict(zip(by_place, (5, 3, 2, 1), strict=False)))
    rows = snapshot.phases[0].standings[-1].rows
    assert {row.player: row.match_points for row in rows if row.match_points} == dict(own)


def test_who_goes_out_at_once_shares_what_the_places_are_worth() -> None:
    settings = {"scoring": "placement", "place_points": "5, 3, 2, 1"}
    now = melee(4, 1, "free_for_all", **settings)
    _, snapshot, _ = played_on(now, *published(now), lambda table: "C, A+D")
    table = snapshot.rounds[0].tables[0]
    rows = {row.player: row.match_points for row in snapshot.phases[0].standings[-1].rows}
    assert [rows[player] for player in table.players] == [Fraction(5, 2), 5, 1, Fraction(5, 2)]


def test_in_a_free_for_all_the_last_one_in_has_the_match_points() -> None:
    now = melee(4, 1, "free_for_all")
    _, snapshot, _ = played_on(now, *published(now), lambda table: "C, A, D")
    outcomes = [seat.outcome for seat in snapshot.rounds[0].tables[0].seats]
    assert outcomes == [Outcome.LOSS, Outcome.WIN, Outcome.LOSS, Outcome.LOSS]


def test_a_disqualification_takes_the_points_and_leaves_the_neighbours() -> None:
    now = melee(7, 1)
    _, snapshot, _ = played_on(now, *published(now), lambda table: "C, F, A, G, B disqualified, D")
    table = snapshot.rounds[0].tables[0]
    rows = {row.player: row.match_points for row in snapshot.phases[0].standings[-1].rows}
    assert [rows[player] for player in table.players] == [0, 0, 0, 0, 6, 0, 1]


# --- through the workbook -------------------------------------------------------------------------


def result_cells(path: Path, sheet: str) -> Iterator[tuple[int, object]]:
    tab = load_workbook(path)[sheet]
    head = {cell.value: cell.column for cell in tab[4]}
    for row in range(5, tab.max_row + 1):
        if tab.cell(row, head["Seat A"]).value:
            yield row, tab.cell(row, head["Result"]).value


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "variant", "seats"),
    [(8, "melee", 8), (23, "melee", 8), (28, "grand_melee", 28), (40, "grand_melee", 40)],
)
def test_a_day_can_be_rehearsed_in_the_workbook(
    players: int, variant: str, seats: int, tmp_path: Path
) -> None:
    folder = event_folder(tmp_path / "friday", melee(players, variant=variant, rounds=2))
    play(Pipeline(folder, tmp_path / "site"), 2)
    loaded = opened(folder)
    assert loaded.snapshot.over
    assert not wrong(loaded.snapshot)
    assert max(len(table.seats) for table in loaded.snapshot.rounds[0].tables) == seats
    assert all(result for _, result in result_cells(workbook_of(folder), "Round 2"))
    page = (tmp_path / "site/rounds/R1.html").read_text(encoding="utf-8")
    assert f">{seat_letter(seats - 1)}</b>" in page
    assert "out 1" in page


@pytest.mark.thorough
def test_a_sheet_made_for_pods_grows_when_melee_is_chosen(tmp_path: Path) -> None:
    pods = event(9, phase(1, mode=Mode.MULTIPLAYER, name="Day 1", rounds=1))
    folder = event_folder(tmp_path / "friday", pods)
    book = load_workbook(workbook_of(folder))
    tab = book["Phases"]
    head = {cell.value: cell.column for cell in tab[4]}
    tab.cell(5, head["Mode"]).value = "Melee"
    book.save(workbook_of(folder))
    play(Pipeline(folder, tmp_path / "site"), 1)
    loaded = opened(folder)
    (table,) = loaded.snapshot.rounds[0].tables
    assert len(table.seats) == 9
    assert table.finished
    row = loaded.event.rounds[0].rows[0]
    assert [bool(name) for name in row.seats] == [True] * 9


@pytest.mark.thorough
def test_a_circle_that_grows_past_z_has_seats_for_all(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", melee(26, 1, "grand_melee"))
    book = load_workbook(workbook_of(folder))
    tab = book["Players"]
    head = {cell.value: cell.column for cell in tab[4]}
    for row, name in enumerate(("Late Lou", "Late Lea"), 5 + 26):
        tab.cell(row, head["Name"]).value = name
    book.save(workbook_of(folder))
    play(Pipeline(folder, tmp_path / "site"), 1)
    loaded = opened(folder)
    (table,) = loaded.snapshot.rounds[0].tables
    assert len(table.seats) == 28
    assert table.finished
    heads = [cell.value for cell in load_workbook(workbook_of(folder))["Round 1"][4]]
    assert {"Seat 27", "Seat 28"} <= {*heads}


@pytest.mark.thorough
@pytest.mark.parametrize("players", [12, 60])
def test_all_paper_of_a_large_circle_can_be_printed(players: int, tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", melee(players, 1, "grand_melee"))
    play(Pipeline(folder, tmp_path / "site"), 1)
    assert opened(folder).snapshot.over
    run("print", folder.root, "tables", "slips")
    assert (folder.root / "lists/tables-R1.pdf").exists()
