"""Standings that a document states, against the results in it, worked out from nothing else.

Each row is asked about once for each value: by the first thing in its history in which programs are
known to differ, such as a bye or an opponent below the floor.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from runner.audit.questions import Case, check
from runner.audit.tournament import PLAYOFF, Past, Round, Tournament
from runner.core.numbers import exact
from runner.rules.ruleset import Ruleset

Value = Fraction | None
POINTS = ("conceded", "no_show", "late", "small_win", "bye", "draw", "plain")
MW = ("late", "absent", "bye", "draw", "plain")
OAMP = ("again", "bye", "small", "dropped", "plain")
OMW = ("again", "dropped", "small", "bye", "floored", "plain")


class Table:
    """The standings after a Swiss round as they are stated, and what everybody had done by then."""

    def __init__(self, t: Tournament, entry: Mapping[str, Any], pasts: dict[str, Past]) -> None:
        self.t, self.pasts = t, pasts
        self.phase, self.number = entry.get("phase", 1), entry["after_round"]
        self.rows: list[dict[str, Any]] = entry["rows"]
        self.rules = t.stages[self.phase].rules
        self.round = next(
            each
            for each in t.swiss
            if (each.stage.number, each.number) == (self.phase, self.number)
        )
        self._shares = dict[str, Value]()

    def mw(self, player: str) -> Value:
        """Return the share of the points that could be won, byes left out; None before a match."""
        if player not in self._shares:
            past = self.pasts[player]
            most = past.matches * self.rules.win
            self._shares[player] = (past.points - past.bye_points) / most if most else None
        return self._shares[player]

    def floored(self, player: str) -> bool:
        """Return whether a player counts with the floor as an opponent."""
        share = self.mw(player)
        return share is None or share < self.rules.opponent_floor

    def value(self, name: str, player: str) -> Value:
        """Return a tiebreaker."""
        past, rules = self.pasts[player], self.rules
        if name == "points":
            return past.points
        if name == "mw":
            share = self.mw(player)
            least = rules.own_floor or Fraction(0)
            return rules.opponent_floor if share is None else max(share, least)
        values = [self.pasts[one].points for one in past.met]
        if name == "oamp":
            return _mean(values)
        floor = rules.opponent_floor
        values = [max(self.mw(one) or floor, floor) for one in past.met]
        extra = past.empty * rules.phantom_in_small_pods + len(past.byes) * rules.bye_opponents
        return _mean(values + [floor] * int(extra))

    def peculiarity(self, name: str, player: str, kinds: tuple[str, ...]) -> str:
        """Return the first of these things that is in a player's history, or "plain"."""
        past = self.pasts[player]
        here = {*past.kinds}
        if name in ("oamp", "omw"):
            here |= {"again"} if len({*past.met}) < len(past.met) else set()
            gone = (not self.t.takes_part(one, self.round.at + 1) for one in past.met)
            here |= {"dropped"} if any(gone) else set()
            here |= {"floored"} if any(map(self.floored, past.met)) else set()
        return next((kind for kind in kinds if kind in here), "plain")


def _mean(values: list[Fraction]) -> Value:
    return sum(values, Fraction(0)) / len(values) if values else None


def _stated(t: Tournament) -> Iterator[Table]:
    for entry in t.document.get("standings") or ():
        phase, number = entry.get("phase", 1), entry.get("after_round")
        pasts = t.after(phase, number) if number else None
        if pasts is not None and t.stages[phase].rules.scoring == "match_points":
            yield Table(t, entry, pasts)


def _read(row: Mapping[str, Any], name: str) -> Value:
    value = row.get("match_points") if name == "points" else row.get("tiebreakers", {}).get(name)
    value = value.get("exact") if isinstance(value, Mapping) else value
    try:
        return None if value is None else exact(value)
    except ValueError:  # JSON may have NaN
        return None


@check
def value(t: Tournament, about: str) -> Iterator[Case]:
    """A stated value is the one of the results."""
    name, kind = about.split()
    kinds = {"points": POINTS, "mw": MW, "oamp": OAMP, "omw": OMW}[name]
    for table in _stated(t):
        for row in table.rows:
            player = row["player"]
            stated = name == "points" or name in (row.get("tiebreakers") or {})
            if player not in t.players or not stated:
                continue
            if table.peculiarity(name, player, kinds) == kind:
                right = _read(row, name) == table.value(name, player)
                yield Case(right, table.round, None, (player,))


