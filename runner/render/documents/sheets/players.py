"""The list of players to check in with."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _, ngettext
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.listed import ListedSheet
from runner.render.documents.sheets.sheet import Content


class Line(NamedTuple):
    """A player with club."""

    name: str
    club: str


class PlayersView(NamedTuple):
    """Everybody, by last name."""

    note: str
    lines: tuple[Line, ...]


class CheckIn(ListedSheet):
    """Everybody on the list under their full names, with a box to tick."""

    KEY, NAME, TEMPLATE, FOR_STAFF = "players", "check-in list", "players.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Everybody who plays in the round or before it."""
        directory = Directory(snapshot)
        people = {key: person for key, (_, person) in directory.each(snapshot.players).items()}
        lines = tuple(
            Line(people[key].last_first, people[key].team or people[key].club)
            for key in directory.alphabetical(people)
        )
        note = ngettext("{n} player", "{n} players", len(lines))
        return Content(_("Players"), PlayersView(note, lines)) if lines else None

    def parts(self, view: PlayersView) -> tuple[Part, ...]:
        """A row each."""
        columns = (
            Column(width=7.0, box=True), Column(_("Player"), -1.3), Column(_("Club or team")),
            Column(_("Notes"), -1.2),
        )  # fmt: skip
        rows = (
            Row(("", line.name, line.club, ""), who=line.name.split(",")[0]) for line in view.lines
        )
        return (Part(columns, tuple(rows)),)
