"""Rehearsing makes up results where nothing is real, and takes out again what it has made up."""

from pathlib import Path

import pytest
from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from runner.app.event_folder import EventFolder
from tests.support.commands import ran, run
from tests.support.events import planned
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.workbooks import edited

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(12))


@pytest.fixture
def site(tmp_path: Path) -> Path:
    return tmp_path / "site"


def cell(sheet: Worksheet, heading: str, table: int = 1) -> str:
    head = next(row for row in sheet.iter_rows(max_row=12) if row[1].value == "Table")
    letters = next(each.column_letter for each in head if each.value == heading)
    return f"{letters}{head[0].row + table}"


def typed(folder: EventFolder, round_: int, **texts: str | None) -> None:
    def change(loaded: Workbook) -> None:
        sheet = loaded[f"Round {round_}"]
        for heading, text in texts.items():
            sheet[cell(sheet, heading)].value = text

    workbook_of(folder).write_bytes(edited(change, data_of(folder)))


def state(folder: EventFolder) -> tuple[bytes, bytes]:
    return data_of(folder), folder.ledger.read_bytes()


def test_nothing_is_made_up_in_a_round_that_is_out_in_earnest(
    folder: EventFolder, site: Path
) -> None:
    run("next", folder.root, "--site", site)
    before = state(folder)
    done = run("rehearse", folder.root, "--site", site, "--rounds", 2, code=1)
    assert "Round 1 is out, so this event is real, and nothing was made up in it." in done
    assert "runner demo" in done
    ended = ran("rehearse", folder.root, "--site", site, "--end")
    assert (ended.exit_code, "There is no rehearsal to end" in ended.output) == (1, True)
    assert state(folder) == before


def test_nothing_is_made_up_beside_a_result_that_was_typed(folder: EventFolder, site: Path) -> None:
    run("next", folder.root, "--site", site)
    typed(folder, 1, Result="B")
    run("build", folder.root, "--site", site)
    before = state(folder)
    done = run("rehearse", folder.root, "--site", site, code=1)
    assert "says “B”, which was not made up, so this event is real" in done
    assert state(folder) == before


def test_a_real_event_that_is_said_to_be_a_rehearsal_keeps_its_names_and_its_ledger(
    folder: EventFolder, site: Path
) -> None:
    run("next", folder.root, "--site", site)

    def said(loaded: Workbook) -> None:
        row = next(each for each in loaded["Event"].iter_rows() if each[0].value == "Rehearsal")
        row[1].value = "yes"

    workbook_of(folder).write_bytes(edited(said, data_of(folder)))
    seats, ledger = opened(folder).event.rounds[0].rows[0].seats, folder.ledger.read_bytes()
    assert any(seats)
    run("rehearse", folder.root, "--site", site, code=1)
    done = ran("rehearse", folder.root, "--site", site, "--end")
    assert (
        "Round 1 is out. So what was made up is gone, and pairings and ledger stay." in done.output
    )
    assert opened(folder).event.rounds[0].rows[0].seats == seats
    assert folder.ledger.read_bytes().startswith(ledger)


@pytest.mark.parametrize("over", [{"Note": None, "Result": "draw"}, {"Result": "draw"}])
def test_an_end_that_was_forgotten_takes_no_real_result_no_name_and_no_ledger(
    folder: EventFolder, site: Path, over: dict[str, str | None]
) -> None:
    run("rehearse", folder.root, "--site", site, "--rounds", 1)
    typed(folder, 1, **over)
    run("build", folder.root, "--site", site)
    before, ledger = opened(folder).event.rounds[0].rows, folder.ledger.read_bytes()
    run("rehearse", folder.root, "--site", site, "--rounds", 2, code=1)
    done = run("rehearse", folder.root, "--site", site, "--end")
    assert "says “draw”, which was not made up" in done
    after = opened(folder).event.rounds[0].rows
    assert [each.seats for each in after] == [each.seats for each in before]
    assert [each.result for each in after if each.result] == ["draw"]
    assert not any(each.note for each in after)
    assert folder.ledger.read_bytes().startswith(ledger)


def test_what_is_typed_behind_a_note_stays_when_the_rehearsal_ends(
    folder: EventFolder, site: Path
) -> None:
    run("rehearse", folder.root, "--site", site, "--rounds", 1)
    typed(folder, 1, Note="rehearsal, bring a chair")
    done = ran("rehearse", folder.root, "--site", site, "--end")
    assert "The rehearsal is over" in done.output
    (row, *others) = opened(folder).event.rounds[0].rows
    assert (row.note, row.result, any(row.seats)) == ("bring a chair", "", False)
    assert not any(each.note for each in others)
    assert not (folder.root / ".runner" / "rehearsal.json").exists()


def test_a_rehearsal_goes_on_as_often_as_one_likes_and_begins_anew(
    folder: EventFolder, site: Path
) -> None:
    for words in (["--rounds", 0], ["--rounds", 1], [], ["--end"], ["--rounds", 2], ["--end"]):
        run("rehearse", folder.root, "--site", site, *words)
    assert opened(folder).snapshot.rounds == ()


def test_notes_of_the_organisers_keep_a_drop_from_being_made_up(tmp_path: Path, site: Path) -> None:
    folder = event_folder(tmp_path / "many", planned(64))

    def change(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        notes = next(each.column for each in sheet[4] if each.value == "Notes")
        for row in range(5, 69):
            sheet.cell(row, notes).value = "knows the way"

    workbook_of(folder).write_bytes(edited(change, data_of(folder)))
    before = opened(folder).event.players
    for words in (["--rounds", 3], ["--end"]):
        run("rehearse", folder.root, "--site", site, *words)
    after = opened(folder).event.players
    assert [(each.drops_after, each.notes) for each in after] == [
        (each.drops_after, each.notes) for each in before
    ]
