"""Standings that a document states, against the results in it, worked out from nothing else.

Each row is asked about once for each value: by the first thing in its history in which programs are
known to differ, such as a bye or an opponent below the floor.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any

from runner.audit.questions import Case
from runner.audit.tournament import Past, Round, Tournament, twice
from runner.core.numbers import exact

Value = Fraction | None
Row = Mapping[str, Any]
KINDS = {
    "points": ("conceded", "no_show", "late", "small_win", "bye", "draw"),
    "mw": ("late", "absent", "bye", "draw"),
    "oamp": ("again", "bye", "small", "dropped"),
    "omw": ("again", "dropped", "small", "bye", "floored"),
}
"""The values, and the things in a history in which programs differ over them; else it is plain."""


class Stated:
    """The standings after a Swiss round as they are stated, and what everybody had done by then."""

    def __init__(self, t: Tournament, rows: list[Row], at: int) -> None:
        self.t, self.rows = t, rows
        self.round: Round = t.swiss[at]
        self.pasts: dict[str, Past] = t.afters[at]
        self.rules = self.round.stage.rules
        self._shares = dict[str, Value]()

    def has_gone(self, player: str) -> bool:
        """Return whether a player does not take part in the next round."""
        return not self.t.takes_part(player, self.round.at + 1)

    def mw(self, player: str) -> Value:
        """Return the share of the points that could be won, byes left out; None before a match."""
        if player not in self._shares:
            past = self.pasts[player]
            most = past.matches * self.rules.win
            self._shares[player] = (past.points - past.bye_points) / most if most else None
        return self._shares[player]

    def value(self, name: str, player: str) -> Value:
        """Return the points, or a tiebreaker."""
        past, rules, floor = self.pasts[player], self.rules, self.rules.opponent_floor
        if name == "points":
            return past.points
        if name == "mw":
            share = self.mw(player)
            return floor if share is None else max(share, rules.own_floor or Fraction(0))
        if name == "oamp":
            return _mean([self.pasts[one].points for one in past.met])
        extra = past.empty * rules.phantom_in_small_pods + past.byes * rules.bye_opponents
        shares = [max(self.mw(one) or floor, floor) for one in past.met]
        return _mean(shares + [floor] * int(extra))

    def peculiarity(self, name: str, player: str) -> str:
        """Return the first thing in a player's history in which programs differ, or "plain"."""
        past = self.pasts[player]
        here = {*past.kinds}
        if name in ("oamp", "omw"):
            below = any((self.mw(one) or 0) < self.rules.opponent_floor for one in past.met)
            here |= {"again"} if twice(past.met) else set()
            here |= {"dropped"} if any(map(self.has_gone, past.met)) else set()
            here |= {"floored"} if below else set()
        return next((kind for kind in KINDS[name] if kind in here), "plain")


def _mean(values: list[Fraction]) -> Value:
    return sum(values, Fraction(0)) / len(values) if values else None


def stated(t: Tournament) -> Iterator[Stated]:
    """Yield the standings after rounds of Swiss that give match points."""
    places = {(each.stage.number, each.number): at for at, each in enumerate(t.swiss)}
    for entry in t.document.get("standings") or ():
        at = places.get((entry.get("phase", 1), entry.get("after_round")))
        if at is not None and t.swiss[at].stage.rules.scoring == "match_points":
            yield Stated(t, entry["rows"], at)


def _read(row: Row, name: str) -> Value:
    value = row.get("match_points") if name == "points" else row.get("tiebreakers", {}).get(name)
    value = value.get("exact") if isinstance(value, Mapping) else value
    try:
        return None if value is None else exact(value)
    except ValueError:  # JSON may have NaN
        return None


def values(t: Tournament) -> Iterator[Case]:
    """A stated value is the one of the results."""
    for table in stated(t):
        for row in table.rows:
            player, tiebreakers = row["player"], row.get("tiebreakers") or {}
            for name in ("points", *(KINDS.keys() & tiebreakers)) if player in t.players else ():
                right = _read(row, name) == table.value(name, player)
                check = f"{name} {table.peculiarity(name, player)}"
                yield Case(check, right, table.round, None, (player,))
            for name, value in tiebreakers.items():
                if isinstance(value, Mapping) and value.get("decimal") is not None:
                    true = _read(row, name)
                    right = true is None or abs(float(true) - value["decimal"]) <= 0.0000501
                    yield Case("decimal shown", right, table.round, None, (player,))


def rows(t: Tournament) -> Iterator[Case]:
    """The rows are whole and in order."""
    for table in stated(t):
        names = [row["player"] for row in table.rows]
        ranks = [row["rank"] for row in table.rows]
        played = {one for one, past in table.pasts.items() if past.seats or past.byes}
        yield Case("everybody ranked", played - {*names}, table.round)
        yield Case("ranked once", twice(names), table.round)
        fine = all(y in (x, x + 1, at + 1) for at, (x, y) in enumerate(pairwise(ranks), 1))
        yield Case("ranks", ranks[:1] in ([], [1]) and fine, table.round)
        for one, two in pairwise(table.rows):
            yield from _in_order(table, one, two)


def _in_order(table: Stated, one: Row, two: Row) -> Iterator[Case]:
    """Compare a row with the next: by points, by tiebreakers, by what only rounding hides."""
    players = (one["player"], two["player"])
    mine, theirs = (_read(row, "points") for row in (one, two))
    if mine is None or theirs is None:
        return
    yield Case("ranked by points", mine >= theirs, table.round, None, players)
    if mine != theirs or not {*table.rules.tiebreakers} <= KINDS.keys():
        return
    for name in table.rules.tiebreakers:
        higher, lower = (_read(row, name) for row in (one, two))
        if higher != lower:
            first, second = (Fraction(-1) if x is None else x for x in (higher, lower))
            close = round(float(first), 4) == round(float(second), 4)
            check = "ranked though rounded alike" if close else "ranked by tiebreakers"
            yield Case(check, first > second, table.round, None, players)
            return
