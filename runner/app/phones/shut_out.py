"""What an organiser does about phones that should not report: new codes, and seats that are free
again."""

from runner.app import time_zone
from runner.app.event_folder import EventFolder
from runner.app.phones import codes, open_round
from runner.app.phones.inbox import Inbox
from runner.app.phones.seats import Seats
from runner.core.identifiers import seat_letter
from runner.core.phone_reports import FREED, OpenRound, Report


def renew_codes(folder: EventFolder) -> None:
    """Make all codes worthless, and let the desk show those that hold now. Seats stay taken."""
    codes.renew(folder.phone_secret)
    Inbox(folder.phone_reports).touch()


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
    taken = Seats(folder.phone_seats).tables(now.pairing)
    return [
        (table, [seat_letter(at) for at, (player, _name) in enumerate(now.tables[table].seats)
                 if player in players])
        for table, players in sorted(taken.items())
        if table in now.tables
    ]  # fmt: skip
