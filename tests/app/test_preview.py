"""Somebody looks at the next round before it is published, on the desk alone. What yes publishes
then is what was seen, or what was changed is named; and nothing public depends on it."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from runner.app import time_zone
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import end_rehearsal, play
from runner.compute.verify import verify
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from tests.support.clerk import Clerk
from tests.support.commands import run
from tests.support.events import phase, planned, swiss_and_playoff
from tests.support.folders import files_in, new_workbook

pytestmark = pytest.mark.thorough  # left out of make quick

R1, R2 = RoundId(1, 1), RoundId(1, 2)
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


# --- what is shown, and what yes publishes --------------------------------------------------------


def test_yes_publishes_exactly_what_was_previewed(hall: Hall) -> None:
    hall.preview(R1)
    told = hall.told("Round 1 is previewed on the desk, and not published.")
    assert [(each.code, str(each.place)) for each in told] == [("preview.shown", "Decisions!F5")]
    assert "Type yes to publish exactly this" in told[0].fix[0]
    shown = hall.previewed_tables()
    assert sorted(map(len, shown)) == [3, 3, 4, 4, 4]
    assert not hall.snapshot.rounds
    assert (hall.root / "desk.html").stat().st_mode & 0o077 == 0
    hall.again()  # the watch was killed in between, say
    hall.yes(R1)
    assert hall.published_tables() == shown
    assert hall.kinds() == [PREVIEWED, COMPARED]
    assert hall.seen()[-1].data == {"same": True, "previews": 1}
    assert hall.previewed_tables() == [], "it is over once the round is out"
    assert "Round 1 was published as it was previewed." in hall.desk()


def test_who_is_paired_up_or_down_and_why_is_shown_with_byes(tmp_path: Path) -> None:
    hall = Hall(tmp_path / "friday", planned(9, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3)))
    hall.preview(R1)
    assert "bye: drawn by chance" in hall.desk()
    hall.yes(R1)
    hall.play()
    hall.preview(R2)
    assert "bye: lowest of those with the fewest byes" in hall.desk()
    drawn = next(each for each in hall.snapshot.pairings if each.proposed)
    moved = (*drawn.certificate.moved_up, *drawn.certificate.moved_down)
    assert moved
    assert hall.desk().count("<em>") == len(moved)
    notes = hall.desk().partition("What its certificate says")[2]
    assert re.search(r"(is|are) paired (up|down) to", notes)
    assert "proved best" in notes


def test_a_drop_between_preview_and_yes_is_named(hall: Hall) -> None:
    hall.preview(R1)
    shown = hall.previewed_tables()
    leaves = shown[0][0]
    hall.type({hall.player(leaves, "drops_after"): 0})
    hall.yes(R1)
    assert all(leaves not in table for table in hall.published_tables())
    last = hall.seen()[-1]
    assert (last.kind, last.data["same"]) == (COMPARED, False)
    assert last.data["changed"] == [f"{leaves} never came"]
    (told,) = hall.told("differs from its last preview")
    assert f"{leaves} never came" in told.text
    assert leaves in hall.desk()
    assert "✗" not in run("verify", hall.root)


def test_private_notes_that_are_typed_in_between_are_nowhere_in_the_ledger(hall: Hall) -> None:
    hall.preview(R1)
    leaves, other = hall.previewed_tables()[0][:2]
    hall.type({hall.player(leaves, "drops_after"): 0, hall.player(other, "notes"): "0171-SECRET"})
    hall.preview(R1)
    hall.yes(R1)
    assert any(leaves in str(entry.data) for entry in hall.seen())
    assert b"SECRET" not in hall.root.joinpath("ledger.jsonl").read_bytes()


def test_looking_again_and_again_is_counted_and_told(hall: Hall) -> None:
    hall.preview(R1)
    names = [hall.name(player) for player in hall.snapshot.players][:2]
    for name in names:
        hall.put((hall.player(name, "drops_after"), 0))
    hall.put()
    hall.put((hall.at(R1, 1, "note"), "nothing that counts"))
    assert hall.kinds() == [PREVIEWED] * 3, "each that shows something else"
    said = run("next", "--preview", hall.root, "--site", hall.site)
    assert said.count("is previewed on the desk") == 1
    assert [entry.data.get("changed") for entry in hall.seen()] == [
        None, *([f"{name} never came"] for name in names),
    ]  # fmt: skip
    assert "It is preview 3 of this round" in hall.desk()
    said = run("history", hall.root)
    assert said.count("Round 1 was previewed") == 3
    assert f"changed since: {names[1]} never came" in said
    assert len(json.loads(run("history", hall.root, "--json"))["previews"]) == 3
    hall.yes(R1)
    assert hall.seen()[-1].data == {"same": True, "previews": 3}


def test_a_result_that_is_corrected_is_named_by_its_table(hall: Hall) -> None:
    hall.yes(R1)
    hall.play()
    hall.preview(R2)
    hall.put((hall.at(R1, 1, "result"), "B"))
    assert hall.seen()[-1].data["changed"] == ["Round 1, table 1: result B, before A"]


def test_a_preview_by_a_command_stays_on_the_desk_until_the_round_is_out(hall: Hall) -> None:
    where = (hall.root, "--site", hall.site)
    said = run("next", "--preview", *where)
    assert "Round 1 is previewed on the desk, and not published." in said
    shown = hall.previewed_tables()
    hall.again()
    hall.put()
    assert hall.previewed_tables() == shown
    assert hall.kinds() == [PREVIEWED]
    name = shown[0][0]
    hall.put((hall.player(name, "drops_after"), 0))
    assert hall.previewed_tables() == []
    assert [entry.kind for entry in hall.seen()] == [PREVIEWED], "nobody has looked again"
    assert f"Changed since: {name} never came." in (
        hall.pipeline.run(hall.workbook.read_bytes()).problems[-1].text
    )
    run("next", *where)
    assert hall.kinds() == [PREVIEWED, COMPARED]
    assert not hall.seen()[-1].data["same"]


# --- when there is nothing to preview -------------------------------------------------------------


def test_a_round_that_cannot_be_paired_is_told_with_its_cell(hall: Hall) -> None:
    hall.yes(R1)
    hall.preview(R2)
    (told,) = hall.told("Round 2 waits for results of Round 1")
    assert str(told.place) == str(hall.go(R2))
    assert told.fix == ("Type them; the round is previewed when you save.",)
    hall.put((hall.go(R1), "preview"))
    (told,) = hall.told("Round 1 is out already")
    assert told.fix == ("Clear the Go cell.",)
    assert hall.kinds() == []
    said = run("next", "--preview", hall.root, "--site", hall.site, code=1)
    assert "all 5 tables still playing" in said
    hall.put((hall.go(R1), "yes"))
    hall.play()
    assert hall.kinds() == [PREVIEWED], "it was asked for, and nothing is missing now"


def test_only_a_round_can_be_previewed(hall: Hall) -> None:
    hall.ask("Give a bye", R1, player=hall.name("P001"), go="preview")
    (told,) = hall.told("Only “Pair round” can be previewed.")
    assert "Type yes" in told.fix[0]
    assert not hall.snapshot.event.decisions


def test_a_preview_holds_no_round_back_that_is_paired_by_itself(tmp_path: Path) -> None:
    hall = Hall(tmp_path / "friday", planned(8, rounds=2, automatic=True))
    hall.yes(R1)
    hall.preview(R2)
    (told,) = hall.told("Round 2 is paired and published by itself")
    assert "“Pair rounds by itself” on Event" in told.fix[0]
    hall.play()
    assert hall.snapshot.rounds[-1].id == R2
    assert hall.kinds() == []


@pytest.mark.parametrize(
    "event",
    [
        planned(6, phase(1, type_="single_elimination", mode=Mode.HEAD_TO_HEAD)),
        planned(7, phase(1, type_="round_robin", mode=Mode.HEAD_TO_HEAD)),
        planned(12, phase(1, variant="two_headed_giant", mode=Mode.HEAD_TO_HEAD, rounds=3)),
    ],
    ids=["playoff", "round robin", "teams"],
)
def test_other_kinds_of_rounds_are_previewed_as_they_are_published(
    tmp_path: Path, event: Event
) -> None:
    hall = Hall(tmp_path / "friday", event)
    hall.preview(R1)
    shown = hall.previewed_tables()
    assert shown
    hall.yes(R1)
    assert hall.published_tables() == shown
    assert hall.seen()[-1].data["same"]


def test_a_draft_is_previewed_once_it_has_pods(tmp_path: Path) -> None:
    hall = Hall(
        tmp_path / "friday",
        planned(8, phase(1, mode=Mode.DRAFT, rounds=3)),
    )
    hall.preview(R1)
    (told,) = hall.told("begins with a draft without pods")
    assert told.fix == ("Choose “Make pods” on Decisions.",)
    hall.ask("Make pods", RoundId(1, 0))
    assert hall.previewed_tables()
    shown = hall.previewed_tables()
    hall.yes(R1)
    assert hall.published_tables() == shown


# --- the ledger -----------------------------------------------------------------------------------


def test_a_preview_that_is_taken_out_of_the_ledger_is_noticed(hall: Hall) -> None:
    hall.preview(R1)
    before = hall.ledger()
    lines = (hall.root / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (hall.root / "ledger.jsonl").write_bytes(b"".join(lines[:-1]))
    report = hall.pipeline.run(hall.workbook.read_bytes())
    assert [each.code for each in report.problems if each.fatal] == ["ledger.lost"]
    assert "it has 1 of its 2 lines" in next(each.text for each in report.problems if each.fatal)
    run("restore", hall.root, "--site", hall.site)
    assert hall.ledger() == before
    hall.yes(R1)
    lines = (hall.root / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    (hall.root / "ledger.jsonl").write_bytes(b"".join((lines[0], *lines[2:])))
    report = hall.pipeline.run(hall.workbook.read_bytes())
    assert "its seal does not match" in next(each.text for each in report.problems if each.fatal)


def test_what_is_said_of_a_preview_is_verified(hall: Hall) -> None:
    hall.preview(R1)
    hall.yes(R1)
    ledger = hall.ledger()
    lied = [
        replace(entry, data={**entry.data, "same": False}) if entry.kind is COMPARED else entry
        for entry in ledger.lines
    ]
    assert [each.sound for each in verify(ledger) if each.kind is COMPARED] == [True]
    other = Ledger().extended(lied)[0]
    assert [each.sound for each in verify(other) if each.kind is COMPARED] == [False]


def test_the_same_lines_are_read_piece_by_piece(hall: Hall) -> None:
    hall.preview(R1)
    hall.yes(R1)
    hall.play()
    hall.preview(R2)
    lines = (hall.root / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    whole = parse(b"".join(lines))[0]
    piece = Ledger()
    for line in lines:
        piece, broken = parse(line, piece)
        assert not broken
    assert piece == whole
    assert Ledger().extended(whole.lines)[0] == whole
    alone = Ledger().extended(whole.entries)[0]
    assert (alone.head, alone.seals) == (whole.head, whole.seals)
    assert alone.seal != whole.seal


def test_a_workbook_from_before_a_preview_can_be_put_back(hall: Hall) -> None:
    older = hall.workbook.read_bytes()
    hall.preview(R1)
    shown = hall.previewed_tables()
    hall.doc = older
    hall.done()
    assert hall.previewed_tables() == shown, "it is still what yes would publish"
    hall.yes(R1)
    assert hall.published_tables() == shown
    assert hall.seen()[-1].data["same"]


def test_a_name_in_a_preview_is_erased_with_all_else(hall: Hall) -> None:
    hall.preview(R1)
    name = hall.previewed_tables()[0][0]
    hall.put((hall.player(name, "drops_after"), 0))
    hall.put((hall.player(name, "drops_after"), None))
    assert name in (hall.root / "ledger.jsonl").read_text("utf-8")
    assert name in hall.desk()
    run("erase", hall.root, name, "--site", hall.site)
    for path in (path for path in hall.root.rglob("*") if path.is_file()):
        assert name.encode() not in path.read_bytes(), path
    assert hall.kinds() == [PREVIEWED] * 3
    hall.again()
    hall.doc = hall.workbook.read_bytes()
    hall.yes(R1)
    assert hall.snapshot.rounds
    assert hall.kinds()[-1] is COMPARED


def test_a_rehearsal_does_not_hide_that_round_1_was_seen(hall: Hall) -> None:
    hall.preview(R1)
    hall.put((hall.go(R1), None))
    play(hall.pipeline, 1)
    hall.pipeline.write_names(unlocked_for=0)
    end_rehearsal(hall.pipeline)
    assert hall.kinds() == [PREVIEWED]
