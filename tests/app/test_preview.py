"""Somebody looks at the next round before it is published, on the desk alone. What yes publishes
then is what was seen, or what was changed is named; and nothing public depends on it."""

import json
import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from runner.app import time_zone
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.put_back import put_back_ledger
from runner.app.rehearse import end_rehearsal, play
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.problems import Severity
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from tests.support.clerk import Clerk
from tests.support.commands import run
from tests.support.events import phase, planned, swiss_and_playoff
from tests.support.folders import files_in, new_workbook
from tests.support.waiting import until

pytestmark = pytest.mark.thorough  # left out of make quick

R1, R2, R3 = (RoundId(1, number) for number in (1, 2, 3))
PREVIEWED, COMPARED = EntryKind.PREVIEWED, EntryKind.COMPARED


class Hall(Clerk):
    """A clerk who looks before a round goes out."""

    def preview(self, round_: RoundId) -> None:
        self.put((self.go(round_), "preview"))

    def yes(self, round_: RoundId) -> None:
        self.put((self.go(round_), "yes"))

    def seen(self) -> list[Entry]:
        return [entry for _, entry in self.ledger().previews]

    def kinds(self) -> list[EntryKind]:
        return [entry.kind for entry in self.seen()]

    def desk(self) -> str:
        return (self.root / "desk.html").read_text("utf-8")

    def previewed_tables(self) -> list[list[str]]:
        """The names at each table of the preview on the desk."""
        shown = re.search(r'<section class="card preview".*?</section>', self.desk(), re.DOTALL)
        tables = re.findall(r"<li><b>.*?</li>", shown[0] if shown else "", re.DOTALL)
        return [re.findall(r"<bdi>(.*?)</bdi>", table) for table in tables]

    def published_tables(self) -> list[list[str]]:
        now = max(self.snapshot.rounds, key=lambda played: played.id)
        return [[self.name(each) for each in table.players] for table in now.tables]

    def again(self) -> None:
        """Runner is started again."""
        self.pipeline = Pipeline(EventFolder(self.root), self.site)  # type: ignore[assignment]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    return Hall(tmp_path / "friday", planned(18, rounds=3))


# --- nothing public depends on it -----------------------------------------------------------------

EVENTS: Mapping[str, Event] = {
    "pods": planned(14, phase(1, rounds=3, uneven="byes")),
    "two players": planned(9, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3)),
    "a playoff": replace(
        swiss_and_playoff(10, Mode.MULTIPLAYER, swiss=1, cut=4), automatic=False, decisions=()
    ),
    "by itself": planned(8, rounds=3, automatic=True),
}


def public_files(site: Path) -> dict[str, bytes]:
    """Every file of a site; its manifest without the event's folder and when files were written."""
    files = files_in(site, hidden=True)
    manifest = json.loads(files[".manifest.json"])
    del manifest["event"]
    for entry in manifest["files"].values():
        del entry[2]
    return files | {".manifest.json": json.dumps(manifest).encode()}


@pytest.mark.parametrize("which", EVENTS)
def test_no_public_byte_depends_on_whether_somebody_looked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, which: str
) -> None:
    monkeypatch.setattr(time_zone, "now", lambda name: "2026-11-21T10:00:00+00:00")
    given = new_workbook(EVENTS[which])
    for each in ("plain", "looks"):
        (tmp_path / each).mkdir()
    plain, looks = (
        Hall(tmp_path / each / "friday", EVENTS[which], given) for each in ("plain", "looks")
    )
    rounds = [RoundId(phase.number, number) for phase in EVENTS[which].phases
              for number in range(1, (phase.rounds or 1) + 1)]  # fmt: skip

    def nobody_can_tell() -> None:
        public = [public_files(each.site) for each in (plain, looks)]
        assert public[0].keys() == public[1].keys()
        assert [name for name in public[0] if public[0][name] != public[1][name]] == []
        assert plain.ledger().head == looks.ledger().head
        assert plain.ledger().entries == looks.ledger().entries

    for at, round_ in enumerate(rounds):
        looks.preview(round_)
        plain.put()
        nobody_can_tell()
        for after in (at, None):
            for each in (plain, looks):
                leaves = each.player(each.snapshot.event.players[at].name, "drops_after")
                each.put((leaves, after))
            nobody_can_tell()
        if round_ == R2:  # once more, after it was taken back
            for each in (plain, looks):
                each.yes(round_)
                each.ask("Undo the last decision")
            looks.put((looks.go(round_), None))
            plain.put((plain.go(round_), None))
            nobody_can_tell()
            looks.preview(round_)
        for each in (plain, looks):
            each.yes(round_)
        nobody_can_tell()
        for each in (plain, looks):
            each.play()
        nobody_can_tell()
    assert plain.workbook.read_bytes() == looks.workbook.read_bytes()
    assert plain.snapshot.over
    assert (plain.site / "data/rounds.json").exists()
    assert not plain.seen()
    assert bool(looks.seen())
    assert "✓ " in run("verify", looks.root)
