"""Who is paired up or down, and what makes somebody be (docs/rules.md 4, aim 4)."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.phrases import count, listed, plural
from runner.pairing.audit.reasons import by_hand, needed
from runner.pairing.audit.seated import AuditedRound, AuditedTable, have_met
from runner.pairing.audit.words import NAMED, SAID
from runner.pairing.state import Entrant

_LOOKED_AT = 48  # moves for which a reason is looked for


@dataclass(frozen=True, slots=True)
class Move:
    """A player at a table of another points group: its majority's."""

    player: Entrant
    to: Fraction
    table: AuditedTable

    @property
    def up(self) -> bool:
        """Whether the player has fewer points than the table's majority."""
        return self.player.points < self.to


def majority(values: Iterable[Fraction]) -> Fraction:
    """The points that most of a table have; among equally many, the higher."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))


def moves(round_: AuditedRound) -> tuple[Move, ...]:
    """Everybody with other points than their table's majority, in order of their ids.

    Nobody is in wager scoring, where hardly two players ever have equal points.
    """
    if round_.state.ruleset.scoring == "wager":
        return ()
    found = [
        Move(player, to, table)
        for table, values in ((table, [each.points for each in table.players])
                              for table in round_.tables)
        if values.count(values[0]) < len(values)
        for to in [majority(values)]
        for player in table.players
        if player.points != to
    ]  # fmt: skip
    return tuple(sorted(found, key=lambda move: move.player.id))


def ids(found: Sequence[Move], up: bool) -> tuple[str, ...]:
    """The ids of those who are paired up, or of those who are paired down."""
    return tuple(move.player.id for move in found if move.up is up)


def why_moved(round_: AuditedRound, move: Move) -> str:
    """What makes that somebody must sit with players of other points, or "" for all that a count
    does not show; each reason holds for every way to fill the tables of the round."""
    if move.table.by_hand:
        return by_hand(move.table)
    majority_there = [player for player in move.table.players if player.points == move.to]
    reasons = (_few_equals(round_, player) for player in (move.player, *majority_there))
    return next(filter(None, reasons), "") or _does_not_divide(round_, move)


def _few_equals(round_: AuditedRound, player: Entrant) -> str:
    """Those with equal points, or those of them who are still to be met, fill no table."""
    equals = round_.by_points[player.points]
    of_points = count(player.points, "point")
    if len(equals) == 1:
        return f"nobody else who is paired has {of_points}"
    if len(equals) <= needed(round_):
        return _too_few(round_, len(equals), of_points)
    new = sorted(one.id for one in equals if one.id != player.id and not have_met(player, one))
    if len(new) >= needed(round_):
        return ""
    if not new:
        return f"{player.id} has met everybody else on {of_points}"
    return (
        f"{player.id} has met everybody else on {of_points} but {listed(new, NAMED)}, "
        f"and every table seats at least {count(needed(round_), 'other')}"
    )


def _does_not_divide(round_: AuditedRound, move: Move) -> str:
    """Those above the gap that the move spans fill no tables by themselves."""
    least = move.to if move.up else move.player.points
    groups = round_.by_points.items()
    above = sum(len(players) for points, players in groups if points >= least)
    if above in round_.holdings:
        return ""
    more = any(points > least for points, _ in groups)
    of_points = count(least, "point") + (" or more" if more else "")
    if above <= needed(round_):
        return _too_few(round_, above, of_points)
    have = f"{above} players have {of_points}"
    if len(set(round_.sizes)) > 1:
        return f"{have}, and no set of these tables has exactly {above} seats"
    tables, rest = divmod(above, round_.sizes[0])
    hold = f"{count(tables, 'table')} of {round_.sizes[0]} {plural(tables, 'holds', 'hold')}"
    return f"{have}, {rest} more than {hold}"


def _too_few(round_: AuditedRound, players: int, of_points: str) -> str:
    have = count(players, "paired player has", "paired players have")
    return f"only {have} {of_points}, and every table seats {needed(round_) + 1} or more"


def sentences(round_: AuditedRound, found: Sequence[Move]) -> Iterator[str]:
    """Who is paired down, and up: those with one cause in one sentence, and a few of these."""
    for up, way in ((False, "down"), (True, "up")):
        told: dict[tuple[Fraction, Fraction, str], list[str]] = {}
        moved = [move for move in found if move.up is up]
        for move in moved[:_LOOKED_AT]:
            key = (move.player.points, move.to, why_moved(round_, move))
            told.setdefault(key, []).append(move.player.id)
        said = sorted(told, key=lambda key: (not key[2], -key[0], -key[1], told[key]))[:SAID]
        for key in said:
            yield _sentence(key, told[key], way)
        if rest := len(moved) - sum(len(told[key]) for key in said):
            yield f"{count(rest, 'more player is', 'more players are')} paired {way}."


def _sentence(key: tuple[Fraction, Fraction, str], players: Sequence[str], way: str) -> str:
    of, to, reason = key
    who = f"{listed(players, NAMED)} ({count(of, 'point')})"
    what = f"{who} {plural(len(players), 'is', 'are')} paired {way} to {count(to, 'point')}"
    return f"{what}: {reason}." if reason else f"{what}."
