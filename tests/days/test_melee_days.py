"""Melee, Grand Melee and free-for-all, played to the end: in memory, and through the workbook."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.cli import main
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Mode, Outcome, Table, seat_letter
from runner.core.problems import Severity
from tests.support.events import event, phase, played_on, published
from tests.support.folders import event_folder, opened, workbook_of
from tests.support.melees import fallen, melee


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
            by_place = [*table.still_in, *reversed(table.gone)]
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
    """Row and result of each table of a round's sheet."""
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
    done = CliRunner().invoke(main, ["print", str(folder.root), "tables", "slips"])
    assert done.exit_code == 0, done.output
    assert (folder.root / "lists/tables-R1.pdf").exists()
