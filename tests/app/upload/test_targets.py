"""Every kind of target, on a real server: what is sent, what stays, what interruptions leave."""

import gzip
import os
import random
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from runner.app.upload import upload as uploading
from runner.app.upload.destination import destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.manifest import PUBLISHED, PUBLISHING
from runner.app.upload.targets import Access, Sent
from runner.app.upload.targets.folder import Folder
from runner.app.upload.upload import Uploaded, take_down, upload
from runner.ledger.ledger import Ledger
from tests.support import hosts
from tests.support.ceph import ceph
from tests.support.cuts import Between
from tests.support.hosts import Host
from tests.support.site_states import Visitor, put, states
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = [pytest.mark.hosts, pytest.mark.soak]

KILLS = 200 if SOAKING else 4
KINDS = {**hosts.ALL, "ceph": ceph} if SOAKING else hosts.ALL


@pytest.fixture(params=KINDS)
def host(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Host]:
    with KINDS[request.param](tmp_path) as host:
        for name, value in host.environment.items():
            monkeypatch.setenv(name, value)
        yield host


@pytest.fixture
def site(tmp_path: Path) -> Path:
    put(states()[0], tmp_path / "site")
    return tmp_path / "site"


def sent(site: Path, host: Host, to: str = "", **more: bool) -> Uploaded:
    own = site.with_name("own")
    own.mkdir(exist_ok=True)
    return upload(site, destination(to or host.to, site.parent), Access(own, host.secret),
                  Ledger(), **more)  # fmt: skip


def assert_equal(host: Host, number: int) -> None:
    """The target has this state, and nothing of Runner's beside it."""
    every = {name for state in states() for name in state}
    for name in every:
        assert host.get(name) == states()[number].get(name), name


def test_the_target_has_the_site_and_gets_only_what_changes(host: Host, site: Path) -> None:
    first = sent(site, host)
    assert set(first.written) == states()[0].keys()
    assert_equal(host, 0)
    assert sent(site, host) == Uploaded((), (), 0)
    for number in (1, 2, 3, 0):
        before, after = states()[number - 1], states()[number]
        put(after, site)
        done = sent(site, host)
        changed = {name for name in after if before.get(name) != after[name]}
        assert set(done.written) == changed
        assert set(done.removed) == before.keys() - after.keys()
        assert done.size == sum(len(after[name]) for name in changed)
        assert_equal(host, number)


def test_a_plan_changes_nothing(host: Host, site: Path) -> None:
    assert set(sent(site, host, dry_run=True).written) == states()[0].keys()
    assert not any(map(host.get, (*states()[0], PUBLISHED, PUBLISHING)))


def test_another_event_is_not_overwritten(host: Host, site: Path, tmp_path: Path) -> None:
    sent(site, host)
    other = tmp_path / "other"
    put(states()[3], other, "another", "Saturday")
    with pytest.raises(UploadError, match="Friday") as refused:
        sent(other, host)
    assert refused.value.trouble is Trouble.ANOTHER
    with pytest.raises(UploadError, match="Friday"):
        take_down(other, destination(host.to, tmp_path), Access(tmp_path / "own", host.secret))
    assert_equal(host, 0)


def test_it_is_taken_down_again(host: Host, site: Path, tmp_path: Path) -> None:
    sent(site, host)
    to = destination(host.to, tmp_path)
    done = take_down(site, to, Access(tmp_path / "own", host.secret))
    assert set(done.removed) == states()[0].keys()
    assert not any(map(host.get, (*states()[0], PUBLISHED, PUBLISHING)))
    sent(site, host)
    assert_equal(host, 0)


def test_a_bucket_says_what_files_are_and_that_browsers_ask_each_time(
    site: Path, tmp_path: Path
) -> None:
    with hosts.s3(tmp_path) as host:
        sent(site, host)
        kinds = {"index.html": "text/html; charset=utf-8", "feed.xml": "application/xml",
                 "static/site.css": "text/css; charset=utf-8"}  # fmt: skip
        for name, kind in kinds.items():
            with urllib.request.urlopen(f"{host.pages}/{name}") as answer:
                assert answer.headers["Content-Type"] == kind
                assert answer.headers["Cache-Control"] == "no-cache"
                assert answer.headers["ETag"]


def test_a_bucket_has_compressed_what_browsers_alone_load(site: Path, tmp_path: Path) -> None:
    """Stores send a file as it was put there, also to a program that cannot unpack it."""
    with hosts.s3(tmp_path) as host:
        sent(site, host)
        for name in ("index.html", "static/site.css", "pulse.js", "feed.xml", "data/index.html",
                     "data/results.csv", "static/icon.svg", "event.ics"):  # fmt: skip
            with urllib.request.urlopen(f"{host.pages}/{name}") as answer:
                packed, content = answer.headers["Content-Encoding"] == "gzip", answer.read()
            assert packed == name.endswith((".html", ".css", ".js")), name
            assert (gzip.decompress(content) if packed else content) == states()[0][name], name


