"""What can be done to an event on the local page: a function each, and a line of `ACTIONS`.

Each does what a command of Runner's does, by that command, and returns what came of it.
"""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from runner.app.door import spreadsheet_apps
from runner.app.door.door import Door
from runner.app.door.event_index import Entry, watched_elsewhere
from runner.app.door.programs import HALL, WATCH, Outcome, run
from runner.app.door.spreadsheet_apps import open_page, open_path
from runner.app.door.wording import in_words, offered, on_page
from runner.app.event_folder import EventFolder
from runner.app.events import Address, Document, Following, Message, Published, Watching, message
from runner.app.http.forms import TOKEN, Form
from runner.core.actions import Part, Parts
from runner.core.language import count
from runner.render.door.views import Ask, Notice
from runner.workbook.live.office import open_in_libreoffice

_MOST_ROUNDS = 20
_MOST_SAVE = 999_999
_LONGEST_LINK = 2000
_PATIENCE = 60.0  # seconds for the first event of a program, from the web as well


class Done(NamedTuple):
    """What came of an action: the notice, and on which of the event's pages it is shown; `seen` is
    the key of what is looked at there before it is used."""

    notice: Notice | None
    part: str = "now"
    seen: str = ""


class PlayerList(NamedTuple):
    """A list of players before it is added: of which event, and what was understood of it."""

    root: Path
    name: str
    data: bytes
    found: Mapping[str, Any]


class Report(NamedTuple):
    """The text that a command has reported of an event or this computer, and the command's name."""

    root: Path
    name: str
    text: str


Action = Callable[[Door, Entry, Form], Done]

_TAB = "You can close this page: watching goes on as long as Runner’s own window is open."
_ENDS = Notice("Runner is about to end.", good=False)
_BUSY = Outcome(
    False, (message("Runner is still at something else for this event: wait a moment."),)
)
_FOR_GOOD = (
    "{name} is taken out of the workbook, the ledger, the history, paper and pages. No undo."
)
_STAYS = (
    "Results, points and pairings stay, under the Id: the numbers of the others rest on them.",
    "Close the workbook first. Copies elsewhere, backups and what is printed are not reached.",
)


# --- workbook and watch -----------------------------------------------------------------------


def open_workbook(door: Door, entry: Entry, form: Form) -> Done:
    """Open the workbook in whatever opens workbooks here, and watch it."""
    if entry.workbook is None:
        return _failed(entry, *entry.trouble)
    live = spreadsheet_apps.names_appear(entry.root) and open_in_libreoffice(entry.workbook)
    if not live and (why := open_path(entry.workbook)):
        return _failed(entry, why)
    opens = f"{entry.workbook.name} opens in a moment."
    if _elsewhere(door, entry) or not door.watch(entry):
        return Done(Notice(opens, more=(_TAB,)))
    when = (
        "Its original lies on the web: type there. Names of a round do not go into it."
        if EventFolder(entry.root).web.exists()
        else "Names of a round appear in it while it is open."
        if live
        else "Names of a round are written into it when you close it."
    )
    return Done(Notice(f"{opens} Every save counts at once.", more=(when, _TAB)))


def watch_on(door: Door, entry: Entry, form: Form) -> Done:
    """Follow every save of the workbook."""
    if entry.workbook is None:
        return _failed(entry, *entry.trouble)
    if who := _elsewhere(door, entry):
        return _failed(entry, f"This event is being watched already: by {who}.")
    if door.watch(entry) is None:
        return Done(_ENDS)
    return Done(Notice("Runner watches the workbook now: every save counts.", more=(_TAB,)))


def watch_off(door: Door, entry: Entry, form: Form) -> Done:
    """Follow it no longer."""
    if door.stop(WATCH, entry.root):
        return Done(Notice("Runner does not watch any more. What was published stays."))
    return Done(Notice("Runner was not watching."))