@check
def carried(t: Tournament, _: str) -> Iterator[Case]:
    """Where Swiss follows Swiss, the points of the first count in the second."""
    for table in _stated(t):
        if table.phase > 1 and table.rules.carry_points is not False:
            for row in table.rows:
                right = _read(row, "points") == table.pasts[row["player"]].points
                yield Case(right, table.round, None, (row["player"],))


@check
def rows(t: Tournament, what: str) -> Iterator[Case]:
    """The rows are whole and in order."""
    for table in _stated(t):
        names = [row["player"] for row in table.rows]
        ranks = [row["rank"] for row in table.rows]
        played = {one for one, past in table.pasts.items() if past.seats or past.byes}
        if what == "everybody":
            missing = played - {*names}
            yield Case(not missing, table.round, None, (*sorted(missing),))
        elif what == "once":
            twice = tuple({one for one in names if names.count(one) > 1})
            yield Case(not twice, table.round, None, twice)
        elif what == "known":
            yield Case({*names} <= t.players.keys(), table.round)
        elif what == "ranks":
            fine = all(y in (x, x + 1, at + 1) for at, (x, y) in enumerate(pairwise(ranks), 1))
            yield Case(ranks[:1] in ([], [1]) and fine, table.round)
        elif what == "dropped" and any("dropped" in row for row in table.rows):
            wrong = [
                row["player"]
                for row in table.rows
                if row["player"] in t.players
                and bool(row.get("dropped"))
                != (not t.takes_part(row["player"], table.round.at + 1))
            ]
            yield Case(not wrong, table.round, None, (*wrong,))
        elif what in ("points", "tiebreakers", "rounded"):
            yield from _ordered(table, what)


def _ordered(table: Table, what: str) -> Iterator[Case]:
    """Compare each row with the next: by points, by tiebreakers, by what only rounding hides."""
    order = [name for name in table.rules.tiebreakers if name in ("mw", "oamp", "omw")]
    if order != [*table.rules.tiebreakers]:
        order = []
    for one, two in pairwise(table.rows):
        players = (one["player"], two["player"])
        mine, theirs = (_read(row, "points") for row in (one, two))
        if mine is None or theirs is None:
            continue
        if what == "points":
            yield Case(mine >= theirs, table.round, None, players)
            continue
        keys = [[_key(row, name) for name in order] for row in (one, two)]
        if mine != theirs or keys[0] == keys[1]:
            continue
        first = next(at for at in range(len(order)) if keys[0][at] != keys[1][at])
        close = round(float(keys[0][first]), 4) == round(float(keys[1][first]), 4)
        if close == (what == "rounded"):
            yield Case(keys[0] > keys[1], table.round, None, players)


def _key(row: Mapping[str, Any], name: str) -> Fraction:
    stated = _read(row, name)
    return Fraction(-1) if stated is None else stated


@check
def shown(t: Tournament, _: str) -> Iterator[Case]:
    """A decimal that is shown is the exact value, rounded."""
    for table in _stated(t):
        for row in table.rows:
            for name, value_ in (row.get("tiebreakers") or {}).items():
                if isinstance(value_, Mapping) and {"exact", "decimal"} <= value_.keys():
                    true = _read(row, name)
                    if true is not None and value_["decimal"] is not None:
                        fine = abs(float(true) - value_["decimal"]) <= 0.0000501
                        yield Case(fine, table.round, None, (row["player"],))


# --- the cut, and the playoff after it --------------------------------------------------------

SNAKES = {4: 0, 7: 3, 10: 2, 13: 1, 16: 0, 40: 8, 64: 0}
"""How many seeds skip the first round of a cut."""


def seeds(t: Tournament, phase: int) -> tuple[list[str], Table | None]:
    """Return who may be cut to a playoff, best first, and the standings that say so."""
    final: Table | None = None
    for table in _stated(t):
        final = table if table.phase == phase - 1 else final
    if final is None:
        return [], None
    names = [row["player"] for row in final.rows]
    return [one for one in names if t.takes_part(one, final.round.at + 1)], final


