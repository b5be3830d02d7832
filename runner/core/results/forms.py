"""What may be typed for a table: the forms that a refused result offers.

Each form is accepted at that table when it is typed literally.
"""

from collections.abc import Iterator

from runner.core.results.seated import Across, BySeat, ResultError, Setting

_MANY = 6
"""With more seats than this nobody types something for each of them."""


def with_forms(wrong: ResultError, setting: Setting) -> ResultError:
    """The same refusal with every form that is accepted in its cell."""
    forms = games_forms(setting) if wrong.column == "games" else result_forms(setting)
    found = ", ".join(f"“{form}”" for form in forms)
    offer = f"Accepted here: {found}." if found else ""
    return ResultError(wrong.message, " ".join(filter(None, (wrong.fix, offer))), wrong.column)


def result_forms(setting: Setting) -> tuple[str, ...]:
    """The forms for the column Result, the usual ones first."""
    points = (points_each(setting),) if len(setting.names) <= _MANY else ()
    if setting.ordered:
        return (*_orders(setting, by_winner=setting.ordered.by_winner), *points)
    return (*(_of_two(setting) if setting.head_to_head else _of_a_pod(setting)), *points)


def games_forms(setting: Setting) -> tuple[str, ...]:
    """The forms for the column Games; none where no games are counted."""
    if setting.ordered or len(setting.names) > _MANY:
        return ()
    if setting.head_to_head:
        return (*usual_games(setting), *((seat_games(setting),) if _by_seat(setting) else ()))
    won = setting.games_to_win, *[0] * (len(setting.names) - 1)
    return ("-".join(map(str, won)),)


def usual_games(setting: Setting) -> tuple[str, ...]:
    """Games won by A, by B, and drawn, as matches between two end: those that A has won first."""
    won = setting.games_to_win
    ended = (*(("3-0",) if _by_seat(setting) else ()), *(f"{won}-{lost}" for lost in range(won)))
    lost = [form[::-1] for form in ended[::-1]]
    in_time = ("1-0", "0-1", "1-1", "1-1-1") if won > 1 else ()
    return (*ended, *lost, *in_time, f"0-0-{2 * won - 1}")


def seat_games(setting: Setting) -> str:
    """The games of each seat of two teams: "2-1, 0-2, 2-1"."""
    won = setting.best_of // 2 + 1
    return f"{won}-{won - 1}, 0-{won}, {won}-{won - 1}"


def in_order(setting: Setting) -> str:
    """A whole order in few words: "C, A, B" of four."""
    letters = setting.letters
    if len(letters) > _MANY:
        return ", ".join((letters[2], letters[0], letters[1], "time"))
    return ", ".join(letter for letter in (*letters[2:-1], *letters[:2]) if letter != letters[-1])


def at_once(setting: Setting) -> str:
    """Two who go out at once: "A+F"."""
    return f"{setting.letters[0]}+{setting.letters[min(5, len(setting.names) - 1)]}"


def points_each(setting: Setting, first: str = "3") -> str:
    """Points for each seat: "A 3, B 1, C 0, D 0"."""
    points = (first, "1", *["0"] * len(setting.names))
    pairs = zip(setting.letters, points, strict=False)
    return ", ".join(f"{letter} {amount}" for letter, amount in pairs)


def _by_seat(setting: Setting) -> bool:
    return isinstance(setting.order, BySeat)


def _of_two(setting: Setting) -> Iterator[str]:
    games = usual_games(setting)
    yield from ("A", f"A {games[0]}", *games)
    if _by_seat(setting):
        yield seat_games(setting)
    yield from ("draw", "ID", "unfinished", "A conceded", "A no-show")
    yield from ("A penalty", "B, A penalty", "none", "both no-show", "A, B drop")


def _of_a_pod(setting: Setting) -> Iterator[str]:
    yield from ("A", "draw", "ID", "unfinished")
    if isinstance(setting.order, Across):
        yield from ("A & B", "C, D", "C+D")
    yield from ("draw, B conceded", "A, B conceded", "A, B no-show", "A, B penalty", "none")
    yield f"A, {setting.letters[-1]} drop"
    yield from games_forms(setting)


def _orders(setting: Setting, *, by_winner: bool) -> Iterator[str]:
    """Who went out, in order, until one is left or the time is up."""
    last = setting.letters[-1]
    yield from (in_order(setting), f"{last}, time")
    if len(setting.names) > 2:
        yield from (f"{at_once(setting)}, time", f"{last} no-show, time")
    yield from ("time", "ID", "none", "A, time, A drop")
    if by_winner:
        yield "A wins"
