"""Head-to-head elimination brackets, and who advances from a table (docs/rules.md 5; MTR 10.4).

A bracket is a row of slots, whose number is a power of two; each slot has an id or None. Neighbours
meet, and each pair leaves one slot of the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.results import GIVEN_UP
from runner.core.rounds import Outcome, Round, Table

_LAST = 1 << 30  # the seed of a player without one, who was seated by the organiser


@dataclass(frozen=True, slots=True)
class Seeds:
    """The seed of each player of a phase, 1 for the highest; players without one come last, by
    id."""

    place: Mapping[str, int]

    @classmethod
    def of(cls, ids: Sequence[str]) -> Seeds:
        """Return the seeds of players in this order."""
        return cls({player: seed for seed, player in enumerate(ids, 1)})

    def order(self, players: Sequence[str]) -> tuple[str, ...]:
        """Return the players by seed, the highest first."""
        return tuple(sorted(players, key=lambda player: (self.place.get(player, _LAST), player)))


def contenders(table: Table) -> tuple[str, ...]:
    """Return the players of a finished table from whom the one to advance is chosen: several if the
    table is drawn. A win decides, then most points if points are typed, then a draw; a player with
    a penalty, a concession or a no-show never advances. Empty if nobody has won anything
    (`won_by_nobody`), or nobody may advance."""
    if _nothing_won(table):
        return ()
    for outcome in (Outcome.WIN, Outcome.POINTS, Outcome.DRAW):
        seats = [seat for seat in table.seats if seat.outcome is outcome]
        most = max((seat.points or Fraction(0) for seat in seats), default=Fraction(0))
        if seats:
            return tuple(seat.player for seat in seats if (seat.points or Fraction(0)) == most)
    return ()


def level(table: Table) -> str:
    """Return why a finished table has no winner: "drawn", or "level" on points; "" if it has
    one."""
    equal = contenders(table)
    if len(equal) < 2:
        return ""
    drew = any(seat.outcome is Outcome.DRAW for seat in table.seats if seat.player in equal)
    return "drawn" if drew else "level"


def won_by_nobody(table: Table) -> bool:
    """Return whether everybody at a table has lost, but not everybody by a penalty, a concession or
    a no-show, or nobody has won a game or a point: then the organiser has to decide who
    advances."""
    outcomes = {seat.outcome for seat in table.seats}
    lost = Outcome.LOSS in outcomes and outcomes <= {Outcome.LOSS, *GIVEN_UP}
    return lost or _nothing_won(table)


def _nothing_won(table: Table) -> bool:
    """Return whether a result counts points or games, and several players share the highest number,
    which is not above 0: "A 0, B 0, C 0, D 0", "0-0". Equal points in an order of elimination mean
    that time ran out, which is a draw, as are equal games of a pod (MAMTR App. C)."""
    if table.out is not None or not table.seats:
        return False
    outcomes = {seat.outcome for seat in table.seats}
    if outcomes == {Outcome.DRAW}:
        games = any(seat.games_won for seat in table.seats) or table.games_drawn
        return not table.outcome_stated and not games
    points = [seat.points or Fraction(0) for seat in table.seats]
    most = max(points)
    return outcomes == {Outcome.POINTS} and most <= 0 and points.count(most) > 1


def undecided(table: Table, *, play_on: bool) -> bool:
    """Return whether it is open who advances; with `play_on` a drawn table is not finished."""
    return not table.finished or won_by_nobody(table) or (play_on and len(contenders(table)) > 1)


def goes_on(table: Table, seeds: Seeds, *, play_on: bool) -> str | None:
    """Return who advances, by seed after a draw (MAMTR 2.4C); None while open, and if all are
    out."""
    if undecided(table, play_on=play_on):
        return None
    return next(iter(seeds.order(contenders(table))), None)


Slots = tuple[str | None, ...]
Winner = Callable[[Table], str | None]
"""Returns who advances from a table; None for nobody."""
Anew = Callable[[Sequence[str]], Slots]
"""Returns a bracket of the players left, given by seed."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A table of a round, or a bye if `table` is None; its players by seed."""

    players: tuple[str, ...]
    table: Table | None = None

    def on(self, winner: Winner) -> str | None:
        """Return who advances from it; None for nobody."""
        return winner(self.table) if self.table else self.players[0]


def standard(players: Sequence[str]) -> Slots:
    """Return the bracket of players, given in the order of their seeds. 1 meets the lowest, and the
    two highest can meet only in the final: 1v8, 4v5, 2v7, 3v6. If the field is not a power of two,
    the highest seeds have byes."""
    order = [1]
    while len(order) < len(players):
        total = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, total - high)]
    return tuple(players[seed - 1] if seed <= len(players) else None for seed in order)


