"""The effect of penalties on results: a match loss loses the match, a disqualification also the
rest.

The reported results stay as typed; these are the results that count (docs/rules.md 2). A game loss
is one of the games of the match; if the typed games do not include it, it counts in addition, with
a warning. A player who loses enough games by it has lost the match; in a best of one, at once.

A match of two that one player conceded or lost by a penalty also stays as reported. The other
player has won it with the games needed; the one who gave up keeps the games they had won, except
the last: after 1-0 or 2-0 in a best of three a concession counts 2-1 (MTR 2.5).
"""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from typing import NamedTuple

from runner.compute.reconcile.players import PlayerResolver
from runner.core import names
from runner.core.event import Event, Penalty
from runner.core.identifiers import RoundId, seat_letter
from runner.core.player import Player
from runner.core.problems import Problem, error, note, warning
from runner.core.results import GIVEN_UP, from_games
from runner.core.results.games import games_text
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.rules.ruleset import BestOf, games_in


class PenaltyKind(StrEnum):
    """The penalties that have an effect; others are recorded only."""

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


def kind_of(penalty: Penalty) -> PenaltyKind | None:
    """Return the kind of a penalty, in any spelling; None if it is unknown."""
    spelt = names.key(penalty.penalty).replace("-", " ")
    return next((kind for kind in PenaltyKind if kind == spelt), _ALSO.get(spelt))


def disqualified(penalties: Iterable[Penalty], directory: PlayerResolver) -> dict[str, int]:
    """Return the round in which each player was disqualified, by id; the first if there are
    several."""
    lines = [each for each in penalties if kind_of(each) is PenaltyKind.DISQUALIFICATION]
    rounds_of = {directory.find(line.player): line.round
             for line in sorted(lines, key=lambda line: -line.round)}  # fmt: skip
    return {who: number for who, number in rounds_of.items() if who is not None}


class _Line(NamedTuple):
    """A known penalty of a player who sat at that table of that round."""

    penalty: Penalty
    kind: PenaltyKind
    who: str
    round: RoundId
    table: Table
    games: int

    @property
    def of(self) -> tuple[RoundId, str]:
        """The match that it is about."""
        return self.round, self.who

    def loses_match(self, games_lost: int) -> bool:
        """Return whether the match is lost by a player who has so many game losses in it."""
        if self.kind is not PenaltyKind.GAME_LOSS:
            return self.kind in _LOSES_MATCH
        needed, duel = self.games // 2 + 1, len(self.table.seats) == 2
        return games_lost >= needed and (duel or self.games == 1)


def penalise(
    event: Event, rounds: Mapping[RoundId, Round], best_of: Mapping[int, BestOf]
) -> tuple[dict[RoundId, Round], tuple[Player, ...], list[Problem]]:
    """Return rounds and players with the effect of all penalties, in whatever order they were
    typed, and the problems. A pod whose winner has lost the match has no result, and a problem asks
    who won."""
    players, penalties = event.players, event.penalties
    directory = PlayerResolver({player.id: player for player in players}, {})
    problems = [
        note(
            "penalty.unknown",
            penalty.place,
            f"“{penalty.penalty}” is not a penalty that changes a result; it is only recorded.",
            f"Those that do: {', '.join(PenaltyKind)}.",
        )
        for penalty in penalties
        if kind_of(penalty) is None
    ]
    lines = [*_lines(rounds, directory, penalties, best_of)]
    games_lost = Counter(line.of for line in lines if line.kind is PenaltyKind.GAME_LOSS)
    out = {line.of: line for line in lines if line.loses_match(games_lost[line.of])}
    changed = dict(rounds)
    for line in out.values():
        open_ = {table.number for table in rounds[line.round].tables if _plays(table)}
        changed[line.round] = _match_lost(changed[line.round], line.who, open_)
    for line in {each.of: each for each in lines if each.kind is PenaltyKind.GAME_LOSS}.values():
        if line.of not in out:
            changed[line.round], wrong = _game_lost(changed[line.round], line, games_lost[line.of])
            problems += wrong
    for line in out.values():
        if _without_winner(line, changed[line.round]):
            problems.append(_who_won(line, event))
            open_again = Table(line.table.number, tuple(map(Seat, line.table.players)))
            changed[line.round] = _with_table(changed[line.round], open_again)
    left = disqualified(penalties, directory)
    return changed, tuple(removed(player, left) for player in players), problems


