"""Lists on paper: everybody once, in order, at the right table, whatever the size of the field."""

import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Mode, RoundId, Shown
from runner.core.names import last_first
from runner.render.documents.registry import DRAFT, OF_A_ROUND, REGISTRY
from runner.render.documents.sheets.sheet import Sheet
from tests.support import events
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.events import phase

SHEETS = [document for document in REGISTRY.values() if isinstance(document, Sheet)]


def played(count: int = 26, **more: object) -> Snapshot:
    day = Day(replace(events.swiss_and_playoff(count, Mode.MULTIPLAYER, swiss=3, cut=4), **more))  # type: ignore[arg-type]
    day.play_until(1, 3, drawn_results("paper"))
    return day.snapshot


def drafted(count: int = 26) -> Snapshot:
    first = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    now: Event = events.event(count, first, automatic=False, decisions=())
    day = DraftDay(now)
    return day.ask("make pods")


def pdf_text(data: bytes, folder: Path, *, layout: bool = False) -> str:
    path = folder / "sheet.pdf"
    path.write_bytes(data)
    how = ["-layout"] if layout else ["-raw"]
    done = subprocess.run(["pdftotext", *how, str(path), "-"], capture_output=True, check=True)
    text = done.stdout.decode()
    return text if layout else " ".join(text.split())


needs_poppler = pytest.mark.skipif(not shutil.which("pdftotext"), reason="needs poppler")


@needs_poppler
def test_the_pairings_by_name_have_everybody_once_in_order(tmp_path: Path) -> None:
    snapshot, round_id = played(), RoundId(1, 3)
    (data,) = REGISTRY["pairings"].render(snapshot, round_id).files.values()
    text = pdf_text(data, tmp_path)
    current = snapshot.rounds[-1]
    seats = {
        seat.player: f"{table.number}{'ABCD'[at]}"
        for table in current.tables
        for at, seat in enumerate(table.seats)
    }
    names = {key: last_first(player.name) for key, player in snapshot.players.items()}
    places = []
    for player, name in names.items():
        found = [
            *re.finditer(rf"{re.escape(name)}\s+({re.escape(seats.get(player, 'Bye'))})", text)
        ]
        assert len(found) == 1, name
        places.append((name, found[0].start()))
    by_name = [name for name, _ in sorted(places)]
    assert by_name == [name for name, _ in sorted(places, key=lambda pair: pair[1])]


@needs_poppler
def test_the_tables_are_in_order_with_those_who_sit_there(tmp_path: Path) -> None:
    snapshot = played()
    (data,) = REGISTRY["tables"].render(snapshot, RoundId(1, 3)).files.values()
    text = pdf_text(data, tmp_path)
    at = -1
    for table in sorted(snapshot.rounds[-1].tables, key=lambda table: table.number):
        names = [last_first(snapshot.players[player].name) for player in table.players]
        line = r"\s+".join(map(re.escape, [str(table.number), *names]))
        found = re.search(line, text)
        assert found, line
        assert found.start() > at
        at = found.start()


@needs_poppler
def test_the_standings_hang_beside_the_pairings_of_the_next_round(tmp_path: Path) -> None:
    snapshot = played()
    (data,) = REGISTRY["standings"].render(snapshot, RoundId(1, 3)).files.values()
    text = pdf_text(data, tmp_path)
    assert "Standings after round 2" in text
    ranking = snapshot.phases[0].standings[1]
    places = [text.index(snapshot.players[row.player].name) for row in ranking.rows]
    assert places == sorted(places)
    assert not REGISTRY["standings"].render(snapshot, RoundId(1, 1)).files, "nothing to rank yet"


@needs_poppler
def test_a_draft_has_charts_names_tables_and_picks(tmp_path: Path) -> None:
    snapshot = drafted()
    (name,) = DRAFT.render(snapshot, RoundId(1, 0)).files
    assert name == "draft.pdf"
    text = pdf_text(DRAFT.render(snapshot, RoundId(1, 0)).files[name], tmp_path)
    draft = snapshot.drafts[0]
    for player, (pod, seat) in draft.spots.items():
        assert text.count(snapshot.players[player].name) == 2, (
            "in the chart and at a building table"
        )
        listed = re.escape(last_first(snapshot.players[player].name))
        assert re.search(rf"{listed}\s+{pod}–{seat}", text)
    assert text.count("passed to the right") == 1
    assert not DRAFT.render(snapshot, RoundId(1, 1)).files


@pytest.mark.parametrize("document", SHEETS, ids=lambda each: each.KEY)
def test_the_same_event_gives_the_same_bytes_and_is_remembered(document: Sheet) -> None:
    snapshot = drafted() if document is DRAFT else played()
    round_id = RoundId(1, 0 if document is DRAFT else 3)
    first, second = document.render(snapshot, round_id), document.render(snapshot, round_id)
    assert first.files
    assert first == second
    assert first.inputs == document.inputs(snapshot, round_id)
    other = replace(snapshot, event=replace(snapshot.event, name="Another"))
    assert document.inputs(other, round_id) != first.inputs


def test_walls_show_names_as_the_pages_do_and_the_check_in_list_all_of_them() -> None:
    now = events.swiss_and_playoff(12, Mode.MULTIPLAYER, swiss=3, cut=4)
    first = replace(now.players[0], shown=Shown.HIDDEN)
    snapshot = Day(replace(now, players=(first, *now.players[1:]))).snapshot
    name = last_first(first.name)
    for document in SHEETS:
        if document is not DRAFT and document.KEY != "standings":
            shown = name in document.html(snapshot, RoundId(1, 1))
            assert shown is document.FOR_STAFF, document.KEY


def test_all_of_a_round_is_made_when_it_goes_out() -> None:
    assert [document.KEY for document in OF_A_ROUND] == ["slips", "pairings", "tables", "standings"]
