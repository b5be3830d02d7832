"""The booster draft: seats and building tables, and the picks for its clock."""

from runner.compute.draft import awaiting_pods
from runner.core.names import plain
from runner.core.phase import Phase
from runner.render.screens.hall import Hall
from runner.render.site import draft_page
from runner.rules import limits
from runner.rules.limited import Picks, picks_of
from runner.rules.ruleset import Ruleset


def part(hall: Hall) -> object:
    """Return the data of the draft.

    `rows` has for each person, by last name: last name, first names, both folded, pod, seat (0 for
    sealed decks), and building table (0 for none). `around` has row and column of each seat by size
    of pod, as drawn on the page. `phase` is the name of the draft's phase if there are several.
    `steps` are those of runner/rules/limits.py for the current or next draft, in which packs lie
    open on the table if it is `rochester`; `id` distinguishes clocks.
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
    """Return the phase whose picks are timed: of the current or next draft, else the latest."""
    draft, phases = hall.draft, hall.snapshot.phases
    draft = draft if draft and draft.phase.drafts else None
    if draft and not draft.over:
        return draft.phase, draft.ruleset
    result = awaiting_pods(phases)
    if result is None and draft:
        return draft.phase, draft.ruleset
    result = result or next((each for each in phases if each.phase.drafts), None)
    return (result.phase, result.ruleset) if result else None


def _steps(hall: Hall, phase: Phase, rules: Ruleset) -> tuple[limits.Step, ...]:
    mine = hall.draft and hall.draft.phase.number == phase.number
    players = max(map(len, hall.draft.pods.values()), default=0) if hall.draft and mine else 0
    return limits.steps(rules, picks_of(phase), players)
