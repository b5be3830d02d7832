"""Which phone speaks for which seat: the first that asked for it with the code of the table.

Phones are known by the hash of a random number that their browser keeps as a cookie. It stands in
no other file, and nothing in it says whose phone it is.
"""

import json
from hashlib import sha256
from pathlib import Path

from runner.app import journal
from runner.disk import make_own

Seat = tuple[str, int, str]
"""The mark of a pairing, a table, and a player."""


class Seats:
    """The seats of one event that phones have taken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._length = -1
        self._phones: dict[Seat, str] = {}

    def of(self, pairing: str, table: int, cookie: str) -> str:
        """Return the player for whom a phone speaks at a table, or ""."""
        taken, phone = self._taken(), hashed(cookie)
        return next(
            (
                player
                for (its_pairing, its_table, player), its in taken.items()
                if (its_pairing, its_table, its) == (pairing, table, phone)
            ),
            "",
        )

    def taken(self, pairing: str, table: int) -> frozenset[str]:
        """Return the players of a table for whom some phone speaks."""
        return frozenset(
            player for its, at, player in self._taken() if (its, at) == (pairing, table)
        )

    def take(self, pairing: str, table: int, player: str, cookie: str) -> bool:
        """Let a phone speak for a player, and return whether it does now; not if another phone
        does, or this one speaks for somebody else there. Raises OSError where the disk fails."""
        make_own(self._path.parent)
        while True:
            taken, seat, phone = self._taken(), (pairing, table, player), hashed(cookie)
            if seat in taken or self.of(pairing, table, cookie):
                return taken.get(seat) == phone
            line = json.dumps([*seat, phone]).encode() + b"\n"
            try:
                journal.append(self._path, line, after=self._length)
            except journal.GrownError:
                continue
            return True

    def _taken(self) -> dict[Seat, str]:
        lines = journal.read(self._path).complete
        if len(lines) != self._length:
            self._length, self._phones = len(lines), {}
            for line in lines.splitlines():
                try:
                    pairing, table, player, phone = json.loads(line)
                    self._phones.setdefault((str(pairing), int(table), str(player)), str(phone))
                except (ValueError, TypeError):
                    continue
        return self._phones


def hashed(cookie: str) -> str:
    """Return what stands for a phone in files: nothing in it says whose phone it is."""
    return sha256(cookie.encode()).hexdigest()[:32]
