"""A player or team, as its line in the Players sheet describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from runner.core import names
from runner.core.decks import COMMANDER, DECKLIST, NO_DECK, Deck, DeckState
from runner.core.problems import Place
from runner.core.sheet_line import SheetLine


class Shown(StrEnum):
    """How a player's name is shown on the pages (see `runner/core/privacy.py`)."""

    FULL = "full"
    INITIAL = "initial"
    HANDLE = "handle"
    HIDDEN = "hidden"
    ERASED = "erased"


@dataclass(frozen=True, slots=True)
class Player(SheetLine):
    """One line of the Players sheet. `id` is empty until Runner has assigned one.

    `extra` has the public columns that Runner does not interpret (Commander, deck list, pronouns);
    `notes` is private and never leaves the workbook. `shown` and `handle` are how the player wants
    to be named in public; None and "" leave it to the event. `listed` is the name in lists by last
    name, if it is not the one derived from `name`. `reason` is why the player drops, returns or
    comes late; it is public. `team`: the player is a team, `members` are its people in the order of
    their seats, and `substitutes` those who may replace them. `colours` are those chosen for
    Two-Color Star, "wu". `deck` is what only the staff know of the deck. `place` is the cell of the
    name, and `places` has those of the other columns.
    """

    id: str
    name: str
    club: str = ""
    enters: int = 1
    drops_after: int | None = None
    returns: int | None = None
    awarded_byes: int = 0
    fixed_table: int | None = None
    keep_apart: tuple[str, ...] = ()
    extra: Mapping[str, str] = field(default_factory=dict)
    notes: str = ""
    place: Place = Place()
    shown: Shown | None = None
    handle: str = ""
    listed: str = ""
    reason: str = ""
    team: bool = False
    members: tuple[str, ...] = ()
    substitutes: tuple[str, ...] = ()
    colours: str = ""
    deck: Deck = NO_DECK
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)

    @property
    def in_lists(self) -> str:
        """The name for lists by last name; a team's name is not rearranged."""
        return self.listed or (self.name if self.team else names.last_first(self.name))

    @property
    def commander(self) -> str:
        """The commander as typed, whether or not pages show it."""
        return self.extra.get(COMMANDER, self.deck.commander)

    @property
    def deck_state(self) -> DeckState:
        """How far the list is: as typed; else a decklist in its column is in."""
        linked = DECKLIST in self.extra or self.deck.linked
        return DeckState(self.deck.state or (DeckState.IN if linked else DeckState.MISSING))

    def plays(self, round_of_event: int) -> bool:
        """Return whether the player takes part in a round, counted over all phases."""
        left = self.drops_after is not None and round_of_event > self.drops_after
        back = self.returns is not None and round_of_event >= self.returns
        return round_of_event >= self.enters and (back or not left)
