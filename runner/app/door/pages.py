"""The content of the local page for each address, rendered by `runner.render.door`."""

import json
import os
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import date, datetime
from http import HTTPStatus
from itertools import groupby
from typing import Any
from urllib.parse import quote, unquote_to_bytes

from runner import languages
from runner.app.compare import FILE as COMPARED
from runner.app.door import internet, resume, together
from runner.app.door import new_event as formats
from runner.app.door.actions import PlayerList, Report
from runner.app.door.event_index import Entry, watched_elsewhere
from runner.app.door.local_app import LocalApp
from runner.app.door.programs import HALL, WATCH, run
from runner.app.door.sessions import APART
from runner.app.door.settings import usual_folder
from runner.app.door.wording import on_page
from runner.app.event_folder import OWN, EventFolder
from runner.app.events import Address
from runner.app.http import Request, Response, plain
from runner.app.http.forms import MOST
from runner.app.phones import codes, open_round
from runner.app.phones.seats import taken_seats
from runner.core import names
from runner.disk import NotAFileError, read_regular_file
from runner.render.desk.files import ALIVE, CIRCLE, FILE, VERSION
from runner.render.door.views import Frame, Notice, page

_FIRST_LOOK = 2.5
"""Seconds that a page waits for what it has never seen."""
_MANY = 7  # events, from which on they can be searched
_LONGEST_SEARCH = 100
_EXPECTED = 32
_AROUND = 1 << 16
"""Bytes of a form beside the file in it, at most."""
_LOG = 60
_SAVES = 200
_KINDS = {".pdf": "application/pdf", ".js": "text/javascript; charset=utf-8"}


# --- all events -------------------------------------------------------------------------------


def home(app: LocalApp, request: Request) -> Response:
    """Return all events or those found; two of one name are shown with their folders."""
    entries = app.events.entries(wait=_FIRST_LOOK)
    known = {app.events.folder, *(each.root for each in entries)}
    lost = [root for kind, root in app.programs.running() if kind == WATCH and root not in known]
    same = Counter(names.folded(each.name) for each in entries)
    wanted = request.query.get("q", "")[:_LONGEST_SEARCH]
    events = [
        _view(app, each, each.root.name if same[names.folded(each.name)] > 1 else "")
        for each in entries
        if _fits(each, wanted)
    ]
    return _page(
        app, request, "home", "Your events", events=events, many=len(entries), wanted=wanted,
        search=len(entries) >= _MANY, folder=str(app.events.folder),
        lost=[str(each) for each in lost], left=resume.in_words(app),
        together=together.view(app),
    )  # fmt: skip


def _fits(entry: Entry, wanted: str) -> bool:
    """Return whether each word begins one of the event's card or of its folder's name."""
    date = str(entry.card.get("date", ""))
    texts = (entry.name, entry.root.name, _day(date), str(entry.card.get("venue", "")))
    text = f" {names.folded(' '.join(texts))}"
    return all(date.startswith(word) or f" {names.folded(word)}" in text for word in wanted.split())


def new(app: LocalApp, request: Request, typed: Mapping[str, str] | None = None) -> Response:
    """Return the form for a new event; after an error, with what was typed."""
    first = formats.formats()[0]
    given: Mapping[str, str] = {
        "name": "", "date": date.today().isoformat(), "venue": "", "format": first.key,
        "players": str(_EXPECTED), "rounds": "", "cut": "advised", "language": "en",
        **(typed or {}),
    }  # fmt: skip
    chosen = formats.find(given["format"]) or first
    players = int(given["players"]) if given["players"].isdecimal() else _EXPECTED
    return _page(
        app, request, "new", "New event", formats=formats.formats(), typed=given,
        advice=formats.in_words(chosen, players), languages=languages.LANGUAGES,
        folder=str(app.events.folder),
    )  # fmt: skip


def advice(app: LocalApp, request: Request) -> Response:
    """Return the rules' advice for the form's script."""
    chosen = formats.find(request.query.get("format", ""))
    typed = request.query.get("players", "")
    players = int(typed) if typed.isdecimal() and len(typed) < 6 else 0
    known = chosen and 1 <= players <= formats.MOST_PLAYERS
    answer = {
        "words": formats.in_words(chosen, players) if chosen and known else "",
        "playoff": bool(chosen and chosen.playoff),
    }
    return Response(json.dumps(answer).encode(), kind="application/json")


def settings(app: LocalApp, request: Request) -> Response:
    """Return the page with the folder of events."""
    folder, usual = str(app.events.folder), str(usual_folder())
    return _page(app, request, "settings", "Folder of events", folder=folder, usual=usual)


def _page(app: LocalApp, request: Request, name: str, title: str, **shown: Any) -> Response:
    notice = app.kept(request.query.get("said", ""), Notice)
    return Response(page(name, Frame(title, request.token, notice), **shown))


