"""Publishing after every save: outages, two computers, what the desk says, and secrets."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from runner.app.events import Message
from runner.app.publish.folder import read_manifest
from runner.app.upload import follow as following
from runner.app.upload import state
from runner.app.upload import upload as uploading
from runner.app.upload.destination import destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.follow import Beside, follow, publish_once
from runner.app.upload.manifest import PUBLISHED
from runner.app.upload.targets import Access, Sent
from runner.app.upload.targets.folder import Folder
from runner.app.upload.upload import Uploaded, upload
from runner.core.event import Event
from tests.support import events, hosts
from tests.support.commands import run
from tests.support.keyrings import InMemory
from tests.support.scribe import Scribe, go, results
from tests.support.waiting import until

pytestmark = pytest.mark.thorough


@pytest.fixture(autouse=True)
def ring() -> Iterator[InMemory]:
    with InMemory.used() as ring:
        yield ring


@pytest.fixture
def day(tmp_path: Path) -> Scribe:
    return Scribe(tmp_path / "friday", events.planned(8, rounds=2))


def published(day: Scribe, to: str) -> Uploaded:
    own = day.folder.root.parent / "own"
    own.mkdir(exist_ok=True)
    return publish_once(day.folder, day.site, destination(to, day.folder.root), own)


def trouble(day: Scribe, to: str) -> Trouble:
    """What keeps an upload from being finished, which it must not be."""
    with pytest.raises(UploadError) as refused:
        published(day, to)
    return refused.value.trouble


def same(day: Scribe, out: Path) -> bool:
    known = read_manifest(day.site)
    return known is not None and all(
        (out / name).is_file() and (out / name).read_bytes() == (day.site / name).read_bytes()
        for name in known.files
    )


def test_an_outage_is_told_once_and_caught_up_with_in_one_upload(
    day: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PAUSES", (0.05, 0.1))
    monkeypatch.setattr(following, "POLLING_INTERVAL", 0.02)
    share, told, stop = tmp_path / "share", list[str](), threading.Event()
    to = destination(str(share / "out"), day.folder.root)
    heard = lambda event: told.append(event.parts[0]) if isinstance(event, Message) else None  # noqa: E731
    thread = threading.Thread(target=follow, args=(day.folder, day.site, to, heard, stop))
    share.mkdir()
    thread.start()
    until(lambda: same(day, share / "out"), told)
    share.rename(tmp_path / "unplugged")
    for number in range(60):
        day.change(lambda book, n=number: book["Event"].cell(6, 2, f"Hall {n}"))
    until(lambda: len(told) > 1, told)
    (tmp_path / "unplugged").rename(share)
    until(lambda: same(day, share / "out"), told)
    until(lambda: len(told) > 2, told)
    stop.set()
    thread.join()
    assert "There is no connection" in told[1]
    assert len(told) == 3, "what was first sent, the outage, and one upload afterwards"
    assert told[2].startswith("Published to")


def test_what_comes_late_of_an_interrupted_upload_is_put_right_without_another_save(
    day: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "PAUSES", (0.02,))
    monkeypatch.setattr(following, "LATE", 0.5)
    monkeypatch.setattr(uploading, "LATE", 0.5)
    out, told, stop = tmp_path / "out", list[object](), threading.Event()
    whole, cuts = Folder.write, [UploadError(Trouble.CUT, str(out))]

    def write(self: Folder, files: Mapping[str, bytes], sent: Sent) -> None:
        if "index.html" in files and cuts:
            raise cuts.pop()
        whole(self, files, sent)

    monkeypatch.setattr(Folder, "write", write)
    to = destination(str(out), day.folder.root)
    thread = threading.Thread(target=follow, args=(day.folder, day.site, to, told.append, stop))
    thread.start()
    until(lambda: same(day, out) and (out / PUBLISHED).is_file(), told)
    (out / "index.html").write_text("what a request of the first upload has brought")
    until(lambda: same(day, out), told)
    stop.set()
    thread.join()
    assert cuts == []


def test_the_desk_says_what_keeps_pages_from_going_out_and_since_when(
    day: Scribe, tmp_path: Path
) -> None:
    to = str(tmp_path / "share" / "out")
    with pytest.raises(UploadError):
        published(day, to)
    assert state.read(day.folder) is None, "what was never reached is not remembered"
    (tmp_path / "share").mkdir()
    published(day, to)
    day.pipeline.desk.refresh()
    assert "a watch sends every save" in day.desk
    (tmp_path / "share").rename(tmp_path / "away")
    day.change(go(1))
    with pytest.raises(UploadError):
        published(day, to)
    known = state.read(day.folder)
    assert known
    assert known.trouble == Trouble.OFFLINE.name
    day.pipeline.desk.refresh()
    assert f"not brought up to date since {known.since[11:16]}" in day.desk
    with pytest.raises(UploadError):
        published(day, to)
    again = state.read(day.folder)
    assert again
    assert again.since == known.since


def test_pages_that_were_taken_down_stay_down_at_the_next_save(
    day: Scribe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "POLLING_INTERVAL", 0.02)
    out, told, stop = tmp_path / "out", list[object](), threading.Event()
    to = destination(str(out), day.folder.root)
    thread = threading.Thread(target=follow, args=(day.folder, day.site, to, told.append, stop))
    thread.start()
    until(lambda: same(day, out), told)
    run("publish", day.folder.root, "--site", day.site, "--take-down")
    day.change(go(1))
    until(lambda: not thread.is_alive(), told)
    assert [path for path in out.rglob("*") if path.is_file()] == []


def test_an_older_ledger_never_overwrites_a_newer_one(day: Scribe, tmp_path: Path) -> None:
    to, laptop = str(tmp_path / "out"), tmp_path / "laptop"
    day.change(go(1))
    day.close()
    published(day, to)
    shutil.copytree(day.site, laptop)
    older = day.ledger
    day.change(results(day.round, lambda _: "A"))
    published(day, to)
    there = (tmp_path / "out" / "index.html").read_bytes()
    access = Access(tmp_path / "own")
    with pytest.raises(UploadError) as refused:
        upload(laptop, destination(to, tmp_path), access, older)
    assert refused.value.trouble is Trouble.NEWER
    assert (tmp_path / "out" / "index.html").read_bytes() == there
    assert upload(day.site, destination(to, tmp_path), access, day.ledger).written == ()


def test_an_event_goes_on_after_a_name_was_erased(day: Scribe, tmp_path: Path) -> None:
    to = str(tmp_path / "out")
    day.change(go(1))
    day.close()
    published(day, to)
    name = day.ledger.people["P001"]
    run("erase", day.folder.root, "P001", "--site", day.site)
    published(day, to)
    pages = b"".join(path.read_bytes() for path in (tmp_path / "out").rglob("*.html"))
    assert name.encode() not in pages


def test_what_others_have_put_there_stays(day: Scribe, tmp_path: Path) -> None:
    out = tmp_path / "out"
    (out / "players").mkdir(parents=True)
    for name in ("CNAME", "players/mine.html", ".htaccess"):
        (out / name).write_text("mine")
    published(day, str(out))
    day.change(go(1))
    published(day, str(out))
    run("publish", day.folder.root, "--to", out, "--site", day.site, "--take-down")
    left = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    assert left == [".htaccess", "CNAME", "players/mine.html"]


@pytest.mark.hosts
@pytest.mark.thorough
def test_a_secret_is_in_no_file_and_no_argument(
    day: Scribe, tmp_path: Path, ring: InMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "home"
    home.mkdir()
    for name in ("HOME", "TMPDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.setenv("RUNNER_PUBLISH_SECRET", hosts.SECRET)
    for make in (hosts.webdav, hosts.git_over_http):
        with make(tmp_path) as host:
            words = [sys.executable, "-m", "runner", "publish", str(day.folder.root), "--to",
                     host.to, "--site", str(day.site), "--follow", "--with-input"]  # fmt: skip
            with (
                (tmp_path / "output.txt").open("ab") as output,
                subprocess.Popen(words, stdin=subprocess.PIPE, stdout=output, stderr=output) as it,
            ):
                arguments = list[bytes]()
                for _ in range(100):
                    arguments += _arguments()
                    known = state.read(day.folder)
                    if known and known.to == host.to and known.at:
                        break
                    time.sleep(0.1)
                assert it.stdin
                it.stdin.close()
            assert host.get("index.html") == (day.site / "index.html").read_bytes()
            assert not [each for each in arguments if hosts.SECRET.encode() in each]
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert hosts.SECRET.encode() not in path.read_bytes(), path


def _arguments() -> Iterator[bytes]:
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            yield process.read_bytes()
        except OSError:
            continue


@pytest.mark.hosts
@pytest.mark.thorough
def test_troubles_are_told_apart(day: Scribe, tmp_path: Path, ring: InMemory) -> None:
    with hosts.webdav(tmp_path) as host:
        assert trouble(day, host.to) is Trouble.REFUSED
        to = destination(host.to, tmp_path)
        ring.set_password("Runner", f"{to.user}@{to.address}", host.secret)
        published(day, host.to)
        elsewhere = host.to.replace("/friday", "/no/such/friday")
        address = destination(elsewhere, tmp_path).address
        ring.set_password("Runner", f"{to.user}@{address}", host.secret)
        assert trouble(day, elsewhere) is Trouble.MISSING
        host.stop()
        day.change(go(1))
        assert trouble(day, host.to) is Trouble.OFFLINE
        host.start()
        assert published(day, host.to).written
    with hosts.git_over_http(tmp_path / "git") as host:
        assert trouble(day, host.to) is Trouble.REFUSED
        to = destination(host.to, tmp_path)
        ring.set_password("Runner", f"{to.user}@{to.address}", host.secret)
        published(day, host.to)
        assert host.get("index.html") == (day.site / "index.html").read_bytes()
        assert trouble(day, f"https://{hosts.LOCAL}:{host.port}/git/pages.git") in (
            Trouble.CERTIFICATE,
            Trouble.FAILED,
            Trouble.OFFLINE,
        )
    assert os.environ.get("RUNNER_PUBLISH_SECRET") is None


@pytest.fixture
def beside(day: Scribe) -> Iterator[Beside]:
    beside = Beside(day.folder, day.site, lambda _event: None)
    yield beside
    beside.end()


def going_to(day: Scribe, to: object) -> Event:
    """The event of the last save, with this under Publish to."""
    assert day.report.snapshot
    return replace(day.report.snapshot.event, publish_to=str(to))


def followers(out: Path) -> list[int]:
    """The processes that publish to a place."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if b"--follow" in (words := process.read_bytes()) and str(out).encode() in words:
                found.append(int(process.parent.name))
    return found


