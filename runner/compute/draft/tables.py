"""Pods as a line of the ledger has them, with the tables where their decks are built."""

from collections.abc import Mapping, Sequence
from typing import Any

from runner.core.event import Event, Player
from runner.core.randomness import Stream
from runner.ledger.drafts import pods_document
from runner.pairing.draft.sizes import building_tables
from runner.phases.model import PhaseResult
from runner.rules.ruleset import Ruleset


def document(
    pods: Mapping[int, Sequence[str]], players: Mapping[str, Player], rules: Ruleset
) -> dict[str, Any]:
    """What stands in the line of these pods, by their numbers; who is named in it is known from
    then on."""
    ordered = [tuple(pods[number]) for number in sorted(pods)]
    alone = rules.played_as is not None and rules.played_as.teams
    made = building_tables(ordered, rules.first_building_table, alone=alone)
    tables = dict(made.tables)
    named = sorted({player for ids in ordered for player in ids})
    names = {player: players[player].name for player in named if player in players}
    return {**pods_document(pods, tables), "mates": made.mates, "names": names}


def seats_of_sealed(result: PhaseResult, event: Event) -> list[dict[str, Any]]:
    """The tables at which sealed pools are registered and built from: those who play in an order
    drawn from the seed, two at each, and a team alone (docs/drafts.md)."""
    stream = Stream(event.chance, result.phase.number, "sealed seats")
    order = stream.shuffled(sorted(result.playing))
    played = result.ruleset.played_as
    many = 1 if played and played.teams else 2
    rows = [order[at : at + many] for at in range(0, len(order), many)]
    first = result.ruleset.first_building_table
    return [{"table": number, "players": [*ids]} for number, ids in enumerate(rows, first)]
