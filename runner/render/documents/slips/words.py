"""The words of the empty forms, in the language that is spoken."""

from typing import NamedTuple

from runner.core.language import _, pgettext


class Words(NamedTuple):
    """Every text that a form may have, whatever the table."""

    table: str
    invitation: str
    rehearsal: str
    seats: str
    starts: str
    players: str
    points: str
    conceded: str
    win: str
    out: str
    place: str
    draw: str
    games_won: str
    games_drawn: str
    drop: str
    penalty: str
    signature: str
    whole_table: str
    time_extension: str
    minutes: str
    notes: str
    judge: str
    player: str
    infraction: str


def words() -> Words:
    """All of them, as they are said now."""
    return Words(
        # Note: in small letters above the number of the table.
        table=pgettext("on a slip", "TABLE"),
        # Note: beside a QR code: what is to be found there.
        invitation=_("Pairings, standings and tiebreakers"),
        rehearsal=pgettext("on a slip", "REHEARSAL"),
        seats=_("Seats in turn order"),
        # Note: above the names of a table of three or more, where seat A has the first turn.
        starts=_("Seats in turn order: A begins"),
        players=_("Players"),
        points=_("Points"),
        # Note: beside a box to tick where somebody gave up.
        conceded=pgettext("on a slip", "Conceded"),
        win=pgettext("result", "Win"),
        # Note: above a box for a number: as how many a player went out of the game.
        out=pgettext("on a slip", "Out"),
        place=_("Place"),
        draw=pgettext("result", "Draw"),
        games_won=_("Games won"),
        games_drawn=_("Games drawn"),
        # Note: above a box to tick by who leaves the event.
        drop=pgettext("on a slip", "Drop"),
        penalty=_("Penalty"),
        signature=_("Signature"),
        # Note: along a box that is for all players of the table, who have drawn.
        whole_table=_("whole table"),
        time_extension=_("Time extension"),
        minutes=pgettext("minutes", "min"),
        notes=pgettext("on a slip", "Notes"),
        judge=_("Judge"),
        player=_("Player"),
        infraction=_("Infraction"),
    )
