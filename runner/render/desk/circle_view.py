"""The judge's page of a Grand Melee, as its template needs it (docs/variants.md)."""

import math
from collections.abc import Iterator
from typing import NamedTuple

from runner.compute.circle import Circle, circles
from runner.compute.snapshot import Snapshot
from runner.core.event import seat_letter
from runner.core.language import count, listed
from runner.rules.variants.turn_markers import Classic, Step

_MIDDLE, _RING, _WIDEST = 500, 270, 320  # of a drawing of 1000 by 1000; names are outside
_LARGEST = 27  # half of a seat's width, and the height of a name
_MOST_LETTERS = 19


class Spot(NamedTuple):
    """A seat on the ring: where it is drawn, how its name is turned, and its state.

    `start` is the number of the turn that began here and `out` the order of going out, from 1, or
    0; `last` marks the latest to go out; `look`, where to look for the turn that is taken away.
    """

    letter: str
    name: str
    short: str
    x: float
    y: float
    turned: float
    behind: bool
    start: int
    out: int
    last: bool
    look: bool


class CourseLine(NamedTuple):
    """The players `left`, `who` went out then, and the best and largest number of turns.

    `words` say whether a turn goes; `ahead` marks what is still to come.
    """

    left: int
    who: str
    best: int
    most: int
    words: str
    ahead: bool = False


class CircleView(NamedTuple):
    """A circle: the sign above it, the drawing, its course so far and ahead, and its rules."""

    id: str
    title: str
    sign: str
    detail: str
    ahead: str
    left: int
    players: int
    turns: int
    most: int
    spots: tuple[Spot, ...]
    half: float
    letters: float
    course: tuple[CourseLine, ...]
    rules: tuple[str, ...]


def circle_views(snapshot: Snapshot) -> tuple[CircleView, ...]:
    """Return the circles of the published round; none where no Grand Melee is played."""
    return tuple(_view(snapshot, circle) for circle in circles(snapshot))


def _view(snapshot: Snapshot, circle: Circle) -> CircleView:
    names = [snapshot.players[player].name for player in circle.table.players]
    half = _half(len(names))
    sign, detail = _sign(circle, names)
    return CircleView(
        id=f"table-{circle.table.number}",
        title=f"{snapshot.event.title(circle.round)}, table {circle.table.number}",
        sign=sign,
        detail=detail,
        ahead=_ahead(circle),
        left=circle.now.left,
        players=len(names),
        turns=circle.now.best,
        most=circle.now.most,
        spots=tuple(_spots(circle, names)),
        half=half,
        letters=round(half * 1.1, 1),
        course=tuple(_course(circle, names)),
        rules=tuple(_rules(circle)),
    )


def _half(players: int) -> float:
    """Half of a seat's width, so that all have room on the ring."""
    return round(min(_LARGEST, math.pi * _ring(players) / max(players, 1) * 0.86), 1)


def _ring(players: int) -> float:
    """How far the seats are from the middle: the smaller the names, the farther."""
    return min(_WIDEST, _RING + 1.5 * max(0, players - 28))


def _sign(circle: Circle, names: list[str]) -> tuple[str, str]:
    """What to do now, and more about it."""
    now, turns = circle.now, _turns(circle, circle.now.best)
    if circle.table.finished or now.left <= 1:
        return "The game is over.", ""
    if not circle.gone:
        where = listed([_seat(at, names) for at in circle.starting])
        begins = "begins" if now.best == 1 else "begin at once"
        return f"{turns} to start with.", f"{where} {begins}."
    if now.forces and not now.advises:
        still = f"If there are still {circle.steps[-2].most}, one goes now."
        return f"{turns}, and no more.", f"{still} {_which(circle, now, names)}"
    if not now.advises:
        return f"{turns}; none goes now.", _last_call(circle, names)
    fewer = circle.steps[-2].best - now.best
    away = "one" if fewer == 1 else str(fewer)
    return f"Take {away} away: {turns}.", _which(circle, now, names)


def _last_call(circle: Circle, names: list[str]) -> str:
    """Which turn was to go last, for who has missed it."""
    lately = circle.lately
    if lately is None:
        return ""
    who = listed([names[at] for at in lately.out])
    return f"The last one went with {who}. Was it missed? {_which(circle, lately, names)}"


def _which(circle: Circle, step: Step, names: list[str]) -> str:
    """Which turn goes, where it is looked for, and when."""
    who = _either([_seat(at, names) for at in step.out])
    among = [_seat(at, names) for at in circle.goes_among(step)]
    if isinstance(circle.rules, Classic):
        near = f", or of who is within spell range: {_either(among[1:])}" if among[1:] else ""
        return (
            f"It is the one of {who}{near}. It is not passed on when it is over. If nobody there "
            "takes one, the next that comes there goes."
        )
    several = ", and of several the one with the lowest number" if len(step.out) > 1 else ""
    look = f" Look from {among[0]} on to the right." if among else ""
    return (
        f"It is the first marker to the right of {who}{several}.{look} It goes when the turn that "
        "is being taken with it is over, and at once where its turn has not begun."
    )


