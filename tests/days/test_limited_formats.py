"""Formats whose decks are made on the day, from a new workbook to the last result."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.cli import main
from runner.core.event import Mode
from runner.rules import limited
from runner.workbook.read.read import read
from runner.workbook.schema import mode_choice
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.folders import data_of, opened, workbook_of

SEALED = [key for key, each in limited.REGISTRY.items() if each.sealed]
DRAFTS = [key for key, each in limited.REGISTRY.items() if not each.sealed]
MINUTES = {
    "draft": 30, "commander_draft": 30, "rochester_draft": 25, "team_draft": 40,
    "two_headed_giant_draft": 40, "sealed": 30, "team_sealed": 60, "two_headed_giant_sealed": 60,
}  # fmt: skip
"""For building (MTR Appendix B); of plain drafts as Runner has always had it."""


def run(*words: str) -> str:
    done = CliRunner().invoke(main, words)
    assert done.exit_code == 0, done.output
    return done.stdout


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
