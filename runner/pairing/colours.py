"""Tables of Two-Color Star where everybody has chosen colours: one of each pair at every table.

The aims of docs/rules.md 4 count in their order: nobody meets anybody again, those who are to be
kept apart are, and players of equal points are together. From each pair of colours in turn, an
assignment problem tells who sits at which table, of all ways the best one; where somebody still
meets again, a few tables are mixed and it goes on. That finds good tables, and proves nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from runner.core.language import count, listed
from runner.core.randomness import Stream
from runner.pairing.field import Field, field_of, whole_numbers
from runner.pairing.methods import Objectives
from runner.pairing.state import Entrant, PairingInput
from runner.rules.variants.variant import NAMES, PAIRS

_STEPS = 2_000  # points are told apart to so many
_ROUNDS = 20
_TRIES, _FEWEST, _MIXED = 1_000, 12, 5  # tries by the number of tables; tables mixed at once


@dataclass(frozen=True, slots=True)
class ByColours:
    """Tables from the top down, their players in the order of their chairs; who is left over, and
    a sentence on why."""

    tables: tuple[tuple[Entrant, ...], ...]
    bye_players: tuple[Entrant, ...]
    notes: tuple[str, ...] = ()


def chosen(state: PairingInput) -> bool:
    """Return whether colours say who can sit together: at tables of five, where somebody has
    chosen."""
    coloured = any(player.colours for player in state.players)
    return coloured and state.table_seats == len(PAIRS)


def by_colours(
    players: Sequence[Entrant], turns: Sequence[Entrant], aims: Objectives, stream: Stream
) -> ByColours:
    """Return the tables of players in the order of the standings; `turns` are the same in the order
    in which byes go to them. Who has no colours takes those that are fewest."""
    colours = _colours(players)
    field = field_of(players)
    classes = [[at for at, own in enumerate(colours) if own == pair] for pair in PAIRS]
    many = min(map(len, classes))
    turn = {player.id: at for at, player in enumerate(turns)}
    bye_players = {
        at
        for same in classes
        for at in sorted(same, key=lambda at: turn[players[at].id])[: len(same) - many]
    }
    playing = [[at for at in same if at not in bye_players] for same in classes]
    tables = _Tables(field, aims).best(playing, stream) if many else []
    return ByColours(
        tuple(tuple(players[at] for at in table) for table in tables),
        tuple(player for player in turns if players.index(player) in bye_players),
        tuple(_notes(classes, many)),
    )


def _colours(players: Sequence[Entrant]) -> list[str]:
    """Return the colours of each player, of those too who have chosen none."""
    colours = [player.colours for player in players]
    for at, own in enumerate(colours):
        if not own:
            have = Counter(colours)
            colours[at] = min(PAIRS, key=lambda pair: have[pair])
    return colours


def _notes(classes: Sequence[Sequence[int]], many: int) -> list[str]:
    """Return which colours are too many for the tables that can be filled."""
    lacking = [NAMES[pair] for pair, same in zip(PAIRS, classes, strict=True) if not same]
    if lacking:
        return [f"Nobody plays {listed(lacking)}, so no table of five can be filled."]
    over = [
        f"{len(same) - many} of {NAMES[pair]}"
        for pair, same in zip(PAIRS, classes, strict=True)
        if len(same) > many
    ]
    tables = count(many, "table has", "tables have")
    return [f"{tables} one of each pair of colours, so {listed(over)} sit out."] if over else []


class _Tables:
    """The search: what tables cost, and better ones."""

    def __init__(self, field: Field, aims: Objectives) -> None:
        levels, _ = whole_numbers([player.points for player in field.players], _STEPS)
        pairs = 10 * len(field) + 1  # more than there can be at all tables
        apart = _STEPS * pairs
        self.apart = apart
        self._costs = [
            [self._pair(field, aims, levels, (one, two), apart, pairs) for two in range(len(field))]
            for one in range(len(field))
        ]

    @staticmethod
    def _pair(
        field: Field, aims: Objectives, levels: Sequence[int], pair: tuple[int, int], apart: int,
        pairs: int,
    ) -> int:  # fmt: skip
        """Return what it costs that two sit together."""
        one, two = pair
        clash = bool(field.clubs[one] and field.clubs[one] == field.clubs[two])
        clash = clash or two in field.apart[one]
        again = aims.no_rematch and two in field.met[one]
        nearness = abs(levels[one] - levels[two]) if aims.equal_points else abs(one - two)
        return apart * pairs * again + apart * clash + nearness

    def best(self, classes: Sequence[Sequence[int]], stream: Stream) -> list[tuple[int, ...]]:
        """Return a player of each class at every table, the best placed first. It begins in the
        order of the standings; then two tables of the best so far, or a few more, exchange players
        at random, for as long as somebody meets again who need not."""
        tables = self._better([list(same) for same in classes])
        least = self._total(tables)
        many = len(classes[0])
        for _again in range(max(_FEWEST, _TRIES // many) if many > 1 else 0):
            tried = self._better(self._shaken(tables, stream))
            if (total := self._total(tried)) <= least:
                tables, least = tried, total
            if least < self.apart:
                break
        return sorted(zip(*tables, strict=True), key=lambda table: (sum(table), table))

    @staticmethod
    def _shaken(classes: Sequence[Sequence[int]], stream: Stream) -> list[list[int]]:
        """Return the same with a few tables whose players are mixed anew within their colours."""
        many = len(classes[0])
        tables = stream.shuffled(range(many))[: 2 + stream.below(max(1, min(many, _MIXED) - 1))]
        shaken = [list(same) for same in classes]
        for same in shaken:
            for at, one in zip(tables, stream.shuffled([same[at] for at in tables]), strict=True):
                same[at] = one
        return shaken

    def _total(self, classes: Sequence[Sequence[int]]) -> int:
        return sum(
            self._costs[one][two]
            for table in zip(*classes, strict=True)
            for at, one in enumerate(table)
            for two in table[:at]
        )

    def _better(self, classes: list[list[int]]) -> list[list[int]]:
        """One class after another is seated anew, until none gains by it."""
        import numpy as np  # here, because it takes a while to load

        from runner.pairing.pods.reassign import solver

        best = self._total(classes)
        for _turn in range(_ROUNDS):
            before = best
            for moving, same in enumerate(classes):
                others = [each for at, each in enumerate(classes) if at != moving]
                tables = list(zip(*others, strict=True))
                costs = [[sum(self._costs[one][two] for two in table) for table in tables]
                         for one in same]  # fmt: skip
                _, seats = solver()(np.array(costs, dtype=np.int64))
                moved = [one for _, one in sorted(zip(seats.tolist(), same, strict=True))]
                tried = [*classes[:moving], moved, *classes[moving + 1 :]]
                if (total := self._total(tried)) < best:
                    classes, best = tried, total
            if best == before:
                break
        return classes
