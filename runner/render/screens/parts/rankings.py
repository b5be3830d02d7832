"""The latest standings, and the latest playoff with its stages and matches."""

from collections.abc import Iterator
from types import SimpleNamespace

from runner.compute.outlook.stage import Verdict
from runner.core.language import _, current
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.outlook import CLINCHED, OUT
from runner.render.screens.hall import Hall
from runner.render.site import final_page, qualifiers
from runner.render.site.bracket.cards import Card
from runner.render.site.bracket.page import Brackets
from runner.render.site.rankings import cut_line
from runner.standings.model import StandingRow, Standings


def standings(hall: Hall) -> object:
    """Return large and small title, and a row for each rank: rank, last name, first names, record,
    points, the label of the line below it, if the cut is there, and, between rounds, "clinched" or
    "out" for who is certainly above or below it; for final places how far somebody got, or else
    the record, without points. A row with a single text is the heading of a group, where ranks
    start again."""
    if final_page.shown(hall.snapshot):
        title = _("Final places") if hall.snapshot.over else _("Places so far")
        return {"title": title, "small": "", "rows": list(_places(hall))}
    current_ranking = latest(hall)
    if current_ranking is None:
        return {"title": "", "small": "", "rows": []}
    phase, ranking = current_ranking
    after = phase.phase.called(ranking.after.number)
    final = hall.snapshot.over and phase is hall.snapshot.phases[-1]
    return {
        "title": _("Final standings") if final else _("Standings"),
        # Note: {round} is “round 3” or “Top 16, round 1”.
        "small": "" if final else _("after {round}", round=after),
        "rows": list(_rows(hall, ranking)),
    }


def latest(hall: Hall) -> tuple[PhaseResult, Standings] | None:
    """Return the latest ranking of a finished round, with its phase; None while it is hidden."""
    for phase in reversed(hall.snapshot.phases):
        if phase.veiled and phase.rounds:
            return None
        for ranking in reversed(phase.standings):
            if ranking.complete and ranking.after.number <= len(phase.rounds):
                return phase, ranking
    return None


def _rows(hall: Hall, ranking: Standings) -> Iterator[list[object]]:
    rows = {row.player: row for row in ranking.rows}
    cut, _sentence, label = cut_line(hall.snapshot, ranking)
    groups = dict(qualifiers.groups(ranking)) or {"": tuple(rows)}
    for title, players in groups.items():
        if title:
            yield [title]
        for player in players:
            row = rows[player]
            line = label if row.rank == cut else ""
            mark = _certainty(hall, ranking, player)
            more = [line, mark] if mark else [line] if line else []
            yield _row(hall, str(row.rank), player, row) + more


def _certainty(hall: Hall, ranking: Standings, player: str) -> str:
    """Return "clinched" or "out" for a player whose place above or below the cut is certain before
    the last round, else ""; "" too while a later round is played, whose results count for it."""
    ahead, now = hall.snapshot.outlook, hall.round
    if ahead is None or ahead.final or now is None or now.id != ranking.after:
        return ""
    verdict = ahead.players[player].verdict if player in ahead.players else Verdict.OPEN
    return {Verdict.IN: CLINCHED, Verdict.OUT: OUT}.get(verdict, "")


def _places(hall: Hall) -> Iterator[list[object]]:
    first = next((phase.current for phase in hall.snapshot.phases if phase.current), None)
    rows = {row.player: row for row in first.rows} if first else {}
    reached = final_page.reached_in(hall.snapshot)
    for place in hall.snapshot.final:
        rank = texts.span(place.first, place.last)
        how = _("still in") if place.still_in else reached.get(place.player)
        if not how and (row := rows.get(place.player)):
            how = texts.record(row.record)
        leads = place.still_in or (place.last == 1 and hall.snapshot.over)
        yield [rank, *hall.name(place.player), how or "", "", *(["", "leads"] if leads else [])]


def _row(hall: Hall, rank: str, player: str, row: StandingRow | None) -> list[object]:
    known = (texts.record(row.record), current().number(row.match_points)) if row else ("", "")
    return [rank, *hall.name(player), *known]


def bracket(hall: Hall) -> object:
    """Return the stages of the latest playoff as on the page of the bracket; none before it."""
    views = tuple(Brackets(hall.snapshot, hall.directory).views().values())
    if not views:
        return {"title": "", "stages": []}
    return {"title": views[-1].title, "stages": [_stage(stage) for stage in views[-1].stages]}


def _stage(stage: SimpleNamespace) -> object:
    return {
        "title": stage.title,
        "side": stage.side,
        "progress": stage.progress,
        "cards": [_card(cell.card) for cell in stage.cells],
    }


def _card(card: Card) -> object:
    """Return a card's heading, state and notes, and a row for each place: seed, name, score or
    seat, and outcome."""
    return {
        "heading": card.heading,
        "state": card.state,
        "notes": card.notes,
        "spots": [
            [spot.seed, spot.name, spot.score or spot.seat, spot.tone if spot.file else "open"]
            for spot in card.spots
        ],
    }
