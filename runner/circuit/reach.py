"""What each player of an event under way can still end with: the place and the match points.

It rests on what the what-if rests on (docs/what-if.md): results that are in stay, there are as many
rounds and the same cut as planned, and whoever has left stays away. Everybody else may leave at any
time before the playoff, and somebody new may enter until it has begun.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from runner import phases
from runner.compute.outlook.stage import sayable
from runner.phases.cut import Cut

if TYPE_CHECKING:
    from runner.compute.snapshot import Snapshot
    from runner.phases.model import PhaseResult

_NOTHING = Fraction(0)


class Reach(NamedTuple):
    """The first and the last place, and the least and the most match points, that somebody can
    still end with; None without bound."""

    first: int = 1
    last: int | None = None
    least: Fraction = Fraction(0)
    most: Fraction | None = None


ANYTHING = Reach()


def by_points(
    points: Mapping[str, Fraction], gone: Collection[str], gain: Fraction, late: Fraction,
    cut: int | None,
) -> tuple[dict[str, Reach], Reach]:  # fmt: skip
    """Return what everybody can reach who has `points` now, and whoever enters later. Those who are
    not `gone` can gain up to `gain`, and somebody new end with up to `late`. At most `cut` advance
    into a playoff, whose players come first: 0 without one, None if there may be any number.

    Whoever has more points now than a player can ever have ends above that player; whoever can have
    as many may. A player who leaves before the playoff ends below all who are in it.
    """
    most = {each: now if each in gone else now + gain for each, now in points.items()}
    now, ends = sorted(points.values()), sorted(most.values())

    def first(best: Fraction, *, stays: bool) -> int:
        return 1 if stays and cut != 0 else len(now) - bisect_right(now, best) + 1

    reach = {}
    for each, least in points.items():
        passing = len(ends) - bisect_left(ends, least)
        last = None if cut is None or late >= least else passing + cut
        reach[each] = Reach(first(most[each], stays=each not in gone), last, least, most[each])
    return reach, Reach(first(late, stays=True), None, Fraction(0), late)


def reaches(
    public: Snapshot, scored: Mapping[str, Fraction]
) -> tuple[dict[str, Reach], Reach | None]:
    """Return what those can still reach who take part in an event under way, and somebody who
    enters later, None if nobody can. `scored` are the match points over all phases."""
    begun = [each for each in public.phases if each.rounds]
    coming = [each for each in public.phases if not each.rounds]
    last = begun[-1]
    played = {each for round_ in public.rounds for each in (*round_.seated, *round_.byes)}
    if phases.playoff(last.phase.type) and not coming and public.final:
        total = {each: scored.get(each, _NOTHING) for each in played}
        return _in_playoff(public, total), None if len(begun) > 1 else ANYTHING
    playoffs = all(phases.playoff(each.phase.type) for each in coming)
    ranking, rules = last.current, last.ruleset
    if not (playoffs and ranking and last.planned is not None and sayable(last)):
        return dict.fromkeys(played, ANYTHING), ANYTHING
    counted = ranking.after.number - (not ranking.complete)
    rounds = len(last.rounds) if last.ended else max(last.planned, len(last.rounds))
    gain = (rounds - counted) * max(rules.win, rules.draw, rules.loss, rules.bye)
    gone = _gone(public, last, len(public.rounds) - len(last.rounds) + counted)
    if len(begun) > 1 or last.groups:  # several rankings decide the places
        total = {row.player: scored.get(row.player, _NOTHING) for row in ranking.rows}
        reach = {
            each: Reach(1, None, had, had if each in gone else had + gain)
            for each, had in total.items()
        }
        later: Reach | None = ANYTHING
    else:
        points = {row.player: row.match_points for row in ranking.rows}
        late = gain + counted * max(rules.loss, _NOTHING)
        reach, later = by_points(points, gone, gain, late, _cut(coming, last))
    return {each: reach[each] for each in played if each in reach}, later


def _in_playoff(public: Snapshot, total: Mapping[str, Fraction]) -> dict[str, Reach]:
    """Return what everybody can reach during the last playoff: the places that it leaves, and the
    match points of now, as a playoff gives none."""
    places = {place.player: place for place in public.final}
    return {
        each: Reach(places[each].first, places[each].last, had, had)
        if each in places else Reach(1, None, had, had)
        for each, had in total.items()
    }  # fmt: skip


def _gone(public: Snapshot, last: PhaseResult, now: int) -> set[str]:
    """Return who has left the event for good after its first `now` rounds, and sits in none of the
    later ones."""
    open_ = {each for round_ in public.rounds[now:] for each in (*round_.seated, *round_.byes)}
    return {
        each.id for each in last.field
        if each.drops_after is not None and each.drops_after <= now and each.returns is None
    } - open_  # fmt: skip


def _cut(coming: Sequence[PhaseResult], last: PhaseResult) -> int | None:
    """Return how many advance at most: 0 where no playoff comes, None if there may be any
    number."""
    if not coming:
        return 0
    points = last.ruleset.advance_points is not None
    return None if points else Cut.of(coming[0].phase, coming[0].ruleset).most
