"""The style sheet of an organiser's colour: what stands on it, and where it can be a number's."""

from runner.core.colours import ENOUGH, contrast, mixed

ACCENT, INK = "#ffc800", "#11151b"
PLATE, NIGHT_PLATE = "#11151b", "#1b222b"
_CARD, _SECOND = "#ffffff", "#4b5562"
_NIGHT_CARD, _NIGHT_SECOND = "#161b22", "#a9b4c1"
_TINT = 20  # per cent of the accent below one's own row


def on(accent: str) -> str:
    """The colour of text on the accent: the dark of the look, or black or white if that is less."""
    if contrast(accent, INK) >= ENOUGH:
        return INK
    return max("#000000", "#ffffff", key=lambda text: contrast(accent, text))


def number(accent: str, plate: str) -> str:
    """The colour of numbers on a plate: the accent where it can be read, else white."""
    return accent if contrast(accent, plate) >= ENOUGH else "#ffffff"


def mine(accent: str, card: str, second: str) -> str:
    """The ground of one's own row: as much of the accent as its second line can be read on."""
    tints = (mixed(accent, card, part) for part in range(_TINT, -1, -1))
    return next((tint for tint in tints if contrast(tint, second) >= ENOUGH), card)


def style_sheet(accent: str) -> str:
    """What takes the place of the tokens that follow from the accent."""
    day = f"--plate-number:{number(accent, PLATE)};--mine:{mine(accent, _CARD, _SECOND)}"
    night = (
        f"--plate-number:{number(accent, NIGHT_PLATE)};"
        f"--mine:{mine(accent, _NIGHT_CARD, _NIGHT_SECOND)}"
    )
    return (
        f"@media screen{{:root{{--accent:{accent};--on-accent:{on(accent)};{day}}}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{{night}}}}}\n"
    )
