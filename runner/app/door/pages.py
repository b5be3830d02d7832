"""The pages of the local page: what is shown at each address. `runner.render.door` renders it."""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from http import HTTPStatus
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote

from runner import languages
from runner.app.compare import FILE as COMPARED
from runner.app.door import new_event as formats
from runner.app.door import resume
from runner.app.door.actions import PlayerList, Report
from runner.app.door.door import Door
from runner.app.door.event_index import Entry, watched_elsewhere
from runner.app.door.guard import APART
from runner.app.door.programs import HALL, WATCH, run
from runner.app.door.settings import usual_folder
from runner.app.door.wording import on_page
from runner.app.event_folder import OWN
from runner.app.events import Address
from runner.app.http import Request, Response, plain
from runner.app.http.forms import MOST
from runner.core import names
from runner.disk import NotAFileError, read_regular_file
from runner.render.desk.files import ALIVE, CIRCLE, FILE, VERSION
from runner.render.door.views import EventView, Frame, Step, page

if TYPE_CHECKING:
    from runner.app.history.saves import Kept

_FIRST_LOOK = 2.5
"""Seconds that a page waits for what it has never seen."""
_MANY = 7  # events, from which on they can be searched
_LONGEST_SEARCH = 100
_EXPECTED = 32
_AROUND = 1 << 16
"""Bytes of a form beside the file in it, at most."""
_LOG = 60
_SAVES = 200


class Save(NamedTuple):
    """A kept save: its number, the time of day, what had changed."""

    number: int
    time: str
    words: tuple[str, ...]


class Paper(NamedTuple):
    """A printed file: the folder and name, its address, when it was made."""

    name: str
    address: str
    at: str


def home(door: Door, request: Request) -> Response:
    """All events, or those in which what is looked for stands; the folder of each that has the
    name of another."""
    entries = door.events.entries(wait=_FIRST_LOOK)
    known = {each.root for each in entries}
    lost = [root for kind, root in door.programs.running() if kind == WATCH and root not in known]
    same = Counter(names.folded(each.name) for each in entries)
    wanted = request.query.get("q", "")[:_LONGEST_SEARCH]
    found = [each for each in entries if _fits(each, wanted)]
    events = [
        _view(door, each)._replace(
            folder=each.root.name if same[names.folded(each.name)] > 1 else ""
        )
        for each in found
    ]
    return _page(
        door, request, "home", "Your events", events=events, many=len(entries), wanted=wanted,
        search=len(entries) >= _MANY, folder=str(door.events.folder),
        lost=[str(each) for each in lost], left=resume.in_words(door),
    )  # fmt: skip


def _fits(entry: Entry, wanted: str) -> bool:
    """Whether each word begins one of what a card says of the event, or of its folder's name."""
    card = entry.card
    date = str(card.get("date", ""))
    told = (entry.name, entry.root.name, _day(date), str(card.get("venue", "")))
    text = f" {names.folded(' '.join(told))}"
    return all(date.startswith(word) or f" {names.folded(word)}" in text for word in wanted.split())


def new(door: Door, request: Request, typed: Mapping[str, str] | None = None) -> Response:
    """The form of a new event, with what was typed where something was wrong with it."""
    first = formats.formats()[0]
    given: Mapping[str, str] = {
        "name": "", "date": date.today().isoformat(), "venue": "", "format": first.key,
        "players": str(_EXPECTED), "rounds": "", "cut": "advised", "language": "en",
        **(typed or {}),
    }  # fmt: skip
    chosen = formats.find(given["format"]) or first
    players = int(given["players"]) if given["players"].isdecimal() else _EXPECTED
    return _page(
        door, request, "new", "New event", formats=formats.formats(), typed=given,
        advice=formats.in_words(chosen, players), languages=languages.LANGUAGES,
        folder=str(door.events.folder),
    )  # fmt: skip


def advice(door: Door, request: Request) -> Response:
    """What the rules advise, for the form's script."""
    chosen = formats.find(request.query.get("format", ""))
    typed = request.query.get("players", "")
    players = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    if chosen is None or not 1 <= players <= formats.MOST_PLAYERS:
        said = {"words": "", "playoff": bool(chosen and chosen.playoff)}
    else:
        said = {"words": formats.in_words(chosen, players), "playoff": chosen.playoff}
    return Response(json.dumps(said).encode(), kind="application/json")


def settings(door: Door, request: Request) -> Response:
    """Where the events are."""
    folder, usual = str(door.events.folder), str(usual_folder())
    return _page(door, request, "settings", "Folder of events", folder=folder, usual=usual)


