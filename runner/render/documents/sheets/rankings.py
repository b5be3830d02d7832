"""Rankings on paper: the standings for the wall, the places of the whole event, the prizes."""

from collections.abc import Sequence

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet, of_teams
from runner.render.rows import StandingLine
from runner.render.site import final_page
from runner.render.site.rankings import standings_view


class StandingsSheet(ListedSheet):
    """The standings before a round, for they hang beside its pairings; where none follows, those
    after it."""

    KEY = "standings"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the latest whole ranking, up to that round."""
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
        more, crews = of_teams([line.members for line in view.lines])
        headings = (_("Record"), _("Points"), *(_(each.abbreviation) for each in view.columns))
        columns = (_rank(), Column(_("Player")), *more,
                   *(Column(heading, 0.0, end=True) for heading in headings))  # fmt: skip
        rows = tuple(
            Row((line.rank, line.name, *crew, line.record, line.points, *line.values))
            for line, crew in zip(view.lines, crews, strict=True)
        )
        return Content(view.heading, Listed(view.note, (Part(columns, rows),)))


class FinalStandings(ListedSheet):
    """Places, and how far everybody came."""

    KEY = "final"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return None before a playoff, and before the end where there is none."""
        found = _places(snapshot)
        if found is None:
            return None
        heading, note, lines = found
        more, crews = of_teams([line.members for line in lines])
        columns = (_rank(), Column(_("Player")), *more, Column(_("Result")))
        rows = tuple(
            Row((line.rank, line.name, *crew, _result(line)), cut=line.cut)
            for line, crew in zip(lines, crews, strict=True)
        )
        return Content(heading, Listed(note, (Part(columns, rows),)))


class PrizeList(ListedSheet):
    """Places with room for what each is given, and for who has taken it."""

    KEY, FOR_STAFF = "prizes", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the places as they are known, in rows that are tall enough to write in."""
        found = _places(snapshot)
        if found is None:
            return None
        _heading, note, lines = found
        more, crews = of_teams([line.members for line in lines])
        columns = (_rank(), Column(_("Player"), -1.2), *more, Column(_("Prize")),
                   Column(_("Signature")))  # fmt: skip
        rows = tuple(
            Row((line.rank, line.name, *crew, line.prize, ""))
            for line, crew in zip(lines, crews, strict=True)
        )
        return Content(_("Prizes"), Listed(note, (Part(columns, rows, air=1.6),)))


def _rank() -> Column:
    return Column(_("Rank"), 0.0, end=True)


def _result(line: StandingLine) -> str:
    """Return how far somebody came and from where, or the record."""
    parts = [line.came or line.mark, line.before]
    return " · ".join(filter(None, parts)) or f"{line.record} · {line.points}"


def _places(snapshot: Snapshot) -> tuple[str, str, Sequence[StandingLine]] | None:
    """Return heading, note and lines of the final places, from the top."""
    directory = Directory(snapshot)
    if final_page.shown(snapshot):
        final = final_page.final_view(snapshot, directory, ())
        return final.heading, final.note, final.lines
    ranking = snapshot.phases[-1].current if snapshot.over and snapshot.phases else None
    if ranking is None:
        return None
    view = standings_view(snapshot, directory, ranking)
    prizes = final_page.prizes_of(snapshot)
    lines = tuple(line._replace(prize=prizes.get(line.player, "")) for line in view.lines)
    return view.heading, view.note, lines
