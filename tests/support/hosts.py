"""Real servers that a site is published to, each with a folder of its own and on a free port."""

import gzip
import json
import logging
import os
import shutil
import stat
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha1
from http.client import IncompleteRead
from pathlib import Path

import pytest

from tests.support.ports import LOCAL, free_port, listens

SECRET = "correct-horse-battery"
_MODULES = (
    "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic", "dav",
    "dav_fs", "mime", "alias", "cgid", "env", "dir",
)  # fmt: skip
_APACHE = """
ServerRoot {root}
ServerName {host}
Listen {host}:{port}
PidFile {root}/pid
ErrorLog {root}/error.log
{modules}
{secure}
TypesConfig /dev/null
{user}
DavLockDB {root}/lock/db
ScriptSock {root}/lock/cgid
DocumentRoot {root}/www
SetEnv GIT_PROJECT_ROOT {root}/git
SetEnv GIT_HTTP_EXPORT_ALL
SetEnv GIT_CONFIG_COUNT 1
SetEnv GIT_CONFIG_KEY_0 safe.directory
SetEnv GIT_CONFIG_VALUE_0 *
ScriptAlias /git/ /usr/lib/git-core/git-http-backend/
<Location /git/>
  AuthType Basic
  AuthName git
  AuthUserFile {root}/users
  Require valid-user
</Location>
<Directory {root}/www>
  Dav On
  AuthType Basic
  AuthName pages
  AuthUserFile {root}/users
  <LimitExcept GET HEAD>
    Require valid-user
  </LimitExcept>
</Directory>
"""
POLICY = {
    "Version": "2012-10-17",
    "Statement": [{"Effect": "Allow", "Principal": "*", "Action": "s3:GetObject",
                   "Resource": "arn:aws:s3:::pages/*"}],
}  # fmt: skip
"""What lets visitors read a bucket."""


@dataclass
class Host:
    """A place on some server: what is typed for it, what it asks for, and what visitors get.
    `spare` is another port at which it is known too, 0 for any; `pages` is where visitors read, if
    that is an address of the web; `store` is the folder in which it keeps files. `mixes`: the
    server takes the length of a file before it opens it, so that one that is replaced in between
    has the length of the other: new content is cut, or old content filled up with zeros."""

    to: str
    get: Callable[[str], bytes | None]
    secret: str = ""
    port: int = 0
    environment: Mapping[str, str] = field(default_factory=dict)
    stop: Callable[[], None] = lambda: None
    start: Callable[[], None] = lambda: None
    spare: int = 0
    pages: str = ""
    store: Path = Path()
    mixes: bool = False

    def through(self, port: int) -> str:
        """The address by another port, at which something stands in between."""
        return self.to.replace(f":{self.port}", f":{port}")


@contextmanager
def folder(root: Path) -> Iterator[Host]:
    """A folder of this computer."""
    out = root / "out"
    yield Host(str(out), lambda name: _content(out / name), store=out)


@contextmanager
def git(root: Path) -> Iterator[Host]:
    """A repository of this computer."""
    yield _repository(root / "pages.git", f"file://{root}/pages.git#web")


@contextmanager
def git_over_http(root: Path, certificate: Path | None = None) -> Iterator[Host]:
    """A repository that a web server offers, encrypted with a certificate."""
    with _apache(certificate) as (place, port, stop, start):
        host = _repository(place / "git" / "pages.git", "")
        subprocess.run(["git", "-C", place / "git" / "pages.git", "config", "http.receivepack",
                        "true"], check=True)  # fmt: skip
        _open_to_all(place / "git")
        host.to = f"http{'s' if certificate else ''}://me@{LOCAL}:{port}/git/pages.git#web"
        host.secret, host.port, host.stop, host.start = SECRET, port, stop, start
        yield host


@contextmanager
def sftp(root: Path) -> Iterator[Host]:
    """OpenSSH's server, for whoever has a key."""
    program, port, home = _program("sshd"), free_port(), root / "home"
    (home / ".ssh").mkdir(parents=True)
    for name in (root / "host", home / ".ssh" / "id_ed25519"):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", name], check=True)
    kind, key, *_ = (root / "host.pub").read_text().split()
    spare = free_port()
    known = "".join(f"[{LOCAL}]:{each} {kind} {key}\n" for each in (port, spare))
    (home / ".ssh" / "known_hosts").write_text(known)
    (root / "config").write_text(
        f"Port {port}\nListenAddress {LOCAL}\nHostKey {root}/host\nPidFile {root}/pid\n"
        f"AuthorizedKeysFile {home}/.ssh/id_ed25519.pub\nStrictModes no\nUsePAM no\n"
        "PermitRootLogin yes\nMaxStartups 100\nSubsystem sftp internal-sftp\n"
    )
    if os.getuid() == 0:
        Path("/run/sshd").mkdir(exist_ok=True)
    with _running([program, "-D", "-e", "-f", str(root / "config")], port, root) as (stop, start):
        to = f"sftp://{_user()}@{LOCAL}:{port}{root}/out"
        out, home_of_keys = root / "out", {"HOME": str(home)}
        yield Host(
            to, lambda name: _content(out / name), "", port, home_of_keys, stop, start, spare,
            store=out,
        )  # fmt: skip


