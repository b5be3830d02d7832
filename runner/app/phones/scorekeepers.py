"""The page of a scorekeeper, who types the table and its result."""

from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import Response, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import Inbox
from runner.app.phones.limits import take
from runner.app.phones.visits import LONGEST, Visit, page
from runner.core.language import ENGLISH, speaking
from runner.core.phone_reports import Report, Role
from runner.core.results import ParseContext, ResultError, parse
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
        own = [
            report
            for report in self._inbox.reports()
            if report.pairing == visit.now.pairing and report.voice in (*Role,)
        ]
        with speaking(ENGLISH):
            typed = form.text("table", 6), form.text("said", LONGEST)
            body = render.staff(visit.now, own[::-1], visit.token, wrong, typed)
        return page(body, HTTPStatus.OK, *headers)

    def send(self, visit: Visit, form: Form) -> Response:
        """Take a result that somebody of the staff has typed, as it would be typed in the
        workbook."""
        text, now = form.text("said", LONGEST), visit.now
        number = form.number("table", 1, 999_999) or 0
        if number not in now.tables:
            return self.page(visit, wrong=f"There is no table {form.text('table', 20)}.", form=form)
        table = now.tables[number]
        if now.offers and text:
            names = tuple(name for _player, name in table.seats)
            try:
                parse(text, "", names, ParseContext(names, now.best_of))
            except ResultError as wrong:
                return self.page(visit, wrong=f"{wrong.text} {wrong.fix}", form=form)
        report = Report(
            0, now.round, now.pairing, number, Role.SCOREKEEPER, text, at=time_zone.now("")
        )
        if not take(self._inbox, report, table):
            full = "No more reports are taken; type results in the workbook."
            return self.page(visit, wrong=full)
        return redirect(visit.address)
