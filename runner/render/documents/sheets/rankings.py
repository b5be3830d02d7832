"""Rankings on paper: standings for the wall, final standings, prizes."""

from collections.abc import Sequence

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, current
from runner.render.directory import Directory
from runner.render.documents.layout import PageSetup
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet, of_teams
from runner.render.rows import StandingLine
from runner.render.site import final_page
from runner.render.site.rankings import standings_view


class StandingsSheet(ListedSheet):
    """The standings before a round, to go up beside its pairings, or after the last round."""

    KEY = "standings"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the latest complete ranking before the round, or after the last one."""
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
        headings = (_("Record"), _("Points"), *(_(each.abbreviation) for each in view.columns))
        columns = [Column(heading, 0.0, end=True) for heading in headings]
        cells = [(line.record, line.points, *line.values) for line in view.lines]
        note = " ".join(filter(None, (view.note, view.cut and _("{status}.", status=view.cut))))
        return Content(view.heading, _by_rank(note, view.lines, columns, cells, cuts=True))


class FinalStandings(ListedSheet):
    """Final ranks, and how far each player got."""

    KEY = "final"

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Return None before a playoff, or before the end if there is none."""
        places = _places(snapshot)
        if places is None:
            return None
        heading, note, lines = places
        address, fingerprint = snapshot.event.address, setup.fingerprint
        if address and fingerprint:
            # Note: below it anybody can compare results, draws and standings with the paper.
            more = _("{address}, fingerprint of the results {fingerprint}.", address=address,
                     fingerprint=fingerprint)  # fmt: skip
            note = f"{note} {more}".strip()
        cells = [(_result(line),) for line in lines]
        columns = [Column(_("Result"))]
        return Content(heading, _by_rank(note, lines, columns, cells, cuts=True))


class PrizeList(ListedSheet):
    """Ranks with each prize, and space for a signature."""

    KEY, FOR_STAFF = "prizes", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the ranks known so far, down to the last one with a prize if any are typed, in
        rows 12 mm tall, for a signature."""
        places = _places(snapshot)
        if places is None:
            return None
        _heading, note, lines = places
        lines = lines[: max((at for at, line in enumerate(lines, 1) if line.prize), default=None)]
        cells = [(line.prize, "") for line in lines]
        columns = [Column(_("Prize")), Column(_("Signature"))]
        return Content(_("Prizes"), _by_rank(note, lines, columns, cells, name=-1.5, air=3.7))


def _by_rank(
    note: str, lines: Sequence[StandingLine], columns: Sequence[Column],
    cells: Sequence[tuple[str, ...]], *, name: float = -1.0, air: float = 1.0, cuts: bool = False,
) -> Listed:  # fmt: skip
    """Return lines with rank, name, members of teams, and these columns."""
    more, crews = of_teams([line.members for line in lines])
    first = (Column(_("Rank"), 0.0, end=True), Column(_("Team") if more else _("Player"), name))
    rows = tuple(
        Row((line.rank, line.name, *crew, *own), cut=cuts and line.cut)
        for line, crew, own in zip(lines, crews, cells, strict=True)
    )
    return Listed(note, (Part((*first, *more, *columns), rows, air=air),))


def _result(line: StandingLine) -> str:
    """Return how far a player got and their earlier rank, or otherwise their record."""
    parts = [
        line.came or line.mark,
        current().enumerated([words for words, _number in line.before]),
    ]
    return " · ".join(filter(None, parts)) or f"{line.record} · {line.points}"


def _places(snapshot: Snapshot) -> tuple[str, str, Sequence[StandingLine]] | None:
    """Return heading, note and lines of the final ranking, from the top, or None."""
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
