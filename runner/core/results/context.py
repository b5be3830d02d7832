"""The context in which a result is parsed: the players of the table, the vocabulary of results,
which seat a letter or name means, and the accepted forms for error messages."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from runner.core import names
from runner.core.identifiers import SEAT_LETTERS, seat_letter
from runner.core.rounds import Elimination, Outcome

OUTCOMES: dict[str, Outcome] = {
    **dict.fromkeys(("win", "wins", "won"), Outcome.WIN),
    **dict.fromkeys(("draw", "draws", "drew", "tie", "tied"), Outcome.DRAW),
    **dict.fromkeys(("loss", "loses", "lost", "lose"), Outcome.LOSS),
    **dict.fromkeys(
        ("penalty", "match loss", "penalty loss", "disqualified", "dq"), Outcome.PENALTY_LOSS
    ),
    **dict.fromkeys(("conceded", "concedes", "concession", "concede"), Outcome.CONCESSION),
    **dict.fromkeys(
        (
            *("no-show", "no show", "noshow", "no showed", "noshowed", "no shows", "noshows"),
            *("ns", "n/s", "n.s.", "dns", "absent", "missing", "never showed", "never showed up"),
            *("not there", "not here", "wasn't there", "wasnt there", "was not there"),
            *("never came", "hasn't shown", "hasn't shown up", "has not shown up"),
            *(
                f"{did} {come}"
                for did in ("didn't", "didnt", "did not", "doesn't", "does not")
                for come in ("show", "show up", "turn up", "come", "appear")
            ),
        ),
        Outcome.NO_SHOW,
    ),
}
GIVEN_UP = (Outcome.CONCESSION, Outcome.PENALTY_LOSS, Outcome.NO_SHOW)
"""Outcomes that are a loss whatever the others at the table get."""
SPELLED = {
    Outcome.WIN: "win",
    Outcome.DRAW: "draw",
    Outcome.LOSS: "loss",
    Outcome.PENALTY_LOSS: "penalty",
    Outcome.CONCESSION: "conceded",
    Outcome.NO_SHOW: "no-show",
}
UNFINISHED = {"unfinished", "unfinished game", "not finished", "time", "timeout", "time out"}
"""Words for an unfinished game, which is a draw (MAMTR App. C)."""
INTENTIONAL = {
    "id", "i.d", "id draw", "draw id", "draw (id)", "intentional", "intentional draw",
    "drawn intentionally", "agreed", "agreed draw", "draw by agreement",
}  # fmt: skip
ALL_DRAW = {"draw", "tie", "=", "drawn", *INTENTIONAL, *UNFINISHED}
NOBODY = {"none", "nobody", "no winner", "double loss"}
OUT = {"out", "is out", "goes out", "went out", "eliminated", "knocked out", "dead"}
PARTS = re.compile(r"\s*[,;、]\s*")
PLAYS_ON = re.compile(r"(.*?)[\s,;:–—-]*\b(?:play(?:s|ing)? on|still playing|new game)", re.I)
WINNER = re.compile(r"(?:winner|won(?: by)?|wins?)(?: is)?[\s:]+(.+)", re.I)
SEVERAL = re.compile(r"\s*[&+]\s*|\s+and\s+", re.I)
WORDS = frozenset(
    {*OUTCOMES, *ALL_DRAW, *NOBODY, *OUT, "drop", "drops", "dropped", "playing on", "bye"}
)
"""Every word that is a result or part of one at some table."""
BOTH = {"both", "double"}
"""Words for both players of a table of two: “both no-show”."""
EVERYBODY = {"all", "everybody", "everyone"}
DASHES = " :-\u2010\u2011\u2012\u2013\u2014"
"""What may stand between a seat and its outcome: “A - no-show”, “no-show: A”."""
_HYPHEN = re.compile(r"\s*[-\u2010-\u2015_]\s*")


def outcome(text: str) -> Outcome | None:
    """Return the outcome that words mean, ignoring hyphens, apostrophes and brackets; None if
    unknown."""
    key = names.key(text)
    if key.startswith("(") and key.endswith(")"):
        key = key[1:-1].strip()
    return OUTCOMES.get(key) or OUTCOMES.get(_HYPHEN.sub(" ", key))


def parts(result: str) -> set[str]:
    """Return the parts of a result between commas, in lower case."""
    return {part.casefold() for part in PARTS.split(result)}


# --- the table and its seats --------------------------------------------------------------------


SEATS = 3
"""The seats of a team whose members play a match each."""
Taken = tuple[Outcome, Fraction | None]
"""The result of a seat: its outcome, and its points if any."""


class ByOrder(NamedTuple):
    """A table that is decided by elimination: `taken` gives the result of each seat of a finished
    game. `by_winner`: it is enough to know who was the last one in."""

    taken: Callable[[Elimination], Sequence[Taken]]
    by_winner: bool


@dataclass(frozen=True, slots=True)
class StarWin:
    """A table of five that a player wins when both opponents are out (Two-Color Star)."""


@dataclass(frozen=True, slots=True)
class BySeat:
    """A table of two teams that is won by winning more seats (team trios)."""


Order = ByOrder | StarWin | BySeat
"""How a table is won if neither by a game nor by the games of a match."""


@dataclass(frozen=True, slots=True)
class ParseContext:
    """The context in which a result is parsed: the players in turn order, and how a match is
    played. `shown` has for each seat the names that pages may show; `order` is how the table is won
    if neither by a game nor by the games of a match."""

    names: tuple[str, ...]
    best_of: int = 1
    shown: tuple[frozenset[str], ...] = ()
    order: Order | None = None

    @property
    def ordered(self) -> ByOrder | None:
        """The order if the table is decided by elimination, else None."""
        return self.order if isinstance(self.order, ByOrder) else None

    @property
    def head_to_head(self) -> bool:
        """Whether the table has two seats, so that games decide the match."""
        return len(self.names) == 2

    @property
    def games_to_win(self) -> int:
        """How many games, or seats of a team, win a match."""
        return SEATS // 2 + 1 if isinstance(self.order, BySeat) else self.best_of // 2 + 1

    @property
    def letters(self) -> list[str]:
        """The letters of the seats."""
        return [seat_letter(at) for at in range(len(self.names))]


class ResultError(ValueError):
    """An invalid result. `code`, `text` and `fix` are those of its problem; `column` is "result" or
    "games". Whatever is between “” in `fix` is accepted when typed literally."""

    def __init__(self, code: str, text: str, fix: str = "", column: str = "result") -> None:
        super().__init__(text)
        self.code, self.text, self.fix, self.column = code, text, fix, column


def seat_of(text: str, context: ParseContext) -> int | None:
    """Return the seat that a letter, a name or an unambiguous part of one means; None if unclear.
    Seats beyond Z have numbers."""
    word, like = names.key(text), names.folded(text)
    letter = word.removeprefix("seat ").rstrip(".!").upper()
    if letter in (letters := context.letters):
        return letters.index(letter)
    keys = [names.key(name) for name in context.names]
    if word and word in keys:
        return keys.index(word)
    alike = [at for at, name in enumerate(context.names) if like in names.keys(name)]
    meant = alike if word and len(alike) == 1 else _like(text, context)
    if len(meant) == 1:
        return meant[0]
    winner = WINNER.fullmatch(text)
    return seat_of(winner[1], context) if winner and not meant else None


def unknown(token: str, context: ParseContext) -> ResultError:
    """Return the error for a word that is no seat, no name and no outcome."""
    seated, letter = context.names, token.upper()
    fix = _which(context)
    if len(letter) == 1 and letter in SEAT_LETTERS:
        return ResultError("result.no-such-seat",
            f"There is no seat {letter} at this table: it has {len(seated)} seats.",
            fix)  # fmt: skip
    if how := outcome(token):
        fix = "Type the winner’s seat letter."
        if how in GIVEN_UP:
            fix = f"Type the seat too: “{'' if context.head_to_head else 'B, '}A {token}”."
        return ResultError("result.outcome-of-nobody", f"“{token}” does not say who.", fix)
    if several := _like(token, context):
        who = [f"{seat_letter(at)} ({seated[at]})" for at in several]
        letters = " or ".join(seat_letter(at) for at in several)
        return ResultError("result.name-of-several", f"“{token}” may be {' or '.join(who)}.",
            f"Type the seat letter: {letters}.")  # fmt: skip
    seats = {name: at for at, full in enumerate(seated) for name in (full, *full.split())}
    if close := names.nearest(token, filter(None, seats)):
        at = seats[close]
        return ResultError("result.name-not-at-table",
            f"“{token}” does not sit at this table. "
            f"Did you mean “{seated[at]}”, seat {seat_letter(at)}?",
            "" if context.ordered is None else fix)  # fmt: skip
    return ResultError("result.unknown", f"“{token}” is not a result.", fix)


def _which(context: ParseContext) -> str:
    letters = context.letters
    if context.ordered is None:
        return f"Type {', '.join(letters)} or draw."
    return f"Type who went out, in order, by seats from {letters[0]} to {letters[-1]}."


def _like(text: str, context: ParseContext) -> list[int]:
    """Return the seats of the players shown under such a name or, if none, with it as a part of
    theirs."""
    word, like = names.key(text), names.folded(text)
    shown = [at for at, each in enumerate(context.shown)
             if any(like in names.keys(name) for name in each if name)]  # fmt: skip
    if shown or not word:
        return shown if word else []
    keys = map(names.key, context.names)
    return [at for at, name in enumerate(keys) if name and word in name.replace(",", "").split()]


# --- the forms that are accepted at a table -----------------------------------------------------


_MANY = 6
"""With more seats than this, forms that list every seat are not offered."""


def with_forms(wrong: ResultError, context: ParseContext) -> ResultError:
    """Return the error with every form that is accepted in its cell added to its fix."""
    forms = games_forms(context) if wrong.column == "games" else result_forms(context)
    quoted = ", ".join(f"“{form}”" for form in forms)
    offer = f"Accepted here: {quoted}." if quoted else ""
    fix = " ".join(filter(None, (wrong.fix, offer)))
    return ResultError(wrong.code, wrong.text, fix, wrong.column)


def result_forms(context: ParseContext) -> tuple[str, ...]:
    """Return the forms for the column Result, the usual ones first."""
    points = (points_each(context),) if len(context.names) <= _MANY else ()
    if context.ordered:
        return (*_orders(context, by_winner=context.ordered.by_winner), *points)
    return (*(_of_two(context) if context.head_to_head else _of_a_pod(context)), *points)


def games_forms(context: ParseContext) -> tuple[str, ...]:
    """Return the forms for the column Games; empty if no games are counted."""
    if context.ordered or len(context.names) > _MANY:
        return ()
    if context.head_to_head:
        return (*usual_games(context), *((seat_games(context),) if _by_seat(context) else ()))
    won = context.games_to_win, *[0] * (len(context.names) - 1)
    return ("-".join(map(str, won)),)


def usual_games(context: ParseContext) -> tuple[str, ...]:
    """Return the usual scores of a match of two: games won by A, by B, and drawn; A's wins
    first."""
    won = context.games_to_win
    ended = (*(("3-0",) if _by_seat(context) else ()), *(f"{won}-{lost}" for lost in range(won)))
    lost = [form[::-1] for form in ended[::-1]]
    in_time = ("1-0", "0-1", "1-1", "1-1-1") if won > 1 else ()
    return (*ended, *lost, *in_time, f"0-0-{2 * won - 1}")


def seat_games(context: ParseContext) -> str:
    """Return an example of the games of each seat of two teams: "2-1, 0-2, 2-1"."""
    won = context.best_of // 2 + 1
    return f"{won}-{won - 1}, 0-{won}, {won}-{won - 1}"


def in_order(context: ParseContext) -> str:
    """Return an example of a whole order: "C, A, B" for four seats."""
    letters = context.letters
    if len(letters) > _MANY:
        return ", ".join((letters[2], letters[0], letters[1], "time"))
    return ", ".join(letter for letter in (*letters[2:-1], *letters[:2]) if letter != letters[-1])


def at_once(context: ParseContext) -> str:
    """Return an example of two players who go out together: "A+F"."""
    return f"{context.letters[0]}+{context.letters[min(5, len(context.names) - 1)]}"


def points_each(context: ParseContext, first: str = "3") -> str:
    """Return an example of points for each seat: "A 3, B 1, C 0, D 0"."""
    points = (first, "1", *["0"] * len(context.names))
    pairs = zip(context.letters, points, strict=False)
    return ", ".join(f"{letter} {amount}" for letter, amount in pairs)


def _by_seat(context: ParseContext) -> bool:
    return isinstance(context.order, BySeat)


def _of_two(context: ParseContext) -> Iterator[str]:
    games = usual_games(context)
    yield from ("A", f"A {games[0]}", *games)
    if _by_seat(context):
        yield seat_games(context)
    yield from ("draw", "ID", "unfinished", "A conceded", "A no-show")
    yield from ("A penalty", "B, A penalty", "none", "both no-show", "A, B drop")


def _of_a_pod(context: ParseContext) -> Iterator[str]:
    yield from ("A", "draw", "ID", "unfinished")
    if isinstance(context.order, StarWin):
        yield from ("A & B", "C, D", "C+D")
    yield from ("draw, B conceded", "A, B conceded", "A, B no-show", "A, B penalty", "none")
    yield f"A, {context.letters[-1]} drop"
    yield from games_forms(context)


def _orders(context: ParseContext, *, by_winner: bool) -> Iterator[str]:
    """Yield the forms of an order of elimination, until one is left or time is up."""
    last = context.letters[-1]
    yield from (in_order(context), f"{last}, time")
    if len(context.names) > 2:
        yield from (f"{at_once(context)}, time", f"{last} no-show, time")
        yield from (f"{last} conceded, time", "all no-show")
    yield from ("time", "draw", "unfinished", "ID", "none", "A, time, A drop")
    if by_winner:
        yield "A wins"
