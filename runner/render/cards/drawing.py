"""A table seen from above, as SVG: who sits where, who belongs together, and the turn order."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import NamedTuple

from runner.core.event import seat_letter
from runner.rules.ruleset import Ruleset

_WIDTH, _HEIGHT = 200.0, 160.0
_MIDDLE = (_WIDTH / 2, _HEIGHT / 2)
_AWAY = (80.0, 60.0)  # from the middle to the seats of a round table
_ROWS = (32.0, 128.0)  # how far down the two sides of a long table sit
_LARGE, _SMALL, _MANY = 17.0, 13.5, 10  # how large a seat is, and where there are so many


class Label(NamedTuple):
    """A seat's letter or the number of its turn, and a small text below it."""

    name: str
    below: str = ""


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat: `dark` for the other team, or for a turn at the same time; `ring` for an emperor."""

    x: float
    y: float
    label: Label
    dark: bool = False
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Seats clockwise, as turns pass: to the left of who sits there. `across` are pairs of seats
    that play against each other, drawn as lines, and `turning` says whether an arrow shows how
    turns pass."""

    spots: tuple[Spot, ...]
    across: tuple[tuple[int, int], ...] = ()
    turning: bool = True
    long: bool = False

    @property
    def names(self) -> str:
        """The seats, each once, in order."""
        return " ".join(
            sorted({spot.label.name for spot in self.spots}, key=lambda name: (len(name), name))
        )

    def with_emperors(self) -> "Drawing":
        """Return the drawing with a ring round the middle seat of each side."""
        half = len(self.spots) // 2
        middle = {half // 2, half + half // 2}
        spots = (replace(spot, ring=at in middle) for at, spot in enumerate(self.spots))
        return replace(self, spots=tuple(spots))

    @property
    def encoded(self) -> str:
        """The SVG in base64."""
        return b64encode(self.svg.encode()).decode("ascii")

    @property
    def svg(self) -> str:
        """The whole drawing."""
        size = f'viewBox="0 0 {_WIDTH:g} {_HEIGHT:g}" width="{_WIDTH:g}" height="{_HEIGHT:g}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{"".join(self._parts())}</svg>'

    def _parts(self) -> Iterator[str]:
        yield _LONG if self.long else _ROUND
        for one, other in self.across:
            yield _line(self.spots[one], self.spots[other])
        if self.turning:
            yield _LONG_TURN if self.long else _ROUND_TURN
        for spot in self.spots:
            yield from _seat(spot, _LARGE if len(self.spots) < _MANY else _SMALL)


def around(count: int, dark: Collection[int] = ()) -> Drawing:
    """Return a round table with `count` seats, A at the near edge."""
    return _round([Label(seat_letter(at)) for at in range(count)], dark)


def star(below: Sequence[str], across: tuple[tuple[int, int], ...]) -> Drawing:
    """The same with something below each letter, and lines to the opponents instead of an arrow."""
    names = [Label(seat_letter(at), text) for at, text in enumerate(below)]
    return replace(_round(names), across=across, turning=False)


def ringed(rules: Ruleset) -> Drawing:
    """The table of two teams, as the chairs of the variant stand round it; the numbers are those of
    the turns. Partners on one side of it make a long table."""
    variant = rules.played_as
    ring = variant.ring(2, rules.classic) if variant else ()
    half = len(ring) // 2
    for turned in range(len(ring)):
        far, near = (*ring[turned:], *ring[:turned])[:half], (*ring[turned:], *ring[:turned])[half:]
        if {chair.side for chair in far} == {1}:
            return sides(
                [str(chair.turn) for chair in far], [str(chair.turn) for chair in near[::-1]]
            )
    names = [Label(str(chair.turn)) for chair in ring]
    return _round(names, [at for at, chair in enumerate(ring) if chair.side])


def sides(
    far: Sequence[str], near: Sequence[str], *, across: tuple[tuple[int, int], ...] = (),
    turning: bool = True,
) -> Drawing:  # fmt: skip
    """A long table with a team on each side: what stands on their seats, from left to right."""
    spots = [
        Spot(_WIDTH * (at + 1) / (len(row) + 1), y, Label(letter), dark=dark)
        for row, y, dark in ((near, _ROWS[1], False), (far, _ROWS[0], True))
        for at, letter in enumerate(row)
    ]
    return Drawing(tuple(spots), across, turning, long=True)


def _round(names: Sequence[Label], dark: Collection[int] = ()) -> Drawing:
    spots = []
    for at, name in enumerate(names):
        turned = pi / 2 + 2 * pi * at / len(names)  # clockwise, as y points down
        x, y = _MIDDLE[0] + _AWAY[0] * cos(turned), _MIDDLE[1] + _AWAY[1] * sin(turned)
        spots.append(Spot(x, y, name, dark=at in dark))
    return Drawing(tuple(spots))


_ROUND = (
    f'<ellipse cx="{_MIDDLE[0]:g}" cy="{_MIDDLE[1]:g}" rx="{_AWAY[0] - 8:g}" '
    f'ry="{_AWAY[1] - 8:g}" fill="none" stroke="#888" stroke-width="1.2"/>'
)
_LONG = (
    '<rect x="14" y="40" width="172" height="80" rx="6" fill="none" stroke="#888" '
    'stroke-width="1.2"/>'
)
# An arrow from the near edge by the left to the right: clockwise.
_ROUND_TURN = (
    '<path d="M 92 108 A 38 28 0 1 1 124 103" fill="none" stroke="#000" stroke-width="2.4"/>'
    '<path d="M 132 93 L 115 100 L 126 111 Z" fill="#000"/>'
)
_LONG_TURN = (
    '<path d="M 70 96 A 34 18 0 1 1 124 94" fill="none" stroke="#000" stroke-width="2.4"/>'
    '<path d="M 131 84 L 115 91 L 126 102 Z" fill="#000"/>'
)


def _line(one: Spot, other: Spot) -> str:
    return (
        f'<line x1="{one.x:.1f}" y1="{one.y:.1f}" x2="{other.x:.1f}" y2="{other.y:.1f}" '
        'stroke="#000" stroke-width="1.2" stroke-dasharray="4 3"/>'
    )


def _seat(spot: Spot, radius: float) -> Iterator[str]:
    ground, ink = ("#000", "#fff") if spot.dark else ("#fff", "#000")
    if spot.ring:
        yield _circle(spot, radius + 4, "#fff")
    yield _circle(spot, radius, ground)
    up = 0.06 if spot.label.below else 0.37
    yield _word(spot.label.name, spot.x, spot.y + radius * up, radius * 1.05, ink)
    if spot.label.below:
        yield _word(spot.label.below, spot.x, spot.y + radius * 0.72, radius * 0.72, ink)


def _circle(spot: Spot, radius: float, ground: str) -> str:
    return (
        f'<circle cx="{spot.x:.1f}" cy="{spot.y:.1f}" r="{radius:g}" fill="{ground}" '
        'stroke="#000" stroke-width="1.8"/>'
    )


def _word(word: str, x: float, y: float, size: float, ink: str) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="Runner Sans" font-weight="700" '
        f'font-size="{size:.1f}" text-anchor="middle" fill="{ink}">{word}</text>'
    )
