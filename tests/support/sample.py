"""Snapshots as an event makes them, without workbook or ledger: deterministic, and not tidy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from runner.app.sample_players import players as sample_players
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.core.seating import Seating
from runner.pairing.model import Certificate, Pairing
from runner.phases.model import PhaseResult
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings

SEED = "a sample of pages"
SCRIPT = "<script>alert('Bobby')</script> & Sons"
ODD_NAMES = (
    SCRIPT,
    "Maximiliane Alexandrina Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Langenburg",
    "محمد عبد الله الرشيد", "דוד בן־גוריון", "山田 太郎", "🔥 Kai Flamme 🔥", "Zoë Øster-Łukasz",
    "Q",
)  # fmt: skip
_COMMANDERS = ("Tymna the Weaver / Kraum", "Kinnan, Bonder Prodigy", "Najeela", "Atraxa", "")
_GAMES = ((2, 0, 0), (0, 2, 0), (2, 1, 0), (1, 2, 0), (1, 1, 1), (0, 0, 3))


@dataclass(frozen=True)
class Plan:
    """What an event to be made up is like; `waiting` is how many tables of the last round play."""

    players: int = 118
    rounds: int = 3
    planned: int = 5
    waiting: int = 12
    mode: Mode = Mode.MULTIPLAYER
    rehearsal: bool = False
    odd: bool = True


def snapshot(plan: Plan = Plan()) -> Snapshot:
    """A snapshot of the plan's event, in the middle of its last round."""
    players = _players(plan)
    phase = Phase(1, "Swiss", plan.mode, "swiss", rounds=plan.planned)
    rules, problems = ruleset(phase, {})
    assert not problems
    rounds: list[Round] = []
    rankings: list[Standings] = []
    pairings: list[Pairing] = []
    for number in range(1, plan.rounds + 1):
        chance = Stream(SEED, "sample round", number)
        last = number == plan.rounds
        made = _round(plan, players, rankings, rules, number, chance, last)
        rounds.append(made)
        rankings.append(
            standings(rules, rounds, players, after=made.id, complete=made.finished, seed=SEED)
        )
        pairings.append(Pairing(made.id, Seating.of(made), _certificate(rounds, rankings)))
    event = Event(
        name="Lisbon Commander Open", date="2026-11-21", venue="Pavilhão Carlos Lopes", seed=SEED,
        address="https://example.org/lisbon/", phases=(phase,), players=players,
    )  # fmt: skip
    return Snapshot(
        event=event, players={each.id: each for each in players},
        phases=(PhaseResult(phase, rules, players, tuple(rounds), tuple(rankings), plan.planned),),
        pairings=tuple(pairings), rehearsal=plan.rehearsal,
        as_of="2026-11-21T14:05:00+00:00" if rounds else "",
    )  # fmt: skip


def head_to_head(players: int = 40, rounds: int = 3) -> Snapshot:
    return snapshot(Plan(players, rounds, planned=6, waiting=4, mode=Mode.HEAD_TO_HEAD))


def before_the_first_round() -> Snapshot:
    return snapshot(Plan(players=24, rounds=0))


def with_result(before: Snapshot, table: int) -> Snapshot:
    """The same event after one more result of the current round: seat A wins."""
    phase = before.phases[0]
    current = phase.rounds[-1]
    tables = tuple(
        replace(each, seats=_won(each.seats, 0)) if each.number == table else each
        for each in current.tables
    )
    rounds = (*phase.rounds[:-1], replace(current, tables=tables))
    latest = standings(
        phase.ruleset, rounds, phase.field, after=current.id, complete=rounds[-1].finished,
        seed=SEED,
    )  # fmt: skip
    result = replace(phase, rounds=rounds, standings=(*phase.standings[:-1], latest))
    return replace(before, phases=(result,))


def _players(plan: Plan) -> tuple[Player, ...]:
    made = list(sample_players(plan.players, SEED))
    for index, name in enumerate(ODD_NAMES if plan.odd else ()):
        made[index * 2 + 1] = replace(made[index * 2 + 1], name=name)
    for index, player in enumerate(made):
        extra = {"Commander": _COMMANDERS[index % 5]} if plan.mode is Mode.MULTIPLAYER else {}
        made[index] = replace(player, extra=extra)
    if plan.odd and plan.players > 20:
        made[3] = replace(made[3], extra={"Decklist": "https://example.org/deck?a=1&b=2"})
        made[5] = replace(made[5], extra={"Decklist": "javascript:alert(1)"})
        made[9] = replace(made[9], enters=2)
        made[12] = replace(made[12], drops_after=1)
        made[15] = replace(made[15], drops_after=2)
    return tuple(made)


