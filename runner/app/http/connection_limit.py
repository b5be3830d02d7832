"""Which connections are ended: those that take too long, and while others wait, idle ones first.

A system has only so many connections, and phones keep theirs. So a phone in a pocket never keeps
another out, nor does a client that connects and sends nothing.
"""

import asyncio
import math
from collections.abc import Callable
from enum import Enum
from itertools import islice
from typing import NamedTuple, Protocol


class State(Enum):
    """What a connection is doing; where room is needed, the first are ended first."""

    IDLE = "has its answer, and may send another request"
    CLOSING = "is closed by the server, and the client may still read the answer"
    REQUESTING = "has not sent a whole head of a request yet"
    RECEIVING = "sends the body of a request"
    SENDING = "receives its answer"
    WORKING = "waits for an answer that is being computed"


class Patience(NamedTuple):
    """Seconds that a state may last, and that it may last while others wait for a connection."""

    longest: float
    crowded: float


PATIENCE = {
    State.IDLE: Patience(60.0, 0.0),  # pages ask every 20 seconds or so
    State.CLOSING: Patience(10.0, 0.5),
    State.REQUESTING: Patience(10.0, 2.0),
    State.RECEIVING: Patience(30.0, 2.0),
    State.SENDING: Patience(120.0, 20.0),
    State.WORKING: Patience(math.inf, math.inf),
}
_RETRY = 0.2  # seconds until it is tried again to end a connection


class Client(Protocol):
    """A connection, as the limiter sees it."""

    def abort(self) -> None:
        """Close at once."""


class ConnectionLimiter:
    """Allows `most` connections at a time, measuring time by `clock`, in seconds."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._since: dict[State, dict[Client, float]] = {state: {} for state in State}
        self._left = asyncio.Event()

    def enter(self, client: Client, state: State) -> None:
        """Note that a client is in a state from now on. One that sends more of the same request
        does not get more time."""
        if state is State.REQUESTING and client in self._since[state]:
            return
        self.leave(client)
        self._since[state][client] = self._clock()

    def leave(self, client: Client) -> None:
        """Forget a client whose connection has ended."""
        for clients in self._since.values():
            clients.pop(client, None)
        self._left.set()

    @property
    def free(self) -> int:
        """How many more connections are allowed."""
        return self._most - sum(map(len, self._since.values()))

    async def make_room(self, many: int) -> None:
        """Return once so many more are allowed, ending connections as soon as that is fair."""
        while self.free < min(many, self._most):
            self._left.clear()
            if not self._end_one():
                try:
                    async with asyncio.timeout(_RETRY):
                        await self._left.wait()
                except TimeoutError:
                    continue

    def shrink(self) -> None:
        """Allow fewer than there are now: the system has less to give than it said."""
        self._most = max(1, (self._most - self.free) * 9 // 10)

    def end_late(self) -> None:
        """End the connections that have been in their state for too long."""
        for state, clients in self._since.items():
            while clients and self._end(next(iter(clients)), state, PATIENCE[state].longest):
                continue  # the first is the one that has been there for longest

    def end_all(self) -> None:
        """End all connections."""
        for state, clients in self._since.items():
            while clients:
                self._end(next(iter(clients)), state, -math.inf)

    def _end_one(self) -> bool:
        """End the connection that can be spared first; return whether there was one."""
        return any(
            self._end(client, state, PATIENCE[state].crowded)
            for state, clients in self._since.items()
            for client in islice(clients, 1)
        )

    def _end(self, client: Client, state: State, patience: float) -> bool:
        """End a connection that has been in its state for so long; return whether it has."""
        if self._clock() - self._since[state][client] < patience:
            return False
        self.leave(client)
        client.abort()
        return True
