"""Where a player sits now, or why they sit out."""

from collections.abc import Callable, Mapping
from operator import itemgetter
from types import MappingProxyType, SimpleNamespace
from typing import NamedTuple

from runner.compute.circle import circles
from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.language import N_, _, listed, ngettext
from runner.render.rows import TableLine
from runner.render.site import draft_page, qualifiers
from runner.render.site.bracket.page import Coming
from runner.render.site.front_page import State, state
from runner.render.site.shared import Shared
from runner.render.timed_text import Countdown, countdown, until

Near = tuple[tuple[SimpleNamespace, str], ...]


class Now(NamedTuple):
    """The current round of a player: their `seat`, from 0, at a `table`, or if None the reason in
    `words`; these are otherwise the result, `good` for a win. `time` is the table's, empty if it is
    finished.

    `near` are players in spell range in a Grand Melee, or beside the player in a draft, from right
    to left, with seat and distance in words; the player is included, without words. `label` names
    the table's number in a draft, and `beside` who else builds there. `opponent` is that of the
    next match, "against Ana Berg", of a player without a table, if known.
    """

    title: str
    words: str
    table: TableLine | None = None
    seat: int = 0
    time: Countdown = Countdown()
    good: bool = False
    near: Near = ()
    label: str = ""
    beside: str = ""
    opponent: str = ""


_RESTING = {
    qualifiers.IN_PLAYOFF: N_("In the playoff already: a bye until it begins."),
    qualifiers.FINISHED: N_("All matches of the group are played."),
    qualifiers.WAITING: N_("Still in: the next match is in a later round."),
}


def now_of_all(
    shared: Shared, coming: Mapping[str, Coming] = MappingProxyType({})
) -> Mapping[str, Now]:
    """Return the current round of each player in it, by id. `coming` are next matches in a bracket,
    by the file of the player's page, which replace the round for players who wait."""
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
    waiting = {
        player: _waits(match)
        for player, why in resting.items()
        if why == qualifiers.WAITING and (match := coming.get(shared.directory[player].file))
    }
    near = _near(snapshot)
    seated = {
        seat.player: Now(
            view.title, _own_result(table, at), table, at, time, seat.tone == "win", near(table, at)
        )
        for table in view.tables
        for time in [countdown(snapshot, current, table.number)]
        for at, seat in enumerate(table.seats)
    }
    return seated | {player: Now(view.title, words) for player, words in out.items()} | waiting


def _waits(match: Coming) -> Now:
    """Return the next match of a player who waits in a bracket."""
    words = _(_RESTING[qualifiers.WAITING])
    if match.opponent:
        words = _("Still in. The table is known after this round.")
        if match.before:
            # Note: {matches} are being played: “L3.1 and L3.4”, “Winners’ round 2”.
            words = _("Still in. The table is known after {matches}.", matches=match.before)
    return Now(_("Next: {round}", round=match.stage), words, opponent=match.opponent)


def _drafting(shared: Shared, draft: Draft, player: str, time: Countdown) -> Now:
    """Return a player's seat in a pod with both neighbours, or their building table."""
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
    """Return a function that returns who is in spell range of a seat in a Grand Melee."""
    current = snapshot.current_round
    veiled = current is None or snapshot.phases[current.id.phase - 1].veiled
    by_table = {} if veiled else {each.table.number: each for each in circles(snapshot)}

    def near(table: TableLine, at: int) -> Near:
        if table.number not in by_table or not table.playing:
            return ()
        far = by_table[table.number].within_range(at)
        if not far:
            return ()
        in_turn = sorted([*far.items(), (at, 0)], key=lambda each: each[1])
        return tuple((table.seats[seat], _far(away)) for seat, away in in_turn)

    return near


def _far(away: int) -> str:
    """Return "1 seat to your left"; "" for 0."""
    if away > 0:
        return ngettext("{n} seat to your left", "{n} seats to your left", away)
    if away < 0:
        return ngettext("{n} seat to your right", "{n} seats to your right", -away)
    return ""


def _own_result(table: TableLine, seat: int) -> str:
    """Return "Win 2–1"; "" while playing, or if results are hidden."""
    result, score = table.seats[seat].result, table.own_score(seat)
    return f"{result} {score}" if result and score else result
