"""Who everybody is: the id that a name on a sheet means, and the player behind each id."""

from __future__ import annotations

from collections.abc import Mapping

from runner.core import names
from runner.core.event import Event, Player, with_id
from runner.core.problems import Place, Problem, error
from runner.ledger.ledger import Ledger


class Directory:
    """Finds the id that a typed name means, by today's spelling or one that was published."""

    def __init__(self, players: Mapping[str, Player], known: Mapping[str, str]) -> None:
        self.players = players
        self._ids = {names.key(name): identity for name, identity in known.items()}
        self._ids.update({names.key(identity): identity for identity in players})
        self._ids.update({names.key(each.name): each.id for each in players.values()})

    def find(self, text: str) -> str | None:
        """The id, or None for a name that nobody has."""
        return self._ids.get(names.key(text))

    def name(self, identity: str) -> str:
        """Today's name of a player."""
        return self.players[identity].name

    def unknown(self, text: str, place: Place) -> Problem:
        """The sentence for a name that nobody has."""
        close = names.nearest(text, (each.name for each in self.players.values()))
        fix = (
            f"Did you mean “{close}”?"
            if close
            else "Add the player on that sheet, or correct the name."
        )
        return error(place, f"“{text}” is not in Players.", fix)


def identified(event: Event, ledger: Ledger) -> tuple[dict[str, Player], list[Problem]]:
    """Every player under an id: the one typed, the one published under that name, or a new one.

    A player who was published but has left the Players sheet is kept, with an error.
    """
    known = {names.key(name): identity for name, identity in ledger.names.items()}
    taken = {player.id for player in event.players} | {*ledger.people}
    players: dict[str, Player] = {}
    fresh = 0
    for player in event.players:
        identity = player.id
        if not identity:
            published = known.get(names.key(player.name), "")
            used = published in players or any(each.id == published for each in event.players)
            identity = "" if used else published
        while not identity:
            fresh += 1
            candidate = f"P{fresh:03d}"
            identity = "" if candidate in taken else candidate
        players[identity] = with_id(player, identity)
    lost = {identity: name for identity, name in ledger.people.items() if identity not in players}
    problems = [
        error(
            Place("Players"),
            f"“{name}” ({identity}) has been paired, but is not in Players any more.",
            "Put the row back; a player who has left gets a number under “Drops after round”.",
        )
        for identity, name in lost.items()
    ]
    players.update({identity: Player(identity, name) for identity, name in lost.items()})
    return players, problems
