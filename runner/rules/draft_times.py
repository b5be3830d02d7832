"""How long each pick of a booster draft may take (docs/rules.md 7; MTR Appendix B)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from runner.rules.ruleset import Ruleset

_ONE: Mapping[int, int] = {
    15: 40, 14: 40, 13: 35, 12: 30, 11: 25, 10: 25, 9: 20, 8: 20, 7: 15, 6: 10, 5: 10, 4: 5, 3: 5,
    2: 5,
}  # fmt: skip
_TWO: Mapping[int, int] = {
    20: 60, 18: 60, 16: 55, 14: 50, 12: 45, 10: 35, 8: 25, 6: 15, 4: 10,
}  # fmt: skip
_REVIEW, _LONGER = 60, 30  # seconds; so much longer after each pack
CARDS, COMMANDER_CARDS = 14, 20
"""In a pack, where nobody says otherwise."""


class Step(NamedTuple):
    """A pick, or where `cards` is 0 the review after a pack. `cards` are those left in the pack, of
    which `take` are taken; 0 `seconds` are no limit."""

    pack: int
    pick: int
    cards: int
    take: int
    seconds: int


def steps(rules: Ruleset, *, commander: bool = False) -> tuple[Step, ...]:
    """The whole draft: every pick of every pack, and a review between packs. In a Commander draft
    two cards are taken at a time."""
    cards = rules.pack_cards or (COMMANDER_CARDS if commander else CARDS)
    return tuple(_draft(rules.draft_packs, cards, 2 if commander else 1))


def _draft(packs: int, cards: int, take: int) -> Iterator[Step]:
    for pack in range(1, packs + 1):
        for pick, left in enumerate(range(cards, 0, -take), 1):
            yield Step(pack, pick, left, min(take, left), _seconds(left, take))
        if pack < packs:
            yield Step(pack, 0, 0, 0, _REVIEW + _LONGER * (pack - 1))


def _seconds(left: int, take: int) -> int:
    """The time for a pick with so many cards left; nothing for the last, which nobody chooses. A
    pack with more cards than the rules know has the time of the fullest that they do."""
    if left <= take:
        return 0
    known = _TWO if take == 2 else _ONE
    fuller = [seconds for cards, seconds in known.items() if cards >= left]
    return min(fuller, default=max(known.values()))
