"""The pairs of friendly colours of Two-Color Star, round the table as they sit: each beside those
with whom it shares a colour, and across from its enemies."""

from runner.core.language import N_
from runner.core.results.outcomes import opponents as opponents

NAMES: dict[str, str] = {
    "wu": N_("White-Blue"),
    "ub": N_("Blue-Black"),
    "br": N_("Black-Red"),
    "rg": N_("Red-Green"),
    "gw": N_("Green-White"),
}
"""What each pair is called; the first sits in seat A, each next one to the left of it."""
PAIRS = tuple(NAMES)

_LETTERS = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
_GUILDS = {
    "azorius": "wu", "dimir": "ub", "rakdos": "br", "gruul": "rg", "selesnya": "gw",
}  # fmt: skip


def spellings(pair: str) -> tuple[str, ...]:
    """What else an organiser may type for a pair: "WU", "Blue-White", "Azorius"."""
    one, two = (next(word for word, letter in _LETTERS.items() if letter == each) for each in pair)
    guild = next(name for name, of in _GUILDS.items() if of == pair)
    return (
        pair, pair[::-1], f"{one}/{two}", f"{two}-{one}", f"{two}/{one}", f"{one} {two}",
        f"{two} {one}", f"{one} and {two}", f"{two} and {one}", guild,
    )  # fmt: skip
