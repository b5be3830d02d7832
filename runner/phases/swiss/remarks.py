"""What an organiser should know of those who are in the playoff before Swiss is over."""

from collections.abc import Iterator

from runner.core.numbers import points
from runner.core.problems import Problem, warning
from runner.phases.cut import stated
from runner.phases.model import PhaseResult
from runner.phases.swiss import early


def more_than_the_cut(result: PhaseResult, following: PhaseResult) -> Iterator[Problem]:
    """More are in the playoff by their points than it was to have."""
    cut, enough = stated(following.phase), result.ruleset.advance_points
    there = {player.id for player in following.field}
    inside = [player for player in early.seeds(result) if player in there or not following.rounds]
    if cut is None or enough is None or len(inside) <= cut or len(following.rounds) > 1:
        return
    yield warning(
        following.phase.at("cut"),
        f"{len(inside)} players have reached {points(enough)} points in {result.phase.name} and "
        f"are in {following.phase.name}, which is to have {cut}.",
        "They all go on, since that was announced. Raise “Cut”, or the points under “In the "
        "playoff at”, if that was a mistake.",
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
            player.place,
            f"{player.name} had a bye in {title} as being in the playoff, but as results are "
            f"corrected had {points(came_with)} points then, and "
            f"{points(result.ruleset.advance_points)} are needed.",
            "The bye stays, and its points count: if they are enough the player is in, and "
            "otherwise plays on. To change that, give a bye on Decisions, or type the name into a "
            "table of the next round before it is paired.",
        )
