"""The ledger in plain words: what went out, what was decided, what was changed by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from runner.compute.reconcile.players import Directory
from runner.compute.snapshot import Snapshot
from runner.core.event import DecisionKind, RoundId
from runner.core.phrases import count, listed
from runner.ledger import words as hand_work
from runner.ledger.entries import Entry, EntryKind
from runner.render.text import clock

_UNTOLD = frozenset(
    {
        EntryKind.WRITTEN,
        EntryKind.DOCUMENT,
        EntryKind.PROVED,
        EntryKind.CLEARED,
        EntryKind.REFUSED,
        EntryKind.RESULTS,
    }
)


class Told(NamedTuple):
    """A line: when ("14:32"), what, and the organiser's reason. `by_hand`: somebody decided it."""

    at: str
    words: str
    reason: str
    by_hand: bool


def told(snapshot: Snapshot, entries: Sequence[Entry]) -> tuple[Told, ...]:
    """Everything worth telling, the latest first."""
    names = _Names(snapshot)
    return tuple(
        line
        for entry in reversed(entries)
        if entry.kind not in _UNTOLD
        for line in _lines(names, entry)
    )


class _Names:
    """Ids as people know them."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._players = snapshot.players
        self._phases = {each.phase.number: each.phase.name for each in snapshot.phases}
        self._decisions = snapshot.event.decisions
        self._directory = Directory(snapshot.players, {})

    def typed(self, text: str) -> str:
        """A player as somebody typed one."""
        found = self._directory.find(text)
        return self.player(found) if found else text

    def why(self, kind: DecisionKind, id_: RoundId, player: str) -> str:
        """The reason that stands beside a decision about a player, as long as it stands there."""
        asked = (each for each in self._decisions if each.kind is kind and each.round == id_)
        return next((each.reason for each in asked if self.typed(each.player) == player), "")

    def player(self, identity: str) -> str:
        found = self._players.get(identity)
        return found.name if found else identity

    def players(self, ids: Iterable[str]) -> str:
        return listed([self.player(each) for each in ids])

    def phase(self, number: int) -> str:
        return self._phases.get(number, f"Phase {number}")


def _lines(names: _Names, entry: Entry) -> Iterator[Told]:
    at = clock(entry.at)[:5] if entry.at else ""
    if entry.kind in hand_work.TOLD:
        head = "" if entry.kind is EntryKind.PLAYER else f"{entry.round.sheet}: "
        for said in hand_work.sentences(entry, names.player):
            yield Told(at, f"{head}{said.removesuffix('.')}.", "", True)
        return
    words = _WORDS.get(entry.kind, _other)(names, entry)
    by_hand = entry.kind not in (EntryKind.PAIRED, EntryKind.IMPORTED)
    yield from _given(names, entry, at)
    yield Told(at, words, str(entry.data.get("reason") or ""), by_hand)


def _given(names: _Names, entry: Entry, at: str) -> Iterator[Told]:
    """The byes that a round went out with because somebody decided so."""
    for kind, _, _, typed, *_ in entry.data.get("spent", ()):
        if kind == DecisionKind.BYE.value:
            player = names.typed(typed)
            why = names.why(DecisionKind.BYE, entry.round, player)
            yield Told(at, f"{entry.round.sheet}: {player} was given a bye.", why, True)


def _paired(names: _Names, entry: Entry) -> str:
    byes = names.players(entry.data.get("byes", ()))
    more = f"; bye: {byes}" if byes else ""
    return f"{entry.round.sheet} went out: {count(len(entry.data['tables']), 'table')}{more}."


def _imported(names: _Names, entry: Entry) -> str:
    return f"{entry.round.sheet} was taken over as it was played."


def _redrawn(names: _Names, entry: Entry) -> str:
    return f"{entry.round.sheet} is to be drawn again."


def _ended(names: _Names, entry: Entry) -> str:
    return f"{names.phase(entry.round.phase)} was ended."


def _reopened(names: _Names, entry: Entry) -> str:
    return f"{names.phase(entry.round.phase)} was reopened."


def _added(names: _Names, entry: Entry) -> str:
    return f"A round was added to {names.phase(entry.round.phase)}: {entry.data['rounds']} now."


def _cut(names: _Names, entry: Entry) -> str:
    players = count(len(entry.data["field"]), "player")
    same = "" if entry.data["redrawn"] else ", the same as before"
    return f"The cut into {names.phase(entry.round.phase)} was made anew: {players}{same}."


def _other(names: _Names, entry: Entry) -> str:
    return f"{entry.round.sheet}: {entry.kind.value}."


_WORDS: dict[EntryKind, Callable[[_Names, Entry], str]] = {
    EntryKind.PAIRED: _paired,
    EntryKind.IMPORTED: _imported,
    EntryKind.REDRAWN: _redrawn,
    EntryKind.PHASE_ENDED: _ended,
    EntryKind.PHASE_REOPENED: _reopened,
    EntryKind.ROUND_ADDED: _added,
    EntryKind.CUT_ANEW: _cut,
}
