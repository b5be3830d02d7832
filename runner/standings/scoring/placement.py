"""Points by finishing place: for the first, the second and so on (docs/rules.md 3)."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from runner.core.language import _, current, listed, ngettext
from runner.core.results import GIVEN_UP
from runner.core.rounds import Outcome, Seat, Table, game_of
from runner.rules.elimination import places
from runner.rules.explain import RuleExplainer, Sentence, amount
from runner.rules.ruleset import Ruleset
from runner.standings.scoring.scoring import AddedUp

_NOTHING, _FIRST = Fraction(0), Fraction(1)


class Placement(AddedUp):
    """The number typed for a seat is its finishing place, and `place_points` has the points of each
    place. A winner is first. Equal places share the points of their places, as do those who drew
    and those who lost without a place. Players who concede, are penalised or do not show up come
    last and get nothing."""

    KEY = "placement"
    NAME = "Points by place"
    PLACES = True

    def of_table(self, rules: Ruleset, table: Table) -> Sequence[Fraction]:
        """Return the points of each seat, by its place."""
        return points_by_place(rules.place_points, _with_places(table))

    def most(self, rules: Ruleset) -> Fraction:
        """Return the points of the best place."""
        return max(rules.place_points, default=rules.win)

    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """Yield the points of each place."""
        rules = voice.rules
        given = [current().number(worth) for worth in rules.place_points]
        if given:
            # Note: {points} are several numbers: "4, 3, 2 and 1".
            text = _(
                "The places at a table, from the first, give {points} points.", points=listed(given)
            )
            yield voice.says(text, "place_points")
        yield voice.says(
            _("Players in equal places, draws included, share the points of those places.")
        )
        yield voice.says(
            _("A player who concedes, has a match loss as a penalty or does not show up comes last "
              "and gets nothing.")
        )  # fmt: skip
        bye = ngettext("A bye gives {n} point.", "A bye gives {n} points.", rules.bye)
        yield voice.says(amount(rules.bye, bye, _("A bye gives no points.")), "bye")
        late = amount(
            rules.loss,
            ngettext(
                "Each round before a late entry gives {n} point; a round that somebody is absent "
                "from does not count.",
                "Each round before a late entry gives {n} points; a round that somebody is absent "
                "from does not count.",
                rules.loss,
            ),
            _("Each round before a late entry gives no points; a round that somebody is absent "
              "from does not count."),
        )  # fmt: skip
        yield voice.says(late, "loss")


def points_by_place(worth: Sequence[Fraction], seats: Sequence[Seat]) -> list[Fraction]:
    """Return the points of each seat of a finished table; places beyond `worth` get 0. A group of
    equals takes as many places as it has seats, from its own place on: two at the second place
    share those of the second and the third."""
    groups = _groups(seats)
    free = list(range(sum(len(group) for _, group in groups)))
    points = [_NOTHING] * len(seats)
    for place, group in groups:
        first = min(bisect_left(free, place - 1), len(free) - len(group))
        taken = free[first : first + len(group)]
        del free[first : first + len(group)]
        share = sum((worth[at] for at in taken if at < len(worth)), _NOTHING) / len(group)
        for at in group:
            points[at] = share
    return points


def _with_places(table: Table) -> Sequence[Seat]:
    """Return the seats with their places if the order of elimination is known; players who conceded
    or were penalised stay last."""
    if not table.out:
        return table.seats
    return [
        seat
        if seat.outcome in GIVEN_UP
        else replace(seat, outcome=Outcome.POINTS, points=Fraction(place))
        for seat, place in zip(table.seats, places(game_of(table)), strict=True)
    ]


def _groups(seats: Sequence[Seat]) -> list[tuple[Fraction, list[int]]]:
    """Return the groups of equal seats, each with its place: those with a place in order, then
    those who drew and those who lost, who take the best places that are left."""
    placed: dict[Fraction, list[int]] = {}
    drew: list[int] = []
    lost: list[int] = []
    for at, seat in enumerate(seats):
        if seat.outcome is Outcome.POINTS:
            placed.setdefault(seat.points or _FIRST, []).append(at)
        elif seat.outcome is Outcome.WIN:
            placed.setdefault(_FIRST, []).append(at)
        elif seat.outcome is Outcome.DRAW:
            drew.append(at)
        elif seat.outcome is Outcome.LOSS:
            lost.append(at)
    return [*sorted(placed.items()), *((_FIRST, group) for group in (drew, lost) if group)]
