"""Tables that have fewer or more players than the variant is for, and players without a table."""

from collections.abc import Iterator

from runner.compute.progress import Progress
from runner.core.phrases import count, listed
from runner.core.problems import Problem, warning
from runner.pairing.circles import circle_sizes, out_of_bounds
from runner.pairing.tables import LARGEST_POD, Sizes, pod_sizes
from runner.phases.model import PhaseResult, Results
from runner.rules.variants.variant import ResultForm, Variant


def tables_that_do_not_go(progress: Progress, results: Results) -> Iterator[Problem]:
    """Of the round that is being played, or that comes next: the organiser can still change who
    plays, or the variant."""
    for result in results:
        variant = result.ruleset.played_as
        if variant is None or variant.teams or result.over:
            continue
        sizes = _sizes(result, variant)
        if sizes.tables and out_of_bounds(sizes, variant):
            yield warning(
                "phase.table-sizes-outside-variant",
                result.phase.at("mode"),
                _said(variant, sizes),
                _FIX,
            )


_FIX = (
    "Nothing has to be done; another variant under Mode, or a player more or less, may suit better."
)


def _sizes(result: PhaseResult, variant: Variant) -> Sizes:
    if result.rounds and not result.rounds[-1].finished:
        now = result.rounds[-1]
        return Sizes(tuple(len(table.seats) for table in now.tables), len(now.byes))
    rules, players = result.ruleset, len(result.playing)
    if variant.form is ResultForm.ORDER and rules.pod_size > LARGEST_POD:
        return circle_sizes(players, variant, rules)
    return pod_sizes(players, rules.pod_size, rules.uneven, rules.max_byes)


def _said(variant: Variant, sizes: Sizes) -> str:
    """ "Melee is for 6 to 10 players at a table: 11 players make tables of 6 and 5." """
    players = sum(sizes.tables) + sizes.byes
    fits = str(variant.most)
    if variant.fewest < variant.most:
        fits = f"{variant.fewest} to {variant.most}"
    each = [str(size) for size in dict.fromkeys(sizes.tables)]
    made = f"{'a table' if len(sizes.tables) == 1 else 'tables'} of {listed(each)}"
    left = f", and {count(sizes.byes, 'bye')}" if sizes.byes else ""
    return (
        f"{variant.name} is for {fits} players at a table: {count(players, 'player')} "
        f"make{'s' if players == 1 else ''} {made}{left}."
    )
