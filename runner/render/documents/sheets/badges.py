"""Name badges, eight to a sheet."""

from collections.abc import Iterator
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.fitting import Fitted, Widths, fit
from runner.render.documents.sheets.sheet import Content, Sheet

_A_SHEET = 8
_WIDTH, _HEIGHT, _POINTS = 82.0, 30.0, 30.0
_CLUB_HEIGHT, _CLUB_POINTS = 9.0, 14.0


class Badge(NamedTuple):
    """A name as large as it fits, with the club."""

    name: Fitted
    club: Fitted


class Badges(Sheet):
    """A badge for everybody, to cut out."""

    KEY, NAME, TEMPLATE, FOR_STAFF = "badges", "name badges", "badges.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Everybody on the list, by last name, as sheets."""
        badges = tuple(_badges(snapshot))
        sheets = tuple(badges[at : at + _A_SHEET] for at in range(0, len(badges), _A_SHEET))
        return Content(_("Name badges"), sheets) if sheets else None


def _badges(snapshot: Snapshot) -> Iterator[Badge]:
    directory, bold, regular = Directory(snapshot), Widths("bold", {}), Widths("regular", {})
    people = {key: person for key, (_, person) in directory.each(snapshot.players).items()}
    for key in directory.alphabetical(people):
        person = people[key]
        yield Badge(
            fit(person.name, _WIDTH, _HEIGHT, _POINTS, bold),
            fit(person.team or person.club, _WIDTH, _CLUB_HEIGHT, _CLUB_POINTS, regular),
        )
