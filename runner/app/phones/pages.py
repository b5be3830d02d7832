"""The pages on which players report the result of their table.

A code opens the page of a table; the phone that chooses a seat there first speaks for that player
from then on. Every page is a form that works without scripts.
"""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from http import HTTPStatus
from threading import BoundedSemaphore, Lock

from runner import languages
from runner.app import time_zone
from runner.app.event_folder import EventFolder
from runner.app.http import Body, Reply, Request, Response, plain, redirect
from runner.app.http.connection import Work
from runner.app.http.forms import Form, FormReader, NotAFormError, WrongTokenError
from runner.app.phones import codes, open_round
from runner.app.phones.inbox import Inbox
from runner.app.phones.seats import Seats
from runner.compute.phones import last_said
from runner.core.language import ENGLISH, _, speaking
from runner.core.phone_reports import OpenRound, OpenTable, Phones, Report, Role
from runner.core.results import ParseContext, ResultError, parse
from runner.disk import fingerprint
from runner.render.phones import report as render

AT = "report"
"""The first part of the addresses of these pages."""

MOST_BODY = 2048
"""Bytes that a form from a phone may have."""

_COOKIE = "runner-phone"
_MOST_OF_A_PLAYER, _MOST = 20, 20_000  # reports of a player about one pairing, and all reports
_MOST_WRONG, _WITHIN = 20, 1.0  # wrong codes, and the seconds in which so many may come
_LONGEST = 60  # letters of a result that is typed
_HEADERS = (
    (
        "Content-Security-Policy",
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'",
    ),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "no-referrer"),
)
_EMPTY = Form()
_MOST_AT_ONCE = 200  # requests that are worked on at a time


_Do = Callable[[Request, Form], Response]


@dataclass(frozen=True, slots=True)
class _Visit:
    """Somebody with a code: the round, the number of the table, or 0 for the code of a `role`, the
    code, and the cookie of the phone; "" if it has none yet."""

    now: OpenRound
    number: int
    role: Role | None
    code: str
    cookie: str

    @property
    def table(self) -> OpenTable:
        return self.now.tables[self.number]

    @property
    def address(self) -> str:
        return f"/{AT}/{self.code}"


