"""The ranking for the wall."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.listed import ListedSheet, of_teams
from runner.render.documents.sheets.sheet import Content
from runner.render.site.rankings import standings_view


class Line(NamedTuple):
    """A player with rank, the values of the columns, and the people of a team."""

    rank: str
    name: str
    values: tuple[str, ...]
    members: tuple[str, ...] = ()


class StandingsView(NamedTuple):
    """A ranking; `headings` are those of the columns after the name."""

    note: str
    headings: tuple[str, ...]
    lines: tuple[Line, ...]


class StandingsSheet(ListedSheet):
    """The standings before a round, for they hang beside its pairings; where none follows, those
    after it."""

    KEY, TEMPLATE = "standings", "standings.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The latest whole ranking, up to that round."""
        current = snapshot.current_round
        last = current is not None and current.id == round_id and current.finished
        rankings = [
            ranking
            for phase in snapshot.phases
            for ranking in phase.standings
            if ranking.complete and (ranking.after < round_id or last)
        ]
        if not rankings:
            return None
        view = standings_view(snapshot, Directory(snapshot), rankings[-1])
        heads = (_("Record"), _("Points"), *(_(each.abbreviation) for each in view.columns))
        lines = tuple(
            Line(line.rank, line.name, (line.record, line.points, *line.values), line.members)
            for line in view.lines
        )
        return Content(view.heading, StandingsView(view.note, heads, lines))

    def parts(self, view: StandingsView) -> tuple[Part, ...]:
        """A row each."""
        more, crews = of_teams([line.members for line in view.lines])
        columns = (
            Column(_("Rank"), 0.0, end=True, bold=True), Column(_("Player")), *more,
            *(Column(heading, 0.0, end=True) for heading in view.headings),
        )  # fmt: skip
        rows = (
            Row((line.rank, line.name, *crew, *line.values))
            for line, crew in zip(view.lines, crews, strict=True)
        )
        return (Part(columns, tuple(rows)),)
