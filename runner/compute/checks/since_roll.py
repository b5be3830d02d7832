"""What was changed after the hall rolled, while round 1 is not out yet."""

from collections.abc import Iterator

from runner.compute.progress import Progress
from runner.compute.since_roll import changed
from runner.core.problems import Problem, warning
from runner.ledger.words import since_roll
from runner.phases.model import Results


def before_round_1(progress: Progress, results: Results) -> Iterator[Problem]:
    """The list or the rules are not those that the hall rolled for, and round 1 is not out yet."""
    if not results or progress.ledger.hall_roll is not None:
        return
    first, players = results[0], progress.reconciled.players
    found = changed(progress.ledger, players, first.phase, first.ruleset)
    if found:
        yield warning(
            "event.changed-since-roll",
            progress.event.at("hall_roll"),
            f"Since the hall rolled {progress.event.hall_roll}, {since_roll(found)}. Round 1 "
            "follows from that too, so its page will say so.",
            "Let the hall roll again, when the list is complete, and type the new number.",
        )
