"""Checks: what looks wrong or odd with an event whose workbook reads well.

Input: the event as reconciled (`Progress`) and the results of its phases. Output: problems, in the
order of `CHECKS`. A check is a function here and its line in that table; it must never change what
is computed.
"""

from collections.abc import Callable, Iterator

from runner.compute.checks import cuts, drafts, event, manual_changes, published, seating
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
    cuts.drawn_playoff,
    cuts.nobody_goes_on,
    seating.in_a_final,
    published.another_seed,
    published.another_phase,
    published.before_round_1,
    cuts.misplaced,
    cuts.into_each_phase,
    manual_changes.changed_by_hand,
    drafts.pods_and_players,
    drafts.small_tables_in_pods,
    drafts.mates_who_build_together,
    seating.chosen_by_all,
    seating.too_many,
    seating.in_their_chairs,
    seating.tables_that_do_not_go,
    seating.whole_teams,
    seating.games_of_seats,
    event.meaningless_settings,
)


def check(progress: Progress, results: Results) -> list[Problem]:
    """Every problem that some check finds."""
    return [problem for one in CHECKS for problem in one(progress, results)]