def follow(door: Door, entry: Entry, form: Form) -> Done:
    """Watch a workbook on the web instead of the one in the folder; "here" goes back to that."""
    link = form.text("link", most=_LONGEST_LINK)
    if not link:
        return _failed(entry, "Paste the link to the workbook.", part="more")
    if who := _elsewhere(door, entry):
        return _failed(entry, f"This event is being watched already: by {who}.", part="more")
    before = door.programs.stop(WATCH, entry.root)
    program = door.watch(entry, link)
    if program is None:
        return Done(_ENDS)
    back = link == spreadsheet_apps.BACK
    if program.began(Watching if back else Following, _PATIENCE):
        which = "the workbook in the folder again" if back else "the workbook on the web"
        return Done(Notice(f"Runner watches {which}: every save counts.", more=(_TAB,)))
    reason = program.reason or ("No answer came. Runner tries again as long as it watches.",)
    if before and not program.on:
        door.watch(entry)
    return _failed(entry, "The workbook on the web cannot be followed.", *reason, part="more")


# --- pages ------------------------------------------------------------------------------------


def hall_on(door: Door, entry: Entry, form: Form) -> Done:
    """Show the pages to telephones and screens in the hall."""
    if why := _without_pages(door, entry):
        return why
    program = door.show(entry, anew=bool(form.text("anew")))
    if program is None:
        return Done(_ENDS, "hall")
    if not program.began(Address, _PATIENCE):
        return _failed(
            entry, "The pages cannot be shown in the hall.", *program.reason, part="hall"
        )
    return Done(Notice("The pages can be seen in the hall now."), "hall")


def hall_off(door: Door, entry: Entry, form: Form) -> Done:
    """Show them no longer."""
    door.stop(HALL, entry.root)
    return Done(Notice("The pages cannot be seen in the hall any more."), "hall")


def pages(door: Door, entry: Entry, form: Form) -> Done:
    """Open the pages on this computer."""
    if why := _without_pages(door, entry):
        return why
    index = entry.site / "index.html"
    if open_page(index.resolve().as_uri()):
        return Done(Notice("The pages open in a moment."), "hall")
    return _failed(entry, f"Open them yourself: {index}", part="hall")


def open_folder(door: Door, entry: Entry, form: Form) -> Done:
    """Show the event's folder."""
    why = open_path(entry.root)
    return Done(Notice(why or "The folder opens in a moment.", good=not why), "more")


# --- commands ---------------------------------------------------------------------------------


def _command(
    part: str,
    failure: str,
    *words: str,
    options: Callable[[Form], Sequence[str]] = lambda _: (),
    after: Callable[[Form], Sequence[str]] = lambda _: (),
    site: bool = True,
) -> Action:
    """Return an action that runs a command and shows its outcome on the page `part`, beginning with
    `failure` where it fails; `options` stand before the event's folder, `after` behind it."""

    def do(door: Door, entry: Entry, form: Form) -> Done:
        where = ("--site", str(entry.site)) if site else ()
        line = (*words, *options(form), *where, "--", str(entry.root), *after(form))
        return Done(_told(entry, _run(door, entry, *line), failure), part)

    return do


def _report(failure: str, name: str) -> Action:
    """Return an action that runs a command which changes nothing, and shows its text."""

    def do(door: Door, entry: Entry, form: Form) -> Done:
        outcome = run((name, "--", str(entry.root)))
        texts = [in_words(each) for each in outcome.events if isinstance(each, Message)]
        if not texts:
            return Done(_told(entry, outcome, failure), "more")
        return Done(None, "more", door.keep(Report(entry.root, name, "\n".join(texts))))

    return do


def _rounds(form: Form) -> Sequence[str]:
    rounds = form.number("rounds", 0, _MOST_ROUNDS)
    return () if rounds is None else ("--rounds", str(rounds))


def _save(form: Form) -> Sequence[str]:
    number = form.number("number", 1, _MOST_SAVE)
    return () if number is None else (str(number),)


def _documents(form: Form) -> Sequence[str]:
    from runner.render.documents.registry import REGISTRY

    return [key for key in REGISTRY if key in form.all("which")]


