"""The page on which the players of a table report its result, and the one that asks for a code."""

from collections.abc import Collection, Mapping, Sequence
from functools import partial

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
    """Return the page that asks for a code, of one event or, with "", of several; `wrong`: the one
    that was given is not known."""
    return environment("phones").get_template("code.html").render(event=event, wrong=wrong)


def over(its: OpenRound, number: int) -> str:
    """Return the page of a table whose round is over, with the result that counts."""
    template, counts = environment("phones").get_template("over.html"), what_counts(its, number)
    return template.render(
        event=its.event, round=its.local_title, number=number, counts=counts, home=its.home
    )


def table(
    now: OpenRound, number: int, reports: Mapping[str, Report], me: str, taken_by: Collection[str],
    token: str, *, taken: int | None, full: bool, drops: bool, late: bool, against: bool,
) -> str:  # fmt: skip
    """Return the page of a table. `reports` are the last of each player; `me` is the player for
    whom the phone speaks, "" before it has chosen a seat. `taken_by` are the players for whom some
    phone speaks; `taken` is a seat that this one asked for in vain. `full`: no more reports are
    taken. `drops`: the player drops after this round; `against`: they have said that they stay, and
    the workbook says otherwise. `late`: what is reported should have counted by now."""
    here, mine = now.tables[number], reports.get(me)
    words = partial(in_words, seats=here.seats)
    counts, objects = what_counts(now, number), mine and words(mine.typed)
    # Only before a report of one's own: then another's is one claim of two, not what to tap.
    others = [] if mine else [report.typed for report in reports.values()]
    return environment("phones").get_template("table.html").render(
        now=now, number=number, seats=here.seats, names=dict(here.seats), letters=here.letters,
        reports=reports, me=me, mine=mine, words=words, others=others, winner=_winner,
        offers=sorted(now.offers_at(number), key=lambda offer: offer not in others),
        counts=counts, objects=objects if objects != counts else "",
        by=listed([_("seat {seat}", seat=each) for each in here.by if len(each) == 1]),
        agree=len(reports) >= (1 if now.phones is Phones.ONE else 2),
        differ=len({report.typed for report in reports.values()}) > 1,
        full=full, late=late, token=token, drops=drops, against=against, taken_by=taken_by,
        taken=None if taken is None else seat_letter(taken),
    )  # fmt: skip


def staff(
    now: OpenRound, home: str, token: str, wrong: str, typed: tuple[str, str], left: Sequence[int],
    *, sent: Sequence[Report] = (), late: bool = False,
    differ: Collection[tuple[int, str, str]] | None = None,
) -> str:  # fmt: skip
    """Return the page of a scorekeeper at the address `home`. `wrong` says why what was `typed`
    under Table and Result was not taken. `left` are the tables to enter, and `sent` the results
    that the staff has sent; `late`: they should have counted by now. For somebody who enters each
    result for the second time, `differ` has the tables with another first and second entry."""
    template, shown = environment("phones").get_template("staff.html"), sent[: -_SHOWN - 1 : -1]
    first = " ".join(filter(None, now.offers[0])) if now.offers else ""
    return template.render(
        now=now, home=home, token=token, wrong=wrong, typed=typed, left=left, sent=shown,
        late=late, differ=differ, checks=differ is not None, first=first, in_words=in_words,
    )  # fmt: skip


def _winner(typed: TypedResult) -> str:
    """Return the letter of the seat that wins; "" for a draw."""
    result, games = typed
    if not games:
        return result if len(result) == 1 else ""
    one, two = map(int, games.split("-")[:2])
    return seat_letter(int(two > one)) if one != two else ""


def what_counts(its: OpenRound, number: int) -> str:
    """Return the result of a table that counts, in words; "" if it has none."""
    table = its.tables[number]
    return table.result and in_words((table.result, ""), table.seats)


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
