"""Decklists: how far each player's list is, whose lists the pages show, and whose decks are
checked."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from runner import phases
from runner.core.decks import HEADINGS, DeckState, OpenLists
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import listed
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Round
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult

_MOST = 12  # names in a sentence
_LOOKED_AT = (DeckState.CHECKED, DeckState.PROBLEM)


def by_state(players: Iterable[Player], round_of_event: int) -> Mapping[DeckState, list[Player]]:
    """Return the players who take part in a round by the state of their list."""
    there = [player for player in players if player.plays(round_of_event)]
    return {state: [each for each in there if each.deck_state is state] for state in DeckState}


def where(players: Sequence[Player]) -> str:
    """Return the players with the cells of their decks: "Ana Example (Players!K5), Bo Sample"."""
    cells = [f"{each.name} ({each.at('deck')})" for each in players[:_MOST]]
    more = len(players) - _MOST
    return listed([*cells, f"{more} more"] if more > 0 else cells)


def with_open_lists(
    event: Event, players: Mapping[str, Player], results: Sequence[PhaseResult]
) -> Mapping[str, Player]:
    """Return the players, without commander and decklist where pages may not show these yet."""
    begun = [result for result in results if result.rounds]
    match event.open_lists:
        case OpenLists.AS_LISTED | OpenLists.ALWAYS:
            return players
        case OpenLists.AFTER if begun and all(result.over for result in results):
            return players
        case OpenLists.PLAYOFF:
            playoffs = [each for each in begun if phases.playoff(each.phase.type)]
            known = {player.id for each in playoffs for player in each.field}
        case _:
            known = set[str]()
    return {
        id_: player if id_ in known else replace(player, extra=_without_lists(player.extra))
        for id_, player in players.items()
    }


def _without_lists(extra: Mapping[str, str]) -> Mapping[str, str]:
    return {heading: text for heading, text in extra.items() if heading not in HEADINGS}


def drawing(
    event: Event, ledger: Ledger, players: Mapping[str, Player], round_: Round, many: int
) -> Entry | None:
    """Return the ledger line that draws whose decks are checked in a round, until they are `many`;
    None if they are already. Of those who sit there, who was drawn or checked less often comes
    first."""
    here = ledger.deck_checks.get(round_.id, ())
    wanted = many - len(here)
    number = sum(id_ <= round_.id for id_ in ledger.rounds)
    often = Counter(id_ for drawn in ledger.deck_checks.values() for id_ in drawn)
    among = {
        id_: max(often[id_], int(players[id_].deck_state in _LOOKED_AT))
        for table in round_.tables
        for id_ in table.players
        if id_ not in here and players[id_].plays(number)
    }
    lot = {"seed": event.chance, "drawing": len(here), "among": among}
    drawn = drawn_from(lot, round_.id, wanted) if wanted > 0 else ()
    return Entry(EntryKind.DECKS, round_.id, {"lot": lot, "drawn": drawn}) if drawn else None


def drawn_from(lot: Mapping[str, Any], id_: RoundId, many: int) -> list[str]:
    """Return the ids that are drawn; `among` says how often each was before."""
    stream = Stream(lot["seed"], *id_, "deck checks", lot["drawing"])
    return sorted(stream.shuffled(sorted(lot["among"])), key=lot["among"].__getitem__)[:many]
