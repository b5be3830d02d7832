"""The final ranking of the event, as the standings page of events that end in a playoff."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import N_, _, current, listed, ngettext
from runner.core.phase import Mode
from runner.core.prizes import Prize, for_places
from runner.phases import tree
from runner.phases.cut import Cut
from runner.phases.elimination.names import ending
from runner.phases.model import FinalPlace, PhaseResult
from runner.render import text as texts
from runner.render.directory import Directory
from runner.render.outlook import short_of
from runner.render.rows import StandingLine, standing_line
from runner.render.site.bracket.reached import by_seed, reached
from runner.standings.model import Record, StandingRow

# Note: 21st, 22nd, 23rd and 24th: four forms in English only. Places in a phase of the event.
_PLACE_IN = {
    "st": N_("{number}st in {phase}"),
    "nd": N_("{number}nd in {phase}"),
    "rd": N_("{number}rd in {phase}"),
    "th": N_("{number}th in {phase}"),
}
# Note: {phase} are several phases that count together.
_PLACE_AFTER = {
    "st": N_("{number}st after {phase}"),
    "nd": N_("{number}nd after {phase}"),
    "rd": N_("{number}rd after {phase}"),
    "th": N_("{number}th after {phase}"),
}


class FinalView(NamedTuple):
    """Each player's place, with how far they got; a line is drawn below each phase. `heading` is
    the title of a separate page, `before` the name of the phase before the playoff."""

    title: str
    heading: str
    note: str
    lines: tuple[StandingLine, ...]
    chips: tuple[SimpleNamespace, ...]
    before: str

    @property
    def leaders(self) -> tuple[StandingLine, ...]:
        """The lines from the top."""
        return self.lines


class OwnPlace(NamedTuple):
    """One player's place in the whole event, "3–4", and of how many; how far they got, "semifinal",
    "Swiss" or "still in", their prize, and how far outside the latest phase they are, in words, or
    "". `still_in`: they play on, and the place is the best and worst possible."""

    place: str
    of: int
    reached: str
    prize: str
    missed: str
    still_in: bool


def shown(snapshot: Snapshot) -> bool:
    """Return whether places in the whole event say more than the latest ranking: in a playoff, or
    after an event of several phases."""
    begun = [phase for phase in snapshot.phases if phase.rounds]
    if not snapshot.final or not begun:
        return False
    playoff = phases.playoff(begun[-1].phase.type) is not None
    return playoff or (snapshot.over and len(begun) > 1)


def final_view(
    snapshot: Snapshot, directory: Directory, chips: tuple[SimpleNamespace, ...]
) -> FinalView:
    """Return the places as known so far; `chips` are the links to rankings."""
    title, heading = _("The whole event, so far"), _("Standings of the whole event, so far")
    if snapshot.over:
        title, heading = _("The whole event"), _("Standings of the whole event")
    counted = list(_counted(snapshot))
    return FinalView(
        title=title,
        heading=heading,
        note=_note(snapshot),
        lines=tuple(_lines(snapshot, directory, counted)),
        chips=chips,
        before=listed([phase.phase.name for phase in counted]),
    )


def places(snapshot: Snapshot) -> Mapping[str, OwnPlace]:
    """Return the place of each player in the whole event; {} if no place is known."""
    if not shown(snapshot):
        return {}
    reached_, prizes = reached_in(snapshot), prizes_of(snapshot)
    latest = [phase for phase in snapshot.phases if phase.rounds][-1]
    named = {phase.phase.number: phase.phase.name for phase in snapshot.phases}
    return {
        place.player: OwnPlace(
            place=texts.span(place.first, place.last),
            of=len(snapshot.final),
            reached=_("still in")
            if place.still_in
            else reached_.get(place.player) or named[place.phase],
            prize=prizes.get(place.player, ""),
            missed=_missed(snapshot, latest, place),
            still_in=place.still_in,
        )
        for place in snapshot.final
    }


def _missed(snapshot: Snapshot, latest: PhaseResult, place: FinalPlace) -> str:
    """Return how far outside the `latest` phase a player is, "" if inside: in places if one cut by
    rank alone decided that."""
    cut, first = Cut.of(latest.phase, latest.ruleset), snapshot.phases[0]
    inside = {player.id for player in latest.field}
    if place.player in inside:
        return ""
    if latest.phase.number > 2 or cut.most is None or cut.points is not None or first.groups:
        return _("Not in {phase}", phase=latest.phase.name)
    return short_of(place.first, len(inside), place.first - len(inside))


def records(snapshot: Snapshot, before: RoundId | None = None) -> Mapping[str, Record]:
    """Return what each player won, drew and lost in all phases together, so far or `before` a
    round."""
    by_phase: dict[str, list[Record]] = {}
    for phase in snapshot.phases[: before and before.phase]:
        latest = before and phase.phase.number == before.phase
        ranking = phase.ranking_before(before) if before and latest else phase.current
        for row in ranking.rows if ranking else ():
            earlier = by_phase.get(row.player, [])
            # A ranking that continues the points of the phase before it includes its matches.
            by_phase[row.player] = [*(earlier[:-1] if phase.carried else earlier), row.record]
    return {
        player: Record(*map(sum, zip(*map(astuple, records), strict=True)))
        for player, records in by_phase.items()
    }


def reached_in(snapshot: Snapshot) -> Mapping[str, str]:
    """Return how far each player got who is out of a playoff, or has won it: "semifinal"."""
    came = dict(_came(snapshot, list(_counted(snapshot))))
    return {
        place.player: came.get((place.player, place.phase), "")
        for place in snapshot.final
        if not place.still_in
    }


def prizes_of(snapshot: Snapshot) -> Mapping[str, str]:
    """Return the prize of each player whose place is certain. For shared places with different
    prizes, all are listed, as only the organiser knows how they are split."""
    typed = snapshot.event.prizes
    return {
        place.player: prize
        for place in (snapshot.final if typed else ())
        if not place.still_in and (prize := _prize(typed, place.first, place.last))
    }


def _prize(typed: Sequence[Prize], first: int, last: int) -> str:
    shared = for_places(typed, first, last)
    if len(shared) == 1 and (shared[0].first, shared[0].last) == (first, last):
        return shared[0].what
    each = [f"{texts.span(prize.first, prize.last)}: {prize.what}" for prize in shared]
    # Note: players share places that have different prizes: “Shared: 3: a box; 4: a mat”.
    return _("Shared: {prizes}", prizes="; ".join(each)) if each else ""


def _note(snapshot: Snapshot) -> str:
    if snapshot.over:
        return _("Final: all rounds are played.")
    return ngettext(
        "{n} player is still in. All other places are certain unless a result is corrected.",
        "{n} players are still in. All other places are certain unless a result is corrected.",
        sum(1 for place in snapshot.final if place.still_in),
    )


def _counted(snapshot: Snapshot) -> Iterator[PhaseResult]:
    """Yield the first phase, and those after it that continue its points; none if the event begins
    with a playoff, which has no points."""
    for at, phase in enumerate(snapshot.phases):
        if phases.playoff(phase.phase.type) or (at and not (phase.carried and phase.rounds)):
            return
        yield phase


def _lines(
    snapshot: Snapshot, directory: Directory, counted: Sequence[PhaseResult]
) -> Iterator[StandingLine]:
    rows: dict[str, StandingRow] = {}
    for phase in counted:
        ranked = phase.current if phase.current and not phase.current.by_place else None
        rows |= {row.player: row for row in ranked.rows} if ranked else {}
    reached_ = reached_in(snapshot)
    names = [phase.phase.name for phase in counted]
    forms, where = _PLACE_IN if len(names) == 1 else _PLACE_AFTER, listed(names)
    prizes = prizes_of(snapshot)
    ends = {place.phase: place for place in snapshot.final}  # the last line of each phase
    for place in snapshot.final:
        row = rows.get(place.player)
        line = standing_line(directory, place.player, row)
        yield line._replace(
            rank=texts.span(place.first, place.last),
            dropped=line.dropped and not place.still_in,
            cut=ends[place.phase] is place and place is not snapshot.final[-1],
            mark=_("still in") if place.still_in else "",
            prize=prizes.get(place.player, ""),
            came=reached_.get(place.player, ""),
            before=_before(row, forms, where) if row else (),
        )


def _before(row: StandingRow, forms: Mapping[str, str], phase: str) -> tuple[tuple[str, str], ...]:
    """Return "5th in Swiss", "4–1–0" and "21 points", each with its number alone, which a column
    has, or ""."""
    rank = _(forms[ending(row.rank)], number=row.rank, phase=phase)
    won = ngettext("{n} point", "{n} points", row.match_points)
    points = current().number(row.match_points)
    return (rank, str(row.rank)), (texts.record(row.record), ""), (won, points)


def _came(
    snapshot: Snapshot, counted: Sequence[PhaseResult]
) -> Iterator[tuple[tuple[str, int], str]]:
    """Yield how far each player got in each phase, by id and phase number, except in the phases
    that decide the order."""
    for phase in snapshot.phases:
        drawn, number = tree(phase), phase.phase.number
        if drawn is not None:
            why = by_seed(phase)
            for player, words, won in reached(
                drawn, pods=phase.phase.mode is not Mode.HEAD_TO_HEAD
            ):
                if won and why:
                    # Note: “won the final (drawn · top seed wins)”.
                    words = _("{reached} ({reason})", reached=words, reason=why)
                yield (player, number), words
        elif phase not in counted:
            yield from (((player.id, number), phase.phase.name) for player in phase.field)
