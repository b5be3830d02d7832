"""Players of a list into an event's workbook: below the last one, never twice, losing no edit."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from runner.app import add_players
from runner.app.add_players import Added, add, preview
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.core.player import Player
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.workbooks import NAMES, small_event

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", small_event(rounds=()))


def added(folder: EventFolder, text: str | bytes, name: str = "") -> Added:
    return add(folder, add_players.read_list(text, name), unlocked_for=0)


def players(folder: EventFolder) -> dict[str, Player]:
    return {player.name: player for player in opened(folder).event.players}


def test_new_players_go_below_the_last(folder: EventFolder) -> None:
    done = added(folder, "Zoë Late, Club Norte\nYan New\n")
    assert done.done
    assert [*players(folder)] == [*NAMES, *done.names]


def test_who_plays_already_is_left_and_told(folder: EventFolder) -> None:
    before = data_of(folder)
    done = added(folder, "1. Example, Ana\nBO SAMPLE\n")
    assert done.names == ()
    assert [line.why for line in done.found.lines] == ["plays already", "plays already"]
    assert data_of(folder) == before


def test_a_second_time_changes_nothing(folder: EventFolder) -> None:
    assert added(folder, "Yan New\n").done
    before = data_of(folder)
    assert not added(folder, "Yan New\n").done
    assert data_of(folder) == before


def with_column(folder: EventFolder, heading: str) -> None:
    header = opened(folder).layout.players.header
    book = load_workbook(workbook_of(folder))
    book["Players"].cell(header, book["Players"].max_column + 1, heading)
    book.save(workbook_of(folder))


def row_of(folder: EventFolder, name: str) -> list[object]:
    rows = load_workbook(workbook_of(folder))["Players"].iter_rows(values_only=True)
    return next([*row] for row in rows if name in row)


def test_columns_go_where_they_belong(folder: EventFolder) -> None:
    text = "Name;Club;Commander;Decklist;Notes\nYan New;Norte;Kinnan;https://x.org/1;needs a chair"
    added(folder, text)
    player = players(folder)["Yan New"]
    assert (player.club, player.extra["Commander"]) == ("Norte", "Kinnan")
    assert player.notes == "needs a chair"


ADDRESS = "yan@secret.example"


def test_an_address_is_left_out_and_told(folder: EventFolder) -> None:
    done = added(folder, f"Yan New <{ADDRESS}>\n")
    assert ADDRESS not in row_of(folder, "Yan New")
    assert any("E-mail" in note for note in done.notes)


def test_an_address_goes_into_a_column_of_its_own_and_onto_no_page(folder: EventFolder) -> None:
    with_column(folder, "Mail")
    added(folder, f"Yan New <{ADDRESS}>\n")
    assert ADDRESS in row_of(folder, "Yan New")
    site = folder.root / "site"
    Pipeline(folder, site).run(data_of(folder))
    files = [path for path in folder.root.rglob("*") if path.is_file()]
    assert not [path for path in files if ADDRESS.encode() in path.read_bytes()]


def test_an_address_goes_into_no_column_that_pages_show(tmp_path: Path) -> None:
    now = small_event(rounds=(), public_columns=("Mail",))
    folder = event_folder(tmp_path / "friday", now)
    with_column(folder, "Mail")
    added(folder, f"Yan New <{ADDRESS}>\n")
    assert ADDRESS not in row_of(folder, "Yan New")


def test_own_columns_are_filled(folder: EventFolder) -> None:
    with_column(folder, "Pronouns")
    added(folder, "Yan New (they/them)\n")
    assert "they/them" in row_of(folder, "Yan New")


def test_late_players_enter_in_the_round_to_come(tmp_path: Path) -> None:
    folder = event_folder(tmp_path / "friday", small_event(rounds=()))
    Pipeline(folder, tmp_path / "site").run(data_of(folder), publish_next=True)
    done = added(folder, "Yan New\n")
    assert players(folder)["Yan New"].enters == 2
    assert any("round 2" in note for note in done.notes)


def test_nothing_is_written_while_it_is_open(folder: EventFolder) -> None:
    workbook = workbook_of(folder)
    before = data_of(folder)
    workbook.with_name(f".~lock.{workbook.name}#").write_text(",ana,host,now,;", encoding="utf-8")
    done = added(folder, "Yan New\n")
    assert not done.done
    assert done.waiting
    assert workbook.name in "".join(map(str, done.why))
    assert data_of(folder) == before


def test_it_goes_in_as_soon_as_it_is_closed(folder: EventFolder) -> None:
    workbook = workbook_of(folder)
    lock = workbook.with_name(f".~lock.{workbook.name}#")
    lock.write_text(",ana,host,now,;", encoding="utf-8")
    said: list[str] = []
    done = add(
        folder, add_players.read_list("Yan New\n"), wait=60, say=said.append, unlocked_for=0,
        sleep=lambda _: lock.unlink(missing_ok=True),
    )  # fmt: skip
    assert done.done
    assert len(said) == 1


def test_a_save_in_the_very_moment_is_kept(
    folder: EventFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, saved = add_players.write_back, []

    def late(path: Path, *args: object, **more: object) -> object:
        if not saved:
            book = load_workbook(path)
            book["Players"].cell(opened(folder).layout.players.last_row + 1, 2, "Typed Meanwhile")
            book.save(path)
            saved.append(True)
        return real(path, *args, **more)

    monkeypatch.setattr(add_players, "write_back", late)
    assert added(folder, "Yan New\n").done
    assert [*players(folder)][-2:] == ["Typed Meanwhile", "Yan New"]


def test_a_preview_changes_nothing(folder: EventFolder) -> None:
    before = data_of(folder)
    assert preview(folder, add_players.read_list("Yan New\n")).names == ("Yan New",)
    assert data_of(folder) == before


def test_people_of_a_team_play_for_their_club(folder: EventFolder) -> None:
    added(folder, "Red Foxes: Yan New, Zoë Late\nBlue Owls: Uma Fresh, Vic Recent\n")
    found = players(folder)
    assert (found["Yan New"].club, found["Vic Recent"].club) == ("Red Foxes", "Blue Owls")


def test_a_workbook_is_a_list_too(folder: EventFolder) -> None:
    book = Workbook()
    book.active.append(["Sign-ups of Friday"])
    book.active.append([])
    book.active.append(["Nachname", "Vorname", "Verein"])
    book.active.append(["New", "Yan", "Norte"])
    out = BytesIO()
    book.save(out)
    assert added(folder, out.getvalue(), "list.xlsx").names == ("Yan New",)
    assert players(folder)["Yan New"].club == "Norte"


def test_the_workbook_of_another_event_is_a_list(folder: EventFolder, tmp_path: Path) -> None:
    others = (Player("P001", "Yan New", club="Norte"), Player("P002", NAMES[0]))
    other = event_folder(tmp_path / "other", small_event(rounds=(), players=others))
    assert added(folder, data_of(other), "other.xlsx").names == ("Yan New",)
    assert players(folder)["Yan New"].club == "Norte"


def test_a_workbook_has_no_more_lines_than_a_text(folder: EventFolder) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for number in range(20_001):
        sheet.append([f"Ana Number{number}"])
    out = BytesIO()
    book.save(out)
    assert "too many lines" in " ".join(added(folder, out.getvalue(), "list.xlsx").why)


@pytest.mark.parametrize(
    "data", [bytes(range(256)) * 9, b"PK\x03\x04rubbish", b"\xd0\xcf\x11\xe0" * 10, b"%PDF-1.4 x"]
)
def test_what_is_no_list_is_refused_in_words(folder: EventFolder, data: bytes) -> None:
    done = added(folder, data)
    assert not done.done
    assert done.why
