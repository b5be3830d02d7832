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

Table = tuple[str, int]
"""The mark of a pairing, and a table."""

_ALL = ""  # in place of a player: the seats of the table are free again


class Seats:
    """The seats of one event that phones have taken."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tail = journal.Tail(path)
        self._phones: dict[Table, dict[str, str]] = {}

    def of(self, pairing: str, table: int, cookie: str) -> str:
        """Return the player for whom a phone speaks at a table, or ""."""
        taken, phone = self._taken(pairing, table), phone_of(cookie)
        return next((player for player, its in taken.items() if its == phone), "")

    def taken(self, pairing: str, table: int) -> frozenset[str]:
        """Return the players of a table for whom some phone speaks."""
        return frozenset(self._taken(pairing, table))

    def take(self, pairing: str, table: int, player: str, cookie: str) -> bool:
        """Let a phone speak for a player, and return whether it does now; not if another phone
        does, or this one speaks for somebody else there. Raises OSError where the disk fails."""
        make_own(self._path.parent)
        while True:
            taken, phone = self._taken(pairing, table), phone_of(cookie)
            if player in taken or phone in taken.values():
                return taken.get(player) == phone
            line = json.dumps([pairing, table, player, phone]).encode() + b"\n"
            try:
                journal.append(self._path, line, after=self._tail.length)
            except journal.GrownError:
                continue
            return True

    def leave(self, pairing: str, table: int, cookie: str) -> None:
        """Let a phone speak for nobody at a table any more. Raises OSError where the disk fails."""
        while player := self.of(pairing, table, cookie):
            line = json.dumps([pairing, table, player, ""]).encode() + b"\n"
            with suppress(journal.GrownError):
                journal.append(self._path, line, after=self._tail.length)

    def free(self, pairing: str, table: int) -> None:
        """Free all seats of a table: no phone speaks for anybody there until it takes one again.
        Raises OSError where the disk fails."""
        make_own(self._path.parent)
        line = json.dumps([pairing, table, _ALL, ""]).encode() + b"\n"
        while True:
            self._taken(pairing, table)
            with suppress(journal.GrownError):
                journal.append(self._path, line, after=self._tail.length)
                return

    def tables(self, pairing: str) -> dict[int, list[str]]:
        """Return the players for whom some phone speaks, by table."""
        self._read()
        return {
            table: [*players]
            for (its, table), players in self._phones.items()
            if its == pairing and players
        }

    def _taken(self, pairing: str, table: int) -> dict[str, str]:
        """Return the phones of a table's players."""
        self._read()
        return self._phones.get((pairing, table), {})

    def _read(self) -> None:
        lines, same = self._tail.read()
        if not same:
            self._phones = {}
        for line in lines.splitlines():
            try:
                its, at, player, phone = json.loads(line)
                here = self._phones.setdefault((str(its), int(at)), {})
            except (ValueError, TypeError):
                continue
            if player == _ALL:
                here.clear()
            elif not phone:
                here.pop(player, None)
            else:
                here.setdefault(str(player), str(phone))


def phone_of(cookie: str) -> str:
    """Return the hash by which a phone is known."""
    return sha256(cookie.encode()).hexdigest()[:32]
