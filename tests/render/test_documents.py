"""A document is one file: what the registry has is printed, remembered and on the desk."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pypdf
import pytest
from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.sample_players import players
from runner.cli import common, main, rounds
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.names import last_first
from runner.render.documents.document import Printout, stem
from runner.render.documents.layout import USUAL, PageSetup
from runner.render.documents.pdf import Rendering
from runner.render.documents.registry import REGISTRY, Entry, printable
from runner.render.documents.sheets import sheet
from runner.render.documents.slips import document as slips_document
from tests.support.events import planned
from tests.support.folders import event_folder

pytestmark = pytest.mark.thorough  # left out of make quick

assert rounds  # loaded here, so that its choices never have what a test adds to the registry


class RollCall:
    """Who sits in a round, as a text to read out."""

    KEY, NAME, FOLDER = "roll", "roll call", "paper"
    made = 0

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        return sha256(self._text(snapshot, round_id)).hexdigest()

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        type(self).made += 1
        text = self._text(snapshot, round_id)
        return Printout(
            {f"{stem(self, round_id)}.txt": text}, inputs=self.inputs(snapshot, round_id)
        )

    def _text(self, snapshot: Snapshot, round_id: RoundId) -> bytes:
        (now,) = (each for each in snapshot.rounds if each.id == round_id)
        ids = [player for table in now.tables for player in table.players]
        return "\n".join(sorted(snapshot.players[each].name for each in ids)).encode()


@pytest.fixture
def roll(monkeypatch: pytest.MonkeyPatch) -> type[RollCall]:
    """The roll call in the registry, instead of the slips, which take long to print."""
    monkeypatch.setattr(RollCall, "made", 0)
    monkeypatch.delitem(REGISTRY, "slips")
    monkeypatch.setitem(REGISTRY, RollCall.KEY, RollCall())
    return RollCall


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(18))


def run(*words: object) -> str:
    answer = CliRunner().invoke(main, [str(each) for each in words])
    assert answer.exit_code == 0, answer.output
    return answer.output


def shown(folder: EventFolder) -> str:
    return (folder.root / "desk.html").read_text(encoding="utf-8").replace("\u00a0", " ")


def test_a_document_of_one_file_is_printed_remembered_and_on_the_desk(
    folder: EventFolder, tmp_path: Path, roll: type[RollCall]
) -> None:
    paper, site = folder.root / "paper" / "roll-R1.txt", tmp_path / "site"
    Pipeline(folder, site).run((folder.root / "friday.xlsx").read_bytes(), publish_next=True)
    assert "Print the roll call of Round 1." in shown(folder)
    assert "They will be in the folder paper in a moment." in shown(folder)
    run("build", folder.root, "--site", site)
    assert paper.read_text().splitlines() == sorted(each.name for each in players(18))
    assert "Print the roll call: paper/roll-R1.txt." in shown(folder)
    assert 'href="paper/roll-R1.txt"' in shown(folder)
    assert f"Roll call: {paper}\n" in run("print", folder.root)
    assert roll.made == 1, "nothing has changed since it was printed"
    paper.unlink()
    assert f"Roll call: {paper}\n" in run("print", folder.root, "--round", 1)
    assert (roll.made, paper.exists()) == (2, True)


def test_each_line_of_the_registry_leads_to_the_class_of_its_key() -> None:
    for key, entry in REGISTRY.items():
        assert isinstance(entry, Entry)
        assert entry.KEY == printable(entry.place).KEY == key


def test_slips_are_printed_by_their_own_command_alone(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(REGISTRY, RollCall.KEY, RollCall())
    run("next", folder.root, "--site", tmp_path / "site")
    (folder.root / "paper" / "roll-R1.txt").unlink()
    assert (
        run("print", folder.root, "slips") == f"Slips: {folder.root / 'slips' / 'slips-R1.pdf'}\n"
    )
    assert not (folder.root / "paper" / "roll-R1.txt").exists()


def test_paper_stays_what_was_said_last(folder: EventFolder, tmp_path: Path) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    pairings = folder.root / "lists" / "pairings-R1.pdf"

    def size() -> tuple[int, int]:
        box = pypdf.PdfReader(pairings).pages[0].mediabox
        return round(box.width), round(box.height)

    assert size() == (595, 842)
    run("print", folder.root, "pairings", "--paper", "letter")
    assert size() == (612, 792)
    run("build", folder.root, "--site", tmp_path / "site")
    assert size() == (612, 792)
    run("print", folder.root, "pairings", "--paper", "a4")
    assert size() == (595, 842)


def test_files_go_to_a_printer_where_there_is_cups(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    monkeypatch.setenv("PATH", str(tmp_path))
    asked = ["print", str(folder.root), "pairings", "--send", "hall"]
    answer = CliRunner().invoke(main, asked)
    assert answer.exit_code == 1
    assert "no CUPS" in answer.output
    lp, said = tmp_path / "lp", tmp_path / "said"
    lp.write_text(f'#!/bin/sh\necho "$@" > {said}\n')
    lp.chmod(0o700)
    assert "Sent to hall: 1 of 1 files." in run(*asked)
    assert said.read_text() == f"-d hall -- {folder.root}/lists/pairings-R1.pdf\n"
    lp.write_text("#!/bin/sh\necho unknown printer >&2\nexit 1\n")
    answer = CliRunner().invoke(main, asked)
    assert answer.exit_code == 1
    assert "pairings-R1.pdf was not sent: unknown printer" in answer.output


def test_a_terminal_is_told_how_far_it_has_come(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    (folder.root / "lists" / "tables-R1.pdf").unlink()
    monkeypatch.setattr(common, "at_a_terminal", lambda: True)
    told = [each.strip() for each in run("print", folder.root, "players", "tables").split("\r")]
    assert told[:4] == ["", "Check-in list, 1 of 2 …", "Pairings by table, 2 of 2 …", ""]
    told = run("print", folder.root, "players", "tables").split("\r")
    assert not any("of 2" in each for each in told), "nothing has changed"


def test_what_a_round_does_not_have_is_said(folder: EventFolder, tmp_path: Path) -> None:
    run("next", folder.root, "--site", tmp_path / "site")
    assert run("print", folder.root, "bracket") == "Bracket: there is nothing to print yet.\n"


def test_a_round_that_is_not_out_has_no_documents(folder: EventFolder) -> None:
    answer = CliRunner().invoke(main, ["print", str(folder.root), "--round", "1"])
    assert answer.exit_code == 1
    assert answer.output.startswith("Error: That round is not out yet, so it has no documents. ")
    answer = CliRunner().invoke(main, ["print", str(folder.root), "slips", "players"])
    assert answer.exit_code == 1
    assert answer.output == (
        "Error: No round is out yet, so it has no slips. Before round 1 you can print players, "
        "numbers, badges, cards and judge.\n"
    )


def test_who_comes_is_printed_before_a_round_is_out(folder: EventFolder) -> None:
    told = run("print", folder.root, "players", "badges", "numbers")
    made = {path.name for path in (folder.root / "lists").iterdir()}
    assert made == {"players.pdf", "badges.pdf", "numbers.pdf"}, told
    pages = pypdf.PdfReader(folder.root / "lists" / "players.pdf").pages
    everybody = "".join(page.extract_text() for page in pages)
    for player in planned(18).players:
        assert last_first(player.name) in everybody
    count = len(pypdf.PdfReader(folder.root / "lists" / "numbers.pdf").pages)
    assert count == 5


def test_letters_that_no_font_has_are_told_with_their_script_in_the_terminal_and_on_the_desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = planned(18)
    named = replace(now.players[0], name="Dana \u05d3\u05e0\u05d4")
    folder = event_folder(tmp_path / "friday", replace(now, players=(named, *now.players[1:])))
    made_up = Rendering(b"%PDF", frozenset("\u05d3\u05e0\u05d4"))
    for module in (slips_document, sheet):
        monkeypatch.setattr(module, "render", lambda *_: made_up)
    told = run("next", folder.root, "--site", tmp_path / "site")
    assert "No font on this computer has the letters for Hebrew" in told
    assert "sudo apt install fonts-noto-core" in told
    assert "Some letters are boxes on paper: no font on this computer has Hebrew." in shown(folder)
    assert "fonts-noto-core" in shown(folder)
    monkeypatch.undo()
    for document in (
        "slips",
        *(path.name.partition("-")[0] for path in folder.root.glob("lists/*")),
    ):
        monkeypatch.setattr(REGISTRY[document], "render", no_trouble, raising=False)
    run("build", folder.root, "--site", tmp_path / "site")
    assert "Some letters are boxes" not in shown(folder), "a font was installed"


def no_trouble(snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
    return Printout({"nothing.pdf": b"%PDF"}, inputs="x")
