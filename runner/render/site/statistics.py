"""The page of statistics: which seats win, how many matches are drawn, and how decks have done."""

from collections.abc import Iterator
from fractions import Fraction
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import CLUBS, Group, PodSeats, Share, Statistics, statistics
from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import _, current, ngettext, pgettext
from runner.core.numbers import rounded

PATH = "statistics.html"


def statistics_view(snapshot: Snapshot) -> SimpleNamespace | None:
    """The page for a snapshot as players see it; None while there is nothing to say. `facts` are
    short labels with their numbers, and `groups` columns with what several players say there."""
    found = statistics(snapshot.phases, snapshot.players)
    if found is None:
        return None
    return SimpleNamespace(
        after=ngettext("After {n} round", "After {n} rounds", found.rounds),
        facts=tuple(_facts(found)),
        seats=tuple(_seats(pods) for pods in found.pods),
        groups=tuple(
            SimpleNamespace(
                heading=_(heading) if heading == CLUBS else heading, lines=tuple(map(_line, groups))
            )
            for heading, groups in found.groups.items()
        ),
    )


def _facts(found: Statistics) -> Iterator[tuple[str, str]]:
    share = current().percent(_per_cent(Fraction(found.drawn, found.tables)))
    yield _("Matches"), str(found.tables)
    # Note: so many matches ended in a draw.
    yield pgettext("matches", "Drawn"), f"{found.drawn} ({share})"
    if found.byes:
        yield _("Byes"), str(found.byes)
    if found.points is not None:
        yield _("Average points"), _average(found.points)


def _seats(pods: PodSeats) -> SimpleNamespace:
    """The seats of pods of one size; `even` is the per cent that each would have of the wins if all
    were equal and none drawn."""
    drawn = ngettext(
        "{drawn} of {n} pod drawn", "{drawn} of {n} pods drawn", pods.tables, drawn=pods.drew
    )
    return SimpleNamespace(
        title=_("Seats in pods of {n}", n=pods.size),
        words=drawn,
        even=round(100 / pods.size),
        seats=tuple(
            _bar(_("Seat {seat}", seat=letter), share)
            for letter, share in zip(SEAT_LETTERS, pods.seats, strict=False)
        ),
    )


def _line(group: Group) -> SimpleNamespace:
    """A club or a deck: its players, their share, and their points on average."""
    points = "" if group.points is None else _average(group.points)
    return SimpleNamespace(bar=_bar(group.name, group.share), players=group.players, points=points)


def _bar(name: str, share: Share) -> SimpleNamespace:
    """Return a share as it is drawn and read: whole per cent, `said` as people write it; `low` and
    `high` are its interval."""
    low, high = (round(100 * edge) for edge in share.interval)
    rate = _per_cent(share.rate)
    words = _(
        # Note: so many of all, and the percentages between which the true share lies.
        "{won} of {total} · {low}–{high}",
        won=share.wins,
        total=share.tables,
        low=low,
        high=current().percent(str(high)),
    )
    said = current().percent(rate)
    return SimpleNamespace(name=name, rate=int(rate), said=said, low=low, high=high, words=words)


def _average(points: Fraction) -> str:
    return rounded(points, 1).replace(".", current().mark)


def _per_cent(share: Fraction) -> str:
    return rounded(100 * share, 0)
