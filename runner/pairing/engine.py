"""Pairing one round: players and what they have done in, tables with a certificate out.

Pure functions of a `PairingInput`: the same state gives the same pairing on every machine, whatever
order its players are listed in. All chance comes from the event's seed (docs/randomness.md).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, islice
from typing import Any

from runner.core.language import listed
from runner.core.numbers import total
from runner.core.phase import Mode
from runner.core.seating import SeatedTable, Seating, tables_document
from runner.pairing import circles
from runner.pairing.bounds.effort import PAIRING, PUBLISHED, Effort, Work
from runner.pairing.certificate import certify
from runner.pairing.colours import by_colours, chosen
from runner.pairing.feasibility import crowd, rounds_after
from runner.pairing.field import field_of
from runner.pairing.matches import match_up
from runner.pairing.methods import (
    Byes,
    by_standing,
    bye_turns,
    byes_due,
    drawn,
    method_in_force,
    parted,
    stream,
)
from runner.pairing.model import Certificate
from runner.pairing.seats import seated
from runner.pairing.state import Entrant, PairingInput, from_document
from runner.pairing.tables import Sizes, numbered, pod_sizes

ALGORITHM = "9"
"""Goes up whenever the same state may be paired otherwise than before; kept in the ledger."""

_WAYS, _SEATED = 12, 1_200
"""In how many ways byes are tried among players who are equally entitled, and how many players are
seated in all for that."""
_LISTED = 8_000
"""How many players are looked at to put those ways in order."""


@dataclass(frozen=True, slots=True)
class Result:
    """A paired round: its tables by number and all its byes, and its certificate; `notes` are those
    of the pairing itself, beside those of the audit."""

    seating: Seating
    certificate: Certificate
    notes: tuple[str, ...] = ()

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Who sits together."""
        return self.seating.tables

    @property
    def byes(self) -> tuple[str, ...]:
        """Who has a bye."""
        return self.seating.byes


@dataclass(frozen=True, slots=True)
class TableAssignment:
    """Players at tables that have no number yet, from the top down, and players with a bye.

    `proved`: no other way to fill them is better. `notes` are sentences for the organiser about
    rounds to come, and `more` others.
    """

    tables: Sequence[Sequence[Entrant]]
    byes: Sequence[Entrant]
    proved: bool = False
    notes: Sequence[str] = ()
    more: Sequence[str] = ()


_Worth = tuple[int, int, int]
"""Conflicts, how many of the planned rounds are not kept possible, and everything that counts."""


def load() -> None:
    """Import the slow modules now, so that the first round does not wait for them."""

    import runner.pairing.bounds.search
    import runner.pairing.pods  # noqa: F401


def pair(state: PairingInput) -> Result:
    """Pair the round of the state (docs/rules.md 4); tables and byes given by hand stay."""
    assigned = filled(state)
    taken = {number for number, _ in state.placed}
    return at_tables(state, assigned, *numbered(assigned.tables, state.ruleset, taken))


def filled(state: PairingInput, wanted: Sequence[tuple[str, str]] = ()) -> TableAssignment:
    """Return the tables of those who have no place yet. Two at a table, the `wanted` pairs meet
    before points are looked at; only in a small field."""
    if chosen(state):
        return _by_colours(state)
    return _pods(state) if state.mode == Mode.MULTIPLAYER else _matches(state, wanted)


def at_tables(
    state: PairingInput, filled: TableAssignment, numbers: Sequence[int], more: Sequence[str] = ()
) -> Result:
    """Return the whole round once its tables have their numbers, with everybody in a seat; `more`
    follows the notes of the tables themselves."""
    notes = (*filled.notes, *filled.more, *more)
    rules, draws = state.ruleset, stream(state, "seats")
    coloured = chosen(state)  # who sits where at the table
    # In matches of two nobody is at the top but where the setting says so.
    two = state.mode != Mode.MULTIPLAYER and rules.seats != "top_seed_first"
    order = list if two else by_standing
    seated_tables = [
        SeatedTable(
            number,
            tuple(player.id for player in players)
            if coloured
            else seated(order(players), rules.seats, draws, rules.strengths),
        )
        for number, players in zip(numbers, filled.tables, strict=True)
    ]
    tables = sorted([*seated_tables, *state.placed])
    byes = (*state.byes, *(player.id for player in filled.byes))
    # With a note, it is proved only of pairings that leave the rounds to come possible.
    least = filled.proved and not filled.notes
    bound = _differences(state, [table.seats for table in tables]) if least else None
    certificate = certify(
        state,
        tables,
        byes,
        proved=filled.proved,
        notes=notes,
        bound=bound,
        searched=_searches(state),
    )
    return Result(Seating(tuple(tables), byes), certificate, notes)


