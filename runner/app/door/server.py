"""The door itself: a socket of this computer alone, and who is answered what.

Every question passes the guard first. A GET changes nothing; what changes something is a POST with
the token of the page that it came from, and is answered by sending the browser on.
"""

import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlencode, urlsplit

from runner.app.door import pages
from runner.app.door.actions import ACTIONS
from runner.app.door.door import Door
from runner.app.door.forms import MOST, read_form
from runner.app.door.going_on import go_on, leave
from runner.app.door.guard import Guard
from runner.app.door.http import Request, Response, plain, to
from runner.app.door.instance import KNOCK, SECRET
from runner.app.door.making import FIELDS, make
from runner.app.door.settings import why_not
from runner.app.door.shelf import Entry
from runner.render.door.views import Frame, Notice, page, static

HOST = "127.0.0.1"
_PORTS_TRIED = 20
_PATIENCE = 30.0  # seconds for a question to come in
_CLOSED = (
    "This page opens from Runner itself: start Runner again, or open the address that stands in "
    "its window."
)
_KEPT = "max-age=600"  # style and font, so that no page flickers
_BIG = "A list of players is far smaller: go back, and choose another file."
_THROWN_AWAY = 512 << 20
"""Of what is too much, so many bytes are read, or the browser would say that Runner is gone."""


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


class _Handler(BaseHTTPRequestHandler):
    server: DoorServer
    server_version = "Runner"
    sys_version = ""
    timeout = _PATIENCE

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
        with suppress(OSError, AttributeError):
            self._send(plain(HTTPStatus(code), HTTPStatus(code).phrase))

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

    def _found(self, method: str) -> Response:
        door, headers = self.server.door, {**self.headers}
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
        if found := _open_to_all(self.server, request):
            return found
        if "key" in query and split.path == "/":
            return _let_in(guard, query["key"], headers)
        visitor = guard.visitor(headers)
        if visitor is None or not guard.is_from_here(headers):
            return _closed()
        request = Request(method, split.path, query, headers, visitor)
        return _shown(door, request)

    def _post(self, request: Request) -> Response:
        door, guard = self.server.door, self.server.door.guard
        length = request.headers.get("Content-Length", "")
        if request.path == KNOCK:
            if not guard.knocks(request.headers, SECRET):
                return _closed()
            return plain(HTTPStatus.OK, guard.address(guard.key()).strip())
        visitor = guard.visitor(request.headers)
        if visitor is None or not guard.is_from_here(request.headers):
            return _closed()
        if not length.isdecimal() or "Transfer-Encoding" in request.headers:
            return plain(HTTPStatus.LENGTH_REQUIRED, "That is no form.")
        if int(length) > MOST:
            self._throw_away(int(length))
            title = f"That file has more than {MOST >> 20} MB"
            return _apart(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, title, _BIG)
        body = self.rfile.read(int(length))
        form = read_form(request.headers.get("Content-Type", ""), body)
        if form is None or len(body) < int(length):
            return plain(HTTPStatus.BAD_REQUEST, "That is no form.")
        if not guard.is_token(visitor, form.text("token")):
            return _closed()
        made = Request("POST", request.path, request.query, request.headers, visitor, form)
        return _done(door, made)

    def _throw_away(self, length: int) -> None:
        self.close_connection = True
        while length and length <= _THROWN_AWAY and (read := self.rfile.read(min(length, MOST))):
            length -= len(read)

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


# --- what is shown ----------------------------------------------------------------------------


def _open_to_all(server: DoorServer, request: Request) -> Response | None:
    """The style, and a desk with its own key: what needs no cookie, since a frame has none."""
    match request.parts:
        case ["static", *rest]:
            found = server.static.get("/".join(rest).removeprefix("fonts/"))
            return Response(found[1], kind=found[0], kept=_KEPT) if found else pages.missing()
        case ["desk", key, *rest]:
            entry = server.door.of_desk(key)
            return pages.of_desk(entry, unquote("/".join(rest))) if entry else pages.missing()
    return None


def _let_in(guard: Guard, key: str, headers: dict[str, str]) -> Response:
    """Exchange a key for a cookie, and take it out of the address."""
    visitor = guard.let_in(key)
    if visitor is None:
        return to("/") if guard.visitor(headers) else _closed()
    cookie = f"{guard.cookie}={visitor.cookie}; Path=/; HttpOnly; SameSite=Strict"
    return to("/", ("Set-Cookie", cookie))


