"""The server: a socket, and the event loop in which all connections are served."""

import asyncio
import contextlib
import errno
import math
import socket
import sys
import time
from collections.abc import Callable, Container
from itertools import islice
from typing import Any, Self

from runner.app.http.connection import Application, Connection
from runner.app.http.connection_limit import LONGEST, ConnectionLimiter, State

PORTS_TRIED = 20

QUEUE = 4096
"""Connections that may wait to be accepted; systems cut it down to what they allow."""

MOST, _SPARE = 8000, 96
"""Connections at a time, and descriptors that are left for everything else."""

_AT_ONCE = 64  # so many are accepted before any of them is answered
_USED_UP = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
_TICK = 0.1  # seconds between two looks at who has taken too long
_WAIT = 0.01  # seconds until a connection is accepted again, where the system would not

Say = Callable[[str], None]


class Server:
    """A server of an application: bound to a host and listening, but not yet running.

    A port that is taken is passed over for the next free one (port 0: any free one), as are
    `others`. `most` is how many clients may be connected at a time; None for as many as the system
    allows. Raises OSError if `tried` ports are taken, or the host is none of this machine's
    addresses.
    """

    def __init__(
        self, application: Application, host: str, port: int, most: int | None = None,
        others: Container[int] = (), tried: int = PORTS_TRIED,
    ) -> None:  # fmt: skip
        self._application = application
        self._most = most or descriptors() - _SPARE
        free = (each for each in range(port, 65536) if each not in others)
        self._socket = _bound(host, [0] if port == 0 else [*islice(free, tried)])
        self._socket.setblocking(False)
        self._stopped = False
        self.host, self.port = self._socket.getsockname()[:2]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def run(self, say: Say = lambda line: None) -> None:
        """Serve until `stop` or Ctrl+C; `say` reports mistakes, which end one connection each."""
        with contextlib.suppress(KeyboardInterrupt, asyncio.CancelledError):
            asyncio.run(self._run(say))

    def stop(self) -> None:
        """Come to an end within a moment, also before it has begun; connections are closed."""
        self._stopped = True

    async def _run(self, say: Say) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: _report(context, say))
        limiter = ConnectionLimiter(self._most, time.monotonic)
        accepting = asyncio.create_task(self._accept(limiter))
        try:
            while not self._stopped:
                limiter.end(LONGEST)
                await asyncio.sleep(_TICK)
        finally:
            accepting.cancel()
            limiter.end(dict.fromkeys(State, -math.inf))

    async def _accept(self, limiter: ConnectionLimiter) -> None:
        """Accept connections as long as the limit and the system allow."""
        loop = asyncio.get_running_loop()
        while True:
            try:
                clients = await self._arrivals(max(1, min(_AT_ONCE, limiter.free)))
                await limiter.make_room(len(clients))
                await asyncio.gather(
                    *(
                        loop.connect_accepted_socket(
                            lambda: Connection(self._application, limiter), client
                        )
                        for client in clients
                    )
                )
            except OSError as reason:
                if reason.errno in _USED_UP:
                    limiter.shrink()
                    await limiter.make_room(1)
                await asyncio.sleep(_WAIT)  # others have gone again before they were accepted

    async def _arrivals(self, most: int) -> list[socket.socket]:
        """Wait for a client; return it, and those that have come together with it."""
        clients = [(await asyncio.get_running_loop().sock_accept(self._socket))[0]]
        with contextlib.suppress(OSError):  # no other just now
            while len(clients) < most:
                clients.append(self._socket.accept()[0])
                clients[-1].setblocking(False)
        return clients


def _report(context: dict[str, Any], say: Say) -> None:
    """Say what went wrong; a client that has gone is no error."""
    reason = context.get("exception")
    if not isinstance(reason, ConnectionError | TimeoutError):
        say(f"{context.get('message')}: {reason!r}. Everybody else is served.")


def _bound(host: str, ports: list[int]) -> socket.socket:
    """Return a socket that listens at the first of these ports that is free."""
    for port in ports:
        try:
            return socket.create_server((host, port), backlog=QUEUE)
        except OSError as reason:
            if reason.errno not in (errno.EADDRINUSE, errno.EACCES) or port == ports[-1]:
                raise
    raise OSError(errno.EADDRINUSE, "no port is left")


def descriptors() -> int:
    """Return how many files may be open, after asking for more than the usual 256 or 1,024."""
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
