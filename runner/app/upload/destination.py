"""Where a site is published to, as it is typed: a folder, a git branch, SFTP, S3 or WebDAV."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

from runner.core.event import Event
from runner.core.problems import Problem, error

_SCHEMES = {
    "file": "folder", "git": "git", "ssh": "git", "git+ssh": "git", "git+https": "git",
    "sftp": "sftp", "s3": "s3", "webdav": "webdav", "webdavs": "webdav", "dav": "webdav",
    "davs": "webdav",
}  # fmt: skip
_ALSO_GIT = ("http", "https", "file")  # where the path ends in .git
_LIKE_SSH = re.compile(r"[\w.-]+@[\w.-]+:[^\\]+")  # git@example.org:me/friday.git
FORMS = (
    "A folder; a git repository (https://… or git@…, ending in .git); sftp://user@host/folder; "
    "s3://bucket/folder?endpoint=https://…; or webdavs://host/folder."
)
"""What may be typed, for a message."""


class DestinationError(ValueError):
    """What was typed is not a destination: `what` is wrong, and how to `fix` it."""

    def __init__(self, what: str, fix: str = FORMS) -> None:
        super().__init__(what)
        self.what, self.fix = what, fix


@dataclass(frozen=True, slots=True)
class Destination:
    """Where a site goes. `kind` is that of the target, a key of `targets.REGISTRY`; `text` is what
    was typed, without spaces around it. `address` is what the target opens: a folder's path, or an
    address without `branch` and `options`."""

    kind: str
    text: str
    address: str
    user: str = ""
    branch: str = ""
    options: tuple[tuple[str, str], ...] = ()

    def option(self, name: str) -> str:
        """Return the value of an option behind “?”, or ""."""
        return dict(self.options).get(name, "")


def destination(text: str, root: Path) -> Destination:
    """Return the destination that was typed for the event in the folder `root`.

    Raises DestinationError for anything else, and for an address with a password in it: a workbook
    is copied and shared.
    """
    typed = text.strip()
    if _LIKE_SSH.fullmatch(typed) and not Path(typed).is_absolute():
        repository, _, branch = typed.partition("#")
        return Destination("git", typed, repository, typed.partition("@")[0], branch)
    if "://" not in typed:
        return Destination("folder", typed, str(_folder(typed, root)))
    try:
        url = urlsplit(typed)
        _ = url.port
    except ValueError as reason:
        raise DestinationError(f"{typed} is not an address: {reason}.") from None
    if url.password:
        raise DestinationError(
            "The address has a password in it, which everybody with the workbook could read.",
            "Take it out. Runner asks for it once, and keeps it in the system’s keyring.",
        )
    scheme = url.scheme.lower()
    kind = _SCHEMES.get(scheme, "")
    if scheme in _ALSO_GIT and url.path.endswith(".git"):
        kind = "git"
    if not kind:
        raise DestinationError(f"Runner cannot publish to {typed}.")
    if kind == "folder":
        return Destination(kind, typed, str(_folder(unquote(url.path), root)))
    if not (url.hostname or scheme == "file"):
        raise DestinationError(f"{typed} names no {'bucket' if kind == 's3' else 'computer'}.")
    who = f"{url.username}@" if url.username and kind in ("git", "sftp") else ""
    at = url.netloc.rpartition("@")[2].lower()
    address = f"{scheme.removeprefix('git+')}://{who}{at}{url.path}"
    options = tuple(parse_qsl(url.query))
    return Destination(kind, typed, address, unquote(url.username or ""), url.fragment, options)


def _folder(typed: str, root: Path) -> Path:
    """Return a folder as typed; a relative path starts at the event's folder."""
    if not typed:
        raise DestinationError("No destination is typed.")
    event = root.resolve()
    folder = event / Path(typed).expanduser()
    if event.is_relative_to(folder.resolve()):
        raise DestinationError(
            f"{folder} has the event itself in it, and what is published is for everybody.",
            "Choose a folder of its own.",
        )
    if (folder / "HEAD").is_file() and (folder / "objects").is_dir():
        raise DestinationError(
            f"{folder} is a git repository without working files.",
            f"To publish to a branch of it, type file://{folder}, which has to end in .git.",
        )
    return folder


def unusable(event: Event, root: Path) -> Problem | None:
    """Return what is wrong with the destination on the Event sheet."""
    try:
        if event.publish_to:
            destination(event.publish_to, root)
    except DestinationError as reason:
        place = event.at("publish_to")
        return error("event.publish-to-unusable", place, reason.what, reason.fix)
    return None
