"""The page of a judge: the tables that play, and what a judge decides or notes at one of them."""

import re
from dataclasses import replace
from hashlib import sha256
from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import plain, redirect
from runner.app.http.forms import Form
from runner.app.phones.inbox import take
from runner.app.phones.visits import Answer, Visit
from runner.core import contacts, names
from runner.core.language import ENGLISH, speaking
from runner.core.phone_reports import OpenTable, Report, Ruling
from runner.render.phones import judge as render
from runner.workbook.schema import INFRACTIONS, PENALTIES

_LONGEST = 140
"""Letters of a note or an infraction: in any script they fit into the body of a form."""
_MOST_MINUTES = 60
"""At once: more are likely a slip of the finger, and are typed on the sheet Time."""
_KINDS = tuple(choice.label for choice in PENALTIES)
_ONCE = re.compile("[0-9a-f]{16}")


def page(visit: Visit, wrong: str = "") -> str:
    """Return the page of the table that the address asks for, or that of all tables; `wrong`
    says why something was not taken."""
    asked = visit.asked.get("table", "")
    number = int(asked) if asked.isdecimal() and len(asked) <= 6 else 0
    view = render.View(
        visit.now, visit.address, visit.token, visit.phone, visit.inbox.reports(),
        time_zone.now(""), wrong,
    )  # fmt: skip
    with speaking(ENGLISH):
        if number in visit.now.tables:
            return render.table(view, number, _KINDS, [each.label for each in INFRACTIONS])
        return render.tables(view, visit.asked.get("q", "")[:_LONGEST].strip())


def send(visit: Visit, form: Form) -> Answer:
    """Take a ruling, or the undo of one that this phone has sent."""
    number = form.number("table", 0, 999_999) or 0
    once, now, phone = form.text("once", 16), visit.now, visit.phone
    if number not in now.tables or not _ONCE.fullmatch(once):
        return plain(HTTPStatus.BAD_REQUEST, last=True)
    visit = replace(visit, asked={"table": str(number)})
    if form.text("pairing", 40) != now.pairing:
        return page(visit, f"Not sent: this was typed before {now.title} was there.")
    undoes = form.text("undo", 16)
    ruling = None if undoes else _ruling(form, number, now.tables[number])
    if isinstance(ruling, str):
        return page(visit, ruling)
    own = {each.id for each in visit.inbox.reports() if each.phone == phone}
    if undoes and undoes not in own:
        return plain(HTTPStatus.BAD_REQUEST, last=True)
    sent = f"{once} {phone} {undoes} {ruling}"
    report = Report(
        0, now.round, now.pairing, id=sha256(sent.encode()).hexdigest()[:16], phone=phone,
        ruling=ruling, undoes=undoes, at=time_zone.now(""),
    )  # fmt: skip
    if not take(visit.inbox, report, now.tables[number]):
        return page(visit, "No more is taken here; tell the desk.")
    return redirect(f"{visit.address}?table={number}")


def _ruling(form: Form, number: int, table: OpenTable) -> Ruling | str:
    """Return what a form has about a table, or a sentence on why it cannot be taken."""
    player = form.text("player", 80)
    at_table = player in dict(table.seats)
    match form.text("do", 10):
        case "minutes":
            minutes = form.number("minutes", 0, _MOST_MINUTES + 1) or 0
            if 1 <= minutes <= _MOST_MINUTES:
                return Ruling(number, minutes=minutes)
            most = f"from 1 to {_MOST_MINUTES}; type more on the sheet Time"
            return f"Extra minutes are a whole number {most}."
        case "penalty" if at_table and (kind := form.text("penalty", 40)) in _KINDS:
            return Ruling(number, player, penalty=kind, infraction=_prose(form, "infraction"))
        case "penalty":
            return "Choose the player and the penalty."
        case "drop" if at_table:
            return Ruling(number, player, drops=True)
        case "drop":
            return "Choose the player who drops."
        case "note" if note := _prose(form, "note"):
            return Ruling(number, note=note)
        case "note":
            return "The note is empty."
        case "call":
            return Ruling(number, calls=form.text("call") == "on")
    return "This form is not known."


def _prose(form: Form, name: str) -> str:
    """Return a text as it will be read in the workbook: addresses and telephone numbers, which
    would be published there, are left out."""
    return contacts.without(names.prose(form.text(name, _LONGEST)))
