"""Who may stay connected: a system has only so many connections, and telephones keep theirs.

Whoever waits without having asked for anything makes room first. So a phone that is in a pocket
never keeps another out, nor does somebody who opens connections and says nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

IDLE = 60.0
"""Seconds without a question after which a connection is let go; pages ask every 20 or so."""

ASKING = 10.0
"""Seconds that the first question, or the rest of one, may take."""

SENDING = 120.0
"""Seconds that an answer may be on its way."""

HASTE = 2.0
"""The same for a question where others wait for room; an answer then has ten times as long."""


class Guest(Protocol):
    """A connection, as the room sees it."""

    def leave(self) -> None:
        """Close at once."""


class Room:
    """For so many connections at most. Each is in one of three states, since a time by `clock`:
    asking (nothing whole has come from it yet), sent its answer, or idle between questions."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most = most
        self._clock = clock
        self._asking: dict[Guest, float] = {}
        self._sending: dict[Guest, float] = {}
        self._idle: dict[Guest, float] = {}
        self._left = asyncio.Event()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._asking) + len(self._sending) + len(self._idle)

    def asks(self, guest: Guest) -> None:
        """It is new, or has begun a question; who goes on with one stays where it is."""
        if guest not in self._asking:
            self._into(self._asking, guest)

    def sends(self, guest: Guest) -> None:
        """Its answer is on its way."""
        self._into(self._sending, guest)

    def idles(self, guest: Guest) -> None:
        """It has its answer, and may ask again."""
        self._into(self._idle, guest)

    def leaves(self, guest: Guest) -> None:
        """It has gone."""
        for state in (self._asking, self._sending, self._idle):
            state.pop(guest, None)
        self._left.set()

    @property
    def left(self) -> int:
        """How many more there is room for."""
        return self._most - len(self)

    async def for_more(self, many: int) -> None:
        """Comes back once there is room for so many: idle ones go first, then who takes long."""
        while self.left < many and len(self):
            self._left.clear()
            if not self._makes_room():
                await self._someone_leaves()

    def is_smaller(self) -> None:
        """The system has less to give than it said: leave some of what is in use now."""
        self._most = max(1, len(self) * 9 // 10)

    def _makes_room(self) -> bool:
        """Let somebody go who can be spared; returns whether there was anybody."""
        now = self._clock()
        for state, patience in (
            (self._idle, 0.0), (self._asking, HASTE), (self._sending, 10 * HASTE)
        ):  # fmt: skip
            guest, since = next(iter(state.items()), (None, now))
            if guest is not None and now - since >= patience:
                self._send_away(guest)
                return True
        return False

    def tidy(self) -> None:
        """Let those go who have been too long at what they do."""
        now = self._clock()
        for state, patience in (
            (self._idle, IDLE), (self._asking, ASKING), (self._sending, SENDING)
        ):  # fmt: skip
            for guest, since in list(state.items()):
                if now - since < patience:
                    break  # the others are later
                self._send_away(guest)

    def close(self) -> None:
        """Let everybody go."""
        for guest in [*self._asking, *self._sending, *self._idle]:
            self._send_away(guest)

    async def _someone_leaves(self) -> None:
        try:
            async with asyncio.timeout(HASTE / 10):
                await self._left.wait()
        except TimeoutError:
            return

    def _send_away(self, guest: Guest) -> None:
        self.leaves(guest)
        guest.leave()

    def _into(self, state: dict[Guest, float], guest: Guest) -> None:
        self.leaves(guest)
        state[guest] = self._clock()
