"""Which phone speaks for which seat: the first that asked for it with the code of the table.

Phones are known by the hash of a random number that their browser keeps as a cookie. That stands in
none of the files; its hash stands also beside what the staff has entered, to tell one from another
who checks it. Nothing in it says whose phone it is.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from runner.app import journal, time_zone
from runner.app.event_folder import EventFolder
from runner.app.phones import open_round
from runner.app.phones.inbox import Inbox
from runner.core.phone_reports import FREED, OpenRound, Report
from runner.disk import make_own

_ALL = ""  # in place of a player: the seats of the table are free again


class Seats:
    """The seats of one event that phones have taken; a disk that fails raises OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tail = journal.Tail(path)
        self._phones: dict[tuple[str, int], dict[str, str]] = {}  # by pairing and table

    def of(self, pairing: str, table: int, cookie: str) -> str:
        """Return the player for whom a phone speaks at a table, or ""."""
        taken, phone = self.taken(pairing, table), phone_of(cookie)
        return next((player for player, its in taken.items() if its == phone), "")

    def take(self, pairing: str, table: int, player: str, cookie: str) -> bool:
        """Let a phone speak for a player, and return whether it does now; not if another phone
        does, or this one speaks for somebody else there."""
        while True:
            taken, phone = self.taken(pairing, table), phone_of(cookie)
            if player in taken or phone in taken.values():
                return taken.get(player) == phone
            self._add(pairing, table, player, phone)

    def leave(self, pairing: str, table: int, cookie: str) -> None:
        """Let a phone speak for nobody at a table any more."""
        while player := self.of(pairing, table, cookie):
            self._add(pairing, table, player, "")

    def free(self, pairing: str, table: int) -> None:
        """Free all seats of a table: no phone speaks for anybody there until it takes one again."""
        while self.taken(pairing, table):
            self._add(pairing, table, _ALL, "")

    def _add(self, pairing: str, table: int, player: str, phone: str) -> None:
        """Add a line behind those that were read, unless there are others by now."""
        make_own(self._path.parent)
        line = json.dumps([pairing, table, player, phone]).encode() + b"\n"
        with suppress(journal.GrownError):
            journal.append(self._path, line, after=self._tail.length)

    def taken(self, pairing: str, table: int) -> Mapping[str, str]:
        """Return the players of a table for whom some phone speaks, each with that phone."""
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
        return self._phones.get((pairing, table), {})


def phone_of(cookie: str) -> str:
    """Return the hash by which a phone is known."""
    return sha256(cookie.encode()).hexdigest()[:32]


def free_seats(folder: EventFolder, table: int) -> bool:
    """Free the seats of a table of the round that is out; what their phones have reported does not
    count, unless a result does already. Return False if there is no such table."""
    now = open_round.read(folder.phone_round)
    if now is None or table not in now.tables:
        return False
    Seats(folder.phone_seats).free(now.pairing, table)  # first, so that nothing comes behind it
    freed = Report(0, now.round, now.pairing, table, FREED, at=time_zone.now(""))
    Inbox(folder.phone_reports).add(freed, lambda _known: "")
    return True


def taken_seats(folder: EventFolder, now: OpenRound) -> list[tuple[int, list[str]]]:
    """Return the tables at which phones have taken seats, with the letters of these."""
    seats, result = Seats(folder.phone_seats), list[tuple[int, list[str]]]()
    for at, table in sorted(now.tables.items()):
        taken = seats.taken(now.pairing, at)
        if letters := [letter for player, letter in table.letters.items() if player in taken]:
            result.append((at, letters))
    return result