def _round(
    plan: Plan, players: Sequence[Player], rankings: Sequence[Standings], rules: Ruleset,
    number: int, chance: Stream, last: bool,
) -> Round:  # fmt: skip
    """Players of equal points together, at random among them; the lowest have the byes."""
    points = {row.player: row.match_points for row in rankings[-1].rows} if rankings else {}
    order = chance.shuffled([each.id for each in players if each.plays(number)])
    order.sort(key=lambda each: -points.get(each, 0))
    absent = (order.pop(),) if number == 2 and plan.odd else ()
    byes: tuple[str, ...] = ()
    if plan.mode is Mode.HEAD_TO_HEAD and len(order) % 2:
        byes = (order.pop(),)
    elif plan.mode is Mode.MULTIPLAYER and number == 1 and plan.odd:
        byes = (order.pop(), order.pop())
    pods = _pods(order, rules.pod_size)
    waiting = set(chance.shuffled(range(len(pods)))[: plan.waiting if last else 0])
    tables = tuple(
        _table(plan, index + 1, pod, chance, index in waiting) for index, pod in enumerate(pods)
    )
    return Round(RoundId(1, number), tables, byes, absent)


def _pods(order: Sequence[str], size: int) -> list[list[str]]:
    small = -len(order) % size
    sizes = [size] * ((len(order) - small * (size - 1)) // size) + [size - 1] * small
    found, at = [], 0
    for each in sizes:
        found.append(list(order[at : at + each]))
        at += each
    return found


def _table(plan: Plan, number: int, pod: Sequence[str], chance: Stream, playing: bool) -> Table:
    seats = tuple(Seat(each) for each in chance.shuffled(pod))
    if playing:
        return Table(number, seats, rehearsed=plan.rehearsal)
    if plan.mode is Mode.HEAD_TO_HEAD:
        first, second, drawn = chance.choice(_GAMES)
        return Table(number, _games(seats, first, second), games_drawn=drawn)
    if chance.below(100) < 15:
        drawn_seats = tuple(replace(each, outcome=Outcome.DRAW) for each in seats)
        conceded = replace(drawn_seats[-1], outcome=Outcome.CONCESSION)
        return Table(number, (*drawn_seats[:-1], conceded), rehearsed=plan.rehearsal)
    winner = chance.below(len(seats))
    return Table(number, _won(seats, winner), rehearsed=plan.rehearsal)


def _won(seats: Sequence[Seat], winner: int) -> tuple[Seat, ...]:
    return tuple(
        replace(each, outcome=Outcome.WIN if index == winner else Outcome.LOSS)
        for index, each in enumerate(seats)
    )


def _games(seats: Sequence[Seat], first: int, second: int) -> tuple[Seat, ...]:
    if first == second:
        outcomes = (Outcome.DRAW, Outcome.DRAW)
    else:
        outcomes = (Outcome.WIN, Outcome.LOSS)[:: 1 if first > second else -1]
    return tuple(
        replace(seat, outcome=outcome, games_won=won)
        for seat, outcome, won in zip(seats, outcomes, (first, second), strict=True)
    )


def _certificate(rounds: Sequence[Round], rankings: Sequence[Standings]) -> Certificate:
    """What can be counted of it; nothing is proved about a sample."""
    met = [
        frozenset(pair)
        for each in rounds[:-1]
        for table in each.tables
        for pair in combinations(table.players, 2)
    ]
    now = [
        pair
        for table in rounds[-1].tables
        for pair in map(frozenset, combinations(table.players, 2))
    ]
    repeated = sum(1 for pair in now if pair in set(met))
    before = rankings[-2].rows if len(rankings) > 1 else ()
    points = {row.player: row.match_points for row in before}
    mismatch = sum(
        abs(points.get(a, 0) - points.get(b, 0))
        for table in rounds[-1].tables
        for a, b in combinations(table.players, 2)
    )
    return Certificate(repeated, 0, Fraction(mismatch))
