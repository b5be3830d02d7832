"""The order in which a single elimination phase ends: 1, 2, 3-4, 5-8 (docs/rules.md 5)."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from runner.core.event import Round
from runner.phases.advancing import Seeds, goes_on
from runner.rules.ruleset import Ruleset

Place = tuple[str, int, int]
"""A player, and the first and the last of the places that are shared, from 1."""


def places(
    field: Sequence[str],
    rounds: Sequence[Round],
    rules: Ruleset,
    *,
    pods: bool,
    gone: Collection[str] = (),
) -> list[Place]:
    """Everybody's place, from the top, by the round that was reached.

    `field` are the ids by seed and `gone` those who have left the event, who come after the others
    of the last round. Head-to-head those who lost in one round share their places, unless they
    played for third place; in pods the seed decides among them. Who was never there is last.
    """
    seeds = Seeds.of(field)
    groups = (seeds.order(group) for group in _groups(seeds, rounds, rules, gone))
    found = shared((*groups, field))
    return [(player, at, at) for at, (player, _, _) in enumerate(found, 1)] if pods else found


def shared(groups: Iterable[Sequence[str]]) -> list[Place]:
    """The places of groups from the top, each group sharing its places."""
    found: list[Place] = []
    for group in groups:
        placed = {player for player, _, _ in found}  # a corrected result can put somebody out twice
        group = tuple(player for player in group if player not in placed)
        first, last = len(found) + 1, len(found) + len(group)
        found += [(player, first, last) for player in group]
    return found


def _groups(
    seeds: Seeds, rounds: Sequence[Round], rules: Ruleset, gone: Collection[str]
) -> Iterator[tuple[str, ...]]:
    """Those who came equally far, from the winner down."""
    out: list[tuple[str, ...]] = []
    left: set[str] = {player for round_ in rounds for player in round_.there}
    sure: set[str] = set()  # who is known to have gone on from the round before
    for at, round_ in enumerate(rounds):
        # A document may leave unsaid that somebody skipped a stage: who comes later was not out.
        later = {player for other in rounds[at + 1 :] for player in other.there}
        on, outside = {*round_.byes, *(later - {*round_.there})}, set[str]()
        lost = {*out[-1]} if out else set[str]()
        finalists = left if len(left) <= 2 else sure
        for table in round_.tables:
            players = {*table.players}
            winner = goes_on(table, seeds, play_on=rules.drawn_elimination == "play_on")
            if not finalists & players and (finalists is left or _beside(sure, players, lost)):
                out = _third_place(out, table.players, winner)
                outside |= players
            elif not table.finished:
                on |= {*table.players}
            elif winner is not None:
                on.add(winner)
        sure = on & {*round_.there}
        out.append(tuple(left - on - outside))
        left = on
    yield tuple(left - {*gone})
    yield tuple(left & {*gone})
    yield from reversed(out)


def _beside(finalists: Collection[str], players: Collection[str], lost: Collection[str]) -> bool:
    """Whether a table is beside the final, though the organiser has seated somebody at it who came
    from elsewhere."""
    return len(finalists) == 2 and bool({*players} & {*lost})


def _third_place(
    out: list[tuple[str, ...]], players: Sequence[str], winner: str | None
) -> list[tuple[str, ...]]:
    """Those who went out last, parted by their match for third place; who was not in it, since
    somebody sat there for them, comes after both."""
    if not out or winner is None or not {*players} & {*out[-1]}:
        return out
    rest = tuple(player for player in out[-1] if player not in players)
    others = tuple(player for player in players if player != winner)
    return [*out[:-1], *([rest] if rest else []), others, (winner,)]