def test_a_process_that_was_killed_is_started_again_at_a_save(
    day: Scribe, beside: Beside, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    event = going_to(day, out)
    beside.publish(event)
    until(lambda: same(day, out), "the pages")
    for process in followers(out):
        os.kill(process, signal.SIGKILL)
    day.change(go(1))
    assert not same(day, out)
    until(lambda: (beside.publish(event), same(day, out))[1], "the pages once more")


def test_an_empty_cell_ends_what_was_typed_there_and_nothing_else(
    day: Scribe, beside: Beside, tmp_path: Path
) -> None:
    out = tmp_path / "out"
    beside.publish(going_to(day, out))
    until(lambda: same(day, out), "the pages")
    run("publish", day.folder.root, "--site", day.site, "--take-down")
    day.change(go(1))
    beside.publish(going_to(day, out))
    until(lambda: same(day, out), "the pages, as the cell has not been cleared")
    beside.end()
    later = Beside(day.folder, day.site, lambda _event: None)
    later.publish(going_to(day, ""))
    assert state.read(day.folder) is None, "it was cleared while nobody watched"
    assert followers(out) == []
    published(day, str(out))
    later.publish(going_to(day, ""))
    until(lambda: followers(out) != [], "what the command was told goes on without a cell")
    later.end()


def test_without_pages_or_a_destination_the_command_says_what_to_do(tmp_path: Path) -> None:
    run("new", tmp_path / "friday", "--name", "Friday")
    assert "type it under Publish to" in run("publish", tmp_path / "friday", code=1)
    said = run("publish", tmp_path / "friday", "--to", tmp_path / "out", code=1)
    assert "There are no pages in" in said
    assert "runner build" in said
