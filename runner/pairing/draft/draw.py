"""Who sits in which draft pod and seat, drawn from the seed (docs/drafts.md)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.core.problems import Place, Problem, error
from runner.core.randomness import Stream
from runner.pairing.document import Reader
from runner.pairing.draft import circle

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
    """The pods. By the method "random" those to be kept apart change pods for it; by "standing"
    the standings alone decide that, and only the seats go by it."""
    name = (state.seed, state.phase, _PODS, state.drawing)
    against = _against(state.players)
    if state.method == "standing":
        best = _cut([player.id for player in state.players], state.sizes)
        pods = tuple(_shuffled(ids, against, *name, at) for at, ids in enumerate(best, 1))
        together = sum(len(against[one] & {*ids}) for ids in pods for one in ids) // 2
        return Drawn(pods, together, together, _beside(pods, against))
    pods, together, least = _spread(state, Stream(*name), against)
    pods = tuple(circle.around(ids, against) for ids in pods)
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
    return circle.around(order, {one: against.get(one, frozenset()) for one in order})


def _against(players: Iterable[Drafter]) -> dict[str, frozenset[str]]:
    """Whom each player is to be kept from, whoever of the two has asked for it."""
    known = {player.id: player for player in players}
    clubs: dict[str, set[str]] = {}
    for player in known.values():
        clubs.setdefault(player.club, set()).add(player.id)
    found = {one: {*clubs[each.club]} if each.club else set() for one, each in known.items()}
    for player in known.values():
        for other in known.keys() & {*player.keep_apart}:
            found[player.id].add(other)
            found[other].add(player.id)
    return {one: frozenset(others - {one}) for one, others in found.items()}


def _cut(order: Sequence[str], sizes: Sequence[int]) -> list[tuple[str, ...]]:
    """Pods from the top of the order down."""
    left = iter(order)
    return [tuple(next(left) for _ in range(size)) for size in sizes]


def _beside(pods: Iterable[Sequence[str]], against: Mapping[str, frozenset[str]]) -> int:
    return sum(circle.neighbours(ids, against) for ids in pods)


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
    """The state in plain values; `from_document` gives an equal state back."""
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
    """The state that a document describes, or everything that is wrong with it.

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
