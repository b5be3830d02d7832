"""Draw draft pods and seats from the seed, and read and write what they are drawn from."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from runner.core.problems import Place, Problem, error
from runner.core.randomness import Stream
from runner.pairing.document import Reader

_STEPS = 100_000
"""Seats tried for one number of neighbours before one more is put up with; pods of up to 11 never
need so many."""


def neighbours(order: Sequence[str], against: Mapping[str, Set[str]]) -> int:
    """Return how many pairs to be kept apart sit side by side."""
    if len(order) < 3:
        return sum(other in against[one] for one, other in pairwise(order))
    return sum(order[at] in against[order[at - 1]] for at in range(len(order)))


def around(order: Sequence[str], against: Mapping[str, Set[str]]) -> tuple[str, ...]:
    """Return the first of all orders with the fewest such neighbours: the first keeps the first
    seat, and each seat goes to whoever comes first in `order` and leaves it possible."""
    for allowed in range(_least(order, against), neighbours(order, against)):
        seats = _Search(order, against).begin(allowed)
        if seats:
            return seats
    return tuple(order)


def _least(order: Sequence[str], against: Mapping[str, Set[str]]) -> int:
    """No circle has fewer: there are too many of one club, or too few to sit beside somebody."""
    here = {*order}
    if len(here) < 3:
        return neighbours(order, against)
    short = sum(max(0, 3 - len(here - against[one])) for one in order)  # oneself is not against
    crowds = [{one, *against[one]} & here for one in order]
    crowds = [crowd for crowd in crowds if all(crowd <= against[one] | {one} for one in crowd)]
    return max(-(-short // 2), *(2 * len(crowd) - len(here) for crowd in crowds), 0)


class _Search:
    """Seat after seat, never again from what has failed."""

    def __init__(self, order: Sequence[str], against: Mapping[str, Set[str]]) -> None:
        self._order = tuple(order)
        self._beside = [[other in against[one] for other in self._order] for one in self._order]
        self._failed: set[tuple[int, int, int]] = set()
        self._steps = 0

    def begin(self, allowed: int) -> tuple[str, ...]:
        """Return the first order with so many such neighbours at most, or ()."""
        seats = self._on([0], 1, allowed)
        return tuple(self._order[at] for at in seats)

    def _on(self, seats: list[int], taken: int, allowed: int) -> list[int]:
        last = seats[-1]
        if len(seats) == len(self._order):
            return seats if self._beside[last][0] <= allowed else []
        if (taken, last, allowed) in self._failed:
            return []
        self._steps += 1
        for at in range(1, len(self._order)):
            left = allowed - self._beside[last][at]
            if taken >> at & 1 or left < 0 or self._steps > _STEPS:
                continue
            if whole := self._on([*seats, at], taken | 1 << at, left):
                return whole
        self._failed.add((taken, last, allowed))
        return []


ALGORITHM = "draft pods 1"
"""By which way of drawing pods were drawn; another where the same state gives other pods."""
METHODS = ("random", "standing")
_PODS = "draft pods"  # the purpose, a part of the name of the draws
_TRIES, _TRIED = 8, 3_000
"""Where no bound says that the best is found, the search begins so many times anew, and more often
where that makes fewer than so many players in all."""
Json = Any  # a value as the json module reads it: checked here, and typed from here on


@dataclass(frozen=True, slots=True)
class Drafter:
    """A player who drafts. `club` is "" where clubs are not kept apart; `keep_apart` are ids."""

    id: str
    club: str = ""
    keep_apart: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DraftState:
    """Pods to be drawn.

    `drawing` is how many times pods were drawn before. `method` is "random" or "standing": then
    `players` are in the order of the standings, and the best sit together. `sizes` are the seats
    of the pods, in order; they seat everybody.
    """

    seed: str
    phase: int
    drawing: int
    method: str
    sizes: tuple[int, ...]
    players: tuple[Drafter, ...]


@dataclass(frozen=True, slots=True)
class Drawn:
    """Ids by pod, in the order of their seats, and what could not be had.

    `together` are pairs to be kept apart who share a pod: as far as is known it must be `least`,
    at least. `neighbours` are those of them who sit side by side.
    """

    pods: tuple[tuple[str, ...], ...]
    together: int = 0
    least: int = 0
    neighbours: int = 0

    @property
    def proved(self) -> bool:
        """Whether no other pods drawn this way could have fewer such pairs."""
        return self.together == self.least


def draw(state: DraftState) -> Drawn:
    """Return the pods. By the method "random" those to be kept apart change pods for it; by
    "standing" the standings alone decide that, and only the seats go by it."""
    name = (state.seed, state.phase, _PODS, state.drawing)
    against = _against(state.players)
    if state.method == "standing":
        best = _cut([player.id for player in state.players], state.sizes)
        pods = tuple(_shuffled(ids, against, *name, at) for at, ids in enumerate(best, 1))
        together = sum(len(against[one] & {*ids}) for ids in pods for one in ids) // 2
        return Drawn(pods, together, together, _beside(pods, against))
    pods, together, least = _spread(state, Stream(*name), against)
    pods = tuple(around(ids, against) for ids in pods)
    return Drawn(pods, together, least, _beside(pods, against))


def shuffled(pod: Iterable[str], *name: object, players: Iterable[Drafter] = ()) -> tuple[str, ...]:
    """New seats for the ids of one pod, whatever theirs were; `name` is that of the draw.

    `players` are those of whom it is known whom to keep apart: not side by side where that can be.
    """
    return _shuffled(pod, _against(players), *name)


def _shuffled(
    pod: Iterable[str], against: Mapping[str, frozenset[str]], *name: object
) -> tuple[str, ...]:
    order = Stream(*name).shuffled(sorted(pod))
    return around(order, {one: against.get(one, frozenset()) for one in order})


def _against(players: Iterable[Drafter]) -> dict[str, frozenset[str]]:
    """Return whom each player is to be kept from, whoever of the two has asked for it."""
    known = {player.id: player for player in players}
    clubs: dict[str, set[str]] = {}
    for player in known.values():
        clubs.setdefault(player.club, set()).add(player.id)
    apart = {one: {*clubs[each.club]} if each.club else set() for one, each in known.items()}
    for player in known.values():
        for other in known.keys() & {*player.keep_apart}:
            apart[player.id].add(other)
            apart[other].add(player.id)
    return {one: frozenset(others - {one}) for one, others in apart.items()}


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Pods from the top of the order down."""
    left = iter(order)
    return [tuple(next(left) for _ in range(size)) for size in sizes]


