"""The kinds of targets, each a class in a file of its own and one line of `REGISTRY`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path, PurePosixPath
from pkgutil import resolve_name
from typing import NamedTuple

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError

Sent = Callable[[int], None]
"""Is called with the number of bytes of each file that has arrived."""


class Access(NamedTuple):
    """What a target may use besides its address: a folder of Runner's own, and a password, a token,
    or for S3 "id:secret"; "" if there is none."""

    own: Path
    secret: str = ""


class Target(ABC):
    """One place that holds a site, opened for one upload. Names are relative, with "/" between
    folders. Every method raises UploadError, and none OSError.

    A file is replaced atomically where the target can do that: whoever reads it meanwhile gets the
    old one or the new.
    """

    @abstractmethod
    def __init__(self, to: Destination, access: Access) -> None: ...

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""

    @abstractmethod
    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files, in any order, and return when all of them have arrived."""

    @abstractmethod
    def remove(self, names: Collection[str]) -> None:
        """Remove files, if they exist, one after the other, and folders that are empty then."""

    def finish(self) -> None:  # noqa: B027 - most targets have nothing to do here
        """Make visible what was written, where the target shows all of it at once."""

    def close(self) -> None:  # noqa: B027
        """Close the connection, if there is one. The next upload finds what was not finished."""


class Kind(NamedTuple):
    """A kind of target: the module and name of its class, the extra that brings its packages, if
    any, and what is asked for where it lets nobody in; the answers, joined by ":", are its
    secret."""

    target: str
    extra: str = ""
    asks: tuple[str, ...] = ()


REGISTRY: dict[str, Kind] = {
    "folder": Kind("folder:Folder"),
    "git": Kind("git:Branch", asks=("password or access token",)),
    "sftp": Kind("sftp:Sftp", "sftp", ("password",)),
    "s3": Kind("objects:Objects", "s3", ("id of the access key", "secret of the access key")),
    "webdav": Kind("objects:Objects", "webdav", ("password",)),
}


def opened(destination: Destination, access: Access) -> Target:
    """Return the target of a destination. Raises UploadError if it cannot be reached, or if the
    package for it is missing."""
    try:
        kind: type[Target] = resolve_name(f"{__name__}.{REGISTRY[destination.kind].target}")
    except ModuleNotFoundError as reason:
        raise UploadError(Trouble.PACKAGE, destination.text, str(reason.name)) from None
    return kind(destination, access)


def folders(names: Iterable[str]) -> list[str]:
    """Return the folders in which files lie, each after the one around it."""
    return sorted({str(each) for name in names for each in PurePosixPath(name).parents[:-1]})


def unfinished(name: str) -> str:
    """Return what a file is called while it is written, before it takes its place."""
    path = PurePosixPath(name)
    return str(path.with_name(f".{path.name}.new"))