@pytest.mark.parametrize(("more", "commits"), [("", 1), ("?history=keep", 3)])
def test_a_branch_keeps_its_history_only_if_asked(
    site: Path, tmp_path: Path, more: str, commits: int
) -> None:
    with hosts.git(tmp_path) as host:
        place = tmp_path / "pages.git"
        for number in (0, 1, 2):
            put(states()[number], site)
            sent(site, host, host.to.replace(".git", f".git{more}"))
        log = ["git", "--git-dir", place, "log", "--format=%an %s", "web"]
        lines = subprocess.run(log, capture_output=True, text=True, check=True).stdout.splitlines()
        assert len(lines) == commits
        assert all(line.startswith("Runner Published by Runner") for line in lines)
        assert_equal(host, 2)


def test_a_state_that_comes_back_after_interruptions_is_sent(
    site: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result is typed and taken back, and neither upload came to its end."""
    with hosts.folder(tmp_path) as host:
        sent(site, host)
        whole = Folder.write
        for number, left in ((1, "pulse.js"), (0, "seats.js")):
            put(states()[number], site)

            def cut(self: Folder, files: Mapping[str, bytes], sent: Sent, left: str = left) -> None:
                if left in files:
                    raise KeyboardInterrupt
                whole(self, files, sent)

            with monkeypatch.context() as patched:
                patched.setattr(Folder, "write", cut)
                with pytest.raises(KeyboardInterrupt):
                    sent(site, host)
        sent(site, host)
        assert_equal(host, 0)


@pytest.mark.thorough
def test_a_killed_upload_leaves_whole_pages_and_the_next_goes_on(host: Host, site: Path) -> None:
    sent(site, host)
    chance, whole = random.Random(3), PATIENCE  # seconds of an upload that was not killed
    words = [sys.executable, "-m", "tests.support.processes.upload", site, host.to, site.parent]
    environment = os.environ | {"RUNNER_PUBLISH_SECRET": host.secret}
    turn, killed = 0, 0
    with Visitor(host) as visitor:
        while killed < KILLS:
            turn += 1
            put(states()[turn % len(states())], site)
            with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment) as process:
                assert process.stdout
                process.stdout.readline()
                began = time.monotonic()
                try:
                    code = process.wait(chance.uniform(0, whole) if turn > 1 else whole)
                    assert code == 0 or (code == 1 and 1 < turn < 50 * KILLS)
                    whole = whole if code else time.monotonic() - began
                except subprocess.TimeoutExpired:
                    process.kill()
                    killed += 1
        with suppress(UploadError):  # a git that outlives its Runner may come before this one
            sent(site, host)
        sent(site, host)
    assert visitor.seen > KILLS
    assert visitor.wrong == []
    assert_equal(host, turn % len(states()))


@pytest.mark.thorough
@pytest.mark.parametrize("host", [*KINDS][2:], indirect=True)
def test_a_connection_that_is_cut_leaves_whole_pages(host: Host, site: Path) -> None:
    sent(site, host)
    chance, whole = random.Random(4), sys.maxsize  # bytes of an upload that was not cut
    turn, troubles = 0, list[Trouble]()
    with Visitor(host) as visitor, Between(host.port, host.spare) as between:
        while len(troubles) < KILLS:
            turn += 1
            put(states()[turn % len(states())], site)
            between.allow(chance.randrange(whole) if turn > 1 else whole)
            try:
                sent(site, host, host.through(between.port))
                whole = between.passed
            except UploadError as reason:
                troubles.append(reason.trouble)
        sent(site, host)
    assert {*troubles} <= {Trouble.CUT, Trouble.OFFLINE}
    assert visitor.wrong == []
    assert_equal(host, turn % len(states()))


@pytest.mark.thorough
@pytest.mark.parametrize("host", ["webdav", "s3"], indirect=True)
def test_what_a_server_carries_out_late_is_found_and_put_right(
    host: Host, site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An upload is killed while its request for the first page is on its way to the server."""
    sent(site, host)
    put(states()[1], site)
    environment = os.environ | {"RUNNER_PUBLISH_SECRET": host.secret}
    with Between(host.port) as between:
        between.hold(b"PUT " + urlsplit(host.pages).path.encode() + b"/index.html")
        words = [sys.executable, "-m", "tests.support.processes.upload", site,
                 host.through(between.port), site.parent]  # fmt: skip
        with subprocess.Popen(words, env=environment) as process:
            assert between.held.wait(PATIENCE)
            process.kill()
        put(states()[2], site)
        assert sent(site, host).late
        assert_equal(host, 2)
        between.release()
        until(lambda: host.get("index.html") == states()[1]["index.html"], "the late request")
        assert sent(site, host) == Uploaded((), (), 0, late=True), "it may still come"
        monkeypatch.setattr(uploading, "LATE", 0)
        assert sent(site, host).written == ("index.html",)
        assert_equal(host, 2)
        assert sent(site, host) == Uploaded((), (), 0)
