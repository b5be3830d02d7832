"""Results by who went out, in order, at tables where the last one in has won.

    C, F, A, G, B, D       of seven: C went out first, D last; E is the last one in
    C, F                   so far: the table still plays
    C, A+F                 A and F went out at once; A=F and A & F say the same
    C, F penalty, A        F is out at that place by a penalty, a no-show or a disqualification, and
                           takes nothing; F conceded is out like anybody
    C, F, time             the game has ended with all others still in; F time says the same
    C F A, CFA             letters of seats alone need no commas
    E wins                 only the last one in is known, where that is enough

`read` and `order_of` are inverses.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain

from runner.core import names
from runner.core.identifiers import seat_letter
from runner.core.results.context import (
    ALL_DRAW,
    INTENTIONAL,
    NOBODY,
    OUT,
    PARTS,
    PLAYS_ON,
    SPELLED,
    UNFINISHED,
    WORDS,
    ByOrder,
    ParseContext,
    ResultError,
    at_once,
    in_order,
    points_each,
    seat_of,
    unknown,
)
from runner.core.results.context import outcome as meaning
from runner.core.rounds import Elimination, Outcome, Seat, Table

_NEXT = re.compile(r"\s*(?:[,;、]|-*>|→)\s*")
_AT_ONCE = re.compile(r"\s*[&+=]\s*|\s+and\s+", re.I)
_WINS = re.compile(r"(?:(?:winner|won by|last)(?: is)?[\s:]+(.+)|(.+?)\s+(?:wins?|won|last))", re.I)
_BARRED = (Outcome.PENALTY_LOSS, Outcome.NO_SHOW)
_ALSO_OUT = (Outcome.LOSS, Outcome.CONCESSION)


@dataclass(slots=True)
class _Said:
    out: list[tuple[int, ...]]
    barred: dict[int, Outcome]
    stopped: str = ""
    winner: int | None = None


def _how(context: ParseContext) -> str:
    several = len(context.names) > 2
    together = f"Who went out at once stands together: “{at_once(context)}”. " if several else ""
    return (
        f"Type who went out, in order, and leave the last one in out: “{in_order(context)}”. "
        f"{together}“time” at the end: the others were still in."
    )


def by_order(text: str, context: ParseContext) -> bool:
    """Whether a result is to be read as an order: all but points of each seat, and “nobody”."""
    tokens = [*filter(None, PARTS.split(text))]
    if not tokens or text.casefold() in NOBODY:
        return False
    return not all(_gives_points(token, context) for token in tokens)


def _gives_points(token: str, context: ParseContext) -> bool:
    """Whether a part gives a seat its points: "A 3"."""
    who, _, amount = token.rpartition(" ")
    number = re.fullmatch(r"-?\d+(?:[./]\d+)?", amount)
    named = who and number and seat_of(token, context) is None
    return bool(named) and _seat(who, context) is not None


def read(text: str, ids: Sequence[str], context: ParseContext, form: ByOrder) -> Table:
    """The table with what was typed of its order; raises ResultError."""
    plays_on = PLAYS_ON.fullmatch(text)
    said = _said(plays_on[1] if plays_on else text, context)
    game = Elimination(len(ids), tuple(said.out), bool(said.stopped))
    if said.stopped and len(game.left) < 2:
        game = replace(game, stopped=False)
    if plays_on and game.over:
        raise ResultError("result.ended-but-still-playing",
            f"“{text}” says that the table still plays, and how the game ended as well.",
            "Type one of the two.")  # fmt: skip
    if said.winner is not None and said.winner != game.last:
        return _won(text, ids, context, form, said)
    _in_time(text, game, context)
    out = tuple(tuple(ids[at] for at in group) for group in game.out)
    taken = form.taken(game) if game.over else [(None, None)] * len(ids)
    seats = (
        Seat(player, said.barred[at]) if at in said.barred else Seat(player, outcome, None, points)
        for at, (player, (outcome, points)) in enumerate(zip(ids, taken, strict=True))
    )
    return Table(0, tuple(seats), intentional=said.stopped in INTENTIONAL, out=out)


def _said(text: str, context: ParseContext) -> _Said:
    """The parts of a result, one after the other."""
    said = _Said([], {})
    for token in _tokens(text, context):
        if said.stopped or said.winner is not None:
            raise ResultError("result.out-after-the-end",
                f"“{text}” says after the end of the game that somebody went out: “{token}”.",
                "Type who went out before the end, in order, and the end last: "
                f"“{context.letters[-1]}, time”.")  # fmt: skip
        if token.casefold() in ALL_DRAW:
            said.stopped = token.casefold()
        elif (winner := _winner(token, context)) is not None:
            said.winner = winner
        else:
            said.out.append(_group(token, context, said))
    return said


def _tokens(text: str, context: ParseContext) -> list[str]:
    """The parts in order; a name may hold a comma, and letters may stand apart by blanks alone."""
    if _seat(text, context) is not None or _winner(text, context) is not None:
        return [text]
    tokens, end = _ended(_with_commas([*filter(None, _NEXT.split(text))], context), context)
    return [*(_letters(tokens[0], context) if len(tokens) == 1 else tokens), *end]


def _ended(tokens: list[str], context: ParseContext) -> tuple[list[str], list[str]]:
    """The parts, and apart from them the word at their end that the game is over: "F time"."""
    if not tokens or _seat(tokens[-1], context) is not None:
        return tokens, []
    *before, last = tokens
    if last.casefold() in ALL_DRAW:
        return before, [last]
    words = last.split()
    for at in range(1, len(words)):
        if (end := " ".join(words[at:])).casefold() in UNFINISHED:
            return [*before, " ".join(words[:at])], [end]
    return tokens, []


def _letters(text: str, context: ParseContext) -> list[str]:
    """The letters of seats that stand without commas: "C F A", or as capitals "CFA"."""
    letters = {letter.casefold() for letter in context.letters}
    parts = text.split()
    once = len(parts) == 1 and text.isupper() and len({*text}) == len(text)
    if once and text.casefold() not in WORDS and _seat(text, context) is None:
        parts = [*text]
    return parts if all(part.casefold() in letters for part in parts) else [text]


def _with_commas(tokens: Sequence[str], context: ParseContext) -> list[str]:
    """The parts, of which two are one where they are a name with a comma in it."""
    seated = {names.key(name) for name in context.names if "," in name}
    found: list[str] = []
    for token in tokens:
        if seated and found and names.key(f"{found[-1]}, {token}") in seated:
            found[-1] = f"{found[-1]}, {token}"
        else:
            found.append(token)
    return found


def _winner(token: str, context: ParseContext) -> int | None:
    """Who is the last one in by a part that says so: "E wins", "winner E"."""
    found = _WINS.fullmatch(token)
    return _seat(found[1] or found[2], context) if found else None


def _group(token: str, context: ParseContext, said: _Said) -> tuple[int, ...]:
    members = [token] if _seat(token, context) is not None else _AT_ONCE.split(token)
    if not all(members):
        raise ResultError("result.several-not-named",
            f"“{token}” says that several went out at once, but names one.",
            f"Name all of them: “{at_once(context)}”.")  # fmt: skip
    group: list[int] = []
    for member in members:
        at, outcome = _member(member, context)
        if at in group or at in chain.from_iterable(said.out):
            raise ResultError("result.out-twice", f"{_called(at, context)} goes out twice.",
                "Take one of the two out.")  # fmt: skip
        group.append(at)
        if outcome is not None:
            said.barred[at] = outcome
    return tuple(group)


def _member(text: str, context: ParseContext) -> tuple[int, Outcome | None]:
    """Who went out, and how where they take nothing for it: "F", "F penalty", "F conceded"."""
    at, words = _seat(text, context), text.split()
    if at is not None:
        return at, None
    for split in range(len(words) - 1, 0, -1):
        at, how = _seat(" ".join(words[:split]), context), " ".join(words[split:]).casefold()
        outcome = meaning(how)
        if at is not None and (how in OUT or outcome in _ALSO_OUT):
            return at, None
        if at is not None and outcome in _BARRED:
            return at, outcome
        before, said = " ".join(words[:split]).rstrip(":"), _seat(" ".join(words[split:]), context)
        if said is not None and meaning(before) in _BARRED:
            return said, meaning(before)
    wrong = unknown(text, context)
    raise ResultError(wrong.code, wrong.text, _how(context) if meaning(text) else wrong.fix)


def _seat(text: str, context: ParseContext) -> int | None:
    """The seat that is meant; any may be said by its number as well."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    if 1 <= number <= len(context.names):
        return number - 1
    return None if _WINS.fullmatch(text) else seat_of(text, context)