def now(door: Door, request: Request, entry: Entry) -> Response:
    """What to do next, the switch of the watch, and the desk."""
    program = door.programs.find(WATCH, entry.root)
    desk = (entry.root / FILE).is_file()
    return _of_event(
        door, request, entry, "now",
        desk=f"/desk/{door.desk_key(entry)}/{FILE}" if desk else "",
        log=program.lines[-_LOG:][::-1] if program else (), trouble=on_page(*entry.trouble),
    )  # fmt: skip


def paper(door: Door, request: Request, entry: Entry) -> Response:
    """What can be printed, and what was."""
    from runner.render.documents.registry import BEFORE_ROUND_1, OF_THE_EVENT, ON_REQUEST, REGISTRY

    always = (*BEFORE_ROUND_1, *OF_THE_EVENT)
    anytime = {each.KEY for each in always}
    groups = [
        ("With every round", [each for key, each in REGISTRY.items() if key not in ON_REQUEST]),
        ("When you need it", [REGISTRY[key] for key in REGISTRY if key in ON_REQUEST - anytime]),
        ("At any time", [*always]),
    ]
    made = [file for folder in _folders() for file in _printed(door, entry, folder)]
    return _of_event(
        door, request, entry, "paper", made=sorted(made, key=lambda each: each.at, reverse=True),
        groups=[(title, [(each.KEY, each.NAME) for each in found]) for title, found in groups],
    )  # fmt: skip


def hall(door: Door, request: Request, entry: Entry) -> Response:
    """Where the pages can be seen, and the screens."""
    program = door.programs.find(HALL, entry.root)
    addresses = program.addresses if program else ()
    outside = next((each.url for each in addresses if not each.local), "")
    own = next((each.url for each in addresses if each.local), "")
    return _of_event(
        door, request, entry, "hall", address=outside, own=own, code=_code(outside),
        ended=on_page(*program.reason) if program and program.began(Address) else "",
        screens=[("All screens", "display/"), *_named(entry)] if own else [],
        pages=(entry.site / "index.html").is_file(), site=str(entry.site),
    )  # fmt: skip


def players(door: Door, request: Request, entry: Entry) -> Response:
    """Players that come from a list, and what was understood of one."""
    seen = request.query.get("seen", "")
    kept = door.kept(seen)
    found = kept.found if isinstance(kept, PlayerList) and kept.root == entry.root else None
    return _of_event(door, request, entry, "players", found=found, seen=seen, most=MOST - _AROUND)


def history(door: Door, request: Request, entry: Entry) -> Response:
    """The saves of the workbook, newest first."""
    from runner.app.event_folder import EventFolder
    from runner.app.history.saves import Store

    try:
        found = Store(EventFolder(entry.root).saves).all()
    except OSError:
        found = []
    days = [
        (_day(day), [_save(each) for each in kept])
        for day, kept in groupby(found[::-1][:_SAVES], key=lambda each: each.at[:10])
    ]
    return _of_event(door, request, entry, "history", days=days)


def more(door: Door, request: Request, entry: Entry) -> Response:
    """Rehearsing, exporting, the folder, a workbook on the web, a look at the computer."""
    from runner.app.event_folder import EventFolder
    from runner.app.web_workbook.copy import followed

    kept = door.kept(request.query.get("seen", ""))
    report = kept if isinstance(kept, Report) and kept.root == entry.root else None
    web = followed(EventFolder(entry.root))
    return _of_event(
        door, request, entry, "more", root=str(entry.root), report=report,
        link=web.link if web else "",
    )  # fmt: skip


PAGES: Mapping[str, Callable[[Door, Request, Entry], Response]] = {
    "now": now, "players": players, "paper": paper, "hall": hall, "history": history, "more": more,
}  # fmt: skip
"""The pages of an event, by the end of their address."""


def export(door: Door, request: Request, entry: Entry) -> Response:
    """The event as a document for other programs."""
    done = run(("export", "--", str(entry.root)))
    if not done.ok:
        return plain(HTTPStatus.CONFLICT, f"The event cannot be exported. {on_page(*done.reason)}")
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in entry.root.name)
    there = ("Content-Disposition", f'attachment; filename="{name.strip("-") or "event"}.json"')
    return Response(done.output, kind="application/json", headers=(there,))


def of_desk(entry: Entry, path: str) -> Response:
    """The desk, what it asks for, and the printed files that it leads to."""
    if path in (FILE, CIRCLE, f"{OWN}/{VERSION}", f"{OWN}/{ALIVE}"):
        return _file(entry, path, _framed if path == FILE else bytes)
    return printed(entry, path)


def printed(entry: Entry, path: str) -> Response:
    """A printed file of the event."""
    folder, _, name = path.partition("/")
    if folder in _folders() and "/" not in name and name.endswith((".pdf", ".html")):
        return _file(entry, path)
    return missing()


