"""The page of statistics: which seats win, how many matches are drawn, and how decks have done."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import (
    CLUBS,
    Group,
    Meetings,
    PodSeats,
    Share,
    Statistics,
    statistics,
)
from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import _, current, ngettext, pgettext
from runner.core.numbers import rounded

PATH = "statistics.html"


def statistics_view(snapshot: Snapshot) -> SimpleNamespace | None:
    """The page for a snapshot as players see it; None while there is nothing to say. `facts` are
    short labels with their numbers, and `groups` columns with what several players say there, and
    how these did against one another."""
    found = statistics(snapshot.phases, snapshot.players)
    if found is None:
        return None
    return SimpleNamespace(
        after=ngettext("After {n} round", "After {n} rounds", found.rounds),
        facts=tuple(_facts(found)),
        seats=tuple(_seats(pods) for pods in found.pods),
        groups=tuple(
            SimpleNamespace(
                heading=_(heading) if heading == CLUBS else heading,
                lines=tuple(map(_line, groups)),
                met=_met(groups, found.met.get(heading, {})),
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
    """The seats of pods of one size; `low` and `high` are the per cent of wins that chance explains
    where all seats are equal."""
    drawn = ngettext(
        "{drawn} of {n} pod drawn", "{drawn} of {n} pods drawn", pods.tables, drawn=pods.drew
    )
    fewest, most = pods.by_chance
    low, high = (round(100 * wins / pods.tables) for wins in (fewest, most))
    seats = []
    for letter, share in zip(SEAT_LETTERS, pods.seats, strict=False):
        words = _(
            # Note: so many of all, and the percentages that chance alone explains.
            "{won} of {total} · chance {low}–{high}",
            won=share.wins, total=share.tables, low=low, high=current().percent(str(high)),
        )  # fmt: skip
        bar = _bar(_("Seat {seat}", seat=letter), share, words)
        seats.append((bar, not fewest <= share.wins <= most))
    return SimpleNamespace(
        title=_("Seats in pods of {n}", n=pods.size),
        words=drawn,
        low=low,
        high=high,
        seats=tuple(seats),
    )


def _met(groups: Sequence[Group], met: Meetings) -> tuple[SimpleNamespace, ...]:
    """A line for each group that met another one: what it won and lost against each of these."""
    names = [group.name for group in groups if any(group.name in pair for pair in met)]
    return tuple(
        SimpleNamespace(
            name=one, cells=tuple(None if one == two else met.get((one, two)) for two in names)
        )
        for one in names
    )


def _line(group: Group) -> SimpleNamespace:
    """A club or a deck: its players, their share with its interval, from `low` to `high` per cent,
    and their points on average."""
    low, high = (round(100 * edge) for edge in group.share.interval)
    words = _(
        # Note: so many of all, and the percentages between which the true share lies.
        "{won} of {total} · {low}–{high}",
        won=group.share.wins,
        total=group.share.tables,
        low=low,
        high=current().percent(str(high)),
    )
    return SimpleNamespace(
        bar=_bar(group.name, group.share, words),
        low=low,
        high=high,
        players=group.players,
        points="" if group.points is None else _average(group.points),
    )


def _bar(name: str, share: Share, words: str) -> SimpleNamespace:
    """Return a share as it is drawn and read: whole per cent, `said` as people write it."""
    rate = _per_cent(share.rate)
    return SimpleNamespace(name=name, rate=int(rate), said=current().percent(rate), words=words)


def _average(points: Fraction) -> str:
    return rounded(points, 1).replace(".", current().mark)


def _per_cent(share: Fraction) -> str:
    return rounded(100 * share, 0)
