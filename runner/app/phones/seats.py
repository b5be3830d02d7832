"""Which phone speaks for which seat: the first that asked for it with the code of the table.

Phones are known by the hash of a random number that their browser keeps as a cookie. That stands in
none of the files; its hash stands also beside what the staff has entered, to tell one from another
who checks it. Nothing in it says whose phone it is.
"""

import json
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from runner.app import journal
from runner.disk import make_own

Seat = tuple[str, int, str]
"""The mark of a pairing, a table, and a player."""

_ALL = ""  # in place of a player: the seats of the table are free again


class Seats:
    """The seats of one event that phones have taken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._length = -1
        self._phones: dict[Seat, str] = {}

    def of(self, pairing: str, table: int, cookie: str) -> str:
        """Return the player for whom a phone speaks at a table, or ""."""
        taken, phone = self._taken(), phone_of(cookie)
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
            taken, seat, phone = self._taken(), (pairing, table, player), phone_of(cookie)
            if seat in taken or self.of(pairing, table, cookie):
                return taken.get(seat) == phone
            line = json.dumps([*seat, phone]).encode() + b"\n"
            try:
                journal.append(self._path, line, after=self._length)
            except journal.GrownError:
                continue
            return True

    def free(self, pairing: str, table: int) -> None:
        """Free all seats of a table: no phone speaks for anybody there until it takes one again.
        Raises OSError where the disk fails."""
        make_own(self._path.parent)
        line = json.dumps([pairing, table, _ALL, ""]).encode() + b"\n"
        while True:
            self._taken()
            with suppress(journal.GrownError):
                journal.append(self._path, line, after=self._length)
                return

    def tables(self, pairing: str) -> dict[int, list[str]]:
        """Return the players for whom some phone speaks, by table."""
        found: dict[int, list[str]] = {}
        for its, table, player in self._taken():
            if its == pairing:
                found.setdefault(table, []).append(player)
        return found

    def _taken(self) -> dict[Seat, str]:
        lines = journal.read(self._path).complete
        if len(lines) != self._length:
            self._length, self._phones = len(lines), {}
            for line in lines.splitlines():
                try:
                    pairing, table, player, phone = json.loads(line)
                    if player == _ALL:
                        self._empty(str(pairing), int(table))
                        continue
                    self._phones.setdefault((str(pairing), int(table), str(player)), str(phone))
                except (ValueError, TypeError):
                    continue
        return self._phones

    def _empty(self, pairing: str, table: int) -> None:
        self._phones = {
            seat: phone for seat, phone in self._phones.items() if seat[:2] != (pairing, table)
        }


def phone_of(cookie: str) -> str:
    """Return the hash by which a phone is known."""
    return sha256(cookie.encode()).hexdigest()[:32]
