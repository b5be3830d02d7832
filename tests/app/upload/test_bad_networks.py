"""What keeps pages from going out, on real servers: the desk says what and since when, nothing is
lost, and the next upload catches up."""

import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

import pytest

from runner.app.publish.folder import read_manifest
from runner.app.upload import state
from runner.app.upload.destination import destination
from runner.app.upload.errors import FIXES, Trouble, UploadError
from runner.app.upload.follow import publish_once
from runner.app.upload.secrets import keep
from runner.app.upload.targets import Access
from runner.app.upload.upload import upload
from runner.ledger.ledger import Ledger
from tests.support import events, hosts
from tests.support.certificates import Authority
from tests.support.cuts import Between
from tests.support.hosts import Host
from tests.support.keyrings import InMemory
from tests.support.scribe import Scribe, go
from tests.support.site_states import Visitor, put, states
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.hosts, pytest.mark.soak, pytest.mark.thorough]

FULL = 200 if SOAKING else 4
RATE = 30_000  # bytes in a second
DISK = 256_000_000 if SOAKING else 16_000_000
ON_DISK = ("folder", "git", "sftp", "webdav")
KINDS = {**hosts.ALL, "git over http": hosts.git_over_http}
NOW, IN_TWO_DAYS = timedelta(), timedelta(days=2)


@pytest.fixture(autouse=True)
def ring() -> Iterator[InMemory]:
    with InMemory.used() as ring:
        yield ring


@pytest.fixture
def host(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Host]:
    with request.param(tmp_path) as host:
        for name, value in host.environment.items():
            monkeypatch.setenv(name, value)
        yield host


def on(*kinds: str) -> pytest.MarkDecorator:
    """For each of these kinds of hosts."""
    return pytest.mark.parametrize(
        "host", [KINDS[kind] for kind in kinds], ids=kinds, indirect=True
    )


class Publishing:
    """An event that is published to a host, or through a port that leads to it."""

    def __init__(self, root: Path, host: Host, port: int = 0) -> None:
        self.day = Scribe(root / "friday", events.planned(8, rounds=2))
        self._root, self._host = root, host
        self.to = host.through(port) if port else host.to
        self.password(host.secret)
        (root / "own").mkdir()

    def password(self, secret: str) -> None:
        keep(destination(self.to, self._root), secret)

    def send(self) -> list[tuple[int, int]]:
        """Send what has changed; returns the progress."""
        seen = list[tuple[int, int]]()
        self.day.close()
        to = destination(self.to, self._root)
        publish_once(self.day.folder, self.day.site, to, self._root / "own",
                     lambda arrived, size: seen.append((arrived, size)))  # fmt: skip
        return seen

    def assert_held_back(self, *troubles: Trouble) -> None:
        """The pages cannot go out for one of these reasons, and the desk says so; what is there
        stays."""
        before = self._host.get("index.html")
        with pytest.raises(UploadError) as refused:
            self.send()
        trouble = refused.value.trouble
        assert trouble in troubles, str(refused.value)
        known = state.read(self.day.folder)
        assert known
        self.day.pipeline.desk.refresh()
        sentence = f"not brought up to date since {known.since[11:16]}. {refused.value}"
        assert sentence in self.day.desk
        assert FIXES[trouble] in self.day.desk
        assert self._host.get("index.html") == before

    def assert_caught_up(self) -> None:
        """The next upload brings all of the site, and the desk says that."""
        self.send()
        known = read_manifest(self.day.site)
        assert known
        for name in known.files:
            assert self._host.get(name) == (self.day.site / name).read_bytes(), name
        self.day.pipeline.desk.refresh()
        assert f"The pages are at {self.to}" in self.day.desk


@on("git over http", "sftp", "webdav", "s3")
def test_a_slow_network_takes_its_time(host: Host, tmp_path: Path) -> None:
    with Between(host.port, host.spare) as between:
        publishing = Publishing(tmp_path, host, between.port)
        publishing.send()
        publishing.day.change(go(1))
        between.allow(sys.maxsize)
        between.rate, began = RATE, time.monotonic()
        seen = publishing.send()
        assert time.monotonic() - began >= 0.8 * between.passed / RATE
        publishing.assert_caught_up()
    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


@on("git over http", "sftp", "webdav", "s3")
def test_a_cut_is_told_in_one_sentence(host: Host, tmp_path: Path) -> None:
    """No line of a library is among what the command prints."""
    with Between(host.port, host.spare) as between:
        publishing = Publishing(tmp_path, host, between.port)
        day = publishing.day
        day.close()
        words = [sys.executable, "-m", "runner", "publish", day.folder.root, "--site", day.site,
                 "--to", publishing.to]  # fmt: skip
        environment = os.environ | {"RUNNER_PUBLISH_SECRET": host.secret}
        for allowed in (20_000, 60_000, 100_000):
            between.allow(allowed)
            done = subprocess.run(words, capture_output=True, text=True, env=environment)
            assert (done.returncode, done.stdout) == (1, "")
            told = f"Error: {UploadError(Trouble.CUT, publishing.to)} {FIXES[Trouble.CUT]}\n"
            assert done.stderr == told


