"""The door itself: a socket of this computer alone. Every question passes the guard first; a POST
has the token of the page that it came from, which is checked before the rest of its body is read.
"""

import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from runner.app.door import routes
from runner.app.door.door import Door
from runner.app.door.forms import MOST, NotAFormError, NotOursError, read_form
from runner.app.door.guard import Guard
from runner.app.door.http import STYLED, Request, Response, plain
from runner.app.door.instance import KNOCK, SECRET
from runner.render.door.views import Frame, page, static

HOST = "127.0.0.1"
_PORTS_TRIED = 20
_PATIENCE = 30.0  # seconds for a question to come in
_CHUNK = 1 << 16
_BIG = "A list of players is far smaller: go back, and choose another file."
_AT_IT = "Runner reads another file just now: wait a moment, go back, and send yours again."
_TOGETHER = 2 * MOST  # bytes of forms that are read at a time
_THROWN_AWAY = 512 << 20
_LINGER = 2.0
"""So many bytes of what nobody wants, coming in with pauses of so many seconds, are received and
thrown away, or the browser would not hear the answer and say that Runner is gone."""


class DoorServer(ThreadingHTTPServer):
    """Bound to this computer, and answering in a thread for each question."""

    daemon_threads = True
    request_queue_size = 256
    allow_reuse_address = sys.platform != "win32"  # where it would share a port with others

    def __init__(self, port: int, folder: Path | None, say: Callable[[str], None]) -> None:
        """A port that is taken is passed over for the next free one; 0 is any free one."""
        last = port + _PORTS_TRIED if port else 0
        for candidate in range(port, last + 1):
            try:
                super().__init__((HOST, candidate), _Handler)
                break
            except OSError:
                if candidate == last:
                    raise
        self.door = Door(Guard(self.server_address[1]), folder, say)
        self.static = static()
        self.bodies = Budget(_TOGETHER)

    def run(self) -> None:
        """Answer until the door is over."""
        thread = threading.Thread(target=self.serve_forever, args=(0.2,), daemon=True)
        thread.start()
        try:
            while not self.door.over.wait(0.5):
                pass
        finally:
            self.door.end()
            self.shutdown()
            self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that went away is no error."""


class Budget:
    """So many bytes may be in use at a time, by any thread."""

    def __init__(self, left: int) -> None:
        self._left = left
        self._lock = threading.Lock()

    @contextmanager
    def taken(self, size: int) -> Iterator[bool]:
        """Use so many of them; yields False where they are not there just now."""
        with self._lock:
            free = size <= self._left
            self._left -= size if free else 0
        try:
            yield free
        finally:
            with self._lock:
                self._left += size if free else 0


class _Handler(BaseHTTPRequestHandler):
    server: DoorServer
    server_version = "Runner"
    sys_version = ""
    timeout = _PATIENCE
    unread = False  # whether something was sent that has not been read

    def do_GET(self) -> None:
        """Show something."""
        self._answer("GET")

    def do_HEAD(self) -> None:
        """Show that it is there."""
        self._answer("GET")

    def do_POST(self) -> None:
        """Do something."""
        self._answer("POST")

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """What is no question that browsers ask."""
        self.close_connection = True
        status = HTTPStatus(code)
        cookies = status is HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        with suppress(OSError, AttributeError):
            self._send(self._too_many_cookies() if cookies else plain(status, status.phrase))
            self._linger()

    def _answer(self, method: str) -> None:
        try:
            response = self._found(method)
        except Exception as reason:  # a mistake of ours ends one answer, not the day
            self.server.door.say(
                f"✗ {self.path.partition('?')[0]}: {type(reason).__name__}: {reason}"
            )
            response = plain(
                HTTPStatus.INTERNAL_SERVER_ERROR,
                "Something went wrong in Runner; its window says what. Nothing is lost: go back.",
            )
        with suppress(OSError):
            self._send(response)
            if self.unread:
                self._linger()

    def _too_many_cookies(self) -> Response:
        """Cookies go by the name of a computer, and "localhost" is another one. Its style is in the
        page: nothing more can be asked for."""
        key = parse_qs(urlsplit(self.path).query).get("key")
        there = f"http://localhost:{self.server.door.guard.port}{self.path}" if key else ""
        return Response(
            page("cookies", Frame("Too many cookies"), link=there),
            HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
            policy=STYLED,
        )

    def _found(self, method: str) -> Response:
        door, headers = self.server.door, self.headers
        guard = door.guard
        if not guard.is_here(headers):
            return plain(HTTPStatus.MISDIRECTED_REQUEST, "This is not what that name stands for.")
        try:
            split = urlsplit(self.path)
            asked = parse_qs(split.query, max_num_fields=50)
        except ValueError:
            return plain(HTTPStatus.BAD_REQUEST, "There is no such address.")
        query = {name: values[0] for name, values in asked.items()}
        request = Request(method, split.path, query, headers)
        if method == "POST":
            return self._post(request)
        if found := routes.open_to_all(door, self.server.static, request):
            return found
        if "key" in query and split.path == "/":
            return routes.let_in(guard, query["key"], headers)
        visitor = guard.visitor(headers)
        if visitor is None or not guard.is_from_here(headers):
            return routes.closed()
        request = Request(method, split.path, query, headers, visitor)
        return routes.shown(door, request)

    def _post(self, request: Request) -> Response:
        door, guard = self.server.door, self.server.door.guard
        length = request.headers.get("Content-Length", "")
        if request.path == KNOCK:
            if not guard.knocks(request.headers, SECRET):
                return routes.closed()
            return plain(HTTPStatus.OK, guard.address(guard.key()).strip())
        visitor = guard.visitor(request.headers)
        self.unread = True
        if visitor is None or not guard.is_from_here(request.headers):
            return routes.closed()
        if not length.isdecimal() or len(length) > 18 or "Transfer-Encoding" in request.headers:
            return plain(HTTPStatus.LENGTH_REQUIRED, "That is no form.")
        if int(length) > MOST:
            title = f"That file has more than {MOST >> 20} MB"
            return routes.apart(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, title, _BIG)
        kind = request.headers.get("Content-Type", "")
        with self.server.bodies.taken(int(length)) as free:
            if not free:
                return routes.apart(HTTPStatus.SERVICE_UNAVAILABLE, "Not just now", _AT_IT)
            try:
                form = read_form(kind, int(length), self.rfile, partial(guard.is_token, visitor))
            except NotAFormError:
                return plain(HTTPStatus.BAD_REQUEST, "That is no form.")
            except NotOursError:
                return routes.closed()
        self.unread = False
        made = Request("POST", request.path, request.query, request.headers, visitor, form)
        return routes.done(door, made)

    def _linger(self) -> None:
        """Receive what the browser still sends, and throw it away."""
        self.connection.shutdown(socket.SHUT_WR)
        self.connection.settimeout(_LINGER)
        left = _THROWN_AWAY
        while left > 0 and (read := self.rfile.read1(_CHUNK)):
            left -= len(read)

    def _send(self, response: Response) -> None:
        known = getattr(self, "headers", None) and self.headers.get("If-None-Match")
        same = response.status is HTTPStatus.OK and known == response.tag
        status = HTTPStatus.NOT_MODIFIED if same else response.status
        self.send_response(status)
        for name, value in response.headers:
            self.send_header(name, value)
        self.send_header("Content-Type", response.kind)
        self.send_header("Content-Length", "0" if same else str(len(response.body)))
        self.send_header("ETag", response.tag)
        self.send_header("Cache-Control", response.kept)
        self.send_header("Content-Security-Policy", response.policy)
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Referrer-Policy", "same-origin")
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        own = not self.path.startswith("/desk/")  # a desk's frame is of no origin
        self.send_header("Cross-Origin-Resource-Policy", "same-origin" if own else "cross-origin")
        self.end_headers()
        if self.command != "HEAD" and not same:
            self.wfile.write(response.body)
