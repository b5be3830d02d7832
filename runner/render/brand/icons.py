"""The icon of an event: the four seats of a table, of which one is taken, in the event's colour."""

from functools import cache

from runner.core.colours import parts
from runner.render.brand.png import png
from runner.render.brand.theme import INK, PLATE, number

_LINE = "#56606d"
_SIZE = 180  # px, as telephones ask for
_SEATS = ((30, 30), (96, 30), (30, 96), (96, 96))
_SEAT, _BORDER = 54, 8


@cache
def svg(accent: str) -> bytes:
    """The icon for tabs."""
    taken = number(accent, INK)
    seats = "".join(
        f'<rect x="{x + 4}" y="{y + 4}" width="{_SEAT - 8}" height="{_SEAT - 8}" rx="9" '
        + (f'fill="{taken}" stroke="{taken}"/>' if not at else f'fill="none" stroke="{_LINE}"/>')
        for at, (x, y) in enumerate(_SEATS)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIZE} {_SIZE}">'
        f'<rect width="{_SIZE}" height="{_SIZE}" rx="36" fill="{PLATE}"/>'
        f'<g stroke-width="{_BORDER}">{seats}</g></svg>\n'
    ).encode()


@cache
def touch(accent: str) -> bytes:
    """The same for a telephone's first screen, which rounds the corners itself: a PNG."""
    rows = [bytearray(_SIZE) for _ in range(_SIZE)]
    for at, (x, y) in enumerate(_SEATS):
        for row in rows[y : y + _SEAT]:
            row[x : x + _SEAT] = bytes([1 if not at else 2]) * _SEAT
        if at:
            for row in rows[y + _BORDER : y + _SEAT - _BORDER]:
                row[x + _BORDER : x + _SEAT - _BORDER] = bytes(_SEAT - 2 * _BORDER)
    colours = (PLATE, number(accent, INK), _LINE)
    return png([bytes(row) for row in rows], [parts(each) for each in colours])
