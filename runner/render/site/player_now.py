"""Where a player sits now, or why they sit out."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.core.language import N_, _
from runner.render.countdown import Countdown, countdown, until
from runner.render.rows import TableLine
from runner.render.site import draft_page, going_on
from runner.render.site.front_page import State, state
from runner.render.site.shared import Shared


class Now(NamedTuple):
    """The current round for one player: their `seat` at a `table`, counted from 0; no table for
    those who sit out, of whom `words` say why; else they are how it ended, `good` if well. `time`
    is that of the table, empty where it has finished."""

    title: str
    words: str
    table: TableLine | None = None
    seat: int = 0
    time: Countdown = Countdown()
    good: bool = False


_RESTING = {
    going_on.IN_PLAYOFF: N_("In the playoff already: a bye until it begins."),
    going_on.FINISHED: N_("All matches of the group are played."),
}


def now_of_all(shared: Shared) -> Mapping[str, Now]:
    """The current round, for everybody who is in it."""
    snapshot, view = shared.snapshot, shared.current
    draft = draft_page.current(snapshot)
    if state(snapshot) is State.DRAFT and draft:
        time = until(draft.building_ends, snapshot.event.time_zone)
        title = _("Build your deck") if draft.building else _("The draft")
        return {
            player: Now(title, draft_page.words(draft, player), time=time) for player in draft.spots
        }
    current = snapshot.current_round
    if current is None or view is None:
        return {}
    resting = going_on.resting(snapshot.phases[current.id.phase - 1], current)
    out = (
        dict.fromkeys(current.byes, _("Bye: this round is won without playing."))
        | dict.fromkeys(current.absent, _("Not playing in this round."))
        | {player: _(_RESTING[why]) for player, why in resting.items()}
    )
    seated = {
        seat.player: Now(view.title, _said(table, at), table, at, time, seat.tone == "win")
        for table in view.tables
        for time in [countdown(snapshot, current, table.number)]
        for at, seat in enumerate(table.seats)
    }
    return seated | {player: Now(view.title, words) for player, words in out.items()}


def _said(table: TableLine, seat: int) -> str:
    """ "Win 2–1"; "" while they play, and where results are kept back."""
    result, score = table.seats[seat].result, table.own_score(seat)
    return f"{result} {score}" if result and score else result
