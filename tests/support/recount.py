"""Standings worked out from an event's document alone, the plainest way, with nothing of Runner's.
The figures are those of docs/rules.md 2 and 3 and of the documents it cites."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from math import ceil
from typing import Any

Value = Fraction | None
GONE = {"concession", "penalty_loss", "no_show"}
THIRD = Fraction(33, 100)


@dataclass(frozen=True)
class Book:
    """What a rule set says: points, floors, and who stands in for an opponent."""

    win: int
    order: tuple[str, ...]
    floor: Fraction
    own: Fraction | None = None
    phantom: bool = False
    bye_opponents: int = 0
    bye_is_match: bool = False
    seats: int = 4
    wager: str = ""


_MAMTR = ("mw", "oamp", "omw")
BOOKS = {
    "mtr": Book(3, ("omw", "gw", "ogw"), THIRD, bye_is_match=True, seats=2),
    "mamtr": Book(7, _MAMTR, Fraction(1, 7), phantom=True),
    "custom": Book(7, _MAMTR, Fraction(1, 7), phantom=True),
    "mamtr-2023": Book(5, _MAMTR, Fraction(1, 5)),
    "mmta": Book(5, _MAMTR, Fraction(1, 5), own=Fraction(1, 5), bye_opponents=3),
    "topdeck": Book(5, ("omw",), Fraction(1, 5), bye_opponents=3),
    "hareruya": Book(7, ("wins",), Fraction(1, 7), wager="split"),
    "hareruya-averaged": Book(7, ("wins",), Fraction(1, 7), wager="average"),
    "hareruya-shop": Book(7, ("wins",), Fraction(1, 7), wager="shop"),
}


@dataclass
class Table:
    """A finished table: ids in turn order, how each ended, games won by each, and games drawn."""

    ids: list[str]
    ended: list[str]
    won: list[int]
    drawn: int


@dataclass
class Page:
    points: Fraction = Fraction(0)
    bye_points: Fraction = Fraction(0)
    matches: int = 0
    byes: int = 0
    wins: int = 0
    met: list[str] = field(default_factory=list)
    empty: int = 0
    won: int = 0
    drawn: int = 0
    games: int = 0


def tables(document: dict[str, Any], number: int) -> Iterator[Table]:
    """The finished tables of a round, penalties and concessions counted."""
    games = document["phases"][0]["settings"]["best_of"]
    lines = defaultdict(list)
    for line in document["penalties"]:
        if line["round"] == number:
            lines[line["player"]].append(line["penalty"])
    for seated in document["rounds"][number - 1]["tables"]:
        found = _table(seated["seats"], seated.get("games_drawn", 0), games, lines)
        if found:
            yield found


def _table(
    seats: list[dict[str, Any]], drawn: int, games: int, lines: dict[str, list[str]]
) -> Table | None:
    needed, two = games // 2 + 1, len(seats) == 2
    ids = [seat["player"] for seat in seats]
    lost = [lines[each].count("game loss") for each in ids]
    out = [
        {"match loss", "disqualification"} & {*lines[each]}
        or (lost[at] >= needed and (two or games == 1))
        for at, each in enumerate(ids)
    ]
    ended = [seat.get("outcome", "by games") for seat in seats]
    open_ = ended[0] is None
    if open_ and not (two and any(out)):
        return None
    won = [seat.get("games_won", 0) for seat in seats]
    if two and "win" in ended and not any("games_won" in seat for seat in seats):
        won[ended.index("win")] = needed  # who wins and tells no games has won those that it takes
    agreed = two and (ended == ["draw", "draw"] or (not any(won) and drawn == games))
    for at in range(2 if two and not agreed else 0):
        if not out[at]:
            won[1 - at] = max(won[1 - at], lost[at])
    if ended[0] == "by games":
        best = max(won)
        ended = ["draw" if won[0] == won[1] else "win" if each == best else "loss" for each in won]
    if not two and any(gone and each == "win" for gone, each in zip(out, ended, strict=True)):
        return None  # whoever won lost the match: who won instead is still to be typed
    ended = ["penalty_loss" if gone else each for gone, each in zip(out, ended, strict=True)]
    if two:
        ended, won, drawn = _match(ended, won, drawn, games, decided=any(out))
    return Table(ids, ended, won, drawn)


def _match(
    ended: list[str], won: list[int], drawn: int, games: int, *, decided: bool
) -> tuple[list[str], list[int], int]:
    """Two of whom one gave up: the other has the match and the games it takes (MTR 2.5)."""
    gone = [each in GONE for each in ended]
    if sum(gone) != 1:
        return ended, won, drawn
    other, needed = gone.index(False), games // 2 + 1
    if ended[other] == "loss" and not decided:
        return ended, won, drawn
    drawn = 0 if not any(won) and drawn == games else drawn
    ended[other] = "win"
    won[other] = max(won[other], needed)
    won[1 - other] = min(won[1 - other], needed - 1)
    return ended, won, drawn


def standings(
    document: dict[str, Any], key: str, after: int
) -> dict[str, tuple[Fraction, list[Value], list[Value]]]:
    """After so many rounds, of each player: points, the tiebreakers, and what those count as."""
    book = BOOKS[key]
    pages = _pages(document, book, after)
    stacks = _stacks(document, book, after) if book.wager else {}
    found = {}
    for player, page in pages.items():
        values = [_VALUES[each](book, pages, page) for each in book.order]
        counts = [
            max(value, THIRD) if each == "gw" and value is not None else value
            for each, value in zip(book.order, values, strict=True)
        ]
        found[player] = (stacks.get(player, page.points), values, counts)
    return found


def _pages(document: dict[str, Any], book: Book, after: int) -> dict[str, Page]:
    games = document["phases"][0]["settings"]["best_of"]
    enters = {each["id"]: each["enters"] for each in document["players"]}
    pages = {each: Page() for each, first in enters.items() if first <= max(after, 1)}
    worth = {"win": book.win, "draw": 1}
    for number in range(1, after + 1):
        for table in tables(document, number):
            for at, player in enumerate(table.ids):
                page = pages[player]
                page.points += worth.get(table.ended[at], 0)
                page.wins += table.ended[at] == "win"
                page.matches += 1
                page.met += [each for each in table.ids if each != player]
                page.empty += max(0, book.seats - len(table.ids))
                page.won, page.drawn = page.won + table.won[at], page.drawn + table.drawn
                page.games += sum(table.won) + table.drawn
        for player in document["rounds"][number - 1]["byes"]:
            page = pages[player]
            page.byes += 1
            page.points += book.win
            page.bye_points += book.win
            if book.bye_is_match:
                page.won, page.games = page.won + games // 2 + 1, page.games + games // 2 + 1
        for player in pages:
            pages[player].matches += number < enters[player]
    return pages


def _mw(book: Book, page: Page) -> Value:
    if book.bye_is_match:
        rounds = page.matches + page.byes
        return page.points / (rounds * book.win) if rounds else None
    return (page.points - page.bye_points) / (page.matches * book.win) if page.matches else None


def _own(book: Book, _: dict[str, Page], page: Page) -> Value:
    share = _mw(book, page)
    return book.floor if share is None else max(share, book.own or Fraction(0))


def _omw(book: Book, pages: dict[str, Page], page: Page) -> Value:
    shares = [max(_mw(book, pages[each]) or book.floor, book.floor) for each in page.met]
    extra = page.empty * book.phantom + page.byes * book.bye_opponents
    return _mean(shares + [book.floor] * extra)


def _gw(book: Book, _: dict[str, Page], page: Page) -> Value:
    return Fraction(3 * page.won + page.drawn, 3 * page.games) if page.games else None


def _mean(values: list[Fraction]) -> Value:
    return sum(values, Fraction(0)) / len(values) if values else None


_VALUES = {
    "mw": _own, "omw": _omw,
    "oamp": lambda _, pages, page: _mean([pages[each].points for each in page.met]), "gw": _gw,
    "ogw": lambda book, pages, page: _mean(
        [max(_gw(book, pages, pages[each]) or THIRD, THIRD) for each in page.met]
    ),
    "wins": lambda _, pages, page: Fraction(page.wins),
}  # fmt: skip


def _stacks(document: dict[str, Any], book: Book, after: int) -> dict[str, Fraction]:
    """Everybody's stack: as played, or the mean over every order of the rounds."""
    played = [list(tables(document, number)) for number in range(1, after + 1)]
    orders = list(permutations(range(after))) if book.wager == "average" else [range(after)]
    total = dict[str, Fraction]()
    for order in orders:
        stacks = {each["id"]: Fraction(1000) for each in document["players"]}
        for at in order:
            _bet(document, book, at, played[at], stacks, after)
        total = {each: total.get(each, Fraction(0)) + stack for each, stack in stacks.items()}
    return {each: stack / len(orders) for each, stack in total.items()}


def _bet(
    document: dict[str, Any], book: Book, at: int, played: list[Table], stacks: dict[str, Fraction],
    after: int,
) -> None:  # fmt: skip
    gain = defaultdict[str, Fraction](Fraction)
    stake = {each: stack * Fraction(7, 100) for each, stack in stacks.items()}
    for table in played:
        pot = sum((stake[each] for each in table.ids), Fraction(0))
        ended = list(zip(table.ids, table.ended, strict=True))
        takers = [each for each, how in ended if how == "win"]
        if not takers and book.wager != "shop":
            takers = [each for each, how in ended if how == "draw"]
        for each in table.ids:
            gain[each] = (pot / len(takers) if each in takers else 0) - stake[each]
    for each in document["rounds"][at]["byes"] if book.wager != "shop" else ():
        gain[each] = 2 * stake[each]
    for each in document["players"]:
        if at + 1 < each["enters"] <= after:
            gain[each["id"]] = -stake[each["id"]]
    for each, change in gain.items():
        stacks[each] += ceil(change) if change > 0 and book.wager == "shop" else change
