"""The page of statistics: wins by seat, draws, and results of decks and clubs."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import (
    CLUBS,
    Group,
    Meetings,
    PodSeats,
    Score,
    Share,
    Statistics,
    statistics,
)
from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import _, current, ngettext, pgettext
from runner.core.numbers import rounded

PATH = "statistics.html"


def statistics_view(snapshot: Snapshot) -> SimpleNamespace | None:
    """Return the view for a snapshot for players; None if there is nothing to show. `facts` are
    short labels with numbers; `groups` are the scores of matches, and public columns with the
    values that several players share, and the results of these groups against each other."""
    numbers = statistics(snapshot.phases, snapshot.players)
    if numbers is None:
        return None
    return SimpleNamespace(
        after=ngettext("After {n} round", "After {n} rounds", numbers.rounds),
        facts=tuple(_facts(numbers)),
        seats=tuple(_seats(pods) for pods in numbers.pods),
        groups=(*_scores(numbers), *_groups(numbers)),
    )


def _facts(numbers: Statistics) -> Iterator[tuple[str, str]]:
    share = current().percent(_per_cent(Fraction(numbers.drawn, numbers.tables)))
    yield _("Matches"), str(numbers.tables)
    # Note: so many matches ended in a draw.
    yield pgettext("matches", "Drawn"), f"{numbers.drawn} ({share})"
    if numbers.agreed:
        # Note: so many of the draws were agreed on by the players.
        yield pgettext("matches", "Intentionally drawn"), str(numbers.agreed)
    if numbers.byes:
        yield _("Byes"), str(numbers.byes)
    if numbers.points is not None:
        yield _("Average points"), _average(numbers.points)


def _seats(pods: PodSeats) -> SimpleNamespace:
    """Return the seats of pods of one size; `low` and `high` are the range of win percentages that
    chance explains if all seats are equal."""
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
    """Return a line for each group that met another one, with its results against each of them."""
    names = [group.name for group in groups if any(group.name in pair for pair in met)]
    return tuple(
        SimpleNamespace(
            name=one, cells=tuple(None if one == two else met.get((one, two)) for two in names)
        )
        for one in names
    )


def _scores(numbers: Statistics) -> Iterator[SimpleNamespace]:
    """Yield the shares of matches that ended with so many games, if games are recorded."""
    if numbers.scores:
        many = numbers.scores[0].share.tables
        yield SimpleNamespace(
            # Note: the results of matches, 2–0, 2–1 and so on.
            heading=_("Results in games"),
            about=ngettext("{n} match", "{n} matches", many),
            won=False,
            lines=tuple(map(_score, numbers.scores)),
            met=(),
        )


def _score(score: Score) -> SimpleNamespace:
    drawn = pgettext("matches", "Drawn") if score.won == score.lost else ""
    ended = ngettext("{n} match", "{n} matches", score.share.wins)
    bar = _bar(f"{score.won}{current().dash}{score.lost}", score.share, ended)
    return SimpleNamespace(bar=bar, low=None, high=None, about=drawn)


def _groups(numbers: Statistics) -> Iterator[SimpleNamespace]:
    for heading, groups in numbers.groups.items():
        yield SimpleNamespace(
            heading=_(heading) if heading == CLUBS else heading,
            about=_("matches won; two players or more"),
            won=True,
            lines=tuple(map(_group, groups)),
            met=_met(groups, numbers.met.get(heading, {})),
        )


def _group(group: Group) -> SimpleNamespace:
    """Return a club or deck: its players with their average points, and its share."""
    about = ngettext("{n} player", "{n} players", group.players)
    if group.points is not None:
        about = ngettext(
            "{n} player, {points} points each", "{n} players, {points} points each", group.players,
            points=_average(group.points),
        )  # fmt: skip
    return _line(group.name, about, group.share)


def _line(name: str, about: str, share: Share) -> SimpleNamespace:
    """Return a share with a confidence interval from `low` to `high` per cent."""
    low, high = (round(100 * edge) for edge in share.interval)
    words = _(
        # Note: so many of all, and the percentages between which the true share lies.
        "{won} of {total} · likely {low}–{high}",
        won=share.wins, total=share.tables, low=low, high=current().percent(str(high)),
    )  # fmt: skip
    return SimpleNamespace(bar=_bar(name, share, words), low=low, high=high, about=about)


def _bar(name: str, share: Share, words: str) -> SimpleNamespace:
    """Return a share as drawn and as read: `rate` in whole per cent, `percent` as text."""
    rate = _per_cent(share.rate)
    return SimpleNamespace(name=name, rate=int(rate), percent=current().percent(rate), words=words)


def _average(points: Fraction) -> str:
    return rounded(points, 1).replace(".", current().mark)


def _per_cent(share: Fraction) -> str:
    return rounded(100 * share, 0)
