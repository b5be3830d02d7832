"""The pages on which players report the result of their table.

A code opens the page of a table; the phone that chooses a seat there first speaks for that player
from then on. Every page is a form that works without its script.
"""

import hmac
import secrets
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from http import HTTPStatus
from threading import BoundedSemaphore, Lock

from runner import languages
from runner.app.event_folder import EventFolder
from runner.app.http import Body, Reply, Request, Response, plain, redirect
from runner.app.http.connection import Work
from runner.app.http.forms import Form, FormReader, NotAFormError, WrongTokenError
from runner.app.phones import codes, judges, open_round, players, scorekeepers
from runner.app.phones.inbox import Inbox
from runner.app.phones.seats import Seats
from runner.app.phones.visits import AT, Visit, form_token
from runner.core.language import _, speaking
from runner.core.phone_reports import OpenRound, Role
from runner.disk import fingerprint_if_there
from runner.render.phones import report as render

MOST_BODY = 2048
"""Bytes that a form from a phone may have."""

_COOKIE = "runner-phone"
_MOST_WRONG, _WITHIN = 20, 1.0  # wrong codes, and the seconds in which so many may come
_MOST_AT_ONCE = 200  # requests that are worked on at a time
_OF_ROLE = {None: players, Role.SCOREKEEPER: scorekeepers, Role.JUDGE: judges}
_LATER = (("Retry-After", "2"),)
_HEADERS = (("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin"))


class PhonePages:
    """Answers requests about results by phone for one event; thread-safe."""

    def __init__(self, folder: EventFolder) -> None:
        self._folder = folder
        self._inbox, self._seats = Inbox(folder.phone_reports), Seats(folder.phone_seats)
        self._lock = Lock()
        self._seen: object = ()
        self._now: OpenRound | None = None
        self._codes: dict[str, Visit] = {}
        self._wrong: deque[float] = deque(maxlen=_MOST_WRONG)
        self._at_once = BoundedSemaphore(_MOST_AT_ONCE)

    def answer(self, request: Request) -> Reply:
        """Return the answer to a request whose path begins with `AT`. A form is read only from a
        phone that has seen the page before."""
        match request.method:
            case "GET" | "HEAD":
                return self._work(lambda: self._answer(request))
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
            return self._work(_without_cookie)
        return self._work(lambda: self._answer(request, form))

    def _work(self, answer: Callable[[], Response]) -> Response | Work:
        """Return what answers in a thread of its own, or a refusal if too many are at it."""
        if not self._at_once.acquire(blocking=False):
            return Response(b"", HTTPStatus.SERVICE_UNAVAILABLE, headers=_LATER)

        def work() -> Response:
            try:
                with self._lock:
                    self._read_round()
                    with speaking(languages.language(self._now.language if self._now else "")):
                        return answer()
            finally:
                self._at_once.release()

        return work

    def _answer(self, request: Request, form: Form | None = None) -> Response:
        """Show the page of the code in the address, or take the form that was sent there."""
        visit = self._visit(request)
        if isinstance(visit, Response):
            return visit
        role = _OF_ROLE[visit.role]
        if form is not None:
            answer = role.send(visit, form)
            return _page(answer) if isinstance(answer, str) else answer
        if len(request.parts) < 2:
            return redirect(visit.address)
        if visit.cookie:
            return _page(role.page(visit))
        cookie = secrets.token_urlsafe(18)  # Lax: it comes too where a link elsewhere leads here
        kept = f"{_COOKIE}={cookie}; Path=/{AT}; Max-Age=86400; HttpOnly; SameSite=Lax"
        return _page(role.page(replace(visit, cookie=cookie)), cookie=kept)

    def _visit(self, request: Request) -> Visit | Response:
        """Return who visits which table; a page if it is none."""
        now = self._now
        is_open = now is not None and now.phones.of_players
        if request.parts[1:] == ["open"]:
            return plain(HTTPStatus.OK if is_open else HTTPStatus.NOT_FOUND, "open" * is_open)
        if now is None:
            return _closed()
        try:
            asked = request.query
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        typed = request.parts[1] if len(request.parts) > 1 else asked.get("code", "")
        code = codes.typed(typed[:40])
        if not code:
            return _page(render.code(now.event))
        known = self._codes.get(code)
        if known and known.role:
            checks = request.parts[2:] == ["check"]
            return replace(known, cookie=_cookie(request), checks=checks, asked=asked)
        if not is_open:
            return _closed()
        if known and known.now is not now:
            return _page(render.over(known.now, known.number), HTTPStatus.GONE)
        if known:
            return replace(known, cookie=_cookie(request))
        self._wrong.append(time.monotonic())
        if len(self._wrong) == _MOST_WRONG and self._wrong[-1] - self._wrong[0] < _WITHIN:
            return Response(b"", HTTPStatus.TOO_MANY_REQUESTS, headers=_LATER)
        return _page(render.code(now.event, wrong=True), HTTPStatus.NOT_FOUND)

    def _read_round(self) -> None:
        """Read the round that is out, and whom its codes and those of the round before let in."""
        files = self._folder.phone_round, self._folder.phone_secret
        if (seen := [*map(fingerprint_if_there, files)]) == self._seen:
            return
        now = open_round.read(self._folder.phone_round)
        key = codes.secret(self._folder.phone_secret) if now else b""
        visit = partial(Visit, self._inbox, self._seats)
        known = [
            visit(its, at, None, codes.table_code(key, its.pairing, at))
            for its in (now and now.before, now) if its for at in its.tables
        ]  # fmt: skip
        known += [visit(now, 0, role, codes.staff_code(key, role)) for role in Role if now]
        self._codes = {each.code: each for each in known}
        self._now, self._seen = now, seen  # not what came while it was read


def _without_cookie() -> Response:
    text = _(
        "This browser keeps no cookies, so it cannot speak for a seat. Allow them for this "
        "address, or use another browser."
    )
    return _page(render.message(text), HTTPStatus.FORBIDDEN)


def _closed() -> Response:
    return _page(render.message(_("Results are not taken by phone just now."), again=True))


def _page(body: str, status: HTTPStatus = HTTPStatus.OK, *, cookie: str = "") -> Response:
    """Return a page that nobody keeps, and that runs no script but its own."""
    policy = ("Content-Security-Policy", _policy())
    kept = (("Set-Cookie", cookie),) if cookie else ()
    return Response(body.encode(), status, headers=(policy, *_HEADERS, *kept))


@cache
def _policy() -> str:
    own = b64encode(sha256(render.script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{own}'; connect-src 'self'; "
        "style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )


def _from_elsewhere(request: Request) -> bool:
    """Return whether a page of another site has sent the form, as far as the browser says so."""
    headers = request.headers
    if site := headers.get("sec-fetch-site"):
        return site not in ("same-origin", "none")
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2].lower() != headers["host"].lower()


def _cookie(request: Request) -> str:
    return next(iter(request.cookies(_COOKIE)), "")[:64]