def _beside(pods: Iterable[Sequence[str]], against: Mapping[str, frozenset[str]]) -> int:
    return sum(neighbours(ids, against) for ids in pods)


def _spread(
    state: DraftState, stream: Stream, against: Mapping[str, frozenset[str]]
) -> tuple[tuple[tuple[str, ...], ...], int, int]:
    """Pods in the order drawn, or changed for those to be kept apart; how many such pairs share
    one, and a bound. The first order that reaches the bound is taken, else the best of a few."""
    from runner.pairing.draft import apart  # which needs numpy, and most commands do not

    ids = sorted(against)
    clubs = {player.id: player.club for player in state.players}
    place = {one: at for at, one in enumerate(ids)}
    everything = [frozenset(place[other] for other in against[one]) for one in ids]
    if not any(everything):
        return tuple(_cut(stream.shuffled(ids), state.sizes)), 0, 0
    same = [
        frozenset(at for at in others if clubs[one] and clubs[ids[at]] == clubs[one])
        for one, others in zip(ids, everything, strict=True)
    ]
    named = [every - club for every, club in zip(everything, same, strict=True)]
    least = apart.fewest(state.sizes, same, named)
    best: apart.Pods = []
    for _ in range(max(_TRIES, _TRIED // len(ids))):
        drawn = [[place[one] for one in pod] for pod in _cut(stream.shuffled(ids), state.sizes)]
        tried = apart.spread(drawn, everything)
        if not best or apart.together(tried, everything) < apart.together(best, everything):
            best = tried
        if apart.together(best, everything) == least:
            break
    pods = tuple(tuple(ids[at] for at in pod) for pod in best)
    return pods, apart.together(best, everything), least


# --- the document -----------------------------------------------------------------------------


def to_document(state: DraftState) -> dict[str, Json]:
    """Return the state in plain values; `from_document` gives an equal state back."""
    return {
        "seed": state.seed,
        "phase": state.phase,
        "drawing": state.drawing,
        "method": state.method,
        "sizes": list(state.sizes),
        "players": [
            {"id": player.id, "club": player.club, "keep_apart": list(player.keep_apart)}
            for player in state.players
        ],
    }


def from_document(document: Json) -> DraftState | tuple[Problem, ...]:
    """Return the state that a document describes, or everything that is wrong with it.

    Every problem is an error whose sentence names the key; nothing is raised, whatever the value.
    """
    reader = Reader("", document)
    state = DraftState(
        seed=reader.text("seed", required=True),
        phase=reader.whole("phase", 1, least=1, required=True),
        drawing=reader.whole("drawing", 0, required=True),
        method=reader.choice("method", METHODS, METHODS[0]),
        sizes=reader.wholes("sizes", least=1),
        players=tuple(
            Drafter(entry.text("id", required=True), entry.text("club"), entry.texts("keep_apart"))
            for entry in reader.objects("players", required=True)
        ),
    )
    wrong = [*reader.sentences, *_contradictions(state)]
    if document == {}:
        wrong.append("The document is empty.")
    return tuple(error("document.draft-state", Place(), sentence) for sentence in wrong) or state


def _contradictions(state: DraftState) -> list[str]:
    times = Counter(player.id for player in state.players)
    seats, players = sum(state.sizes), len(state.players)
    return [
        *(
            f'"{name}" stands in "players" more than once.'
            for name in sorted(name for name, often in times.items() if often > 1)
        ),
        *([f'"sizes" seats {seats}, but "players" has {players}.'] if seats != players else []),
    ]
