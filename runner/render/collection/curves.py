"""What somebody reached from event to event, as small curves, and in words for screen readers."""

from collections.abc import Sequence
from types import SimpleNamespace

from runner.core.language import _, current
from runner.render import text as texts

_SIDE = 6  # per cent of the width: x of the first point
_TOP, _FOOT = 46, 84  # px: y of the best value, y of the worst
_DEEP = 8  # the scale of places extends at least to this one
_ALL_TOLD = 9  # with more events, only the first, best and last values are labelled


def places_curve(places: Sequence[tuple[str, int]]) -> SimpleNamespace | None:
    """Return the curve through `places`, pairs of day and place; None for fewer than two."""
    if len(places) < 2:
        return None
    values = [place for _day, place in places]
    lowest, best = max(_DEEP, *values), min(values)
    return SimpleNamespace(
        title=_("Place by event"),
        words=_("Place in each event: {places}", places=current().enumerated(_texts(values))),
        marks=_marks([(place - 1) / (lowest - 1) for place in values], _texts(values),
                     values.index(best)),
        **_days(places[0][0], places[-1][0]), band="",
    )  # fmt: skip


def rating_curve(points: Sequence[tuple[str, float, float]]) -> SimpleNamespace | None:
    """Return the curve through `points`, each a day with mu and sigma, and the band of two sigma
    around it; None for fewer than two."""
    if len(points) < 2:
        return None
    mus = [mu for _day, mu, _sigma in points]
    highest = max(mu + 2 * sigma for _day, mu, sigma in points)
    depth = highest - min(mu - 2 * sigma for _day, mu, sigma in points)
    shown = [f"{mu:.1f}".replace(".", current().mark) for mu in mus]
    above = [(highest - mu - 2 * sigma) / depth for _day, mu, sigma in points]
    below = [(highest - mu + 2 * sigma) / depth for _day, mu, sigma in points]
    around = [*enumerate(above), *reversed([*enumerate(below)])]
    step = 100 / (len(points) - 1)
    return SimpleNamespace(
        title=_("Rating by event"),
        words=_("Rating after each event: {ratings}", ratings=current().enumerated(shown)),
        marks=_marks([(highest - mu) / depth for mu in mus], shown, mus.index(max(mus))),
        **_days(points[0][0], points[-1][0]),
        band=" ".join(f"{at * step:.4g},{_y(deep)}" for at, deep in around),
    )


def _texts(values: Sequence[int]) -> list[str]:
    return [str(value) for value in values]


def _marks(
    depths: Sequence[float], labels: Sequence[str], best: int
) -> tuple[SimpleNamespace, ...]:
    """Return the points: x in per cent of the width, y in px, and a label, or "" for lack of
    space."""
    step = (100 - 2 * _SIDE) / (len(depths) - 1)
    labelled = range(len(depths)) if len(depths) <= _ALL_TOLD else (0, best, len(depths) - 1)
    return tuple(
        SimpleNamespace(
            x=f"{_SIDE + at * step:.3g}%", y=_y(deep), label=labels[at] if at in labelled else ""
        )
        for at, deep in enumerate(depths)
    )


def _y(deep: float) -> int:
    return round(_TOP + (_FOOT - _TOP) * deep)


def _days(first: str, last: str) -> dict[str, str]:
    return {"since": texts.short_day(first), "until": texts.short_day(last)}
