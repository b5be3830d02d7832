"""The ledger in plain words: what went out, what was decided, what was changed by hand."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from runner.compute.decisions import REGISTRY
from runner.compute.reconcile.players import Directory
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.words import for_staff, sentences
from runner.render.text import clock


class LogLine(NamedTuple):
    """A line: when ("14:32"), what, and the organiser's reason. `by_hand`: somebody decided it."""

    at: str
    words: str
    reason: str
    by_hand: bool


def log(snapshot: Snapshot, entries: Sequence[Entry]) -> tuple[LogLine, ...]:
    """Everything worth telling, the latest first."""
    names = _Names(snapshot)
    return tuple(line for entry in reversed(entries) for line in _lines(names, entry))


class _Names:
    """Ids as people know them."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._players = snapshot.players
        self.title, self.called = snapshot.event.title, snapshot.called
        self.zone = snapshot.event.time_zone
        self._phases = {phase.phase.number: phase.phase.name for phase in snapshot.phases}
        self._decisions = snapshot.event.decisions
        self._directory = Directory(snapshot.players, {})

    def typed(self, text: str) -> str:
        """A player as somebody typed one."""
        found = self._directory.find(text)
        return self.player(found) if found else text

    def why(self, kind: str, id_: RoundId, player: str) -> str:
        """The reason that stands beside a decision about a player, as long as it stands there."""
        asked = (row for row in self._decisions if row.kind == kind and row.round == id_)
        return next((row.reason for row in asked if self.typed(row.player) == player), "")

    def player(self, identity: str) -> str:
        found = self._players.get(identity)
        return found.name if found else identity

    def phase(self, number: int) -> str:
        return self._phases.get(number, f"Phase {number}")


def _lines(names: _Names, entry: Entry) -> Iterator[LogLine]:
    at = clock(entry.at, names.zone)[:5] if entry.at else ""
    head = "" if entry.kind is EntryKind.PLAYER else f"{names.title(entry.round)}: "
    for said in sentences(entry, names.player, called=names.called):
        yield LogLine(at, f"{head}{said.removesuffix('.')}.", "", True)
    words = for_staff(entry, names)
    if words:
        yield from _given(names, entry, at)
        by_hand = entry.kind not in (EntryKind.PAIRED, EntryKind.IMPORTED)
        yield LogLine(at, words, str(entry.data.get("reason") or ""), by_hand)


def _given(names: _Names, entry: Entry, at: str) -> Iterator[LogLine]:
    """The byes that a round went out with because somebody decided so."""
    for kind, _, _, typed, *_ in entry.data.get("spent", ()):
        type_ = REGISTRY.get(kind)
        if type_ and type_.AT_PAIRING:
            player = names.typed(typed)
            why = names.why(kind, entry.round, player)
            yield LogLine(
                at, f"{names.title(entry.round)}: {type_.AT_PAIRING.format(player)}.", why, True
            )
