"""The booster draft: where everybody sits and builds, and the picks for its clock."""

from runner.compute.draft import awaiting_pods
from runner.core.names import plain
from runner.core.phase import Phase
from runner.render.screens.hall import Hall
from runner.render.site import draft_page
from runner.rules import limits
from runner.rules.limited import Picks, picks_of
from runner.rules.ruleset import Ruleset


def part(hall: Hall) -> object:
    """A row a player, or member of a team, by last name: last name, first names, both folded, pod,
    seat, and the table where they build, 0 for none. Pod and seat are 0 of sealed decks. `around`
    has row and column of each seat of pods by their size, as the page draws them. `phase` is the
    name of the draft where there are several phases. `steps` are those of
    runner/rules/limits.py, of the draft that is due, in which packs lie open on the table if
    it is a `rochester`; `id` tells clocks apart.
    """
    named = len(hall.snapshot.phases) > 1
    timed = _timed(hall)
    return {
        "rows": _rows(hall),
        "around": _charts(hall),
        "phase": hall.draft.phase.name if hall.draft and named else "",
        "building": bool(hall.draft and (hall.draft.building or hall.draft.registering)),
        "id": f"{hall.snapshot.event.name} {timed[0].number}" if timed else "",
        "steps": _steps(hall, *timed) if timed else (),
        "rochester": bool(timed and picks_of(timed[0]) is Picks.ROCHESTER),
    }


def _rows(hall: Hall) -> list[list[object]]:
    draft, people = hall.draft, hall.directory.people
    if draft is None:
        return []
    tables = {player: number for number, ids in draft.tables.items() for player in ids}
    spots = dict.fromkeys(tables, (0, 0)) | draft.spots
    everybody = hall.directory.each(player for player in spots if player in people)
    return [
        [*person.last_and_first, plain(person.last_first), *spots[player], tables.get(player, 0)]
        for player, person in map(everybody.__getitem__, hall.directory.alphabetical(everybody))
    ]


def _charts(hall: Hall) -> dict[int, list[tuple[int, int]]]:
    sizes = {len(players) for players in hall.draft.pods.values()} if hall.draft else set()
    return {size: draft_page.around(size) for size in sorted(sizes)}


def _timed(hall: Hall) -> tuple[Phase, Ruleset] | None:
    """The phase whose picks are timed: that of the draft under way or the next, else the latest."""
    draft, phases = hall.draft, hall.snapshot.phases
    draft = draft if draft and draft.phase.drafts else None
    if draft and not draft.over:
        return draft.phase, draft.ruleset
    found = awaiting_pods(phases)
    if found is None and draft:
        return draft.phase, draft.ruleset
    found = found or next((each for each in phases if each.phase.drafts), None)
    return (found.phase, found.ruleset) if found else None


def _steps(hall: Hall, phase: Phase, rules: Ruleset) -> tuple[limits.Step, ...]:
    mine = hall.draft and hall.draft.phase.number == phase.number
    players = max(map(len, hall.draft.pods.values()), default=0) if hall.draft and mine else 0
    return limits.steps(rules, picks_of(phase), players)
