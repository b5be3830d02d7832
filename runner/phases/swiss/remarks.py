"""What an organiser should know of Swiss: who is in the playoff already, or in no draft pod."""

from collections.abc import Iterator

from runner.core.event import Player
from runner.core.numbers import points
from runner.core.problems import Problem, warning
from runner.phases.cut import stated
from runner.phases.model import PhaseResult
from runner.phases.swiss import draft, early


def more_than_the_cut(result: PhaseResult, following: PhaseResult) -> Iterator[Problem]:
    """More are in the playoff by their points than it was to have."""
    cut, enough = stated(following.phase), result.ruleset.advance_points
    there = {player.id for player in following.field}
    inside = [player for player in early.seeds(result) if player in there or not following.rounds]
    if cut is None or enough is None or len(inside) <= cut or len(following.rounds) > 1:
        return
    yield warning(
        "cut.points-let-more-in",
        following.phase.at("cut"),
        f"{len(inside)} players have reached {points(enough)} points in {result.phase.name} and "
        f"are in {following.phase.name}, whose cut is {cut}.",
        "They all advance, as was announced. Raise “Cut”, or the points under “In the playoff at”, "
        "if that was a mistake.",
    )


def in_no_pod(result: PhaseResult) -> list[Player]:
    """Those in the field of a draft played inside its pods who are in none of them, nor at a table
    of the latest round."""
    known = {player for pod in result.pods for player in pod}
    known |= {player for played in result.rounds[-1:] for player in played.seated}
    if not draft.in_pods(result.phase, result.ruleset, result.pods, {*result.playing}):
        return []
    if result.over:
        return []
    return [
        player
        for player in result.field
        if player.id not in known and (player.drops_after is None or player.id in result.playing)
    ]


def late_for_the_draft(result: PhaseResult) -> Iterator[Problem]:
    """Somebody is in the event whom no draft pod has, and rounds are played already."""
    for player in in_no_pod(result) if result.rounds else ():
        yield warning(
            "draft.late-entry",
            player.at("enters"),
            f"{player.name} is in no draft pod of {result.phase.name}, whose rounds are played "
            "inside the pods.",
            "Type the name into a table or a bye of the round where you want it, or drop the "
            "player.",
        )


def fallen(result: PhaseResult) -> Iterator[Problem]:
    """Somebody had byes as being in the playoff, whom corrected results leave below the points."""
    if result.ruleset.advance_points is None:
        return
    people = {player.id: player for player in result.field}
    for identity, round_, came_with in early.fallen(result):
        if identity not in people:
            continue
        player, title = people[identity], result.phase.title(round_)
        yield warning(
            "bye.no-longer-earned",
            player.place,
            f"{player.name} had a bye in {title} for being in the playoff already, but by the "
            f"corrected results had {points(came_with)} points then, and "
            f"{points(result.ruleset.advance_points)} are needed.",
            "The bye stays, and its points count: if they are enough the player is in, and "
            "otherwise plays on. To change that, give a bye on Decisions, or type the name into a "
            "table of the next round before it is paired.",
        )
