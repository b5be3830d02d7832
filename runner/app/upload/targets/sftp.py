"""A folder on a computer that is reached by SFTP, as most hosts of web pages offer it.

The keys of the ssh agent and those in ~/.ssh are tried, then a password. A host has to be in
~/.ssh/known_hosts. A path begins at the root of what the account sees; after "/~/" it begins at the
account's home.
"""

import asyncio
import logging
from collections.abc import Awaitable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import PurePosixPath
from typing import TypeVar
from urllib.parse import unquote, urlsplit

import asyncssh

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.targets import Access, Sent, Target

for _name in ("asyncio", "asyncssh"):  # they would print what ends tasks of the package's own
    logging.getLogger(_name).addHandler(logging.NullHandler())

_AT_ONCE = 32  # files on their way, so that a distant host does not cost a round trip for each
_PATIENCE = 20  # seconds for a connection, and for a sign of life on one
_NEW = ".new"  # behind the name of a file that is being written
_TROUBLES: tuple[tuple[type[Exception], Trouble], ...] = (
    (asyncssh.PermissionDenied, Trouble.REFUSED),
    (asyncssh.HostKeyNotVerifiable, Trouble.HOST_KEY),
    (asyncssh.SFTPPermissionDenied, Trouble.READ_ONLY),
    (asyncssh.SFTPWriteProtect, Trouble.READ_ONLY),
    (asyncssh.SFTPNoSpaceOnFilesystem, Trouble.FULL),
    (asyncssh.SFTPQuotaExceeded, Trouble.FULL),
    (asyncssh.SFTPNoSuchFile, Trouble.MISSING),
    (asyncssh.SFTPNoSuchPath, Trouble.MISSING),
    (asyncssh.SFTPConnectionLost, Trouble.CUT),
    (asyncssh.SFTPNoConnection, Trouble.CUT),
    (asyncssh.DisconnectError, Trouble.CUT),
)
_LITTLE = 1_000_000  # bytes left on a disk that is taken for full; OpenSSH has no code for that
_Result = TypeVar("_Result")


class Sftp(Target):
    """A site in a folder of another computer."""

    def __init__(self, to: Destination, secret: str) -> None:
        path, self._where = unquote(urlsplit(to.address).path), to.text
        self._root = PurePosixPath(path[3:] if path.startswith("/~/") else path or ".")
        self._folders = {PurePosixPath()}
        self._loop = asyncio.Runner()
        with self._troubles(Trouble.OFFLINE):
            self._loop.run(self._connect(to, secret))

    async def _connect(self, to: Destination, secret: str) -> None:
        url = urlsplit(to.address)
        self._connection = await asyncssh.connect(
            url.hostname or "", url.port or 22, username=to.user or (), password=secret or None,
            connect_timeout=_PATIENCE, keepalive_interval=_PATIENCE, keepalive_count_max=2,
        )  # fmt: skip
        self._client = await self._connection.start_sftp_client()
        await self._made(self._root)

    async def _made(self, folder: PurePosixPath) -> None:
        if not await self._client.isdir(str(folder)):
            await self._client.mkdir(str(folder))

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""

        async def content() -> bytes | None:
            try:
                async with self._client.open(str(self._root / name), "rb") as file:
                    content = await file.read()
                    return content if isinstance(content, bytes) else content.encode()
            except (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath):
                return None

        return self._run(content())

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files, each of them atomically where the server can do that."""

        free = asyncio.Semaphore(_AT_ONCE)

        async def one(name: str, content: bytes) -> None:
            path = self._root / name
            new = str(path.with_name(f".{path.name}{_NEW}"))
            async with free:
                async with self._client.open(new, "wb") as file:
                    await file.write(content)
                await self._replace(new, str(path))
            sent(len(content))

        async def every() -> None:
            for name in files:
                for folder in reversed(PurePosixPath(name).parents[:-1]):
                    if folder not in self._folders:
                        await self._made(self._root / folder)
                        self._folders.add(folder)
            async with asyncio.TaskGroup() as tasks:
                for name, content in files.items():
                    tasks.create_task(one(name, content))

        self._run(every())

    async def _replace(self, new: str, path: str) -> None:
        try:
            await self._client.posix_rename(new, path)
        except asyncssh.SFTPOpUnsupported:
            with suppress(asyncssh.SFTPNoSuchFile):
                await self._client.remove(path)
            await self._client.rename(new, path)

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, what was begun of them, and folders that are empty then."""

        async def one(name: str) -> None:
            path = self._root / name
            for each in (path, path.with_name(f".{path.name}{_NEW}")):
                with suppress(asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath):
                    await self._client.remove(str(each))

        async def every() -> None:
            removed = list(names)
            for name in removed:
                await one(name)
            around = {folder for each in removed for folder in PurePosixPath(each).parents[:-1]}
            for folder in sorted(around, key=lambda each: -len(each.parts)):
                with suppress(asyncssh.SFTPError):  # something else is in it
                    await self._client.rmdir(str(self._root / folder))
                    self._folders.discard(folder)

        self._run(every())

    def close(self) -> None:
        """Close the connection."""
        self._connection.abort()
        with suppress(OSError, asyncssh.Error):
            self._loop.run(self._connection.wait_closed())
        self._loop.close()

    def _run(self, step: Awaitable[_Result]) -> _Result:
        async def waited() -> _Result:
            try:
                return await step
            except (asyncssh.SFTPFailure, ExceptionGroup) as group:
                if isinstance(_first(group), asyncssh.SFTPFailure) and await self._full():
                    raise UploadError(Trouble.FULL, self._where) from None
                raise

        with self._troubles(Trouble.CUT):
            return self._loop.run(waited())

    async def _full(self) -> bool:
        """Return whether the disk there has no room, as far as the server tells."""
        try:
            disk = await self._client.statvfs(str(self._root))
        except (asyncssh.Error, OSError):
            return False
        return (disk.bavail or 0) * (disk.frsize or 0) < _LITTLE

    @contextmanager
    def _troubles(self, lost: Trouble) -> Iterator[None]:
        """Raise what is raised within as UploadError; `lost` is what no connection means."""
        try:
            yield
        except (asyncssh.Error, OSError, ExceptionGroup) as group:
            reason = _first(group)
            known = (trouble for kind, trouble in _TROUBLES if isinstance(reason, kind))
            other = lost if isinstance(reason, OSError) else Trouble.FAILED
            raise UploadError(next(known, other), self._where, str(reason)) from None


def _first(reason: BaseException) -> BaseException:
    """Return the first exception in a group, or what is no group as it is."""
    while isinstance(reason, BaseExceptionGroup):
        reason = reason.exceptions[0]
    return reason


def opened(destination: Destination, access: Access) -> Sftp:
    """Return the folder, with a connection to it."""
    return Sftp(destination, access.secret)
