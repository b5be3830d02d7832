"""Decklists in the workbook, at the desk, on paper and on the site, whatever is typed there."""

from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from runner.app.event_folder import EventFolder
from runner.app.load import COMMANDERS
from runner.app.pipeline import Pipeline, Report
from runner.cli.common import load_event
from runner.compute.snapshot import Snapshot
from runner.core.decks import Deck, Decklists, DeckState, OpenLists
from runner.core.event import Event
from runner.interchange.event_in import event_from
from runner.interchange.event_out import event_document
from runner.render.desk.desk_page import page
from runner.render.desk.desk_view import desk_view
from runner.render.desk.facts import Facts
from runner.render.desk.steps import steps
from runner.render.documents.sheets.decks import DeckSheet
from runner.workbook.template.template import Plan, template
from tests.support.commands import run
from tests.support.events import planned
from tests.support.folders import data_of, event_folder, files_in, opened, workbook_of
from tests.support.teams import phase_of, teams

pytestmark = pytest.mark.thorough  # left out of make quick

NOW = Facts("2026-11-21T10:40:00+00:00", ())
SECRET = "Zzyzx, the Secret Commander"


def asking(many: int = 8, **changes: object) -> Event:
    return replace(planned(many, rounds=2), decklists=Decklists.ASKED, **changes)  # type: ignore[arg-type]


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", asking(public_columns=("Commander",)))


def cell(folder: EventFolder, tab: str, heading: str, row: int = 5, value: object = None) -> None:
    """Type below a heading, or beside a label of Event."""
    book = load_workbook(workbook_of(folder))
    cells = book["Event"]["A"] if tab == "Event" else book[tab][4]
    (at,) = [each for each in cells if each.value == heading]
    place = at.offset(column=1) if tab == "Event" else book[tab].cell(row, at.column)
    place.value = value
    book.save(workbook_of(folder))


def typed(folder: EventFolder, *states: str) -> Snapshot:
    for row, state in enumerate(states, 5):
        cell(folder, "Players", "Deck check", row, state)
    return opened(folder).snapshot


def built(folder: EventFolder, *, pair: bool = False) -> Report:
    return Pipeline(folder, folder.site).run(data_of(folder), publish_next=pair)


def site_text(folder: EventFolder) -> str:
    return "\n".join(data.decode("utf-8", "replace") for data in files_in(folder.site).values())


# --- the workbook ------------------------------------------------------------------------------


def test_states_are_read_however_they_are_spelt(folder: EventFolder) -> None:
    snapshot = typed(folder, "in", "Checked", "PROBLEM: 99 cards", "ok", "x", "problem",
                     "problem – marked", "problem - sleeves")  # fmt: skip
    decks = [each.deck for each in snapshot.players.values()]
    assert [each.state for each in decks] == ["in", "checked", "problem", "checked", "in",
                                              "problem", "problem", "problem"]  # fmt: skip
    assert [decks[at].note for at in (2, 5, 6, 7)] == ["99 cards", "", "marked", "sleeves"]


def test_a_misspelt_state_is_told_and_counts_as_none(folder: EventFolder) -> None:
    typed(folder, "chekced")
    found = opened(folder)
    (problem,) = [each for each in found.problems if each.code == "players.deck-state-unknown"]
    assert str(problem.place).startswith("Players!")
    assert "Did you mean “checked”?" in problem.fix
    assert next(iter(found.snapshot.players.values())).deck_state is DeckState.MISSING


def test_a_misspelt_setting_is_told_and_shows_no_list(folder: EventFolder) -> None:
    cell(folder, "Event", "Decklists", value="requierd")
    cell(folder, "Event", "Open lists", value="alwasy")
    found = opened(folder)
    assert [each.code for each in found.problems].count("cell.not-a-choice") == 2
    assert found.event.decklists is Decklists.NO
    assert found.event.open_lists is OpenLists.NEVER


def test_only_an_event_that_asks_for_lists_has_the_column() -> None:
    for event, there in ((asking(), True), (replace(asking(), decklists=Decklists.NO), False)):
        book = load_workbook(BytesIO(template(Plan(event))))
        assert ("Deck check" in {each.value for each in book["Players"][4]}) is there


def test_a_new_event_may_ask_for_lists(tmp_path: Path) -> None:
    run("new", tmp_path / "friday", "--decklists", "required", "--sample", "4")
    found = opened(EventFolder(tmp_path / "friday"))
    assert found.event.decklists is Decklists.REQUIRED
    assert "deck" in found.event.players[0].places
    run("new", tmp_path / "monday", "--sample", "4")
    assert "deck" not in opened(EventFolder(tmp_path / "monday")).event.players[0].places


