"""Pairs at one table that should be apart: who, why, and how few are possible.

A reason is given only where a count shows, for the players and table sizes of the round, that the
conflict could not be avoided. In small fields the fewest possible conflicts are counted exactly, in
a limited number of steps, so that every machine comes to the same answer.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from runner.core.language import count, listed
from runner.pairing.audit.seated import (
    NAMED,
    SAID,
    AuditedRound,
    AuditedTable,
    Pair,
    Relation,
    counted,
    have_met,
    kept_apart,
    of_one_club,
    sentence,
)
from runner.pairing.state import Entrant

MOST_PLAYERS = 32
_MOST_STEPS = 6_000


@dataclass(frozen=True, slots=True)
class Fewest:
    """The fewest pairs of any arrangement that was found, or so many as were asked to be beaten.

    `proved`: no arrangement at all has fewer.
    """

    pairs: int
    proved: bool


def fewest_pairs(related: Sequence[int], sizes: Sequence[int], known: int) -> Fewest:
    """Looks for arrangements with fewer than `known` pairs that are related.

    `related` has for each player a bit for every other who is, `sizes` the seats of each table;
    together they seat
    all players, and nobody is related to themselves.
    """
    least = _sure(related, sizes)
    search = _Search(related, sizes, known, least)
    search.go(list(range(len(related))), 0)
    return Fewest(search.best, search.best == least or search.steps <= _MOST_STEPS)


def _sure(related: Sequence[int], sizes: Sequence[int]) -> int:
    """Return how many pairs there must be, since players have too few others to fill a smallest
    table with; each pair belongs to two players."""
    others = min(sizes) - 1
    strangers = (len(related) - 1 - bits.bit_count() for bits in related)
    return -(-sum(max(0, others - number) for number in strangers) // 2)


class _Search:
    """Seats one player after the other, whoever has the least choice first, and turns back as
    soon as the pairs made and those that must still come reach the best that is known."""

    def __init__(
        self, related: Sequence[int], sizes: Sequence[int], known: int, least: int
    ) -> None:
        self._related = related
        self._least = least
        self._room = list(sizes)
        self._at = [0] * len(sizes)  # a bit for each player at the table
        self.best = known
        self.steps = 0

    def go(self, waiting: list[int], cost_so_far: int) -> None:
        """Seats those who wait in every way that may be better."""
        self.steps += 1
        if self.steps > _MOST_STEPS or cost_so_far >= self.best or self.best == self._least:
            return
        if not waiting:
            self.best = cost_so_far
            return
        tables = self._tables()
        costs = [
            [(self._related[one] & self._at[at]).bit_count() for at in tables] for one in waiting
        ]
        if cost_so_far + sum(map(min, costs)) >= self.best:
            return
        index = max(
            range(len(waiting)),
            key=lambda place: (
                min(costs[place]),
                -costs[place].count(min(costs[place])),
                self._related[waiting[place]].bit_count(),
            ),
        )
        player = waiting[index]
        rest = waiting[:index] + waiting[index + 1 :]
        for cost, at in sorted(zip(costs[index], tables, strict=True)):
            self._room[at] -= 1
            self._at[at] |= 1 << player
            self.go(rest, cost_so_far + cost)
            self._at[at] &= ~(1 << player)
            self._room[at] += 1

    def _tables(self) -> list[int]:
        """Tables with room; of empty ones with equally many seats, one stands for all."""
        tables: list[int] = []
        empty: set[int] = set()
        for at, room in enumerate(self._room):
            if not room or (not self._at[at] and room in empty):
                continue
            if not self._at[at]:
                empty.add(room)
            tables.append(at)
        return tables


_CANDIDATES = 48  # players among whom a circle is looked for


def by_hand(table: AuditedTable) -> str:
    """Return the reason that the organiser has filled the table, or ""."""
    return f"the organiser filled table {table.number} by hand" if table.by_hand else ""


def strangers(round_: AuditedRound, player: Entrant, relation: Relation) -> list[Entrant]:
    """Return the paired players whom the player could sit with."""
    return [one for one in round_.paired if one.id != player.id and not relation(player, one)]


def needed(round_: AuditedRound) -> int:
    """Return how many others sit at the smallest table that the pairing filled."""
    return min(round_.sizes) - 1


@dataclass(frozen=True, slots=True)
class ConflictKind:
    """A kind of conflict, and how it is spoken of.

    `nobody_left` follows a player who has nobody without it to sit with; `left` one who has only
    so few; `among` a number of players who all have it among themselves.
    """

    relation: Relation
    nobody_left: str
    left: str
    among: str


MET = ConflictKind(
    have_met,
    "has met everybody else who is paired",
    "has yet to meet only {others}",
    "have all met one another",
)
APART = ConflictKind(
    kept_apart,
    "is to be kept apart from everybody else who is paired",
    "is to be kept apart from all but {others}",
    "are all to be kept apart from one another",
)


def why_together(round_: AuditedRound, table: AuditedTable, pair: Pair, kind: ConflictKind) -> str:
    """Return why the two sit at the table, or ""."""
    if table.by_hand:
        return by_hand(table)
    for player in pair:
        if reason := _no_choice(round_, player, kind):
            return reason
    return _circle(round_, pair, kind)


def _no_choice(round_: AuditedRound, player: Entrant, kind: ConflictKind) -> str:
    """Return the reason that the player has too few others to fill even the smallest table with, or
    ""."""
    others = strangers(round_, player, kind.relation)
    if len(others) >= needed(round_):
        return ""
    if not others:
        return f"{player.id} {kind.nobody_left}"
    names = listed(sorted(other.id for other in others), NAMED)
    who = f"{player.id} {kind.left.format(others=names)}"
    return f"{who}, and {_at_table(round_)}"


def why_either(round_: AuditedRound, pair: Pair) -> str:
    """Return why one of two who are to be kept apart could only avoid it by meeting somebody
    again."""
    for player in pair:
        others = strangers(
            round_, player, lambda one, two: have_met(one, two) or kept_apart(one, two)
        )
        if len(others) < needed(round_):
            left = f" but {listed(sorted(other.id for other in others), NAMED)}" if others else ""
            all_ = f"{player.id} has met, or is to be kept apart from, everybody{left}"
            return f"{all_}, and {_at_table(round_)}" if others else all_
    return ""


def _at_table(round_: AuditedRound) -> str:
    return f"every table seats at least {count(needed(round_), 'other')}"


def _circle(round_: AuditedRound, pair: Pair, kind: ConflictKind) -> str:
    """Return the reason that the two are among players who all have it among themselves, more than
    there are tables, or ""."""
    tables = len(round_.free_tables)
    if kind is APART and of_one_club(*pair):
        members = [player for player in round_.paired if of_one_club(player, pair[0])]
        if len(members) > tables:
            of = f"{len(members)} of the {len(round_.paired)} players"
            return f"{pair[0].club} has {of}, more than there are tables"
    circle = _grown(round_, pair, kind.relation)
    if len(circle) <= tables:
        return ""
    names = listed(sorted(player.id for player in circle), NAMED)
    return f"{names} {kind.among}, and there are only {count(tables, 'table')}"


def _grown(round_: AuditedRound, pair: Pair, relation: Relation) -> Sequence[Entrant]:
    """Players who all have the relation to one another, the two among them; not always the most
    that there are."""
    one, two = pair
    candidates = [
        player
        for player in round_.paired
        if player not in pair and relation(one, player) and relation(two, player)
    ][:_CANDIDATES]

    def most_ties(player: Entrant) -> tuple[int, str]:
        return -sum(relation(player, other) for other in candidates), player.id

    circle = [one, two]
    for player in sorted(candidates, key=most_ties):
        if all(relation(player, member) for member in circle):
            circle.append(player)
    return circle


_LOOKED_AT = 24  # pairs for which a reason is looked for


@dataclass(frozen=True)
class Conflicts:
    """The conflicts of one kind in a round; `one`, `many` and `two_do` are how they are told."""

    round_: AuditedRound
    kind: ConflictKind
    one: str
    many: str
    two_do: str

    @cached_property
    def found(self) -> list[tuple[AuditedTable, Pair]]:
        """Each pair with its table, in order of the ids."""
        return self.round_.pairs(self.kind.relation)

    @cached_property
    def fewest(self) -> Fewest | None:
        """The fewest pairs that the tables could have which the pairing filled; None where the
        field is too large to go through all arrangements."""
        players, pairs = self.round_.paired, self._made
        if not pairs:
            return Fewest(0, proved=True)
        if len(players) > MOST_PLAYERS:
            return None
        related = [
            sum(
                1 << at
                for at, other in enumerate(players)
                if other.id != player.id and self.kind.relation(player, other)
            )
            for player in players
        ]
        return fewest_pairs(related, self.round_.sizes, pairs)

    @property
    def _made(self) -> int:
        """How many of the pairs the pairing made, and not the organiser."""
        return sum(not table.by_hand for table, _ in self.found)

    @property
    def unavoidable(self) -> bool:
        """Whether it is proved that these tables could not have fewer."""
        fewest = self.fewest
        return fewest is not None and fewest.proved and fewest.pairs == self._made

    @property
    def open(self) -> bool:
        """Whether the pairing made some of which it is not proved that they must be."""
        return self._made > 0 and not self.unavoidable

    def sentences(self) -> Iterator[str]:
        """Yield who it is; then why, as far as a count shows it, and whether it could be had
        better."""
        if not self.found:
            return
        reasons = list(dict.fromkeys(filter(None, map(self._reason, self.found[:_LOOKED_AT]))))[
            :SAID
        ]
        if self.unavoidable and self._made and not (reasons and len(self.found) == 1):
            least = count(self._made, self.one, self.many)
            reasons.append(f"in every arrangement of {self._field}, at least {least}")
        if len(self.found) == 1 and reasons:
            one, two = self.found[0][1]
            yield f"{one.id} and {two.id} {self.two_do}: {reasons[0]}."
        else:
            names = [f"{one.id} and {two.id}" for _, (one, two) in self.found]
            yield from counted(names, f"1 {self.one}", self.many)
            yield from map(sentence, reasons)
        yield from self._better()

    def _reason(self, meeting: tuple[AuditedTable, Pair]) -> str:
        table, pair = meeting
        reason = why_together(self.round_, table, pair, self.kind)
        return reason or (why_either(self.round_, pair) if self.kind is APART else "")

    def _better(self) -> Iterator[str]:
        """That there is an arrangement with fewer, where one was found. Only of repeats: whatever
        else there could be less of may have more of them, and they count for more."""
        if self.kind is MET and self.fewest and self.fewest.pairs < self._made:
            fewer = count(self.fewest.pairs, self.one, self.many)
            fewer = f"only {fewer}" if self.fewest.pairs else f"no {self.one}"
            yield f"There is an arrangement of {self._field} in which {fewer}."

    @property
    def _field(self) -> str:
        return f"the {len(self.round_.paired)} players at these tables"


def repeats(round_: AuditedRound) -> Conflicts:
    """Pairs who have met before (docs/rules.md 4, aim 1)."""
    return Conflicts(round_, MET, "pair meets again", "pairs meet again", "meet again")


def clashes(round_: AuditedRound) -> Conflicts:
    """Pairs whom the organiser wants apart, by club or by name (docs/rules.md 4, aim 3)."""
    return Conflicts(
        round_,
        APART,
        "pair that was to be kept apart sits at one table",
        "pairs that were to be kept apart sit at one table",
        "were to be kept apart and sit at one table",
    )