class PhonePages:
    """Answers requests about results by phone for one event; thread-safe."""

    def __init__(self, folder: EventFolder) -> None:
        self._folder = folder
        self._inbox = Inbox(folder.phone_reports)
        self._seats = Seats(folder.phone_seats)
        self._lock = Lock()
        self._roles: dict[str, Role] = {}
        self._known: tuple[object, OpenRound | None, dict[str, int]] = ((), None, {})
        self._wrong: deque[float] = deque(maxlen=_MOST_WRONG)
        self._at_once = BoundedSemaphore(_MOST_AT_ONCE)

    def answer(self, request: Request) -> Reply:
        """Return the answer to a request whose path begins with `AT`. A form is read only from a
        phone that has seen the page before."""
        match request.method:
            case "GET" | "HEAD":
                return self._work(self._show, request, Form())
            case "POST":
                return self._form(request)
        return plain(HTTPStatus.METHOD_NOT_ALLOWED, last=True)

    def _form(self, request: Request) -> Body:
        token = _token(_cookie(request)).encode()
        try:
            kind = request.headers.get("content-type", "")
            reader = FormReader(kind, lambda sent: hmac.compare_digest(sent.encode(), token))
            while data := (yield):
                reader.write(data)
            form = reader.form()
        except NotAFormError:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        except WrongTokenError:
            return self._work(self._without_cookie, request, Form())
        return self._work(self._do, request, form)

    # --- what is answered -------------------------------------------------------------------------

    def _work(self, do: _Do, request: Request, form: Form) -> Response | Work:
        """Return what answers a request in a thread of its own, or a refusal if too many are at
        it."""
        if not self._at_once.acquire(blocking=False):
            later = (("Retry-After", "2"),)
            return Response(b"", HTTPStatus.SERVICE_UNAVAILABLE, headers=later)

        def work() -> Response:
            try:
                with self._lock:
                    now, _tables = self._round()
                    with speaking(languages.language(now.language if now else "")):
                        return do(request, form)
            finally:
                self._at_once.release()

        return work

    def _show(self, request: Request, _form: Form) -> Response:
        visit = self._visit(request)
        if isinstance(visit, Response):
            return visit
        if len(request.parts) < 2:
            return redirect(visit.address)
        page = self._staff if visit.role else self._table
        if visit.cookie:
            return page(visit)
        cookie = secrets.token_urlsafe(18)
        kept = f"{_COOKIE}={cookie}; Path=/{AT}; Max-Age=86400; HttpOnly; SameSite=Strict"
        return page(replace(visit, cookie=cookie), ("Set-Cookie", kept))

    def _do(self, request: Request, form: Form) -> Response:
        visit = self._visit(request)
        if isinstance(visit, Response):
            return visit
        if visit.role:
            return self._from_staff(visit, visit.role, form)
        player = self._seats.of(visit.now.pairing, visit.number, visit.cookie)
        at = form.number("seat", 0, len(visit.table.seats))
        if at == len(visit.table.seats):
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        if at is not None and not player:
            taken = self._seats.take(
                visit.now.pairing, visit.number, visit.table.seats[at][0], visit.cookie
            )
            return redirect(visit.address) if taken else self._table(visit, taken=at)
        if not player:
            return redirect(visit.address)
        said = tuple(form.text("said", _LONGEST).split("|")[:2])
        said = (said[0], said[1]) if len(said) == 2 else (said[0], "")
        if any(said) and visit.now.offers and said not in visit.now.offers:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        report = Report(
            0, visit.now.round, visit.now.pairing, visit.number, player, *said,
            drops=form.text("drops") == "yes", at=time_zone.now(""),
        )  # fmt: skip
        why = self._inbox.add(report, partial(_refused, report, visit.table))
        return self._table(visit, full=True) if why == _FULL else redirect(visit.address)

    def _without_cookie(self, request: Request, _form: Form) -> Response:
        text = _(
            "This browser keeps no cookies, so it cannot speak for a seat. Allow them for this "
            "address, or use another browser."
        )
        return _page(render.message(text), HTTPStatus.FORBIDDEN)

    def _table(
        self, visit: _Visit, *headers: tuple[str, str], taken: int | None = None, full: bool = False
    ) -> Response:
        now, number = visit.now, visit.number
        reports = last_said(self._inbox.reports(), now.pairing, number, visit.table.last)
        body = render.table(
            now, number, reports, self._seats.of(now.pairing, number, visit.cookie),
            self._seats.taken(now.pairing, number), _token(visit.cookie), taken=taken, full=full,
        )  # fmt: skip
        return _page(body, HTTPStatus.OK, *headers)

    # --- scorekeepers -----------------------------------------------------------------------------

    def _from_staff(self, visit: _Visit, role: Role, form: Form) -> Response:
        """Take a result that somebody of the staff has typed, as it would be typed in the
        workbook."""
        text, now = form.text("said", _LONGEST), visit.now
        number = form.number("table", 1, 999_999) or 0
        if number not in now.tables:
            return self._staff(
                visit, wrong=f"There is no table {form.text('table', 20)}.", form=form
            )
        table = now.tables[number]
        if now.offers and text:
            names = tuple(name for _player, name in table.seats)
            try:
                parse(text, "", names, ParseContext(names, now.best_of))
            except ResultError as wrong:
                return self._staff(visit, wrong=f"{wrong.text} {wrong.fix}", form=form)
        report = Report(0, now.round, now.pairing, number, role.value, text, at=time_zone.now(""))
        why = self._inbox.add(report, partial(_refused, report, table))
        full = "No more reports are taken; type results in the workbook."
        return self._staff(visit, wrong=full) if why == _FULL else redirect(visit.address)

    def _staff(
        self, visit: _Visit, *headers: tuple[str, str], wrong: str = "", form: Form = _EMPTY
    ) -> Response:
        own = [
            report
            for report in self._inbox.reports()
            if report.pairing == visit.now.pairing and report.voice in (*Role,)
        ]
        with speaking(ENGLISH):
            typed = form.text("table", 6), form.text("said", _LONGEST)
            body = render.staff(visit.now, own[::-1], _token(visit.cookie), wrong, typed)
        return _page(body, HTTPStatus.OK, *headers)

    # --- codes ------------------------------------------------------------------------------------

    def _visit(self, request: Request) -> _Visit | Response:
        """Return who visits which table; a page if it is none."""
        now, tables = self._round()
        is_open = now is not None and now.phones.of_players
        some = now is not None and now.phones is not Phones.NO
        if request.parts[1:] == ["open"]:
            return plain(HTTPStatus.OK if is_open else HTTPStatus.NOT_FOUND, "open" * is_open)
        if now is None or not some:
            return _page(render.message(_("Results are not taken by phone just now.")))
        try:
            typed = request.parts[1] if len(request.parts) > 1 else request.query.get("code", "")
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        code = codes.typed(typed[:40])
        if not code:
            return _page(render.code(now.event))
        if code in self._roles:
            return _Visit(now, 0, self._roles[code], code, _cookie(request))
        if not is_open:
            return _page(render.message(_("Results are not taken by phone just now.")))
        if code in tables:
            return _Visit(now, tables[code], None, code, _cookie(request))
        self._wrong.append(time.monotonic())
        if len(self._wrong) == _MOST_WRONG and self._wrong[-1] - self._wrong[0] < _WITHIN:
            later = (("Retry-After", "2"),)
            return Response(b"", HTTPStatus.TOO_MANY_REQUESTS, headers=later)
        return _page(render.code(now.event, wrong=True), HTTPStatus.NOT_FOUND)

    def _round(self) -> tuple[OpenRound | None, dict[str, int]]:
        """Return the round that is out, and its tables by code."""
        seen = _seen(self._folder)
        if seen != self._known[0]:
            now = open_round.read(self._folder.phone_round)
            tables: dict[str, int] = {}
            self._roles = {}
            if now:
                key = codes.secret(self._folder.phone_secret)
                self._roles = {codes.staff_code(key, role): role for role in Role}
                tables = {codes.table_code(key, now.pairing, at): at for at in now.tables}
            self._known = _seen(self._folder), now, tables
        return self._known[1], self._known[2]