def _closed() -> Response:
    """Nobody is let in without a key."""
    return _apart(HTTPStatus.FORBIDDEN, "Runner is not open in this browser", _CLOSED)


def _apart(status: HTTPStatus, title: str, words: str) -> Response:
    """A page that says one thing."""
    return Response(page("closed", Frame(title), words=words), status)


def _shown(door: Door, request: Request) -> Response:
    match request.parts:
        case []:
            return pages.home(door, request)
        case ["new"]:
            return pages.new(door, request)
        case ["advice"]:
            return pages.advice(door, request)
        case ["settings"]:
            return pages.settings(door, request)
        case ["event", id_, *rest]:
            return _shown_of_event(door, request, id_, rest)
    return pages.missing()


def _shown_of_event(door: Door, request: Request, id_: str, rest: list[str]) -> Response:
    entry = door.shelf.find(id_, wait=2.0)
    if entry is None:
        return _gone(door, request)
    match rest:
        case []:
            return pages.now(door, request, entry)
        case [part] if part in pages.PAGES:
            return pages.PAGES[part](door, request, entry)
        case ["export"]:
            return pages.export(door, request, entry)
        case ["file", *path]:
            return pages.printed(entry, unquote("/".join(path)))
    return pages.missing()


def _gone(door: Door, request: Request) -> Response:
    """Its folder was renamed, moved or deleted."""
    words = f"That event is not in {door.shelf.folder} any more: its folder was renamed or moved."
    return to(f"/?said={door.note(Notice(words, good=False))}")


# --- what is done -----------------------------------------------------------------------------


def _done(door: Door, request: Request) -> Response:
    match request.parts:
        case ["new"]:
            return _new(door, request)
        case ["settings"]:
            return _moved(door, request)
        case ["unwatch"]:
            return _unwatch(door, request)
        case ["go-on"]:
            return to(f"/?said={door.note(go_on(door, request.form))}")
        case ["leave"]:
            return to(f"/?said={door.note(leave(door))}")
        case ["quit"]:
            return _quit(door, request)
        case ["event", id_, "do", name] if name in ACTIONS:
            entry = door.shelf.find(id_)
            if entry is None:
                return _gone(door, request)
            done = ACTIONS[name](door, entry, request.form)
            said = door.note(done.notice) if done.notice else ""
            return _event(entry, done.part, said, done.seen)
    return pages.missing()


def _event(entry: Entry, part: str, said: str, seen: str = "") -> Response:
    query = urlencode({key: value for key, value in (("said", said), ("seen", seen)) if value})
    return to(f"/event/{entry.id}{'' if part == 'now' else f'/{part}'}?{query}")


def _new(door: Door, request: Request) -> Response:
    made = make(door.shelf, request.form)
    if not made.folder:
        typed = {name: request.form.text(name, 120) for name in FIELDS}
        said = door.note(Notice(made.words, good=False))
        again = Request("GET", "/new", {"said": said}, request.headers, request.visitor)
        return pages.new(door, again, typed)
    root = Path(made.folder)
    entry = next((each for each in door.shelf.entries() if each.root == root), None)
    if entry is None:
        return to("/")
    door.watch(entry)
    words = f"The event is made, in the folder {root}. Runner watches its workbook."
    return _event(entry, "now", door.note(Notice(words)))


def _moved(door: Door, request: Request) -> Response:
    typed = request.form.text("folder", 2000)
    folder = Path(typed)
    with suppress(RuntimeError):  # there is no such user
        folder = folder.expanduser()
    why = why_not(folder) if typed else "Type the folder’s path."
    if why:
        return to(f"/settings?said={door.note(Notice(why, good=False))}")
    try:
        door.move_to(folder)
    except OSError as reason:
        words = f"That cannot be remembered: {reason.strerror}."
        return to(f"/settings?said={door.note(Notice(words, good=False))}")
    return to(f"/?said={door.note(Notice(f'Your events are in {folder} now.'))}")


def _unwatch(door: Door, request: Request) -> Response:
    """End a watch whose event is not on the shelf any more."""
    typed = request.form.text("root", 4000)
    for kind, root in door.programs.running():
        if str(root) == typed:
            door.stop(kind, root)
    return to(f"/?said={door.note(Notice('Runner does not watch it any more.'))}")


def _quit(door: Door, request: Request) -> Response:
    """End Runner once the answer is on its way."""
    door.say("Runner ends, as the page has asked.")
    threading.Timer(0.3, door.over.set).start()
    return Response(page("ended", Frame("Runner has ended")))
