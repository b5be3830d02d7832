"""The pages on which players report the result of their table.

A code opens the page of a table; the phone that chooses a seat there first speaks for that player
from then on. Every page is a form that works without its script. Of several events in one hall the
code says which one it is about: each has a secret of its own.
"""

import hmac
import secrets
import time
from base64 import b64encode
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache, partial
from hashlib import sha256
from http import HTTPStatus
from threading import BoundedSemaphore, Lock
from urllib.parse import quote, unquote

from runner import languages
from runner.app.event_folder import EventFolder
from runner.app.find_events import events_in, holds_events
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
_LOOK = 1.0  # seconds between two looks for events that have come or gone
_MOST_AT_ONCE = 200  # requests that are worked on at a time
_OF_ROLE = {None: players, Role.SCOREKEEPER: scorekeepers, Role.JUDGE: judges}
_LATER = (("Retry-After", "2"),)
_HEADERS = (("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin"))


class PhonePages:
    """Answers requests about results by phone for one event, or for all events that are in a
    folder; thread-safe."""

    def __init__(self, folder: EventFolder) -> None:
        self._folder, self.several = folder, holds_events(folder.root)
        self._events = {} if self.several else {"": _Event(folder)}
        self._look_at = 0.0
        self._lock = Lock()
        self._wrong: deque[float] = deque(maxlen=_MOST_WRONG)
        self._at_once = BoundedSemaphore(_MOST_AT_ONCE)

    def answer(self, request: Request) -> Reply:
        """Return the answer to a request whose path begins with `AT`, or with the name of one of
        several events and `AT`. A form is read only from a phone that has seen the page before."""
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
                    self._look()
                    with speaking(languages.language(self._language)):
                        return answer()
            finally:
                self._at_once.release()

        return work

    def _answer(self, request: Request, form: Form | None = None) -> Response:
        """Show the page of the code in the address, or take the form that was sent there."""
        if request.parts[0] != AT:
            return self._beneath(request)
        visit = self._visit(request)
        if isinstance(visit, Response):
            return visit
        with speaking(languages.language(visit.now.language)):
            role = _OF_ROLE[visit.role]
            if form is not None:
                answer = role.send(visit, form)
                return _page(answer) if isinstance(answer, str) else answer
            if len(request.parts) < 2:
                return redirect(visit.address)
            if visit.cookie:
                return _page(role.page(visit))
            cookie = secrets.token_urlsafe(18)
            # Lax: it comes too where a link elsewhere leads here.
            kept = f"{_COOKIE}={cookie}; Path=/{AT}; Max-Age=86400; HttpOnly; SameSite=Lax"
            return _page(role.page(replace(visit, cookie=cookie)), cookie=kept)

    def _beneath(self, request: Request) -> Response:
        """Answer beneath the pages of one of several events: whether its players may report now, or
        where all of them do."""
        event = self._events.get(unquote(request.parts[0]))
        if request.parts[2:] == ["open"]:
            return _whether_open(event is not None and event.is_open)
        _path, mark, query = request.target.partition("?")
        return redirect(f"/{'/'.join(request.parts[1:])}{mark}{query}")

    def _visit(self, request: Request) -> Visit | Response:
        """Return who visits which table; a page if it is none."""
        is_open = any(each.is_open for each in self._events.values())
        if request.parts[1:] == ["open"]:
            return _whether_open(is_open)
        playing = [each.now.event for each in self._events.values() if each.now]
        if not playing:
            return _closed()
        try:
            asked = request.query
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, last=True)
        title = "" if self.several else playing[0]
        typed = request.parts[1] if len(request.parts) > 1 else asked.get("code", "")
        code = codes.typed(typed[:40])
        if not code:
            return _page(render.code(title))
        for event in self._events.values():
            if known := event.visits.get(code):
                return event.admitted(known, request, asked)
        if not is_open:
            return _closed()
        self._wrong.append(time.monotonic())
        if len(self._wrong) == _MOST_WRONG and self._wrong[-1] - self._wrong[0] < _WITHIN:
            return Response(b"", HTTPStatus.TOO_MANY_REQUESTS, headers=_LATER)
        return _page(render.code(title, wrong=True), HTTPStatus.NOT_FOUND)

    def _look(self) -> None:
        """Read the rounds that are out, of several events also of those that have come since."""
        if self.several and time.monotonic() > self._look_at:
            there = {root.name: EventFolder(root) for root in events_in(self._folder.root)}
            self._events = {
                name: self._events.get(name) or _Event(folder, f"/{quote(name)}/")
                for name, folder in there.items()
                if name in self._events or folder.phone_round.exists()
            }  # fmt: skip
            self._look_at = time.monotonic() + _LOOK
        for event in self._events.values():
            event.read()

    @property
    def _language(self) -> str:
        """The language of what is said before an event is known: that of the first one."""
        return next((each.now.language for each in self._events.values() if each.now), "")


class _Event:
    """The round of one event that is out, and whom its codes let in; `home` is the address of its
    pages."""

    def __init__(self, folder: EventFolder, home: str = "/") -> None:
        self.now: OpenRound | None = None
        self.visits: dict[str, Visit] = {}
        self._folder, self._home = folder, home
        self._inbox, self._seats = Inbox(folder.phone_reports), Seats(folder.phone_seats)
        self._seen: object = ()

    @property
    def is_open(self) -> bool:
        """Whether its players may report now."""
        return self.now is not None and self.now.phones.of_players

    def admitted(
        self, known: Visit, request: Request, asked: Mapping[str, str]
    ) -> Visit | Response:
        """Return the visit of somebody with a code of this event, or why it opens nothing."""
        if self.now is None:
            return _closed()
        if known.role:
            checks = request.parts[2:] == ["check"]
            return replace(known, cookie=_cookie(request), checks=checks, asked=asked)
        if not self.is_open:
            return _closed()
        if known.now is self.now:
            return replace(known, cookie=_cookie(request))
        with speaking(languages.language(known.now.language)):
            return _page(render.over(known.now, known.number), HTTPStatus.GONE)

    def read(self) -> None:
        """Read the round that is out, and whom its codes and those of the round before let in; the
        codes stay known when nobody may report any more."""
        files = self._folder.phone_round, self._folder.phone_secret
        if (seen := [*map(fingerprint_if_there, files)]) == self._seen:
            return
        now = open_round.read(self._folder.phone_round)
        if now:
            now = replace(now, home=self._home)
            key = codes.secret(self._folder.phone_secret)
            visit = partial(Visit, self._inbox, self._seats)
            known = [
                visit(its, at, None, codes.table_code(key, its.pairing, at))
                for its in (now.before, now) if its for at in its.tables
            ]  # fmt: skip
            known += [visit(now, 0, role, codes.staff_code(key, role)) for role in Role]
            self.visits = {each.code: each for each in known}
        self.now, self._seen = now, seen  # not what came while it was read


def _whether_open(is_open: bool) -> Response:
    return plain(HTTPStatus.OK if is_open else HTTPStatus.NOT_FOUND, "open" * is_open)


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
