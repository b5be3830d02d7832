"""Lines that are on the disk before anybody hears of them, and pages that are whole."""

import errno
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.app import journal
from runner.app.journal import append, read
from runner.app.publish import folder as site
from runner.app.publish import publish
from runner.disk import BusyError, replace_synced, write_synced
from runner.process_locks import wait_for_lock
from tests.support.folders import files_in
from tests.support.pretend_windows import held, pretended

pytestmark = pytest.mark.usefixtures("platform")

PAGES = {
    "index.html": b"<p>one</p>", "players/1.html": b"<p>Ann</p>", "static/site.css": b"p{}",
    "version.js": b"v(1)",
}  # fmt: skip


def test_lines_are_added_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    assert read(path) == journal.Journal(b"")
    append(path, b"one\n")
    append(path, b"two\nthree\n", after=4)
    assert read(path) == journal.Journal(b"one\ntwo\nthree\n")


@settings(max_examples=40, deadline=None)
@given(torn=st.binary(max_size=20).filter(lambda torn: b"\n" not in torn))
def test_a_torn_last_line_is_recognised_and_goes_with_the_next_append(
    torn: bytes, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("torn") / "ledger.jsonl"
    path.write_bytes(b"one\n" + torn)
    assert read(path) == journal.Journal(b"one\n", torn)
    append(path, b"two\n", after=4)
    assert path.read_bytes() == b"one\ntwo\n"


def test_half_a_line_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="whole lines"):
        append(tmp_path / "ledger.jsonl", b"one\ntwo")
    assert not (tmp_path / "ledger.jsonl").exists()


def test_nobody_continues_from_a_line_that_is_not_the_last(tmp_path: Path) -> None:
    path = tmp_path / "ledger.jsonl"
    append(path, b"one\n", after=0)
    with pytest.raises(journal.GrownError):
        append(path, b"two\n", after=0)
    assert path.read_bytes() == b"one\n"


