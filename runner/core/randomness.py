"""Chance that anybody can repeat: streams made from the event's published seed.

A stream is SHA-256 in counter mode, so that it gives the same draws on every machine, in every
version of Python and in every other language. `docs/randomness.md` tells how to repeat a draw by
hand. No other module may use a source of chance.
"""

import re
import struct
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")
_AGAIN = re.compile(r"(?: redraw \d+)+\Z")


def seed_of_round(seed: str, redraw: int) -> str:
    """The seed that a round is drawn from, the event's, and how many times it was drawn again."""
    return f"{seed} redraw {redraw}" if redraw else seed


def mixed(seed: str, roll: str) -> str:
    """What the draws of an event follow from: its seed, and the number that the hall has rolled."""
    return f"{seed} hall roll {roll}" if roll else seed


def unmixed(chance: str, roll: str) -> str:
    """The seed that was mixed with a roll; "" where it was not."""
    end = mixed("", roll)
    return chance.removesuffix(end) if chance.endswith(end) else ""


def event_seed(seed: str) -> str:
    """The event's seed, from that of a round; the reader refuses seeds that end as redraws do."""
    return _AGAIN.sub("", seed)


class Stream:
    """Draws for one purpose, for instance the pairing of round 3. `name` are the parts that set
    this stream apart: event seed, phase, round, purpose."""

    def __init__(self, *name: object) -> None:
        self._key = "\x1f".join(str(part) for part in name).encode()
        self._blocks = 0
        self._words: list[int] = []

    def word(self) -> int:
        """A whole number from 0 to 2**64 - 1."""
        if not self._words:
            block = sha256(self._key + b"\x1f" + str(self._blocks).encode()).digest()
            self._blocks += 1
            self._words = [*struct.unpack(">4Q", block)][::-1]
        return self._words.pop()

    def bits(self, count: int) -> bytes:
        """So many bytes of the next whole blocks, for searches that use up very much chance."""
        blocks = -(-count // sha256().digest_size)
        first, self._blocks = self._blocks, self._blocks + blocks
        heads = (str(at).encode() for at in range(first, self._blocks))
        return b"".join(sha256(self._key + b"\x1f" + at).digest() for at in heads)[:count]

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1, each as likely as the others."""
        if limit < 1:
            raise ValueError("a draw needs at least one possibility")
        fair = (1 << 64) - (1 << 64) % limit
        while (word := self.word()) >= fair:
            pass
        return word % limit

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order (Fisher and Yates, from the last place down)."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]
