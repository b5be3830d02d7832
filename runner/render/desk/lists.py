"""Lists on the desk: the log of the ledger, absent players, and the quality of pairings."""

import re
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from runner import phases
from runner.compute.decisions import REGISTRY
from runner.compute.penalties import disqualified
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.numbers import points
from runner.core.player import Player
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.words import for_staff, sentences
from runner.pairing.model import Pairing
from runner.render.text import NOTHING, clock


def log(snapshot: Snapshot, entries: Sequence[Entry]) -> tuple[SimpleNamespace, ...]:
    """Return the log, latest first: time ("14:32"), text, and the organiser's reason. `by_hand`:
    somebody decided it."""
    names = _Names(snapshot)
    return tuple(line for entry in reversed(entries) for line in _lines(names, entry))


class _Names:
    """Names for the ids of players and rounds."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._players = snapshot.players
        self.title, self.called = snapshot.event.title, snapshot.called
        self.zone = snapshot.event.time_zone
        self._phases = {phase.phase.number: phase.phase.name for phase in snapshot.phases}
        self._decisions = snapshot.event.decisions
        self._directory = PlayerResolver(snapshot.players, {})

    def typed(self, text: str) -> str:
        """Return the full name of a player as typed, or the text itself."""
        match = self._directory.find(text)
        return self.player(match) if match else text

    def why(self, kind: str, id_: RoundId, player: str) -> str:
        """Return the reason beside a decision about a player, as long as it is on the sheet."""
        asked = (row for row in self._decisions if row.kind == kind and row.round == id_)
        return next((row.reason for row in asked if self.typed(row.player) == player), "")

    def player(self, identity: str) -> str:
        known = self._players.get(identity)
        return known.name if known else identity

    def phase(self, number: int) -> str:
        return self._phases.get(number, f"Phase {number}")


def _line(at: str, words: str, reason: str, *, by_hand: bool = True) -> SimpleNamespace:
    return SimpleNamespace(at=at, words=words, reason=reason, by_hand=by_hand)


def _lines(names: _Names, entry: Entry) -> Iterator[SimpleNamespace]:
    at = clock(entry.at, names.zone)[:5] if entry.at else ""
    head = "" if entry.kind is EntryKind.PLAYER else f"{names.title(entry.round)}: "
    for sentence in sentences(entry, names.player, called=names.called):
        yield _line(at, f"{head}{sentence.removesuffix('.')}.", "")
    words = for_staff(entry, names)
    if words:
        yield from _given(names, entry, at)
        by_hand = entry.kind not in (EntryKind.PAIRED, EntryKind.IMPORTED)
        yield _line(at, words, str(entry.data.get("reason") or ""), by_hand=by_hand)


def _given(names: _Names, entry: Entry, at: str) -> Iterator[SimpleNamespace]:
    """Yield the byes of a round that somebody decided."""
    for kind, _, _, typed, *_ in entry.data.get("spent", ()):
        type_ = REGISTRY.get(kind)
        if type_ and type_.AT_PAIRING:
            player = names.typed(typed)
            why = names.why(kind, entry.round, player)
            yield _line(at, f"{names.title(entry.round)}: {type_.AT_PAIRING.format(player)}.", why)


def absentees(snapshot: Snapshot) -> tuple[SimpleNamespace, ...]:
    """Return absent players: first those absent in this round, then the others by how long ago they
    left. Each has the reason in words and the private note."""
    current = snapshot.current_round
    absent = {*current.absent} if current else set()
    rows: list[tuple[int, str, str, str]] = []
    directory = PlayerResolver(snapshot.players, {})
    for identity, out in disqualified(snapshot.event.penalties, directory).items():
        player = snapshot.players[identity]
        rows.append((-out, player.name, f"disqualified in {snapshot.called(out)}", player.notes))
        absent.discard(identity)
    expelled = {name for _order, name, *_ in rows}
    for player in snapshot.players.values():
        order, why = _why(player, snapshot, here=player.id not in absent)
        if why and player.name not in expelled:
            rows.append((order, player.name, why, player.notes))
    rows.sort(key=lambda each: each[:2])
    return tuple(SimpleNamespace(name=name, why=why, note=note) for _, name, why, note in rows)


def _why(player: Player, snapshot: Snapshot, *, here: bool) -> tuple[int, str]:
    """Return the sort order and the reason why a player is absent; "" for active players."""
    number, called = len(snapshot.rounds), snapshot.called
    if not here:
        return -number - 2, f"absent in {called(number)}"
    drops, returns = player.drops_after, player.returns
    if player.enters > max(number, 1):
        return -number - 1, f"enters in {called(player.enters)}"
    if drops is None or drops > number or (returns is not None and returns <= number):
        return 0, ""
    back = f", returns in {called(returns)}" if returns is not None else ""
    when = f"dropped after {called(drops)}" if drops else "dropped before round 1"
    when = "leaves after this round" if 0 < drops == number else when
    return -drops, f"{when}{back}"


def pairing_quality(snapshot: Snapshot) -> Iterator[SimpleNamespace]:
    """Yield the quality of published rounds, latest first, without playoffs, which leave no choice.
    Each has the number of repeated pairs and of second visits to small pods, the difference in
    points, and whether it is `proved` optimal; `notes` are for the organiser."""
    for pairing in reversed(snapshot.pairings):
        playoff = phases.playoff(snapshot.phases[pairing.round.phase - 1].phase.type)
        if not pairing.proposed and (pairing.certificate or not playoff):
            yield quality(snapshot, pairing)


def quality(snapshot: Snapshot, pairing: Pairing) -> SimpleNamespace:
    """Return the quality of a round as `pairing_quality` has it."""
    certificate, title = pairing.certificate, snapshot.event.title(pairing.round)
    if certificate is None:
        return SimpleNamespace(
            title=title, repeats=NOTHING, small=NOTHING, points=NOTHING, proof="set by hand",
            proved=False, notes=(),
        )  # fmt: skip
    proved = certificate.proved_optimal or certificate.points_mismatch == certificate.lower_bound
    bound = f" (≥ {points(certificate.lower_bound)})" if certificate.lower_bound else ""
    return SimpleNamespace(
        title=title,
        repeats=str(certificate.repeated_pairs),
        small=str(certificate.small_pod_repeats),
        points=points(certificate.points_mismatch),
        proof="proved best" if proved else f"not proved{bound}",
        proved=proved,
        notes=tuple(_named(snapshot, note) for note in certificate.notes),
    )


def _named(snapshot: Snapshot, note: str) -> str:
    """Return a certificate's note, with names in place of ids."""

    def name(match: re.Match[str]) -> str:
        player = snapshot.players.get(match[0])
        return player.name if player else match[0]

    return re.sub(r"\w+", name, note)