def _ahead(circle: Circle) -> str:
    """At how many players left the next turn goes."""
    now = circle.now
    fewer = range(now.left - 1, 0, -1)
    best = next((left for left in fewer if circle.rules.best(left) < now.best), None)
    most = next((left for left in fewer if circle.rules.most(left) < now.most), None)
    if best == most:
        return f"The next one goes when {best} are left." if best else ""
    advised = f"Advised: {circle.rules.best(best)} when {best} are left." if best else ""
    forced = f"Forced: {circle.rules.most(most)} when {most} are left." if most else ""
    return f"{advised} {forced}".strip()


def _course(circle: Circle, names: list[str]) -> Iterator[CourseLine]:
    """What has been, the latest first, and before it the steps ahead at which a turn goes."""
    now, rules = circle.now, circle.rules
    best, most, ahead = now.best, now.most, []
    for left in range(now.left - 1, 1, -1):
        fewer = Step((), left, rules.best(left), min(most, rules.most(left)))
        fewer = fewer._replace(advises=fewer.best < best, forces=fewer.most < most)
        if fewer.advises or fewer.forces:
            ahead.append(CourseLine(left, "", fewer.best, fewer.most, _asks(circle, fewer), True))
        best, most = fewer.best, fewer.most
    yield from reversed(ahead)
    for step in reversed(circle.steps):
        who = listed([_seat(at, names) for at in step.out]) if step.out else "start"
        yield CourseLine(step.left, who, step.best, step.most, _asks(circle, step))


def _asks(circle: Circle, step: Step) -> str:
    """Whether a turn goes by a step: "advised", "forced"."""
    if not isinstance(circle.rules, Classic):
        return "one goes" if step.forces else ""
    return listed([*["advised"] * step.advises, *["forced"] * step.forces])


def _spots(circle: Circle, names: list[str]) -> Iterator[Spot]:
    """The seats, the first on top, each next one to the left of the one before: clockwise."""
    starts = {seat: number for number, seat in enumerate(circle.starting, 1)}
    out = {seat: number for number, step in enumerate(circle.steps) for seat in step.out}
    ring, lately, look = _ring(len(names)), circle.lately, frozenset[int]()
    if lately and lately is circle.now and isinstance(circle.rules, Classic):
        look = frozenset(circle.goes_among(lately))
    for at, name in enumerate(names):
        share = at / len(names)
        angle = 2 * math.pi * share
        behind = share > 0.5
        degrees = 360 * share - 90
        yield Spot(
            letter=seat_letter(at),
            name=name,
            short=name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1].rstrip()}…",
            x=round(_MIDDLE + ring * math.sin(angle), 1),
            y=round(_MIDDLE - ring * math.cos(angle), 1),
            turned=round(degrees + (180 if behind else 0), 1),
            behind=behind,
            start=starts.get(at, 0),
            out=out.get(at, 0),
            last=at in circle.now.out,
            look=at in look,
        )


def _seat(at: int, names: list[str]) -> str:
    """ "Ana Example (seat A)"."""
    return f"{names[at]} (seat {seat_letter(at)})"


def _either(words: list[str]) -> str:
    """ "Ana", "Ana, Bo or Cy"."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _turns(circle: Circle, many: int) -> str:
    """ "3 turns at once", or "3 markers" by CR 807."""
    if isinstance(circle.rules, Classic):
        return "One turn at a time" if many == 1 else f"{many} turns at once"
    return count(many, "turn marker")


def _rules(circle: Circle) -> Iterator[str]:
    """The rules that the circle is played by, in few words (docs/variants.md)."""
    reach = circle.rules.reach
    yield f"Spells reach {count(reach, 'seat')} to either side. Attacks go to the left."
    if isinstance(circle.rules, Classic):
        sphere = circle.rules.sphere
        yield f"Classic rules: players ÷ {1 + sphere}, rounded down, take turns at once."
        yield (
            f"A turn waits while fewer than {2 * reach} seats lie between it and another one, on "
            "either side."
        )
        yield f"A turn must go when turns × {sphere} are more than the players left."
        yield "An empty seat counts until a turn passes within its range."
    else:
        yield "CR 807: one marker for every full four players, four seats apart at the start."
        yield "A turn waits while one of the three seats to its left has a marker."
        yield "An empty seat counts until the next turn begins."
