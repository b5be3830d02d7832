"""Facts about a table that its players need: colours, and the size of a common deck."""

from runner.core.language import ngettext
from runner.core.rounds import Table
from runner.phases.model import PhaseResult
from runner.rules.variants import ONE_DECK, ONE_DECK_MELEE, one_deck_cards
from runner.rules.variants.variant import PAIRS

_ONE_DECK = (ONE_DECK.key, ONE_DECK_MELEE.key)


def colours(phase: PhaseResult, table: Table) -> tuple[str, ...]:
    """Return each seat's pair of colours in Two-Color Star ("wu"): the player's choice, or the
    default of the seat. Return () for any other variant."""
    variant = phase.ruleset.played_as
    if variant is None or not variant.across or len(table.seats) != len(PAIRS):
        return ()
    chosen = {player.id: player.colours for player in phase.field}
    return tuple(
        chosen.get(player, "") or pair for player, pair in zip(table.players, PAIRS, strict=True)
    )


def deck(phase: PhaseResult, table: Table) -> str:
    """Return the size of the table's common deck as text, or "" if players have their own decks."""
    variant = phase.ruleset.played_as
    if variant is None or variant.key not in _ONE_DECK:
        return ""
    cards = one_deck_cards(len(table.seats) * variant.members)
    return ngettext("Common deck: {n} card", "Common deck: {n} cards", cards)
