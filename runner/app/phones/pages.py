"""The pages on which players report the result of their table.

A code opens the page of a table; the phone that chooses a seat there first speaks for that player
from then on. Every page is a form that works without its script.
"""

import hmac
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from http import HTTPStatus
from threading import BoundedSemaphore, Lock

from runner import languages
from runner.app.event_folder import EventFolder
from runner.app.http import Body, Reply, Request, Response, plain, redirect
from runner.app.http.connection import Work
from runner.app.http.forms import Form, FormReader, NotAFormError, WrongTokenError
from runner.app.phones import codes, open_round
from runner.app.phones.inbox import Inbox
from runner.app.phones.judges import JudgePage
from runner.app.phones.players import PlayerPage
from runner.app.phones.scorekeepers import ScorekeeperPage
from runner.app.phones.seats import Seats
from runner.app.phones.visits import AT, Visit, form_token, page
from runner.core.language import _, speaking
from runner.core.phone_reports import OpenRound, Phones, Role
from runner.disk import fingerprint
from runner.render.phones import report as render

MOST_BODY = 2048
"""Bytes that a form from a phone may have."""

_COOKIE = "runner-phone"
_MOST_WRONG, _WITHIN = 20, 1.0  # wrong codes, and the seconds in which so many may come
_MOST_AT_ONCE = 200  # requests that are worked on at a time


_Known = tuple[OpenRound | None, dict[str, int], dict[str, int]]
_Do = Callable[[Request, Form], Response]


class PhonePages:
    """Answers requests about results by phone for one event; thread-safe."""

    def __init__(self, folder: EventFolder) -> None:
        self._folder = folder
        inbox = Inbox(folder.phone_reports)
        self._players = PlayerPage(inbox, Seats(folder.phone_seats))
        self._staff: dict[Role, ScorekeeperPage | JudgePage] = {
            Role.SCOREKEEPER: ScorekeeperPage(inbox),
            Role.JUDGE: JudgePage(inbox),
        }
        self._lock = Lock()
        self._roles: dict[str, Role] = {}
        self._known: tuple[object, _Known] = ((), (None, {}, {}))
        self._wrong: deque[float] = deque(maxlen=_MOST_WRONG)
        self._at_once = BoundedSemaphore(_MOST_AT_ONCE)

    def answer(self, request: Request) -> Reply:
        """Return the answer to a request whose path begins with `AT`. A form is read only from a
        phone that has seen the page before."""
        match request.method:
            case "GET" | "HEAD":
                return self._work(self._show, request, Form())
            case "POST":
                if _from_elsewhere(request):
                    return plain(HTTPStatus.FORBIDDEN, last=True)
                return self._form(request)
        return plain(HTTPStatus.METHOD_NOT_ALLOWED, last=True)

    def _form(self, request: Request) -> Body:
        token = form_token(_cookie(request)).encode()
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
                    now = self._round()[0]
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
        its = self._page_of(visit)
        if visit.cookie:
            return its.page(visit)
        cookie = secrets.token_urlsafe(18)  # Lax: it comes too where a link elsewhere leads here
        kept = f"{_COOKIE}={cookie}; Path=/{AT}; Max-Age=86400; HttpOnly; SameSite=Lax"
        return its.page(replace(visit, cookie=cookie), ("Set-Cookie", kept))

    def _do(self, request: Request, form: Form) -> Response:
        visit = self._visit(request)
        if isinstance(visit, Response):
            return visit
        return self._page_of(visit).send(visit, form)

    def _without_cookie(self, request: Request, _form: Form) -> Response:
        text = _(
            "This browser keeps no cookies, so it cannot speak for a seat. Allow them for this "
            "address, or use another browser."
        )
        return page(render.message(text), HTTPStatus.FORBIDDEN)

    def _page_of(self, visit: Visit) -> PlayerPage | ScorekeeperPage | JudgePage:
        return self._staff[visit.role] if visit.role else self._players

    # --- codes ------------------------------------------------------------------------------------

    def _visit(self, request: Request) -> Visit | Response:
        """Return who visits which table; a page if it is none."""
        now, tables, over = self._round()
        is_open = now is not None and now.phones.of_players
        some = now is not None and now.phones is not Phones.NO
        if request.parts[1:] == ["open"]:
            return plain(HTTPStatus.OK if is_open else HTTPStatus.NOT_FOUND, "open" * is_open)
        if now is None or not some:
            return page(render.message(_("Results are not taken by phone just now."), again=True))
        try:
            asked = request.query
            typed = request.parts[1] if len(request.parts) > 1 else asked.get("code", "")
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        code = codes.typed(typed[:40])
        if not code:
            return page(render.code(now.event))
        if code in self._roles:
            checks = request.parts[2:] == ["check"]
            return Visit(now, 0, self._roles[code], code, _cookie(request), checks, asked)
        if not is_open:
            return page(render.message(_("Results are not taken by phone just now."), again=True))
        if code in over and now.before:
            return page(render.over(now.before, over[code]), HTTPStatus.GONE)
        if code in tables:
            return Visit(now, tables[code], None, code, _cookie(request))
        self._wrong.append(time.monotonic())
        if len(self._wrong) == _MOST_WRONG and self._wrong[-1] - self._wrong[0] < _WITHIN:
            later = (("Retry-After", "2"),)
            return Response(b"", HTTPStatus.TOO_MANY_REQUESTS, headers=later)
        return page(render.code(now.event, wrong=True), HTTPStatus.NOT_FOUND)

    def _round(self) -> _Known:
        """Return the round that is out, its tables by code, and those of the round before."""
        seen = _seen(self._folder)
        if seen != self._known[0]:
            now = open_round.read(self._folder.phone_round)
            key = codes.secret(self._folder.phone_secret) if now else b""
            self._roles = {codes.staff_code(key, role): role for role in self._staff if now}
            tables, over = _by_code(key, now), _by_code(key, now and now.before)
            self._known = seen, (now, tables, over)  # not what came while it was read
        return self._known[1]


def _by_code(key: bytes, its: OpenRound | None) -> dict[str, int]:
    """Return the tables of a round by their codes."""
    return {codes.table_code(key, its.pairing, at): at for at in its.tables} if its else {}


def _seen(folder: EventFolder) -> object:
    try:
        return fingerprint(folder.phone_round), fingerprint(folder.phone_secret)
    except OSError:
        return None


def _from_elsewhere(request: Request) -> bool:
    """Return whether a page of another site has sent the form, as far as the browser says so."""
    headers = request.headers
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2].lower() != headers["host"].lower()


def _cookie(request: Request) -> str:
    return next(iter(request.cookies(_COOKIE)), "")[:64]
