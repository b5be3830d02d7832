"""CSS for an organiser's colour, with readable text on it."""

from runner.core.colours import ENOUGH, contrast, mixed

ACCENT, INK = "#ffc800", "#11151b"
PLATE, NIGHT_PLATE = "#11151b", "#1b222b"
_CARD, _SECOND = "#ffffff", "#4b5562"
_NIGHT_CARD, _NIGHT_SECOND = "#161b22", "#a9b4c1"
_TINT = 20  # per cent of accent in the background of one's own row


def on(accent: str) -> str:
    """Return the colour of text on the accent: dark ink, or if unreadable black or white."""
    if contrast(accent, INK) >= ENOUGH:
        return INK
    return max("#000000", "#ffffff", key=lambda text: contrast(accent, text))


def number(accent: str, plate: str) -> str:
    """Return the colour of numbers on a dark plate: the accent if readable, else white."""
    return accent if contrast(accent, plate) >= ENOUGH else "#ffffff"


def mine(accent: str, card: str, second: str) -> str:
    """Return the background of one's own row: as much accent as `second` stays readable on."""
    tints = (mixed(accent, card, part) for part in range(_TINT, -1, -1))
    return next((tint for tint in tints if contrast(tint, second) >= ENOUGH), card)


def style_sheet(accent: str) -> str:
    """Return the CSS that overrides the tokens derived from the accent."""
    day = f"--plate-number:{number(accent, PLATE)};--mine:{mine(accent, _CARD, _SECOND)}"
    night = (
        f"--plate-number:{number(accent, NIGHT_PLATE)};"
        f"--mine:{mine(accent, _NIGHT_CARD, _NIGHT_SECOND)}"
    )
    return (
        f"@media screen{{:root{{--accent:{accent};--on-accent:{on(accent)};{day}}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
    )
