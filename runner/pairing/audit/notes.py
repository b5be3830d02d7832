"""Notes on a round: who is paired up or down, small pods, byes, fixed tables, seats.

Each note says who is affected and, where a count shows it, why it could not be avoided
(docs/rules.md 4; MAMTR 2.2A).
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from runner.core.language import count, listed, plural
from runner.core.phase import Mode
from runner.pairing.audit.conflicts import by_hand, needed
from runner.pairing.audit.seated import (
    NAMED,
    SAID,
    AuditedRound,
    AuditedTable,
    counted,
    have_met,
    kept_apart,
)
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
    """Return the points that most of a table have; among equally many, the higher."""
    counts = Counter(values)
    return max(counts, key=lambda value: (counts[value], value))


def moves(round_: AuditedRound) -> tuple[Move, ...]:
    """Return everybody with other points than their table's majority, in order of their ids.

    Nobody is in wager scoring, where hardly two players ever have equal points.
    """
    if round_.state.ruleset.scoring == "wager":
        return ()
    moved = [
        Move(player, to, table)
        for table, values in ((table, [each.points for each in table.players])
                              for table in round_.tables)
        if values.count(values[0]) < len(values)
        for to in [majority(values)]
        for player in table.players
        if player.points != to
    ]  # fmt: skip
    return tuple(sorted(moved, key=lambda move: move.player.id))


def ids(moved: Sequence[Move], up: bool) -> tuple[str, ...]:
    """Return the ids of those who are paired up, or of those who are paired down."""
    return tuple(move.player.id for move in moved if move.up is up)


def why_moved(round_: AuditedRound, move: Move) -> str:
    """Return what makes that somebody must sit with players of other points, or "" for all that a
    count does not show; each reason holds for every way to fill the tables of the round."""
    if move.table.by_hand:
        return by_hand(move.table)
    majority_there = [player for player in move.table.players if player.points == move.to]
    reasons = (_few_equals(round_, player) for player in (move.player, *majority_there))
    return next(filter(None, reasons), "") or _does_not_divide(round_, move)


def _few_equals(round_: AuditedRound, player: Entrant) -> str:
    """Return the reason that those with equal points, or those of them whom a player may sit with,
    having met none and being kept apart from none, fill no table; or ""."""
    equals = round_.by_points[player.points]
    of_points = count(player.points, "point")
    if len(equals) == 1:
        return f"nobody else who is paired has {of_points}"
    if len(equals) <= needed(round_):
        return _too_few(round_, len(equals), of_points)
    new = [one for one in equals if one.id != player.id and not have_met(player, one)]
    free = sorted(one.id for one in new if not kept_apart(player, one))
    if len(free) >= needed(round_):
        return ""
    who = f"{player.id} has met everybody else on {of_points}"
    if len(free) < len(new):
        who = f"{player.id} has met, or is to be kept apart from, all others on {of_points}"
    if not free:
        return who
    return (
        f"{who} but {listed(free, NAMED)}, and every table seats at least "
        f"{count(needed(round_), 'other')}"
    )


def _does_not_divide(round_: AuditedRound, move: Move) -> str:
    """Return the reason that those above the gap which the move spans fill no tables by themselves,
    or ""."""
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


def sentences(round_: AuditedRound, every: Sequence[Move]) -> Iterator[str]:
    """Yield who is paired down, and up: those with one cause in one sentence, and a few of
    these."""
    for up, way in ((False, "down"), (True, "up")):
        causes: dict[tuple[Fraction, Fraction, str], list[str]] = {}
        moved = [move for move in every if move.up is up]
        for move in moved[:_LOOKED_AT]:
            key = (move.player.points, move.to, why_moved(round_, move))
            causes.setdefault(key, []).append(move.player.id)
        first = sorted(causes, key=lambda key: (not key[2], -key[0], -key[1], causes[key]))[:SAID]
        for key in first:
            yield _sentence(key, causes[key], way)
        if rest := len(moved) - sum(len(causes[key]) for key in first):
            yield f"{count(rest, 'more player is', 'more players are')} paired {way}."


def _sentence(key: tuple[Fraction, Fraction, str], players: Sequence[str], way: str) -> str:
    of, to, reason = key
    who = f"{listed(players, NAMED)} ({count(of, 'point')})"
    what = f"{who} {plural(len(players), 'is', 'are')} paired {way} to {count(to, 'point')}"
    return f"{what}: {reason}." if reason else f"{what}."


def small_pods(round_: AuditedRound) -> Iterator[str]:
    """Yield who sits in a small pod again, and whether anybody was left who has not (docs/rules.md
    4)."""
    again = [player.id for _, player in round_.small_again()]
    one, many = "1 player sits in a small pod again", "players sit in a small pod again"
    yield from counted(sorted(again), one, many)
    if again and small_pods_unavoidable(round_):
        fresh, seats = _fresh_and_seats(round_)
        if not fresh:
            yield "Everybody who is paired has sat in a small pod before."
        else:
            yield (
                f"Small pods have {count(seats, 'seat')}, and only {fresh} of the "
                f"{len(round_.paired)} players who are paired "
                f"{'has' if fresh == 1 else 'have'} not sat in one before."
            )


def small_pods_unavoidable(round_: AuditedRound) -> bool:
    """Return whether it is proved that no fewer could sit in a small pod again: all who never have
    do so now. Tables filled by hand are left out, as nobody chose them here."""
    again = sum(not table.by_hand for table, _ in round_.small_again())
    fresh, seats = _fresh_and_seats(round_)
    return again == max(0, seats - fresh)


def small_pods_lowest(round_: AuditedRound) -> bool:
    """Return whether nobody lower could sit in the small pods, with no more players there again
    than there are, nor if another as much entitled had a bye; also where the organiser doesn't mind
    (`small_pods_last`)."""
    if not round_.state.ruleset.small_pods_last:
        return True
    small = (table for table in round_.free_tables if round_.is_small(table))
    seated = [player for table in small for player in table.players]
    again = sum(player.small_pods > 0 for player in seated)
    lowest = sorted(_might_play(round_), key=lambda player: player.points)
    twice = [player.points for player in lowest if player.small_pods][:again]
    fresh = [player.points for player in lowest if not player.small_pods]
    return sum(player.points for player in seated) == sum(sorted(fresh + twice)[: len(seated)])


def _might_play(round_: AuditedRound) -> list[Entrant]:
    """Return the players at the tables; of those who are as much entitled to a bye as the last who
    has one, as many as play, but first who has not been in a small pod."""
    last = max(((player.byes, player.points) for player in round_.byes), default=None)
    equals = [p for p in (*round_.byes, *round_.paired) if (p.byes, p.points) == last]
    others = [player for player in round_.paired if player not in equals]
    equals.sort(key=lambda player: player.small_pods > 0)
    return [*others, *equals[: len(round_.paired) - len(others)]]


def _fresh_and_seats(round_: AuditedRound) -> tuple[int, int]:
    """Players who have not been in a small pod, and seats that there are in small pods."""
    fresh = sum(not player.small_pods for player in round_.paired)
    small = (table for table in round_.free_tables if round_.is_small(table))
    return fresh, sum(len(table.players) for table in small)


def byes(round_: AuditedRound) -> Iterator[str]:
    """Yield who has another bye, and whether there was anybody without."""
    again = [player.id for player in round_.byes if player.byes]
    yield from counted(again, "1 player has another bye", "players have another bye")
    if again and all(player.byes for player in round_.paired):
        yield "Everybody who is paired has had a bye as well."


def byes_in_turn(round_: AuditedRound) -> bool:
    """Return whether nobody who plays had fewer byes, or as many and fewer points, than those who
    have been given one now."""
    turns = [(player.byes, player.points) for player in round_.byes]
    playing = [(player.byes, player.points) for player in round_.paired]
    return not turns or not playing or max(turns) <= min(playing)


def byes_of_others(round_: AuditedRound) -> bool:
    """Return whether somebody plays who has had as many byes, and as many points, as somebody who
    has one now: what cannot be had with these byes may be possible with others."""
    having = {(player.byes, player.points) for player in round_.byes}
    return any((player.byes, player.points) in having for player in round_.paired)


def share_fixed_tables(round_: AuditedRound) -> bool:
    """Return whether two sit together who need different tables."""
    return any(
        len({player.fixed_table for player in table.players if player.fixed_table}) > 1
        for table in round_.tables
    )


def fixed_tables(round_: AuditedRound) -> Iterator[str]:
    """Yield who needs a table that they don't sit at, and why, where it cannot hold them all."""
    away: dict[int, list[str]] = {}
    for table in round_.tables:
        for player in table.players:
            if player.fixed_table and player.fixed_table != table.number:
                away.setdefault(player.fixed_table, []).append(player.id)
    tables = {table.number: table for table in round_.tables}
    wanted = Counter(player.fixed_table for player in round_.paired if player.fixed_table)
    for number, players in sorted(away.items()):
        if number not in tables:
            names = listed(sorted(players), NAMED)
            yield f"{names} cannot sit at table {number}, which nobody has."
            continue
        whom = sorted(players) if len(players) <= SAID else [listed(sorted(players), NAMED)]
        yield from (f"{who} cannot sit at table {number}, which is taken." for who in whom)
        seats = len(tables[number].players)
        if tables[number].by_hand:
            yield f"The organiser filled table {number} by hand."
        elif wanted[number] > seats:
            yield f"{wanted[number]} players need table {number}, which seats {seats}."


