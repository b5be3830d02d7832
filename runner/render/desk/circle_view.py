"""The view of the judge's page for a Grand Melee (docs/variants.md)."""

from collections.abc import Iterator, Sequence
from math import pi
from types import SimpleNamespace

from runner.compute.circle import Circle, circles
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import seat_letter
from runner.core.language import count, listed
from runner.rules.variants.turn_markers import Classic, Step

_RING, _WIDEST = 270, 320  # radius of the circle of seats in a drawing of 1000 by 1000
_LARGEST = 27  # half of a seat's width, and the height of its name
_MOST_LETTERS = 19


def circle_views(snapshot: Snapshot) -> tuple[SimpleNamespace, ...]:
    """Return the circles of the published round; () if it has no Grand Melee. Each has a `sign` and
    its `detail` for now, and what comes `ahead`; the number of players `left` out of `players`, and
    of `turns`, advised and at `most`; the `spots` of the drawing, `half` a width wide, at radius
    `ring`; the `course` of the game, and its `rules`."""
    return tuple(_view(snapshot, circle) for circle in circles(snapshot))


def _view(snapshot: Snapshot, circle: Circle) -> SimpleNamespace:
    names = [snapshot.players[player].name for player in circle.table.players]
    players = len(names)
    ring = min(_WIDEST, _RING + 1.5 * max(0, players - 28))  # smaller names need a larger circle
    half = round(min(_LARGEST, 0.86 * pi * ring / players), 1)  # everyone has room
    sign, detail = _sign(circle, names)
    return SimpleNamespace(
        id=f"table-{circle.table.number}",
        title=f"{snapshot.event.title(circle.round)}, table {circle.table.number}",
        sign=sign,
        detail=detail,
        ahead=_ahead(circle),
        left=circle.now.left,
        players=players,
        turns=circle.now.best,
        most=circle.now.most,
        spots=tuple(_spots(circle, names)),
        ring=ring,
        half=half,
        letters=round(half * 1.1, 1),
        course=tuple(_course(circle, names)),
        rules=tuple(_rules(circle)),
    )


def _sign(circle: Circle, names: list[str]) -> tuple[str, str]:
    """Return what to do now, and details."""
    now, turns = circle.now, _turns(circle, circle.now.best)
    if circle.table.finished or now.left <= 1:
        return "The game is over.", ""
    if not circle.eliminated:
        where = listed([_seat(at, names) for at in circle.starting])
        begins = "begins" if now.best == 1 else "begin at once"
        return f"{turns} to start with.", f"{where} {begins}."
    if now.forces and not now.advises:
        still = f"If there are still {circle.steps[-2].most}, one goes now."
        return f"{turns}, and no more.", f"{still} {_which(circle, now, names)}"
    if not now.advises:
        missed = ""
        if lately := circle.lately:  # for anyone who missed which turn was to go last
            who = listed([names[at] for at in lately.out])
            missed = f"The last one went with {who}. Was it missed? {_which(circle, lately, names)}"
        return f"{turns}; none goes now.", missed
    fewer = circle.steps[-2].best - now.best
    away = "one" if fewer == 1 else str(fewer)
    return f"Take {away} away: {turns}.", _which(circle, now, names)


def _which(circle: Circle, step: Step, names: list[str]) -> str:
    """Return which turn is removed, where to look for it, and when."""
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
    """Return at how many players the next turn is removed."""
    now = circle.now
    fewer = range(now.left - 1, 0, -1)
    best = next((left for left in fewer if circle.rules.at_start(left) < now.best), None)
    most = next((left for left in fewer if circle.rules.most(left) < now.most), None)
    if best == most:
        return f"The next one goes when {best} are left." if best else ""
    advised = f"Advised: {circle.rules.at_start(best)} when {best} are left." if best else ""
    forced = f"Forced: {circle.rules.most(most)} when {most} are left." if most else ""
    return f"{advised} {forced}".strip()


def _course(circle: Circle, names: list[str]) -> Iterator[SimpleNamespace]:
    """Yield the steps ahead at which a turn is removed, then past steps, both in reverse order.
    Each has the number of players `left`, `who` went out, the `best` and the `most` turns, and
    `words` if a turn is removed."""
    rules, best, most, ahead = circle.rules, circle.now.best, circle.now.most, list[Step]()
    for left in range(circle.now.left - 1, 1, -1):
        fewer = Step((), left, rules.at_start(left), min(most, rules.most(left)))
        fewer = fewer._replace(advises=fewer.best < best, forces=fewer.most < most)
        if fewer.advises or fewer.forces:
            ahead.append(fewer)
        best, most = fewer.best, fewer.most
    for step in (*reversed(ahead), *reversed(circle.steps)):
        to_come = step in ahead
        who = listed([_seat(at, names) for at in step.out]) or "start" * (not to_come)
        words = listed([*["advised"] * step.advises, *["forced"] * step.forces])
        if not isinstance(rules, Classic):
            words = "one goes" if step.forces else ""
        yield SimpleNamespace(
            left=step.left, who=who, best=step.best, most=step.most, words=words, ahead=to_come
        )


def _spots(circle: Circle, names: list[str]) -> Iterator[SimpleNamespace]:
    """Yield the seats clockwise from the top. `start` is the number of the turn that began here,
    and `out` the order of elimination, from 1, else 0; `look`: look here for the turn to remove.
    Names in the left half are turned round (`behind`)."""
    starts = {seat: number for number, seat in enumerate(circle.starting, 1)}
    out = {seat: number for number, step in enumerate(circle.steps) for seat in step.out}
    lately, look = circle.lately, frozenset[int]()
    if lately and lately is circle.now and isinstance(circle.rules, Classic):
        look = frozenset(circle.goes_among(lately))
    for at, name in enumerate(names):
        yield SimpleNamespace(
            letter=seat_letter(at),
            name=name,
            short=name if len(name) <= _MOST_LETTERS else f"{name[: _MOST_LETTERS - 1].rstrip()}…",
            degrees=round(360 * at / len(names), 2),
            behind=at / len(names) > 0.5,
            start=starts.get(at, 0),
            out=out.get(at, 0),
            look=at in look,
        )


def _seat(at: int, names: list[str]) -> str:
    """Return "Ana Example (seat A)"."""
    return f"{names[at]} (seat {seat_letter(at)})"


def _either(words: Sequence[str]) -> str:
    """Return "Ana", or "Ana, Bo or Cy"."""
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _turns(circle: Circle, many: int) -> str:
    """Return "3 turns at once", or "3 turn markers" under CR 807."""
    if isinstance(circle.rules, Classic):
        return "One turn at a time" if many == 1 else f"{many} turns at once"
    return count(many, "turn marker")


def _rules(circle: Circle) -> Iterator[str]:
    """Yield the rules of the circle in brief (docs/variants.md)."""
    reach = circle.rules.reach
    yield f"Spells reach {count(reach, 'seat')} to either side. Attacks go to the left."
    if isinstance(circle.rules, Classic):
        sphere = circle.rules.sphere
        yield f"Classic rules: players ÷ {1 + sphere}, rounded down, take turns at once."
        waits = "lie between it and another one, on either side"
        yield f"A turn waits while fewer than {2 * reach} seats {waits}."
        yield f"A turn must go when turns × {sphere} are more than the players left."
        yield "An empty seat counts until a turn passes within its range."
    else:
        yield "CR 807: one marker for every full four players, four seats apart at the start."
        yield "A turn waits while one of the three seats to its left has a marker."
        yield "An empty seat counts until the next turn begins."
