"""The actions of the local page on an event: a function each, and a line of `ACTIONS`.

Each runs the command of the same effect and returns the notice to show. It raises RefusedError if
the action is impossible.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from runner.app.door import spreadsheet_apps
from runner.app.door.despite_errors import fields_again, question
from runner.app.door.event_index import Entry, watched_elsewhere
from runner.app.door.internet import keep_secret
from runner.app.door.local_app import LocalApp
from runner.app.door.programs import HALL, WATCH, Outcome, RefusedError, run
from runner.app.door.spreadsheet_apps import open_page, open_path
from runner.app.door.wording import in_words, offered, on_page
from runner.app.event_folder import EventFolder
from runner.app.events import Address, Document, Following, Message, Published, Watching
from runner.app.http.forms import Form
from runner.render.door.views import Ask, Notice
from runner.workbook.live.office import open_in_libreoffice

_MOST_ROUNDS = 20
_MOST_SAVE = _MOST_TABLE = 999_999
_LONGEST_LINK = 2000
_PATIENCE = 60.0  # seconds for the first event of a program, from the web as well


class Done(NamedTuple):
    """The result of an action: the notice, the page of the event that shows it, and the key of what
    is to be reviewed there before it is used."""

    notice: Notice | None
    part: str
    seen: str = ""


class PlayerList(NamedTuple):
    """A list of players before it is added: its event, and how it was understood."""

    root: Path
    name: str
    data: bytes
    found: Mapping[str, Any]


class Report(NamedTuple):
    """The text of a command's report on an event or this computer, and the command's name."""

    root: Path
    name: str
    text: str


Action = Callable[[LocalApp, Entry, Form], Notice | PlayerList | Report]

_TAB = "You can close this page: watching goes on as long as Runner’s own window is open."
_ONLINE = (
    "While Runner watches, every save follows. For QR codes, type the address that your host has "
    "for them beside Public address on the Event sheet."
)
_BUSY = "Runner is still at something else for this event: wait a moment."
_WATCHED = "This event is being watched already: by {}."
_FOR_GOOD = (
    "{name} is taken out of the workbook, the ledger, the history, paper and pages. No undo."
)
_STAYS = (
    "Results, points and pairings stay, under the Id: the numbers of the others rest on them.",
    "Close the workbook first. Copies elsewhere, backups and what is printed are not reached.",
)


# --- workbook and watch -----------------------------------------------------------------------


def open_workbook(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Open the workbook in the default program, and watch it."""
    workbook = _workbook(entry)
    live = spreadsheet_apps.names_appear(entry.root) and open_in_libreoffice(workbook)
    if not live and (why := open_path(workbook)):
        raise RefusedError(why)
    opens = f"{workbook.name} opens in a moment."
    if _elsewhere(app, entry):
        return Notice(opens, more=(_TAB,))
    app.watch(entry)
    when = (
        "Its original lies on the web: type there. Names of a round do not go into it."
        if EventFolder(entry.root).web.exists()
        else "Names of a round appear in it while it is open."
        if live
        else "Names of a round are written into it when you close it."
    )
    return Notice(f"{opens} Every save counts at once.", more=(when, _TAB))


