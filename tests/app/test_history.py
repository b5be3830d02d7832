"""Every save is kept, small and exact, told in words, and given back when it is asked for."""

import errno
import io
import os
import random
import re
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from runner.app.event_folder import EventFolder
from runner.app.history.as_text import content
from runner.app.history.keep import Saves
from runner.app.history.saves import DamagedError, Store
from runner.app.history.saves.pieces import cut, together
from runner.app.pipeline import Pipeline
from runner.cli import main
from runner.core.event import Player, Shown
from tests.support import processes
from tests.support.workbooks import book, edited, event_in, small_event, with_cell

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("platform")]  # left out of make quick

SAVES = 300 if "RUNNER_SOAK" in os.environ else 40
KILLS = 100 if "RUNNER_SOAK" in os.environ else 4
AT = "2026-11-21T14:32:05+01:00"
BASE = book()
DROPPED = with_cell("Players", "E5", 2)
RESULT = with_cell("Round 1", "G6", "B")


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    root = tmp_path / "friday"
    root.mkdir()
    (root / "friday.xlsx").write_bytes(BASE)
    return EventFolder(root)


def words(folder: EventFolder) -> list[tuple[str, ...]]:
    return [save.words for save in Store(folder.saves).all()]


def runner(*arguments: object) -> tuple[int, str]:
    done = CliRunner().invoke(main, [str(each) for each in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done.exit_code, done.output


# --- exact --------------------------------------------------------------------------------------


def zipped(
    parts: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED, comment: bytes = b""
) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(zipfile.ZipInfo(name), text, method)  # of no time, so the same bytes
        archive.comment = comment
    return stream.getvalue()


PARTS = {f"part{at}": random.Random(at).randbytes(at * 97) for at in range(8)}
ODD_FILES = {
    "a workbook": BASE,
    "nothing": b"",
    "no archive": b"this is no archive" * 100,
    "cut short": BASE[: len(BASE) // 2],
    "something before it": b"MZ" * 500 + BASE,
    "something after it": BASE + b"\0" * 500,
    "stored": zipped(PARTS, zipfile.ZIP_STORED),
    "a comment": zipped(PARTS, comment=b"PK\x05\x06 no end"),
    "one in the other": zipped({"inner": zipped(PARTS)}, zipfile.ZIP_STORED),
}


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_what_is_kept_comes_back_byte_by_byte(tmp_path: Path, data: bytes) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    save = store.keep(data, AT, ("x",))
    assert store.data(save) == data
    later = Store(tmp_path)
    assert [later.data(each) for each in later.all()] == [BASE, data]


@settings(max_examples=150, deadline=None)
@given(
    st.binary(max_size=400), st.lists(st.tuples(st.integers(0), st.integers(0, 255)), max_size=6)
)
def test_any_damaged_archive_is_cut_and_put_together_again(
    tail: bytes, flips: list[tuple[int, int]]
) -> None:
    data = bytearray(zipped(PARTS) + tail)
    for at, value in flips:
        data[at % len(data)] = value
    found = cut(bytes(data))
    assert together(found.mortar, found.order, found.pieces) == bytes(data)


# --- small --------------------------------------------------------------------------------------


def a_day_of_saves(count: int) -> Iterator[bytes]:
    """An editor's saves: one cell typed each time, the table of texts and the properties anew."""
    chance = random.Random(0)
    with zipfile.ZipFile(io.BytesIO(BASE)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts |= {f"xl/more{at}.xml": chance.randbytes(3000).hex().encode() for at in range(9)}
    for turn in range(count):
        parts["xl/worksheets/sheet4.xml"] += b"<!--%d-->" % turn
        parts["xl/sharedStrings.xml"] = b'<sst count="%d">' % turn + parts["xl/more0.xml"]
        parts["docProps/core.xml"] = b"<modified>%d</modified>" % turn
        stream = io.BytesIO()
        with zipfile.ZipFile(stream, "w") as archive:
            for name, text in parts.items():
                at = zipfile.ZipInfo(name, (2026, 11, 21, 14, turn // 60, turn % 60))
                archive.writestr(at, text, zipfile.ZIP_DEFLATED)
        yield stream.getvalue()


@pytest.mark.soak
def test_a_day_of_saves_takes_a_fraction_of_its_size(tmp_path: Path) -> None:
    store = Store(tmp_path)
    all_of_them = list(a_day_of_saves(SAVES))
    for data in all_of_them:
        store.keep(data, AT, ("Round 3, table 12: result A",))
    taken = sum(path.stat().st_size for path in tmp_path.iterdir())
    assert all(45_000 < len(data) < 90_000 for data in all_of_them)
    assert taken < sum(map(len, all_of_them)) / 3
    assert taken < 20_000 * SAVES + 60_000
    later = Store(tmp_path)
    assert [later.data(each) for each in later.all()] == all_of_them


def test_the_same_bytes_again_take_hardly_anything(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for data in (BASE, DROPPED, BASE):
        store.keep(data, AT, ())
    sizes = [path.stat().st_size for path in sorted(tmp_path.iterdir())]
    assert sizes[0] > len(BASE) * 0.9
    assert sizes[2] < 5000


# --- safe ---------------------------------------------------------------------------------------


@pytest.mark.soak
@pytest.mark.parametrize("kill", range(KILLS))
def test_killed_while_keeping_it_has_every_save_that_was_announced(
    tmp_path: Path, kill: int
) -> None:
    seconds = random.Random(kill).uniform(0, 0.05)
    said = processes.killed_after("keep_saves", tmp_path, seconds=seconds).split()
    store = Store(tmp_path)
    saves = store.all()
    assert store.damaged() == {}
    assert len(saves) >= len(said)
    for turn, save in enumerate(saves):
        assert store.data(save) == b"%d " % turn + random.Random(turn).randbytes(50_000)
    assert store.keep(BASE, AT, ()).number == len(saves) + 1
    assert [path.name for path in tmp_path.glob(".*")] == []


def full(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_on_a_full_disk_the_day_goes_on_and_says_so(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.run(BASE)
    was = {path: path.read_bytes() for path in folder.saves.iterdir()}
    with monkeypatch.context() as disk:
        disk.setattr("runner.app.history.saves.store.replace_synced", full)
        disk.setattr("runner.app.history.keep.replace_synced", full)
        report = pipeline.run(RESULT)
    assert report.snapshot is not None
    assert report.published is not None
    told = [each.text for each in report.problems if "No space left" in each.text]
    assert told == [
        "This save could not be kept in the history: No space left on device.",
        "The text of the workbook’s content could not be written: No space left on device.",
    ]
    assert {path: path.read_bytes() for path in folder.saves.iterdir()} == was
    after = pipeline.run(RESULT)
    assert not [each for each in after.problems if "history" in each.text]
    assert words(folder)[1:] == [("Round 1, table 2: result B",)]


def test_a_disk_that_fills_up_in_the_middle_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    with monkeypatch.context() as disk:
        disk.setattr("runner.disk.os.fsync", full)
        with pytest.raises(OSError, match="No space"):
            store.keep(DROPPED, AT, ())
    assert [path.name for path in tmp_path.iterdir()] == ["000001.save"]
    assert store.keep(DROPPED, AT, ()).number == 2


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def scribbled(path: Path) -> None:
    path.write_bytes(b"\xff\xfe not a save\n" + path.read_bytes())


def of_another_kind(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"runner-save/1", b"runner-save/9", 1))


def with_no_such_key(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"order"', b'"ordre"', 1))


@pytest.mark.parametrize(
    "damage", [cut_short, emptied, scribbled, of_another_kind, with_no_such_key]
)
def test_a_damaged_save_is_told_and_never_stops_the_day(
    folder: EventFolder, tmp_path: Path, damage: object
) -> None:
    first = Pipeline(folder, tmp_path / "site")
    for data in (BASE, DROPPED, RESULT):
        first.run(data)
    damage(folder.saves / "000002.save")  # type: ignore[operator]
    report = Pipeline(folder, tmp_path / "site").run(DROPPED)
    assert report.published is not None
    assert [each.text for each in report.problems if "Save 2 of the history" in each.text]
    store = Store(folder.saves)
    assert [each.number for each in store.all()] == [1, 3, 4]
    assert store.data(store.all()[0]) == BASE
    assert store.data(store.all()[2]) == DROPPED
    code, said = runner("restore", folder.root, 2)
    assert code == 1
    assert "Save 2 is lost" in said


def test_a_piece_that_rots_is_noticed_before_anything_is_written(folder: EventFolder) -> None:
    store = Store(folder.saves)
    store.keep(BASE, AT, ())
    store.keep(DROPPED, AT, ())
    path = folder.saves / "000001.save"
    data = bytearray(path.read_bytes())
    data[-200] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(DamagedError):
        Store(folder.saves).data(Store(folder.saves).all()[0])
    code, said = runner("restore", folder.root, 1)
    assert code == 1
    assert "cannot be restored" in said
    assert not folder.restored(1).exists()


def test_what_lost_its_pieces_with_another_save_says_so(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    store.keep(DROPPED, AT, ())
    (tmp_path / "000001.save").unlink()
    later = Store(tmp_path)
    with pytest.raises(DamagedError, match="lacks a piece"):
        later.data(later.all()[0])
    fresh = later.keep(DROPPED, AT, ())
    assert later.data(fresh) == DROPPED
    assert [each.number for each in store.all()] == [2, 3]


def test_a_save_that_lacks_a_piece_is_named_by_all_that_tell_of_the_history(
    folder: EventFolder, tmp_path: Path
) -> None:
    first = Pipeline(folder, tmp_path / "site")
    for data in (BASE, DROPPED, RESULT):
        first.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    (folder.saves / "000001.save").unlink()
    lacks = "it lacks a piece that an earlier one had"
    assert Store(folder.saves).damaged() == {2: lacks, 3: lacks}
    said = runner("history", folder.root)[1]
    assert f"Save 2 is lost: {lacks}." in said
    assert f"Save 3 is lost: {lacks}." in said
    report = Pipeline(folder, tmp_path / "site").run(RESULT)
    assert report.published is not None
    told = [each.text for each in report.problems if "of the history" in each.text]
    assert told == [f"Saves 2 and 3 of the history are lost, each of them since {lacks}."]
    code, said = runner("verify", folder.root)
    assert code == 1
    for number in (2, 3):
        assert said.count(f"✗ Save {number} of the history is lost: {lacks}.") == 1


def test_a_save_is_whole_again_when_a_later_one_has_its_pieces(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    save = store.keep(DROPPED, AT, ())
    (tmp_path / "000001.save").unlink()
    assert list(store.damaged()) == [2]
    store.keep(DROPPED, AT, ())
    assert store.damaged() == {}
    assert store.data(save) == DROPPED


def test_very_many_lost_saves_are_one_problem_that_stays_short(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path)
    store = Store(folder.saves)
    texts = [PARTS | {"text": b"x" * 90 + b"%d" % at} for at in range(9)]
    for each in texts:
        store.keep(zipped(each), AT, ())
    (folder.saves / "000001.save").unlink()
    (problem,) = Saves(folder).keep(zipped(texts[-1]), None).problems
    assert "Saves 2, 3, 4, 5, 6 and 3 more of the history are lost" in problem.text


# --- what a run keeps ---------------------------------------------------------------------------


def test_each_distinct_save_is_kept_once_and_told_in_words(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    for data in (BASE, BASE, DROPPED, DROPPED, BASE, RESULT):
        pipeline.run(data)
    assert words(folder) == [
        ("Friday cEDH: 7 players, 1 phase, 1 result.",),
        ("Ana Example drops after round 2",),
        ("Ana Example no longer drops, before after round 2",),
        ("Round 1, table 2: result B",),
    ]
    store = Store(folder.saves)
    assert [store.data(each) for each in store.all()] == [BASE, DROPPED, BASE, RESULT]


def test_a_save_that_cannot_be_used_is_kept_too_and_the_next_is_told_against_the_last_good_one(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    pipeline.run(BASE)
    assert pipeline.run(BASE[:5000]).snapshot is None
    Pipeline(folder, tmp_path / "site").run(DROPPED)
    broken, last = words(folder)[1:]
    assert broken[0].startswith("It could not be used: ")
    assert last == ("Ana Example drops after round 2",)
    store = Store(folder.saves)
    assert store.data(store.all()[1]) == BASE[:5000]


def test_a_save_is_kept_even_where_the_pages_cannot_be_written(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.run(BASE)
    with monkeypatch.context() as disk:
        disk.setattr("runner.app.pipeline.publish", full)
        with pytest.raises(OSError, match="No space"):
            pipeline.run(RESULT)
    assert words(folder)[1:] == [("Round 1, table 2: result B",)]


def test_a_round_asked_for_on_the_command_line_is_no_change_of_the_workbook(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    bare = book(small_event(rounds=()))
    assert pipeline.run(bare, publish_next=True).entries
    pipeline.run(edited(lambda loaded: None, bare))
    assert words(folder)[1:] == [()]
    assert "Decisions" not in folder.content.read_text(encoding="utf-8")


def test_a_runner_that_was_started_anew_goes_on_where_the_last_one_stopped(
    folder: EventFolder, tmp_path: Path
) -> None:
    for data in (BASE, DROPPED, DROPPED, RESULT):
        Pipeline(folder, tmp_path / "site").run(data)
    assert words(folder)[1:] == [
        ("Ana Example drops after round 2",),
        ("Ana Example no longer drops, before after round 2", "Round 1, table 2: result B"),
    ]


def test_a_save_that_only_looks_different_is_kept_and_says_that_nothing_counts(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    def wider(loaded: Workbook) -> None:
        loaded["Players"].column_dimensions["B"].width = 60

    pipeline.run(BASE)
    pipeline.run(edited(wider))
    assert words(folder)[1:] == [()]
    assert "nothing that counts" in runner("history", folder.root)[1]


def test_many_changes_at_once_are_kept_in_a_bounded_line(folder: EventFolder) -> None:
    players = tuple(Player(f"P{at:03}", f"Some Body {at}") for at in range(1, 301))
    clubs = tuple(replace(each, club="c" * 900) for each in players)
    saves = Saves(folder)
    saves.keep(b"1", small_event(players=players))
    saves.keep(b"2", small_event(players=clubs))
    told = words(folder)[1]
    assert len(told) == 201
    assert told[-1] == "and 100 more"
    assert max(map(len, told)) == 300


# --- the commands -------------------------------------------------------------------------------


def test_history_lists_the_saves_newest_last_and_pages_them(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    for turn in range(25):
        pipeline.run((RESULT, BASE, DROPPED)[turn % 3])
    code, said = runner("history", folder.root)
    lines = said.splitlines()
    assert code == 0
    assert lines[0] == "5 earlier saves: --all lists them."
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", lines[1])
    assert re.fullmatch(r" 6  \d\d:\d\d:\d\d  Ana Example drops after round 2", lines[2])
    assert re.fullmatch(r"25  \d\d:\d\d:\d\d  Ana Example no longer drops, .*", lines[-2])
    assert lines[-1] == " " * 14 + "Round 1, table 2: result B"
    everything = runner("history", folder.root, "--all")[1].splitlines()
    assert [line[:2] for line in everything if line[:2].strip()][1:] == [
        f"{at:>2}" for at in range(1, 26)
    ]
    assert runner("history", folder.root, "--last", 3)[1].splitlines()[0].startswith("22 earlier")


def test_diff_tells_what_lies_between_two_saves_or_now(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    for data in (BASE, DROPPED, RESULT):
        pipeline.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    assert runner("diff", folder.root, 1, 3) == (0, "Round 1, table 2: result B\n")
    assert runner("diff", folder.root, 3, 1) == (0, "Round 1, table 2: result B cleared\n")
    assert runner("diff", folder.root, 1) == (0, "Round 1, table 2: result B\n")
    assert runner("diff", folder.root, 3) == (0, "Nothing that counts changed.\n")
    code, said = runner("diff", folder.root, 7)
    assert code == 1
    assert "There is no save 7. There are saves 1 to 3" in said


def test_restore_writes_the_very_bytes_into_a_new_file_and_never_over_one(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    for data in (BASE, DROPPED, RESULT):
        pipeline.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    assert runner("restore", folder.root, 2)[0] == 0
    assert folder.restored(2).read_bytes() == DROPPED
    assert (folder.root / "friday.xlsx").read_bytes() == RESULT
    assert folder.workbook() == folder.root / "friday.xlsx"

    folder.restored(2).write_bytes(b"somebody's own")
    code, said = runner("restore", folder.root, 2)
    assert (code, folder.restored(2).read_bytes()) == (1, b"somebody's own")
    assert "exists already" in said
    code, said = runner("restore", folder.root, 1, "--to", folder.root / "friday.xlsx")
    assert (code, (folder.root / "friday.xlsx").read_bytes()) == (1, RESULT)


def test_a_lost_workbook_comes_back_under_its_own_name(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    own = (folder.root / "friday.xlsx").rename(folder.root / "Our cup.xlsx")
    pipeline.run(BASE)
    own.unlink()
    code, said = runner("restore", folder.root, "--site", folder.root.parent / "none")
    assert code == 0
    assert f"{own} is back, as it was in save 1" in said
    assert [path.name for path in folder.workbooks()] == ["Our cup.xlsx"]


@pytest.mark.parametrize("name", ["", "../x.xlsx", "x.ods", ".hidden.xlsx", "~$x.xlsx"])
def test_a_save_without_a_name_that_can_be_is_put_back_as_its_folder_is_called(
    folder: EventFolder, name: str
) -> None:
    (folder.root / "friday.xlsx").unlink()
    Store(folder.saves).keep(BASE, AT, (), name=name)
    assert runner("restore", folder.root, "--site", folder.root.parent / "none")[0] == 0
    assert [path.name for path in folder.workbooks()] == ["friday.xlsx"]


@pytest.mark.parametrize(("how", "told"), [("hidden", True), ("erased", True), ("", False)])
def test_a_save_of_before_somebody_was_hidden_or_erased_says_whose_name_it_has_again(
    how: str, told: bool, folder: EventFolder, pipeline: Pipeline
) -> None:
    one, *others = small_event().players
    pipeline.run(BASE)
    shown = Shown(how) if how else None
    now = book(small_event(players=(replace(one, shown=shown), *others)))
    (folder.root / "friday.xlsx").write_bytes(now)
    pipeline.run(now)
    code, said = runner("restore", folder.root, 1)
    assert code == 0
    assert ("It is from before Ana Example was hidden or erased" in said) == told
    assert "hidden or erased" not in runner("restore", folder.root, 2)[1]


def test_without_any_save_the_commands_say_so(folder: EventFolder) -> None:
    for command in (["history"], ["diff", "1"], ["restore", "1"]):
        code, said = runner(command[0], folder.root, *command[1:])
        assert code == 1
        assert "No save" in said


# --- the content as text ------------------------------------------------------------------------


def test_the_content_is_one_line_a_fact_and_changes_where_the_workbook_did() -> None:
    before, after = content(event_in(BASE)).splitlines(), content(event_in(DROPPED)).splitlines()
    assert [line for line in after if line not in before] == ["Player P001, drops after: 2"]
    assert [line for line in before if line not in after] == []
    assert "Player P001: Ana Example" in before
    assert "Round 1, table 1: Ana Example / Bo Sample / Cy Trial / Dee Probe" in before
    assert "Round 1, table 1, result: A" in before
    assert content(event_in(edited(lambda loaded: None))) == content(event_in(BASE))


def test_private_columns_and_the_seed_stay_out_of_the_content() -> None:
    def private(loaded: Workbook) -> None:
        headings = {cell.value: cell.column_letter for cell in loaded["Players"][4]}
        loaded["Players"][f"{headings['Keep apart']}5"] = "Bo Sample"
        loaded["Players"][f"{headings['Notes']}5"] = "owes me ten"
        loaded["Round 1"]["I5"] = "spilt a drink"

    told = edited(private)
    assert event_in(told).players[0].keep_apart == ("Bo Sample",)
    assert event_in(told).players[0].notes == "owes me ten"
    assert event_in(told).rounds[0].rows[0].note == "spilt a drink"
    assert content(event_in(told)) == content(event_in(BASE))
    assert event_in(BASE).seed not in content(event_in(BASE))


def test_a_text_of_two_lines_stays_one_fact() -> None:
    venue = small_event(venue="Hall 2\nSeed: other")
    assert "Event, venue: Hall 2 Seed: other" in content(venue).splitlines()


def test_the_content_lies_beside_the_workbook_and_is_not_touched_where_nothing_changed(
    folder: EventFolder, pipeline: Pipeline, tmp_path: Path
) -> None:
    pipeline.run(BASE)
    there = folder.content.stat()
    assert folder.content.read_text(encoding="utf-8") == content(event_in(BASE))
    pipeline.run(edited(lambda loaded: None))
    Pipeline(folder, tmp_path / "site").run(BASE)
    assert folder.content.stat().st_mtime_ns == there.st_mtime_ns
    assert folder.content.stat().st_ino == there.st_ino
    pipeline.run(BASE[:5000])
    assert folder.content.read_text(encoding="utf-8") == content(event_in(BASE))
    pipeline.run(DROPPED)
    assert folder.content.read_text(encoding="utf-8") == content(event_in(DROPPED))
