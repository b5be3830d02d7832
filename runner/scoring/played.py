"""From rounds to what each player did: the part that every way of scoring begins with."""

from __future__ import annotations

from collections.abc import Sequence

from runner.history import Kind, Played
from runner.model import Outcome, Player, Round, Table
from runner.rules.ruleset import Ruleset


def played(
    rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
) -> dict[str, list[Played]]:
    """The finished rounds of each player, in order, without points.

    A bye is a line of its own. A round before a late entry is missed: lost and counted as played.
    A round that a player was absent from, or that has no result yet, has no line (rules.md 4).
    """
    done: dict[str, list[Played]] = {player.id: [] for player in players}
    now = offset + len(rounds)
    late = {player.id: player.enters for player in players if 1 < player.enters <= now}
    for number, each in enumerate(rounds, 1):
        seen: set[str] = set()
        for table in each.tables:
            seen.update(table.players)
            if table.finished:
                for seat in range(len(table.seats)):
                    line = _match(rules, number, table, seat)
                    done.setdefault(table.seats[seat].player, []).append(line)
        for player in each.byes:
            seen.add(player)
            needed = rules.best_of // 2 + 1
            done.setdefault(player, []).append(Played(number, Kind.BYE, games_won=needed))
        for player in done.keys() - seen:
            if offset + number < late.get(player, 1) and player not in each.absent:
                done[player].append(Played(number, Kind.MISSED, outcome=Outcome.LOSS))
    return done


def _match(rules: Ruleset, number: int, table: Table, seat: int) -> Played:
    mine = table.seats[seat]
    others = [each for at, each in enumerate(table.seats) if at != seat]
    return Played(
        round=number,
        kind=Kind.MATCH,
        table=table.number,
        seat=seat,
        opponents=tuple(each.player for each in others),
        missing_seats=max(0, rules.pod_size - len(table.seats)),
        outcome=mine.outcome,
        games_won=mine.games_won or 0,
        games_lost=sum(each.games_won or 0 for each in others),
        games_drawn=table.games_drawn,
    )
