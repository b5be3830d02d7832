"""The page of a table: its players choose their seats, and report its result."""

from dataclasses import replace
from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import Response, plain, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import Inbox
from runner.app.phones.limits import take
from runner.app.phones.seats import Seats
from runner.app.phones.visits import LONGEST, Visit, overdue, page
from runner.compute.phone_drops import wishes
from runner.compute.phones import last_reports
from runner.core.phone_reports import Report
from runner.render.phones import report as render


class PlayerPage:
    """Shows the page of a table, and takes what its players send."""

    def __init__(self, inbox: Inbox, seats: Seats) -> None:
        self._inbox = inbox
        self._seats = seats

    def page(
        self, visit: Visit, *headers: tuple[str, str], taken: int | None = None, full: bool = False
    ) -> Response:
        """Return the page; `taken` is a seat that the phone asked for in vain. `full`: no more
        reports are taken."""
        now, number = visit.now, visit.number
        known, me = self._inbox.reports(), self._seats.of(now.pairing, number, visit.cookie)
        reports = self._standing(visit)
        wish = wishes(known, now).get(me)
        drops = wish.drops if wish and wish.number > visit.table.wished else me in visit.table.drops
        noticed = wish is not None and visit.table.wished < wish.number <= now.heard
        body = render.table(
            now, number, reports, me, self._seats.taken(now.pairing, number), visit.token,
            taken=taken, full=full, drops=drops, late=overdue(reports.values()),
            against=noticed and not drops and me in visit.table.drops,
        )  # fmt: skip
        return page(body, HTTPStatus.OK, *headers)

    def send(self, visit: Visit, form: Form) -> Response:
        """Take a seat or a report, or give a seat back from which nothing is reported."""
        player = self._seats.of(visit.now.pairing, visit.number, visit.cookie)
        at = form.number("seat", 0, len(visit.table.seats))
        if at == len(visit.table.seats):
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        if at is not None and not player:
            taken = self._seats.take(
                visit.now.pairing, visit.number, visit.table.seats[at][0], visit.cookie
            )
            return redirect(visit.address) if taken else self.page(visit, taken=at)
        if form.text("leave"):
            if player not in self._standing(visit) and not visit.table.result:
                self._seats.leave(visit.now.pairing, visit.number, visit.cookie)
            return redirect(visit.address)
        report = self._report(visit, player, form)
        if report is None:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        blank = not (form.text("result") or report.after)  # a seat that it has: withdraws nothing
        if not player or blank or (report.after and not visit.table.result):
            return redirect(visit.address)
        seat = visit.now.pairing, visit.number, visit.cookie
        if not take(self._inbox, report, visit.table, lambda: self._seats.of(*seat) == player):
            return self.page(visit, full=True)
        return redirect(visit.address)

    def _standing(self, visit: Visit) -> dict[str, Report]:
        """Return the reports of the table's players of which no account is taken yet."""
        known = self._inbox.reports()
        return last_reports(known, visit.now.pairing, visit.number, visit.table.last)

    def _report(self, visit: Visit, player: str, form: Form) -> Report | None:
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
