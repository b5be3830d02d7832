"""What an organiser should know of a round robin's places, of groups, and of advancing early."""

from __future__ import annotations

from collections.abc import Iterator

from runner.core.event import Mode, Player
from runner.core.numbers import points
from runner.core.problems import Problem, warning
from runner.phases.cut import stated
from runner.phases.model import PhaseResult
from runner.phases.round_robin import out_of_groups
from runner.phases.swiss import early


def without_place(result: PhaseResult) -> list[Player]:
    """Those in the field of a round robin that has begun for whom its tables have no place, nor the
    organiser one: a group has one where its number is odd."""
    if result.phase.type != out_of_groups.ROUND_ROBIN or result.phase.mode is Mode.MULTIPLAYER:
        return []
    if not result.rounds or result.over:
        return []
    groups = _numbered(result)
    known = {player for group in groups for player in group}
    known |= {player for table in result.rounds[-1].tables for player in table.players}
    late = [
        each
        for each in result.field
        if each.id not in known and (each.drops_after is None or each.id in result.playing)
    ]
    late.sort(key=lambda each: (each.enters, each.id))
    return late[sum(len(group) % 2 for group in groups) :]


def _numbered(result: PhaseResult) -> tuple[tuple[str, ...], ...]:
    """The ids that have numbers, by group; where no draw has recorded them, who was there first."""
    if result.groups:
        return result.groups
    drawn = result.drawn[-1].get("seeds") if result.drawn else None
    first = result.rounds[0]
    there = (*first.byes, *first.absent, *(each for at in first.tables for each in at.players))
    return (tuple(drawn or there),)


def late_entries(result: PhaseResult) -> Iterator[Problem]:
    """Somebody enters a round robin that has begun, and has no place left."""
    for player in without_place(result):
        when = f" in round {player.enters}" if player.enters > 1 else " late"
        yield warning(
            player.place,
            f"{player.name} enters{when}, but a round robin that has begun has no place left.",
            "Type the name into a free seat where you want it, or clear the line.",
        )


def fewer_than_promised(result: PhaseResult, following: PhaseResult) -> Iterator[Problem]:
    """A cut takes fewer than go on from all groups together."""
    best, cut = out_of_groups.places(result), stated(following.phase)
    if best is None or cut is None or cut >= best or following.rounds:
        return
    each = "each group" if result.groups else result.phase.name
    yield warning(
        following.phase.place,
        f"{following.phase.name} is to have {cut} players, but the best "
        f"{out_of_groups.best_of_each(result)} of {each} are {best}.",
        "The cut counts, and of those who are last to go on the best do. Clear “Cut” to let them "
        "all go on, or correct “Go on from a group”.",
    )


def more_than_the_cut(result: PhaseResult, following: PhaseResult) -> Iterator[Problem]:
    """More are in the playoff by their points than it was to have."""
    cut, enough = stated(following.phase), result.ruleset.advance_points
    there = {player.id for player in following.field}
    inside = [each for each in early.seeds(result) if each in there or not following.rounds]
    if cut is None or enough is None or len(inside) <= cut or len(following.rounds) > 1:
        return
    yield warning(
        following.phase.place,
        f"{len(inside)} players have reached {points(enough)} points in {result.phase.name} and "
        f"are in {following.phase.name}, which is to have {cut}.",
        "They all go on, since that was announced. Raise “Cut”, or the points under “In the "
        "playoff at”, if it is a slip.",
    )


def fallen(result: PhaseResult) -> Iterator[Problem]:
    """Somebody had byes as being in the playoff, whom corrected results leave below the points."""
    if result.phase.type != early.SWISS or result.ruleset.advance_points is None:
        return
    people = {player.id: player for player in result.field}
    for identity, round_, came_with in early.fallen(result):
        if identity not in people:
            continue
        player, sheet = people[identity], result.rounds[round_ - 1].id.sheet
        yield warning(
            player.place,
            f"{player.name} had a bye in {sheet} as being in the playoff, but as results are "
            f"corrected had {points(came_with)} points then, and "
            f"{points(result.ruleset.advance_points)} are needed.",
            "The bye stays, and its points count: where they are enough the player is in from then "
            "on, and else is paired again. To have it otherwise give a bye on Decisions, or type "
            "the name into a table of the next round before it is paired.",
        )