def _in_time(text: str, game: Elimination, context: ParseContext) -> None:
    """Refuse that somebody goes out who is the only one left."""
    before = replace(game, out=game.out[:-1], stopped=False)
    if game.out and before.last is not None:
        who, last = _called(before.last, context), seat_letter(before.last)
        previous = seat_letter(game.out[-2][-1]) if len(game.out) > 1 else ""
        raise ResultError("result.all-seats-out",
            f"“{text}” names every seat, but {who} was the last one in by then and did not go out.",
            f"Leave {last} out, or type “{previous}+{last}” where both went out at once.",
        )  # fmt: skip


def _won(text: str, ids: Sequence[str], context: ParseContext, form: ByOrder, said: _Said) -> Table:
    """The table of which no more is known than who was the last one in."""
    winner, gone = said.winner or 0, {*chain.from_iterable(said.out)}
    who = _called(winner, context)
    if winner in gone:
        raise ResultError("result.last-one-in-went-out",
            f"“{text}” says that {who} went out, and was the last one in.",
            _how(context))  # fmt: skip
    if not form.by_winner:
        raise ResultError("result.order-needed",
            f"“{text}” says who was the last one in, but the points for neighbours need the order "
            "in which the others went out.",
            f"{_how(context)} Or give each seat its points: “{points_each(context)}”.")  # fmt: skip
    if said.out:
        still = [seat_letter(at) for at in range(len(ids)) if at not in gone and at != winner]
        raise ResultError("result.order-incomplete",
            f"“{text}” says that {who} was the last one in, but not when {', '.join(still)} went "
            "out.",
            f"Type all who went out, in order, or “{seat_letter(winner)} wins” alone.")  # fmt: skip
    seats = tuple(
        Seat(player, Outcome.WIN if at == winner else Outcome.LOSS) for at, player in enumerate(ids)
    )
    return Table(0, seats, out=())


def _called(at: int, context: ParseContext) -> str:
    """A seat with its name: "seat C (Cleo Costa)"."""
    name = context.names[at]
    return f"Seat {seat_letter(at)} ({name})" if name else f"Seat {seat_letter(at)}"


# --- and back -----------------------------------------------------------------------------------


def order_of(table: Table) -> str:
    """What to type so that `read` gives this table again, which has an order."""
    at = {player: seat for seat, player in enumerate(table.players)}
    parts = [
        "+".join(_spelled(at[player], table.seats[at[player]]) for player in group)
        for group in table.out or ()
    ]
    left = [table.seats[at[player]] for player in table.still_in]
    winners = [at[seat.player] for seat in left if seat.outcome is Outcome.WIN]
    if not table.finished or len(left) < 2:
        return ", ".join(parts)
    if winners:
        return f"{seat_letter(winners[0])} wins"
    return ", ".join([*parts, "ID" if table.intentional else "time"])


def _spelled(at: int, seat: Seat) -> str:
    how = SPELLED[seat.outcome] if seat.outcome in _BARRED else ""
    return " ".join(filter(None, (seat_letter(at), how)))
