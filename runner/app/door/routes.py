"""What each address leads to: what is shown there, and what a form that is sent there does.

A GET changes nothing; what has changed something is answered by sending the browser on.
"""

import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlencode

from runner.app.door import pages
from runner.app.door.actions import ACTIONS, question
from runner.app.door.door import Door
from runner.app.door.event_index import Entry
from runner.app.door.guard import Guard
from runner.app.door.new_event import FIELDS, make
from runner.app.door.resume import leave, resume
from runner.app.door.settings import why_not
from runner.app.http import Request, Response, redirect
from runner.app.http.forms import Form
from runner.render.door.views import Frame, Notice, page

Static = Mapping[str, tuple[str, bytes]]
"""The files that pages ask for, by name, each with its media type."""
_CLOSED = (
    "This page opens from Runner itself: start Runner again, or open the address that stands in "
    "its window."
)
_KEPT = ("Cache-Control", "max-age=600")  # style and font, so that no page flickers
_FRAMED = ("Cross-Origin-Resource-Policy", "cross-origin")  # a desk's frame is of no origin


# --- what is shown ----------------------------------------------------------------------------


def of_static(files: Static, path: str) -> Response:
    """A file that pages ask for, which needs no cookie, since a desk's frame has none."""
    found = files.get(path.removeprefix("fonts/"))
    return Response(found[1], kind=found[0], headers=(_KEPT,)) if found else pages.missing()


def of_desk(door: Door, request: Request) -> Response:
    """A file of a desk, which has a key of its own."""
    _, key, *path = request.parts or [""]
    entry = door.of_desk(key)
    response = pages.of_desk(entry, _path(path)) if entry else pages.missing()
    return replace(response, headers=(*response.headers, _FRAMED))


def let_in(guard: Guard, key: str, request: Request) -> Response:
    """Exchange the one-time key for a session cookie and redirect."""
    visitor = guard.let_in(key)
    if visitor is None:
        return redirect("/") if guard.visitor(request) else closed()
    cookie = f"{guard.cookie}={visitor.cookie}; Path=/; HttpOnly; SameSite=Strict"
    return redirect("/", ("Set-Cookie", cookie))


def closed() -> Response:
    """Nobody is let in without a key."""
    return apart(HTTPStatus.FORBIDDEN, "Runner is not open in this browser", _CLOSED)


def apart(status: HTTPStatus, title: str, words: str) -> Response:
    """A page that says one thing."""
    return Response(page("closed", Frame(title), words=words), status)


def shown(door: Door, request: Request) -> Response:
    """What somebody sees who was let in."""
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


def _path(parts: list[str]) -> str:
    """What an address says of a file, whose name may be of any bytes."""
    try:
        return os.fsdecode(unquote_to_bytes("/".join(parts)))
    except UnicodeDecodeError:
        return ""


def _shown_of_event(door: Door, request: Request, id_: str, rest: list[str]) -> Response:
    entry = door.events.find(id_, wait=2.0)
    if entry is None:
        return _gone(door, request)
    match rest:
        case []:
            return pages.now(door, request, entry)
        case [part] if part in pages.PAGES:
            return pages.PAGES[part](door, request, entry)
        case ["export"]:
            form = Form({name: (value,) for name, value in request.query.items()})
            if asked := question(door, entry, "export", form):
                return _event(entry, asked.part, door.note(asked.notice))
            return pages.export(door, request, entry)
        case ["compared"]:
            return pages.compared(entry)
        case ["file", *path]:
            return pages.printed(entry, _path(path))
    return pages.missing()


def _gone(door: Door, request: Request) -> Response:
    """Its folder was renamed, moved or deleted."""
    words = f"That event is not in {door.events.folder} any more: its folder was renamed or moved."
    return redirect(f"/?said={door.note(Notice(words, good=False))}")


# --- what is done -----------------------------------------------------------------------------


def done(door: Door, request: Request) -> Response:
    """What a form that is ours does, and where the browser is sent on to."""
    match request.parts:
        case ["new"]:
            return _new(door, request)
        case ["settings"]:
            return _moved(door, request)
        case ["unwatch"]:
            return _unwatch(door, request)
        case ["go-on"]:
            return redirect(f"/?said={door.note(resume(door, request.form))}")
        case ["leave"]:
            return redirect(f"/?said={door.note(leave(door))}")
        case ["quit"]:
            return _quit(door, request)
        case ["event", id_, "do", name] if name in ACTIONS:
            entry = door.events.find(id_)
            if entry is None:
                return _gone(door, request)
            if asked := question(door, entry, name, request.form):
                return _event(entry, asked.part, door.note(asked.notice))
            done = ACTIONS[name](door, entry, request.form)
            said = door.note(done.notice) if done.notice else ""
            return _event(entry, done.part, said, done.seen)
    return pages.missing()


def _event(entry: Entry, part: str, said: str, seen: str = "") -> Response:
    query = urlencode({key: value for key, value in (("said", said), ("seen", seen)) if value})
    report = "#report" if seen and part == "more" else ""
    return redirect(f"/event/{entry.id}{'' if part == 'now' else f'/{part}'}?{query}{report}")


def _new(door: Door, request: Request) -> Response:
    made = make(door.events, request.form)
    if not made.folder:
        typed = {name: request.form.text(name, 120) for name in FIELDS}
        said = door.note(Notice(made.why, good=False))
        return pages.new(door, replace(request, target=f"/new?said={said}"), typed)
    root = Path(made.folder)
    entry = next((each for each in door.events.entries() if each.root == root), None)
    if entry is None:
        return redirect("/")
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
        return redirect(f"/settings?said={door.note(Notice(why, good=False))}")
    try:
        door.move_to(folder)
    except OSError as reason:
        words = f"That cannot be remembered: {reason.strerror}."
        return redirect(f"/settings?said={door.note(Notice(words, good=False))}")
    return redirect(f"/?said={door.note(Notice(f'Your events are in {folder} now.'))}")


def _unwatch(door: Door, request: Request) -> Response:
    """End a watch whose event is not in the folder any more."""
    typed = request.form.text("root", 4000)
    for kind, root in door.programs.running():
        if str(root) == typed:
            door.stop(kind, root)
    return redirect(f"/?said={door.note(Notice('Runner does not watch it any more.'))}")


def _quit(door: Door, request: Request) -> Response:
    """End Runner once the answer is on its way."""
    door.say("Runner ends, as the page has asked.")
    threading.Timer(0.3, door.over.set).start()
    return Response(page("ended", Frame("Runner has ended")))
