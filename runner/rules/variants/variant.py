"""The properties of a variant: seats, teams, turn order, results, life; colours of Two-Color
Star."""

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
"""The name of each colour pair; the first sits in seat A, each next one to its left."""
PAIRS = tuple(NAMES)

_LETTERS = {"white": "w", "blue": "u", "black": "b", "red": "r", "green": "g"}
_GUILDS = {
    "azorius": "wu", "dimir": "ub", "rakdos": "br", "gruul": "rg", "selesnya": "gw",
}  # fmt: skip


def spellings(pair: str) -> tuple[str, ...]:
    """Return other spellings of a pair that an organiser may type: "WU", "Blue-White",
    "Azorius"."""
    one, two = (next(word for word, letter in _LETTERS.items() if letter == each) for each in pair)
    guild = next(name for name, of in _GUILDS.items() if of == pair)
    return (
        pair, pair[::-1], f"{one}/{two}", f"{two}-{one}", f"{two}/{one}", f"{one} {two}",
        f"{two} {one}", f"{one} and {two}", f"{two} and {one}", guild,
    )  # fmt: skip


class ResultForm(StrEnum):
    """How a table of a variant is reported. `WINNER`: a winner or a draw, as at any table. `ORDER`:
    who went out, in order. `DUELS`: the matches of the seats, two of which win."""

    WINNER = "winner"
    ORDER = "order"
    DUELS = "duels"


class Rules(StrEnum):
    """Editions of the rules, for variants whose older rules differ from the Comprehensive Rules."""

    CURRENT = "current"
    CLASSIC = "classic"


class Chair(NamedTuple):
    """A place at a table: the side that sits there (a team, or a single player) and its member,
    both from 0, and the turn number, from 1. Those who take a turn together have the same
    number."""

    side: int
    member: int
    turn: int


Ring = tuple[Chair, ...]
"""The chairs of a table in turn order, clockwise: each is to the left of the one before."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A way to play at a table (docs/variants.md).

    `members` is the number of people in a team; a team counts as one player (MTR 1.1), and two
    teams sit at a table. If it is 1, `fewest` to `most` players sit there, ideally `best`. `usual`
    are settings used instead of the preset's, and `sources` their sources. `life` is the starting
    life of a player, or of a team that shares its life, and `classic_life` that of the older rules.
    `circle`: all players of the phase sit at one table. `knock_out`: it can be played as a playoff,
    from which the winner of a table goes on alone; `elimination`: that is the usual way.
    `neighbours`: a player gets a point when the player to the left goes out. `across`: the two
    players across are one's opponents, and a player whose two opponents are out wins.
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
        """Whether it is played by teams."""
        return self.members > 1

    @property
    def entrant(self) -> str:
        """What is ranked in the standings, in English."""
        return "team" if self.teams else "player"

    @property
    def mode(self) -> Mode:
        """How its tables are paired: two teams meet like two players."""
        return Mode.HEAD_TO_HEAD if self.teams else Mode.MULTIPLAYER

    def starting_life(self, rules: Rules = Rules.CURRENT) -> int:
        """Return the starting life of a player or, if it is shared, of a team."""
        return self.classic_life or self.life if rules is Rules.CLASSIC else self.life

    def ring(self, sides: int, rules: Rules = Rules.CURRENT) -> Ring:
        """Return the chairs of a table with so many sides; empty if there is no turn order round
        the table."""
        if not self.teams:
            return tuple(Chair(side, 0, side + 1) for side in range(sides))
        return self.rings.get(rules) or self.rings.get(Rules.CURRENT, ())


def in_turn(*chairs: tuple[int, int]) -> Ring:
    """Return a ring in which turns pass from the first chair on; each chair is (side, member)."""
    return tuple(Chair(side, member, turn) for turn, (side, member) in enumerate(chairs, 1))
