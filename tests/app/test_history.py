"""Every save is kept, small and exact, told in words, and given back when it is asked for."""

import errno
import io
import random
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from runner.app.event_folder import EventFolder
from runner.app.history import saves as saves_module
from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.app.history.keep import Saves
from runner.app.history.saves import DamagedError, Store, join
from runner.app.pipeline import Pipeline
from runner.core.player import Player, Shown
from tests.support import processes
from tests.support.chunked_saves import ChunkedStore, cut
from tests.support.commands import run
from tests.support.soak import SOAKING
from tests.support.workbooks import book, edited, event_in, small_event, with_cell

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("platform")]  # left out of make quick

KILLS = 100 if SOAKING else 4
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
    "a workbook": BASE, "nothing": b"", "no archive": b"this is no archive" * 100,
    "cut short": BASE[: len(BASE) // 2], "something before it": b"MZ" * 500 + BASE,
    "something after it": BASE + b"\0" * 500, "stored": zipped(PARTS, zipfile.ZIP_STORED),
    "a comment": zipped(PARTS, comment=b"PK\x05\x06 no end"),
    "one in the other": zipped({"inner": zipped(PARTS)}, zipfile.ZIP_STORED),
}  # fmt: skip


@pytest.mark.parametrize("data", ODD_FILES.values(), ids=ODD_FILES.keys())
def test_what_is_kept_comes_back_byte_by_byte(tmp_path: Path, data: bytes) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    save = store.keep(data, AT, ("x",))
    assert store.data(save) == (tmp_path / save.files[0]).read_bytes() == data
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
    assert join(found.residue, found.order, found.chunks) == bytes(data)


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
        disk.setattr("runner.app.history.saves.replace_synced", full)
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
    (save,) = store.all()
    assert {path.name for path in tmp_path.iterdir()} == {*save.files}
    assert store.keep(DROPPED, AT, ()).number == 2


def cut_short(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1])


def emptied(path: Path) -> None:
    path.write_bytes(b"")


def scribbled(path: Path) -> None:
    path.write_bytes(b"\xff\xfe not a save\n" + path.read_bytes())


def of_another_kind(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"runner-copy/1", b"runner-copy/9", 1))


