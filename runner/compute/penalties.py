"""What penalties do to results: a match loss loses the match, a disqualification the rest too.

What was typed stays as it was reported; these are the results that count (docs/rules.md 2). A game
loss is one of the games that were typed, so it changes nothing; where the games cannot hold it,
that is pointed out.
"""

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from runner.compute.reconcile.players import Directory
from runner.core import names
from runner.core.event import Outcome, Penalty, Player, Round, RoundId, Seat, Table
from runner.core.problems import Problem, note, warning
from runner.rules.ruleset import BestOf, games_in


class PenaltyKind(StrEnum):
    """The penalties that are known; others are kept, and change nothing."""

    WARNING = "warning"
    GAME_LOSS = "game loss"
    MATCH_LOSS = "match loss"
    DISQUALIFICATION = "disqualification"


_ALSO = {
    "caution": PenaltyKind.WARNING,
    "dq": PenaltyKind.DISQUALIFICATION,
    "disqualified": PenaltyKind.DISQUALIFICATION,
}
_LOSES_MATCH = (PenaltyKind.MATCH_LOSS, PenaltyKind.DISQUALIFICATION)


@dataclass(frozen=True, slots=True)
class Penalised:
    """Rounds and players as they count once every penalty has had its effect."""

    rounds: Mapping[RoundId, Round]
    players: tuple[Player, ...]
    problems: tuple[Problem, ...] = ()


def kind_of(penalty: Penalty) -> PenaltyKind | None:
    """What kind of penalty a line is, however it is spelt."""
    spelt = names.key(penalty.penalty).replace("-", " ")
    return next((kind for kind in PenaltyKind if kind == spelt), _ALSO.get(spelt))


def disqualified(penalties: Iterable[Penalty], directory: Directory) -> dict[str, int]:
    """The round in which each player was disqualified, by id: the first, where there are more."""
    found: dict[str, int] = {}
    for penalty in penalties:
        who = directory.find(penalty.player)
        if who is not None and kind_of(penalty) is PenaltyKind.DISQUALIFICATION:
            found[who] = min(penalty.round, found.get(who, penalty.round))
    return found


def penalise(
    rounds: Mapping[RoundId, Round],
    players: tuple[Player, ...],
    penalties: Sequence[Penalty],
    best_of: Mapping[int, BestOf],
) -> Penalised:
    """Every penalty carried out. Its round counts over the whole event."""
    changed, order = dict(rounds), sorted(rounds)
    problems: list[Problem] = []
    directory = Directory({player.id: player for player in players}, {})
    left = disqualified(penalties, directory)
    for penalty in penalties:
        kind, who = kind_of(penalty), directory.find(penalty.player)
        if kind is None:
            problems.append(_unknown(penalty))
        if kind is None or who is None or not 1 <= penalty.round <= len(order):
            continue
        id_ = order[penalty.round - 1]
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        if kind in _LOSES_MATCH:
            open_ = {table.number for table in rounds[id_].tables if _plays(table)}
            changed[id_] = _match_lost(changed[id_], who, games // 2 + 1, open_)
        elif kind is PenaltyKind.GAME_LOSS:
            problems += _game_lost(changed[id_], who, penalty, games)
    return Penalised(changed, tuple(_removed(player, left) for player in players), tuple(problems))


def _match_lost(now: Round, who: str, needed: int, open_: Container[int]) -> Round:
    """The round with the player's match lost: a pod plays on until it has its result, but two
    have no match any more once one of them has lost it. The other has `needed` games then, where
    the table is one of those that were `open_` before any penalty."""
    tables = tuple(
        _lost_by(_given_up(table, who, needed) if table.number in open_ else table, who)
        if who in table.players and (table.finished or table.number in open_)
        else table
        for table in now.tables
    )
    return replace(now, tables=tables)


def _plays(table: Table) -> bool:
    """Whether two play, of whom none has a result yet."""
    return len(table.seats) == 2 and not any(seat.outcome for seat in table.seats)


def _given_up(table: Table, who: str, needed: int) -> Table:
    """The games of a match that was lost before it had a result; who has lost it as well has
    none."""
    lost = {who, *(seat.player for seat in table.seats if seat.outcome is Outcome.PENALTY_LOSS)}
    games = (replace(seat, games_won=0 if seat.player in lost else needed) for seat in table.seats)
    return replace(table, seats=tuple(games))


def _lost_by(table: Table, who: str) -> Table:
    """The table with the player's match lost; head-to-head the opponent has won it then."""
    duel = len(table.seats) == 2

    def counted(seat: Seat) -> Seat:
        if seat.player == who:
            return replace(seat, outcome=Outcome.PENALTY_LOSS, points=None)
        if duel and seat.outcome in (None, Outcome.LOSS, Outcome.DRAW):
            return replace(seat, outcome=Outcome.WIN)
        return seat

    return replace(table, seats=tuple(counted(seat) for seat in table.seats), outcome_stated=True)


def _removed(player: Player, left: Mapping[str, int]) -> Player:
    """The player, gone for good after the round of a disqualification."""
    if player.id not in left:
        return player
    after = left[player.id]
    if player.drops_after is not None:
        after = min(after, player.drops_after)
    return replace(player, drops_after=after, returns=None)


def _game_lost(now: Round, who: str, penalty: Penalty, best_of: int) -> Iterable[Problem]:
    """Whether the games that were typed can hold the game that was lost by the penalty."""
    for table in now.tables:
        if best_of == 1 or not table.finished or who not in table.players:
            continue
        if not any(seat.games_won for seat in table.seats if seat.player != who):
            yield warning(
                penalty.place,
                f"{penalty.player} has a game loss in round {penalty.round}, but by the result of "
                f"table {table.number} lost no game.",
                "Count the game that was lost by the penalty among the games of the result.",
            )


def _unknown(penalty: Penalty) -> Problem:
    return note(
        penalty.place,
        f"“{penalty.penalty}” is no penalty that changes a result; it is kept as it is.",
        f"Those that do: {', '.join(kind for kind in PenaltyKind)}.",
    )
