"""Booster drafts: pods, rounds as played, and the best round of a pod, found by brute force."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases.model import Pods, Proposal, RoundContext
from runner.rules.ruleset import ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings
from tests.support.playoffs import recorded

Pair = tuple[str, str]
Matching = tuple[Pair, ...]
"""Who meets whom; who has a bye meets ""."""
Draws = Mapping[int, Sequence[str]]


def phase(rounds: int = 3, **more: Any) -> Phase:
    settings = more.pop("settings", {})
    given = {"mode": Mode.DRAFT, "type": "swiss", "rounds": rounds, "settings": settings, **more}
    return Phase(number=1, name="Draft", **given)


def seated(players: int, chance: Stream) -> Pods:
    """Players in pods of 6 to 10, as near to 8 as it gets; up to 11 are one."""
    ids = chance.shuffled([f"P{at:03}" for at in range(1, players + 1)])
    count = 1 if players < 12 else max(2, (players + 4) // 8)
    least, more = divmod(players, count)
    sizes = [least + (at < more) for at in range(count)]
    ends = [sum(sizes[: at + 1]) for at in range(count)]
    return tuple(tuple(ids[end - size : end]) for end, size in zip(ends, sizes, strict=True))


def draft(pods: Pods, row: Phase | None = None, seed: str = "s") -> RoundContext:
    row = row or phase()
    rules, problems = ruleset(row, {})
    assert not problems
    field = tuple(Player(each, each) for each in sorted(each for pod in pods for each in pod))
    awarded = dict.fromkeys((player.id for player in field), 0)
    return RoundContext(
        row, rules, RoundId(1, 1), field, None, seed, planned=row.rounds, awarded=awarded,
        field=field, pods=pods,
    )  # fmt: skip


def ranked(now: RoundContext) -> Standings:
    after = now.rounds[-1].id
    return standings(now.ruleset, now.rounds, now.field, after=after, complete=True, seed=now.seed)


def results(made: Proposal, won: Callable[[Sequence[str]], int | None]) -> Round:
    """A proposed round as it is played: who sits at that index wins, or None for a draw."""

    def table(number: int, seats: Sequence[str]) -> Table:
        first = won(seats)
        outcomes = [
            Outcome.DRAW if first is None else Outcome.WIN if at == first else Outcome.LOSS
            for at in range(len(seats))
        ]
        return Table(number, tuple(map(Seat, seats, outcomes)))

    tables = tuple(table(*each) for each in made.pairing.tables)
    return Round(made.pairing.round, tables, made.pairing.byes)


def after(
    now: RoundContext, made: Proposal, played: Round, gone: Sequence[str] = ()
) -> RoundContext:
    """The situation once that round is played, and these have left."""
    there = tuple(player for player in now.players if player.id not in gone)
    now = replace(
        now, next=RoundId(now.next.phase, now.next.number + 1), rounds=(*now.rounds, played),
        players=there, drawn=recorded(made.state), seeds=tuple(made.state.get("seeds", ())),
    )  # fmt: skip
    return replace(now, standings=ranked(now))


def chances(chance: Stream) -> Callable[[Sequence[str]], int | None]:
    """One match in ten is drawn."""

    def won(seats: Sequence[str]) -> int | None:
        return chance.below(len(seats)) if chance.below(10) else None

    return won


@cache
def matchings(count: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    def made(left: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
        if not left:
            yield ()
            return
        one, *others = left
        for two in others:
            rest = tuple(other for other in others if other != two)
            yield from (((one, two), *more) for more in made(rest))

    return tuple(made(tuple(range(count))))


def ways(players: Sequence[str]) -> Iterator[Matching]:
    ids = [*players, *([""] if len(players) % 2 else [])]
    for way in matchings(len(ids)):
        yield tuple((ids[one], ids[two]) for one, two in way)


def met_in(rounds: Sequence[Round]) -> set[frozenset[str]]:
    """Who has met; a bye is to have met ""."""
    found = {frozenset(table.players) for played in rounds for table in played.tables}
    return found | {frozenset((player, "")) for played in rounds for player in played.byes}


def again(way: Matching, met: set[frozenset[str]]) -> int:
    return sum(frozenset(pair) in met for pair in way)


def can_go_on(players: Sequence[str], met: set[frozenset[str]], rounds: int) -> bool:
    """Whether so many rounds can be played in which nobody meets again or has another bye."""
    if rounds <= 0:
        return True
    return any(
        can_go_on(players, met | {frozenset(pair) for pair in way}, rounds - 1)
        for way in ways(players)
        if not again(way, met)
    )


def due_in_round_2(pod: Sequence[str], first: Round) -> list[frozenset[str]]:
    """Who is to meet: of the matches by their lower seats the first with the middle one."""
    seat = {player: at for at, player in enumerate(pod)}
    played = sorted(
        (min(map(seat.__getitem__, table.players)), table)
        for table in first.tables
        if all(player in seat for player in table.players)
    )
    found = []
    for at in range(len(played) // 2):
        one, two = played[at][1], played[at + len(played) // 2][1]
        for outcome in (Outcome.WIN, Outcome.LOSS):
            pair = [s.player for table in (one, two) for s in table.seats if s.outcome is outcome]
            found += [frozenset(pair)] if len(pair) == 2 else []
    return found


def worth(way: Matching, now: RoundContext, pod: Sequence[str]) -> tuple[Any, ...]:
    """What a round of a pod costs, what counts for most first: byes and opponents again, who has
    the bye, who does not meet whom they are to meet, and points apart."""
    met = met_in(now.rounds)
    rows = {row.player: row for row in now.standings.rows} if now.standings else {}
    had = {player: sum(player in played.byes for played in now.rounds) for player in pod}
    there = {player for pair in way for player in pair}
    due = due_in_round_2(pod, now.rounds[0]) if now.next.number == 2 else []
    due = [pair for pair in due if pair <= there]
    resting = next((one for pair in way for one, two in (pair, pair[::-1]) if two == ""), None)
    turn: tuple[Any, ...] = ()
    if resting:
        row = rows[resting]
        values = tuple(value or Fraction(0) for value in row.tiebreakers.values())
        turn = (had[resting], row.match_points, values)
    pairs = [pair for pair in way if "" not in pair]
    return (
        had[resting] if resting else 0, again(tuple(pairs), met), turn,
        sum(pair not in map(frozenset, way) for pair in due),
        sum(abs(rows[one].match_points - rows[two].match_points) for one, two in pairs),
    )  # fmt: skip
