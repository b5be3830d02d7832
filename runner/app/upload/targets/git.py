"""A branch of a git repository, as hosts of static pages serve it; git itself does the work.

The files of an upload are one commit, so that visitors get all of it or nothing. What Runner did
not put into the branch stays in it. With `?history=keep` behind the address every upload is a
commit after the one before; otherwise the branch has one commit, and the repository stays small.
"""

import json
import os
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Collection, Mapping

from runner import __version__
from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError, found_in
from runner.app.upload.manifest import PUBLISHED
from runner.app.upload.targets import Access, Sent, Target

BRANCH = "pages"
"""The branch where none is typed."""
_MESSAGE = f"Published by Runner {__version__}".encode()
_WHO = b"Runner <runner@localhost>"
_NO_JEKYLL = b".nojekyll"  # where it is, hosts serve files as they are
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
        self._to, self._ref = to, f"refs/heads/{to.branch or BRANCH}"
        self._own, self._environment = access.own / "git", _environment(to, access.secret)
        self._changes: list[bytes] = []
        self._program = shutil.which("git") or ""
        if not self._program:
            raise UploadError(Trouble.PACKAGE, to.text, "git")
        if not (self._own / "HEAD").exists():
            self._git("init", "--quiet", "--bare", str(self._own))
        self._base = self._git("ls-remote", "--", to.address, self._ref).decode().partition("\t")[0]
        if self._base and not self._tree():
            options = ("--quiet", "--depth=1", "--no-tags")
            self._git("fetch", *options, "--", to.address, self._ref)

    def _tree(self) -> bytes:
        """Return the id of the newest commit's tree; b"" unless it is here."""
        return self._run("rev-parse", "--quiet", "--verify", f"{self._base}^{{tree}}").stdout

    def read(self, name: str) -> bytes | None:
        """Return a file of the newest commit; None if it has none of that name."""
        found = self._run("cat-file", "blob", f"{self._base}:{name}") if self._base else None
        return found.stdout if found and not found.returncode else None

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Take files into the commit to come."""
        for name, content in files.items():
            self._changes += b"M 100644 inline %s\n" % _quoted(name), _data(content)
            sent(len(content))

    def remove(self, names: Collection[str]) -> None:
        """Leave files out of the commit to come."""
        self._changes += (b"D %s\n" % _quoted(name) for name in names)

    def finish(self) -> None:
        """Commit and push. Raises UploadError if somebody else has pushed meanwhile."""
        if self.read(PUBLISHED) is None:
            self._changes += b"M 100644 inline %s\n" % _NO_JEKYLL, _data(b"")
        if not self._base:
            start = b""
        elif self._to.option("history") == "keep":
            start = b"from %s\n" % self._base.encode()
        else:
            start = b'M 040000 %s ""\n' % self._tree().strip()
        stream = b"".join((
            b"reset %s\ncommit %s\n" % (_NEXT, _NEXT), b"committer %s now\n" % _WHO,
            _data(_MESSAGE), start, *self._changes, b"done\n",
        ))  # fmt: skip
        self._git("fast-import", "--quiet", "--force", "--done", "--date-format=now", input_=stream)
        self._git(
            "push", "--quiet", f"--force-with-lease={self._ref}:{self._base}", "--",
            self._to.address, f"{_NEXT.decode()}:{self._ref}",
        )  # fmt: skip
        self._git("gc", "--auto", "--quiet")

    def _git(self, *words: str, input_: bytes = b"") -> bytes:
        """Return what git writes. Raises UploadError where it fails."""
        done = self._run(*words, input_=input_)
        if done.returncode:
            text = done.stderr.decode(errors="replace")
            lines = [line for line in text.splitlines() if line.strip()]
            more = lines[-1].strip() if lines else f"git ended with {done.returncode}"
            raise UploadError(found_in(text, TROUBLES) or Trouble.FAILED, self._to.text, more)
        return done.stdout

    def _run(self, *words: str, input_: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
        """Return how git ended. Raises UploadError where that takes too long."""
        try:
            return subprocess.run(  # noqa: S603 - git, wherever it is installed
                (self._program, *words), input=input_, capture_output=True, check=False,
                env=self._environment | {"GIT_DIR": str(self._own)}, timeout=_PATIENCE,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            raise UploadError(Trouble.CUT, self._to.text) from None


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
    own = {"LC_ALL": "C", "LANGUAGE": "", "GIT_TERMINAL_PROMPT": "0"}
    return {"GIT_SSH_COMMAND": _SSH, **os.environ, **variables, **own}


def _quoted(name: str) -> bytes:
    """Return a name as `git fast-import` reads it."""
    return json.dumps(name, ensure_ascii=False).encode()


def _data(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)