def compared(entry: Entry) -> Response:
    """The rules compared, as a page for the staff."""
    return _file(entry, COMPARED)


def missing() -> Response:
    """There is no such thing."""
    return plain(HTTPStatus.NOT_FOUND, "There is no such page.")


# --- inside -----------------------------------------------------------------------------------

_KINDS = {".pdf": "application/pdf", ".js": "text/javascript; charset=utf-8"}


def _file(entry: Entry, path: str, change: Callable[[bytes], bytes] = bytes) -> Response:
    """A file of the event's folder; none that a link leads out to."""
    there = entry.root / path
    try:
        if not there.resolve().is_relative_to(entry.root.resolve()):
            return missing()
        body = read_regular_file(there)
    except (OSError, RuntimeError, ValueError, NotAFileError):
        return missing()
    if there.suffix == ".html":
        return Response(change(body), headers=(APART,))
    return Response(change(body), kind=_KINDS.get(there.suffix, "application/octet-stream"))


def _framed(body: bytes) -> bytes:
    """The desk, whose links open beside the door, and which shows its wording for this page."""
    return body.replace(b"<head>", b'<head><base target="_blank">', 1).replace(
        b"<html ", b'<html data-door="" ', 1
    )


def _page(door: Door, request: Request, name: str, title: str, **shown: Any) -> Response:
    return Response(page(name, _frame(door, request, title), **shown))


def _of_event(door: Door, request: Request, entry: Entry, part: str, **shown: Any) -> Response:
    view = _view(door, entry)
    frame = _frame(door, request, view.name)._replace(event=view, part=part)
    return Response(page(part, frame, **shown))


def _frame(door: Door, request: Request, title: str) -> Frame:
    return Frame(title, request.token, door.notice(request.query.get("said", "")))


def _view(door: Door, entry: Entry) -> EventView:
    card = entry.card
    state, words = _watch(door, entry)
    hall = door.programs.find(HALL, entry.root)
    addresses = hall.addresses if hall else ()
    return EventView(
        id=entry.id,
        name=entry.name,
        when=_day(str(card.get("date", ""))),
        place=str(card.get("venue", "")),
        state=on_page(*entry.trouble) or str(card.get("state", "Runner takes a look …")),
        share=card.get("share"),
        mood="bad" if entry.trouble else str(card.get("mood", "good")),
        looking=not entry.fresh,
        workbook=entry.workbook.name if entry.workbook else "",
        watch=state,
        watch_words=words,
        hall=addresses[0].url if addresses else "",
        steps=tuple(Step(*each) for each in card.get("steps", ())),
        coming=str(card.get("coming", "")),
        players=card.get("players", 0),
        rounds=card.get("rounds", 0),
        rehearsal=bool(card.get("rehearsal")),
        over=bool(card.get("over")),
    )


def _watch(door: Door, entry: Entry) -> tuple[str, str]:
    """Whether the workbook is watched, and what there is to say of it."""
    program = door.programs.find(WATCH, entry.root)
    if program and program.on:
        return "on", ""
    if who := watched_elsewhere(entry.root):
        return "elsewhere", who
    if program and program.failed:
        return "failed", on_page(*program.reason)
    return "off", ""


def _named(entry: Entry) -> list[tuple[str, str]]:
    found = entry.card.get("screens", ())
    return [(str(name), f"display/{file}.html") for name, file in found]


def _code(address: str) -> str:
    """The QR code of an address, as a picture in the page."""
    if not address:
        return ""
    import segno

    return str(segno.make_qr(address).svg_data_uri(border=2, scale=8))


def _folders() -> frozenset[str]:
    from runner.render.documents.registry import REGISTRY

    return frozenset(each.FOLDER for each in REGISTRY.values())


def _printed(door: Door, entry: Entry, folder: str) -> list[Paper]:
    try:
        files = [each for each in (entry.root / folder).iterdir() if _is_paper(each)]
        return [
            Paper(
                each.name.encode("utf-8", "replace").decode(),
                f"/event/{entry.id}/file/{folder}/{quote(os.fsencode(each.name))}",
                _changed(each),
            )
            for each in files
        ]
    except OSError:
        return []


def _is_paper(path: Path) -> bool:
    return path.suffix in (".pdf", ".html") and not path.name.startswith(".") and path.is_file()


def _changed(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime):%Y-%m-%d %H:%M}"


def _save(kept: "Kept") -> Save:
    return Save(kept.number, kept.at[11:19], kept.words or ("Nothing that counts",))


def _day(typed: str) -> str:
    """ "Saturday, 21 November 2026"; what stands there where it is no date."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return typed
    return f"{day:%A}, {day.day} {day:%B %Y}"