@on(*ON_DISK, "git over http")
def test_a_full_disk_is_told_and_caught_up_with(host: Host, tmp_path: Path) -> None:
    """Git ends as soon as it can write no more. If Apache still hands the upload over to it then,
    Apache cuts the connection, and nobody hears what git has said: the way out names the disk."""
    told = [Trouble.FULL]
    if host.to.startswith("http"):
        told.append(Trouble.CUT)
        assert "disk is not full" in FIXES[Trouble.CUT]
    with hosts.small_disk(host, DISK) as disk:
        publishing = Publishing(tmp_path, host)
        publishing.send()
        publishing.day.change(go(1))
        filled(disk, 0)
        publishing.assert_held_back(*told)
        (disk / "ballast").unlink()
        publishing.assert_caught_up()


@on(*ON_DISK)
def test_a_disk_that_gets_full_leaves_whole_pages_and_the_next_upload_goes_on(
    host: Host, tmp_path: Path
) -> None:
    site, own = tmp_path / "site", tmp_path / "own"
    own.mkdir()
    to, access = destination(host.to, tmp_path), Access(own, host.secret)
    put(states()[0], site)
    chance, whole = random.Random(5), 2 * sum(map(len, states()[0].values()))
    turn, failed = 0, 0
    with hosts.small_disk(host, DISK) as disk:
        upload(site, to, access, Ledger())
        with Visitor(host) as visitor:
            while failed < FULL:
                turn += 1
                put(states()[turn % len(states())], site)
                left = chance.randrange(whole)
                filled(disk, left)
                try:
                    upload(site, to, access, Ledger())
                    whole = left or 1
                except UploadError:
                    failed += 1
                (disk / "ballast").unlink()
            upload(site, to, access, Ledger())
        assert visitor.wrong == []
        assert visitor.seen
        last = states()[turn % len(states())]
        for name in {name for each in states() for name in each}:
            assert host.get(name) == last.get(name), name


def filled(disk: Path, left: int) -> None:
    """Fill a disk but for so many bytes."""
    free = os.statvfs(disk)
    with (disk / "ballast").open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(1, free.f_bavail * free.f_frsize - left))


@pytest.mark.parametrize("make", [hosts.webdav, hosts.git_over_http])
def test_a_certificate_has_to_be_of_a_known_authority_and_valid_by_this_clock(
    make: Callable[[Path, Path], AbstractContextManager[Host]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known, file = Authority(tmp_path), tmp_path / "server.pem"
    (tmp_path / "other").mkdir()
    unknown = Authority(tmp_path / "other")
    for name in ("SSL_CERT_FILE", "GIT_SSL_CAINFO"):
        monkeypatch.setenv(name, str(known.file))
    known.certify(file)
    with make(tmp_path, file) as host:
        publishing = Publishing(tmp_path, host)
        publishing.send()
        publishing.day.change(go(1))
        for authority, begins in ((unknown, NOW), (known, IN_TWO_DAYS), (known, -IN_TWO_DAYS)):
            authority.certify(file, begins)
            host.stop()
            host.start()
            publishing.assert_held_back(Trouble.CERTIFICATE)
        known.certify(file)
        host.stop()
        host.start()
        publishing.assert_caught_up()


@on("git over http", "webdav")
def test_a_password_that_is_refused(host: Host, tmp_path: Path) -> None:
    publishing = Publishing(tmp_path, host)
    publishing.send()
    publishing.day.change(go(1))
    publishing.password("another")
    publishing.assert_held_back(Trouble.REFUSED)
    publishing.password(host.secret)
    publishing.assert_caught_up()


@on("sftp")
def test_a_key_that_is_refused_and_a_computer_that_has_another(host: Host, tmp_path: Path) -> None:
    publishing = Publishing(tmp_path, host)
    publishing.send()
    publishing.day.change(go(1))
    folder = Path(host.environment["HOME"], ".ssh")
    public, known = folder / "id_ed25519.pub", folder / "known_hosts"
    public.rename(folder / "away")  # the server reads there who may come
    publishing.assert_held_back(Trouble.REFUSED)
    (folder / "away").rename(public)
    right = known.read_text()
    known.write_text(re.sub(r"AAAA\S+", public.read_text().split()[1], right))
    publishing.assert_held_back(Trouble.HOST_KEY)
    known.write_text(right)
    publishing.assert_caught_up()


@pytest.mark.parametrize(("trouble", "code", "method"), [
    (Trouble.CLOCK, "RequestTimeTooSkewed", b""), (Trouble.REFUSED, "InvalidAccessKeyId", b""),
    (Trouble.FULL, "QuotaExceeded", b"PUT"),
])  # fmt: skip
def test_a_bucket_that_refuses(tmp_path: Path, trouble: Trouble, code: str, method: bytes) -> None:
    """With what Amazon answers, or Ceph for a quota; moto refuses nothing."""
    body = f"<Error><Code>{code}</Code><Message>No.</Message></Error>"
    head = f"HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: {len(body)}"
    with hosts.s3(tmp_path) as host, Between(host.port) as between:
        publishing = Publishing(tmp_path, host, between.port)
        publishing.send()
        publishing.day.change(go(1))
        refusal = f"{head}\r\n\r\n{body}".encode()
        between.answer = lambda request: refusal if request.startswith(method) else b""
        publishing.assert_held_back(trouble)
        between.answer = None
        publishing.assert_caught_up()