def _starts(t: Tournament) -> Iterator[tuple[list[Round], list[str], int]]:
    """Yield each playoff's rounds, its seeds as far as they are stated, and its cut."""
    for stage in t.stages.values():
        if stage.pods and stage.type == PLAYOFF and stage.cut and stage.number > 1:
            played = [each for each in t.playoff if each.stage.number == stage.number]
            if played:
                yield played, seeds(t, stage.number)[0][: stage.cut], stage.cut


@check
def cut(t: Tournament, what: str) -> Iterator[Case]:
    """The right players are in the playoff, in the right pods, and its winners go on."""
    for played, seeded, size in _starts(t):
        first, whole = played[0], len(seeded) == size
        field = {*first.seated, *first.byes}
        if SNAKES.get(size) and not first.byes:  # not stated: who plays from the second round on
            field |= {one for each in played[1:2] for one in each.seated}
        rules = first.stage.rules
        gone = [one for one in field if not t.takes_part(one, first.at)]
        if what == "size" and len(seeded) in (0, size):
            yield Case(len(field) == size, first)
        elif what == "left":
            yield Case(not gone, first, None, (*gone,))
        elif what == "best" and whole and len(field) == size:
            yield Case(field == {*seeded}, first, None, (*sorted(field ^ {*seeded}),))
        elif what == "points" and rules.cut_points is not None:
            points = t.pasts[-1]
            low = [one for one in field if points[one].points < rules.cut_points]
            yield Case(not low, first, None, (*low,))
        elif what == "byes" and whole and size in SNAKES and field == {*seeded}:
            top = seeded[: SNAKES[size]]
            yield Case({*first.byes} == {*top}, first, None, (*sorted({*first.byes} ^ {*top}),))
        elif (
            what in ("pods", "seats")
            and whole
            and {*first.byes} == {*seeded[: SNAKES.get(size, 0)]}
        ):
            yield from _pods(played, seeded, rules, what)
        elif what not in ("size", "left", "best", "points", "byes", "pods", "seats"):
            yield from _onwards(t, played, seeded, field, what)


def _pods(played: list[Round], seeded: list[str], rules: Ruleset, what: str) -> Iterator[Case]:
    """Compare the pods of each round with the snake of the seeds that play in it."""
    if rules.elimination_pattern != "snake":
        return
    for round_ in played:
        playing = [one for one in seeded if one in {*round_.seated}]
        if len(playing) % 4 or len(playing) != len(round_.seated):
            return
        many = len(playing) // 4
        wanted = [
            [playing[at], playing[2 * many - 1 - at], playing[2 * many + at], playing[-1 - at]]
            for at in range(many)
        ]
        for table in round_.tables:
            if what == "pods":
                fine = {*table.players} in [{*pod} for pod in wanted]
                yield Case(fine, round_, table, table.players)
            elif {*table.players} in [{*pod} for pod in wanted]:
                yield Case([*table.players] in wanted, round_, table, table.players)


def _onwards(
    t: Tournament, played: list[Round], seeded: list[str], field: set[str], what: str
) -> Iterator[Case]:
    """What follows a round of a playoff: winners and byes play on, and nobody else."""
    for one, two in pairwise(played):
        won = {each for table in one.tables for each in table.winners}
        drawn = [table for table in one.tables if not table.winners and "draw" in table.outcomes]
        there, byes = {*two.seated, *two.byes}, {*one.byes}
        came = {each for each in won if t.takes_part(each, two.at)}
        lost = {*one.seated} - won - {each for table in drawn for each in table.players}
        if what == "winners" and came:
            yield Case(came <= there, two, None, (*sorted(came - there),))
        elif what == "rested" and byes:
            yield Case(byes <= there, two, None, (*sorted(byes - there),))
        elif what == "losers":
            yield Case(not lost & there, two, None, (*sorted(lost & there),))
        elif what == "nobody new":
            new = there - field
            yield Case(not new, two, None, (*sorted(new),))
        elif what == "drawn" and seeded:
            for table in drawn if one.stage.rules.drawn_elimination == "highest_seed" else ():
                alive = [
                    x for x, how in zip(table.players, table.outcomes, strict=True) if how == "draw"
                ]
                best = min(alive, key=lambda x: seeded.index(x) if x in seeded else len(seeded))
                on = {*table.players} & there
                yield Case(on == {best}, two, table, (*sorted(on),))
    if what == "final" and played[-1].number > 1:
        yield Case(len(played[-1].tables) == 1, played[-1])
