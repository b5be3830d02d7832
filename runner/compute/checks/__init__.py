"""What looks wrong, or odd, with an event that reads well: a registry of plain functions.

In: an event as reconciled, with the results of its phases. Out: problems, in the order of the
checks. A check must never change what is computed.
"""

from collections.abc import Callable, Iterator

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
from runner.compute.progress import Progress
from runner.core.problems import Problem
from runner.phases.model import Results

Check = Callable[[Progress, Results], Iterator[Problem]]
"""Yields problems of workbook and ledger as reconciled, before penalties, and of all phases."""

CHECKS: tuple[Check, ...] = (
    event.unpaired_players,
    event.late_without_round,
    event.impossible_rounds,
    event.played_after_drop,
    event.unknown_names,
    event.losses_without_match,
    event.unknown_avoidances,
    event.shared_fixed_tables,
    event.lost_results,
    event.impossible_places,
    event.fewer_than_usual,
    event.more_than_usual,
    event.types_by_hand,
    event.open_questions,
    event.pods_where_two_play,
    event.remarks,
    playoffs.drawn_playoff,
    playoffs.nobody_goes_on,
    byes.in_a_final,
    published.another_seed,
    published.another_phase,
    since_roll.before_round_1,
    cuts.misplaced,
    cuts.into_each_phase,
    manual_changes.changed_by_hand,
    drafts.pods_and_players,
    drafts.small_tables_in_pods,
    drafts.mates_who_build_together,
    star.chosen_by_all,
    star.too_many,
    star.in_their_chairs,
    table_sizes.tables_that_do_not_go,
    teams.whole_teams,
    teams.games_of_seats,
    meaningless.meaningless_settings,
)


def check(progress: Progress, results: Results) -> list[Problem]:
    """Every problem that some check finds."""
    return [problem for one in CHECKS for problem in one(progress, results)]
