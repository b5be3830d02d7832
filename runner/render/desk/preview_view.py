"""The view of a round that is previewed: as it would be published, for the staff alone."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from runner import phases
from runner.compute.decisions.seats import GiveBye
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RowKind
from runner.core.rounds import Seat, Table
from runner.ledger.entries import Entry
from runner.pairing.model import Certificate, Pairing
from runner.render.desk.lists import quality
from runner.render.desk.status import shown_previews
from runner.render.directory import Directory
from runner.render.rows import PlayerLine, TableLine, table_line
from runner.render.site.rounds import points_before
from runner.render.text import clock


def preview_view(snapshot: Snapshot, entries: Sequence[Entry]) -> SimpleNamespace | None:
    """Return the next round if it is as it was previewed last; else None.

    `at` is when it was previewed, `many` how often with different results, and `changed` what was
    changed before the last time. `tables` have `seats` with `moved`, "up" or "down"; `byes` the
    reason. `quality` is None where nothing was drawn, and `how` says why.
    """
    pairing = next((pairing for pairing in snapshot.pairings if pairing.proposed), None)
    seen = shown_previews(snapshot, entries)
    if pairing is None or not seen:
        return None
    phase, drawn = snapshot.phases[pairing.round.phase - 1], pairing.certificate
    return SimpleNamespace(
        title=snapshot.event.title(pairing.round),
        at=clock(seen[-1].at, snapshot.event.time_zone)[:5],
        many=len(seen),
        changed=seen[-1].data.get("changed", ()),
        tables=tuple(_tables(snapshot, pairing)),
        byes=tuple(
            PlayerLine(snapshot.players[player].name, words=_why(snapshot, pairing, player))
            for player in pairing.byes
        ),
        absent=tuple(snapshot.players[player].name for player in pairing.seating.absent),
        quality=quality(snapshot, pairing) if drawn else None,
        how="" if drawn else phases.find(phase.phase.type).HOW,
    )


def _tables(snapshot: Snapshot, pairing: Pairing) -> Iterator[TableLine]:
    """Yield the tables by number: each seat with its letter, name and points, and who is paired up
    or down."""
    directory, phase = Directory(snapshot), snapshot.phases[pairing.round.phase - 1]
    before = points_before(phase, pairing.round)
    drawn = pairing.certificate or Certificate()
    moved = {**dict.fromkeys(drawn.moved_up, "up"), **dict.fromkeys(drawn.moved_down, "down")}
    for number, players in sorted(pairing.tables):
        seated = Table(number, tuple(map(Seat, players)))
        line = table_line(directory, seated, before, phase=phase)
        for seat in line.seats:
            seat.moved = moved.get(seat.player, "")
        yield line


def _why(snapshot: Snapshot, pairing: Pairing, player: str) -> str:
    """Return why a player has a bye."""
    id_, event, who = pairing.round, snapshot.event, PlayerResolver(snapshot.players, {})
    phase = snapshot.phases[id_.phase - 1]
    type_, sheet = phases.find(phase.phase.type), event.sheet(id_)
    typed = [row.seats[0] for row in (sheet.rows if sheet else ())
             if row.key.kind is RowKind.BYE and row.seats]  # fmt: skip
    given = [line.player for line in event.decisions
             if line.kind == GiveBye.KEY and line.round == id_]  # fmt: skip
    if snapshot.players[player].awarded_byes > len(snapshot.rounds):
        return "awarded before the event"
    if player in map(who.find, given):
        return "given on Decisions"
    if player in map(who.find, typed):
        return f"typed on {id_.sheet}"
    if phase.current and player in type_.in_playoff(phase.current):
        return "in the playoff already"
    if pairing.certificate is None:
        return "by the bracket" if phases.playoff(phase.phase.type) else "by the schedule"
    if not phase.rounds:
        return "drawn by chance"
    return "lowest of those with the fewest byes"