def _lines(
    rounds: Mapping[RoundId, Round],
    directory: PlayerResolver,
    penalties: Iterable[Penalty],
    best_of: Mapping[int, BestOf],
) -> Iterator[_Line]:
    order = sorted(rounds)
    for penalty in penalties:
        kind, who = kind_of(penalty), directory.find(penalty.player)
        if kind is None or who is None or not 1 <= penalty.round <= len(order):
            continue
        id_ = order[penalty.round - 1]
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        if (table := _table_of(rounds[id_], who)) is not None:
            yield _Line(penalty, kind, who, id_, table, games)


def _table_of(now: Round, who: str) -> Table | None:
    return next((table for table in now.tables if who in table.players), None)


def _match_lost(now: Round, who: str, open_: Container[int]) -> Round:
    """Return the round with the match lost: a pod plays on until it has a result, a match of two is
    over."""
    table = _table_of(now, who)
    lost = table and (table.finished or table.number in open_)
    return _with_table(now, _lost_by(table, who)) if table and lost else now


def _without_winner(line: _Line, now: Round) -> bool:
    """Return whether a pod's winner lost the match by this penalty, and another player may have won
    it."""
    reported = {seat.player: seat.outcome for seat in line.table.seats}
    if len(reported) == 2 or reported[line.who] is not Outcome.WIN:
        return False
    table = _table_of(now, line.who)
    left = {seat.outcome for seat in table.seats} if table else set()
    return Outcome.WIN not in left and not left <= {None, *GIVEN_UP}


def _who_won(line: _Line, event: Event) -> Problem:
    """Return the question who won the pod, at the cell of its result."""
    penalty, table = line.penalty, line.table
    row = event.table_rows(line.round).get(table.number)
    winners = _winners(table, line.who)
    noted = f" ({penalty.place.in_words})" if penalty.place.cell else ""
    return error("penalty.winner-lost", row.reported_at if row else penalty.place,
        f"{penalty.player} is the winner of table {table.number} in {event.title(line.round)}, but "
        f"has a {line.kind} there{noted}, which is not a win.",
        f"{winners}, “draw” where the others drew, or “none” where nobody won; or "
        "correct the penalty. The table counts as still playing until then.")  # fmt: skip


def _winners(table: Table, without: str) -> str:
    """Return how to type that somebody else has won the pod. If elimination decides it, all went
    out in the same order, the penalised player first, and the last of them has won."""
    letters = {
        seat.player: seat_letter(at)
        for at, seat in enumerate(table.seats)
        if seat.player != without and seat.outcome not in GIVEN_UP
    }
    if table.out is None:
        return f"Type who won: {', '.join(f'“{letter}”' for letter in letters.values())}"
    went = [player for player in table.eliminated if player in letters]
    others = [letters[player] for player in dict.fromkeys((*went, *letters))]
    penalised = f"{seat_letter(table.players.index(without))} penalty"
    order = ", ".join((penalised, *others[:-1]))
    return f"Type again who went out, in order, without the one who has won then, such as “{order}”"


def _with_table(now: Round, changed: Table) -> Round:
    """Return the round with a table as it counts; what somebody has won is no agreed draw."""
    won = any(seat.outcome is Outcome.WIN for seat in changed.seats)
    changed = replace(changed, intentional=changed.intentional and not won)
    tables = (changed if each.number == changed.number else each for each in now.tables)
    return replace(now, tables=tuple(tables))


def _plays(table: Table) -> bool:
    return len(table.seats) == 2 and not any(seat.outcome for seat in table.seats)


