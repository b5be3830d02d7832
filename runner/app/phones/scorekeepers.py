"""The page of a scorekeeper, who types the table and its result.

Somebody else, on another phone or computer, may enter each result for the second time (`checks`),
without seeing the first entry.
"""

from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import Response, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import Inbox
from runner.app.phones.limits import take
from runner.app.phones.seats import phone_of
from runner.app.phones.visits import LONGEST, Visit, overdue, page
from runner.compute.phone_checks import agrees, checked, entered
from runner.core.language import ENGLISH, speaking
from runner.core.phone_reports import CHECK, OpenTable, Report, Role
from runner.core.results import ResultError
from runner.render.phones import report as render

_EMPTY = Form()


class ScorekeeperPage:
    """Shows the page of a scorekeeper, and takes what is typed there."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def page(
        self, visit: Visit, *headers: tuple[str, str], wrong: str = "", form: Form = _EMPTY
    ) -> Response:
        """Return the page; `wrong` says why what is in the `form` was not taken."""
        reports, now = self._inbox.reports(), visit.now
        with speaking(ENGLISH):
            typed = form.text("table", 6), form.text("result", LONGEST)
            shown = render.Typed(visit.token, wrong, *typed)
            if visit.checks:
                body = render.check(now, *checked(reports, now), f"/report/{visit.code}", shown)
            else:
                of_staff = [
                    each for each in reports if each.pairing == now.pairing and each.of_staff
                ]
                waiting = [
                    each
                    for each in of_staff
                    if each.table in now.tables and each.number > now.tables[each.table].last
                ]
                body = render.staff(
                    now, of_staff[::-1], waiting, visit.address, shown, late=overdue(waiting)
                )
        return page(body, HTTPStatus.OK, *headers)

    def send(self, visit: Visit, form: Form) -> Response:
        """Take a result that somebody of the staff has typed, as it would be typed in the
        workbook."""
        withdraws, now = form.text("withdraw") == "yes" and not visit.checks, visit.now
        text = "" if withdraws else form.text("result", LONGEST)
        number = form.number("table", 1, 999_999) or 0
        if wrong := self._why_not(visit, number, text, form):
            return self.page(visit, wrong=wrong, form=form)
        if not text and not withdraws:  # Enter under Table goes on to Result
            return self.page(visit, form=form)
        report = Report(
            0, now.round, now.pairing, number, CHECK if visit.checks else Role.SCOREKEEPER, text,
            at=time_zone.now(""), phone=phone_of(visit.cookie),
        )  # fmt: skip
        if not take(self._inbox, report, now.tables[number]):
            full = "No more reports are taken; type results in the workbook."
            return self.page(visit, wrong=full)
        table = now.tables[number]
        if table.cell and not visit.checks and not agrees(text, now, number):
            return self.page(visit, wrong=_in_workbook(number, table))
        return redirect(visit.address)

    def _why_not(self, visit: Visit, number: int, text: str, form: Form) -> str:
        """Return why a result is not taken, or ""."""
        now = visit.now
        if form.text("pairing", 40) not in ("", now.pairing):
            return f"Not sent: this was typed before {now.title} was there."
        if number not in now.tables:
            typed = form.text("table", 20)
            return f"There is no table {typed}." if typed else "Type the number of a table."
        if now.tables[number].cell and form.text("withdraw") == "yes" and not visit.checks:
            return _in_workbook(number, now.tables[number])
        if visit.checks and not now.tables[number].result:
            return f"Table {number} has no result yet. Check it once it has one."
        if visit.checks and self._entered_by(visit, number):
            return f"You have entered table {number} yourself. Somebody else checks it."
        try:
            if now.offers and text:
                entered(text, now, number)
        except ResultError as wrong:
            return f"{wrong.text} {wrong.fix}"
        return ""

    def _entered_by(self, visit: Visit, number: int) -> bool:
        """Return whether the last entry of the staff for a table is from this phone."""
        phones = [
            each.phone
            for each in self._inbox.reports()
            if (each.pairing, each.table) == (visit.now.pairing, number) and each.of_staff
        ]
        return phones[-1:] == [phone_of(visit.cookie)]


def _in_workbook(number: int, table: OpenTable) -> str:
    return (
        f"The workbook has a result for table {number} already: {table.result} in {table.cell}. "
        "It counts until the desk changes that cell."
    )
