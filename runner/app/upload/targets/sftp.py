"""A folder on a computer that is reached by SFTP, as most hosts of web pages offer it.

The keys of the ssh agent and those in ~/.ssh are tried, then a password. A host has to be in
~/.ssh/known_hosts. A path begins at the root of what the account sees; after "/~/" it begins at the
account's home.
"""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Mapping
from contextlib import suppress
from typing import Any, TypeVar
from urllib.parse import unquote, urlsplit

import asyncssh

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.targets import Access, Sent, Target, folders, unfinished

for _name in ("asyncio", "asyncssh"):  # they would print what ends tasks of the package's own
    logging.getLogger(_name).addHandler(logging.NullHandler())

_AT_ONCE = 32  # files on their way, so that a distant host does not cost a round trip for each
_PATIENCE = 20  # seconds for a connection, and for a sign of life on one
_TROUBLES = {
    asyncssh.PermissionDenied: Trouble.REFUSED, asyncssh.HostKeyNotVerifiable: Trouble.HOST_KEY,
    asyncssh.SFTPPermissionDenied: Trouble.READ_ONLY, asyncssh.SFTPWriteProtect: Trouble.READ_ONLY,
    asyncssh.SFTPNoSpaceOnFilesystem: Trouble.FULL, asyncssh.SFTPQuotaExceeded: Trouble.FULL,
    asyncssh.SFTPNoSuchFile: Trouble.MISSING, asyncssh.SFTPNoSuchPath: Trouble.MISSING,
    asyncssh.SFTPConnectionLost: Trouble.CUT, asyncssh.SFTPNoConnection: Trouble.CUT,
    asyncssh.DisconnectError: Trouble.CUT,
}  # fmt: skip
"""What exceptions mean, the more special ones first."""
_MISSING = (asyncssh.SFTPNoSuchFile, asyncssh.SFTPNoSuchPath)
_LITTLE = 1_000_000  # bytes left on a disk that is taken for full; OpenSSH has no code for that
_Result = TypeVar("_Result")


class Sftp(Target):
    """A site in a folder of another computer."""

    def __init__(self, to: Destination, access: Access) -> None:
        self._where, self._folders, self._loop = to.text, set[str](), asyncio.Runner()
        self._run(self._connect(to, access.secret), Trouble.OFFLINE)

    async def _connect(self, to: Destination, secret: str) -> None:
        url = urlsplit(to.address)
        self._connection = await asyncssh.connect(
            url.hostname or "", url.port or 22, username=to.user or (), password=secret or None,
            connect_timeout=_PATIENCE, keepalive_interval=_PATIENCE, keepalive_count_max=2,
        )  # fmt: skip
        self._client = await self._connection.start_sftp_client()
        root = unquote(url.path).removeprefix("/~/") or "."
        await self._make(root)
        await self._client.chdir(root)

    async def _make(self, folder: str) -> None:
        if not await self._client.isdir(folder):
            await self._client.mkdir(folder)

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""

        async def content() -> bytes | None:
            try:
                async with self._client.open(name, "rb") as file:
                    content = await file.read()
                    return content if isinstance(content, bytes) else content.encode()
            except _MISSING:
                return None

        return self._run(content())

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files, each of them atomically where the server can do that."""
        free = asyncio.Semaphore(_AT_ONCE)

        async def one(name: str, content: bytes) -> None:
            async with free:
                async with self._client.open(unfinished(name), "wb") as file:
                    await file.write(content)
                await self._replace(unfinished(name), name)
            sent(len(content))

        async def every() -> None:
            for folder in folders(files):
                if folder not in self._folders:
                    await self._make(folder)
                    self._folders.add(folder)
            await asyncio.gather(*(one(name, content) for name, content in files.items()))

        self._run(every())

    async def _replace(self, new: str, name: str) -> None:
        try:
            await self._client.posix_rename(new, name)
        except asyncssh.SFTPOpUnsupported:
            with suppress(*_MISSING):
                await self._client.remove(name)
            await self._client.rename(new, name)

    def remove(self, names: Collection[str]) -> None:
        """Remove files, what was begun of them, and folders that are empty then."""

        async def every() -> None:
            for name in names:
                for each in (name, unfinished(name)):
                    with suppress(*_MISSING):
                        await self._client.remove(each)
            for folder in reversed(folders(names)):
                with suppress(asyncssh.SFTPError):  # something else is in it
                    await self._client.rmdir(folder)
                    self._folders.discard(folder)

        self._run(every())

    def close(self) -> None:
        """Close the connection."""
        self._connection.abort()
        with suppress(OSError, asyncssh.Error):
            self._loop.run(self._connection.wait_closed())
        self._loop.close()

    def _run(self, step: Coroutine[Any, Any, _Result], lost: Trouble = Trouble.CUT) -> _Result:
        """Return what a step comes to. Raises UploadError; `lost` is what no connection means."""
        try:
            return self._loop.run(step)
        except (asyncssh.Error, OSError) as reason:
            known = (trouble for kind, trouble in _TROUBLES.items() if isinstance(reason, kind))
            trouble = next(known, lost if isinstance(reason, OSError) else Trouble.FAILED)
            if isinstance(reason, asyncssh.SFTPFailure) and self._full():
                trouble = Trouble.FULL
            raise UploadError(trouble, self._where, str(reason)) from None

    def _full(self) -> bool:
        """Return whether the disk there has no room, as far as the server tells."""
        try:
            disk = self._loop.run(self._client.statvfs("."))
        except (asyncssh.Error, OSError):
            return False
        return (disk.bavail or 0) * (disk.frsize or 0) < _LITTLE