def with_bound(state: PairingInput, result: Result, effort: Effort = PUBLISHED) -> Result:
    """Return the same round with a certificate that says more: a better lower bound, and where it
    can be had the proof that no pairing is better. Nobody has to wait for it to play."""
    if result.byes and parted(bye_turns(drawn(state), state.round), result.byes):
        return result  # what is bounded is only the pods without these players
    by_hand = {number for number, _ in state.placed}
    tables = [table.seats for table in result.tables if table.number not in by_hand]
    if result.certificate.proved_optimal:
        return result
    from runner.pairing.bounds.search import bound_of  # here, because numpy takes a while to load

    bound = bound_of(state, tables, effort)
    if bound is None:
        return result
    given = _differences(state, [seats for _, seats in state.placed])
    certificate = certify(
        state,
        result.tables,
        result.byes,
        proved=bound.proved and not state.placed,
        notes=result.notes,
        bound=bound.points + given,
        searched=_searches(state),
    )
    return replace(result, certificate=certificate)


def _searches(state: PairingInput) -> bool:
    """Return whether the tables of the round come from a search that has a limit."""
    return state.ruleset.method != "random" and not chosen(state)


def _differences(state: PairingInput, tables: Sequence[Sequence[str]]) -> Fraction:
    """Return the differences of points in all pairs at those tables."""
    points = {player.id: player.points for player in state.players}
    pairs = (pair for seats in tables for pair in combinations(seats, 2))
    apart = ((points[one], points[two]) for one, two in pairs)
    return total(abs(one - two) for one, two in apart if one is not two and one != two)


