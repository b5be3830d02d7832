"""The local page: a server for this computer's own browsers. Every request is checked first; the
token of a form is checked before the rest of its body is read."""

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from http import HTTPStatus
from pathlib import Path

from runner.app.door import routes
from runner.app.door.door import Door
from runner.app.door.guard import HEADERS, STYLED, Guard, Visitor
from runner.app.door.instance import KNOCK, SECRET
from runner.app.http import Application, Body, Reply, Request, Response, Server, plain
from runner.app.http.forms import MOST, FormReader, NotAFormError, WrongTokenError
from runner.render.door.views import Frame, page, static

_HOST = "127.0.0.1"
MOST_CLIENTS = 512  # each may have one thread
_TOGETHER = 2 * MOST  # bytes of forms that are read at a time
_BIG = "A list of players is far smaller: go back, and choose another file."
_AT_IT = "Runner reads another file just now: wait a moment, go back, and send yours again."
_MISTAKE = "Something went wrong in Runner; its window says what. Nothing is lost: go back."


class DoorServer(Application):
    """Answers from memory at once, and runs in a thread what reads files or does something, so that
    the page goes on while a command runs. A port that is taken is passed over for the next free
    one; 0 is any free one. `say` writes a line into the window that Runner was started in."""

    headers = HEADERS
    most_body = MOST
    most_cookies = 64 << 10  # those of all programs on this computer

    def __init__(self, port: int, folder: Path | None, say: Callable[[str], None]) -> None:
        self._server = Server(self, _HOST, port, MOST_CLIENTS)
        self.host = self._server.host
        self.door = Door(Guard(self._server.port), folder, say)
        self._static = static()
        self._receiving = 0

    def run(self) -> None:
        """Answer until the door is over."""
        thread = threading.Thread(target=self._server.run, args=(self.door.say,), daemon=True)
        with self._server:
            thread.start()
            try:
                while not self.door.over.wait(0.5):
                    pass
            finally:
                self.door.end()
                self._server.stop()
                thread.join()

    def answer(self, request: Request) -> Reply:
        """Return what somebody who was let in has asked for; only the style, and a desk with its
        own key, are for everybody."""
        guard = self.door.guard
        if not guard.is_here(request):
            return plain(HTTPStatus.MISDIRECTED_REQUEST, "Wrong host name.")
        try:
            key = request.query.get("key")
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, "There is no such address.")
        if request.method not in ("GET", "HEAD", "POST"):
            return plain(HTTPStatus.NOT_IMPLEMENTED, last=True)
        if request.method == "POST" and request.path == KNOCK:
            known = guard.knocks(request.headers.get(SECRET.lower(), ""))
            return plain(HTTPStatus.OK, guard.address(guard.key())) if known else routes.closed()
        if request.method != "POST":
            match request.parts:
                case ["static", *rest]:
                    return routes.of_static(self._static, "/".join(rest))
                case ["desk", *_]:
                    return partial(routes.of_desk, self.door, request)
            if key is not None and request.path == "/":
                return routes.let_in(guard, key, request)
        visitor = guard.visitor(request)
        if visitor is None or not guard.is_from_here(request):
            return routes.closed()
        request = replace(request, token=visitor.token)
        if request.method == "POST":
            return self._form(request, visitor)
        return partial(routes.shown, self.door, request)

    def refuse(self, status: HTTPStatus, target: str, mistake: Exception | None = None) -> Response:
        """Return a page that says what to do about what is too large; else a line. A mistake of
        ours ends one answer, not the day."""
        if mistake:
            path = target.partition("?")[0]
            self.door.say(f"✗ {path}: {type(mistake).__name__}: {mistake}")
            return plain(status, _MISTAKE)
        if status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE:
            # Cookies go by the name of a computer, and "localhost" is another one. The style of
            # this page is in it: nothing more can be asked for.
            key = target.startswith("/?key=")
            there = f"http://localhost:{self.door.guard.port}{target}" if key else ""
            body = page("cookies", Frame("Too many cookies"), link=there)
            return Response(body, status, headers=(STYLED,))
        if status is HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return routes.apart(status, f"That file has more than {MOST >> 20} MB", _BIG)
        return plain(status)

    def _form(self, request: Request, visitor: Visitor) -> Body:
        """Read a form, and do what it asks for."""
        size = int(request.headers.get("content-length", "0"))
        if self._receiving + size > _TOGETHER:
            return routes.apart(HTTPStatus.SERVICE_UNAVAILABLE, "Not just now", _AT_IT)
        self._receiving += size
        try:
            kind = request.headers.get("content-type", "")
            reader = FormReader(kind, partial(Guard.is_token, visitor))
            while data := (yield):
                reader.write(data)
            form = reader.form()
        except NotAFormError:
            return plain(HTTPStatus.BAD_REQUEST, "Invalid form submission.")
        except WrongTokenError:
            return routes.closed()
        finally:
            self._receiving -= size
        return partial(routes.done, self.door, replace(request, form=form))
