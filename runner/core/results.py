"""The language of results: what an organiser types for a table, and what each seat took from it.

    A                      seat A won, everybody else lost
    Ana Example            the same, by name; a part of the name does where it is clear
    draw                   everybody drew
    draw, C conceded       everybody drew but C, who gets nothing (MAMTR 2.1A)
    ID                     everybody drew because they agreed to: an intentional draw
    ID, playing on         a drawn game of a match that is still played: no result yet
    A conceded             head-to-head: B won
    none                   nobody won: everybody lost (a double loss)
    2-1, 1-1-1, 0-0-3      head-to-head games: won by A, won by B, drawn
    A 3, B 1, C 0, D 0     points per seat
    B win, A penalty, ...  any mixture, one outcome a seat
    A, D drop              seat A won, and D leaves the event after this round

`parse` and `spell` are inverses for every result that can occur (docs/rules.md 2).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from runner.core import names, spelling
from runner.core import numbers as fractions
from runner.core.event import SEAT_LETTERS, Outcome, Seat, Table

_WORDS: dict[str, Outcome] = {
    **dict.fromkeys(("win", "wins", "won"), Outcome.WIN),
    **dict.fromkeys(("draw", "draws", "drew", "tie", "tied"), Outcome.DRAW),
    **dict.fromkeys(("loss", "loses", "lost", "lose"), Outcome.LOSS),
    **dict.fromkeys(
        ("penalty", "match loss", "penalty loss", "disqualified", "dq"), Outcome.PENALTY_LOSS
    ),
    **dict.fromkeys(("conceded", "concedes", "concession", "concede"), Outcome.CONCESSION),
    **dict.fromkeys(("no-show", "no show", "noshow", "absent"), Outcome.NO_SHOW),
}
GIVEN_UP = (Outcome.CONCESSION, Outcome.PENALTY_LOSS, Outcome.NO_SHOW)
"""How a player loses whatever the others at the table take."""
_SPELLED = {
    Outcome.WIN: "win",
    Outcome.DRAW: "draw",
    Outcome.LOSS: "loss",
    Outcome.PENALTY_LOSS: "penalty",
    Outcome.CONCESSION: "conceded",
    Outcome.NO_SHOW: "no-show",
}
_UNFINISHED = {"unfinished", "unfinished game", "not finished", "time", "timeout", "time out"}
# is a draw (MAMTR App. C)
_INTENTIONAL = {"id", "intentional draw", "drawn intentionally", "agreed draw"}
_ALL_DRAW = {"draw", "tie", "=", "drawn", *_INTENTIONAL, *_UNFINISHED}
_NOBODY = {"none", "nobody", "no winner", "double loss"}
_PARTS = re.compile(r"\s*[,;]\s*")
_PLAYS_ON = re.compile(r"(.*?)[\s,;:–—-]*\b(?:play(?:s|ing)? on|still playing|new game)", re.I)
_DROPS = re.compile(r"(?:(.+?)\s+)?drop(?:s|ped|ping)?(?:\s+out)?|drops?[\s:]+(.+)", re.I)
_WINNER = re.compile(r"(?:winner|won(?: by)?|wins?)(?: is)?[\s:]+(.+)", re.I)
_SEVERAL = re.compile(r"\s*[&+]\s*|\s+and\s+", re.I)
_GAMES = re.compile(r"\d{1,2}(?:\s*[-–—−:/]\s*\d{1,2})+")
WORDS = frozenset({*_WORDS, *_ALL_DRAW, *_NOBODY, "drop", "drops", "dropped", "playing on", "bye"})
"""Whatever is a result, or part of one, whoever sits at the table."""
_HOW = "Type the winner’s seat letter, “draw”, or one outcome a seat such as “draw, C conceded”."


class ResultError(ValueError):
    """A result that makes no sense: `column` is "result" or "games", `fix` says what to do."""

    def __init__(self, message: str, fix: str = _HOW, column: str = "result") -> None:
        super().__init__(message)
        self.message = message
        self.fix = fix
        self.column = column


@dataclass(frozen=True, slots=True)
class Setting:
    """What a result is read against: who sits there, in turn order, and how a match is played.
    `shown` are, seat by seat, the names by which pages may show them."""

    names: tuple[str, ...]
    best_of: int = 1
    shown: tuple[frozenset[str], ...] = ()

    @property
    def head_to_head(self) -> bool:
        """Whether two sit at the table, so that games decide the match."""
        return len(self.names) == 2


def parse(result: str, games: str, ids: Sequence[str], setting: Setting) -> Table:
    """The table (number 0) with what was typed for it; raises ResultError.

    Both texts empty means that the table still plays. Where only games are given, the outcomes
    follow from them: most games won wins the match, equal is a draw (MTR 2.1; MAMTR App. C).
    """
    typed = names.clean(result)
    result, leaving = _without_drops(typed, setting)
    table = _without_leaving(result, games, ids, setting)
    if leaving and not table.finished:
        raise ResultError(
            f"“{typed}” says who drops, but not how the match ended.",
            "Type the result as well, such as “B, A drop” or “draw, A drop”.",
        )
    return replace(table, drops=tuple(ids[at] for at in leaving))


def _without_drops(text: str, setting: Setting) -> tuple[str, tuple[int, ...]]:
    """What is left without the parts that say who drops, and the seats of those."""
    if _seat(text, setting) is not None:
        return text, ()
    whole = _DROPS.fullmatch(text)  # a name may hold a comma
    parts = (
        [text]
        if whole and (whole[1] or whole[2]) and _seat(whole[1] or whole[2], setting) is not None
        else _PARTS.split(text)
    )
    said = {part: found[1] or found[2] for part in parts
            if (found := _DROPS.fullmatch(part)) and _seat(part, setting) is None}  # fmt: skip
    if not said:
        return text, ()
    leaving = []
    if None in said.values():
        raise ResultError(f"“{text}” does not say who drops.", "Type the seat too: “A, D drop”.")
    for who in (each for all_ in said.values() for each in _SEVERAL.split(all_)):
        if (at := _seat(who, setting)) is None:
            raise _unknown(who, setting)
        leaving.append(at)
    return ", ".join(part for part in parts if part not in said), tuple(leaving)


def says_drop(text: str) -> bool:
    """Whether this says no more than that somebody drops: "drop", "Ana drops"."""
    return _DROPS.fullmatch(names.clean(text)) is not None


def _without_leaving(result: str, games: str, ids: Sequence[str], setting: Setting) -> Table:
    """The table with its result, in which nobody is said to drop."""
    if plays_on := _PLAYS_ON.fullmatch(result):
        return _playing_on(result, plays_on[1], games, ids)
    won: tuple[int, ...] | None = None
    drawn = 0
    if _GAMES.fullmatch(result):
        if games and _numbers(games) != _numbers(result):
            raise ResultError(f"Result says {result} and Games says {games}.", "Keep one of them.")
        won, drawn = _games(result, len(ids), "result")
        result = ""
    elif games.strip():
        won, drawn = _games(games, len(ids), "games")
    if not result:
        outcomes = from_games(won) if won else tuple(None for _ in ids)
        stated = won is None or not setting.head_to_head
        table = _table(ids, outcomes, won, drawn, stated=stated)
        return replace(table, intentional=bool(won) and _nothing_played(won or (), drawn, setting))
    outcomes, numeric = _stated(result, setting)
    agreed = bool(_words(result) & _INTENTIONAL)
    if won is None:
        won, drawn = implied_games(outcomes, setting)
        if result.casefold() in _INTENTIONAL:
            drawn = setting.best_of
    else:
        _agree(outcomes, won, result, games)
    table = _table(ids, outcomes, won, drawn, stated=True, points=numeric)
    return replace(table, intentional=agreed or _nothing_played(won, drawn, setting))


def _words(result: str) -> set[str]:
    """What stands between the commas of a result."""
    return {part.casefold() for part in _PARTS.split(result)}


def _nothing_played(won: Sequence[int], drawn: int, setting: Setting) -> bool:
    """Whether these games are those of an intentional draw: 0-0-3 (MTR 2.5)."""
    return setting.head_to_head and not any(won) and drawn == setting.best_of


def _playing_on(result: str, drawn: str, games: str, ids: Sequence[str]) -> Table:
    """A table that plays on after a drawn game: it has no result, but may be marked."""
    words = _words(drawn) - {""}
    if games.strip() or not words <= _ALL_DRAW:
        raise ResultError(
            f"“{result}” is a result, and says as well that the table still plays.",
            "Type the result alone; or, after a game drawn by agreement, “ID, playing on”.",
        )
    return Table(0, tuple(map(Seat, ids)), intentional=bool(words & _INTENTIONAL))


def implied_games(
    outcomes: Sequence[Outcome | None], setting: Setting
) -> tuple[tuple[int, ...], int]:
    """Games won by each seat, and games drawn, where only the match result was given.

    The winner has as many games as it takes to win; a drawn head-to-head match counts as
    intentional, 0-0-3 in a best of three (MTR 2.4); a drawn pod has no games.
    """
    needed = setting.best_of // 2 + 1
    won = tuple(needed if outcome is Outcome.WIN else 0 for outcome in outcomes)
    all_drew = bool(outcomes) and all(outcome is Outcome.DRAW for outcome in outcomes)
    return won, setting.best_of if all_drew and setting.head_to_head else 0


def spell(table: Table, best_of: int = 1) -> tuple[str, str]:
    """What to type into Result and Games so that `parse` gives this table again."""
    outcomes = tuple(seat.outcome for seat in table.seats)
    if not any(outcomes):
        return "", ""
    won = tuple(seat.games_won or 0 for seat in table.seats)
    games = "-".join(map(str, won))
    if table.games_drawn:
        games += f"-{table.games_drawn}"
    if not table.outcome_stated:
        return games, ""
    setting = Setting(("",) * len(outcomes), best_of)
    implied = (won, table.games_drawn) == implied_games(outcomes, setting)
    return _spelled(table), "" if implied else games


def _spelled(table: Table) -> str:
    outcomes = [seat.outcome for seat in table.seats]
    letters = SEAT_LETTERS
    if all(outcome is Outcome.POINTS for outcome in outcomes):
        return ", ".join(
            f"{letters[at]} {fractions.as_text(seat.points or Fraction(0))}"
            for at, seat in enumerate(table.seats)
        )
    if outcomes.count(Outcome.WIN) == 1 and Outcome.DRAW not in outcomes:
        main, usual = letters[outcomes.index(Outcome.WIN)], Outcome.LOSS
    elif Outcome.DRAW in outcomes:
        main, usual = "draw", Outcome.DRAW
    else:
        main, usual = "none", Outcome.LOSS
    others = [
        f"{letters[at]} {_SPELLED[outcome]}"
        for at, outcome in enumerate(outcomes)
        if outcome is not None and outcome not in (usual, Outcome.WIN)
    ]
    return ", ".join([main, *others])


def _table(
    ids: Sequence[str],
    outcomes: Sequence[Outcome | None],
    won: Sequence[int] | None,
    drawn: int,
    *,
    stated: bool,
    points: Sequence[Fraction | None] | None = None,
) -> Table:
    seats = tuple(
        Seat(player, outcomes[at], won[at] if won else None, points[at] if points else None)
        for at, player in enumerate(ids)
    )
    return Table(0, seats, drawn, stated)


def _numbers(text: str) -> list[int]:
    return list(map(int, re.findall(r"\d+", text)))


def _games(text: str, seats: int, column: str) -> tuple[tuple[int, ...], int]:
    """Games won by each seat and games drawn, from "2-1", "1-1-1" or "1-0-0-0"."""
    if not _GAMES.fullmatch(text.strip()):
        raise ResultError(
            f"“{text}” is not a number of games for each seat.",
            "Type the games each seat won, then the drawn ones if any: 2-1 or 1-1-1.",
            column,
        )
    numbers = _numbers(text)
    if len(numbers) not in (seats, seats + 1):
        raise ResultError(
            f"“{text}” gives {len(numbers)} numbers for {seats} seats.",
            f"Type {seats} numbers, one a seat, and one more for drawn games if there were any.",
            column,
        )
    return tuple(numbers[:seats]), numbers[seats] if len(numbers) > seats else 0


def from_games(won: Sequence[int]) -> tuple[Outcome, ...]:
    """How a match ends by the games that each seat won: most win it, equals draw (MTR 2.1)."""
    most = max(won)
    if list(won).count(most) > 1:
        return tuple(Outcome.DRAW for _ in won)
    return tuple(Outcome.WIN if games == most else Outcome.LOSS for games in won)


def _agree(outcomes: Sequence[Outcome | None], won: Sequence[int], result: str, games: str) -> None:
    """Refuse a winner who has fewer games than a loser, unless that one gave the match up or lost
    it by a penalty (MTR 2.5; MAMTR App. C)."""
    lost = [games_ for games_, outcome in zip(won, outcomes, strict=True)
            if outcome is Outcome.LOSS]  # fmt: skip
    if Outcome.WIN in outcomes and won[outcomes.index(Outcome.WIN)] < max(lost, default=0):
        at = max(range(len(won)), key=lambda seat: (outcomes[seat] is Outcome.LOSS, won[seat]))
        who = "the other player" if len(won) == 2 else f"seat {SEAT_LETTERS[at]}"
        raise ResultError(
            f"Result says “{result}”, but by Games ({games}) {who} won more games.",
            "Correct the one that is wrong; Games counts seat A first.",
        )


def _stated(
    text: str, setting: Setting
) -> tuple[tuple[Outcome, ...], tuple[Fraction | None, ...] | None]:
    """The outcome of each seat, and points where the text gives points."""
    count = len(setting.names)
    outcomes: list[Outcome | None] = [None] * count
    points: list[Fraction | None] = [None] * count
    usual: Outcome | None = None
    # A name may hold a comma ("Example, Ana"), so the whole text is tried as one seat first.
    tokens = [text] if _seat(text, setting) is not None else _PARTS.split(text)
    for token in filter(None, tokens):
        if token.casefold() in _ALL_DRAW:
            usual = Outcome.DRAW
        elif token.casefold() in _NOBODY:
            usual = Outcome.LOSS
        elif (winner := _seat(token, setting)) is not None:
            outcomes[winner], usual = Outcome.WIN, usual or Outcome.LOSS
        else:
            at, outcome, amount = _one_seat(token, setting)
            outcomes[at], points[at] = outcome, amount
    if usual is None and Outcome.WIN in outcomes:
        usual = Outcome.LOSS
    if usual is None and count == 2 and not set(outcomes).isdisjoint(GIVEN_UP):
        usual = Outcome.WIN
    missing = [SEAT_LETTERS[at] for at, outcome in enumerate(outcomes) if outcome is None]
    if missing and usual is None:
        raise ResultError(f"“{text}” says nothing about seat {', '.join(missing)}.")
    found = tuple(outcome or usual or Outcome.LOSS for outcome in outcomes)
    _possible(text, found)
    return found, tuple(points) if Outcome.POINTS in found else None


def _possible(text: str, outcomes: Sequence[Outcome]) -> None:
    if outcomes.count(Outcome.WIN) > 1:
        raise ResultError(f"“{text}” makes more than one seat win.")
    if Outcome.WIN in outcomes and Outcome.DRAW in outcomes:
        raise ResultError(f"“{text}” has a winner and a draw at one table.")
    if Outcome.POINTS in outcomes and any(outcome is not Outcome.POINTS for outcome in outcomes):
        raise ResultError(
            f"“{text}” gives points to some seats only.", "Give every seat its points: A 3, B 1."
        )


def _one_seat(token: str, setting: Setting) -> tuple[int, Outcome, Fraction | None]:
    """ "C conceded", "Ana no-show", "B 3"."""
    words = token.split()
    for split in range(len(words) - 1, 0, -1):
        said = " ".join(words[split:]).casefold()
        at = _seat(" ".join(words[:split]), setting)
        if at is None:
            continue
        if said in _WORDS:
            return at, _WORDS[said], None
        try:
            amount = fractions.exact(said)
        except ValueError:
            continue
        _sensible(token, amount)
        return at, Outcome.POINTS, amount
    raise _unknown(token, setting)


def _sensible(token: str, points: Fraction) -> None:
    """Refuse points that no match brings, and those that nobody can have meant so exactly."""
    most = fractions.MOST_POINTS
    if abs(points) > most:
        why = f"“{token}” is more than a match can bring: points go up to {most}."
        raise ResultError(why, "Type each seat’s points, such as A 3, B 1.")
    if not fractions.plain_fraction(points):
        why = f"“{token}” is too fine: points have six decimals at most."
        raise ResultError(why, "Type each seat’s points, such as A 2.5, or A 1/3.")


def _unknown(token: str, setting: Setting) -> ResultError:
    """What is wrong with a word that is no seat, no name and no outcome."""
    seated, letter = setting.names, token.upper()
    fix = f"Type {', '.join(SEAT_LETTERS[: len(seated)])} or draw."
    if len(letter) == 1 and letter in SEAT_LETTERS:
        why = f"There is no seat {letter} at this table: it has {len(seated)} seats."
        return ResultError(why, fix)
    if token.casefold() in _WORDS:
        how = f"Type the seat too: “B, A {token}”, or “A {token}” where two play."
        gave_up = _WORDS[token.casefold()] in GIVEN_UP
        return ResultError(f"“{token}” does not say who.", how if gave_up else _HOW)
    if several := _like(token, setting):
        who = [f"{SEAT_LETTERS[at]} ({seated[at]})" for at in several]
        letters = " or ".join(SEAT_LETTERS[at] for at in several)
        why = f"“{token}” may be {' or '.join(who)}."
        return ResultError(why, f"Type the seat letter: {letters}.")
    seats = {name: at for at, full in enumerate(seated) for name in (full, *full.split())}
    close = names.nearest(token, filter(None, seats))
    if close:
        at = seats[close]
        return ResultError(
            f"“{token}” does not sit at this table. "
            f"Did you mean “{seated[at]}”, seat {SEAT_LETTERS[at]}?"
        )
    return ResultError(f"“{token}” is not a result.", fix)


def _seat(text: str, setting: Setting) -> int | None:
    """The seat that a letter, a name, or an unmistakable part of a name means."""
    word, seated = names.key(text), setting.names
    letter = word.removeprefix("seat ").rstrip(".!").upper()
    if len(letter) == 1 and letter in SEAT_LETTERS[: len(seated)]:
        return SEAT_LETTERS.index(letter)
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
    winner = _WINNER.fullmatch(text)
    return _seat(winner[1], setting) if winner and not meant else None


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
