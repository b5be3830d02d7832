"""Pair head-to-head matches, and say who has the bye out of turn and why."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from runner.core.language import count
from runner.core.numbers import points
from runner.core.randomness import Stream
from runner.pairing.feasibility import rounds_after
from runner.pairing.field import Field
from runner.pairing.matches import feasibility
from runner.pairing.matches.graph import CONFLICTS, POINTS, Edge, Graph, Groups, least_points, worth
from runner.pairing.methods import Objectives

_REACH = 10  # places in a window that opponents are apart at most
_WINDOWS = (1, 12)  # pairs on both sides of one that cannot meet, at first and next
_PAIR_DOWN = 3  # the same at least where the two differ in points


def neighbours(graph: Graph, players: Sequence[int]) -> list[Edge]:
    """Return a pairing of these places, an even number in the order of the standings, without
    conflicts; the best of those with shorter and longer windows. Empty where none is found."""
    order = _sparing(graph, players) if graph.equal_points else list(players)
    levels = [graph.field.levels[player] for player in players]
    least = Groups(levels).least if graph.equal_points else 0
    best: list[Edge] = []
    for radius in _WINDOWS:
        pairs = _paired_neighbours(graph, order, radius)
        if pairs and (not best or _aims(pairs) < _aims(best)):
            best = pairs
        if best and worth(best)[POINTS] == least:
            break
    return best


def _aims(pairing: Sequence[Edge]) -> list[int]:
    """Return what a pairing costs, aim by aim."""
    return [*map(sum, zip(*(edge.aims for edge in pairing), strict=True))]


def _sparing(graph: Graph, players: Sequence[int]) -> list[int]:
    """Return the players in an order in which neighbours meet: of each group of equal points that
    is paired up to the one above or down to the one below, whoever was not moved before stands at
    that end, the nearest to it first."""
    levels, moved = graph.field.levels, graph.moved
    order: list[int] = []
    for _, same in groupby(players, key=levels.__getitem__):
        group = list(same)
        if len(order) % 2:  # one from above is paired down to this group
            up = next((at for at, player in enumerate(group) if not moved[player]), 0)
            order.append(group.pop(up))
        if len(group) % 2:
            last = len(group) - 1
            down = next((at for at in range(last, -1, -1) if not moved[group[at]]), last)
            group.append(group.pop(down))
        order += group
    return order


def _paired_neighbours(graph: Graph, order: Sequence[int], radius: int) -> list[Edge]:
    """Neighbours as pairs, and the best pairing of each window; empty where one has none."""
    pairing: list[Edge] = []
    done = 0
    for first, end in _windows(graph, order, radius):
        pairing += _neighbours(graph, order[done:first])
        window = order[first:end]
        best = graph.best(list(_near(graph, window)), window)
        if not best:
            return []
        pairing += best
        done = end
    return [*pairing, *_neighbours(graph, order[done:])]


def _near(graph: Graph, window: Sequence[int]) -> Iterator[Edge]:
    """Yield the matches without a conflict of players who are near each other in a window."""
    for at, one in enumerate(window):
        for two in window[at + 1 : at + 1 + _REACH]:
            better, other = min(one, two), max(one, two)
            if graph.free(better, other):
                yield graph.match(better, other)


def _neighbours(graph: Graph, order: Sequence[int]) -> Iterator[Edge]:
    for one, two in zip(order[::2], order[1::2], strict=True):
        yield graph.match(min(one, two), max(one, two))


def _windows(graph: Graph, order: Sequence[int], radius: int) -> list[tuple[int, int]]:
    """Where windows begin and end, round all neighbours who cannot meet."""
    windows: list[tuple[int, int]] = []
    levels = graph.field.levels
    for at in range(0, len(order), 2):
        one, two = order[at], order[at + 1]
        if graph.free(one, two):
            continue
        wide = radius if levels[one] == levels[two] else max(radius, _PAIR_DOWN)
        first, end = max(0, at - 2 * wide), min(len(order), at + 2 + 2 * wide)
        while windows and windows[-1][1] >= first:
            first = min(first, windows.pop()[0])
        windows.append((first, end))
    return windows


_LARGEST = 700  # players; of so many, everybody can be tried with everybody


def out_of_turn(graph: Graph, chosen: Sequence[Edge], proved: bool) -> Iterator[str]:
    """Yield a sentence where the bye of a pairing is out of turn, with the reason; nothing else.

    The reason is left out where not all pairings with the bye in turn could be looked at, and
    where the pairing is not `proved`.
    """
    bye = next((edge for edge in chosen if edge.two == len(graph.field)), None)
    if bye is None or not graph.turns[bye.one]:
        return
    players = graph.field.players
    has, due = players[bye.one], players[graph.byes[0]]
    sentence = (
        f"{has.id} ({count(has.points, 'point')}) has the bye and not {due.id} "
        f"({count(due.points, 'point')}), whose turn it is"
    )
    reason = _reason(graph, chosen) if proved and len(players) <= _LARGEST else ""
    yield f"{sentence}: otherwise {reason}." if reason else f"{sentence}."


def _reason(graph: Graph, chosen: Sequence[Edge]) -> str:
    """Return what is worse in the best of all pairings in which somebody in turn has the bye."""
    count_ = len(graph.field)
    edges = [edge for edge in graph.all_edges() if edge.two < count_ or not graph.turns[edge.one]]
    best = graph.best(edges, range(graph.nodes))
    if not best:
        return ""
    clash, again, met, apart, *_ = (
        other - own for own, other in zip(worth(chosen), worth(best), strict=True)
    )
    if clash > 0:
        return f"{count(clash, 'more pair')} would need two fixed tables"
    if again > 0:
        return "somebody would have a second bye"
    if met > 0:
        return f"{count(met, 'more pair')} would meet again"
    if apart > 0:
        return f"{count(apart, 'more pair')} would meet who are to be kept apart"
    return "later rounds could not all be free of repeats and second byes"


_SMALL_FIELD = 64  # players; of so few, everybody is tried with everybody straight away
_REACHES = (8, 24)  # how many places in the order opponents are apart at most, at first and next
BLOCK = 256  # players at least who are paired among themselves in a larger field
AMID = 16  # players of equal points on both sides of where such blocks part
COMPLETE_FIELD = 700  # players; of so many, everybody can still be tried with everybody
MOST_EDGES = 150_000  # of other graphs; more take too long
STAND_INS = (16, 64)  # groups of more players have stand-ins when a bound is looked for


@dataclass(frozen=True, slots=True)
class Matches:
    """Pairs of places, the better placed first, and for an odd field the place with the bye.

    `proved`: no pairing is better, down to the differences of points. `notes` are sentences for
    the organiser about the rounds to come; `why_bye` is one about a bye that is out of turn.
    """

    pairs: tuple[tuple[int, int], ...]
    bye: int | None = None
    proved: bool = False
    notes: tuple[str, ...] = ()
    why_bye: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Found:
    """A pairing, and whether none is better down to the differences of points."""

    edges: list[Edge]
    proved: bool
    notes: tuple[str, ...] = ()


def match_up(
    field: Field,
    byes: Sequence[Sequence[int]],
    aims: Objectives,
    stream: Stream,
    rounds_left: int | None = None,
    wanted: Mapping[int, int] | None = None,
) -> Matches:
    """Return the matches of a field. `byes` are the places in the order in which a bye goes to
    them, those who are equally entitled together: of these, whoever leaves the best pairing has it.

    `rounds_left` is how many rounds are planned after this one among the same players; a small
    field is paired so that they stay possible. None: unknown, or not to be minded. `wanted` has,
    both ways round, who is to meet whom before points are looked at; only in a small field.
    """
    graph = Graph(field, byes, aims, stream, wanted)
    if len(field) > _SMALL_FIELD:
        pairing = _in_large_field(graph)
    else:
        pairing = _in_small_field(graph, rounds_left if aims.no_rematch else None)
    count = len(field)
    return Matches(
        tuple(sorted((edge.one, edge.two) for edge in pairing.edges if edge.two < count)),
        next((edge.one for edge in pairing.edges if edge.two == count), None),
        pairing.proved and graph.exact and aims.whole and field.exact,
        pairing.notes,
        tuple(out_of_turn(graph, pairing.edges, pairing.proved)),
    )


def _in_small_field(graph: Graph, rounds_left: int | None) -> _Found:
    """Return the best of all pairings; in a very small field, of those that spoil no later
    round."""
    edges = graph.all_edges()
    best = graph.best(edges, range(graph.nodes))
    _, again, met, *_ = worth(best) if best else (0, 0, 0)
    if not rounds_left or graph.nodes > feasibility.LARGEST or again or met:
        return _Found(best, proved=True)
    who_met = _met(graph)
    if feasibility.always_possible(who_met, rounds_left):
        return _Found(best, proved=True)
    costs, units = graph.costs(edges, graph.nodes // 2)
    priced = [(edge.one, edge.two, cost) for edge, cost in zip(edges, costs, strict=True)]
    free = "free of repeats and second byes" if graph.byes else "free of repeats"
    ahead = feasibility.leaving_rounds(who_met, priced, units[CONFLICTS - 1], rounds_left, free)
    chosen = [edges[at] for at in ahead.chosen]
    notes = ahead.notes
    if worth(chosen)[POINTS] > worth(best)[POINTS]:
        rounds = rounds_after(ahead.rounds)
        purpose = f"to keep {rounds}" if ahead.sure else f"so that {rounds} may stay"
        price = f"{points(_apart(graph, chosen))} instead of {points(_apart(graph, best))}"
        notes = (f"Points differ by {price}, {purpose} {free}.", *notes)
    return _Found(chosen, ahead.sure, notes)


def _apart(graph: Graph, edges: Sequence[Edge]) -> Fraction:
    """Return the differences of match points in all matches."""
    players = graph.field.players
    matches = (edge for edge in edges if edge.two < len(players))
    apart = (abs(players[each.one].points - players[each.two].points) for each in matches)
    return sum(apart, Fraction(0))


def _met(graph: Graph) -> list[set[int]]:
    """Return whom each player has met, the bye being the last of them in an odd field."""
    met = [set(others) for others in graph.field.met]
    if graph.byes:
        bye = len(met)
        met.append({at for at, player in enumerate(graph.field.players) if player.byes})
        for at in met[bye]:
            met[at].add(bye)
    return met


def _in_large_field(graph: Graph) -> _Found:
    """Return the best pairing that is found within counted work, with a proof where there is one.

    Matches with a conflict only come in where no pairing has been found without.
    """
    byes = [*map(graph.bye, graph.byes[:1])]
    near = neighbours(graph, _paired(graph))
    known = _Known(graph, [*near, *byes]) if near else None
    if known and known.proved():
        return _Found(known.pairing, proved=True)
    for reach in _REACHES:
        pairs = _in_blocks(graph, reach)
        if pairs:
            known = _Known(graph, [*pairs, *byes])
            if known.proved():
                return _Found(known.pairing, proved=True)
    return (known and known.improved()) or _widely(graph)


def _in_blocks(graph: Graph, reach: int) -> list[Edge]:
    """Return a pairing without conflicts, block by block, the bye being in turn; empty: none
    found."""
    pairing: list[Edge] = []
    for block in _blocks(graph):
        best = graph.best(list(graph.edges(block, reach, free=True)), block)
        if not best:
            return []
        pairing += best
    return pairing


def _paired(graph: Graph) -> list[int]:
    """Return the players who have a match if the first in turn has the bye."""
    bye_players = set(graph.byes[:1])
    return [player for player in range(len(graph.field)) if player not in bye_players]


def _blocks(graph: Graph) -> Iterator[list[int]]:
    """Yield the players in blocks of even size, parted amid many players of equal points."""
    players = _paired(graph)
    levels = [graph.field.levels[player] for player in players]
    first = 0
    if graph.equal_points:
        for at in range(BLOCK, len(players) - BLOCK, 2):
            amid = levels[at - AMID] == levels[at + AMID - 1]
            if amid and at - first >= BLOCK:
                yield players[first:at]
                first = at
    yield players[first:]


class _Known:
    """A pairing without conflicts, whose bye is one that is in turn: only its differences of points
    can be more than they need be, with this bye or with another that is in turn."""

    def __init__(self, graph: Graph, pairing: list[Edge]) -> None:
        self._graph = graph
        self._byes = graph.in_turn() if graph.byes else []
        bye_players = [edge.one for edge in self._byes]
        self._groups = Groups(graph.field.levels, bye_players)
        self.points = worth(pairing)[POINTS]
        self.pairing = pairing

    def proved(self) -> bool:
        """Return whether no pairing is better, as far as a bound tells that is quick to have."""
        return not self._graph.equal_points or any(
            least_points(self._groups, self.points, largest, self._graph.free) == self.points
            for largest in STAND_INS
        )

    def improved(self) -> _Found | None:
        """Return the best of all pairings, from all matches that can be part of a better one than
        this; None where these are too many."""
        spare = self.points - self._groups.least - 1
        pairs = list(self._groups.pairs(spare, MOST_EDGES))
        if len(pairs) == MOST_EDGES:
            return None
        graph = self._graph
        edges = [graph.match(one, two) for one, two in pairs if graph.free(one, two)]
        better = graph.best([*edges, *self._byes], range(graph.nodes))
        if better and worth(better)[POINTS] < self.points:
            return _Found(better, proved=True)
        return _Found(self.pairing, proved=True)


def _widely(graph: Graph) -> _Found:
    """Return the best of all pairings if they are few enough, else of those within a wide reach."""
    count = len(graph.field)
    if count <= COMPLETE_FIELD:
        return _Found(graph.best(graph.all_edges(), range(graph.nodes)), proved=True)
    reach = MOST_EDGES // count
    edges = [*graph.edges(range(count), reach), *map(graph.bye, graph.byes[:reach])]
    free = [edge for edge in edges if not any(edge.aims[:CONFLICTS])]
    best = graph.best(free, range(graph.nodes))
    if best and not worth(best)[CONFLICTS]:
        known = _Known(graph, best)
        if known.proved():
            return _Found(known.pairing, proved=True)
        return known.improved() or _Found(best, proved=False)
    return _Found(best or graph.best(edges, range(graph.nodes)), proved=False)