def test_a_column_that_is_deleted_is_told_and_stops_no_round(folder: EventFolder) -> None:
    typed(folder, *["in"] * 3)
    assert built(folder, pair=True).snapshot.rounds
    book = load_workbook(workbook_of(folder))
    at = next(each.column for each in book["Players"][4] if each.value == "Deck check")
    book["Players"].delete_cols(at)
    book.save(workbook_of(folder))
    report = built(folder)
    assert report.snapshot.rounds
    assert "players.no-deck-column" in {each.code for each in report.problems}


def test_decks_survive_export_and_import(tmp_path: Path) -> None:
    event = asking(4, open_lists=OpenLists.PLAYOFF)
    decks = (Deck("in"), Deck("problem", "99 cards"), Deck(), Deck("checked"))
    people = (replace(each, deck=deck) for each, deck in zip(event.players, decks, strict=True))
    folder = event_folder(tmp_path / "friday", replace(event, players=tuple(people)))
    found = opened(folder)
    document = event_document(found.snapshot, found.ledger)
    assert document["event"]["open_lists"] == "playoff"
    assert [each.get("deck") for each in document["players"]] == [
        {"state": "in"}, {"state": "problem", "note": "99 cards"}, None, {"state": "checked"},
    ]  # fmt: skip
    imported, problems = event_from(document)
    assert imported, problems
    assert [each.deck for each in imported.event.players] == [*decks]
    assert (imported.event.decklists, imported.event.open_lists) == ("asked", "playoff")


def test_an_event_that_asks_for_nothing_exports_nothing_of_it(tmp_path: Path) -> None:
    found = opened(event_folder(tmp_path / "friday", planned(4)))
    document = event_document(found.snapshot, found.ledger)
    assert not {"decklists", "open_lists"} & {*document["event"]}
    assert not any("deck" in each for each in document["players"])


def test_erasing_takes_the_note_away(folder: EventFolder) -> None:
    typed(folder, "problem: sleeves of Ana")
    built(folder)
    name = opened(folder).event.players[0].name
    run("erase", folder.root, name)
    assert next(iter(opened(folder).event.players)).deck == Deck()


# --- the desk ----------------------------------------------------------------------------------


def view(folder: EventFolder) -> Iterator[str]:
    snapshot = opened(folder).snapshot
    yield desk_view(snapshot, NOW).decks.words
    yield page(snapshot, NOW)[0].decode()
    yield " ".join(f"{each.words} {each.detail}" for each in steps(snapshot, NOW, ()))


def test_the_desk_counts_lists_and_names_who_is_missing(folder: EventFolder) -> None:
    snapshot = typed(folder, "in", "checked", "problem: 99 cards", *["in"] * 4)
    missing = [*snapshot.players.values()][-1].name
    words, html, todo = view(folder)
    assert words == "5 in, 1 checked, 1 with a problem, 1 missing"
    assert "99 cards" in html
    assert f"Ask for 1 missing decklist. {missing} (Players!" in todo
    built(folder, pair=True)
    words, html, todo = view(folder)
    assert words in html
    assert missing in html
    assert "missing decklist" not in todo


def test_the_desk_of_an_event_without_lists_says_nothing_of_them(tmp_path: Path) -> None:
    snapshot = opened(event_folder(tmp_path / "friday", planned(4))).snapshot
    assert desk_view(snapshot, NOW).decks is None
    assert "ecklist" not in page(snapshot, NOW)[0].decode()


def test_a_file_of_commanders_beside_the_workbook_is_used(folder: EventFolder) -> None:
    cell(folder, "Players", "Commander", 5, "Kinan, Bonder Prodigy")
    assert "player.commander-misspelt" not in {
        each.code for each in opened(folder).snapshot.problems
    }
    names = "\ufeffKinnan, Bonder Prodigy\r\nEsika, God of the Tree // The Prismatic Bridge\n\n"
    (folder.root / COMMANDERS).write_text(names, encoding="utf-8")
    found = opened(folder)
    (problem,) = [
        each for each in found.snapshot.problems if each.code == "player.commander-misspelt"
    ]
    assert "Did you mean “Kinnan, Bonder Prodigy”" in str(problem)
    assert "The Prismatic Bridge" in found.event.commanders
    assert load_workbook(workbook_of(folder))["Players"][problem.place.cell].value == (
        "Kinan, Bonder Prodigy"
    )
    (folder.root / COMMANDERS).write_bytes(b"\xff\xfe\x00" * 100)
    opened(folder)


def test_next_says_why_round_1_waits(folder: EventFolder) -> None:
    cell(folder, "Event", "Decklists", value="required")
    typed(folder, *["in"] * 7)
    name = opened(folder).event.players[-1].name
    built(folder)
    said = run("next", folder.root, code=1)
    assert f"waits for 1 decklist: {name} (Players!" in " ".join(said.split())
    typed(folder, *["in"] * 8)
    run("next", folder.root)
    assert load_event(folder).snapshot.rounds


