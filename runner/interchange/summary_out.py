"""Write `runner-summary/1`: the little that lists of many events show of each; it is published with
the event's site, so that such a list needs neither workbook nor ledger."""

from typing import Any

from runner.compute.snapshot import Snapshot
from runner.core.stage import Stage

FORMAT = "runner-summary/1"
FILE = "data/summary.json"
"""Where it is in the event's site."""


def summary(snapshot: Snapshot) -> dict[str, Any]:
    """Return what is public of an event: its name, day and place, how far it is, and its players,
    by place once it is over. A player is [id, name, first place, last place, members of a team],
    with 0 for places that are not known."""
    public = snapshot.for_players
    event, current = public.event, public.current_round
    over = bool(public.rounds) and public.over
    places = {each.player: (each.first, each.last) for each in public.final if over}
    ranked = sorted(public.players.values(), key=lambda each: places.get(each.id, (1 << 30, 0)))
    return {
        "format": FORMAT,
        "name": event.name,
        "date": event.date,
        "venue": event.venue,
        "language": event.language,
        "rehearsal": public.rehearsal,
        "stage": Stage.OVER if over else Stage.RUNNING if current else Stage.PLANNED,
        "round": public.title(current.id) if current else "",
        "entrant": public.entrant,
        "players": [
            [each.id, each.name, *places.get(each.id, (0, 0)), *each.members] for each in ranked
        ],
    }
