"""A branch of a git repository, as hosts of static pages serve it; git itself does the work.

The files of an upload are one commit, so that visitors get all of it or nothing. What Runner did
not put into the branch stays in it. With `?history=keep` behind the address every upload is a
commit after the one before; otherwise the branch has one commit, and the repository stays small.
"""

import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Iterable, Mapping

from runner import __version__
from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError, found_in
from runner.app.upload.manifest import PUBLISHED, PUBLISHING
from runner.app.upload.targets import Access, Sent, Target

BRANCH = "pages"
"""The branch where none is typed."""
_MESSAGE = f"Published by Runner {__version__}"
_WHO = "Runner <runner@localhost>"
_NO_JEKYLL = ".nojekyll"  # where it is, hosts serve files as they are
_NEXT = b"refs/runner/next"  # in Runner's own repository: the commit of the latest upload
_PATIENCE = 3600.0  # seconds for one step; git itself gives up a connection that does nothing
_SLOW = {"http.lowSpeedLimit": "500", "http.lowSpeedTime": "60"}  # bytes per second, seconds
_SSH = "ssh -o BatchMode=yes -o ConnectTimeout=20 -o ServerAliveInterval=20"
TROUBLES = {
    "Could not resolve host": Trouble.OFFLINE, "Failed to connect": Trouble.OFFLINE,
    "Connection refused": Trouble.OFFLINE, "Connection timed out": Trouble.OFFLINE,
    "Network is unreachable": Trouble.OFFLINE, "Could not connect": Trouble.OFFLINE,
    "Authentication failed": Trouble.REFUSED, "could not read Username": Trouble.REFUSED,
    "could not read Password": Trouble.REFUSED, "Permission denied (": Trouble.REFUSED,
    "error: 401": Trouble.REFUSED, "error: 403": Trouble.READ_ONLY,
    "certificate": Trouble.CERTIFICATE, "Host key verification failed": Trouble.HOST_KEY,
    "stale info": Trouble.MEANWHILE, "non-fast-forward": Trouble.MEANWHILE,
    "fetch first": Trouble.MEANWHILE, "cannot lock ref": Trouble.MEANWHILE,
    "No space left": Trouble.FULL, "quota": Trouble.FULL, "not found": Trouble.MISSING,
    "does not exist": Trouble.MISSING, "does not appear to be a git": Trouble.MISSING,
    "hung up": Trouble.CUT, "early EOF": Trouble.CUT, "RPC failed": Trouble.CUT,
    "Connection reset": Trouble.CUT, "Operation too slow": Trouble.CUT,
    "protected": Trouble.READ_ONLY, "denied": Trouble.READ_ONLY,
}  # fmt: skip
"""Parts of git's English messages; it has no codes."""


