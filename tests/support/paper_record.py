"""What an organiser would keep on paper, and a ranking from that alone, without Runner's code."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

Key = tuple[Fraction, Fraction, Fraction, Fraction]
"""Match points, MW%, OAMP and OMW% by MAMTR App. C."""
WIN, DRAW = 7, 1
FLOOR = Fraction(1, 7)


@dataclass
class Page:
    """One round: tables by number with their players, byes, and results as they were called."""

    tables: dict[int, list[str]]
    byes: list[str]
    results: dict[int, str] = field(default_factory=dict)
    lost_by_penalty: set[str] = field(default_factory=set)

    def points(self) -> Iterator[tuple[str, int, list[str]]]:
        for number, players in self.tables.items():
            took = outcome(self.results[number], len(players))
            for at, player in enumerate(players):
                won = 0 if player in self.lost_by_penalty else took[at]
                yield player, won, [each for each in players if each != player]

    def spot(self, player: str) -> tuple[int, int]:
        return next(
            (number, seats.index(player))
            for number, seats in self.tables.items()
            if player in seats
        )


def outcome(called: str, seats: int) -> list[int]:
    """The points of each seat, from "B", "draw" or "draw, C conceded"."""
    first, *others = called.split(", ")
    took = [DRAW if first == "draw" else 0] * seats
    if first != "draw":
        took["ABCDE".index(first)] = WIN
    for each in others:
        took["ABCDE".index(each.split()[0])] = 0
    return took


@dataclass
class Books:
    """All rounds, of which the first so many are Swiss, and the first round of who came late."""

    swiss: int
    players: list[str]
    pages: dict[int, Page] = field(default_factory=dict)
    enters: dict[str, int] = field(default_factory=dict)

    def swap(self, number: int, one: str, other: str) -> None:
        page = self.pages[number]
        (first, at), (second, there) = page.spot(one), page.spot(other)
        page.tables[first][at], page.tables[second][there] = other, one

    def standings(self) -> dict[str, Key]:
        earned = dict.fromkeys(self.players, 0)
        given = dict.fromkeys(self.players, 0)
        played = dict.fromkeys(self.players, 0)
        met: dict[str, list[str]] = {each: [] for each in self.players}
        empty = dict.fromkeys(self.players, 0)
        for number, page in ((each, self.pages[each]) for each in range(1, self.swiss + 1)):
            for player, points, opponents in page.points():
                earned[player] += points
                played[player] += 1
                met[player] += opponents
                empty[player] += 4 - 1 - len(opponents)
            for player in page.byes:
                given[player] += WIN
            for player, first in self.enters.items():
                played[player] += number < first  # a round before a late entry is lost
        share = {
            each: Fraction(earned[each], played[each] * WIN) if played[each] else FLOOR
            for each in self.players
        }
        all_points = {each: earned[each] + given[each] for each in self.players}
        return {
            each: (
                Fraction(all_points[each]),
                share[each],
                mean([Fraction(all_points[other]) for other in met[each]]),
                mean([max(share[other], FLOOR) for other in met[each]] + [FLOOR] * empty[each]),
            )
            for each in self.players
        }


def mean(values: list[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values) if values else Fraction(0)
