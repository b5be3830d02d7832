"""The server of the local page: checks each request, and a form's token before its body is read."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path

from runner.app.door import pages, routes
from runner.app.door.instance import KNOCK, SECRET
from runner.app.door.local_app import LocalApp
from runner.app.door.sessions import HEADERS, STYLED, Session, SessionAuth, is_same
from runner.app.http import Application, Body, Reply, Request, Response, Server, plain, redirect
from runner.app.http.forms import MOST, FormReader, NotAFormError, WrongTokenError
from runner.render.door.views import Frame, page, static

_KEPT = ("Cache-Control", "max-age=600")  # style and font, so that no page flickers
_FRAMED = ("Cross-Origin-Resource-Policy", "cross-origin")  # a desk's frame is of no origin
_HOST = "127.0.0.1"
MOST_CLIENTS = 512  # each may have one thread
_TOGETHER = 2 * MOST  # bytes of forms that are read at a time
_CLOSED = (
    "This page opens from Runner itself: start Runner again, or open the address that stands in "
    "its window."
)
_BIG = "A list of players is far smaller: go back, and choose another file."
_AT_IT = "Runner reads another file just now: wait a moment, go back, and send yours again."
_MISTAKE = "Something went wrong in Runner; its window says what. Nothing is lost: go back."


class DoorServer(Application):
    """Answers from memory at once; what reads files or changes something runs in a thread, so that
    pages are served while a command runs.

    If the port is taken, the next free one is used; 0 is any free one. `say` writes a line into the
    window in which Runner was started.
    """

    headers = HEADERS
    most_body = MOST
    most_cookies = 64 << 10  # those of all programs on this computer

    def __init__(self, port: int, folder: Path | None, say: Callable[[str], None]) -> None:
        self._server = Server(self, _HOST, port, MOST_CLIENTS)
        self.host = self._server.host
        self.app = LocalApp(SessionAuth(self._server.port), folder, say)
        self._static = static()
        self._receiving = 0

    def run(self) -> None:
        """Serve until the local page ends."""
        thread = threading.Thread(target=self._server.run, args=(self.app.say,), daemon=True)
        with self._server:
            thread.start()
            try:
                while not self.app.over.wait(0.5):
                    pass
            finally:
                self.app.end()
                self._server.stop()
                thread.join()

    def answer(self, request: Request) -> Reply:
        """Answer a browser with a session; only the style sheet and a desk with its key are for
        all."""
        sessions = self.app.sessions
        if not sessions.is_here(request):
            return plain(HTTPStatus.MISDIRECTED_REQUEST, "Wrong host name.")
        try:
            key = request.query.get("key")
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, "There is no such address.")
        if request.method not in ("GET", "HEAD", "POST"):
            return plain(HTTPStatus.NOT_IMPLEMENTED, last=True)
        session = sessions.session(request)
        form = request.method == "POST"
        match request.parts:
            case _ if form and request.path == KNOCK:
                if not is_same(request.headers.get(SECRET.lower(), ""), sessions.secret):
                    return _closed()
                return plain(HTTPStatus.OK, sessions.address(sessions.key()))
            case ["static", *path] if not form:
                if file := self._static.get("/".join(path).removeprefix("fonts/")):
                    return Response(file[1], kind=file[0], headers=(_KEPT,))
                return pages.missing()
            case ["desk", *_] if not form:
                return partial(self._desk, request)
            case _ if not form and key is not None and request.path == "/":
                return self._let_in(key, session)
        if session is None or not sessions.is_from_here(request):
            return _closed()
        request = replace(request, token=session.token)
        return self._form(request, session) if form else partial(routes.show, self.app, request)

    def refuse(self, status: HTTPStatus, target: str, mistake: Exception | None = None) -> Response:
        """Return a page with advice for what is too large; else a line."""
        if mistake:
            path = target.partition("?")[0]
            self.app.say(f"✗ {path}: {type(mistake).__name__}: {mistake}")
            return plain(status, _MISTAKE)
        if status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            # Cookies go by the name of a computer, and "localhost" is another one. The style of
            # this page is in it: nothing more can be asked for.
            key = target.startswith("/?key=")
            there = f"http://localhost:{self.app.sessions.port}{target}" if key else ""
            body = page("cookies", Frame("Too many cookies"), link=there)
            return Response(body, status, headers=(STYLED,))
        if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return _notice_page(status, f"That is more than {MOST >> 20} MB", _BIG)
        return plain(status)

    def _let_in(self, key: str, session: Session | None) -> Response:
        """Exchange the one-time key for a session cookie and redirect."""
        new = self.app.sessions.let_in(key)
        if new is None:
            return redirect("/") if session else _closed()
        cookie = f"{self.app.sessions.cookie}={new.cookie}; Path=/; HttpOnly; SameSite=Strict"
        return redirect("/", ("Set-Cookie", cookie))

    def _desk(self, request: Request) -> Response:
        """Return a file of a desk, which has a key of its own."""
        key, path = "".join(request.parts[1:2]), request.parts[2:]
        entry = self.app.of_desk(key)
        reply = pages.of_desk(entry, pages.path_of(path)) if entry else pages.missing()
        return replace(reply, headers=(*reply.headers, _FRAMED))

    def _form(self, request: Request, session: Session) -> Body:
        """Read a form, and perform its action."""
        size = int(request.headers.get("content-length", "0"))
        if self._receiving + size > _TOGETHER:
            return _notice_page(HTTPStatus.SERVICE_UNAVAILABLE, "Not just now", _AT_IT)
        self._receiving += size
        try:
            kind = request.headers.get("content-type", "")
            reader = FormReader(kind, lambda token: is_same(token, session.token))
            while data := (yield):
                reader.write(data)
            form = reader.form()
        except NotAFormError:
            return plain(HTTPStatus.BAD_REQUEST, "Invalid form submission.")
        except WrongTokenError:
            return _closed()
        finally:
            self._receiving -= size
        return partial(routes.do, self.app, replace(request, form=form))


def _closed() -> Response:
    """Return the answer for a browser without a session."""
    return _notice_page(HTTPStatus.FORBIDDEN, "Runner is not open in this browser", _CLOSED)


def _notice_page(status: HTTPStatus, title: str, words: str) -> Response:
    """Return a page with one sentence."""
    return Response(page("closed", Frame(title), words=words), status)