def watch_on(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Start watching the workbook."""
    _workbook(entry)
    _refuse_elsewhere(app, entry, _WATCHED)
    app.watch(entry)
    return Notice("Runner watches the workbook now: every save counts.", more=(_TAB,))


def watch_off(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Stop watching the workbook."""
    ended = app.stop(WATCH, entry.root)
    return Notice("Runner does not watch any more. What was published stays." if ended
                  else "Runner was not watching.")  # fmt: skip


def follow(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Watch an online workbook instead of the one in the folder; "here" returns to that."""
    link = form.text("link", most=_LONGEST_LINK)
    if not link:
        raise RefusedError("Paste the link to the workbook.")
    _refuse_elsewhere(app, entry, _WATCHED)
    before = app.programs.stop(WATCH, entry.root)
    program = app.watch(entry, link)
    back = link == spreadsheet_apps.BACK
    if program.began(Watching if back else Following, _PATIENCE):
        which = "the workbook in the folder again" if back else "the workbook on the web"
        return Notice(f"Runner watches {which}: every save counts.", more=(_TAB,))
    reason = program.reason or ("No answer came. Runner tries again as long as it watches.",)
    if before and not program.on:
        app.watch(entry)
    raise RefusedError("The workbook on the web cannot be followed.", *reason)


# --- pages ------------------------------------------------------------------------------------


def hall_on(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Start serving the pages to phones and screens in the hall."""
    _make_pages(app, entry)
    program = app.show(entry, anew=bool(form.text("anew")))
    if not program.began(Address, _PATIENCE):
        raise RefusedError("The pages cannot be shown in the hall.", *program.reason)
    return Notice("The pages can be seen in the hall now.")


def hall_off(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Stop serving the pages."""
    app.stop(HALL, entry.root)
    return Notice("The pages cannot be seen in the hall any more.")


def pages(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Open the pages on this computer."""
    _make_pages(app, entry)
    index = entry.site / "index.html"
    if not open_page(index.resolve().as_uri()):
        raise RefusedError(f"Open them yourself: {index}")
    return Notice("The pages open in a moment.")


def publish(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Publish the pages on the internet, where the form says or as before."""
    to = form.text("to", most=_LONGEST_LINK)
    if to:
        keep_secret(entry.root, to, form.raw("secret"))
    _make_pages(app, entry)
    where = ("--site", str(entry.site), *(("--to", to) if to else ()), "--", str(entry.root))
    outcome = _run(app, entry, "The pages are not on the internet", "publish", *where)
    return Notice(outcome.lines[-1], more=(_ONLINE,))


def open_folder(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Show the event's folder."""
    why = open_path(entry.root)
    return Notice(why or "The folder opens in a moment.", good=not why)


# --- commands ---------------------------------------------------------------------------------


def _command(
    failure: str,
    *words: str,
    options: Callable[[Form], Sequence[str]] = lambda _: (),
    after: Callable[[Form], Sequence[str]] = lambda _: (),
    site: bool = True,
) -> Action:
    """Return an action that runs a command, and begins with `failure` where that fails; `options`
    stand before the event's folder, `after` behind it."""

    def do(app: LocalApp, entry: Entry, form: Form) -> Notice:
        where = ("--site", str(entry.site)) if site else ()
        line = (*words, *options(form), *where, "--", str(entry.root), *after(form))
        return _reported(_run(app, entry, failure, *line))

    return do


def _report(failure: str, name: str) -> Action:
    """Return an action that runs a command which changes nothing, and shows its text."""

    def do(app: LocalApp, entry: Entry, form: Form) -> Report:
        outcome = run((name, "--", str(entry.root)))
        texts = [in_words(each) for each in outcome.events if isinstance(each, Message)]
        if not texts:
            raise _failed(failure, outcome)
        return Report(entry.root, name, "\n".join(texts))

    return do


def _rounds(form: Form) -> Sequence[str]:
    rounds = form.number("rounds", 0, _MOST_ROUNDS)
    return () if rounds is None else ("--rounds", str(rounds))


def _save(form: Form) -> Sequence[str]:
    number = form.number("number", 1, _MOST_SAVE)
    return () if number is None else (str(number),)


def _table(form: Form) -> Sequence[str]:
    table = form.number("table", 1, _MOST_TABLE)
    return () if table is None else (str(table),)


def _documents(form: Form) -> Sequence[str]:
    from runner.render.documents.registry import REGISTRY

    return [key for key in REGISTRY if key in form.all("which")]


def check(app: LocalApp, entry: Entry, form: Form) -> Report:
    """Examine this computer and the event's folder, and show the report."""
    from runner.app.doctor.report import page

    outcome = run(("doctor", "--", str(entry.root)))
    document = outcome.first(Document)
    if document is None:
        raise _failed("The computer could not be looked at", outcome)
    lines = [{**each, "fix": on_page(*each["fix"])} for each in document.content["findings"]]
    text = page({**document.content, "findings": lines}, "This computer")
    return Report(entry.root, "check", text)


def erase(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Erase a player's name from all files, permanently, after asking for confirmation."""
    name, also = form.text("name"), [each.strip() for each in form.raw("also").split(",")]
    if not name:
        raise RefusedError("Type the name that is to be taken out.")
    _refuse_elsewhere(app, entry, "First end the watch in its own window: {}.")
    if not form.text("sure"):
        _run(app, entry, "No name was taken out", "erase", "--find", "--", str(entry.root), name)
        fields = (*fields_again(form), ("sure", "yes"))
        ask = Ask(f"/event/{entry.id}/do/erase", f"Take {name} out for good", fields)
        return Notice(_FOR_GOOD.format(name=name), good=False, more=_STAYS, ask=ask)
    watched = app.programs.stop(WATCH, entry.root)
    options = [f"--also={each}" for each in also if each]
    where = ("--site", str(entry.site), "--", str(entry.root), name)
    try:
        failure = "The name was not taken out of everything"
        return _reported(_run(app, entry, failure, "erase", *options, *where))
    finally:
        if watched:
            app.watch(entry)


# --- players ----------------------------------------------------------------------------------


def understand_players(app: LocalApp, entry: Entry, form: Form) -> PlayerList:
    """Show how a list was understood, before anything is written."""
    name, data = form.files.get("file", ("", form.raw("list").encode()))
    if not data.strip():
        raise RefusedError("Paste a list, or choose a file.")
    name = PurePath(name).name
    outcome = run(("players", "--json", f"--name={name}", "--", str(entry.root), "-"), data)
    document = outcome.first(Document)
    if document is None:
        raise _failed("The list could not be read", outcome)
    content = {**document.content, "why": on_page(*document.content.get("why", ()))}
    return PlayerList(entry.root, name, data, content)


def add_players(app: LocalApp, entry: Entry, form: Form) -> Notice:
    """Write the players of the reviewed list into the workbook."""
    seen = form.text("seen")
    kept = app.kept(seen, PlayerList)
    if kept is None or kept.root != entry.root:
        raise RefusedError("Paste the list again: Runner has forgotten it.")
    words = ("players", "--yes", "--wait=0", f"--name={kept.name}", "--", str(entry.root), "-")
    try:
        outcome = _run(app, entry, "The players were not added", *words, data=kept.data)
    except RefusedError as refused:
        refused.seen = seen
        raise
    return Notice(outcome.lines[-1])


ACTIONS: dict[str, tuple[str, Action]] = {
    "open": ("now", open_workbook),
    "watch": ("now", watch_on),
    "unwatch": ("now", watch_off),
    "follow": ("more", follow),
    "show": ("hall", hall_on),
    "hide": ("hall", hall_off),
    "pages": ("hall", pages),
    "renew": ("hall", _command("The codes stay as they are", "phones", "renew", site=False)),
    "free": (
        "hall",
        _command("The seats stay taken", "phones", "free", after=_table, site=False),
    ),
    "publish": ("hall", publish),
    "take-down": ("hall", _command("The pages are still there", "publish", "--take-down")),
    "folder": ("more", open_folder),
    "understand": ("players", understand_players),
    "add": ("players", add_players),
    "erase": ("more", erase),
    "next": ("now", _command("No round went out", "next")),
    "preview": (
        "now",
        _command("No round can be previewed", "next", options=lambda _: ("--preview",)),
    ),
    "print": ("paper", _command("Nothing was printed", "print", after=_documents, site=False)),
    "rehearse": ("more", _command("Nothing was made up", "rehearse", options=_rounds)),
    "end-rehearsal": ("more", _command("The rehearsal goes on", "rehearse", "--end")),
    "restore": ("history", _command("Nothing was put back", "restore", after=_save)),
    "check": ("more", check),
    "verify": ("more", _report("The rounds could not be drawn again", "verify")),
    "compare": ("more", _report("The rules were not compared", "compare")),
}
"""Every action by the end of its address, with the page that shows what came of it."""


def perform(app: LocalApp, entry: Entry, name: str, form: Form) -> Done:
    """Perform the action of a form, or ask for confirmation. If it is impossible, the notice says
    why."""
    part, action = ACTIONS[name]
    seen = ""
    notice = question(app, entry, name, form)
    try:
        if notice is None:
            result = action(app, entry, form)
            if isinstance(result, Notice):
                notice = result
            else:
                size = len(result.data) if isinstance(result, PlayerList) else 0
                seen = app.keep(result, size)
    except RefusedError as refused:
        seen, ask = refused.seen, offered(entry.id, refused.parts)
        notice = Notice(on_page(*refused.parts), good=False, more=refused.more, ask=ask)
    return Done(notice, part, seen)


# --- inside -----------------------------------------------------------------------------------


def _workbook(entry: Entry) -> Path:
    if entry.workbook is None:
        raise RefusedError(*entry.trouble)
    return entry.workbook


def _elsewhere(app: LocalApp, entry: Entry) -> str:
    """Return who else watches the event; "" if nobody does."""
    ours = app.programs.find(WATCH, entry.root)
    return "" if ours and ours.on else watched_elsewhere(entry.root)


def _refuse_elsewhere(app: LocalApp, entry: Entry, text: str) -> None:
    if who := _elsewhere(app, entry):
        raise RefusedError(text.format(who))


def _make_pages(app: LocalApp, entry: Entry) -> None:
    """Make the pages if there are none yet."""
    if not (entry.site / "index.html").is_file():
        where = ("--site", str(entry.site), "--", str(entry.root))
        _run(app, entry, "There are no pages yet", "build", "--no-slips", *where)


def _run(app: LocalApp, entry: Entry, failure: str, *words: str, data: bytes = b"") -> Outcome:
    """Run a command. Raises RefusedError if another is running for the event, or it fails."""
    with app.at_work(entry) as free:
        if not free:
            raise RefusedError(f"{failure}.", _BUSY)
        outcome = run(words, data)
    if not outcome.ok:
        raise _failed(failure, outcome)
    return outcome


def _failed(failure: str, outcome: Outcome) -> RefusedError:
    reason = outcome.reason or ("Runner has not said why.",)
    return RefusedError(f"{failure}.", *reason, more=outcome.lines[:-1])


def _reported(outcome: Outcome) -> Notice:
    """Return the command's report, published rounds first."""
    events = sorted(outcome.events, key=lambda each: not isinstance(each, Published))
    first, *rest = [*filter(None, map(in_words, events))] or ["Done."]
    return Notice(first, more=tuple(rest))
