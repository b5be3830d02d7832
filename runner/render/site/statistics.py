"""The page of statistics: which seats win, how many matches are drawn, and how decks have done."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import Group, PodSeats, Share, Statistics, statistics
from runner.core.event import SEAT_LETTERS
from runner.core.numbers import rounded
from runner.core.phrases import count

PATH = "statistics.html"


class Bar(NamedTuple):
    """A share as it is drawn and read: whole per cent; `low` and `high` are its interval."""

    name: str
    rate: int
    low: int
    high: int
    words: str


class SeatsView(NamedTuple):
    """The seats of pods of one size; `even` is the per cent that each would have of the wins if
    all were equal and none drawn."""

    title: str
    words: str
    even: int
    seats: tuple[Bar, ...]


class GroupLine(NamedTuple):
    """A club or a deck: its players, their share, and their points on average."""

    bar: Bar
    players: int
    points: str


class GroupsView(NamedTuple):
    """A column with what several players say there."""

    heading: str
    lines: tuple[GroupLine, ...]


class StatisticsView(NamedTuple):
    """The whole page; `facts` are short labels with their numbers."""

    after: str
    facts: tuple[tuple[str, str], ...]
    seats: tuple[SeatsView, ...]
    groups: tuple[GroupsView, ...]


def statistics_view(snapshot: Snapshot) -> StatisticsView | None:
    """The page for a snapshot as players see it; None while there is nothing to say."""
    found = statistics(snapshot.phases, snapshot.players)
    if found is None:
        return None
    return StatisticsView(
        after=f"After {count(found.rounds, 'round')}",
        facts=tuple(_facts(found)),
        seats=tuple(_seats(pods) for pods in found.pods),
        groups=tuple(
            GroupsView(heading, tuple(_line(group) for group in groups))
            for heading, groups in found.groups.items()
        ),
    )


def _facts(found: Statistics) -> Iterator[tuple[str, str]]:
    yield "Matches", str(found.tables)
    yield "Drawn", f"{found.drawn} ({_per_cent(Fraction(found.drawn, found.tables))}%)"
    if found.byes:
        yield "Byes", str(found.byes)
    if found.points is not None:
        yield "Average points", rounded(found.points, 1)


def _seats(pods: PodSeats) -> SeatsView:
    drawn = f"{pods.drew} of {count(pods.tables, 'pod')} drawn"
    return SeatsView(
        title=f"Seats in pods of {pods.size}",
        words=drawn,
        even=round(100 / pods.size),
        seats=tuple(
            _bar(f"Seat {letter}", share)
            for letter, share in zip(SEAT_LETTERS, pods.seats, strict=False)
        ),
    )


def _line(group: Group) -> GroupLine:
    points = "" if group.points is None else rounded(group.points, 1)
    return GroupLine(_bar(group.name, group.share), group.players, points)


def _bar(name: str, share: Share) -> Bar:
    low, high = (round(100 * edge) for edge in share.interval)
    words = f"{share.wins} of {share.tables} · {low}–{high}%"
    return Bar(name, int(_per_cent(share.rate)), low, high, words)


def _per_cent(share: Fraction) -> str:
    return rounded(100 * share, 0)
