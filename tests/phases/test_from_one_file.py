"""A phase type or tiebreaker is one file: once in its registry it works right through."""

import io
import re
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from runner import phases
from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.load import load
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.compute.checks.published import contradictions
from runner.compute.compute import compute
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.ledger.entries import DRAWN
from runner.ledger.ledger import Ledger
from runner.phases.round_robin.round_robin import RoundRobin
from runner.rules.settings import BY_NAME
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS
from runner.workbook.read.read import read
from runner.workbook.template.template import template
from tests.support.king_of_the_hill import KingOfTheHill
from tests.support.low_number import LowNumber

pytestmark = pytest.mark.thorough  # left out of make quick

PHASE = Phase(
    1, "The hill", Mode.HEAD_TO_HEAD, KingOfTheHill.KEY, rounds=2,
    settings={"tiebreakers": ["low_number", "omw"]},
)  # fmt: skip
EVENT = Event("Hill day", "2026-11-21", seed="s", phases=(PHASE,), players=players(9))


@pytest.fixture(autouse=True)
def entered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(phases.REGISTRY, KingOfTheHill.KEY, KingOfTheHill())
    monkeypatch.setitem(TIEBREAKERS, LowNumber.KEY, LowNumber())


def workbook() -> bytes:
    return template(plan_for(EVENT, 9))


def test_both_can_be_chosen_in_the_workbook_and_are_read_from_it() -> None:
    book = openpyxl.load_workbook(io.BytesIO(workbook()))
    listed = [rule.formula1 for rule in book["Phases"].data_validations.dataValidation]
    assert any("King of the hill" in str(each) for each in listed)
    cells = [cell.value for row in book["Phases"].iter_rows() for cell in row]
    assert "King of the hill" in cells
    assert "low_number" in BY_NAME["tiebreakers"].help
    event, problems, _ = read(workbook())
    assert event is not None, problems
    assert event.phases[0].type == KingOfTheHill.KEY
    assert event.phases[0].settings["tiebreakers"] == ["low_number", "omw"]


def test_they_pair_rank_time_explain_and_are_verified(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path / "hill")
    folder.root.mkdir()
    path, site = folder.root / "hill.xlsx", tmp_path / "site"
    path.write_bytes(workbook())
    pipeline = Pipeline(folder, site)
    play(pipeline, 2)
    loaded, problems = load(folder, path.read_bytes())
    assert loaded is not None, problems
    snapshot, ledger = loaded.snapshot, loaded.ledger
    (result,) = snapshot.phases
    # paired by its own rule, ranked by the new tiebreaker
    assert result.over
    assert len(result.rounds) == 2
    first, second = result.rounds
    assert [table.players for table in first.tables][:2] == [("P001", "P002"), ("P003", "P004")]
    ranked = [row.player for row in result.standings[0].rows]
    assert [table.players for table in second.tables] == [
        tuple(ranked[at : at + 2]) for at in range(0, 8, 2)
    ]
    for row, below in zip(result.standings[0].rows, result.standings[0].rows[1:], strict=False):
        assert row.match_points > below.match_points or row.player < below.player
    # timed by its stage, told of in a check
    assert {snapshot.clocks[each.id].limit.minutes for each in result.rounds} == {90}
    assert "The lowest of the hill has nobody to meet." in [each.text for each in snapshot.problems]
    # drawn again by its own draw
    drawn = [each for each in verify(ledger) if each.kind in DRAWN]
    assert [each.sound for each in drawn] == [True, True]
    # the pages say how it is paired, by what rules it is played, and show the tiebreaker
    words = {
        page.relative_to(site).as_posix(): re.sub(
            r"\s+", " ", re.sub(r"<[^>]+>", " ", page.read_text("utf-8"))
        )
        for page in site.rglob("*.html")
    }
    everything = " ".join(words.values())
    assert KingOfTheHill.HOW in everything
    assert "Whoever wins climbs one rung." in words["scoring.html"]
    assert "Lowest number (Low no.): one divided by the number of one’s Id." in (
        words["scoring.html"].replace("&#39;", "'").replace("&#34;", '"')
    )
    assert "Low no." in words["standings.html"]
    assert "Id of " in everything
    # another type under way stops all, with the name of the one that drew the rounds
    other = replace(loaded.event, phases=(replace(loaded.event.phases[0], type=RoundRobin.KEY),))
    (stops,) = contradictions(other, ledger)
    assert "out as King of the hill, but The hill, which stands in its row, is" in stops.text


def test_a_line_that_was_tampered_with_is_found(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path / "hill")
    folder.root.mkdir()
    path = folder.root / "hill.xlsx"
    path.write_bytes(workbook())
    pipeline = Pipeline(folder, tmp_path / "site")
    play(pipeline, 1)
    loaded, _ = load(folder, path.read_bytes())
    assert loaded is not None
    entries = [
        replace(each, data={**each.data, "tables": each.data["tables"][::-1]})
        if each.kind in DRAWN
        else each
        for each in loaded.ledger.entries
    ]
    found = [each.sound for each in verify(Ledger(tuple(entries))) if each.kind in DRAWN]
    assert found
    assert not any(found)


def test_a_type_for_two_at_a_table_names_what_to_choose_for_pods() -> None:
    pods = replace(EVENT, phases=(replace(PHASE, mode=Mode.MULTIPLAYER),))
    said = [each.text for each in compute(pods, Ledger()).problems]
    assert "A king of the hill is for two at a table; Runner cannot pair one in pods." in said
