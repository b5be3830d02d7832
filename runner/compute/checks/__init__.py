"""Checks: likely mistakes and oddities of an event whose workbook can be read.

In: the event as reconciled (`Progress`) and the results of its phases. Out: problems, in the order
of `CHECKS`. A check is a function here and its line in that table; it never changes what is
computed.
"""

from collections.abc import Callable, Iterator

from runner.compute.checks import cuts, decks, event, published, seating
from runner.compute.progress import Progress
from runner.core.problems import Problem
from runner.phases.model import PhaseResult, Results

Check = Callable[[Progress, Results], Iterator[Problem]]
"""Yields problems, given the event as reconciled, before penalties, and the results of all
phases."""


def each_phase(check: Callable[[Progress, PhaseResult], Iterator[Problem]]) -> Check:
    """Return a check of all phases, given a check of one."""
    return lambda progress, results: (
        problem for each in results for problem in check(progress, each)
    )


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
    each_phase(event.impossible_places),
    event.fewer_than_usual,
    each_phase(event.more_than_usual),
    each_phase(event.types_by_hand),
    event.open_questions,
    each_phase(event.pods_where_two_play),
    event.remarks,
    each_phase(cuts.drawn_playoff),
    each_phase(cuts.nobody_goes_on),
    each_phase(seating.in_a_final),
    published.another_seed,
    each_phase(published.another_phase),
    published.before_round_1,
    cuts.misplaced,
    cuts.into_each_phase,
    published.changed_by_hand,
    each_phase(seating.pods_and_players),
    each_phase(seating.small_tables_in_pods),
    each_phase(seating.mates_who_build_together),
    seating.chosen_by_all,
    seating.too_many,
    each_phase(seating.in_their_chairs),
    each_phase(seating.tables_that_do_not_go),
    seating.whole_teams,
    each_phase(seating.games_of_seats),
    event.meaningless_settings,
    decks.misspelt_commanders,
    decks.no_column_for_decks,
)


def check(progress: Progress, results: Results) -> list[Problem]:
    """Return the problems that the checks find."""
    return [problem for one in CHECKS for problem in one(progress, results)]
