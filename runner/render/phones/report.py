"""The page on which the players of a table report its result, and the one that asks for a code."""

from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import NamedTuple

from runner.core.identifiers import seat_letter
from runner.core.language import _, listed
from runner.core.phone_reports import OpenRound, Phones, Report, TypedResult
from runner.render.templating import environment

_SHOWN = 12  # results that a scorekeeper sees of those that were sent


def script() -> str:
    """Return the script that is in every page."""
    return environment("phones").get_template("send.js").render()


def message(text: str, *, again: bool = False) -> str:
    """Return a page with one sentence; `again`: it looks whether that still holds."""
    return environment("phones").get_template("message.html").render(text=text, again=again)


def code(event: str, *, wrong: bool = False) -> str:
    """Return the page that asks for a code; `wrong`: the one that was given is not known."""
    return environment("phones").get_template("code.html").render(event=event, wrong=wrong)


def over(its: OpenRound, number: int) -> str:
    """Return the page of a table whose round is over, with the result that counts."""
    here = its.tables[number]
    counts = here.result and in_words((here.result, ""), here.seats)
    template = environment("phones").get_template("over.html")
    return template.render(event=its.event, round=its.local_title, number=number, counts=counts)


def table(
    now: OpenRound, number: int, reports: Mapping[str, Report], me: str, taken_by: Collection[str],
    token: str, *, taken: int | None, full: bool, drops: bool, late: bool, against: bool,
) -> str:  # fmt: skip
    """Return the page of a table. `reports` are the last of each player; `me` is the player for
    whom the phone speaks, "" before it has chosen a seat. `taken_by` are the players for whom some
    phone speaks; `taken` is a seat that this one asked for in vain. `full`: no more reports are
    taken. `drops`: the player drops after this round; `against`: they have said that they stay, and
    the workbook says otherwise. `late`: what is reported should have counted by now."""
    here = now.tables[number]
    seats = [
        SimpleNamespace(
            letter=seat_letter(at), name=name, taken=player in taken_by, me=player == me
        )
        for at, (player, name) in enumerate(here.seats)
    ]
    names = dict(here.seats)
    letters = {player: seat.letter for (player, _name), seat in zip(here.seats, seats, strict=True)}
    reported = [
        SimpleNamespace(
            letter=letters[player], name=names[player], me=player == me, drops=report.drops,
            words=in_words(report.typed, here.seats),
        )
        for player, report in reports.items()
        if player in letters
    ]  # fmt: skip
    mine = reports.get(me)
    counts = here.result and in_words((here.result, ""), here.seats)
    objects = in_words(mine.typed, here.seats) if mine else ""
    # Only before a report of one's own: then another's is one claim of two, not what to tap.
    others = [] if mine else [report.typed for report in reports.values()]
    offers = [
        SimpleNamespace(
            value="|".join(offer), letter=_winner(offer), words=in_words(offer, here.seats),
            others=offer in others, mine=mine is not None and mine.typed == offer,
        )
        for offer in now.offers_at(number)
    ]  # fmt: skip
    view = SimpleNamespace(
        event=now.event, round=now.local_title, number=number, seats=seats, me=me,
        reported=reported,
        offers=sorted(offers, key=lambda offer: not offer.others), typed=not now.offers,
        counts=counts, objects=objects if objects != counts else "",
        by=listed([_("seat {seat}", seat=each) for each in here.by if len(each) == 1]),
        agree=len(reports) >= (1 if now.phones is Phones.ONE else 2),
        differ=len({report.typed for report in reports.values()}) > 1,
        mine=mine, full=full, late=late, token=token, drops=drops, against=against,
        taken=None if taken is None else seats[taken],
    )  # fmt: skip
    return environment("phones").get_template("table.html").render(view=view)


class Typed(NamedTuple):
    """The form of a scorekeeper: why what was typed under Table and Result was not taken."""

    token: str
    wrong: str
    table: str
    result: str


def staff(
    now: OpenRound, own: Sequence[Report], waiting: Sequence[Report], home: str, form: Typed,
    *, late: bool,
) -> str:  # fmt: skip
    """Return the page of a scorekeeper at the address `home`. `own` are the results that the staff
    has sent, the latest first, and `waiting` those of which no account is taken yet, the latest
    last; `late`: they should have counted by now."""
    counts = {at: bool(table.result) for at, table in now.tables.items()}
    counts |= {report.table: any(report.typed) for report in waiting}
    open_tables = sorted(at for at, is_in in counts.items() if not is_in)
    sent = [
        SimpleNamespace(
            number=report.table,
            typed=" ".join(filter(None, report.typed)) or "withdrawn",
            words=in_words(report.typed, now.tables[report.table].seats),
            counts=now.tables[report.table].result,
        )
        for report in own[:_SHOWN]
        if report.table in now.tables
    ]
    return _staff(now, home, form, left=open_tables, sent=sent, late=late, checks=False)


def check(
    now: OpenRound, left: Sequence[int], differ: Collection[tuple[int, str, str]], home: str,
    form: Typed,
) -> str:  # fmt: skip
    """Return the page of somebody who enters each result for the second time: the tables that are
    left to check, and those that `differ`, with the first and the second entry."""
    return _staff(now, home, form, left=left, differ=differ, late=False, checks=True)


def _staff(now: OpenRound, home: str, form: Typed, **shown: object) -> str:
    view = SimpleNamespace(
        event=now.event, round=now.title, of=len(now.tables), pairing=now.pairing, home=home,
        first=now.offers[0][0] or now.offers[0][1] if now.offers else "", **form._asdict(), **shown,
    )  # fmt: skip
    return environment("phones").get_template("staff.html").render(view=view)


def _winner(typed: TypedResult) -> str:
    """Return the letter of the seat that wins; "" for a draw."""
    result, games = typed
    if not games:
        return result if len(result) == 1 else ""
    one, two = map(int, games.split("-")[:2])
    return seat_letter(int(two > one)) if one != two else ""


def in_words(typed: TypedResult, seats: Sequence[tuple[str, str]]) -> str:
    """Return a result for players: "Ana Berg wins", "Ana Berg 2–1", "Draw"."""
    result, games = typed
    first, *rest = result.split(", ")
    letters = {seat_letter(at): name for at, (_player, name) in enumerate(seats)}
    if first in letters and not games:
        words = _("{name} wins", name=letters[first])
    elif first == "draw":
        words = _("Draw")
    elif first == "ID":
        words = _("Intentional draw")
    else:
        words = _score(" ".join(filter(None, (first, games))), [name for _player, name in seats])
    return ", ".join((words, *rest))


def _score(text: str, names: Sequence[str]) -> str:
    """Return "Ana Berg 2–1" for the games of a match of two; any other text as it is."""
    won = text.split("-")
    if len(names) != 2 or not 2 <= len(won) <= 3 or not all(each.isdecimal() for each in won):
        return text.replace("-", "–")
    one, two = int(won[0]), int(won[1])
    drawn = won[2:]
    if one == two:
        return f"{_('Draw')} {'–'.join(won)}"
    games = "–".join(map(str, (max(one, two), min(one, two), *drawn)))
    return f"{names[0] if one > two else names[1]} {games}"
