"""Who was to meet whom in the latest round of a playoff or a round robin, as its bracket or its
tables have it: so somebody who is seated again sits where they belong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner.core.event import Mode
from runner.phases import bracket
from runner.phases.elimination import double_elimination, single_elimination
from runner.phases.elimination.course import Course
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.running import Running
from runner.phases.model import PhaseResult
from runner.phases.round_robin import round_robin


def due(result: PhaseResult, drawn: Sequence[Mapping[str, Any]] = ()) -> Due | None:
    """What the phase says of its latest round; None where anybody may meet anybody, and where the
    organiser pairs. `drawn` are the tables as that round was published, of the ledger's form."""
    found = _of_type(result)
    if found is None:
        return None
    seats = {
        player: (int(table["table"]), at)
        for table in drawn
        for at, player in enumerate(table["seats"])
    }
    return replace(found, phase=result.phase.name, drawn=seats)


def _of_type(result: PhaseResult) -> Due | None:
    pods = result.phase.mode is Mode.MULTIPLAYER
    match result.phase.type:
        case single_elimination.SingleElimination.KEY:
            return _single(result, pods=pods)
        case double_elimination.DoubleElimination.KEY if not pods:
            return _double(result)
        case round_robin.RoundRobin.KEY if not pods:
            return _round_robin(result)
    return None


def _before(result: PhaseResult) -> Playoff:
    """The playoff before its latest round, whoever has left since."""
    there = {each for now in result.rounds for each in (*now.byes, *now.absent)}
    there |= {each for now in result.rounds for at in now.tables for each in at.players}
    earlier = replace(result, rounds=result.rounds[:-1], drawn=result.drawn[:-1])
    return replace(Playoff.after(earlier), there=frozenset({*result.seeds, *there}))


def _pairs(pairs: Iterable[Sequence[str | None]]) -> dict[str, str]:
    """Each player's opponent, or "" for nobody."""
    found: dict[str, str] = {}
    for one, other in pairs:
        found |= {a: b or "" for a, b in ((one, other), (other, one)) if a}
    return found


def _single(result: PhaseResult, *, pods: bool) -> Due:
    before, first = _before(result), len(result.rounds) == 1
    if pods:
        inside = before.left()
        return Due(inside=inside, seeds=before.seeds.place, sends_on=True)
    recorded = tuple(result.drawn[-1].get("bracket", ())) if result.drawn and first else ()
    slots = recorded or before.slots()
    third = before.third_place()
    opponents = _pairs([*zip(slots[::2], slots[1::2], strict=True), *([third] if third else [])])
    alone = [pair[0] for pair in bracket.pairs(slots) if len(pair) == 1]
    return Due(
        inside=tuple(opponents),
        opponents=opponents,
        seeds=before.seeds.place,
        sends_on=True,
        open=before.seeds.order(alone)[::-1] if first else (),
    )


def _double(result: PhaseResult) -> Due:
    before = _before(result)
    course = Course.read(before.seeds, result.drawn[-1]) if result.drawn else None
    course = course or Running.of(before).coming
    found = {key: pair for key, pair in course.who().items() if key not in course.decided}
    opponents = _pairs(pair for pair in found.values() if "" not in pair)
    return Due(inside=tuple(course.lives()), opponents=opponents, seeds=before.seeds.place)


def _round_robin(result: PhaseResult) -> Due | None:
    state = result.drawn[-1] if result.drawn else {}
    seeds = state.get("seeds", ())
    groups = tuple(map(tuple, state.get("groups", ()) or ([seeds] if seeds else [])))
    if not groups:  # set by hand, or drawn as a phase of another type
        return None
    wanted = round_robin.meetings(
        groups, result.rounds[-1].id.number, result.ruleset, exchanged=bool(state.get("exchanged"))
    )
    opponents = _pairs(pair for pairs in wanted for pair in pairs)
    alone = [each for group in sorted(groups, key=len) for each in group if not opponents.get(each)]
    numbers = [each for group in groups for each in group]
    return Due(
        inside=tuple(numbers),
        opponents={each: opponents.get(each, "") for each in numbers},
        seeds={player: at for at, player in enumerate(numbers, 1)},
        open=tuple(alone),
    )


@dataclass(frozen=True, slots=True)
class Due:
    """What a playoff or a round robin says of a round: there not anybody can meet anybody.

    `inside` is who is in it, `opponents` whom each was to meet, "" for nobody (in pods there are
    none), and `seeds` orders them. `sends_on`: whoever has a bye goes on, and whoever loses is out.
    `open` are those with nobody against them who may meet somebody who comes late, in the order in
    which they would. `drawn` is everybody's table and seat as the round was published.
    """

    inside: Collection[str]
    opponents: Mapping[str, str] = field(default_factory=dict)
    seeds: Mapping[str, int] = field(default_factory=dict)
    sends_on: bool = False
    open: Sequence[str] = ()
    drawn: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    phase: str = ""
