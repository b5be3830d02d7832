"""Decks as the staff know them: the state of each player's list, and when pages show the lists."""

from enum import StrEnum
from typing import NamedTuple

COMMANDER, DECKLIST = "Commander", "Decklist"
"""The headings of the columns that tell a deck."""
HEADINGS = (COMMANDER, DECKLIST)


class Decklists(StrEnum):
    """Whether the event asks for decklists; required ones hold round 1 back."""

    NO = "no"
    ASKED = "asked"
    REQUIRED = "required"


class OpenLists(StrEnum):
    """When the pages show commanders and decklists; AS_LISTED: while Public columns lists them."""

    AS_LISTED = ""
    NEVER = "never"
    PLAYOFF = "playoff"
    AFTER = "after"
    ALWAYS = "always"


class DeckState(StrEnum):
    """How far a player's list is."""

    MISSING = "missing"
    IN = "in"
    CHECKED = "checked"
    PROBLEM = "problem"


class Deck(NamedTuple):
    """What only the staff know of a player's deck: the `state` as typed, "" for none, with the
    `note` behind it, and of columns that are not public the `commander`, and whether there is a
    decklist (`linked`)."""

    state: str = ""
    note: str = ""
    commander: str = ""
    linked: bool = False

    @property
    def typed(self) -> str:
        """The state as it is typed: "problem: 99 cards"."""
        return ": ".join(filter(None, (self.state, self.note)))


NO_DECK = Deck()


def partners(commander: str) -> tuple[str, ...]:
    """Return the commander, or both partners of "A / B", with straight apostrophes."""
    parts = commander.replace("’", "'").replace(" & ", "/").replace(" + ", "/").split("/")
    return tuple(filter(None, map(str.strip, parts)))
