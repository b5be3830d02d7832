"""The list of players to check in with."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.sheets.sheet import Content, Sheet


class Line(NamedTuple):
    """A player with club."""

    name: str
    club: str


class PlayersView(NamedTuple):
    """Everybody, by last name."""

    total: int
    lines: tuple[Line, ...]


class CheckIn(Sheet):
    """Everybody on the list under their full names, with a box to tick."""

    KEY, NAME, TEMPLATE, FOR_STAFF = "players", "check-in list", "players.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Everybody who plays in the round or before it."""
        directory = Directory(snapshot)
        lines = tuple(
            Line(directory[player].last_first, directory[player].club)
            for player in directory.alphabetical(snapshot.players)
        )
        return Content(_("Players"), PlayersView(len(lines), lines)) if lines else None
