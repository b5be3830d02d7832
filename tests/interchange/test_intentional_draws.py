"""An intentional draw is a fact of its own, from the cell to pages and documents and back."""

import json
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.import_event import Prepared, prepared
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.compute.statistics import statistics
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.interchange import schema
from runner.interchange.event_out import plain_document
from runner.render.documents.slips.form import form_of, measure
from runner.render.documents.slips.layout import A4
from runner.render.documents.slips.slip import slips_for
from runner.render.site import render
from tests.support import made_up
from tests.support.commands import ran
from tests.support.doors import words
from tests.support.events import event, phase
from tests.support.folders import opened
from tests.support.hall import Hall

R1 = RoundId(1, 1)
TYPED = {
    Mode.MULTIPLAYER: ["ID", "draw", "draw, C conceded", "ID, C conceded", "ID, playing on"],
    Mode.HEAD_TO_HEAD: ["ID", "0-0-3", "draw", "1-1-1", "2-1"],
}
AGREED = {
    Mode.MULTIPLAYER: [True, False, False, True, True],
    Mode.HEAD_TO_HEAD: [True, True, False, False, False],
}


def played(mode: Mode) -> Hall:
    tables = len(TYPED[mode])
    settings = {"best_of": 3} if mode is Mode.HEAD_TO_HEAD else {}
    each = 2 if mode is Mode.HEAD_TO_HEAD else 4
    hall = Hall(event(each * tables, phase(1, mode=mode, rounds=2, settings=settings)))
    for number, text in enumerate(TYPED[mode], 1):
        hall.cell(f"T{number} result", text)
    hall.save()
    return hall


def agreed(snapshot: Snapshot) -> list[bool]:
    return [table.intentional for table in snapshot.phases[0].rounds[0].tables]


@pytest.mark.parametrize("mode", TYPED)
def test_it_is_exported_and_comes_back(mode: Mode, tmp_path: Path) -> None:
    hall = played(mode)
    assert agreed(hall.snapshot) == AGREED[mode]
    document = plain_document(hall.snapshot)
    assert schema.problems(document, "runner-event/1") == []
    tables = document["rounds"][0]["tables"]
    assert [table.get("intentional", False) for table in tables] == AGREED[mode]
    (tmp_path / "in.json").write_text(json.dumps(document), encoding="utf-8")
    done = ran("import", tmp_path / "in.json", tmp_path / "event")
    assert done.exit_code == 0, done.output
    loaded = opened(EventFolder(tmp_path / "event"))
    assert agreed(loaded.snapshot) == AGREED[mode]
    assert plain_document(loaded.snapshot)["rounds"] == document["rounds"]
    sheet = loaded.event.sheet(R1)
    assert sheet is not None
    texts = [sheet.tables[number].result for number in sorted(sheet.tables)][: len(TYPED[mode])]
    assert [text.startswith(("ID", "0-0-3")) for text in texts] == AGREED[mode]


def test_pages_statistics_and_slips_tell_it_apart() -> None:
    hall = played(Mode.MULTIPLAYER)
    pages = render(hall.snapshot, {}).files
    page = words(pages[f"rounds/{R1.prefix}.html"].decode())
    assert page.count("Draw (ID)") == 4 + 3
    assert page.replace("Draw (ID)", "").count("Draw") == 4 + 3
    hall.cell("T5 result", "ID")
    hall.save()
    numbers = statistics(hall.snapshot.phases, hall.snapshot.players)
    assert numbers is not None
    assert (numbers.drawn, numbers.agreed) == (5, 3)
    pages = render(hall.snapshot, {}).files
    assert "Intentionally drawn" in words(pages["statistics.html"].decode())
    player = hall.snapshot.phases[0].rounds[0].tables[0].seats[0].player
    name = hall.snapshot.players[player].name
    own = next(
        each for each in pages if each.startswith("players/") and name in pages[each].decode()
    )
    assert "Draw (ID)" in words(pages[own].decode())


@pytest.mark.parametrize(("mode", "boxes"), [(Mode.MULTIPLAYER, 1), (Mode.HEAD_TO_HEAD, 0)])
def test_a_slip_has_a_box_for_it_in_a_pod_and_games_between_two(mode: Mode, boxes: int) -> None:
    snapshot = played(mode).snapshot
    first = slips_for(snapshot, R1)[0]
    headings = [column.heading for column in measure(form_of(first), A4, 3).columns]
    assert headings.count("ID") == boxes
    assert ("Games drawn" in headings) == (not boxes)


def test_an_agreed_draw_that_a_game_loss_has_decided_is_none() -> None:
    """Best of one: who has lost the game has lost the match, whatever the two had agreed."""
    document = made_up.event_document(Stream("public", "88"), "mtr")
    document["phases"][0].update(rounds=1, settings={"best_of": 1})
    players = document["players"][:2]
    for player in players:
        player.update(enters=1, drops_after=None)
        player.pop("returns", None)
    ids = [player["id"] for player in players]
    seats = [{"player": each, "outcome": "draw", "games_won": 0} for each in ids]
    table = {"table": 1, "seats": seats, "games_drawn": 1, "intentional": True}
    document.update(
        players=players, rounds=[{"phase": 1, "number": 1, "tables": [table], "byes": []}],
        penalties=[{"round": 1, "player": ids[0], "penalty": "game loss"}],
    )  # fmt: skip
    made = prepared(document)
    assert isinstance(made, Prepared), made
    (counted,) = compute(made.event, made.ledger).rounds[0].tables
    assert [seat.outcome.value for seat in counted.seats if seat.outcome] == ["penalty_loss", "win"]
    assert not counted.intentional
