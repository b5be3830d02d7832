"""Results by order of elimination, at tables that the last player in wins.

    C, F, A, G, B, D       of seven: C went out first, D last; E is the last one in
    C, F                   so far: the table still plays
    C, A+F                 A and F went out together; A=F and A & F mean the same
    C, F penalty, A        F went out by a penalty, a no-show or a disqualification, and gets
                           nothing; F conceded counts as any other elimination
    C, F, time             the game ended with all others still in; F time means the same
    C F A, CFA             letters of seats alone need no commas
    E wins                 only the last one in is known, if that is enough

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
    DASHES,
    EVERYBODY,
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
class _Parsed:
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
    """Return whether a result is an order: anything but points for each seat, “nobody” and
    “all no-show”."""
    tokens = [*filter(None, PARTS.split(text))]
    who, _, how = text.partition(" ")
    all_away = who.casefold() in EVERYBODY and meaning(how) in _BARRED
    if not tokens or tokens[0].casefold() in NOBODY or all_away:
        return False
    return not all(_gives_points(token, context) for token in tokens)


def _gives_points(token: str, context: ParseContext) -> bool:
    """Return whether a part gives points to a seat: "A 3"."""
    who, _, amount = token.rpartition(" ")
    number = re.fullmatch(r"-?\d+(?:[./]\d+)?", amount)
    named = who and number and seat_of(token, context) is None
    return bool(named) and _seat(who, context) is not None


def read(text: str, ids: Sequence[str], context: ParseContext, form: ByOrder) -> Table:
    """Return the table for an order as typed. Raise ResultError if it is invalid."""
    plays_on = PLAYS_ON.fullmatch(text)
    parsed = _parse(plays_on[1] if plays_on else text, context)
    game = Elimination(len(ids), tuple(parsed.out), bool(parsed.stopped))
    if parsed.stopped and len(game.left) < 2:
        game = replace(game, stopped=False)
    if plays_on and game.over:
        raise ResultError("result.ended-but-still-playing",
            f"“{text}” says that the table still plays, and how the game ended as well.",
            "Type one of the two.")  # fmt: skip
    if parsed.winner is not None and parsed.winner != game.last:
        return _won(text, ids, context, form, parsed)
    _in_time(text, game, context)
    out = tuple(tuple(ids[at] for at in group) for group in game.out)
    taken = form.taken(game) if game.over else [(None, None)] * len(ids)
    seats = (
        Seat(player, parsed.barred[at])
        if at in parsed.barred
        else Seat(player, outcome, None, points)
        for at, (player, (outcome, points)) in enumerate(zip(ids, taken, strict=True))
    )
    return Table(0, tuple(seats), intentional=parsed.stopped in INTENTIONAL, out=out)


def _parse(text: str, context: ParseContext) -> _Parsed:
    """Return the parsed parts of a result."""
    parsed = _Parsed([], {})
    for token in _tokens(text, context):
        if parsed.stopped or parsed.winner is not None:
            raise ResultError("result.out-after-the-end",
                f"“{text}” says after the end of the game that somebody went out: “{token}”.",
                "Type who went out before the end, in order, and the end last: "
                f"“{context.letters[-1]}, time”.")  # fmt: skip
        if token.casefold() in ALL_DRAW:
            parsed.stopped = token.casefold()
        elif (winner := _winner(token, context)) is not None:
            parsed.winner = winner
        else:
            parsed.out.append(_group(token, context, parsed))
    return parsed


def _tokens(text: str, context: ParseContext) -> list[str]:
    """Return the parts in order; a name may contain a comma, and letters may be separated by
    blanks."""
    if _seat(text, context) is not None or _winner(text, context) is not None:
        return [text]
    tokens, end = _ended(_with_commas([*filter(None, _NEXT.split(text))], context), context)
    return [*(_letters(tokens[0], context) if len(tokens) == 1 else tokens), *end]


def _ended(tokens: list[str], context: ParseContext) -> tuple[list[str], list[str]]:
    """Return the parts and, separately, a last word that says the game is over: "F time"."""
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
    """Return the letters of seats that have no commas: "C F A", or in capitals "CFA"."""
    letters = {letter.casefold() for letter in context.letters}
    parts = text.split()
    once = len(parts) == 1 and text.isupper() and len({*text}) == len(text)
    if once and text.casefold() not in WORDS and _seat(text, context) is None:
        parts = [*text]
    return parts if all(part.casefold() in letters for part in parts) else [text]


def _with_commas(tokens: Sequence[str], context: ParseContext) -> list[str]:
    """Return the parts, with those joined again that are one name with a comma in it."""
    seated = {names.key(name) for name in context.names if "," in name}
    joined: list[str] = []
    for token in tokens:
        if seated and joined and names.key(f"{joined[-1]}, {token}") in seated:
            joined[-1] = f"{joined[-1]}, {token}"
        else:
            joined.append(token)
    return joined


def _winner(token: str, context: ParseContext) -> int | None:
    """Return the seat that a part says is the last one in: "E wins", "winner E"; else None."""
    match = _WINS.fullmatch(token)
    return _seat(match[1] or match[2], context) if match else None


def _group(token: str, context: ParseContext, parsed: _Parsed) -> tuple[int, ...]:
    members = [token] if _seat(token, context) is not None else _AT_ONCE.split(token)
    if not all(members):
        raise ResultError("result.several-not-named",
            f"“{token}” says that several went out at once, but names one.",
            f"Name all of them: “{at_once(context)}”.")  # fmt: skip
    group: list[int] = []
    for member in members:
        at, outcome = _member(member, context)
        if at in group or at in chain.from_iterable(parsed.out):
            raise ResultError("result.out-twice", f"{_called(at, context)} goes out twice.",
                "Take one of the two out.")  # fmt: skip
        group.append(at)
        if outcome is not None:
            parsed.barred[at] = outcome
    return tuple(group)


def _member(text: str, context: ParseContext) -> tuple[int, Outcome | None]:
    """Return the seat that went out, and the outcome if it gets nothing: "F", "F penalty", "F
    conceded"."""
    at, words = _seat(text, context), text.split()
    if at is not None:
        return at, None
    for split in range(len(words) - 1, 0, -1):
        who, how = " ".join(words[:split]), " ".join(words[split:]).casefold()
        outcome = meaning(how)
        at = _seat(who.rstrip(DASHES) if outcome else who, context)
        if at is not None and (how in OUT or outcome in _ALSO_OUT):
            return at, None
        if at is not None and outcome in _BARRED:
            return at, outcome
        before, seat = " ".join(words[:split]).rstrip(":"), _seat(" ".join(words[split:]), context)
        if seat is not None and meaning(before) in _BARRED:
            return seat, meaning(before)
    wrong = unknown(text, context)
    raise ResultError(wrong.code, wrong.text, _how(context) if meaning(text) else wrong.fix)


