"""A table seen from above, as SVG: who sits where, who belongs together, and the turn order."""

from base64 import b64encode
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from runner.core.event import seat_letter

_WIDTH, _HEIGHT = 200.0, 160.0
_MIDDLE = (_WIDTH / 2, _HEIGHT / 2)
_AWAY = (80.0, 60.0)  # from the middle to the seats of a round table
_ROWS = (32.0, 128.0)  # how far down the two sides of a long table sit


@dataclass(frozen=True, slots=True)
class Spot:
    """A seat, its letter and what stands below it. `dark` ones are the other team, or have a turn
    of their own; a `ring` marks an emperor."""

    x: float
    y: float
    letter: str
    below: str = ""
    dark: bool = False
    ring: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """Seats from A, in turn order, clockwise: who sits at a table hands the turn to the left.
    `across` are pairs of seats that play against each other, drawn as lines, and `turning` says
    whether an arrow shows the turn order."""

    spots: tuple[Spot, ...]
    across: tuple[tuple[int, int], ...] = ()
    turning: bool = True
    long: bool = False

    @property
    def letters(self) -> str:
        """The seats, one after the other."""
        return " ".join(dict.fromkeys(spot.letter for spot in self.spots))

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
        radius = 17.0 if len(self.spots) <= 10 else 14.0
        for spot in self.spots:
            yield from _seat(spot, radius)


def around(
    count: int, *, dark: Collection[int] = (), below: Sequence[str] = (),
    across: tuple[tuple[int, int], ...] = (),
) -> Drawing:  # fmt: skip
    """A round table with so many seats, A at the near edge."""
    spots = []
    for at in range(count):
        turned = pi / 2 + 2 * pi * at / count  # clockwise, as y points down
        x, y = _MIDDLE[0] + _AWAY[0] * cos(turned), _MIDDLE[1] + _AWAY[1] * sin(turned)
        spots.append(
            Spot(x, y, seat_letter(at), below[at] if below else "", dark=at in dark)
        )
    return Drawing(tuple(spots), across)


def sides(
    far: str, near: str, *, across: tuple[tuple[int, int], ...] = (),
    rings: Collection[str] = (), turning: bool = True,
) -> Drawing:  # fmt: skip
    """A long table with a team on each side: the letters of their seats, from left to right."""
    spots = []
    for letters, y, dark in ((near, _ROWS[1], False), (far, _ROWS[0], True)):
        for at, letter in enumerate(letters):
            x = _WIDTH * (at + 1) / (len(letters) + 1)
            spots.append(Spot(x, y, letter, dark=dark, ring=letter in rings))
    return Drawing(tuple(spots), across, turning, long=True)


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
    up = 0.16 if spot.below else 0.37
    yield _word(spot.letter, spot.x, spot.y + radius * up, radius * 1.05, ink)
    if spot.below:
        yield _word(spot.below, spot.x, spot.y + radius * 0.75, radius * 0.6, ink)


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