def _pods(state: PairingInput) -> TableAssignment:
    """Pods, and byes where the field leaves players over. Of players who are equally entitled to a
    bye, those have it without whom the pods are best; the lot decides among equals only."""
    rules = state.ruleset
    players = drawn(state)
    sizes = pod_sizes(len(players), rules.pod_size, rules.uneven, rules.max_byes)
    byes = byes_due(bye_turns(players, state.round), sizes.byes)
    tried: list[tuple[_Worth, TableAssignment]] = []
    work = Work(PAIRING)
    most = min(byes.ways, _WAYS, max(1, _SEATED // max(1, len(players))))
    for left, bye_players in zip(range(most, 0, -1), _in_order(byes, players, sizes), strict=False):
        if tried and _worse(state, bye_players, tried, work):
            continue
        share = work.share(left + (most > 1))
        tried.append(_without(state, players, bye_players, sizes.tables, share))
        work.back(share)
        (conflicts, short, _), filled = tried[-1]
        if byes.ways == 1 or not (conflicts or short or not _is_optimal(state, filled)):
            return filled
    worth, best = min(tried, key=lambda each: each[0])
    # Proved is that of all who might rest the pods were looked at, and those of each are proved.
    proved = byes.ways <= most and all(filled.proved for _, filled in tried)
    if not best.proved:  # with what work is left
        again = _without(state, players, best.byes, sizes.tables, work)
        worth, best = min((worth, best), again, key=lambda each: each[0])
    return replace(best, proved=proved, notes=(*_dearer(state, worth, best, tried), *best.notes))


def _in_order(
    byes: Byes, players: Sequence[Entrant], sizes: Sizes
) -> Iterator[tuple[Entrant, ...]]:
    """Yield the ways to give the byes: of those that come first, first the ones that leave no group
    of players who have all met each other and are more than there are tables."""
    if byes.ways == 1:
        yield from byes
        return
    ways = iter(byes)
    met = field_of(players, finest=None).met
    place = {player.id: at for at, player in enumerate(players)}

    def crowded(bye_players: Sequence[Entrant]) -> bool:
        away = {place[player.id] for player in bye_players}
        left = [set() if at in away else own.keys() - away for at, own in enumerate(met)]
        return bool(crowd(left, len(sizes.tables)))

    few = islice(ways, max(_WAYS, _LISTED // len(players)))
    yield from sorted(few, key=crowded)
    yield from ways


def _without(
    state: PairingInput,
    players: Sequence[Entrant],
    bye_players: Sequence[Entrant],
    sizes: Sequence[int],
    work: Work,
) -> tuple[_Worth, TableAssignment]:
    """Return the pods of all who do not rest, and what they cost."""
    from runner.pairing.pods import Cost, split_into_pods  # here, because numpy takes a while

    method, standard = method_in_force(state), state.ruleset.pod_size
    everybody = method.order(players)
    field = field_of([player for player in everybody if player not in bye_players], finest=None)
    search = stream(state, "search")
    aims, left = method.aims, _left(state)
    split = split_into_pods(field, sizes, standard, aims, search, left, work, bye_players)
    tables = [[field.players[place] for place in pod] for pod in split.pods]
    filled = TableAssignment(tables, bye_players, split.proved and not state.placed, split.notes)
    if not bye_players:
        return (0, False, 0), filled
    cost = Cost(field_of(everybody, finest=None), standard, method.aims)  # whoever rests
    place = {player.id: at for at, player in enumerate(everybody)}
    total = sum(cost.pod([place[player.id] for player in table]) for table in tables)
    return (total // cost.conflict, split.short, total), filled


def _dearer(
    state: PairingInput,
    worth: _Worth,
    best: TableAssignment,
    tried: Sequence[tuple[_Worth, TableAssignment]],
) -> Iterator[str]:
    """Yield a sentence where points would differ less with somebody else's bye, which is not given
    for the sake of rounds to come; of these nothing is proved then, nor is there a bound on points.
    """
    from runner.pairing.pods import Cost, price  # here, because numpy takes a while

    _, short, total = worth
    (_, less, least), cheapest = min(tried, key=lambda each: (each[0][0], each[0][2]))
    if least >= total or less <= short:
        return
    method = method_in_force(state)
    everybody = method.order(drawn(state))
    cost = Cost(field_of(everybody, finest=None), state.ruleset.pod_size, method.aims)
    place = {player.id: at for at, player in enumerate(everybody)}
    here, there = (
        cost.in_points([[place[player.id] for player in table] for table in filled.tables])
        for filled in (best, cheapest)
    )
    dearer = price(here, there)
    if dearer:
        rests = listed([player.id for player in best.byes if player not in cheapest.byes])
        plays = listed([player.id for player in cheapest.byes if player not in best.byes])
        rounds = rounds_after((_left(state) or 0) - short)
        yield f"{dearer}, to keep {rounds} free of repeats: the bye is for {rests} and not {plays}."


def _worse(
    state: PairingInput,
    bye_players: Sequence[Entrant],
    tried: Sequence[tuple[_Worth, TableAssignment]],
    work: Work,
) -> bool:
    """Return whether the pods of all who do not rest have surely more conflicts than the best so
    far: looked at are these, with those who would play on the seats of those who would rest."""
    from runner.pairing.pods import surely_worse  # here, because numpy takes a while

    _, best = min(tried, key=lambda each: each[0])
    up = [player for player in best.byes if player not in bye_players]
    down = [player.id for player in bye_players if player not in best.byes]
    seats = dict(zip(down, up, strict=True))
    tables = [[seats.get(player.id, player) for player in table] for table in best.tables]
    aims = method_in_force(state).aims
    return surely_worse(tables, best.tables, state.ruleset.pod_size, aims, work)


def _is_optimal(state: PairingInput, filled: TableAssignment) -> bool:
    """Return whether the pairing is optimal, whichever of the equally entitled players has the bye;
    with a small pod, it may matter who has sat in one before."""
    standard = state.ruleset.pod_size
    if state.placed or any(len(pod) < standard for pod in filled.tables):
        return False
    tables = [SeatedTable(at, tuple(p.id for p in pod)) for at, pod in enumerate(filled.tables, 1)]
    bye_players = [*state.byes, *(player.id for player in filled.byes)]
    return certify(state, tables, bye_players, proved=False).proved_optimal


def _left(state: PairingInput) -> int | None:
    """Return how many rounds are planned after this one, for which the field here is to stay
    possible; None where that is open, or others play beside it who were seated by hand."""
    if state.rounds is None or state.placed or state.byes:
        return None
    return max(0, state.rounds - state.round)


def _by_colours(state: PairingInput) -> TableAssignment:
    """Tables of one of each pair of colours, in the order of their chairs."""
    players, method = drawn(state), method_in_force(state)
    turns = [player for equals in bye_turns(players, state.round) for player in equals]
    split = by_colours(method.order(players), turns, method.aims, stream(state, "search"))
    return TableAssignment(split.tables, split.bye_players, notes=split.notes)


def _matches(state: PairingInput, wanted: Sequence[tuple[str, str]]) -> TableAssignment:
    """Matches of two, and a bye where the field is odd."""
    players = drawn(state)
    method = method_in_force(state)
    field = field_of(method.order(players))
    place = {player.id: at for at, player in enumerate(field.players)}
    due = bye_turns(players, state.round) if len(players) % 2 else []
    turns = [[place[each.id] for each in equals] for equals in due]
    pairs = [(place[one], place[two]) for one, two in wanted if {one, two} <= place.keys()]
    met = {one: two for pair in pairs for one, two in (pair, pair[::-1])}
    matches = match_up(field, turns, method.aims, stream(state, "search"), _left(state), met)
    byes = [] if matches.bye is None else [field.players[matches.bye]]
    tables = [[field.players[place] for place in pair] for pair in matches.pairs]
    proved = matches.proved and not state.placed
    return TableAssignment(tables, byes, proved, matches.notes, matches.why_bye)


def pair_document(document: Any) -> dict[str, Any]:
    """Return all of `runner pair`: a state as JSON in, the pairing as JSON out
    (docs/open-format.md).

    What is wrong with the document comes back as {"problems": [sentence, ...]}.
    """
    state = from_document(document)
    if not isinstance(state, PairingInput):
        return {"problems": [str(problem) for problem in state]}
    variant = circles.played_in_circles(state.ruleset)
    result = circles.pair(state, variant) if variant else with_bound(state, pair(state))
    return {
        "tables": tables_document(result.seating.tables),
        "byes": list(result.seating.byes),
        "certificate": result.certificate.to_document(),
    }