class Branch(Target):
    """A branch, of which the newest commit is in a repository of Runner's own."""

    def __init__(self, to: Destination, access: Access) -> None:
        self._to, self._branch = to, to.branch or BRANCH
        self._keep = to.option("history") == "keep"
        self._own, self._environment = access.own / "git", _environment(to, access.secret)
        self._changes: list[bytes] = []
        self._program = shutil.which("git") or ""
        if not self._program:
            raise UploadError(Trouble.PACKAGE, to.text, "git")
        if not (self._own / "HEAD").exists():
            self._git("init", "--quiet", "--bare", str(self._own))
        self._read: dict[str, bytes | None] = {}
        self._base = self._tree = ""
        self._find()

    def _find(self) -> None:
        """Find the branch's newest commit, and fetch it unless it is here; there may be none."""
        ref = f"refs/heads/{self._branch}"
        listed = self._git("ls-remote", "--", self._to.address, ref).decode().split()
        if not listed:
            return
        self._base = listed[0]
        if not self._look():
            self._git("fetch", "--quiet", "--depth=1", "--no-tags", "--", self._to.address, ref)
            self._look()

    def _look(self) -> bool:
        """Return whether the commit is here; if so, read its tree and Runner's own files in it."""
        names = (PUBLISHED, PUBLISHING)
        (tree, _), *contents = self._objects("^{tree}", *(f":{name}" for name in names))
        self._tree = tree
        self._read = {name: content for name, (_, content) in zip(names, contents, strict=True)}
        return bool(tree)

    def _objects(self, *names: str) -> list[tuple[str, bytes | None]]:
        """Return id and content of objects that are named from the commit on; ("", None) for those
        that do not exist."""
        asked = "".join(f"{self._base}{name}\n" for name in names)
        rest = self._git("cat-file", "--batch", input_=asked.encode())
        found: list[tuple[str, bytes | None]] = []
        for _ in names:
            line, _, rest = rest.partition(b"\n")
            if line.endswith(b" missing"):
                found.append(("", None))
                continue
            identity, _, size = line.decode().split()
            found.append((identity, rest[: int(size)]))
            rest = rest[int(size) + 1 :]
        return found

    def read(self, name: str) -> bytes | None:
        """Return a file of the newest commit; None if it has none of that name."""
        if self._base and name not in self._read:
            [(_, self._read[name])] = self._objects(f":{name}")
        return self._read.get(name)

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Take files into the commit to come."""
        for name, content in files.items():
            self._changes += (b"M 100644 inline %s\n" % _quoted(name), _data(content))
            sent(len(content))

    def remove(self, names: Iterable[str]) -> None:
        """Leave files out of the commit to come."""
        self._changes += (b"D %s\n" % _quoted(name) for name in names)

    def finish(self) -> None:
        """Commit and push. Raises UploadError if somebody else has pushed meanwhile."""
        if self.read(PUBLISHED) is None:
            self._changes += (b"M 100644 inline %s\n" % _NO_JEKYLL.encode(), _data(b""))
        start = b""
        if self._base:
            start = (b"from %s\n" % self._base.encode() if self._keep
                     else b"M 040000 %s \"\"\n" % self._tree.encode())  # fmt: skip
        stream = b"".join((
            b"reset %s\ncommit %s\n" % (_NEXT, _NEXT), b"committer %s now\n" % _WHO.encode(),
            _data(_MESSAGE.encode()), start, *self._changes, b"done\n",
        ))  # fmt: skip
        self._git("fast-import", "--quiet", "--force", "--done", "--date-format=now", input_=stream)
        here = f"refs/heads/{self._branch}"
        self._git(
            "push", "--quiet", f"--force-with-lease={here}:{self._base}", "--",
            self._to.address, f"{_NEXT.decode()}:{here}",
        )  # fmt: skip
        self._git("gc", "--auto", "--quiet")

    def _git(self, *words: str, input_: bytes = b"") -> bytes:
        """Run git, and return what it writes. Raises UploadError."""
        try:
            done = subprocess.run(  # noqa: S603 - git, wherever it is installed
                (self._program, *words), input=input_, capture_output=True, check=False,
                env=self._environment | {"GIT_DIR": str(self._own)}, timeout=_PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise UploadError(Trouble.CUT, self._to.text) from None
        if done.returncode:
            text = done.stderr.decode(errors="replace")
            lines = [line for line in text.splitlines() if line.strip()]
            more = lines[-1].strip() if lines else f"git ended with {done.returncode}"
            raise UploadError(found_in(text, TROUBLES) or Trouble.FAILED, self._to.text, more)
        return done.stdout


def opened(destination: Destination, access: Access) -> Branch:
    """Return the branch. Raises UploadError if the repository cannot be reached."""
    return Branch(destination, access)


def _environment(to: Destination, secret: str) -> dict[str, str]:
    """Return the environment for git: it asks nobody, and gets a secret where other users of the
    computer cannot read it, unlike arguments."""
    settings = dict(_SLOW)
    if secret:
        account = b64encode(f"{to.user or 'git'}:{secret}".encode()).decode()
        settings["http.extraHeader"] = f"Authorization: Basic {account}"
    variables = {"GIT_CONFIG_COUNT": str(len(settings))}
    for number, (key, value) in enumerate(settings.items()):
        variables |= {f"GIT_CONFIG_KEY_{number}": key, f"GIT_CONFIG_VALUE_{number}": value}
    who, mail = _WHO.rstrip(">").split(" <")
    return {
        "GIT_SSH_COMMAND": _SSH, **os.environ, **variables, "LC_ALL": "C", "LANGUAGE": "",
        "GIT_TERMINAL_PROMPT": "0", "GIT_AUTHOR_NAME": who, "GIT_AUTHOR_EMAIL": mail,
        "GIT_COMMITTER_NAME": who, "GIT_COMMITTER_EMAIL": mail,
    }  # fmt: skip


def _quoted(name: str) -> bytes:
    """Return a name as `git fast-import` reads it."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'.encode()


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)