def check(door: Door, entry: Entry, form: Form) -> Done:
    """Look for what is wrong with this computer and the event's folder, and show the report."""
    from runner.app.doctor.report import page

    outcome = run(("doctor", "--", str(entry.root)))
    document = outcome.first(Document)
    if document is None:
        return Done(_told(entry, outcome, "The computer could not be looked at"), "more")
    lines = [{**each, "fix": on_page(*each["fix"])} for each in document.content["findings"]]
    text = page({**document.content, "findings": lines}, "This computer")
    return Done(None, "more", door.keep(Report(entry.root, "check", text)))


def erase(door: Door, entry: Entry, form: Form) -> Done:
    """Take a player's name out of everything, for good, after asking once more."""
    name, also = form.text("name"), [each.strip() for each in form.raw("also").split(",")]
    if not name:
        return _failed(entry, "Type the name that is to be taken out.", part="more")
    if who := _elsewhere(door, entry):
        return _failed(entry, f"First end the watch in its own window: {who}.", part="more")
    if not form.text("sure"):
        fields = (*_fields(form), ("sure", "yes"))
        ask = Ask(f"/event/{entry.id}/do/erase", f"Take {name} out for good", fields)
        return Done(Notice(_FOR_GOOD.format(name=name), good=False, more=_STAYS, ask=ask), "more")
    watched = door.programs.stop(WATCH, entry.root)
    options = [f"--also={each}" for each in also if each]
    where = ("--site", str(entry.site), "--", str(entry.root), name)
    outcome = _run(door, entry, "erase", *options, *where)
    if watched:
        door.watch(entry)
    return Done(_told(entry, outcome, "The name was not taken out of everything"), "more")


# --- players ----------------------------------------------------------------------------------


def understand_players(door: Door, entry: Entry, form: Form) -> Done:
    """Show what was understood of a list, before anything is written."""
    name, data = form.files.get("file", ("", form.raw("list").encode()))
    if not data.strip():
        return _failed(entry, "Paste a list, or choose a file.", part="players")
    name = PurePath(name).name
    outcome = run(("players", "--json", f"--name={name}", "--", str(entry.root), "-"), data)
    document = outcome.first(Document)
    if document is None:
        return Done(_told(entry, outcome, "The list could not be read"), "players")
    found = {**document.content, "why": on_page(*document.content.get("why", ()))}
    seen = door.keep(PlayerList(entry.root, name, data, found), len(data))
    return Done(None, "players", seen)


def add_players(door: Door, entry: Entry, form: Form) -> Done:
    """Write the players of the list that was looked at into the workbook."""
    seen = form.text("seen")
    kept = door.kept(seen)
    if not isinstance(kept, PlayerList) or kept.root != entry.root:
        return _failed(entry, "Paste the list again: Runner has forgotten it.", part="players")
    words = ("players", "--yes", "--wait=0", f"--name={kept.name}", "--", str(entry.root), "-")
    with door.at_work(entry) as free:
        outcome = run(words, kept.data) if free else _BUSY
    if outcome.ok:
        return Done(Notice(outcome.lines[-1]), "players")
    return Done(Notice(on_page(*outcome.reason), good=False), "players", seen)


ACTIONS: Mapping[str, Action] = {
    "open": open_workbook,
    "watch": watch_on,
    "unwatch": watch_off,
    "follow": follow,
    "show": hall_on,
    "hide": hall_off,
    "pages": pages,
    "folder": open_folder,
    "understand": understand_players,
    "add": add_players,
    "erase": erase,
    "next": _command("now", "No round went out", "next"),
    "print": _command("paper", "Nothing was printed", "print", after=_documents, site=False),
    "rehearse": _command("more", "Nothing was made up", "rehearse", options=_rounds),
    "end-rehearsal": _command("more", "The rehearsal goes on", "rehearse", "--end"),
    "restore": _command("history", "Nothing was put back", "restore", after=_save),
    "check": check,
    "verify": _report("The rounds could not be drawn again", "verify"),
    "compare": _report("The rules were not compared", "compare"),
}
"""Every action by the end of its address."""


# --- errors in the workbook -------------------------------------------------------------------

