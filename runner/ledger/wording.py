"""What a line of the ledger is put into words with: who reads it, and how they call things."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from runner.core.event import RoundId
from runner.core.language import _, current
from runner.ledger.entries import Entry

Data = Mapping[str, Any]
Name = Callable[[str], str]
"""Gives the name of a player's id, as whoever reads it may know it."""
Called = Callable[[int], str]
"""What a round is called that counts over the whole event, inside a sentence: "Top 16, round 1"."""


class Names(Protocol):
    """Ids and numbers as the staff know them."""

    def player(self, identity: str) -> str:
        """The name of a player's id."""

    def phase(self, number: int) -> str:
        """The name of a phase."""

    def title(self, id_: RoundId) -> str:
        """What people call a round."""


class Reader(NamedTuple):
    """What whoever reads a line calls players and rounds; `veiled` where results are kept back."""

    name: Name
    called: Called
    veiled: bool


@dataclass(frozen=True, slots=True)
class Wording:
    """How a line of one kind is put; a reader for whom it has no words is told nothing of it.

    `verified`: for who verifies the ledger. `decided`: the decision that it records, for who takes
    it back, with the title of its `round` and the number of its `phase` to fill in; a line without
    is nothing that an Undo takes back. `staff`: a sentence for the desk, with the name of the
    `phase`. `players`: sentences for the round's page and the desk, without a full stop.
    """

    verified: str | Callable[[Data], str] = ""
    decided: str = ""
    staff: str | Callable[[Entry, Names], str] = ""
    players: Callable[[Data, Reader], Iterable[str]] | None = None


def lost_results(typed: Mapping[str, Sequence[str]]) -> str:
    """ "table 1 (A), table 3 (draw)": results and games of tables that have lost their match."""
    found = sorted(typed, key=int)
    results = {table: " ".join(filter(None, typed[table])) for table in found}
    return current().enumerated(
        [_("table {table} ({result})", table=table, result=results[table]) for table in found]
    )