def _lost_by(table: Table, who: str) -> Table:
    """Return the table with the player's match lost; in head-to-head the opponent has won."""
    duel = len(table.seats) == 2

    def counted(seat: Seat) -> Seat:
        if seat.player == who:
            return replace(seat, outcome=Outcome.PENALTY_LOSS, points=None)
        if duel and seat.outcome in (None, Outcome.LOSS, Outcome.DRAW):
            return replace(seat, outcome=Outcome.WIN)
        return seat

    return replace(table, seats=tuple(counted(seat) for seat in table.seats), outcome_stated=True)


def removed(player: Player, left: Mapping[str, int]) -> Player:
    """Return the player, dropped permanently after the round of a disqualification."""
    if player.id not in left:
        return player
    drops = (left[player.id], left[player.id] if player.drops_after is None else player.drops_after)
    return replace(player, drops_after=min(drops), returns=None)


def _game_lost(now: Round, line: _Line, lost: int) -> tuple[Round, list[Problem]]:
    """Return the round with the player's game losses counted, `lost` in this match, and a warning
    if the typed games did not include them. In a pod nobody is credited with such a game."""
    table, penalty, who = _table_of(now, line.who) or line.table, line.penalty, line.who
    duel = len(table.seats) == 2
    others = [seat.games_won or 0 for seat in table.seats if seat.player != who]
    if not table.finished or max(others, default=0) >= (lost if duel else 1):
        return now, []
    counts = _with_game(table, who, lost) if duel else table
    games = games_text([seat.games_won or 0 for seat in counts.seats], counts.games_drawn)
    counted_as = f"; it counts as {games}" if counts != table else ""
    few = "no game" if lost == 1 else "fewer games"
    wrong = warning("penalty.game-not-counted", penalty.place,
        f"{penalty.player} has a game loss in round {penalty.round}, but by the result of table "
        f"{table.number} lost {few}{counted_as}.",
        "Count the game that was lost by the penalty among the games of the result.")  # fmt: skip
    return _with_table(now, counts), [wrong]


def _with_game(table: Table, who: str, lost: int) -> Table:
    """Return the match with so many games for the opponent, unless the two agreed to a draw."""
    agreed = table.outcome_stated and all(seat.outcome is Outcome.DRAW for seat in table.seats)
    if agreed or table.intentional:
        return table
    won = [seat.games_won or 0 if seat.player == who else lost for seat in table.seats]
    outcomes = [seat.outcome for seat in table.seats] if table.outcome_stated else from_games(won)
    return _with_games(table, won, outcomes)


# --- concessions --------------------------------------------------------------------------------


def apply_concessions(
    rounds: Mapping[RoundId, Round], best_of: Mapping[int, BestOf]
) -> dict[RoundId, Round]:
    """Return the rounds with matches that one player gave up as they count."""
    return {
        id_: replace(
            now,
            tables=tuple(
                _counted(table, games_in(best_of.get(id_.phase, 1), id_.number))
                for table in now.tables
            ),
        )
        for id_, now in rounds.items()
    }


def _counted(table: Table, best_of: int) -> Table:
    gave_up = [seat.outcome in GIVEN_UP for seat in table.seats]
    if len(gave_up) != 2 or not any(gave_up):
        return table
    won, needed = [seat.games_won or 0 for seat in table.seats], best_of // 2 + 1
    if all(gave_up):
        return _with_games(table, won, [seat.outcome for seat in table.seats])
    if table.seats[gave_up.index(False)].outcome not in (Outcome.WIN, Outcome.DRAW):
        return table
    nothing_played = not any(won) and table.games_drawn == best_of
    won = [min(games, needed - 1) if lost else max(games, needed)
           for games, lost in zip(won, gave_up, strict=True)]  # fmt: skip
    counted = replace(table, games_drawn=0 if nothing_played else table.games_drawn)
    outcomes = [seat.outcome if lost else Outcome.WIN
                for seat, lost in zip(table.seats, gave_up, strict=True)]  # fmt: skip
    return _with_games(counted, won, outcomes)


def _with_games(table: Table, won: Sequence[int], outcomes: Sequence[Outcome | None]) -> Table:
    seats = (
        replace(seat, games_won=games, outcome=outcome)
        for seat, games, outcome in zip(table.seats, won, outcomes, strict=True)
    )
    return replace(table, seats=tuple(seats))
