"""Pods as a line of the ledger has them, with the tables where their decks are built."""

from collections.abc import Mapping, Sequence
from typing import Any

from runner.core.event import Player
from runner.ledger.drafts import pods_document
from runner.pairing.draft.building import building_tables
from runner.rules.ruleset import Ruleset


def document(
    pods: Mapping[int, Sequence[str]], players: Mapping[str, Player], rules: Ruleset
) -> dict[str, Any]:
    """What stands in the line of these pods, by their numbers; who is named in it is known from
    then on."""
    ordered = [tuple(pods[number]) for number in sorted(pods)]
    made = building_tables(ordered, rules.first_building_table)
    tables = dict(made.tables)
    named = sorted({player for ids in ordered for player in ids})
    names = {player: players[player].name for player in named if player in players}
    return {**pods_document(pods, tables), "mates": made.mates, "names": names}
