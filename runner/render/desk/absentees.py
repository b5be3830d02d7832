"""Who is not in the event just now: dropped, disqualified, absent, or not come yet."""

from typing import NamedTuple

from runner.compute.penalties import disqualified
from runner.compute.reconcile.players import Directory
from runner.compute.snapshot import Snapshot
from runner.core.event import Player


class Absentee(NamedTuple):
    """A player who is out, since when or until when, and the private note about them."""

    name: str
    why: str
    note: str


def absentees(snapshot: Snapshot) -> tuple[Absentee, ...]:
    """Everybody who is out: first what is of this round, then the others by how long ago."""
    current = snapshot.current_round
    absent = {*current.absent} if current else set()
    found: list[tuple[int, Absentee]] = []
    directory = Directory(snapshot.players, {})
    for identity, out in disqualified(snapshot.event.penalties, directory).items():
        player = snapshot.players[identity]
        why = f"disqualified in {snapshot.called(out)}"
        found.append((-out, Absentee(player.name, why, player.notes)))
        absent.discard(identity)
    expelled = {absentee.name for _, absentee in found}
    for player in snapshot.players.values():
        order, why = _why(player, snapshot, here=player.id not in absent)
        if why and player.name not in expelled:
            found.append((order, Absentee(player.name, why, player.notes)))
    found.sort(key=lambda pair: (pair[0], pair[1].name))
    return tuple(absentee for _, absentee in found)


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
