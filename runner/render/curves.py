"""What somebody reached from round to round, or from event to event, as small curves, and in words
for screen readers."""

from collections.abc import Sequence
from types import SimpleNamespace

from runner.core.language import _, current
from runner.render import text as texts

_SIDE = 6  # per cent of the width: x of the first point
_TOP, _FOOT = 50, 84  # px: y of the best value, y of the worst
_FEWEST = 8  # the scale of ranks and places has at least so many of them
_ALL_TOLD = 9  # with more points, only the first, the best and the last are labelled


def rank_curve(ranks: Sequence[tuple[int, int]]) -> SimpleNamespace | None:
    """Return the curve through `ranks`, pairs of round number and rank; None for fewer than two."""
    if len(ranks) < 2:
        return None
    words = ", ".join(str(rank) for _number, rank in ranks)
    return SimpleNamespace(
        words=_("Rank after each round: {ranks}", ranks=words),
        marks=_ranked([rank for _number, rank in ranks]),
        rounds=[number for number, _rank in ranks],
    )


def places_curve(places: Sequence[tuple[str, int]]) -> SimpleNamespace | None:
    """Return the curve through `places`, pairs of day and place; None for fewer than two."""
    if len(places) < 2:
        return None
    values = [place for _day, place in places]
    words = current().enumerated([str(place) for place in values])
    return SimpleNamespace(
        title=_("Place by event"), words=_("Place in each event: {places}", places=words),
        marks=_ranked(values), band="", **_days(places[0][0], places[-1][0]),
    )  # fmt: skip


def rating_curve(points: Sequence[tuple[str, float, float]]) -> SimpleNamespace | None:
    """Return the curve through `points`, each a day with mu and sigma, and the band of two sigma
    around it; None for fewer than two."""
    if len(points) < 2:
        return None
    highest = max(mu + 2 * sigma for _day, mu, sigma in points)
    depth = highest - min(mu - 2 * sigma for _day, mu, sigma in points)
    shown = [f"{mu:.1f}".replace(".", current().mark) for _day, mu, _sigma in points]
    above = [(highest - mu - 2 * sigma) / depth for _day, mu, sigma in points]
    below = [(highest - mu + 2 * sigma) / depth for _day, mu, sigma in points]
    around = [*enumerate(above), *reversed([*enumerate(below)])]
    step = 100 / (len(points) - 1)
    return SimpleNamespace(
        title=_("Rating by event"),
        words=_("Rating after each event: {ratings}", ratings=current().enumerated(shown)),
        marks=_marks([(highest - mu) / depth for _day, mu, _sigma in points], shown),
        band=" ".join(f"{at * step:.4g},{_y(deep)}" for at, deep in around),
        **_days(points[0][0], points[-1][0]),
    )


def _ranked(values: Sequence[int]) -> tuple[SimpleNamespace, ...]:
    best = min(values)
    depth = max(_FEWEST, max(values) - best)
    return _marks([(value - best) / depth for value in values], [str(each) for each in values])


def _marks(depths: Sequence[float], labels: Sequence[str]) -> tuple[SimpleNamespace, ...]:
    """Return the points: x in per cent of the width, y in px, and a label, or "" for lack of space.
    Depths are 0 at the top and 1 at the foot."""
    step, last, best = (100 - 2 * _SIDE) / (len(depths) - 1), len(depths) - 1, min(depths)
    marks = []
    for at, (deep, label) in enumerate(zip(depths, labels, strict=True)):
        labelled = len(depths) <= _ALL_TOLD or at in (0, last) or deep == best
        x = f"{_SIDE + at * step:.3g}%"
        marks.append(SimpleNamespace(x=x, y=_y(deep), label=label if labelled else ""))
    return tuple(marks)


def _y(deep: float) -> int:
    return round(_TOP + (_FOOT - _TOP) * deep)


def _days(first: str, last: str) -> dict[str, str]:
    return {"since": texts.short_day(first), "until": texts.short_day(last)}
