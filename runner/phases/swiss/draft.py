"""Rounds inside the pods of a booster draft: by seat, by results, then by points (docs/rules.md 8).

    pod of 8, round 1   1 v 5   2 v 6   3 v 7   4 v 8     matches 1 to 4
              round 2   the winners of 1 and 3, and of 2 and 4; the losers likewise
              round 3   Swiss among the players of the pod

A player who has drawn in round 1, or has no opponent by this rule, is paired by Swiss in round 2.
In pods with more than two at a table every round is Swiss.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest
from typing import Any

from runner.core.phase import Mode, Phase
from runner.core.rounds import Outcome, Round, Table
from runner.core.seating import Seating
from runner.pairing import engine
from runner.pairing.engine import TableAssignment
from runner.pairing.methods import drawn, stream
from runner.pairing.model import Certificate
from runner.pairing.state import Entrant, PairingInput, to_document
from runner.pairing.tables import numbered, pod_sizes
from runner.phases.model import Drawn, Pods, RoundContext
from runner.rules.ruleset import Ruleset

ALGORITHM = "draft 1"
ROUNDS = 3
"""The rounds inside a pod, unless the organiser says otherwise."""
PODS, WANTED = "draft_pods", "wanted"
"""Keys of a round's state: the ids of each pod in seat order, and who was due to meet in round
2."""

_INSIDE = "inside"
_FEWEST = 3  # players of the smallest table of more than two

Pair = tuple[str, str]


def is_inside(mode: Mode, rules: Ruleset) -> bool:
    """Return whether rounds are played inside pods, if there are any."""
    return mode is not Mode.HEAD_TO_HEAD and rules.pairing_scope == _INSIDE


def waits(situation: RoundContext) -> bool:
    """Return whether the pods needed for the rounds are not made yet."""
    mode, rules = situation.phase.mode, situation.ruleset
    return mode is Mode.DRAFT and is_inside(mode, rules) and not situation.pods


def inside(situation: RoundContext) -> bool:
    """Return whether the next round is played inside the pods."""
    busy = {*situation.placed.seated, *situation.byes}
    there = {player.id for player in situation.players} - busy
    return in_pods(situation.phase, situation.ruleset, situation.pods, there)


def in_pods(phase: Phase, rules: Ruleset, pods: Pods, there: Set[str]) -> bool:
    """Return whether a round of the players in `there` is played inside the pods. With more than
    two at a table, the players left in each pod must be enough for tables."""
    if not pods or not is_inside(phase.mode, rules):
        return False
    left = [sum(player in there for player in pod) for pod in pods]
    sizes = [pod_sizes(count, rules.pod_size, rules.uneven, rules.max_byes) for count in left]
    return phase.mode is Mode.DRAFT or all(
        not count or (count >= _FEWEST and min(tables.tables, default=0) >= _FEWEST)
        for count, tables in zip(left, sizes, strict=True)
    )


def document(situation: RoundContext, state: PairingInput) -> dict[str, Any]:
    """Return the state of a round inside pods, with the pods, and in round 2 of a draft the pairs
    that are due. Players without a pod are left out, unless the organiser has given them a
    place."""
    known = {player for pod in situation.pods for player in pod}
    known |= {*state.byes, *(player for _, seats in state.placed for player in seats)}
    players = tuple(player for player in state.players if player.id in known)
    second = situation.next.number == 2 and situation.phase.mode is Mode.DRAFT
    pairs = wanted(situation.pods, situation.rounds[0]) if second and situation.rounds else []
    return {
        **to_document(replace(state, players=players)),
        PODS: [list(pod) for pod in situation.pods],
        **({WANTED: [list(pair) for pair in pairs]} if pairs else {}),
    }


def wanted(pods: Pods, first: Round) -> list[Pair]:
    """Return the pairs due in round 2, by the matches of round 1: these are ordered by the lower of
    their seats, and the first half meets the second. The last of an odd number is left out."""
    pairs: list[Pair] = []
    for pod in pods:
        seat = {player: at for at, player in enumerate(pod)}
        inside_it = (table for table in first.tables if {*table.players} <= seat.keys())
        played = [table for table in inside_it if len(table.players) == 2]
        played.sort(key=lambda table: min(seat[player] for player in table.players))
        half = len(played) // 2
        for one, two in zip(played[:half], played[half : 2 * half], strict=True):
            pairs += zip(_won_and_lost(one), _won_and_lost(two), strict=False)
    return pairs


def _won_and_lost(table: Table) -> tuple[str, ...]:
    """Return the winner and the loser; empty if there is no winner."""
    won = [seat.player for seat in table.seats if seat.outcome is Outcome.WIN]
    lost = [player for player in table.players if player not in won]
    return (*won, *lost) if len(won) == 1 else ()


def draw(state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
    """Return the round inside the pods of a document; None if it has none."""
    pods, pairs = document.get(PODS), document.get(WANTED, [])
    if not _lists(pods) or not _lists(pairs) or any(len(pair) != 2 for pair in pairs):
        return None
    return _drawn(state, pods or [], [(str(one), str(two)) for one, two in pairs])


def _lists(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(part, list) for part in value)


def _drawn(state: PairingInput, pods: Sequence[Sequence[str]], pairs: Sequence[Pair]) -> Drawn:
    parts = [*_parts(state, pods)]
    filled_pods = [_filled(part, pod, pairs) for part, pod in zip(parts, (*pods, ()), strict=True)]
    order = [
        (at, table)
        for row in zip_longest(*(filled.tables for filled in filled_pods))
        for at, table in enumerate(row)
        if table is not None
    ]
    taken = {number for number, _ in state.placed}
    numbers, clashes = numbered([table for _, table in order], state.ruleset, taken)
    results = []
    for at, (part, filled) in enumerate(zip(parts, filled_pods, strict=True)):
        own = [number for (where, _), number in zip(order, numbers, strict=True) if where == at]
        # Fixed tables are ignored inside pods, as they may be among the tables of another pod.
        players = tuple(replace(player, fixed_table=None) for player in part.players)
        results.append(engine.at_tables(replace(part, players=players), filled, own))
    tables = sorted(table for result in results for table in result.tables)
    byes = [player for result in results for player in result.byes if player not in state.byes]
    whole = _together([result.certificate for result in results], clashes)
    return Drawn(Seating(tuple(tables), (*state.byes, *byes)), whole.to_document())


def _parts(state: PairingInput, pods: Sequence[Sequence[str]]) -> Iterator[PairingInput]:
    """Yield the round of each pod, then the organiser's tables and byes that belong to none."""
    placed, left = [*state.placed], {player.id: player for player in state.players}
    for number, pod in enumerate(pods, 1):
        own = [table for table in placed if {*table.seats} <= {*pod}]
        placed = [table for table in placed if table not in own]
        elsewhere = {player for table in placed for player in table.seats}
        there = [player for player in pod if player in left and player not in elsewhere]
        yield replace(
            state,
            seed=f"{state.seed} pod {number}",
            players=tuple(left.pop(player) for player in there),
            placed=tuple(own),
            byes=tuple(player for player in state.byes if player in there),
        )
    byes = tuple(player for player in state.byes if player in left)
    yield replace(state, players=tuple(left.values()), placed=tuple(placed), byes=byes)


