"""The kinds of targets, each one file and one line of `REGISTRY`."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError

Sent = Callable[[int], None]
"""Is called with the number of bytes of each file that has arrived."""


class Target(ABC):
    """One place that holds a site, opened for one upload. Names are relative, with "/" between
    folders. Every method raises UploadError, and none OSError.

    A file is replaced atomically where the target can do that: whoever reads it meanwhile gets the
    old one or the new.
    """

    @abstractmethod
    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""

    @abstractmethod
    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files, in any order, and return when all of them have arrived."""

    @abstractmethod
    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they exist, one after the other, and folders that are empty then."""

    def finish(self) -> None:  # noqa: B027 - most targets have nothing to do here
        """Make visible what was written, where the target shows all of it at once."""

    def close(self) -> None:  # noqa: B027
        """Close the connection, if there is one. The next upload finds what was not finished."""


class Access(NamedTuple):
    """What a target may use besides its address: a folder of Runner's own, and a password, a token,
    or for S3 "id:secret"; "" if there is none."""

    own: Path
    secret: str = ""


class Kind(NamedTuple):
    """A kind of target: its module, which has `opened(destination, access)`, the extra that brings
    its packages, if any, and what is asked for where it lets nobody in; the answers, joined by
    ":", are its secret."""

    module: str
    extra: str = ""
    asks: tuple[str, ...] = ()


REGISTRY: dict[str, Kind] = {
    "folder": Kind("folder"),
    "git": Kind("git", asks=("password or access token",)),
    "sftp": Kind("sftp", "sftp", ("password",)),
    "s3": Kind("s3", "s3", ("id of the access key", "secret of the access key")),
    "webdav": Kind("webdav", "webdav", ("password",)),
}


def opened(destination: Destination, access: Access) -> Target:
    """Return the target of a destination. Raises UploadError if it cannot be reached, or if the
    package for it is missing."""
    kind = REGISTRY[destination.kind]
    try:
        module = import_module(f"{__name__}.{kind.module}")
    except ModuleNotFoundError as reason:
        raise UploadError(Trouble.PACKAGE, destination.text, str(reason.name)) from None
    target: Target = module.opened(destination, access)
    return target
