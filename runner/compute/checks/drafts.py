"""Checks of booster drafts: whoever plays should have a pod, and nobody else."""

from collections.abc import Iterator, Mapping

from runner.compute.progress import Progress
from runner.core.language import listed, numbered, plural
from runner.core.problems import Place, Problem, note, warning
from runner.ledger.drafts import Spot
from runner.pairing.draft.sizes import pod_sizes, small_tables
from runner.pairing.tables import SMALLEST_POD
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.phases.swiss.draft import is_inside

_MOST = 6
_FULL_TABLES = "full_tables"


def pods_and_players(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Who plays and is in no pod, and who is in one and does not play; until round 1 is out."""
    draft = progress.ledger.drafts.get(result.phase.number)
    if draft is None or not draft.pods or result.rounds:
        return
    fixed = bool(draft.building)
    yield from _missing(progress, result, draft.spots, fixed=fixed)
    for player, spot in draft.spots.items():
        if player not in result.playing:
            yield _gone(progress, result, player, spot, fixed=fixed)


def _gone(
    progress: Progress, result: PhaseResult, player: str, spot: Spot, *, fixed: bool
) -> Problem:
    """Of somebody in a pod who does not play; `fixed`: the draft of the phase is over."""
    cell, name, (pod, seat) = _cell(progress, result, player), _name(progress, player), spot
    if fixed:
        return note("draft.seat-left-empty", cell,
            f"{name} left after the draft of {result.phase.name}: seat {seat} of pod {pod} stays "
            "empty, and nobody takes it.",
            "There is nothing to do: the others play as they sat.")  # fmt: skip
    return warning("draft.pod-of-nobody-playing", cell,
        f"{name} has pod {pod}, seat {seat} of {result.phase.name}, but does not play.",
        "Before the draft clear pod and seat, and those behind move up; after it choose “Start "
        "building”, and everybody keeps their seat.")  # fmt: skip


def small_tables_in_pods(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Pods that make more small tables than others would, until the draft is over."""
    rules, draft = result.ruleset, progress.ledger.drafts.get(result.phase.number)
    inside = result.phase.drafts and is_inside(result.phase.mode, rules)
    if not inside or (result.rounds or (draft and draft.building)) or rules.pod_size < SMALLEST_POD:
        return
    if draft and draft.pods:
        made = tuple(map(len, draft.in_order))
    else:
        playing = len(result.playing)
        made = pod_sizes(playing, rules.draft_pods, rules.draft_pod_size, rules.pod_size)
    better = pod_sizes(sum(made), _FULL_TABLES, table=rules.pod_size)
    if made and small_tables(better, rules.pod_size) < small_tables(made, rules.pod_size):
        yield _more_small_tables(result, made, better)


def _more_small_tables(
    result: PhaseResult, made: tuple[int, ...], better: tuple[int, ...]
) -> Problem:
    size = result.ruleset.pod_size
    pods = f"{'a pod' if len(made) == 1 else 'pods'} of {listed([*map(str, made)])}"
    _, tables, always = small_tables(made, size)
    less = {3: "two", 4: "three", 5: "four"}.get(size, "fewer")
    what = f"{tables} {plural(tables, 'table')} of {less}"
    same = f", and {always} players sit at one in every round" if always else ""
    return warning("draft.more-small-tables", result.phase.at("draft_pods"),
        f"In {result.phase.name} {pods} make {what} each round{same}.",
        f"Pods of {' + '.join(map(str, better))} are better for that: choose “full tables” under "
        "Draft pods, and “Make pods” on Decisions, before the draft begins.")  # fmt: skip


def mates_who_build_together(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Two of one pod share a building table, where one pod is larger than all others together."""
    draft = progress.ledger.drafts.get(result.phase.number)
    if draft is None or not draft.pods or result.rounds:
        return
    spots = draft.spots
    mates = [
        number
        for number, ids in draft.tables.items()
        if len({spots[player][0] for player in ids if player in spots}) < len(ids)
    ]
    if mates:
        what = plural(len(mates), "building table")
        yield note("draft.pod-mates-at-table", Place("Draft"),
            f"At {what} {numbered(mates)} two of one pod sit together; no other seating has fewer "
            "such tables.",
            "Make pods of more even sizes, or let them sit alone.")  # fmt: skip


def _missing(
    progress: Progress, result: PhaseResult, spots: Mapping[str, Spot], *, fixed: bool
) -> Iterator[Problem]:
    if not (missing := [player for player in result.playing if player not in spots]):
        return
    names = listed([_name(progress, player) for player in missing], _MOST)
    has = "has no pod" if len(missing) == 1 else "have no pods"
    first = result.phase.title(1)
    after = f"type the name into a bye or a table of {first}"
    if fixed:
        fix = f"{after[:1].upper()}{after[1:]}, or drop the player."
    else:
        if Cut.of(result.phase, result.ruleset):
            after = "choose “Start building”, and nobody moves up"
        fix = "Before the draft type a pod and a seat for them on Draft, or choose “Make pods” "
        fix += f"again; after it {after}."
    yield warning("draft.players-missing", _cell(progress, result, missing[0]),
        f"{names} {has} in the draft of {result.phase.name}.",
        fix)  # fmt: skip


def _name(progress: Progress, player: str) -> str:
    found = progress.reconciled.players.get(player)
    return found.name if found else player


def _cell(progress: Progress, result: PhaseResult, player: str) -> Place:
    """The pod's cell in the player's line, or the whole sheet."""
    names = {player, _name(progress, player)}
    lines = (line for line in progress.event.draft if line.phase == result.phase.number)
    return next((line.places["pod"] for line in lines if line.player in names), Place("Draft"))