@contextmanager
def webdav(root: Path, certificate: Path | None = None) -> Iterator[Host]:
    """Apache's WebDAV, encrypted with a certificate."""
    with _apache(certificate) as (place, port, stop, start):
        where, safe = f"{LOCAL}:{port}/friday", "s" if certificate else ""
        to, pages, store = f"webdav{safe}://me@{where}", f"http{safe}://{where}", place / "www"

        def get(name: str) -> bytes | None:
            try:
                return (
                    _content(store / "friday" / name) if certificate else fetched(f"{pages}/{name}")
                )
            except IncompleteRead:  # the file has been replaced by a shorter one
                return get(name)

        yield Host(to, get, SECRET, port, {}, stop, start, pages=pages, store=store, mixes=True)


@contextmanager
def s3(root: Path) -> Iterator[Host]:
    """Moto's server of S3."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = pytest.importorskip("moto.server").ThreadedMotoServer(LOCAL, port=0, verbose=False)
    server.start()
    try:
        _, port = server.get_host_and_port()
        bucket = f"http://{LOCAL}:{port}/pages"
        for address, body, method in (
            (f"http://{LOCAL}:{port}/moto-api/reset", b"", "POST"),
            (bucket, b"", "PUT"),
            (f"{bucket}?policy", json.dumps(POLICY).encode(), "PUT"),
        ):
            kind = {"Content-Type": "application/json"}
            urllib.request.urlopen(urllib.request.Request(address, body, kind, method=method))
        to = f"s3://pages/friday?endpoint=http://{LOCAL}:{port}"
        pages = f"{bucket}/friday"
        yield Host(to, lambda name: fetched(f"{pages}/{name}"), f"key:{SECRET}", port, pages=pages)
    finally:
        server.stop()


ALL = {"folder": folder, "git": git, "sftp": sftp, "webdav": webdav, "s3": s3}


@contextmanager
def _apache(
    certificate: Path | None = None,
) -> Iterator[tuple[Path, int, Callable[[], None], Callable[[], None]]]:
    """Apache in a folder that its own user may read; encrypted with a certificate."""
    program, port = _program("apache2"), free_port()
    root = Path(tempfile.mkdtemp(prefix="runner-apache-"))
    for name in ("www", "lock", "git"):
        (root / name).mkdir()
    modules = "\n".join(
        f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so"
        for name in (*_MODULES, *(("ssl",) if certificate else ()))
    )
    secure = f"SSLEngine on\nSSLCertificateFile {certificate}" if certificate else ""
    user = "User www-data\nGroup www-data" if os.getuid() == 0 else ""
    (root / "config").write_text(
        _APACHE.format(root=root, host=LOCAL, port=port, modules=modules, user=user, secure=secure)
    )
    hashed = b64encode(sha1(SECRET.encode(), usedforsecurity=False).digest()).decode()
    (root / "users").write_text(f"me:{{SHA}}{hashed}\n")
    _open_to_all(root)
    try:
        command = [program, "-f", str(root / "config"), "-DFOREGROUND"]
        with _running(command, port, root) as (stop, start):
            yield root, port, stop, start
    finally:
        shutil.rmtree(root, ignore_errors=True)


@contextmanager
def _running(
    command: list[str], port: int, root: Path
) -> Iterator[tuple[Callable[[], None], Callable[[], None]]]:
    """A server until the end of the block; yields what stops it and what starts it again."""
    processes: list[subprocess.Popen[bytes]] = []

    def start() -> None:
        with (root / "output.txt").open("ab") as output:
            processes.append(subprocess.Popen(command, stdout=output, stderr=output))
        until = time.monotonic() + 30
        while not listens(port):
            assert time.monotonic() < until, (root / "output.txt").read_text()
            time.sleep(0.05)

    def stop() -> None:
        for process in processes:
            process.terminate()
            process.wait(30)
        processes.clear()

    start()
    try:
        yield stop, start
    finally:
        stop()


@contextmanager
def small_disk(host: Host, size: int) -> Iterator[Path]:
    """A disk of its own for what a host keeps, of so many bytes, until the end of the block."""
    host.store.mkdir(exist_ok=True)
    disk = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=777", "tmpfs", host.store]
    if os.getuid() != 0 or subprocess.run(disk, capture_output=True).returncode:
        pytest.skip("only root may mount a disk")
    try:
        yield host.store
    finally:
        subprocess.run(["umount", "--lazy", host.store], check=True)


def _repository(place: Path, to: str) -> Host:
    subprocess.run(["git", "init", "--quiet", "--bare", place], check=True)

    def get(name: str) -> bytes | None:
        command = ["git", "--git-dir", place, "cat-file", "blob", f"web:{name}"]
        done = subprocess.run(command, capture_output=True)
        return None if done.returncode else done.stdout

    return Host(to, get, store=place / "objects")


def _program(name: str) -> str:
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def _user() -> str:
    import pwd

    return pwd.getpwuid(os.getuid()).pw_name


def _open_to_all(root: Path) -> None:
    for path in (root, *root.rglob("*")):
        mode = stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO
        path.chmod(mode if path.is_dir() or os.access(path, os.X_OK) else 0o666)


def _content(path: Path) -> bytes | None:
    with suppress(OSError):
        return path.read_bytes()
    return None


def fetched(url: str) -> bytes | None:
    """What a browser gets at an address; None if that is nothing."""
    try:
        with urllib.request.urlopen(url, timeout=20) as answer:
            content: bytes = answer.read()
            packed = answer.headers["Content-Encoding"] == "gzip" and not url.endswith(".gz")
            return gzip.decompress(content) if packed else content
    except urllib.error.HTTPError as reason:
        with reason:
            if reason.code in (403, 404):
                return None
            raise
