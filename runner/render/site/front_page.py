"""The front page: what the event is, how far it has come, and who leads."""

from collections.abc import Iterator
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Round
from runner.core.numbers import points
from runner.core.phrases import count
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render import times
from runner.render.rows import StandingLine
from runner.render.site import rounds
from runner.render.site.fairness import Fairness, fairness
from runner.render.site.final_page import FinalView
from runner.render.site.links import RoundLink
from runner.render.site.rankings import StandingsView
from runner.render.site.shared import Shared

_LEADERS = 8
_STILL_NAMED = 24  # tables that still play are named on the front page when they are so few
_MODES = {
    Mode.HEAD_TO_HEAD: "Head-to-head",
    Mode.MULTIPLAYER: "Pods of {size}",
    Mode.DRAFT: "Booster draft",
}


class FrontView(NamedTuple):
    """The front page. `status` is "" before the first round; `done` of `total` tables are in;
    `final` says that the leaders stand by their places in the whole event."""

    name: str
    day: str
    venue: str
    facts: tuple[str, ...]
    round: str
    status: str
    time: str
    done: int
    total: int
    playing: tuple[int, ...]
    leaders: tuple[StandingLine, ...]
    leaders_title: str
    final: bool
    veil: str
    links: tuple[RoundLink, ...]
    clock: str
    instant: str
    fairness: Fairness | None


def front_view(shared: Shared, ranking: StandingsView | FinalView | None) -> FrontView:
    """What the event is, how far it has come, and who leads, or has come furthest."""
    snapshot = shared.snapshot
    event, current = snapshot.event, snapshot.current_round
    total = sum(1 for table in current.tables if table.seats) if current else 0
    playing = rounds.playing(current) if current else 0
    return FrontView(
        name=event.name,
        day=texts.day(event.date),
        venue=event.venue,
        facts=tuple(_facts(snapshot)),
        round=shared.current.title if shared.current else "",
        status=shared.current.status if shared.current else "",
        time=times.short(snapshot, current) if current else "",
        done=total - playing,
        total=total,
        playing=_named(current, playing),
        leaders=ranking.leaders[:_LEADERS] if ranking else (),
        leaders_title=ranking.leaders_title if ranking else "",
        final=isinstance(ranking, FinalView),
        veil=veil(snapshot),
        links=shared.links,
        clock=texts.clock(snapshot.as_of, event.time_zone) if snapshot.as_of else "",
        instant=texts.instant(snapshot.as_of, event.time_zone) if snapshot.as_of else "",
        fairness=fairness(snapshot),
    )


def veil(snapshot: Snapshot) -> str:
    """What is said of results that are kept back now; "" where none are."""
    begun = (phase for phase in reversed(snapshot.phases) if phase.rounds)
    return next((rounds.veil(phase) for phase in begun), "")


def _named(current: Round | None, playing: int) -> tuple[int, ...]:
    if current is None or not playing or playing > _STILL_NAMED:
        return ()
    tables = (table.number for table in current.tables if table.seats and not table.finished)
    return tuple(sorted(tables))


def _facts(snapshot: Snapshot) -> Iterator[str]:
    yield count(len(snapshot.players), "player")
    for phase in snapshot.phases:
        yield _phase_fact(phase, len(snapshot.phases) > 1)
    if snapshot.phases:
        rules = snapshot.phases[0].ruleset
        if rules.scoring == "match_points":
            yield f"Win {points(rules.win)}, draw {points(rules.draw)}, loss {points(rules.loss)}"


def _phase_fact(phase: PhaseResult, named: bool) -> str:
    mode = _MODES[phase.phase.mode].format(size=phase.ruleset.pod_size)
    planned = f", {count(phase.planned, 'round')}" if phase.planned else ""
    return f"{phase.phase.name}: {mode[0].lower()}{mode[1:]}{planned}" if named else mode + planned
