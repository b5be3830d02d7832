"""Who has played for each team, as far as the ledger knows."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain

from runner.core import names
from runner.core.event import Player, RoundId
from runner.core.teams import Team, team
from runner.ledger.ledger import Ledger


def teams(players: Mapping[str, Player], ledger: Ledger) -> dict[str, Team]:
    """The people of each team, by its id; those who had a place in a round as they were when it
    went out.

    Whoever plays for another team, or did, is nobody whose name was put right: members whose names
    are nearly the same may be swapped.
    """
    played: dict[str, dict[RoundId, Sequence[str]]] = defaultdict(dict)
    for round_ in ledger.rounds.values():
        for identity, members in round_.members.items():
            played[identity][round_.id] = members
    owners: dict[str, set[str]] = defaultdict(set)
    for identity, player in players.items():
        for name in chain(player.members, *played.get(identity, {}).values()):
            owners[names.key(name)].add(identity)
    return {
        identity: team(
            player.members,
            played.get(identity, {}),
            {*player.substitutes, *(name for name, of in owners.items() if of - {identity})},
        )
        for identity, player in players.items()
        if player.members or identity in played
    }


def former(ledger: Ledger) -> dict[str, str]:
    """The name of everybody who has ever been published as a member, each with the team's id."""
    lines = (entry.data.get("members", {}) for entry in ledger.entries)
    return {name: identity for line in lines for identity, people in line.items()
            for name in people}  # fmt: skip
