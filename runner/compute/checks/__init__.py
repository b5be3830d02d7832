"""What looks wrong, or odd, with an event that reads well: a registry of plain functions.

In: an event as reconciled, with the results of its phases. Out: problems, in the order of the
checks. A check must never change what is computed.
"""

from runner.compute.checks import (
    byes,
    cuts,
    drafts,
    event,
    manual_changes,
    meaningless,
    playoffs,
    published,
    since_roll,
    star,
    table_sizes,
    teams,
)
from runner.compute.checks.check import Check
from runner.compute.progress import Progress
from runner.core.problems import Problem
from runner.phases.model import Results

CHECKS: tuple[Check, ...] = (
    *event.CHECKS,
    *playoffs.CHECKS,
    *byes.CHECKS,
    *published.CHECKS,
    *since_roll.CHECKS,
    *cuts.CHECKS,
    *manual_changes.CHECKS,
    *drafts.CHECKS,
    *star.CHECKS,
    *table_sizes.CHECKS,
    *teams.CHECKS,
    *meaningless.CHECKS,
)


def check(progress: Progress, results: Results) -> list[Problem]:
    """Every problem that some check finds."""
    return [problem for one in CHECKS for problem in one(progress, results)]
