"""Routing: the page at each address, and the action of a form that is sent there.

A GET changes nothing; a form that has changed something is answered by a redirect.
"""

import threading
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlencode

from runner.app.door import pages, together
from runner.app.door.actions import ACTIONS, Done, perform
from runner.app.door.despite_errors import question
from runner.app.door.event_index import Entry
from runner.app.door.local_app import LocalApp
from runner.app.door.new_event import FIELDS, make
from runner.app.door.programs import RefusedError
from runner.app.door.resume import leave, resume
from runner.app.door.settings import why_not
from runner.app.door.wording import on_page
from runner.app.http import Request, Response, redirect
from runner.app.http.forms import Form
from runner.render.door.views import Frame, Notice, page

# --- what is shown ----------------------------------------------------------------------------


def show(app: LocalApp, request: Request) -> Response:
    """Return the page at an address, for a browser with a session."""
    match request.parts:
        case []:
            return pages.home(app, request)
        case ["new"]:
            return pages.new(app, request)
        case ["advice"]:
            return pages.advice(app, request)
        case ["settings"]:
            return pages.settings(app, request)
        case ["event", id_, *rest]:
            entry = app.events.find(id_, wait=2.0)
            return _show_event(app, request, entry, rest) if entry else _gone(app)
    return pages.missing()


def _show_event(app: LocalApp, request: Request, entry: Entry, rest: list[str]) -> Response:
    match rest:
        case []:
            return pages.of_event(app, request, entry, "now")
        case [part] if part in pages.PAGES:
            return pages.of_event(app, request, entry, part)
        case ["export"]:
            form = Form({name: (value,) for name, value in request.query.items()})
            asked = question(app, entry, "export", form)
            return _to_event(app, entry, Done(asked, "more")) if asked else pages.export(entry)
        case ["compared"]:
            return pages.compared(entry)
        case ["file", *path]:
            return pages.printed(entry, pages.path_of(path))
    return pages.missing()


# --- what is done -----------------------------------------------------------------------------


def do(app: LocalApp, request: Request) -> Response:
    """Perform the action of a form, and return the address to redirect to."""
    match request.parts:
        case ["new"]:
            return _new(app, request)
        case ["settings"]:
            return _settings(app, request.form)
        case ["unwatch"]:
            return _unwatch(app, request.form)
        case ["go-on"]:
            return _to_page(app, resume(app))
        case ["together"]:
            return _to_page(app, _together(app))
        case ["apart"]:
            return _to_page(app, together.stop(app))
        case ["leave"]:
            return _to_page(app, leave(app))
        case ["quit"]:
            app.say("Runner ends, as the page has asked.")
            threading.Timer(0.3, app.over.set).start()  # once the answer is on its way
            return Response(page("ended", Frame("Runner has ended")))
        case ["event", id_, "do", name] if name in ACTIONS:
            entry = app.events.find(id_)
            if entry is None:
                return _gone(app)
            return _to_event(app, entry, perform(app, entry, name, request.form))
    return pages.missing()


def _to_page(app: LocalApp, notice: Notice, address: str = "/") -> Response:
    """Redirect to a page that shows a notice."""
    return redirect(f"{address}?said={app.keep(notice)}")


def _to_event(app: LocalApp, entry: Entry, done: Done) -> Response:
    """Redirect to one of the event's pages."""
    query = {"said": app.keep(done.notice)} if done.notice else {}
    query |= {"seen": done.seen} if done.seen else {}
    report = "#report" if done.seen and done.part == "more" else ""
    part = "" if done.part == "now" else f"/{done.part}"
    return redirect(f"/event/{entry.id}{part}?{urlencode(query)}{report}")


def _gone(app: LocalApp) -> Response:
    """Say that the event's folder was renamed, moved or deleted."""
    words = f"That event is not in {app.events.folder} any more: its folder was renamed or moved."
    return _to_page(app, Notice(words, good=False))


def _new(app: LocalApp, request: Request) -> Response:
    event = make(app.events, request.form)
    if not event.folder:
        typed = {name: request.form.text(name, 120) for name in FIELDS}
        key = app.keep(Notice(event.why, good=False))
        return pages.new(app, replace(request, target=f"/new?said={key}"), typed)
    root = Path(event.folder)
    entry = next((each for each in app.events.entries() if each.root == root), None)
    if entry is None:
        return redirect("/")
    notice = Notice(f"The event is made, in the folder {root}. Runner watches its workbook.")
    try:
        app.watch(entry)
    except RefusedError as refused:
        notice = Notice(on_page(*refused.parts), good=False)
    return _to_event(app, entry, Done(notice, "now"))


def _settings(app: LocalApp, form: Form) -> Response:
    """Show the events of another folder."""
    typed = form.text("folder", 2000)
    folder = Path(typed)
    with suppress(RuntimeError):  # there is no such user
        folder = folder.expanduser()
    why = why_not(folder) if typed else "Type the folder’s path."
    if not why:
        try:
            app.move_to(folder)
        except OSError as reason:
            why = f"That cannot be remembered: {reason.strerror}."
    if why:
        return _to_page(app, Notice(why, good=False), "/settings")
    return _to_page(app, Notice(f"Your events are in {folder} now."))


def _together(app: LocalApp) -> Notice:
    try:
        return together.start(app)
    except RefusedError as refused:
        return Notice(on_page(*refused.parts), good=False)


def _unwatch(app: LocalApp, form: Form) -> Response:
    """End a watch whose event is not in the folder any more."""
    typed = form.text("root", 4000)
    for kind, root in app.programs.running():
        if str(root) == typed:
            app.stop(kind, root)
    return _to_page(app, Notice("Runner does not watch it any more."))
