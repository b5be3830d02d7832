"""States of pods whose points are no small whole numbers, made up from chance: wagers, their mean
over all orders of the rounds, and fractions of every kind."""

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import NamedTuple

from runner.pairing.state import Entrant, PairingInput
from runner.pairing.tables import pod_sizes
from tests.support.states import state_of

KINDS = ("wager", "averaged", "thirds", "sevenths", "primes", "huge", "negative", "mixed", "near")
STAKE, START = Fraction(7, 100), Fraction(1000)


class Pod(NamedTuple):
    """Who sat at a table, by place, and who won, if anybody did."""

    players: tuple[int, ...]
    winner: int | None


Played = Sequence[Sequence[Pod]]


def fine_state(number: int) -> PairingInput:
    """The state of that number, of 12 to 45 players after 2 to 7 rounds."""
    chance = random.Random(f"fine points {number}")
    kind = KINDS[number % len(KINDS)]
    count = chance.choice([chance.randint(12, 24), chance.randint(12, 45)])
    standard = chance.choice([4, 4, 4, 4, 3, 5]) if count < 36 else 4
    played: list[list[Pod]] = []
    points = [Fraction(0)] * count
    for _ in range(chance.randint(2, 4 if kind == "averaged" else 7)):
        played.append(_round(points, standard, chance))
        points = scored(kind, played, count)
    players = [_entrant(at, points[at], played, standard, chance) for at in range(count)]
    settings = {
        "pod_size": standard,
        "uneven": chance.choice(["small_pods", "small_pods", "byes", "small_pods_then_byes"]),
        "small_pods_last": chance.random() < 0.7,
        "method": chance.choice(["swiss", "swiss", "bubble"]),
        "keep_clubs_apart": True,
    }
    return state_of(tuple(players), number=len(played) + 1, seed=f"{number}", settings=settings)


def _round(points: Sequence[Fraction], standard: int, chance: random.Random) -> list[Pod]:
    """Pods of players with about as many points; those who are left over rest."""
    order = sorted(range(len(points)), key=lambda at: (-points[at], chance.random()))
    for at in range(len(order) - 1):
        if chance.random() < 0.5:
            other = min(len(order) - 1, at + chance.randint(1, 8))
            order[at], order[other] = order[other], order[at]
    pods = []
    for size in pod_sizes(len(order), standard, "small_pods").tables:
        players, order = tuple(order[:size]), order[size:]
        pods.append(Pod(players, chance.choice([*players, *players, *players, None])))
    return pods


def scored(kind: str, played: Played, count: int) -> list[Fraction]:
    """The points of all players after some rounds."""
    if kind == "wager":
        return wagered(played, count)
    if kind == "averaged":
        orders = [wagered(order, count) for order in permutations(played)]
        return [sum(each, Fraction(0)) / len(orders) for each in zip(*orders, strict=True)]
    worth = _WORTHS[kind]
    points = [Fraction(0)] * count
    for number, pods in enumerate(played, start=1):
        for pod in pods:
            for seat, player in enumerate(pod.players):
                points[player] += worth(number, seat, None if pod.winner is None else
                                        player == pod.winner)  # fmt: skip
    return points


def wagered(played: Played, count: int) -> list[Fraction]:
    """Stacks after all have staked their part each round: the winner has it, or all share it."""
    stacks = [START] * count
    for pods in played:
        for pod in pods:
            stakes = {player: stacks[player] * STAKE for player in pod.players}
            pot = sum(stakes.values(), Fraction(0))
            for player, stake in stakes.items():
                share = pot / len(stakes) if pod.winner is None else pot * (player == pod.winner)
                stacks[player] += share - stake
    return stacks


def _of(
    win: Fraction, draw: Fraction, seat: Fraction
) -> Callable[[int, int, bool | None], Fraction]:
    def worth(_number: int, at: int, won: bool | None) -> Fraction:
        return (draw if won is None else win * won) + seat * at

    return worth


def _near(number: int, at: int, won: bool | None) -> Fraction:
    """Points that hardly differ: rounded to any usual number of steps, they would be equal."""
    return Fraction(3) * bool(won) + Fraction(at * number, 10**15 + 37)


_WORTHS: dict[str, Callable[[int, int, bool | None], Fraction]] = {
    "thirds": _of(Fraction(7, 3), Fraction(1, 3), Fraction(0)),
    "sevenths": _of(Fraction(22, 7), Fraction(3, 7), Fraction(-1, 7)),
    "primes": _of(Fraction(50_021, 10_007), Fraction(1, 99_991), Fraction(1, 99_989)),
    "huge": _of(Fraction(10**12 + 39), Fraction(10**11 + 3), Fraction(10**7 + 19)),
    "negative": _of(Fraction(5, 2), Fraction(-1, 6), Fraction(-7, 4)),
    "mixed": lambda number, at, won: Fraction(7 * bool(won) + at, 2 * number + 1),
    "near": _near,
}


def _entrant(
    at: int, points: Fraction, played: Played, standard: int, chance: random.Random
) -> Entrant:
    own = [pod for pods in played for pod in pods if at in pod.players]
    entrant = Entrant(
        f"P{at:02}",
        points,
        opponents=tuple(f"P{each:02}" for pod in own for each in pod.players if each != at),
        seats=tuple(pod.players.index(at) + 1 for pod in own),
        small_pods=sum(len(pod.players) < standard for pod in own),
        byes=len(played) - len(own),
        club=chance.choice(["", "", "", "Ems", "Lahn", "Isar"]),
    )
    if chance.random() < 0.1:
        entrant = replace(entrant, keep_apart=(f"P{chance.randrange(12):02}",))
    return entrant