def with_no_such_key(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"words"', b'"wrods"', 1))


@pytest.mark.parametrize(
    ("damage", "file"),
    [(cut_short, 0), (emptied, 0), (Path.unlink, 0), (cut_short, 1), (emptied, 1), (scribbled, 1),
     (of_another_kind, 1), (with_no_such_key, 1)],
)  # fmt: skip
def test_a_damaged_save_is_told_and_never_stops_the_day(
    folder: EventFolder, tmp_path: Path, damage: Callable[[Path], object], file: int
) -> None:
    first = Pipeline(folder, tmp_path / "site")
    for data in (BASE, DROPPED, RESULT):
        first.run(data)
    damage(folder.saves / Store(folder.saves).all()[1].files[file])
    report = Pipeline(folder, tmp_path / "site").run(DROPPED)
    assert report.published is not None
    assert [each.text for each in report.problems if "Save 2 of the history" in each.text]
    store = Store(folder.saves)
    assert [each.number for each in store.all()] == [1, 3, 4]
    assert store.data(store.all()[0]) == BASE
    assert store.data(store.all()[2]) == DROPPED
    assert "Save 2 is lost" in run("restore", folder.root, 2, code=1)


def test_a_copy_that_rots_is_noticed_before_anything_is_written(folder: EventFolder) -> None:
    store = Store(folder.saves)
    path = folder.saves / store.keep(BASE, AT, ()).files[0]
    store.keep(DROPPED, AT, ())
    data = bytearray(path.read_bytes())
    data[-200] ^= 1
    path.write_bytes(bytes(data))
    with pytest.raises(DamagedError):
        Store(folder.saves).data(Store(folder.saves).all()[0])
    assert "cannot be restored" in run("restore", folder.root, 1, code=1)
    assert not folder.restored(1).exists()


def test_a_save_without_its_copy_is_named_by_all_that_tell_of_the_history(
    folder: EventFolder, tmp_path: Path
) -> None:
    first = Pipeline(folder, tmp_path / "site")
    for data in (BASE, DROPPED, RESULT):
        first.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    for save in Store(folder.saves).all()[1:]:
        (folder.saves / save.files[0]).unlink()
    gone = "it cannot be read: No such file or directory"
    assert Store(folder.saves).damaged() == {2: gone, 3: gone}
    said = run("history", folder.root)
    assert f"Save 2 is lost: {gone}." in said
    assert f"Save 3 is lost: {gone}." in said
    report = Pipeline(folder, tmp_path / "site").run(RESULT)
    assert report.published is not None
    told = [each.text for each in report.problems if "of the history" in each.text]
    assert told == [f"Saves 2 and 3 of the history are lost, each of them since {gone}."]
    said = run("verify", folder.root, code=1)
    for number in (2, 3):
        assert said.count(f"✗ Save {number} of the history is lost: {gone}.") == 1


def test_a_copy_that_is_put_back_from_a_backup_is_there_again(tmp_path: Path) -> None:
    store = Store(tmp_path)
    save = store.keep(BASE, AT, ())
    path = (tmp_path / save.files[0]).rename(tmp_path / "elsewhere")
    assert list(store.damaged()) == [1]
    path.rename(tmp_path / save.files[0])
    assert store.damaged() == {}
    assert store.data(save) == BASE


def test_very_many_lost_saves_are_one_problem_that_stays_short(tmp_path: Path) -> None:
    folder = EventFolder(tmp_path)
    folder.saves.parent.mkdir()
    old = ChunkedStore(folder.saves)
    texts = [PARTS | {"text": b"x" * 90 + b"%d" % at} for at in range(9)]
    for each in texts:
        old.keep(zipped(each), AT, ())
    (folder.saves / "000001.save").unlink()
    (problem,) = Saves(folder).keep(zipped(texts[-1]), None).problems
    assert "Saves 2, 3, 4, 5, 6 and 3 more of the history are lost" in problem.text


# --- histories of earlier versions --------------------------------------------------------------


def in_chunks(saves: Path, *files: bytes) -> list[Path]:
    """The saves as an earlier version kept them."""
    store = ChunkedStore(saves)
    return [store.keep(data, f"2026-11-21T14:32:{at:02}+01:00", (f"change {at}",), "friday.xlsx")
            for at, data in enumerate(files)]  # fmt: skip


def kept(saves: Path) -> list[tuple[int, str, tuple[str, ...], str, bytes]]:
    store = Store(saves)
    assert store.damaged() == {}
    return [(each.number, each.at, each.words, each.name, store.data(each))
            for each in store.all()]  # fmt: skip


def test_saves_in_chunks_are_read_and_converted_once(tmp_path: Path) -> None:
    in_chunks(tmp_path, BASE, DROPPED, *ODD_FILES.values(), BASE)
    was = kept(tmp_path)
    assert [data for *_, data in was] == [BASE, DROPPED, *ODD_FILES.values(), BASE]
    Store(tmp_path).convert()
    assert list(tmp_path.glob("*.save")) == []
    assert kept(tmp_path) == was
    files = {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert len(files) == 2 * len(was)
    Store(tmp_path).convert()
    assert {path: path.stat().st_mtime_ns for path in tmp_path.iterdir()} == files


def test_a_run_converts_and_the_commands_find_old_saves_before_and_after(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    folder.saves.parent.mkdir()
    in_chunks(folder.saves, BASE, DROPPED)
    for _ in range(2):
        assert "change 1" in run("history", folder.root)
        run("restore", folder.root, 2)
        assert folder.restored(2).read_bytes() == DROPPED
        assert folder.followed == "friday.xlsx"
        folder.restored(2).unlink()
        pipeline.run(RESULT)
    assert [save.number for save in Store(folder.saves).all()] == [1, 2, 3]
    assert list(folder.saves.glob("*.save")) == []


def test_what_lost_its_pieces_with_another_save_says_so_and_nothing_is_removed(
    tmp_path: Path,
) -> None:
    first, *_ = old = in_chunks(tmp_path, BASE, DROPPED, zipped(PARTS))
    aside = first.rename(tmp_path / "aside")
    store = Store(tmp_path)
    store.convert()
    lacks = "it lacks a piece that an earlier one had"
    assert store.damaged() == {2: lacks}
    with pytest.raises(DamagedError, match="lacks a piece"):
        store.data(store.all()[0])
    assert [store.data(each) for each in store.all()[1:]] == [zipped(PARTS)]
    assert all(path.exists() for path in old[1:])
    assert store.keep(RESULT, AT, ()).number == 4
    aside.rename(first)
    store.convert()
    assert [data for *_, data in kept(tmp_path)] == [BASE, DROPPED, zipped(PARTS), RESULT]
    assert list(tmp_path.glob("*.save")) == []


@pytest.mark.parametrize("damage", [cut_short, emptied, scribbled])
def test_old_saves_stay_as_long_as_one_cannot_be_read(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    *others, last = in_chunks(tmp_path, BASE, DROPPED)
    damage(last)
    store = Store(tmp_path)
    store.convert()
    assert list(store.damaged()) == [2]
    assert [path.exists() for path in (*others, last)] == [True, True]
    last.unlink()  # as the problem says
    store.convert()
    assert [path.suffix for path in sorted(tmp_path.iterdir())] == [".xlsx", ".json"]
    assert [data for *_, data in kept(tmp_path)] == [BASE]


def test_saves_of_an_earlier_version_that_was_used_again_get_numbers_of_their_own(
    tmp_path: Path,
) -> None:
    store = Store(tmp_path)
    store.keep(BASE, AT, ())
    in_chunks(tmp_path, DROPPED, RESULT)
    was = kept(tmp_path)
    assert [(number, data) for number, *_, data in was] == [(1, BASE), (2, RESULT), (3, DROPPED)]
    store.convert()
    assert kept(tmp_path) == was


@pytest.mark.soak
@pytest.mark.parametrize("kill", range(KILLS))
def test_killed_while_converting_it_goes_on_and_nothing_is_lost(tmp_path: Path, kill: int) -> None:
    noise = [b"%d" % turn + random.Random(turn).randbytes(20_000) for turn in range(20)]
    in_chunks(tmp_path, *(zipped(PARTS | {"noise": each}) for each in noise), BASE)
    was = kept(tmp_path)
    processes.killed_after("convert_saves", tmp_path,
                           seconds=random.Random(kill).uniform(0, 0.05))  # fmt: skip
    assert kept(tmp_path) == was
    Store(tmp_path).convert()
    assert kept(tmp_path) == was
    assert len(list(tmp_path.iterdir())) == 2 * len(was)


@pytest.mark.parametrize("failing", range(1, 9))
def test_a_disk_that_fails_while_converting_loses_nothing(
    tmp_path: Path, failing: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_chunks(tmp_path, BASE, DROPPED)
    was, left = kept(tmp_path), iter(range(failing))
    for name in ("replace_synced", "remove_patiently"):
        real = getattr(saves_module, name)

        def step(*given: object, real: Callable[..., None] = real) -> None:
            if next(left, None) is None:
                full()
            real(*given)

        monkeypatch.setattr(saves_module, name, step)
    with suppress(OSError):
        Store(tmp_path).convert()
    monkeypatch.undo()
    assert kept(tmp_path) == was
    Store(tmp_path).convert()
    assert kept(tmp_path) == was
    assert list(tmp_path.glob("*.save")) == []


# --- what a run keeps ---------------------------------------------------------------------------


def test_each_distinct_save_is_kept_once_and_told_in_words(pipeline: Pipeline) -> None:
    for data in (BASE, BASE, DROPPED, DROPPED, BASE, RESULT):
        pipeline.run(data)
    assert words(pipeline.folder) == [
        changes(None, event_in(BASE)), ("Ana Example drops after round 2",),
        ("Ana Example no longer drops, before after round 2",), ("Round 1, table 2: result B",),
    ]  # fmt: skip
    store = Store(pipeline.folder.saves)
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
    assert "nothing that counts" in run("history", folder.root)


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


def test_history_lists_the_saves_newest_last_and_pages_them(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    for turn in range(25):
        pipeline.run((RESULT, BASE, DROPPED)[turn % 3])
    said = run("history", folder.root)
    lines = said.splitlines()
    assert lines[0] == "5 earlier saves: --all lists them."
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", lines[1])
    assert re.fullmatch(r" 6  \d\d:\d\d:\d\d  Ana Example drops after round 2", lines[2])
    assert re.fullmatch(r"25  \d\d:\d\d:\d\d  Ana Example no longer drops, .*", lines[-2])
    assert lines[-1] == " " * 14 + "Round 1, table 2: result B"
    everything = run("history", folder.root, "--all").splitlines()
    assert [line[:2] for line in everything if line[:2].strip()][1:] == [
        f"{at:>2}" for at in range(1, 26)
    ]
    assert run("history", folder.root, "--last", 3).splitlines()[0].startswith("22 earlier")


def test_diff_tells_what_lies_between_two_saves_or_now(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    for data in (BASE, DROPPED, RESULT):
        pipeline.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    assert run("history", folder.root, 1, 3) == "Round 1, table 2: result B\n"
    assert run("history", folder.root, 3, 1) == "Round 1, table 2: result B cleared\n"
    assert run("history", folder.root, 1) == "Round 1, table 2: result B\n"
    assert run("history", folder.root, 3) == "Nothing that counts changed.\n"
    said = run("history", folder.root, 7, code=1)
    assert "There is no save 7. There are saves 1 to 3" in said


def test_restore_writes_the_very_bytes_into_a_new_file_and_never_over_one(
    folder: EventFolder, pipeline: Pipeline
) -> None:
    for data in (BASE, DROPPED, RESULT):
        pipeline.run(data)
    (folder.root / "friday.xlsx").write_bytes(RESULT)
    run("restore", folder.root, 2)
    assert folder.restored(2).read_bytes() == DROPPED
    assert (folder.root / "friday.xlsx").read_bytes() == RESULT
    assert folder.workbook() == folder.root / "friday.xlsx"

    folder.restored(2).write_bytes(b"somebody's own")
    assert "exists already" in run("restore", folder.root, 2, code=1)
    assert folder.restored(2).read_bytes() == b"somebody's own"
    run("restore", folder.root, 1, "--to", folder.root / "friday.xlsx", code=1)
    assert (folder.root / "friday.xlsx").read_bytes() == RESULT


def test_a_lost_workbook_comes_back_under_its_own_name(pipeline: Pipeline) -> None:
    folder = pipeline.folder
    own = (folder.root / "friday.xlsx").rename(folder.root / "Our cup.xlsx")
    pipeline.run(BASE)
    own.unlink()
    said = run("restore", folder.root, "--site", folder.root.parent / "none")
    assert f"{own} is back, as it was in save 1" in said
    assert [path.name for path in folder.workbooks()] == ["Our cup.xlsx"]


@pytest.mark.parametrize("name", ["", "../x.xlsx", "x.ods", ".hidden.xlsx", "~$x.xlsx"])
def test_a_save_without_a_name_that_can_be_is_put_back_as_its_folder_is_called(
    folder: EventFolder, name: str
) -> None:
    (folder.root / "friday.xlsx").unlink()
    Store(folder.saves).keep(BASE, AT, (), name=name)
    run("restore", folder.root, "--site", folder.root.parent / "none")
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
    said = run("restore", folder.root, 1)
    assert ("It is from before Ana Example was hidden or erased" in said) == told
    second = run("restore", folder.root, 2, code=0 if how else 1)  # the same is not kept twice
    assert "hidden or erased" not in second


def test_without_any_save_the_commands_say_so(folder: EventFolder) -> None:
    for command in (["history"], ["history", "1"], ["restore", "1"]):
        assert "No save" in run(command[0], folder.root, *command[1:], code=1)


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
