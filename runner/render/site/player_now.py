"""Where a player sits now, or why they sit out."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from types import SimpleNamespace
from typing import NamedTuple

from runner.compute.circle import circles
from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.language import N_, _, listed, ngettext
from runner.render.rows import TableLine
from runner.render.site import draft_page, qualifiers
from runner.render.site.front_page import State, state
from runner.render.site.shared import Shared
from runner.render.timed_text import Countdown, countdown, until

Near = tuple[tuple[SimpleNamespace, str], ...]


class Now(NamedTuple):
    """The current round for one player: their `seat` at a `table`, counted from 0; no table for
    those who sit out, of whom `words` say why; else they are how it ended, `good` if well. `time`
    is that of the table, empty where it has finished. `near` are those whom spells reach in a Grand
    Melee, or sit beside them in a draft, from the right to the left, each with their seat and how
    far away it is in words; the player is among them, with no words. `label` is what the number of
    a table in a draft is that of, and `beside` says who builds there too."""

    title: str
    words: str
    table: TableLine | None = None
    seat: int = 0
    time: Countdown = Countdown()
    good: bool = False
    near: Near = ()
    label: str = ""
    beside: str = ""


_RESTING = {
    qualifiers.IN_PLAYOFF: N_("In the playoff already: a bye until it begins."),
    qualifiers.FINISHED: N_("All matches of the group are played."),
}


def now_of_all(shared: Shared) -> Mapping[str, Now]:
    """The current round, for everybody who is in it."""
    snapshot, view = shared.snapshot, shared.current
    draft = draft_page.current(snapshot)
    if state(snapshot) is State.DRAFT and draft:
        time = until(draft.ends, snapshot.event.time_zone)
        return {player: _drafting(shared, draft, player, time) for player in draft.everybody}
    current = snapshot.current_round
    if current is None or view is None:
        return {}
    resting = qualifiers.resting(snapshot.phases[current.id.phase - 1], current)
    out = (
        dict.fromkeys(current.byes, _("Bye: this round is won without playing."))
        | dict.fromkeys(current.absent, _("Not playing in this round."))
        | {player: _(_RESTING[why]) for player, why in resting.items()}
    )
    near = _near(snapshot)
    seated = {
        seat.player: Now(
            view.title, _said(table, at), table, at, time, seat.tone == "win", near(table, at)
        )
        for table in view.tables
        for time in [countdown(snapshot, current, table.number)]
        for at, seat in enumerate(table.seats)
    }
    return seated | {player: Now(view.title, words) for player, words in out.items()}


def _drafting(shared: Shared, draft: Draft, player: str, time: Countdown) -> Now:
    """A player's seat in a pod, with the neighbours, or the table where they build."""
    number, seat = draft_page.place(draft, player)
    now = Now(draft_page.title(draft), "", time=time)
    if not number:
        return now
    ids, people = draft.pods[number] if seat else draft.tables[number], shared.directory.people
    seats = tuple(
        SimpleNamespace(letter=str(at) if seat else "", name=person and person.name,
                        file=person and person.file, points="", colours="")
        for at, each in enumerate(ids, 1)
        for person in [people.get(each)]
    )  # fmt: skip
    at = ids.index(player)
    now = now._replace(table=TableLine(number, seats, True, ""), seat=at)
    if not seat:
        others = [each.name for each in seats if each.name and each is not seats[at]]
        beside = _("with {names}", names=listed(others)) if others else ""
        return now._replace(label=_("Building table"), beside=beside)
    away = {(at - 1) % len(ids): -1, (at + 1) % len(ids): 1, at: 0}
    near = [(seats[each], _far(far)) for each, far in sorted(away.items(), key=itemgetter(1))]
    return now._replace(label=_("Pod"), near=tuple(each for each in near if each[0].name))


def _near(
    snapshot: Snapshot,
) -> Callable[[TableLine, int], Near]:
    """Who sits within spell range, for the seats of a Grand Melee."""
    current = snapshot.current_round
    veiled = current is None or snapshot.phases[current.id.phase - 1].veiled
    found = {} if veiled else {each.table.number: each for each in circles(snapshot)}

    def near(table: TableLine, at: int) -> Near:
        if table.number not in found or not table.playing:
            return ()
        far = found[table.number].within_range(at)
        if not far:
            return ()
        in_turn = sorted([*far.items(), (at, 0)], key=lambda each: each[1])
        return tuple((table.seats[seat], _far(away)) for seat, away in in_turn)

    return near


def _far(away: int) -> str:
    """ "1 seat to your left"."""
    if away > 0:
        return ngettext("{n} seat to your left", "{n} seats to your left", away)
    if away < 0:
        return ngettext("{n} seat to your right", "{n} seats to your right", -away)
    return ""


def _said(table: TableLine, seat: int) -> str:
    """ "Win 2–1"; "" while they play, and where results are kept back."""
    result, score = table.seats[seat].result, table.own_score(seat)
    return f"{result} {score}" if result and score else result
