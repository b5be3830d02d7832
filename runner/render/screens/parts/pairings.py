"""Where everybody sits, by last name, and who does not play: the data of both lists of pairings."""

from collections.abc import Iterator, Sequence

from runner.core.event import SEAT_LETTERS
from runner.core.language import _
from runner.core.spelling import plain
from runner.render.directory import Person
from runner.render.screens.hall import Hall
from runner.render.site import going_on


def part(hall: Hall) -> object:
    """A row a player: last name, first names, both folded, table, seat from 0, and words for who
    has no table. `letters`: seats have letters, for more than two sit at some table. Where teams
    play, `rows` are their members, and `teams` the teams; `letters`, then: each member has a seat.
    """
    rows = dict(_rows(hall))
    data = {
        "letters": any(len(table.seats) > 2 for table in hall.tables),
        "rows": [rows[player] for player in hall.directory.alphabetical(rows)],
    }
    people = hall.directory.each(rows)
    if people.keys() == rows.keys():
        return data
    members = {key: _member(rows[player], person) for key, (player, person) in people.items()}
    return {
        "letters": any(person.seat for _player, person in people.values()),
        "rows": [members[key] for key in hall.directory.alphabetical(members)],
        "teams": data["rows"],
    }


def _member(row: Sequence[object], person: Person) -> list[object]:
    """The row of a team for one of its members."""
    last, _comma, first = person.last_first.partition(", ")
    seat = SEAT_LETTERS.index(person.seat) if person.seat else row[4]
    return [last, first, plain(person.last_first), row[3], seat, row[5]]


def _rows(hall: Hall) -> Iterator[tuple[str, list[object]]]:
    if hall.round is None or hall.phase is None:
        return
    for table in hall.tables:
        for at, player in enumerate(table.players):
            yield player, [*_named(hall, player), table.number, at, ""]
    out = dict.fromkeys(hall.round.byes, _("Bye")) | dict.fromkeys(
        hall.round.absent, _("Not playing")
    )
    resting = going_on.resting(hall.phase, hall.round)
    out |= {player: _(words) for player, words in resting.items()}
    for player, words in out.items():
        yield player, [*_named(hall, player), 0, 0, words]


def _named(hall: Hall, player: str) -> list[object]:
    last, first = hall.name(player)
    return [last, first, plain(hall.directory[player].last_first)]