_SMALLEST_POD = 3  # seats that every pod has (docs/rules.md 4)


def uneven_seats(round_: AuditedRound) -> int | None:
    """Return how many players at tables have had one seat at least two turns more often than
    another, this round included; None in matches of two, who agree on who begins.

    Counted are the seats of a standard table. A seat that small pods lack cannot have been had
    there, so each small pod of a player makes up for one turn in it that they are short of:
    nobody is called uneven for what the size of their pods may explain.
    """
    if round_.state.mode != Mode.MULTIPLAYER:
        return None
    return sum(
        _uneven(player, seat, round_.is_small(table), round_.state.table_seats)
        for table in round_.tables
        for seat, player in enumerate(table.players, start=1)
    )


def _uneven(player: Entrant, seat: int, small: bool, standard: int) -> bool:
    """Return whether the player's turns differ by two or more, with this one at such a table."""
    taken = (*player.seats, seat)
    turns = [taken.count(place) for place in range(1, standard + 1)]
    short = player.small_pods + small
    excused = [
        count + (short if place > _SMALLEST_POD else 0) for place, count in enumerate(turns, 1)
    ]
    return max(turns) - min(excused) > 1


def seats_again(round_: AuditedRound) -> Iterator[str]:
    """Yield who has a seat a second time within as many rounds as the table has seats, where seats
    go by a sliding window; and whether another order of the players at those tables had fewer."""
    if round_.state.ruleset.seats != "sliding_window":
        return
    again: list[str] = []
    fewer = 0  # players who could be spared that
    for table in round_.tables:
        if len(table.players) > _LARGEST_TABLE:
            continue
        repeated = _again(table.players)
        if repeated:
            fewer += len(repeated) - min(
                len(_again(order)) for order in permutations(table.players)
            )
        again += [player.id for player in repeated]
    one = "1 player has a seat again within as many rounds as the table has seats"
    many = "players have a seat again within as many rounds as their table has seats"
    yield from counted(sorted(again), one, many)
    if again and not fewer:
        yield "No other order at these tables gives fewer players a seat again so soon."
    elif fewer:
        yield f"Another order at these tables would spare {count(fewer, 'player')} that."


_LARGEST_TABLE = 5  # seats; larger ones are circles, where seats are none of these


def _again(order: Sequence[Entrant]) -> list[Entrant]:
    """Return who of a table has a seat again too soon, sitting in this order."""
    rounds = len(order) - 1
    recent = ((player, seat, player.seats[::-1][:rounds]) for seat, player in enumerate(order, 1))
    return [player for player, seat, seats in recent if seat in seats]
