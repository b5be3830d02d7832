"""The syntax of results: what an organiser types for a table, and the outcome of each seat.

    A                      seat A won, everybody else lost
    Ana Example            the same, by name; an unambiguous part of the name is enough
    draw                   everybody drew
    draw, C conceded       everybody drew but C, who gets nothing (MAMTR 2.1A)
    ID                     everybody drew because they agreed to: an intentional draw
    ID, playing on         a drawn game of a match that is still played: no result yet
    A conceded             head-to-head: B won
    none                   nobody won: everybody lost (a double loss)
    2-1, 1-1-1, 0-0-3      head-to-head games: won by A, won by B, drawn
    B 2-1                  head-to-head, the winner's games first: the same as 1-2
    A no-show, both ns     head-to-head: who did not come; in a pod "B, A no-show"
    A 3, B 1, C 0, D 0     points per seat
    B win, A penalty, ...  any mixture, one outcome per seat
    2-1, 0-2, 2-1          two teams, seat against seat: the games of each (`games`)
    A, D drop              seat A won, and D leaves the event after this round

Letters mean something else at a table that is decided by elimination (`order`), and two can win at
a table of Two-Color Star (`outcomes`). `parse` and `spell` are inverses for every result that can
occur (docs/rules.md 2).
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction

from runner.core import names
from runner.core import numbers as fractions
from runner.core.identifiers import seat_letter
from runner.core.results.context import (
    ALL_DRAW,
    GIVEN_UP,
    INTENTIONAL,
    PARTS,
    PLAYS_ON,
    SEVERAL,
    SPELLED,
    WORDS,
    ByOrder,
    BySeat,
    Order,
    ParseContext,
    ResultError,
    StarWin,
    Taken,
    games_forms,
    in_order,
    parts,
    result_forms,
    seat_of,
    unknown,
    usual_games,
    with_forms,
)
from runner.core.results.games import (
    GAMES,
    agree,
    are_duels,
    beyond,
    duels_text,
    from_games,
    games_of,
    games_text,
    implied_games,
    numbers,
    read_duels,
    score,
    winner_first,
)
from runner.core.results.order import by_order, order_of, read
from runner.core.results.outcomes import star_ended, stated
from runner.core.rounds import Outcome, Seat, Table

__all__ = ["GIVEN_UP", "WORDS", "ByOrder", "BySeat", "Order", "ParseContext", "ResultError"]
__all__ += ["StarWin", "Taken", "beyond", "from_games", "games_forms", "implied_games", "parse"]
__all__ += ["result_forms", "says_drop", "spell", "usual_games", "with_forms"]

# --- reading ------------------------------------------------------------------------------------


_DROPS = re.compile(r"(?:(.+?)\s+)?drop(?:s|ped|ping)?(?:\s+out)?|drops?[\s:]+(.+)", re.I)


def parse(result: str, games: str, ids: Sequence[str], context: ParseContext) -> Table:
    """Return the table (with number 0) for the texts typed under Result and Games. Two empty texts
    mean that the table is still playing. If only games are given, the outcomes follow from them:
    most games won wins the match, equal is a draw (MTR 2.1; MAMTR App. C). A full stop or an
    exclamation mark after a result is ignored.

    Raise ResultError, with every form that is accepted there, if the result is invalid. Whether the
    number of games is possible is checked by `beyond`.
    """
    try:
        return _parsed(result, games, ids, context)
    except ResultError as wrong:
        plain = result.rstrip(" .!")  # only now: a name may end with a full stop
        if plain not in ("", result):
            with suppress(ResultError):
                return _parsed(plain, games, ids, context)
        raise with_forms(wrong, context) from None


def _parsed(result: str, games: str, ids: Sequence[str], context: ParseContext) -> Table:
    typed = names.clean(result)
    result, leaving = _without_drops(typed, context)
    table = (
        _with_order(result, games, ids, context, context.ordered)
        if context.ordered
        else _without_leaving(result, games, ids, context)
    )
    if leaving and not (table.finished or table.out):
        raise ResultError("result.drop-without-result",
            f"“{typed}” says who drops, but not how the match ended.",
            "Type as well who went out: “{0}, {0} drop”.".format(seat_letter(leaving[0]))
            if context.ordered
            else "Type the result as well, such as “B, A drop” or “draw, A drop”.")  # fmt: skip
    in_game = [at for at in leaving if context.ordered and table.out and ids[at] in table.still_in]
    if in_game and not table.finished:
        letter = seat_letter(in_game[0])
        raise ResultError("result.drop-but-still-in",
            f"“{typed}” says that seat {letter} drops, but not that they are out of the game.",
            f"Type both, in the order of who went out: “{letter}, {letter} drop”.")  # fmt: skip
    return replace(table, drops=tuple(ids[at] for at in leaving))


def _without_drops(text: str, context: ParseContext) -> tuple[str, tuple[int, ...]]:
    """Return the result without the parts that say who drops, and the seats of those players."""
    if seat_of(text, context) is not None:
        return text, ()
    whole = _DROPS.fullmatch(text)  # a name may hold a comma
    pieces = (
        [text]
        if whole and (whole[1] or whole[2]) and seat_of(whole[1] or whole[2], context) is not None
        else PARTS.split(text)
    )
    dropping = {part: match[1] or match[2] for part in pieces
            if (match := _DROPS.fullmatch(part)) and seat_of(part, context) is None}  # fmt: skip
    if not dropping:
        return text, ()
    leaving = []
    if None in dropping.values():
        example = f"{'A' if context.ordered else context.letters[-1]} drop"
        raise ResultError("result.drop-of-nobody",
            f"“{text}” does not say who drops.",
            f"Type the seat too: “A, {example}”.")  # fmt: skip
    for who in (each for all_ in dropping.values() for each in SEVERAL.split(all_)):
        if (at := seat_of(who, context)) is None:
            raise unknown(who, context)
        leaving.append(at)
    return ", ".join(part for part in pieces if part not in dropping), tuple(leaving)


def says_drop(text: str) -> bool:
    """Return whether a text says only that somebody drops: "drop", "Ana drops"."""
    return _DROPS.fullmatch(names.clean(text)) is not None


def _with_order(
    result: str, games: str, ids: Sequence[str], context: ParseContext, form: ByOrder
) -> Table:
    """Return a table that is decided by elimination, from a whole or partial order."""
    if counted := games.strip() or (result if GAMES.fullmatch(result) else ""):
        raise ResultError("result.games-at-ordered-table",
            f"“{counted}” counts games, but at this table it counts who went out, in order.",
            f"{'Clear Games, and type' if games.strip() else 'Type'} who went out under Result: "
            f"“{in_order(context)}”.",
            "games" if games.strip() else "result")  # fmt: skip
    if result and by_order(result, context):
        table = read(result, ids, context, form)
    else:
        table = replace(_without_leaving(result, "", ids, context), out=() if result else None)
    if not table.finished:
        return table
    won, drawn = implied_games([seat.outcome for seat in table.seats], context)
    seats = (replace(seat, games_won=each) for seat, each in zip(table.seats, won, strict=True))
    return replace(table, seats=tuple(seats), games_drawn=drawn)


def _without_leaving(result: str, games: str, ids: Sequence[str], context: ParseContext) -> Table:
    """Return the table for a result without drops."""
    if context.head_to_head and (are_duels(games) or are_duels(result)):
        return _of_duels(result, games, ids, context)
    if plays_on := PLAYS_ON.fullmatch(result):
        return _playing_on(result, plays_on[1], games, ids)
    won: tuple[int, ...] | None = None
    drawn = 0
    result = winner_first(result, context) or result
    if GAMES.fullmatch(result):
        if games and numbers(games) != numbers(result):
            raise ResultError("result.result-and-games-differ",
                f"Result says {result} and Games says {games}.",
                "Keep one of them.")  # fmt: skip
        won, drawn = games_of(result, len(ids), "result")
        result = ""
    elif games.strip():
        won, drawn = games_of(games, len(ids), "games")
    if not result:
        outcomes = from_games(won) if won else tuple(None for _ in ids)
        stated_outcome = won is None or not context.head_to_head
        table = _table(ids, outcomes, won, drawn, stated=stated_outcome)
        return replace(table, intentional=bool(won) and _nothing_played(won or (), drawn, context))
    if isinstance(context.order, StarWin) and (of_star := star_ended(result, context)):
        won, drawn = implied_games(of_star, context)
        finished = None not in of_star
        return _table(ids, of_star, won if finished else None, drawn * finished, stated=True)
    outcomes, numeric = stated(result, context)
    agreed = bool(parts(result) & INTENTIONAL) or _nothing_played(won or (), drawn, context)
    if won is None:
        won, drawn = implied_games(outcomes, context)
        if result.casefold() in INTENTIONAL:
            drawn = context.best_of
    else:
        agree(outcomes, won, result, games)
    table = _table(ids, outcomes, won, drawn, stated=True, points=numeric)
    return replace(table, intentional=agreed)


def _of_duels(result: str, games: str, ids: Sequence[str], context: ParseContext) -> Table:
    """Return a table of two teams with the games of each seat, which determine its result."""
    column = "games" if are_duels(games) else "result"
    duels = read_duels(games if column == "games" else result, column)
    won, drawn = score(duels)
    typed, beside = (result, "") if column == "games" else ("", games)
    for other in filter(None, (typed if GAMES.fullmatch(typed) else "", beside.strip())):
        if games_of(other, len(ids), column) != (won, drawn):
            raise _other_score(other, won, drawn)
    outcome_typed = "" if not typed or GAMES.fullmatch(typed) else typed
    table = _without_leaving(outcome_typed, games_text(won, drawn), ids, context)
    outcomes, by_games = [seat.outcome for seat in table.seats], from_games(won)
    if not any(each in GIVEN_UP for each in outcomes) and tuple(outcomes) != by_games:
        raise _other_score(typed, won, drawn)
    return replace(table, duels=duels)


def _other_score(typed: str, won: Sequence[int], drawn: int) -> ResultError:
    return ResultError("result.seats-and-result-differ",
        f"Result says {typed}, but the matches of the seats come to {games_text(won, drawn)}.",
        "Correct the one that is wrong; each group counts the first team first.")  # fmt: skip


def _nothing_played(won: Sequence[int], drawn: int, context: ParseContext) -> bool:
    """Return whether the games are those of an intentional draw: 0-0-3 (MTR 2.5)."""
    return context.head_to_head and not any(won) and drawn == context.best_of


def _playing_on(result: str, drawn: str, games: str, ids: Sequence[str]) -> Table:
    """Return a table that plays on after a drawn game: without a result, perhaps marked
    `intentional`."""
    words = parts(drawn) - {""}
    if games.strip() or not words <= ALL_DRAW:
        raise ResultError("result.result-but-still-playing",
            f"“{result}” is a result, and says as well that the table still plays.",
            "Type the result alone; or, after a game drawn by agreement, “ID, playing on”.",
        )  # fmt: skip
    return Table(0, tuple(map(Seat, ids)), intentional=bool(words & INTENTIONAL))


def _table(
    ids: Sequence[str],
    outcomes: Sequence[Outcome | None],
    won: Sequence[int] | None,
    drawn: int,
    *,
    stated: bool,
    points: Sequence[Fraction | None] | None = None,
) -> Table:
    nothing = [None] * len(ids)
    seats = map(Seat, ids, outcomes, won or nothing, points or nothing)
    return Table(0, tuple(seats), drawn, stated)


# --- writing ------------------------------------------------------------------------------------


def spell(table: Table, best_of: int = 1) -> tuple[str, str]:
    """Return what to type under Result and Games so that `parse` returns this table."""
    outcomes = tuple(seat.outcome for seat in table.seats)
    if table.out is not None and (table.out or not _states(table)):
        return order_of(table), ""
    if not any(outcomes):
        return ("ID, playing on" if table.intentional else ""), ""
    won = tuple(seat.games_won or 0 for seat in table.seats)
    games = games_text(won, table.games_drawn)
    if table.duels:
        return (_spelled(table) if table.outcome_stated else ""), duels_text(table.duels)
    if not table.outcome_stated:
        return games, ""
    context = ParseContext(("",) * len(outcomes), best_of)
    implied = (won, table.games_drawn) == implied_games(outcomes, context)
    return _spelled(table), "" if implied else games


def _states(table: Table) -> bool:
    """Return whether a table without an order has outcomes stated seat by seat, or points other
    than 0."""
    outcomes = {seat.outcome for seat in table.seats}
    if outcomes == {Outcome.POINTS}:
        return any(seat.points for seat in table.seats)
    return bool(outcomes) and outcomes.isdisjoint({None, Outcome.WIN, Outcome.DRAW})


def _spelled(table: Table) -> str:
    outcomes = [seat.outcome for seat in table.seats]
    if all(outcome is Outcome.POINTS for outcome in outcomes):
        return ", ".join(
            f"{seat_letter(at)} {fractions.as_text(seat.points or Fraction(0))}"
            for at, seat in enumerate(table.seats)
        )
    won = [seat_letter(at) for at, each in enumerate(outcomes) if each is Outcome.WIN]
    if won and Outcome.DRAW not in outcomes:
        main, usual = " & ".join(won), Outcome.LOSS
    elif Outcome.DRAW in outcomes:
        main, usual = ("ID" if table.intentional else "draw"), Outcome.DRAW
    else:
        main, usual = "none", Outcome.LOSS
    others = [
        f"{seat_letter(at)} {SPELLED[outcome]}"
        for at, outcome in enumerate(outcomes)
        if outcome is not None and outcome not in (usual, Outcome.WIN)
    ]
    return ", ".join([main, *others])
