"""Which connections are ended: those that take too long, and while others wait, idle ones first.

A system has only so many connections, and phones keep theirs. So a phone in a pocket never keeps
another out, nor does a client that connects and sends nothing.
"""

import asyncio
import math
from collections.abc import Callable, Mapping
from enum import Enum


class State(Enum):
    """What a connection is doing; where room is needed, the first are ended first."""

    IDLE = "has its answer, and may send another request"
    CLOSING = "is closed by the server, and the client may still read the answer"
    REQUESTING = "has not sent a whole head of a request yet"
    RECEIVING = "sends the body of a request"
    SENDING = "receives its answer"
    WORKING = "waits for an answer that is being computed"


LONGEST = {
    State.IDLE: 60.0,  # pages ask every 20 seconds or so
    State.CLOSING: 10.0,
    State.REQUESTING: 10.0,
    State.RECEIVING: 30.0,
    State.SENDING: 120.0,
    State.WORKING: math.inf,
}
"""Seconds that a connection may be in a state."""

CROWDED = {
    State.IDLE: 0.0,
    State.CLOSING: 0.5,
    State.REQUESTING: 2.0,
    State.RECEIVING: 2.0,
    State.SENDING: 20.0,
    State.WORKING: math.inf,
}
"""The same while others wait for a connection."""

_RETRY = 0.05  # seconds until it is tried again to end a connection


class ConnectionLimiter:
    """Allows `most` connections at a time, measuring time by `clock`, in seconds."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._since: dict[State, dict[asyncio.Transport, float]] = {state: {} for state in State}

    def enter(self, client: asyncio.Transport, state: State) -> None:
        """Note that a connection is in a state from now on. One that receives more of the same
        request does not get more time."""
        if state is not State.REQUESTING or client not in self._since[state]:
            self.leave(client)
            self._since[state][client] = self._clock()

    def leave(self, client: asyncio.Transport) -> None:
        """Forget a connection that has ended."""
        for clients in self._since.values():
            clients.pop(client, None)

    @property
    def free(self) -> int:
        """How many more connections are allowed."""
        return self._most - sum(map(len, self._since.values()))

    async def make_room(self, many: int) -> None:
        """Return once so many more are allowed, ending connections as soon as that is fair."""
        while self.free < min(many, self._most):
            if not self.end(CROWDED, 1):
                await asyncio.sleep(_RETRY)

    def shrink(self) -> None:
        """Allow fewer than there are now: the system has less to give than it said."""
        self._most = max(1, (self._most - self.free) * 9 // 10)

    def end(self, seconds: Mapping[State, float], most: float = math.inf) -> int:
        """End at most so many connections that were in their state for so long; return how many."""
        now, ended = self._clock(), 0
        for state, clients in self._since.items():
            while clients and ended < most:
                client, since = next(iter(clients.items()))  # the one that is in it for longest
                if now - since < seconds[state]:
                    break
                self.leave(client)
                client.abort()
                ended += 1
        return ended
