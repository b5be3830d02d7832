"""Lists of the desk: the log of the ledger, who is out, and how good the pairings were."""

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
    """Return everything worth telling, the latest first: when ("14:32"), what, and the organiser's
    reason. `by_hand`: somebody decided it."""
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
        self._directory = PlayerResolver(snapshot.players, {})

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


def _line(at: str, words: str, reason: str, *, by_hand: bool = True) -> SimpleNamespace:
    return SimpleNamespace(at=at, words=words, reason=reason, by_hand=by_hand)


def _lines(names: _Names, entry: Entry) -> Iterator[SimpleNamespace]:
    at = clock(entry.at, names.zone)[:5] if entry.at else ""
    head = "" if entry.kind is EntryKind.PLAYER else f"{names.title(entry.round)}: "
    for said in sentences(entry, names.player, called=names.called):
        yield _line(at, f"{head}{said.removesuffix('.')}.", "")
    words = for_staff(entry, names)
    if words:
        yield from _given(names, entry, at)
        by_hand = entry.kind not in (EntryKind.PAIRED, EntryKind.IMPORTED)
        yield _line(at, words, str(entry.data.get("reason") or ""), by_hand=by_hand)


def _given(names: _Names, entry: Entry, at: str) -> Iterator[SimpleNamespace]:
    """The byes that a round went out with because somebody decided so."""
    for kind, _, _, typed, *_ in entry.data.get("spent", ()):
        type_ = REGISTRY.get(kind)
        if type_ and type_.AT_PAIRING:
            player = names.typed(typed)
            why = names.why(kind, entry.round, player)
            yield _line(at, f"{names.title(entry.round)}: {type_.AT_PAIRING.format(player)}.", why)


def absentees(snapshot: Snapshot) -> tuple[SimpleNamespace, ...]:
    """Return everybody who is out, first what is of this round, then the others by how long ago:
    since when or until when, and the private note about them."""
    current = snapshot.current_round
    absent = {*current.absent} if current else set()
    found: list[tuple[int, str, str, str]] = []
    directory = PlayerResolver(snapshot.players, {})
    for identity, out in disqualified(snapshot.event.penalties, directory).items():
        player = snapshot.players[identity]
        found.append((-out, player.name, f"disqualified in {snapshot.called(out)}", player.notes))
        absent.discard(identity)
    expelled = {name for _order, name, *_ in found}
    for player in snapshot.players.values():
        order, why = _why(player, snapshot, here=player.id not in absent)
        if why and player.name not in expelled:
            found.append((order, player.name, why, player.notes))
    found.sort(key=lambda each: each[:2])
    return tuple(SimpleNamespace(name=name, why=why, note=note) for _, name, why, note in found)


def _why(player: Player, snapshot: Snapshot, *, here: bool) -> tuple[int, str]:
    """How far up it belongs, and in words why the player is out; "" for who is in."""
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
    """The rounds that are out, the latest first; none of a playoff, where seeds leave nothing to
    choose. How many pairs met before, how many sat at a small pod twice, by how much the points
    differ, and whether that is `proved` to be the best; `notes` are the organiser's."""
    for pairing in reversed(snapshot.pairings):
        playoff = phases.playoff(snapshot.phases[pairing.round.phase - 1].phase.type)
        if not pairing.proposed and (pairing.certificate or not playoff):
            yield _quality(snapshot, pairing)


def _quality(snapshot: Snapshot, pairing: Pairing) -> SimpleNamespace:
    made, title = pairing.certificate, snapshot.event.title(pairing.round)
    if made is None:
        return SimpleNamespace(
            title=title, repeats=NOTHING, small=NOTHING, points=NOTHING, proof="set by hand",
            proved=False, notes=(),
        )  # fmt: skip
    proved = made.proved_optimal or made.points_mismatch == made.lower_bound
    return SimpleNamespace(
        title=title,
        repeats=str(made.repeated_pairs),
        small=str(made.small_pod_repeats),
        points=points(made.points_mismatch),
        proof="proved best" if proved else f"at least {points(made.lower_bound)}",
        proved=proved,
        notes=tuple(_named(snapshot, note) for note in made.notes),
    )


def _named(snapshot: Snapshot, note: str) -> str:
    """A note of a certificate, with names for ids."""

    def name(found: re.Match[str]) -> str:
        player = snapshot.players.get(found[0])
        return player.name if player else found[0]

    return re.sub(r"\w+", name, note)