def test_a_full_disk_leaves_the_journal_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "ledger.jsonl"
    append(path, b"one\n")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(journal.os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        append(path, b"two\n")
    assert path.read_bytes() == b"one\n"


def test_a_new_file_is_never_written_over_an_old_one(tmp_path: Path) -> None:
    write_synced(tmp_path / "a", b"1")
    with pytest.raises(FileExistsError):
        write_synced(tmp_path / "a", b"2")
    replace_synced(tmp_path / "a", b"3")
    assert files_in(tmp_path) == {"a": b"3"}


def test_whoever_waits_too_long_for_another_runner_is_told(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with wait_for_lock(lock), pytest.raises(BusyError), wait_for_lock(lock, patience=0.05):
        raise AssertionError("two at a time")
    with wait_for_lock(lock, patience=0):
        pass


def test_only_what_changed_is_written(tmp_path: Path) -> None:
    assert set(publish(PAGES, tmp_path).written) == set(PAGES)
    assert files_in(tmp_path) == PAGES
    before = (tmp_path / "players/1.html").stat()
    report = publish(PAGES | {"index.html": b"<p>two</p>"}, tmp_path)
    assert report.written == ("index.html",)
    assert set(report.unchanged) == PAGES.keys() - {"index.html"}
    after = (tmp_path / "players/1.html").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert (tmp_path / "index.html").read_bytes() == b"<p>two</p>"


def test_pages_that_are_gone_are_removed_and_foreign_files_stay(tmp_path: Path) -> None:
    (tmp_path / "players").mkdir()
    for foreign in ("CNAME", ".nojekyll", "notes.html"):
        (tmp_path / foreign).write_text("mine")
    publish(PAGES | {"rounds/1/a.html": b"a"}, tmp_path)
    report = publish({"index.html": b"x", "version.js": b"v(2)"}, tmp_path)
    assert report.removed == ("players/1.html", "rounds/1/a.html", "static/site.css")
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        ".manifest.json", ".nojekyll", ".publishing.lock", "CNAME", "index.html", "notes.html",
        "version.js",
    ]  # fmt: skip


def test_assets_come_first_then_pages_then_deletions_and_the_version_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(PAGES | {"old.html": b"old"}, tmp_path)
    steps: list[str] = []
    replace, unlink = site.replace_patiently, Path.unlink

    def noted_replace(staged: Path, path: Path) -> None:
        steps.append(path.relative_to(tmp_path).as_posix())
        replace(staged, path)

    def noted_unlink(path: Path, missing_ok: bool = False) -> None:
        steps.append(f"-{path.name}")
        unlink(path, missing_ok)

    monkeypatch.setattr(site, "replace_patiently", noted_replace)
    monkeypatch.setattr(Path, "unlink", noted_unlink)
    changed = {name: content + b"!" for name, content in PAGES.items()}
    publish({**changed, "cards/1.png": b"of a link"}, tmp_path)
    assert steps == [
        ".manifest.json", "static/site.css", "index.html", "players/1.html", "cards/1.png",
        "-old.html", "version.js", ".manifest.json",
    ]  # fmt: skip


def test_what_everybody_looks_at_is_out_before_all_other_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out: list[str] = []
    replaced = site.replace_patiently

    def noted(staged: Path, path: Path) -> None:
        out.append(f"{path.name} {staged.read_text()}")
        replaced(staged, path)

    monkeypatch.setattr(site, "replace_patiently", noted)
    first = {"index.html": b"new", "version.js": b"v(2), players as before"}
    report = publish(
        {"index.html": b"new", "players/1.html": b"1", "version.js": b"v(2)"}, tmp_path, first=first
    )
    pages = [each for each in out if not each.startswith(".manifest")]
    assert pages == ["index.html new", "version.js v(2), players as before", "1.html 1",
                     "version.js v(2)"]  # fmt: skip
    assert sorted(report.written) == ["index.html", "players/1.html", "version.js"]
    assert files_in(tmp_path)["version.js"] == b"v(2)"


@pytest.mark.parametrize("damage", ["", "{", "[]", '{"index.html": 3}', '{"../x": ["", 1, 1]}'])
def test_a_damaged_manifest_costs_a_comparison_and_nothing_else(
    tmp_path: Path, damage: str
) -> None:
    root = tmp_path / "site"
    publish(PAGES, root)
    (tmp_path / "x").write_text("not ours")
    (root / ".manifest.json").write_text(damage)
    (root / "index.html").write_bytes(b"<p>odd</p>")
    assert publish(PAGES, root).written == ("index.html",)
    assert files_in(root) == PAGES
    assert publish(PAGES | {"index.html": b"2"}, root).written == ("index.html",)
    assert (tmp_path / "x").exists()


@pytest.mark.parametrize("same_length", [True, False])
def test_a_page_that_somebody_changed_is_put_right(tmp_path: Path, same_length: bool) -> None:
    publish(PAGES, tmp_path)
    (tmp_path / "index.html").write_bytes(b"<p>odd</p>" if same_length else b"")
    (tmp_path / "players/1.html").unlink()
    assert publish(PAGES, tmp_path).written == ("index.html", "players/1.html")
    assert files_in(tmp_path) == PAGES


def test_what_a_stopped_run_left_is_cleared_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish({"version.js": b"v(0)"}, tmp_path)
    replace = site.replace_patiently

    def stopped(staged: Path, path: Path) -> None:
        if path.name == "index.html":
            raise KeyboardInterrupt
        replace(staged, path)

    with monkeypatch.context() as patched:
        patched.setattr(site, "replace_patiently", stopped)
        with pytest.raises(KeyboardInterrupt):
            publish(PAGES, tmp_path)
    assert (tmp_path / ".staging").exists()
    # The next run wants other pages: those of the stopped one go, as it had named them first.
    publish({"version.js": b"v(2)"}, tmp_path)
    assert files_in(tmp_path) == {"version.js": b"v(2)"}
    assert not (tmp_path / ".staging").exists()


@pytest.mark.parametrize(
    "name", ["/a", "../a", "a/../b", "a//b", "", ".git/x", "a\\b", "C:/a", "a/"]
)
def test_names_outside_of_the_folder_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        publish({name: b""}, tmp_path)
    assert files_in(tmp_path) == {}


FILES = st.dictionaries(
    st.sampled_from(["a.html", "b/c.html", "b/d.css", "version.js"]), st.binary(max_size=3)
)


@pytest.mark.thorough
@settings(max_examples=25, deadline=None)
@given(versions=st.lists(FILES, max_size=5))
def test_the_folder_always_holds_what_was_published_last(
    versions: list[dict[str, bytes]], tmp_path_factory: pytest.TempPathFactory
) -> None:
    root = tmp_path_factory.mktemp("site")
    for files in versions:
        report = publish(files, root)
        assert files_in(root) == files
        assert sorted(report.written + report.unchanged) == sorted(files)
        assert publish(files, root).written == ()


@pytest.mark.thorough
def test_two_thousand_unchanged_pages_take_no_time(tmp_path: Path) -> None:
    pages = {f"players/{number}.html": b"<p>%d</p>" % number * 400 for number in range(2100)}
    publish(pages, tmp_path)
    taken = []
    for _ in range(3):
        start = time.process_time()
        assert publish(pages, tmp_path).written == ()
        taken.append(time.process_time() - start)
    assert min(taken) < 0.15  # about 0.04 s; room for a slow machine


def test_a_page_that_a_program_has_open_keeps_no_other_back(tmp_path: Path) -> None:
    publish({"a.csv": b"1", "b.html": b"1", "gone.csv": b"1", "version.js": b"1"}, tmp_path)
    new = {"a.csv": b"2", "b.html": b"2", "version.js": b"2"}
    with pretended(), held(tmp_path / "a.csv"), held(tmp_path / "gone.csv"):
        done = publish(new, tmp_path)
    assert (done.written, done.held) == (("b.html", "version.js"), ("a.csv", "gone.csv"))
    assert [(tmp_path / name).read_bytes() for name in ("a.csv", "b.html")] == [b"1", b"2"]
    later = publish(new, tmp_path)
    assert (later.written, later.removed, later.held) == (("a.csv",), ("gone.csv",), ())
