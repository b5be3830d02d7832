"""Why two players sit together who should not: only what holds for every way to fill the tables.

Each reason is a count that rules out, for the players and the table sizes of the round, that a
conflict of its kind could be avoided. Where none does, there is no reason.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from runner.core.phrases import count, listed
from runner.pairing.audit.seated import (
    AuditedRound,
    AuditedTable,
    Pair,
    Relation,
    have_met,
    kept_apart,
    of_one_club,
)
from runner.pairing.audit.words import NAMED
from runner.pairing.state import Entrant

_CANDIDATES = 48  # players among whom a circle is looked for


def by_hand(table: AuditedTable) -> str:
    """The organiser has filled the table."""
    return f"the organiser filled table {table.number} by hand" if table.by_hand else ""


def strangers(round_: AuditedRound, player: Entrant, relation: Relation) -> list[Entrant]:
    """The paired players whom the player could sit with."""
    return [one for one in round_.paired if one.id != player.id and not relation(player, one)]


def needed(round_: AuditedRound) -> int:
    """How many others sit at the smallest table that the pairing filled."""
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
    """Why the two sit at the table, or ""."""
    if table.by_hand:
        return by_hand(table)
    for player in pair:
        if reason := _no_choice(round_, player, kind):
            return reason
    return _circle(round_, pair, kind)


def _no_choice(round_: AuditedRound, player: Entrant, kind: ConflictKind) -> str:
    """The player has too few others to fill even the smallest table with."""
    others = strangers(round_, player, kind.relation)
    if len(others) >= needed(round_):
        return ""
    if not others:
        return f"{player.id} {kind.nobody_left}"
    names = listed(sorted(other.id for other in others), NAMED)
    who = f"{player.id} {kind.left.format(others=names)}"
    return f"{who}, and {_at_table(round_)}"


def why_either(round_: AuditedRound, pair: Pair) -> str:
    """Why one of two who are to be kept apart could only avoid it by meeting somebody again."""
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
    """The two are among players who all have it among themselves, more than there are tables."""
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
