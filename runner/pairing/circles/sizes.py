"""How many tables of which size a field makes where a table may have several sizes."""

from runner.pairing.sizes import Sizes
from runner.rules.ruleset import Ruleset
from runner.rules.variants.variant import Variant


def circle_sizes(players: int, variant: Variant, rules: Ruleset) -> Sizes:
    """Tables as even as can be, each with as many as the variant allows, and of these splits that
    which is nearest to the best size; of equals the one with smaller tables, where games are
    shorter. A variant in one circle has as few circles as can be.

    Where no split is possible (11 players, 6 to 10 at a table) somebody has a bye, if byes are what
    gives; else a table is smaller than the variant allows.
    """
    if players < 2:
        return Sizes((), players)
    for byes in range(_most_byes(players, rules) + 1):
        if tables := _split(players - byes, variant, rules.pod_size):
            return Sizes(tables, byes)
    most = 1 if players < variant.fewest else -(-players // variant.most)
    return Sizes(_evenly(players, most))


def out_of_bounds(sizes: Sizes, variant: Variant) -> bool:
    """Whether a table has fewer or more than the variant is for, or somebody no place at one."""
    return bool(sizes.byes) or any(
        not variant.fewest <= size <= variant.most for size in sizes.tables
    )


def _most_byes(players: int, rules: Ruleset) -> int:
    """How many byes may be given so that tables have the right sizes."""
    if rules.uneven == "small_pods":
        return 0
    return min(players - 2, players if rules.max_byes is None else rules.max_byes)


def _split(players: int, variant: Variant, best: int) -> tuple[int, ...]:
    """The split of all these players; nothing where there is none."""
    splits = (
        _evenly(players, count)
        for count in range(-(-players // variant.most), players // variant.fewest + 1)
    )
    if variant.circle:
        return next(splits, ())
    return min(
        splits,
        key=lambda sizes: (sum(abs(size - best) for size in sizes), -len(sizes)),
        default=(),
    )


def _evenly(players: int, count: int) -> tuple[int, ...]:
    """So many tables, the larger ones first."""
    size, larger = divmod(players, count)
    return (size + 1,) * larger + (size,) * (count - larger)
