"""Small pods, byes and fixed tables: who has one again, or doesn't have theirs, and why."""

from collections import Counter
from collections.abc import Iterator

from runner.core.phrases import count, listed
from runner.pairing.audit.seated import AuditedRound
from runner.pairing.audit.words import NAMED, SAID, counted
from runner.pairing.state import Entrant


def small_pods(round_: AuditedRound) -> Iterator[str]:
    """Who sits in a small pod again, and whether anybody was left who has not (docs/rules.md 4)."""
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
    """Whether it is proved that no fewer could sit in a small pod again: all who never have do
    so now. Tables filled by hand are left out, as nobody chose them here."""
    again = sum(not table.by_hand for table, _ in round_.small_again())
    fresh, seats = _fresh_and_seats(round_)
    return again == max(0, seats - fresh)


def small_pods_lowest(round_: AuditedRound) -> bool:
    """Whether nobody lower could sit in the small pods, with no more players there again than
    there are, nor if another as much entitled had a bye; also where the organiser doesn't mind
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
    """The players at the tables; of those who are as much entitled to a bye as the last who has
    one, as many as play, but first who has not been in a small pod."""
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
    """Who has another bye, and whether there was anybody without."""
    again = [player.id for player in round_.byes if player.byes]
    yield from counted(again, "1 player has another bye", "players have another bye")
    if again and all(player.byes for player in round_.paired):
        yield "Everybody who is paired has had a bye as well."


def byes_in_turn(round_: AuditedRound) -> bool:
    """Whether nobody who plays had fewer byes, or as many and fewer points, than those who have
    been given one now."""
    turns = [(player.byes, player.points) for player in round_.byes]
    playing = [(player.byes, player.points) for player in round_.paired]
    return not turns or not playing or max(turns) <= min(playing)


def byes_of_others(round_: AuditedRound) -> bool:
    """Whether somebody plays who has had as many byes, and as many points, as somebody who has one
    now: what cannot be had with these byes may be possible with others."""
    having = {(player.byes, player.points) for player in round_.byes}
    return any((player.byes, player.points) in having for player in round_.paired)


def share_fixed_tables(round_: AuditedRound) -> bool:
    """Whether two sit together who need different tables."""
    return any(
        len({player.fixed_table for player in table.players if player.fixed_table}) > 1
        for table in round_.tables
    )


def fixed_tables(round_: AuditedRound) -> Iterator[str]:
    """Who needs a table that they don't sit at, and why, where it cannot hold them all."""
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
        told = sorted(players) if len(players) <= SAID else [listed(sorted(players), NAMED)]
        yield from (f"{who} cannot sit at table {number}, which is taken." for who in told)
        seats = len(tables[number].players)
        if tables[number].by_hand:
            yield f"The organiser filled table {number} by hand."
        elif wanted[number] > seats:
            yield f"{wanted[number]} players need table {number}, which seats {seats}."
