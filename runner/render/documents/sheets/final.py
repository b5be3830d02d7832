"""The places of the whole event: for the wall, and for handing out prizes."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.directory import Directory
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.listed import ListedSheet, of_teams
from runner.render.documents.sheets.sheet import Content
from runner.render.rows import StandingLine
from runner.render.site import final_page
from runner.render.site.rankings import standings_view


class PlacesView(NamedTuple):
    """Everybody from the top."""

    note: str
    lines: tuple[StandingLine, ...]


class FinalStandings(ListedSheet):
    """Places, and how far everybody came."""

    KEY, TEMPLATE = "final", "final.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """None before a playoff, and before the end where there is none."""
        found = _places(snapshot)
        return Content(*found) if found else None

    def parts(self, view: PlacesView) -> tuple[Part, ...]:
        """A row each."""
        more, crews = of_teams([line.members for line in view.lines])
        columns = (
            Column(_("Rank"), 0.0, end=True, bold=True), Column(_("Player")), *more,
            Column(_("Result")),
        )  # fmt: skip
        rows = (
            Row((line.rank, line.name, *crew, _result(line)), cut=line.cut)
            for line, crew in zip(view.lines, crews, strict=True)
        )
        return (Part(columns, tuple(rows)),)


class PrizeList(ListedSheet):
    """Places with room for what each is given, and for who has taken it."""

    KEY, TEMPLATE, FOR_STAFF = "prizes", "prizes.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The places as they are known."""
        found = _places(snapshot)
        return Content(_("Prizes"), found[1]) if found else None

    def parts(self, view: PlacesView) -> tuple[Part, ...]:
        """A row each, tall enough to write in."""
        more, crews = of_teams([line.members for line in view.lines])
        columns = (
            Column(_("Rank"), 0.0, end=True, bold=True), Column(_("Player"), -1.2), *more,
            Column(_("Prize")), Column(_("Signature")),
        )  # fmt: skip
        rows = (
            Row((line.rank, line.name, *crew, line.prize, ""))
            for line, crew in zip(view.lines, crews, strict=True)
        )
        return (Part(columns, tuple(rows), air=1.6),)


def _result(line: StandingLine) -> str:
    """How far somebody came and from where, or the record."""
    said = [line.came or line.mark, line.before]
    return " · ".join(filter(None, said)) or f"{line.record} · {line.points}"


def _places(snapshot: Snapshot) -> tuple[str, PlacesView] | None:
    directory = Directory(snapshot)
    if final_page.shown(snapshot):
        final = final_page.final_view(snapshot, directory, ())
        return final.heading, PlacesView(final.note, final.lines)
    ranking = snapshot.phases[-1].current if snapshot.over and snapshot.phases else None
    if ranking is None:
        return None
    view = standings_view(snapshot, directory, ranking)
    prizes = final_page.prizes_of(snapshot)
    lines = tuple(line._replace(prize=prizes.get(line.player, "")) for line in view.lines)
    return view.heading, PlacesView(view.note, lines)
