"""A table seen from above: seats, teams, and turn order.

`templates/paper/table.svg` draws it.
"""

from base64 import b64encode
from collections.abc import Collection, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from runner.core.identifiers import seat_letter
from runner.render.templating import environment
from runner.rules.ruleset import Ruleset

WIDTH, HEIGHT = 200, 160
_AWAY = (80.0, 60.0)  # from the centre to the seats of a round table
_FAR, _NEAR = 32.0, 128.0  # y of the two sides of a long table
_LARGE, _SMALL, _MANY = 17.0, 13.5, 10  # radius of a seat, with few and with at least so many seats


class Spot(NamedTuple):
    """A seat with its letter or turn number, and small text `below`. `dark`: the other team, or a
    simultaneous turn; `ring`: an emperor."""

    x: float
    y: float
    name: str
    below: str = ""
    dark: bool = False
    ring: bool = False


class Drawing(NamedTuple):
    """Seats clockwise, in turn order: turns pass to the left. `across` has pairs of seats that play
    each other, drawn as lines instead of the arrow of turns; `long`: a table with a team on each
    side."""

    spots: tuple[Spot, ...]
    across: tuple[tuple[int, int], ...] = ()
    long: bool = False

    @property
    def names(self) -> str:
        """The seats' names, each once, in order."""
        names = {spot.name for spot in self.spots}
        return " ".join(sorted(names, key=lambda name: (len(name), name)))

    @property
    def encoded(self) -> str:
        """The drawing as SVG in base64."""
        radius = _LARGE if len(self.spots) < _MANY else _SMALL
        svg = environment("paper").get_template("table.svg").render(table=self, radius=radius)
        return b64encode(svg.encode()).decode("ascii")


def around(
    names: Sequence[str] | int, dark: Collection[int] = (), below: Sequence[str] = (),
    across: tuple[tuple[int, int], ...] = (),
) -> Drawing:  # fmt: skip
    """Return a round table with these names, or this many letters; the first two are at the far
    edge: A B above D C."""
    if isinstance(names, int):
        names = [seat_letter(at) for at in range(names)]
    spots = []
    for at, name in enumerate(names):
        turned = pi * (2 * at - 1) / len(names) - pi / 2  # clockwise, as y points down
        x, y = WIDTH / 2 + _AWAY[0] * cos(turned), HEIGHT / 2 + _AWAY[1] * sin(turned)
        spots.append(Spot(x, y, name, below[at] if below else "", dark=at in dark))
    return Drawing(tuple(spots), across)


def sides(
    far: Sequence[str], near: Sequence[str], across: tuple[tuple[int, int], ...] = ()
) -> Drawing:
    """Return a long table with the names on each side, from left to right."""
    spots = (
        Spot(WIDTH * (at + 1) / (len(row) + 1), y, name, dark=row is far)
        for row, y in ((near, _NEAR), (far, _FAR))
        for at, name in enumerate(row)
    )
    return Drawing(tuple(spots), across, long=True)


def ringed(rules: Ruleset) -> Drawing:
    """Return the table of two teams: seats in the variant's order, with turn numbers. If partners
    sit on one side, it is a long table."""
    variant = rules.played_as
    ring = variant.ring(2, rules.classic) if variant else ()
    names = [str(chair.turn) for chair in ring]
    for turned in range(len(ring)):
        if all(chair.side for chair in (*ring[turned:], *ring[:turned])[: len(ring) // 2]):
            names, half = names[turned:] + names[:turned], len(ring) // 2
            return sides(names[:half], names[: half - 1 : -1])
    return around(names, [at for at, chair in enumerate(ring) if chair.side])


def with_emperors(rules: Ruleset) -> Drawing:
    """Return the table of `ringed` with a ring round the middle seat of each side."""
    drawn = ringed(rules)
    half = len(drawn.spots) // 2
    middle = {half // 2, half + half // 2}
    spots = (spot._replace(ring=at in middle) for at, spot in enumerate(drawn.spots))
    return drawn._replace(spots=tuple(spots))
