"""The page of a scorekeeper, who types the table and its result.

Somebody else, on another phone or computer, may enter each result for the second time (`checks`),
without seeing the first entry.
"""

from runner.app import time_zone
from runner.app.http import redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import take
from runner.app.phones.visits import LONGEST, Answer, Visit, overdue
from runner.compute.phone_checks import agrees, checked, entered
from runner.core.language import ENGLISH, speaking
from runner.core.phone_reports import CHECK, OpenTable, Report, Role
from runner.core.results import ResultError
from runner.render.phones import report as render

_EMPTY = Form()


def page(visit: Visit, wrong: str = "", form: Form = _EMPTY) -> str:
    """Return the page; `wrong` says why what is in the `form` was not taken."""
    now, typed = visit.now, (form.text("table", 6), form.text("result", LONGEST))
    with speaking(ENGLISH):
        if visit.checks:
            left, differ = checked(visit.inbox.reports(), now)
            home = f"/report/{visit.code}"
            return render.staff(now, home, visit.token, wrong, typed, left, differ=differ)
        sent = _sent(visit)
        waiting = [each for each in sent if each.number > now.tables[each.table].last]
        result = {at: bool(table.result) for at, table in now.tables.items()}
        result |= {each.table: any(each.typed) for each in waiting}
        left = sorted(at for at, is_in in result.items() if not is_in)
        return render.staff(
            now, visit.address, visit.token, wrong, typed, left, sent=sent,
            late=overdue(waiting),
        )  # fmt: skip


def send(visit: Visit, form: Form) -> Answer:
    """Take a result that somebody of the staff has typed as in the workbook."""
    withdraws, now = form.text("withdraw") == "yes" and not visit.checks, visit.now
    text = "" if withdraws else form.text("result", LONGEST)
    number = form.number("table", 1, 999_999) or 0
    if wrong := _why_not(visit, number, text, form):
        return page(visit, wrong, form)
    if not text and not withdraws:  # Enter under Table goes on to Result
        return page(visit, form=form)
    report = Report(
        0, now.round, now.pairing, number, CHECK if visit.checks else Role.SCOREKEEPER, text,
        at=time_zone.now(""), phone=visit.phone,
    )  # fmt: skip
    table = now.tables[number]
    if not take(visit.inbox, report, table):
        return page(visit, "No more reports are taken; type results in the workbook.")
    if table.cell and not visit.checks and not agrees(text, now, number):
        return page(visit, _in_workbook(number, table))
    return redirect(visit.address)


def _why_not(visit: Visit, number: int, text: str, form: Form) -> str:
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
    phones = [each.phone for each in _sent(visit) if each.table == number]
    if visit.checks and phones[-1:] == [visit.phone]:
        return f"You have entered table {number} yourself. Somebody else checks it."
    try:
        if now.offers and text:
            entered(text, now, number)
    except ResultError as wrong:
        return f"{wrong.text} {wrong.fix}"
    return ""


def _sent(visit: Visit) -> list[Report]:
    """Return the first entries of the staff for the tables of the round."""
    return [
        each
        for each in visit.inbox.reports()
        if each.of_staff and each.pairing == visit.now.pairing and each.table in visit.now.tables
    ]


def _in_workbook(number: int, table: OpenTable) -> str:
    return (
        f"The workbook has a result for table {number} already: {table.result} in {table.cell}. "
        "It counts until the desk changes that cell."
    )