# --- checks ------------------------------------------------------------------------------------


def drawn(folder: EventFolder) -> tuple[str, ...]:
    snapshot = opened(folder).snapshot
    return snapshot.deck_checks.get(snapshot.rounds[-1].id, ())


def test_the_command_draws_prints_and_verify_agrees(folder: EventFolder) -> None:
    run("print", folder.root, "decks")
    early = run("print", folder.root, "decks", "--draw", "2", code=1)
    assert "No round is out yet, so nobody can be drawn" in early
    built(folder, pair=True)
    run("print", folder.root, "slips", "--draw", "2", code=2)
    run("print", folder.root, "decks", "--draw", "2", "--round", "1", code=2)
    assert drawn(folder) == ()
    said = run("print", folder.root, "decks", "--draw", "3")
    assert [path.name in said for path in (folder.root / "lists").glob("decks-R1.*")] == [True]
    first = drawn(folder)
    assert len(first) == 3
    run("print", "decks", folder.root, "--draw", "3")
    assert drawn(folder) == first
    assert "decks to check, drawn again, the same" in run("verify", folder.root)
    before = files_in(folder.site)
    built(folder)
    now = files_in(folder.site)
    of_people = [name for name in now if name.startswith(("rounds/", "players/", "standings"))]
    assert of_people
    assert [name for name in of_people if before.get(name) != now[name]] == []


def sheet(folder: EventFolder) -> str:
    snapshot = opened(folder).snapshot
    return DeckSheet().html(snapshot, snapshot.rounds[-1].id)


def test_the_sheet_has_who_was_drawn_and_everybody(folder: EventFolder) -> None:
    cell(folder, "Players", "Commander", 5, SECRET)
    cell(folder, "Players", "Shown as", 6, "erase")
    typed(folder, "problem: 99 cards")
    people = opened(folder).event.players
    built(folder, pair=True)
    assert "Checks of decks" not in sheet(folder)
    run("print", folder.root, "decks", "--draw", "8")
    html = sheet(folder)
    assert html.count('class="box"') == 3 * 8
    assert html.count(SECRET) == 2
    assert "99 cards" in html
    last = people[1].name.split()[-1]
    assert last not in html.replace(people[0].name.split()[-1], "")


def test_a_team_stands_on_the_sheet_with_its_members(tmp_path: Path) -> None:
    event = replace(planned(4), players=teams(4, 3), phases=(phase_of("trios", rounds=2),))
    folder = event_folder(tmp_path / "friday", replace(event, decklists=Decklists.ASKED))
    built(folder, pair=True)
    run("print", folder.root, "decks", "--draw", "1")
    assert opened(folder).event.players[0].members[2] in sheet(folder)


# --- pages -------------------------------------------------------------------------------------


@pytest.mark.parametrize("setting", ["never", "playoff", "after the event", "alwyas"])
def test_no_file_of_the_site_has_a_list_that_is_closed(folder: EventFolder, setting: str) -> None:
    cell(folder, "Event", "Open lists", value=setting)
    cell(folder, "Players", "Commander", 5, SECRET)
    cell(folder, "Players", "Decklist", 5, "https://example.org/zzyzx")
    built(folder)
    built(folder, pair=True)
    assert "zzyzx" not in site_text(folder).lower()


def test_lists_that_are_open_stand_on_the_pages(folder: EventFolder) -> None:
    cell(folder, "Players", "Commander", 5, SECRET)
    cell(folder, "Players", "Decklist", 5, "https://example.org/zzyzx")
    pipeline = Pipeline(folder, folder.site)
    pipeline.run(data_of(folder))
    assert SECRET in site_text(folder)  # as Public columns says
    assert "example.org/zzyzx" not in site_text(folder)
    for setting, there in (("never", False), ("always", True), ("after the event", False)):
        cell(folder, "Event", "Open lists", value=setting)
        pipeline.run(data_of(folder))
        assert ("example.org/zzyzx" in site_text(folder)) is there
        assert (SECRET in site_text(folder)) is there


def test_lists_open_by_themselves_when_the_event_is_over(folder: EventFolder) -> None:
    cell(folder, "Event", "Open lists", value="after the event")
    cell(folder, "Players", "Commander", 5, SECRET)
    pipeline = Pipeline(folder, folder.site)
    for number in (1, 2):
        pipeline.run(data_of(folder), publish_next=True)
        assert SECRET not in site_text(folder)
        for row in (5, 6):
            cell(folder, f"Round {number}", "Result", row, "A")
    pipeline.run(data_of(folder))
    assert SECRET in site_text(folder)
