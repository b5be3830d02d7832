"""The ranking for the wall."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.listed import ListedSheet
from runner.render.documents.sheets.sheet import Content
from runner.render.site.rankings import standings_view


class Line(NamedTuple):
    """A player with rank, and the values of the columns."""

    rank: str
    name: str
    values: tuple[str, ...]


class StandingsView(NamedTuple):
    """A ranking; `headings` are those of the columns after the name."""

    note: str
    headings: tuple[str, ...]
    lines: tuple[Line, ...]


class StandingsSheet(ListedSheet):
    """The standings before a round, for they hang beside its pairings; where none follows, those
    after it."""

    KEY, NAME, TEMPLATE = "standings", "standings", "standings.html"

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
            Line(line.rank, line.name, (line.record, line.points, *line.values))
            for line in view.lines
        )
        return Content(view.heading, StandingsView(view.note, heads, lines))

    def parts(self, view: StandingsView) -> tuple[Part, ...]:
        """A row each."""
        columns = (
            Column(_("Rank"), 0.0, end=True, bold=True), Column(_("Player")),
            *(Column(heading, 0.0, end=True) for heading in view.headings),
        )  # fmt: skip
        rows = (Row((line.rank, line.name, *line.values)) for line in view.lines)
        return (Part(columns, tuple(rows)),)
