"""Events of Melee and free-for-all: their phases, and results made up by who sits there."""

from hashlib import sha256

from runner.core.event import Event
from runner.core.identifiers import seat_letter
from runner.core.phase import Mode
from runner.core.rounds import Table
from tests.support.events import event, phase


def melee(players: int, rounds: int = 3, variant: str = "melee", **more: object) -> Event:
    """So many players, and so many rounds of a variant of single players."""
    played = phase(1, mode=Mode.MULTIPLAYER, variant=variant, name="Day 1", rounds=rounds, **more)
    return event(players, played)


def fallen(table: Table) -> str:
    """All but one of a table, in an order that follows from who sits there, by letters."""
    lot = [sha256(f"{table.players}{player}".encode()).digest() for player in table.players]
    order = sorted(range(len(lot)), key=lot.__getitem__)
    return ", ".join(map(seat_letter, order[:-1]))
