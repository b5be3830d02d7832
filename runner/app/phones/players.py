"""The page of a table: its players choose their seats, and report its result."""

from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import Response, plain, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import Inbox
from runner.app.phones.limits import take
from runner.app.phones.seats import Seats
from runner.app.phones.visits import LONGEST, Visit, page
from runner.compute.phone_drops import wishes
from runner.compute.phones import last_said
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
        reports = last_said(known, now.pairing, number, visit.table.last)
        wish = wishes(known, now).get(me)
        drops = wish.drops if wish and wish.number > visit.table.last else me in visit.table.drops
        body = render.table(
            now, number, reports, me, self._seats.taken(now.pairing, number), visit.token,
            taken=taken, full=full, drops=drops,
        )  # fmt: skip
        return page(body, HTTPStatus.OK, *headers)

    def send(self, visit: Visit, form: Form) -> Response:
        """Take a seat or a report."""
        player = self._seats.of(visit.now.pairing, visit.number, visit.cookie)
        at = form.number("seat", 0, len(visit.table.seats))
        if at == len(visit.table.seats):
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        if at is not None and not player:
            taken = self._seats.take(
                visit.now.pairing, visit.number, visit.table.seats[at][0], visit.cookie
            )
            return redirect(visit.address) if taken else self.page(visit, taken=at)
        text, after = form.text("said", LONGEST), form.text("after")
        if not player or not (text or after):  # a seat that the phone has withdraws nothing
            return redirect(visit.address)

        def may() -> bool:
            return self._seats.of(visit.now.pairing, visit.number, visit.cookie) == player

        if after:
            wish = Report(
                0, visit.now.round, visit.now.pairing, visit.number, player,
                drops=after == "drop", at=time_zone.now(""), after=True,
            )  # fmt: skip
            taken = not visit.table.result or take(self._inbox, wish, visit.table, may)
            return redirect(visit.address) if taken else self.page(visit, full=True)
        said = tuple(text.split("|")[:2])
        said = (said[0], said[1]) if len(said) == 2 else (said[0], "")
        if any(said) and visit.now.offers and said not in visit.now.offers:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        report = Report(
            0, visit.now.round, visit.now.pairing, visit.number, player, *said,
            drops=form.text("drops") == "yes", at=time_zone.now(""),
        )  # fmt: skip
        if not take(self._inbox, report, visit.table, may):
            return self.page(visit, full=True)
        return redirect(visit.address)
