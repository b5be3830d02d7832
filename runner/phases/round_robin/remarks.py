"""What an organiser should know of the places of a round robin, and of its groups."""

from collections.abc import Iterator

from runner.core.event import Mode, Player
from runner.core.problems import Problem, warning
from runner.phases.cut import stated
from runner.phases.model import PhaseResult
from runner.phases.round_robin import out_of_groups


def without_place(result: PhaseResult) -> list[Player]:
    """Those in the field of a round robin that has begun for whom its tables have no place, nor the
    organiser one: a group has one where its number is odd."""
    if result.phase.mode is Mode.MULTIPLAYER or not result.rounds or result.over:
        return []
    groups = _numbered(result)
    known = {player for group in groups for player in group}
    known |= {*result.rounds[-1].seated}
    late = [
        player
        for player in result.field
        if player.id not in known and (player.drops_after is None or player.id in result.playing)
    ]
    late.sort(key=lambda player: (player.enters, player.id))
    return late[sum(len(group) % 2 for group in groups) :]


def _numbered(result: PhaseResult) -> tuple[tuple[str, ...], ...]:
    """The ids that have numbers, by group; where no draw has recorded them, who was there first."""
    if result.groups:
        return result.groups
    drawn = result.drawn[-1].get("seeds") if result.drawn else None
    first = result.rounds[0]
    return (tuple(drawn or (*first.byes, *first.absent, *first.seated)),)


def late_entries(result: PhaseResult) -> Iterator[Problem]:
    """Somebody enters a round robin that has begun, and has no place left."""
    for player in without_place(result):
        when = f" in round {player.enters}" if player.enters > 1 else " late"
        yield warning(
            "robin.late-entry",
            player.at("enters"),
            f"{player.name} enters{when}, but a round robin that has begun has no place left.",
            "Type the name into a free seat where you want it, or clear the line.",
        )


def fewer_than_promised(result: PhaseResult, following: PhaseResult) -> Iterator[Problem]:
    """A cut takes fewer than go on from all groups together."""
    best, cut = out_of_groups.sends_on(result), stated(following.phase)
    if best is None or cut is None or cut >= best or following.rounds:
        return
    among = "each group" if result.groups else result.phase.name
    yield warning(
        "robin.cut-below-advance",
        following.phase.at("cut"),
        f"{following.phase.name} has a cut of {cut}, but the best {result.ruleset.group_advance} "
        f"of {among} are {best}.",
        "The cut counts: of the last to qualify only the best advance. Clear “Cut” to let all of "
        "them advance, or correct “Advance from a group”.",
    )
