"""A round's pairings as TopDeck takes them: `table,player 1,player 2,...`, one table a line."""

import csv
from io import StringIO

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.interchange.sheets_out import guarded

_BYES = "Byes"


def pairings_csv(snapshot: Snapshot, id_: RoundId) -> str:
    """The tables of a round that is out, in the order of their numbers, players under their names
    in public; whoever has a bye stands alone on a line. Only headings where there is no such round.
    """
    public = snapshot.for_players
    round_ = next((each for each in public.rounds if each.id == id_), None)
    tables = sorted(round_.tables, key=lambda table: table.number) if round_ else []
    width = max((len(table.seats) for table in tables), default=0)
    written = StringIO(newline="")
    out = csv.writer(written, lineterminator="\r\n")
    out.writerow(["table", *(f"player {seat}" for seat in range(1, width + 1))])
    for table in tables:
        people = [guarded(public.players[player].name) for player in table.players]
        out.writerow([table.number, *people, *[""] * (width - len(people))])
    for player in round_.byes if round_ else ():
        out.writerow([_BYES, guarded(public.players[player].name), *[""] * (width - 1)])
    return written.getvalue()
