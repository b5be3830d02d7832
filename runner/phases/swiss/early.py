"""Advancing early: players with enough match points are in the playoff (MTR 10.4).

From then on they have byes, which count as rounds won. They are seeded before all others, by the
round in which they reached the points, and within a round by the tiebreakers after it. A round that
has been paired keeps its byes. Also the remarks for the organiser about such players, and about
players who are in no draft pod.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from runner.core.numbers import points, total
from runner.core.player import Player
from runner.core.problems import Problem, warning
from runner.phases.cut import stated
from runner.phases.model import PhaseResult, RoundContext
from runner.phases.phase_type import by_tiebreakers
from runner.phases.swiss import draft
from runner.standings.model import History, Standings

MARK = "in_playoff"
"""Key of a round's state: the ids of those who had byes because they were in already."""


def reached(ranking: Standings | None) -> dict[str, int]:
    """Return the round of the phase after which each player had enough match points, by the current
    results; others are left out. Points that are carried over may be enough after round 0."""
    enough = ranking.ruleset.advance_points if ranking else None
    if ranking is None or enough is None:
        return {}
    rounds = ((row.player, _after(ranking.histories[row.player], enough)) for row in ranking.rows)
    carried = len(ranking.carried)
    return {player: max(0, after - carried) for player, after in rounds if after is not None}


def _after(history: History, enough: Fraction) -> int | None:
    """Return the round after which the points were enough, 0 for the start, None if they are
    not."""
    points = history.match_points - total(line.points for line in history.rounds)
    if history.match_points < enough:
        return None
    for line in history.rounds:
        points += line.points
        if points >= enough:
            return line.round
    return 0


def sitting_out(situation: RoundContext) -> tuple[str, ...]:
    """Return the players who are in the playoff before the next round, earliest first, except those
    whom the organiser has seated nevertheless."""
    ranking, number = situation.standings, situation.next.number
    if ranking is None:
        return ()
    rounds = {player: after for player, after in reached(ranking).items() if after < number}
    levels = ([each for each in rounds if rounds[each] == at] for at in sorted({*rounds.values()}))
    order = (player for level in levels for player in by_tiebreakers(ranking, level))
    playing = {player.id for player in situation.players} - {*situation.placed.seated}
    return tuple(player for player in order if player in playing)


def seeds(result: PhaseResult) -> tuple[str, ...]:
    """Return the ids of the players who are in the playoff and have not left, highest seed
    first."""
    ranking, entered = result.current, reached(result.current)
    if ranking is None:
        return ()
    fast = _held_fast(result.drawn)
    order: dict[int, list[str]] = {}
    for player, before in fast.items():
        if player in entered and entered[player] < before:
            order.setdefault(before - 1, []).append(player)
    for after in sorted({*entered.values()}):
        held = {player for players in order.values() for player in players}
        then = _ranking_after(result, after)
        new = [player for player, at in entered.items() if at == after and player not in held]
        order.setdefault(after, []).extend(by_tiebreakers(then, new))
    left = {row.player for row in ranking.rows if not row.dropped}
    return tuple(player for after in sorted(order) for player in order[after] if player in left)


def _held_fast(drawn: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Return the first round in which each player sat out, in the order of their seeds."""
    first_byes: dict[str, int] = {}
    for number, state in enumerate(drawn, 1):
        for player in state.get(MARK, ()):
            first_byes.setdefault(player, number)
    return first_byes


def _ranking_after(result: PhaseResult, number: int) -> Standings:
    """Return the ranking after that round of the phase, or the first one."""
    earlier = [ranking for ranking in result.standings if ranking.after.number <= number]
    return (earlier or [*result.standings])[-1 if earlier else 0]


def in_no_pod(result: PhaseResult) -> list[Player]:
    """Return the players of a draft played inside pods who are neither in a pod nor at a table of
    the last round."""
    known = {player for pod in result.pods for player in pod}
    known |= {player for played in result.rounds[-1:] for player in played.seated}
    inside = draft.in_pods(result.phase, result.ruleset, result.pods, {*result.playing})
    if result.over or not inside:
        return []
    return [
        player
        for player in result.field
        if player.id not in known and (player.drops_after is None or player.id in result.playing)
    ]


def remarks(result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
    """Yield warnings for players in no draft pod after the rounds have begun, for more players in
    the playoff by points than its cut, and for those whose early byes are no longer justified after
    corrections."""
    for player in in_no_pod(result) if result.rounds else ():
        yield warning("draft.late-entry", player.at("enters"),
            f"{player.name} is in no draft pod of {result.phase.name}, whose rounds are played "
            "inside the pods.",
            "Type the name into a table or a bye of the round where you want it, or drop the "
            "player.")  # fmt: skip
    enough = result.ruleset.advance_points
    if enough is None:
        return
    if following and (cut := stated(following.phase)) is not None and len(following.rounds) < 2:
        there = {player.id for player in following.field}
        inside = [player for player in seeds(result) if player in there or not following.rounds]
        if len(inside) > cut:
            yield warning("cut.points-let-more-in", following.phase.at("cut"),
                f"{len(inside)} players have reached {points(enough)} points in "
                f"{result.phase.name} and are in {following.phase.name}, whose cut is {cut}.",
                "They all advance, as was announced. Raise “Cut”, or the points under “In the "
                "playoff at”, if that was a mistake.")  # fmt: skip
    entered, people = reached(result.current), {player.id: player for player in result.field}
    for identity, round_ in _held_fast(result.drawn).items():
        if not result.standings or identity not in people or entered.get(identity, round_) < round_:
            continue
        rows = _ranking_after(result, round_ - 1).rows
        won = next((row.match_points for row in rows if row.player == identity), Fraction(0))
        player, title = people[identity], result.phase.title(round_)
        yield warning("bye.no-longer-earned", player.place,
            f"{player.name} had a bye in {title} for being in the playoff already, but by the "
            f"corrected results had {points(won)} points then, and {points(enough)} are needed.",
            "The bye stays, and its points count: if they are enough the player is in, and "
            "otherwise plays on. To change that, give a bye on Decisions, or type the name into a "
            "table of the next round before it is paired.")  # fmt: skip
