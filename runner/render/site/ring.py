"""The seats round a table of two teams, as a drawing on the pages of its players."""

from collections.abc import Iterator, Sequence
from math import cos, pi, sin
from types import SimpleNamespace

from runner.core.identifiers import RoundId
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.rows import TableLine
from runner.rules.variants.variant import Ring

_WIDTH, _MIDDLE, _AWAY = 320, (160, 80), (116, 54)
_FAR, _NEAR = 28, 146
_LETTERS = 10  # in a first name


def ring_view(
    phase: PhaseResult, directory: Directory, table: TableLine, seat: int, file: str, id_: RoundId
) -> SimpleNamespace | None:
    """Return the seats at a table as seen by the team at `seat`, or by its member with page `file`;
    None if turns do not pass round the table, or members are missing.

    Each of the `places` has position, turn number and name, and whether it is one's `own` team, or
    `me`; `long`: the teams face each other; `first` is the team that begins with these numbers.
    """
    rules = phase.ruleset
    ring = rules.played_as.ring(2, rules.classic) if rules.played_as else ()
    teams = [directory.team(each.player, id_) for each in table.seats]
    if not ring or len(teams) != 2 or any(
        chair.member >= len(teams[chair.side]) for chair in ring
    ):  # fmt: skip
        return None
    long, spots = _spots(ring, seat)
    places = []
    for chair, (x, y) in zip(ring, spots, strict=True):
        person = teams[chair.side][chair.member]
        name = person.name.split(" ")[0]
        short = name if len(name) <= _LETTERS else f"{name[: _LETTERS - 1]}…"
        places.append({
            "x": round(x, 1), "y": round(y, 1), "turn": chair.turn, "name": short,
            "own": chair.side == seat, "me": person.file == file,
        })  # fmt: skip
    return SimpleNamespace(places=places, first=table.seats[0].name, long=long)


def _spots(ring: Ring, near: int) -> tuple[bool, Sequence[tuple[float, float]]]:
    """Return whether the table is long, and the position of each chair, clockwise (y points down):
    in two rows if each team sits together, one's own side near; otherwise in a circle."""
    count = len(ring)
    half = count // 2
    for turned in range(count):
        if all(ring[(turned + at) % count].side != near for at in range(half)):
            rows = [*_row(half, _FAR), *_row(half, _NEAR)[::-1]]
            return True, [rows[(at - turned) % count] for at in range(count)]
    return False, list(_circle(ring, near))


def _row(many: int, y: float) -> list[tuple[float, float]]:
    return [(_WIDTH * (at + 1) / (many + 1), y) for at in range(many)]


def _circle(ring: Ring, near: int) -> Iterator[tuple[float, float]]:
    """Yield the chairs in a circle, one's own first chair at the near edge."""
    first = next(at for at, chair in enumerate(ring) if chair.side == near)
    for at in range(len(ring)):
        turned = pi / 2 + 2 * pi * (at - first) / len(ring)
        yield _MIDDLE[0] + _AWAY[0] * cos(turned), _MIDDLE[1] + _AWAY[1] * sin(turned)
