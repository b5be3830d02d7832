"""Where a site is published to, as it is typed: a folder, a git branch, SFTP, S3 or WebDAV."""

import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

_SCHEMES = {
    "file": "folder", "git": "git", "ssh": "git", "git+ssh": "git", "git+https": "git",
    "sftp": "sftp", "s3": "s3", "webdav": "webdav", "webdavs": "webdav", "dav": "webdav",
    "davs": "webdav",
}  # fmt: skip
_WEB = ("http", "https")
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
        port, host = url.port, url.hostname or ""
    except ValueError as reason:
        raise DestinationError(f"{typed} is not an address: {reason}.") from None
    if url.password:
        raise DestinationError(
            "The address has a password in it, which everybody with the workbook could read.",
            "Take it out. Runner asks for it once, and keeps it in the system’s keyring.",
        )
    kind = _SCHEMES.get(url.scheme.lower(), "")
    if url.scheme.lower() in _WEB and url.path.endswith(".git"):
        kind = "git"
    if not kind:
        raise DestinationError(f"Runner cannot publish to {typed}.")
    if kind == "folder" and url.path.endswith(".git"):
        options = tuple(parse_qsl(url.query))
        return Destination("git", typed, f"file://{url.path}", "", url.fragment, options)
    if kind == "folder":
        return Destination(kind, typed, str(_folder(unquote(url.path), root)))
    if not host:
        raise DestinationError(f"{typed} names no {'bucket' if kind == 's3' else 'computer'}.")
    at = host if port is None else f"{host}:{port}"
    scheme = url.scheme.lower().removeprefix("git+")
    user = unquote(url.username or "")
    who = f"{url.username}@" if kind in ("git", "sftp") and url.username else ""
    return Destination(
        kind, typed, f"{scheme}://{who}{at}{url.path}", user, url.fragment,
        tuple(parse_qsl(url.query)),
    )  # fmt: skip


def _folder(typed: str, root: Path) -> Path:
    """Return a folder as typed; a relative path starts at the event's folder."""
    if not typed:
        raise DestinationError("No destination is typed.")
    folder = root.resolve() / Path(typed).expanduser()
    event = root.resolve()
    if folder.resolve() == event or event.is_relative_to(folder.resolve()):
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