DESPITE = "despite"
"""The field of a form that was sent although there are errors: the mark of those that were seen."""
_READING = "Runner is still reading the workbook: try again in a moment."
_MOST = 12  # errors that are named
_ASKED: Mapping[str, tuple[str, str]] = {
    "next": ("now", "Pair {coming} all the same"),
    "print": ("paper", "Print it all the same"),
    "rehearse": ("more", "Rehearse all the same"),
    "end-rehearsal": ("more", "End the rehearsal all the same"),
    "erase": ("more", "Take the name out all the same"),
    "show": ("hall", "Show the pages all the same"),
    "pages": ("hall", "Look at the pages all the same"),
    "export": ("more", "Export it all the same"),
}
"""The actions that publish or print; each with its page and the text of the button there."""


class Question(NamedTuple):
    """A question, and on which of the event's pages it is asked."""

    part: str
    notice: Notice


def question(door: Door, entry: Entry, name: str, form: Form) -> Question | None:
    """Return what to ask before an action publishes or prints from a workbook with errors, of which
    the cells with errors are not used, so that a player may be missing. None where there are none,
    where the action does neither, or where it was asked and the errors are still the same."""
    if name not in _ASKED:
        return None
    part, button = _ASKED[name]
    seen = door.events.find(entry.id, wait=_PATIENCE) or entry
    if not seen.fresh:
        return Question(part, Notice(_READING, good=False))
    wrong = [on_page(*each) for each in seen.card.get("wrong", ())]
    mark = blake2b("\n".join(wrong).encode(), digest_size=9).hexdigest()
    if not wrong or form.text(DESPITE) == mark:
        return None
    left = len(wrong) - _MOST
    are, them = ("is", "it") if len(wrong) == 1 else ("are", "them")
    notice = Notice(
        f"{count(len(wrong), 'error')} {are} open in the workbook: what stands there is not used. "
        f"Fix {them} and save, or go on without.",
        good=False,
        more=(*wrong[:_MOST], *([f"… and {left} more."] if left > 0 else [])),
        ask=Ask(
            f"/event/{entry.id}/{'' if name == 'export' else 'do/'}{name}",
            button.format(coming=seen.card.get("coming") or "the round"),
            (*_fields(form), (DESPITE, mark)),
            get=name == "export",
        ),
    )
    return Question(part, notice)


# --- inside -----------------------------------------------------------------------------------


def _fields(form: Form) -> list[tuple[str, str]]:
    """The fields of a form, to be sent again."""
    return [(key, value) for key, values in form.fields.items() for value in values
            if key not in (TOKEN, DESPITE)]  # fmt: skip


def _elsewhere(door: Door, entry: Entry) -> str:
    """Who watches, where it is not this door."""
    ours = door.programs.find(WATCH, entry.root)
    return "" if ours and ours.on else watched_elsewhere(entry.root)


def _run(door: Door, entry: Entry, *words: str) -> Outcome:
    """Run a command, where no other is under way for the event."""
    with door.at_work(entry) as free:
        return run(words) if free else _BUSY


def _without_pages(door: Door, entry: Entry) -> Done | None:
    """Make the pages where there are none; return why they cannot be made."""
    if (entry.site / "index.html").is_file():
        return None
    where = ("--site", str(entry.site), "--", str(entry.root))
    built = _run(door, entry, "build", "--no-slips", *where)
    return None if built.ok else Done(_told(entry, built, "There are no pages yet"), "hall")


def _failed(entry: Entry, *parts: Part, part: str = "now") -> Done:
    """What did not work, with a button for the first action among the parts that has one."""
    return Done(_refusal(entry, parts), part)


def _refusal(entry: Entry, parts: Parts, more: Sequence[str] = ()) -> Notice:
    return Notice(on_page(*parts), good=False, more=tuple(more), ask=offered(entry.id, parts))


def _told(entry: Entry, outcome: Outcome, failure: str) -> Notice:
    """What a command has reported, published rounds first; where it failed, `failure` and why."""
    if not outcome.ok:
        reason = outcome.reason or ("Runner has not said why.",)
        return _refusal(entry, (f"{failure}.", *reason), outcome.lines[:-1])
    events = sorted(outcome.events, key=lambda each: not isinstance(each, Published))
    lines = [*filter(None, map(in_words, events))]
    return Notice(lines[0] if lines else "Done.", more=tuple(lines[1:]))