def _filled(part: PairingInput, pod: Sequence[str], pairs: Sequence[Pair]) -> TableAssignment:
    """Return the tables and byes of a pod."""
    if part.mode is Mode.DRAFT and part.round == 1:
        return _opposite(part, pod)
    return engine.filled(part, pairs) if part.free else TableAssignment((), ())


def _opposite(part: PairingInput, pod: Sequence[str]) -> TableAssignment:
    """Return round 1: opposite seats of those without a place; of an odd number, one of those with
    the fewest byes gets a random one."""
    free = {player.id: player for player in part.free}
    byes: list[Entrant] = []
    if len(free) % 2:
        fewest = min(player.byes for player in free.values())
        equals = [player for player in drawn(part) if player.byes == fewest]
        byes = [stream(part, "bye").choice(equals)]
    playing = [free[player] for player in pod if player in free and free[player] not in byes]
    half = len(playing) // 2
    return TableAssignment([*zip(playing[:half], playing[half:], strict=True)], byes)


def _together(parts: Sequence[Certificate], clashes: Sequence[str]) -> Certificate:
    """Return the certificate of the whole round: the sum of the pods', as every pod is paired
    separately."""
    notes = [note for part in parts for note in part.notes]
    uneven = [part.uneven_seats for part in parts if part.uneven_seats is not None]
    return Certificate(
        repeated_pairs=sum(part.repeated_pairs for part in parts),
        small_pod_repeats=sum(part.small_pod_repeats for part in parts),
        points_mismatch=sum((part.points_mismatch for part in parts), Fraction(0)),
        lower_bound=sum((part.lower_bound for part in parts), Fraction(0)),
        proved_optimal=not clashes and all(part.proved_optimal for part in parts),
        notes=tuple(dict.fromkeys((*notes, *clashes))),
        club_clashes=sum(part.club_clashes for part in parts),
        moved_up=tuple(player for part in parts for player in part.moved_up),
        moved_down=tuple(player for part in parts for player in part.moved_down),
        uneven_seats=sum(uneven) if uneven else None,
    )