def _seat(text: str, context: ParseContext) -> int | None:
    """Return the seat that is meant; any may also be given by its number."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 5 else 0
    if 1 <= number <= len(context.names):
        return number - 1
    return None if _WINS.fullmatch(text) else seat_of(text, context)


def _in_time(text: str, game: Elimination, context: ParseContext) -> None:
    """Raise ResultError if every seat is named: the last one in cannot go out."""
    before = replace(game, out=game.out[:-1], stopped=False)
    if game.out and before.last is not None:
        who, last = _called(before.last, context), seat_letter(before.last)
        previous = seat_letter(game.out[-2][-1]) if len(game.out) > 1 else ""
        raise ResultError("result.all-seats-out",
            f"“{text}” names every seat, but {who} was the last one in by then and did not go out.",
            f"Leave {last} out, or type “{previous}+{last}” where both went out at once.",
        )  # fmt: skip


def _won(
    text: str, ids: Sequence[str], context: ParseContext, form: ByOrder, parsed: _Parsed
) -> Table:
    """Return the table of which only the last one in is known."""
    winner, out = parsed.winner or 0, {*chain.from_iterable(parsed.out)}
    who = _called(winner, context)
    if winner in out:
        raise ResultError("result.last-one-in-went-out",
            f"“{text}” says that {who} went out, and was the last one in.",
            _how(context))  # fmt: skip
    if not form.by_winner:
        raise ResultError("result.order-needed",
            f"“{text}” says who was the last one in, but the points for neighbours need the order "
            "in which the others went out.",
            f"{_how(context)} Or give each seat its points: “{points_each(context)}”.")  # fmt: skip
    if parsed.out:
        still = [seat_letter(at) for at in range(len(ids)) if at not in out and at != winner]
        raise ResultError("result.order-incomplete",
            f"“{text}” says that {who} was the last one in, but not when {', '.join(still)} went "
            "out.",
            f"Type all who went out, in order, or “{seat_letter(winner)} wins” alone.")  # fmt: skip
    seats = tuple(
        Seat(player, Outcome.WIN if at == winner else Outcome.LOSS) for at, player in enumerate(ids)
    )
    return Table(0, seats, out=())


def _called(at: int, context: ParseContext) -> str:
    """Return a seat with its name: "Seat C (Cleo Costa)"."""
    name = context.names[at]
    return f"Seat {seat_letter(at)} ({name})" if name else f"Seat {seat_letter(at)}"


# --- and back -----------------------------------------------------------------------------------


def order_of(table: Table) -> str:
    """Return what to type so that `read` returns this table."""
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
