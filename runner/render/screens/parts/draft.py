"""The booster draft: where everybody sits and builds, and the picks for its clock."""

from runner.compute.draft.model import awaiting_pods
from runner.core.event import Mode, Phase
from runner.core.spelling import plain
from runner.render.screens.hall import Hall
from runner.render.site import draft_page
from runner.rules import draft_times
from runner.rules.ruleset import Ruleset


def part(hall: Hall) -> object:
    """A row a player by last name: last name, first names, both folded, pod, seat, and the table
    where they build, 0 for none. `around` has row and column of each seat of pods by their size,
    as the page draws them. `phase` is the name of the draft where there are several phases. `steps`
    are those of runner/rules/draft_times.py, of the draft that is due; `id` tells clocks apart.
    """
    named = len(hall.snapshot.phases) > 1
    timed = _timed(hall)
    return {
        "rows": _rows(hall),
        "around": _charts(hall),
        "phase": hall.draft.phase.name if hall.draft and named else "",
        "building": bool(hall.draft and hall.draft.building),
        "id": f"{hall.snapshot.event.name} {timed[0].number}" if timed else "",
        "steps": draft_times.steps(timed[1], commander=_by_twos(timed[0])) if timed else (),
    }


def _rows(hall: Hall) -> list[list[object]]:
    draft, people = hall.draft, hall.directory.people
    if draft is None:
        return []
    tables = {player: number for number, ids in draft.tables.items() for player in ids}
    spots = {player: spot for player, spot in draft.spots.items() if player in people}
    return [
        [
            *hall.name(player),
            plain(people[player].last_first),
            *spots[player],
            tables.get(player, 0),
        ]
        for player in hall.directory.alphabetical(spots)
    ]


def _charts(hall: Hall) -> dict[int, list[tuple[int, int]]]:
    sizes = {len(players) for players in hall.draft.pods.values()} if hall.draft else set()
    return {size: draft_page.around(size) for size in sorted(sizes)}


def _timed(hall: Hall) -> tuple[Phase, Ruleset] | None:
    """The phase whose picks are timed: that of the draft under way or the next, else the latest."""
    draft, phases = hall.draft, hall.snapshot.phases
    if draft and not draft.over:
        return draft.phase, draft.ruleset
    found = awaiting_pods(phases)
    if found is None and draft:
        return draft.phase, draft.ruleset
    found = found or next((each for each in phases if each.phase.drafts), None)
    return (found.phase, found.ruleset) if found else None


def _by_twos(phase: Phase) -> bool:
    """Whether two cards are taken at a time, as in Commander drafts."""
    return phase.mode is Mode.MULTIPLAYER