def drafted(seats: Sequence[str], seeds: Seeds) -> Slots:
    """Return the bracket of players at a draft table, given in seat order (MTR 10.4). Opposite
    seats meet, and the winner meets the winner of those seated halfway between: 1v5 and 3v7, 2v6
    and 4v8. If they are not a power of two, the highest seeds have byes, and the others are seated
    as if they were alone."""
    if len(seats) < 2:
        return tuple(seats)
    size = 1 << (len(seats) - 1).bit_length()
    byes = seeds.order(seats)[: size - len(seats)]
    playing = [player for player in seats if player not in byes]
    half = len(playing) // 2
    opposite: list[Slots] = [*zip(playing[:half], playing[half:], strict=True)]
    units = [*opposite, *((player, None) for player in byes)]
    return tuple(player for at in _halves(len(units)) for player in units[at])


def by_seat(seats: Sequence[str]) -> Slots:
    """Return the bracket of players at a draft table without seeds (docs/rules.md 8). Just enough
    players meet to leave a power of two, each the player seated farthest away, and all others have
    byes: of 6, 1v4 and 2v5. Winners count by the lower seat of their match, and the first half of
    those left meets the second."""
    if len(seats) < 2:
        return tuple(seats) or (None,)
    left = 1 << (len(seats) - 1).bit_length() - 1
    met, far = len(seats) - left, len(seats) // 2
    units = [(seats[at], seats[at + far] if at < met else None) for at in range(far)]
    units += [(seats[at], None) for at in range(far + met, len(seats))]
    return tuple(player for at in _halves(len(units)) for player in units[at])


def _halves(count: int) -> list[int]:
    """Return the indices of `count` units in an order in which the first half meets the second, in
    every round."""
    order = [0]
    while len(order) < count:
        order = [*(2 * at for at in order), *(2 * at + 1 for at in order)]
    return order


def beside(rows: Sequence[Slots]) -> Slots:
    """Return brackets that are played at the same time as one row, padded to equal length."""
    most = max(map(len, rows), default=1)
    return tuple(slot for row in rows for slot in (*row, *[None] * (most - len(row))))


def apart(slots: Slots, count: int) -> list[Slots]:
    """Return the `count` brackets of which a row consists."""
    each = len(slots) // count
    return [slots[at * each : (at + 1) * each] for at in range(count)]


def pairs(slots: Slots) -> list[tuple[str, ...]]:
    """Return the players of each two neighbours."""
    return [
        tuple(player for player in slots[at : at + 2] if player is not None)
        for at in range(0, len(slots), 2)
    ]


def live(slots: Slots) -> tuple[str, ...]:
    """Return the players in the bracket."""
    return tuple(player for player in slots if player is not None)


def advanced(
    slots: Slots, round_: Round, seeds: Seeds, winner: Winner, anew: Anew = standard
) -> Slots:
    """Return the next row after a round; if the round does not fit, a new bracket of the players
    left."""
    stood = stands(slots, round_, seeds)
    if stood is None:
        left = [unit.on(winner) for unit in units(slots, round_, seeds)]
        return anew(seeds.order([player for player in left if player is not None]))
    row = {pair: unit.on(winner) for pair, unit in stood.items()}
    return tuple(row.get(pair) for pair in range(len(slots) // 2))


def stands(slots: Slots, round_: Round, seeds: Seeds) -> dict[int, Unit] | None:
    """Return the table or bye of each pair of the row, by index: that of its highest seed or, if
    the organiser has changed it, the next free pair. None if there is none. In the round of the
    final, a table without a finalist is for third place and is ignored."""
    due = {player: at // 2 for at, player in enumerate(slots) if player is not None}
    every = range(len(slots) // 2)
    by_pair: dict[int, Unit] = {}
    for unit in units(slots, round_, seeds):
        wanted = [due[player] for player in unit.players if player in due] or every
        pair = next((number for number in wanted if number not in by_pair), None)
        if pair is None:
            return None
        by_pair[pair] = unit
    return by_pair


def units(slots: Slots, round_: Round, seeds: Seeds) -> list[Unit]:
    """Return the tables and byes of a round by seed; those without anybody of the bracket last."""
    played = [Unit(seeds.order(table.players), table) for table in round_.tables]
    played += [Unit((player,)) for player in round_.byes]
    final, due = len(slots) == 2, {*slots}
    there = [unit for unit in played if unit.players and (not final or due & {*unit.players})]
    first = Seeds.of(seeds.order([unit.players[0] for unit in there]))
    return sorted(there, key=lambda unit: (not due & {*unit.players}, first.place[unit.players[0]]))


def without(slots: Slots, there: Collection[str]) -> Slots:
    """Return the bracket without players who have left: their opponents have byes."""
    return tuple(player if player in there else None for player in slots)


def shortened(slots: Slots, brackets: int = 1) -> Slots:
    """Return the bracket, or several, without rounds in which nobody would meet."""
    while len(slots) > brackets and all(len(pair) < 2 for pair in pairs(slots)):
        slots = tuple(next(iter(pair), None) for pair in pairs(slots))
    return slots
