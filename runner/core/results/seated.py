"""What a result is read against, and which seat a letter or a name in it means."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core import names, spelling
from runner.core.elimination import Elimination
from runner.core.event import SEAT_LETTERS, Outcome, seat_letter
from runner.core.results.words import GIVEN_UP, WINNER, outcome

SEATS = 3
"""The seats of a team whose members play a match each."""
Taken = tuple[Outcome, Fraction | None]
"""What a seat takes from its table: how it ended for it, and the points where there are some."""


@dataclass(frozen=True, slots=True)
class ByOrder:
    """A table that is decided by who goes out, in order: `taken` gives what each seat takes from a
    game that is over. `by_winner`: it is enough to know who was the last one in."""

    taken: Callable[[Elimination], Sequence[Taken]]
    by_winner: bool


@dataclass(frozen=True, slots=True)
class Across:
    """A table of five that is won by whoever sees the two across out (Two-Color Star)."""


@dataclass(frozen=True, slots=True)
class BySeat:
    """A table of two teams that is won by more matches of their seats (team trios)."""


Order = ByOrder | Across | BySeat
"""How a table is won where that is neither by a game nor by the games of a match."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a result is read against: who sits there, in turn order, and how a match is played.
    `shown` are, seat by seat, the names by which pages may show them; `order` says how
    the table is won where that is neither by a game nor by the games of a match."""

    names: tuple[str, ...]
    best_of: int = 1
    shown: tuple[frozenset[str], ...] = ()
    order: Order | None = None

    @property
    def ordered(self) -> ByOrder | None:
        """What follows where the result is an order, and need be nothing else."""
        return self.order if isinstance(self.order, ByOrder) else None

    @property
    def head_to_head(self) -> bool:
        """Whether two sit at the table, so that games decide the match."""
        return len(self.names) == 2

    @property
    def games_to_win(self) -> int:
        """How many games, or seats of a team, it takes to win a match."""
        return SEATS // 2 + 1 if isinstance(self.order, BySeat) else self.best_of // 2 + 1

    @property
    def letters(self) -> list[str]:
        """What the seats are called."""
        return [seat_letter(at) for at in range(len(self.names))]


class ResultError(ValueError):
    """A result that makes no sense: `column` is "result" or "games", `fix` says what to do.

    Whatever stands in “” in `fix` is accepted when it is typed literally.
    """

    def __init__(self, message: str, fix: str = "", column: str = "result") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix
        self.column = column


def seat_of(text: str, setting: Setting) -> int | None:
    """The seat that a letter, a name, or an unmistakable part of a name means; seats beyond Z have
    numbers."""
    word, seated = names.key(text), setting.names
    letter = word.removeprefix("seat ").rstrip(".!").upper()
    if letter in (letters := setting.letters):
        return letters.index(letter)
    keys = [names.key(name) for name in seated]
    if word and word in keys:
        return keys.index(word)
    like = spelling.folded(text)
    alike = [at for at, name in enumerate(seated) if like in spelling.keys(name)]
    if word and len(alike) == 1:
        return alike[0]
    meant = _like(text, setting)
    if len(meant) == 1:
        return meant[0]
    winner = WINNER.fullmatch(text)
    return seat_of(winner[1], setting) if winner and not meant else None


def unknown(token: str, setting: Setting) -> ResultError:
    """What is wrong with a word that is no seat, no name and no outcome."""
    seated, letter = setting.names, token.upper()
    fix = _which(setting)
    if len(letter) == 1 and letter in SEAT_LETTERS:
        why = f"There is no seat {letter} at this table: it has {len(seated)} seats."
        return ResultError(why, fix)
    if how := outcome(token):
        alone = f"“A {token}”" if setting.head_to_head else f"“B, A {token}”"
        fix = (
            f"Type the seat too: {alone}." if how in GIVEN_UP else "Type the winner’s seat letter."
        )
        return ResultError(f"“{token}” does not say who.", fix)
    if several := _like(token, setting):
        who = [f"{seat_letter(at)} ({seated[at]})" for at in several]
        letters = " or ".join(seat_letter(at) for at in several)
        why = f"“{token}” may be {' or '.join(who)}."
        return ResultError(why, f"Type the seat letter: {letters}.")
    seats = {name: at for at, full in enumerate(seated) for name in (full, *full.split())}
    close = names.nearest(token, filter(None, seats))
    if close:
        at = seats[close]
        return ResultError(
            f"“{token}” does not sit at this table. "
            f"Did you mean “{seated[at]}”, seat {seat_letter(at)}?",
            "" if setting.ordered is None else fix,
        )
    return ResultError(f"“{token}” is not a result.", fix)


def _which(setting: Setting) -> str:
    """What may be typed at such a table."""
    letters = setting.letters
    if setting.ordered is None:
        return f"Type {', '.join(letters)} or draw."
    return f"Type who went out, in order, by seats from {letters[0]} to {letters[-1]}."


def _like(text: str, setting: Setting) -> list[int]:
    """The seats of all who are shown under such a name, or else have it as a part of theirs."""
    word, like = names.key(text), spelling.folded(text)
    shown = [
        at
        for at, each in enumerate(setting.shown)
        if any(like in spelling.keys(name) for name in each if name)
    ]
    if shown or not word:
        return shown if word else []
    keys = map(names.key, setting.names)
    return [at for at, name in enumerate(keys) if name and word in name.replace(",", "").split()]
