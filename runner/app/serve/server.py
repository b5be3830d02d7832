"""The server itself: a socket, and the one loop in which everybody is answered."""

import asyncio
import contextlib
import errno
import socket
import sys
import time
from collections.abc import Callable, Container, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Self

import h11

from runner.app.serve.answers import Answer, answer
from runner.app.serve.connection import Connection
from runner.app.serve.pages import Pages
from runner.app.serve.room import Room

EVERYWHERE = "0.0.0.0"  # noqa: S104 - being seen by the whole local network is what it is for
PORTS_TRIED = 20

QUEUE = 4096
"""Connections that may wait to be taken; systems cut it down to what they allow."""

MOST, _SPARE = 8000, 96
"""Connections at a time, and descriptors that are left for everything else."""

_TAKEN = (errno.EADDRINUSE, errno.EACCES)
_TOGETHER = 64  # so many at once are taken in before anybody is answered
_USED_UP = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_WAIT = 0.01  # seconds until somebody is taken in again, where the system would not

Say = Callable[[str], None]


class Server:
    """A server of a site's folder, bound and listening, and not yet running.

    A port that is taken is passed over for the next free one (port 0: any free one), as are
    `others`. Raises OSError when so many as are `tried` are taken, or the host is none of this
    machine's addresses.
    `most` is how many may be connected at a time; without it as many as the system allows.
    """

    def __init__(
        self, folder: Path, host: str = EVERYWHERE, port: int = 8000, most: int | None = None,
        others: Container[int] = (), tried: int = PORTS_TRIED,
    ) -> None:  # fmt: skip
        self._pages = Pages(folder)
        self._most = most or descriptors() - _SPARE
        free = (each for each in range(port, 65536) if each not in others)
        self._socket = _bound(host, [0] if port == 0 else [*islice(free, tried)])
        self._socket.setblocking(False)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.host, self.port = self._socket.getsockname()[:2]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def run(self, say: Say = lambda line: None) -> None:
        """Answer everybody until `stop` is called, in whatever thread, or Ctrl+C is pressed. A
        mistake of ours ends one connection and is said."""
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(self._run(say))

    def stop(self) -> None:
        """Come to an end; connections are closed."""
        if self._loop:
            self._loop.call_soon_threadsafe(self._stopped.set)

    async def _run(self, say: Say) -> None:
        self._stopped = asyncio.Event()
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(lambda _, told: _tell(told, say))
        room = Room(self._most, time.monotonic)
        work = [asyncio.create_task(each) for each in (self._take_in(room), _keep_tidy(room))]
        try:
            await self._stopped.wait()
        finally:
            for each in work:
                each.cancel()
            room.close()

    async def _take_in(self, room: Room) -> None:
        """Take in whoever comes, as long as there is room."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                taken = await self._arrived(max(1, min(_TOGETHER, room.left)))
                await room.for_more(len(taken))
                await asyncio.gather(
                    *(
                        loop.connect_accepted_socket(lambda: Connection(room, self._ask), each)
                        for each in taken
                    )
                )
            except OSError as reason:
                if reason.errno in _USED_UP:
                    room.is_smaller()
                    await room.for_more(1)
                await asyncio.sleep(_WAIT)  # others have gone again before they were taken in

    async def _arrived(self, most: int) -> list[socket.socket]:
        """Wait for somebody; they, and who has come together with them."""
        found = [(await asyncio.get_running_loop().sock_accept(self._socket))[0]]
        with contextlib.suppress(OSError):  # nobody else just now
            while len(found) < most:
                found.append(self._socket.accept()[0])
                found[-1].setblocking(False)
        return found

    def _ask(self, request: h11.Request, now: float) -> Answer:
        return answer(request, self._pages, now)


async def _keep_tidy(room: Room) -> None:
    while True:
        await asyncio.sleep(1)
        room.tidy()


def _tell(told: dict[str, Any], say: Say) -> None:
    """A telephone that walked out of range is no error; anything else is said."""
    reason = told.get("exception")
    if not isinstance(reason, ConnectionError | TimeoutError):
        say(f"✗ {told.get('message')}: {reason!r}. Everybody else is served.")


def _bound(host: str, ports: Sequence[int]) -> socket.socket:
    """A socket at the first of these ports that is free."""
    for candidate in ports[:-1]:
        try:
            return socket.create_server((host, candidate), backlog=QUEUE)
        except OSError as reason:
            if reason.errno not in _TAKEN:
                raise
    return socket.create_server((host, ports[-1]), backlog=QUEUE)


def descriptors() -> int:
    """How many files and connections this process may have open, once it has asked for more: the
    usual 256 or 1,024 are not enough for a hall."""
    wanted = MOST + _SPARE
    if sys.platform == "win32":
        return wanted
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
            soft = allowed
    return wanted if soft == resource.RLIM_INFINITY else min(wanted, soft)
