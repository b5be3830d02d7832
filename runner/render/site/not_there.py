"""Why somebody is not in the round that is out, or plays no further one."""

from collections.abc import Iterator, Mapping

from runner.compute.snapshot import Snapshot
from runner.core.event import Player
from runner.core.language import _, pgettext
from runner.render.site import final_page, rounds


def words(snapshot: Snapshot) -> Mapping[str, str]:
    """ "Dropped", "Out", "Enters in round 3", by id: of those who are not in the round and, once
    all its results are in, of those who play no further one. Nothing before the first round."""
    return dict(_words(snapshot))


def _words(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    current = snapshot.current_round
    if current is None:
        return
    there = {*current.everybody}
    playing = there if rounds.playing(current) else set()
    phase = snapshot.phases[current.id.phase - 1]
    field = {player.id for player in phase.field}
    shown = snapshot.final if final_page.shown(snapshot) else ()
    lost = {place.player for place in shown if not place.still_in}
    out = pgettext("of a playoff", "Out")
    for key, player in snapshot.players.items():
        if key in playing:
            continue
        if key in lost:
            yield key, out if key in field else _("Not in {phase}", phase=phase.phase.name)
        elif said := _left(snapshot, player):
            yield key, said
        elif key not in there:
            yield key, _("Not in this round")


def _left(snapshot: Snapshot, player: Player) -> str:
    """Whoever has dropped, or enters later than in the next round or in one that is out."""
    now = len(snapshot.rounds)
    if player.enters > now:
        return _("Enters in {round}", round=snapshot.called(player.enters))
    return "" if player.plays(now + 1) else _("Dropped")
