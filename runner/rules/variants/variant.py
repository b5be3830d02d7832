"""What a variant is: seats, teams, turn order, results, life; and the colours of Two-Color Star."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from runner.core.language import N_
from runner.core.phase import Mode, SettingValue
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


class ResultForm(StrEnum):
    """How a table of a variant is reported. `WINNER`: a winner or a draw, as at any table. `ORDER`:
    who went out, in that order. `DUELS`: the matches of the seats, of which two win."""

    WINNER = "winner"
    ORDER = "order"
    DUELS = "duels"


class Rules(StrEnum):
    """Where the older rules of a variant differ from those of the Comprehensive Rules."""

    CURRENT = "current"
    CLASSIC = "classic"


class Chair(NamedTuple):
    """A place round a table: which side of the table sits there (a team, or a player alone), which
    of its members, both from 0, and whose turn it is when, from 1. Those who take a turn together
    have the same number."""

    side: int
    member: int
    turn: int


Ring = tuple[Chair, ...]
"""The chairs of a table clockwise, as turns pass: each is to the left of the one before."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play at a table (docs/variants.md).

    `members` are the people of a team; a team counts as one player (MTR 1.1), and two teams sit at
    a table. Where it is 1, `fewest` to `most` players sit there, and `best` of them play best.
    `usual` are settings that it takes in place of the preset's, and `sources` say where these are
    from. `life` is where a player, or a team that shares its life, begins, and `classic_life` the
    same by the older rules. `circle`: all players of the phase sit at one table. `knock_out`: the
    winner of a table can go on alone; `elimination`: it is usually played so, as a single
    elimination. `neighbours`: whoever sees the player to the left go out
    takes a point. `across`: the two across are one's opponents, and whoever sees both out wins.
    """

    key: str
    name: str
    members: int = 1
    fewest: int = 2
    best: int = 2
    most: int = 2
    form: ResultForm = ResultForm.WINNER
    life: int = 20
    classic_life: int = 0
    shares_life: bool = False
    circle: bool = False
    knock_out: bool = False
    elimination: bool = False
    neighbours: bool = False
    across: bool = False
    usual: Mapping[str, SettingValue] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    spellings: tuple[str, ...] = ()
    rings: Mapping[Rules, Ring] = field(default_factory=dict)

    @property
    def teams(self) -> bool:
        """Whether teams play it."""
        return self.members > 1

    @property
    def entrant(self) -> str:
        """What has a place in the standings, in English."""
        return "team" if self.teams else "player"

    @property
    def mode(self) -> Mode:
        """How its tables are paired: two teams meet as two players do."""
        return Mode.HEAD_TO_HEAD if self.teams else Mode.MULTIPLAYER

    def starting_life(self, rules: Rules = Rules.CURRENT) -> int:
        """Return the life total that a player or, where it is shared, a team begins with."""
        return self.classic_life or self.life if rules is Rules.CLASSIC else self.life

    def ring(self, sides: int, rules: Rules = Rules.CURRENT) -> Ring:
        """Return the chairs of a table with so many sides; none where no order of turns goes round
        it."""
        if not self.teams:
            return tuple(Chair(side, 0, side + 1) for side in range(sides))
        return self.rings.get(rules) or self.rings.get(Rules.CURRENT, ())


def in_turn(*chairs: tuple[int, int]) -> Ring:
    """Return a ring in which turns go round from the first chair; each is (side, member)."""
    return tuple(Chair(side, member, turn) for turn, (side, member) in enumerate(chairs, 1))
