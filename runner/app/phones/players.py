"""The page of a table: its players choose their seats, and report its result."""

from dataclasses import replace
from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import plain, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import take
from runner.app.phones.visits import LONGEST, Answer, Visit, overdue
from runner.compute.phone_drops import wishes
from runner.core.phone_reports import Report, not_freed
from runner.render.phones import report as render


def page(visit: Visit, *, taken: int | None = None, full: bool = False) -> str:
    """Return the page; `taken` is a seat that the phone asked for in vain. `full`: no more
    reports are taken."""
    now, table = visit.now, visit.table
    seat = now.pairing, visit.number
    me, reports = visit.seats.of(*seat, visit.cookie), _standing(visit)
    wish = wishes(visit.inbox.last, now).get(me)
    drops = wish.drops if wish and wish.number > table.wished else me in table.drops
    noticed = wish is not None and table.wished < wish.number <= now.heard
    return render.table(
        now, visit.number, reports, me, visit.seats.taken(*seat), visit.token,
        taken=taken, full=full, drops=drops, late=overdue(reports.values()),
        against=noticed and not drops and me in table.drops,
    )  # fmt: skip


def send(visit: Visit, form: Form) -> Answer:
    """Take a seat or a report, or give a seat back from which nothing is reported."""
    table, here = visit.table, (visit.now.pairing, visit.number)
    player = visit.seats.of(*here, visit.cookie)
    at = form.number("seat", 0, len(table.seats))
    if at == len(table.seats):
        return plain(HTTPStatus.BAD_REQUEST, last=True)
    if at is not None and not player:
        taken = visit.seats.take(*here, table.seats[at][0], visit.cookie)
        return redirect(visit.address) if taken else page(visit, taken=at)
    if form.text("leave"):
        if player not in _standing(visit) and not table.result:
            visit.seats.leave(*here, visit.cookie)
        return redirect(visit.address)
    report = _report(visit, player, form)
    if report is None:
        return plain(HTTPStatus.BAD_REQUEST, last=True)
    blank = not (form.text("result") or report.after)  # a seat that it has: withdraws nothing
    if not player or blank or (report.after and not table.result):
        return redirect(visit.address)
    if not take(visit.inbox, report, table, lambda: visit.seats.of(*here, visit.cookie) == player):
        return page(visit, full=True)
    return redirect(visit.address)


def _standing(visit: Visit) -> dict[str, Report]:
    """Return the last reports of the table's players of which no account is taken yet."""
    last = {
        each.voice: each
        for each in not_freed(visit.inbox.reports(), visit.now.pairing)
        if each.table == visit.number and each.number > visit.table.last
        if each.voice in visit.table.letters and not each.after
    }
    return {voice: report for voice, report in last.items() if any(report.typed)}


def _report(visit: Visit, player: str, form: Form) -> Report | None:
    """Return what a player reports with a form; None if it is not offered."""
    now = visit.now
    empty = Report(0, now.round, now.pairing, visit.number, player, at=time_zone.now(""))
    if wish := form.text("after"):
        return replace(empty, drops=wish == "drop", after=True)
    sent = form.raw("result") if now.offers else form.text("result", LONGEST)
    result, _, games = sent.partition("|")
    offered = now.offers_at(visit.number) if now.offers else [(result, games)]
    if (result or games) and (result, games) not in offered:
        return None
    return replace(empty, result=result, games=games, drops=form.text("drops") == "yes")
