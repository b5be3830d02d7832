"""Reproducible randomness: streams derived from the event's published seed.

A stream is SHA-256 in counter mode, so it gives the same draws on every machine and in every
version of Python or other language. `docs/randomness.md` explains how to repeat a draw by hand. No
other module may use a source of randomness.
"""

import re
import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_AGAIN = re.compile(r"(?: redraw \d+)+\Z")


def seed_of_round(seed: str, redraw: int) -> str:
    """Return the seed of a round: the event's seed, and how many times the round was paired
    again."""
    return f"{seed} redraw {redraw}" if redraw else seed


def mixed(seed: str, roll: str) -> str:
    """Return the seed of an event's draws: its own seed, and the number rolled in public at the
    venue."""
    return f"{seed} hall roll {roll}" if roll else seed


def unmixed(chance: str, roll: str) -> str:
    """Return the seed that was mixed with a roll; "" if it was not."""
    end = mixed("", roll)
    return chance.removesuffix(end) if chance.endswith(end) else ""


def event_seed(seed: str) -> str:
    """Return the event's seed, given that of a round. (The reader refuses seeds that end like
    redraws.)"""
    return _AGAIN.sub("", seed)


class Stream:
    """Draws for one purpose, such as the pairing of round 3. `name` has the parts that identify the
    stream: event seed, phase, round, purpose."""

    def __init__(self, *name: object) -> None:
        self._key = "\x1f".join(str(part) for part in name).encode()
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """Return a whole number from 0 to 2**64 - 1."""
        if not self._words:
            block = sha256(self._key + b"\x1f" + str(self._blocks).encode()).digest()
            self._blocks += 1
            self._words = [*struct.unpack(">4Q", block)][::-1]
        return self._words.pop()

    def bits(self, count: int) -> bytes:
        """Return `count` bytes from the next whole blocks, for searches that use many random
        numbers."""
        blocks = -(-count // sha256().digest_size)
        first, self._blocks = self._blocks, self._blocks + blocks
        heads = (str(at).encode() for at in range(first, self._blocks))
        return b"".join(sha256(self._key + b"\x1f" + at).digest() for at in heads)[:count]

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1, uniformly distributed. Raise ValueError if
        `limit` < 1."""
        if limit < 1:
            raise ValueError("a draw needs at least one possibility")
        fair = (1 << 64) - (1 << 64) % limit
        while (word := self.word()) >= fair:
            pass
        return word % limit

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """Return the items in random order (Fisher-Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """Return a random item."""
        return items[self.below(len(items))]