_FULL = "full"
_SAME = "same"


def _refused(report: Report, table: OpenTable, known: tuple[Report, ...]) -> str:
    """Return why a report is not added: the player or the event has too many, or the voice
    has reported the same already and that still stands."""
    own = [
        each
        for each in known
        if (each.pairing, each.table, each.voice) == (report.pairing, report.table, report.voice)
    ]
    of_staff = report.voice in (*Role,)
    if len(known) >= _MOST or (len(own) >= _MOST_OF_A_PLAYER and not of_staff):
        return _FULL
    last = own[-1] if own else None
    if last is None or last.number < table.last + (not table.result):
        return "" if any(report.said) or of_staff else _SAME
    return _SAME if (last.said, last.drops) == (report.said, report.drops) else ""


def _seen(folder: EventFolder) -> object:
    try:
        return fingerprint(folder.phone_round), fingerprint(folder.phone_secret)
    except OSError:
        return None


def _cookie(request: Request) -> str:
    return next(iter(request.cookies(_COOKIE)), "")[:64]


def _token(cookie: str) -> str:
    """Return the token of a phone's forms, which no other page can know; that of no phone never
    fits."""
    return sha256(f"form {cookie}".encode()).hexdigest()[:32] if cookie else secrets.token_hex(16)


def _page(body: str, status: HTTPStatus = HTTPStatus.OK, *headers: tuple[str, str]) -> Response:
    return Response(body.encode(), status, headers=(*_HEADERS, *headers))