# --- one event --------------------------------------------------------------------------------


def of_event(app: LocalApp, request: Request, entry: Entry, part: str) -> Response:
    """Return one of the pages of an event."""
    view = _view(app, entry)
    notice = app.kept(request.query.get("said", ""), Notice)
    frame = Frame(entry.name, request.token, notice, view, part)
    return Response(page(part, frame, **PAGES[part](app, entry, request.query.get("seen", ""))))


def _now(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return what to do next, the switch of the watch, and the desk."""
    program = app.programs.find(WATCH, entry.root)
    return {
        "desk": f"/desk/{app.desk_key(entry)}/{FILE}" if (entry.root / FILE).is_file() else "",
        "log": program.lines[-_LOG:][::-1] if program else (),
        "trouble": on_page(*entry.trouble),
    }


def _paper(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return what can be printed, and what was printed."""
    from runner.render.documents.registry import BEFORE_ROUND_1, OF_THE_EVENT, ON_REQUEST, REGISTRY

    always = (*BEFORE_ROUND_1, *OF_THE_EVENT)
    anytime = {each.KEY for each in always}
    groups = {
        "With every round": [each for key, each in REGISTRY.items() if key not in ON_REQUEST],
        "When you need it": [REGISTRY[key] for key in REGISTRY if key in ON_REQUEST - anytime],
        "At any time": always,
    }
    printed = [each for folder in _folders() for each in _printed(entry, folder)]
    return {
        "made": sorted(printed, key=lambda each: each["at"], reverse=True),
        "groups": [
            (title, [(each.KEY, each.NAME) for each in kinds]) for title, kinds in groups.items()
        ],
    }


def _hall(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return the addresses of the pages, and the screens."""
    program = app.programs.find(HALL, entry.root)
    addresses = program.addresses if program else ()
    outside = next((each.url for each in addresses if not each.local), "")
    own = next((each.url for each in addresses if each.local), "")
    named = [(str(name), f"display/{file}.html") for name, file in entry.card.get("screens", ())]
    return {
        "address": outside,
        "own": own,
        "code": _code(outside),
        "ended": on_page(*program.reason) if program and program.began(Address) else "",
        "screens": [("All screens", "display/"), *named, ("Stream overlay", "overlay/")],
        "pages": (entry.site / "index.html").is_file(),
        "site": str(entry.site),
        "internet": internet.view(entry.root),
        **_phones(EventFolder(entry.root)),
    }


def _phones(folder: EventFolder) -> dict[str, Any]:
    """Return what is to be seen of results by phone, the codes of the staff, and the tables at
    which seats are taken."""
    now = open_round.read(folder.phone_round)
    if now is None:
        return {"phones": (), "taken": (), "codes": {}}
    staff = {f"{role.capitalize()}s": code for role, code in codes.staff_codes(folder).items()}
    return {"phones": now.desk, "taken": taken_seats(folder, now), "codes": staff}


def _players(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return the form for a list of players, and how a given one was understood."""
    kept = app.kept(seen, PlayerList)
    list_ = kept.found if kept and kept.root == entry.root else None
    return {"found": list_, "seen": seen, "most": MOST - _AROUND}


def _history(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return the saves of the workbook, newest first."""
    from runner.app.history.saves import Store

    try:
        saves = Store(EventFolder(entry.root).saves).all()
    except OSError:
        saves = []
    days = groupby(saves[::-1][:_SAVES], key=lambda each: each.at[:10])
    nothing = ("Nothing that counts",)
    return {
        "days": [
            (_day(day), [{"number": each.number, "time": each.at[11:19],
                          "words": each.words or nothing} for each in kept])
            for day, kept in days
        ]
    }  # fmt: skip


def _more(app: LocalApp, entry: Entry, seen: str) -> dict[str, Any]:
    """Return rehearsing, exporting, the folder, an online workbook, and diagnosis of the
    computer."""
    from runner.app.web_workbook.copy import followed

    report, web = app.kept(seen, Report), followed(EventFolder(entry.root))
    return {
        "root": str(entry.root),
        "report": report if report and report.root == entry.root else None,
        "link": web.link if web else "",
    }


PAGES: Mapping[str, Callable[[LocalApp, Entry, str], dict[str, Any]]] = {
    "now": _now, "players": _players, "paper": _paper, "hall": _hall, "history": _history,
    "more": _more,
}  # fmt: skip
"""The pages of an event, by the end of their address: what their templates show. The last argument
is the key of what is looked at there."""


def _view(app: LocalApp, entry: Entry, folder: str = "") -> dict[str, Any]:
    """Return an event as `Frame` describes it."""
    card, hall = entry.card, app.programs.find(HALL, entry.root)
    watch, watch_words = _watch(app, entry)
    return {
        "share": None, "coming": "", "preview": False,
        "players": 0, "rounds": 0, "rehearsal": False, "over": False,
        "state": "Runner takes a look …", "mood": "good", **card,
        "id": entry.id, "name": entry.name, "folder": folder, "looking": not entry.fresh,
        "when": _day(str(card.get("date", ""))), "place": str(card.get("venue", "")),
        "workbook": entry.workbook.name if entry.workbook else "",
        "watch": watch, "watch_words": watch_words,
        "hall": hall.addresses[0].url if hall and hall.addresses else "",
        "steps": [
            {"words": words, "detail": detail,
             "address": file and f"/event/{entry.id}/file/{quote(os.fsencode(file))}"}
            for words, detail, file in card.get("steps", ())
        ],
        **({"state": on_page(*entry.trouble), "mood": "bad"} if entry.trouble else {}),
    }  # fmt: skip


def _watch(app: LocalApp, entry: Entry) -> tuple[str, str]:
    """Return whether the workbook is watched, and the watch's latest reports."""
    program = app.programs.find(WATCH, entry.root)
    if program and program.on:
        return "on", ""
    if who := watched_elsewhere(entry.root):
        return "together" if app.together else "elsewhere", who
    if program and program.failed:
        return "failed", on_page(*program.reason)
    return "off", ""


def _code(address: str) -> str:
    """Return the QR code of an address, as a picture in the page."""
    if not address:
        return ""
    import segno

    return str(segno.make_qr(address).svg_data_uri(border=2, scale=8))


def _day(typed: str) -> str:
    """Return "Saturday, 21 November 2026"; the text itself if it is not a date."""
    try:
        day = date.fromisoformat(typed)
    except ValueError:
        return typed
    return f"{day:%A}, {day.day} {day:%B %Y}"


# --- files ------------------------------------------------------------------------------------


def export(entry: Entry) -> Response:
    """Return the event as a document for other programs."""
    done = run(("export", "--", str(entry.root)))
    if not done.ok:
        return plain(HTTPStatus.CONFLICT, f"The event cannot be exported. {on_page(*done.reason)}")
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in entry.root.name)
    there = ("Content-Disposition", f'attachment; filename="{name.strip("-") or "event"}.json"')
    return Response(done.output, kind="application/json", headers=(there,))


def of_desk(entry: Entry, path: str) -> Response:
    """Return the desk, the files it needs, and its printed files. Its links open in another tab."""
    if path == FILE:
        response = _file(entry, path)
        body = response.body.replace(b"<head>", b'<head><base target="_blank">', 1)
        return Response(body.replace(b"<html ", b'<html data-door="" ', 1), response.status,
                        response.kind, response.headers)  # fmt: skip
    own = (CIRCLE, f"{OWN}/{VERSION}", f"{OWN}/{ALIVE}")
    return _file(entry, path) if path in own else printed(entry, path)


def printed(entry: Entry, path: str) -> Response:
    """Return a printed file of the event."""
    folder, _, name = path.partition("/")
    if folder in _folders() and "/" not in name and name.endswith((".pdf", ".html")):
        return _file(entry, path)
    return missing()


def compared(entry: Entry) -> Response:
    """Return the comparison of the rules, a page for the staff."""
    return _file(entry, COMPARED)


def missing() -> Response:
    """Return the answer for an address that does not exist."""
    return plain(HTTPStatus.NOT_FOUND, "There is no such page.")


def path_of(parts: list[str]) -> str:
    """Return the file that an address names, whose name may consist of any bytes."""
    try:
        return os.fsdecode(unquote_to_bytes("/".join(parts)))
    except UnicodeDecodeError:
        return ""


def _file(entry: Entry, path: str) -> Response:
    """Return a file of the event's folder, unless a link leads out of the folder."""
    there = entry.root / path
    try:
        if not there.resolve().is_relative_to(entry.root.resolve()):
            return missing()
        body = read_regular_file(there)
    except (OSError, RuntimeError, ValueError, NotAFileError):
        return missing()
    if there.suffix == ".html":
        return Response(body, headers=(APART,))
    return Response(body, kind=_KINDS.get(there.suffix, "application/octet-stream"))


def _folders() -> frozenset[str]:
    from runner.render.documents.registry import REGISTRY

    return frozenset(each.FOLDER for each in REGISTRY.values())


def _printed(entry: Entry, folder: str) -> list[dict[str, str]]:
    """Return the printed files in a folder: the name, the address, and when it was made."""
    try:
        return [
            {
                "name": each.name.encode("utf-8", "replace").decode(),
                "address": f"/event/{entry.id}/file/{folder}/{quote(os.fsencode(each.name))}",
                "at": f"{datetime.fromtimestamp(each.stat().st_mtime):%Y-%m-%d %H:%M}",
            }
            for each in (entry.root / folder).iterdir()
            if each.suffix in (".pdf", ".html") and not each.name.startswith(".") and each.is_file()
        ]
    except OSError:
        return []
