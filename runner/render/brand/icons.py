"""The icon of an event: four seats of a table, one of them taken, in the event's colour."""

from functools import cache
from io import BytesIO

from runner.core.colours import parts
from runner.render.brand.theme import INK, PLATE, number

_LINE = "#56606d"
_SIZE = 180  # px, the size that phones expect
_SEATS = ((30, 30), (96, 30), (30, 96), (96, 96))
_SEAT, _BORDER = 54, 8


@cache
def svg(accent: str) -> bytes:
    """Return the icon for browser tabs as SVG."""
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
    """Return the icon for a phone's home screen, which rounds the corners itself, as PNG."""
    from PIL import Image, ImageDraw  # slow to import

    image = Image.new("P", (_SIZE, _SIZE))
    colours = (PLATE, number(accent, INK), _LINE)
    image.putpalette([part for colour in colours for part in parts(colour)])
    draw = ImageDraw.Draw(image)
    for at, (x, y) in enumerate(_SEATS):
        seat = (x, y, x + _SEAT - 1, y + _SEAT - 1)
        draw.rectangle(seat, fill=0 if at else 1, outline=2 if at else 1, width=_BORDER)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()
