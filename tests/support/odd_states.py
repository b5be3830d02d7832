"""States of pods that no event would bring about by itself, made up from chance."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from runner.core.seating import SeatedTable
from runner.pairing.state import Entrant, PairingInput
from tests.support.states import state_of


def random_state(chance: random.Random, largest: int, fewest: int = 5) -> PairingInput:
    """Some players with any history: pods of chance, byes, drops, clubs and wishes."""
    count = chance.randint(fewest, largest)
    standard = chance.choice([3, 4, 4, 4, 5])
    players = [
        Entrant(
            f"P{at:02}",
            club=chance.choice(["", "", "", "Ems", "Lahn"]) if chance.random() < 0.5 else "",
            fixed_table=chance.choice([1, 2]) if chance.random() < 0.05 else None,
            keep_apart=tuple(f"P{chance.randrange(count):02}" for _ in range(chance.randint(0, 1))),
        )
        for at in range(count)
    ]
    for _ in range(chance.randint(0, 5)):
        chance.shuffle(players)
        players = list(_played(players, standard, chance))
    uneven = chance.choice(["small_pods", "small_pods", "byes", "small_pods_then_byes"])
    settings = {"uneven": uneven, "pod_size": standard}
    if chance.random() < 0.3:
        settings["max_byes"] = chance.randint(0, 2)
    present = players[: max(5, count - chance.choice([0, 0, 1, 2]))]
    return state_of(tuple(present), number=chance.randint(2, 7), settings=settings)


def _played(players: Sequence[Entrant], standard: int, chance: random.Random) -> Iterator[Entrant]:
    """The players after a round of pods of chance; those who are left over have a bye."""
    at = 0
    while at < len(players):
        pod = players[at : at + standard - (chance.random() < 0.3 and standard > 3)]
        at += len(pod)
        winner = chance.randrange(len(pod) + 1)
        for seat, player in enumerate(pod):
            gained = 5 if seat == winner else int(winner == len(pod))
            if len(pod) < 3:
                yield replace(player, points=player.points + 5, byes=player.byes + 1)
                continue
            yield replace(
                player,
                points=player.points + Fraction(gained),
                opponents=(*player.opponents, *(each.id for each in pod if each is not player)),
                seats=(*player.seats, seat + 1),
                small_pods=player.small_pods + (len(pod) < standard),
            )


MIXED = (*[(8, 18)] * 36, *[(18, 24)] * 2, (24, 43), (43, 58))
"""From how many to how many players the first 1,000 states have, and two more at most: of 40, 36
have 8 to 20, two 18 to 26, one 24 to 45 and one 43 to 60."""
QUICK = (*(*(([(8, 10)] * 9 + [(10, 18)]) * 20),)[4:], (18, 24), (18, 24), (24, 43), (43, 58))
"""The same for those after them: of 200, about 176 have 8 to 12 and 20 have 10 to 20."""


def odder_state(number: int) -> PairingInput:
    """The state of that number, of 8 to 60 players. Some pairs have met up to six times, clubs and
    names are kept apart together, and now and then tiebreakers part players, or an organiser has
    filled a table or given a bye."""
    chance = random.Random(number)
    spread = MIXED if number < 1_000 else QUICK
    count = chance.randint(*spread[number % len(spread)]) + 2
    state = random_state(chance, count, count)
    players = list(state.players)
    often = chance.choice([0, 0, 1, 4])
    clubs = chance.choice([(), (), ("Ems", "Lahn", "Isar", ""), ("Ems", "")])
    ties = chance.choice([1, 1, 1, 2, 5])
    for at, player in enumerate(players):
        met = [other for other in player.opponents if chance.random() < often / 8]
        players[at] = replace(
            player,
            opponents=(*player.opponents, *met * chance.randint(1, 5)),
            club=chance.choice(clubs) if clubs else player.club,
            tiebreakers=(Fraction(chance.randrange(ties), 4),),
            small_pods=player.small_pods * chance.choice([0, 1, 1, 2]),
            byes=player.byes + (chance.random() < 0.05),
        )
    state = replace(state, players=tuple(players))
    return _with_hands(state, chance) if chance.random() < 0.1 else state


def _with_hands(state: PairingInput, chance: random.Random) -> PairingInput:
    """The state after an organiser has filled a table, or given a bye, or both."""
    size = chance.choice([3, state.ruleset.pod_size])
    some = [player.id for player in chance.sample(state.players, size + 1)]
    filled = (SeatedTable(chance.randint(1, 4), tuple(some[1:])),) * chance.choice([0, 1, 1])
    return replace(state, placed=filled, byes=tuple(some[: chance.choice([0, 1])]))


def one_pair_or_two(chance: random.Random, fewest: int, largest: int) -> PairingInput:
    """Somebody has no table without a conflict: with one pair who met often, or are apart for two
    reasons, or with two pairs who met once, or are apart for one. X may sit with S and T, and so
    with one of a few others; or with S and the two whom T may not sit with."""
    count = chance.randint(fewest, largest)
    players = {f"P{at:02}": Entrant(f"P{at:02}", Fraction(5)) for at in range(count)}
    for first in range(0, 8 * chance.randint(1, max(1, count // 16)), 8):
        x, s, t, p, q, *few = (f"P{at:02}" for at in range(first, first + 8))
        strangers = (x, s, t)
        if chance.random() < 0.5:
            often, kept = chance.randint(3, 6), ()
            players[t] = replace(players[t], opponents=(*players[t].opponents, p, q))
        else:
            often, kept, strangers = chance.randint(1, 6), (p, q, *few), (x, s, t, p, q, *few)
            players[t] = replace(players[t], keep_apart=(p, q))
            for each in (x, *few):
                players[each] = replace(players[each], club=f"club of {x}")
        times = [
            each
            for each in players
            if each not in strangers
            for _ in range(1 if each in (p, q) else often)
        ]
        met = (*players[x].opponents, *times)
        players[x] = replace(players[x], opponents=met, keep_apart=kept)
    return state_of(tuple(players.values()), settings={"pod_size": 4})
