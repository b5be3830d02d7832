"""What can be done to an event from the door: a function each, and a line of `ACTIONS`.

Each does what a command of Runner's does, by that command, and says in a sentence what came of it.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path, PurePath
from typing import Any, NamedTuple

from runner.app.door import offices
from runner.app.door.commands import Said, run
from runner.app.door.door import Door
from runner.app.door.opening import open_page, open_path
from runner.app.door.programs import HALL, WATCH, Program
from runner.app.door.shelf import Entry
from runner.app.door.watched import watched_elsewhere
from runner.app.door.words import without_commands
from runner.app.event_folder import EventFolder
from runner.app.http.forms import TOKEN, Form
from runner.app.serve.ports import TAKEN
from runner.render.door.views import Ask, Notice
from runner.workbook.live.office import open_in_libreoffice

_MOST_ROUNDS = 20
_MOST_SAVE = 999_999
_LONGEST_LINK = 2000
_PATIENCE = 60.0  # seconds for the first line that tells, from the web as well
_WATCHES, _FOLLOWS = "Watching ", "Following the workbook"


class Done(NamedTuple):
    """What is said afterwards, and on which of the event's pages; `seen` is the key of what is
    looked at there before it is used."""

    notice: Notice | None
    part: str = "now"
    seen: str = ""


class PlayerList(NamedTuple):
    """A list that somebody looks at, for which event, and what was understood of it."""

    root: Path
    name: str
    data: bytes
    found: Mapping[str, Any]


class Report(NamedTuple):
    """What a look at an event has found, or at this computer, and by which action."""

    root: Path
    name: str
    text: str


Action = Callable[[Door, Entry, Form], Done]

_TAB = "You can close this page: watching goes on as long as Runner’s own window is open."


def open_workbook(door: Door, entry: Entry, form: Form) -> Done:
    """Open the workbook in whatever opens workbooks here, and watch it."""
    if entry.workbook is None:
        return Done(Notice(without_commands(entry.trouble), good=False))
    live = offices.names_appear(entry.root) and open_in_libreoffice(entry.workbook)
    if not live and (why := open_path(entry.workbook)):
        return Done(Notice(why, good=False))
    opens = f"{entry.workbook.name} opens in a moment."
    if _elsewhere(door, entry) or not door.watch(entry):
        return Done(Notice(opens, more=(_TAB,)))
    return Done(Notice(f"{opens} Every save counts at once.", more=(_names(entry, live), _TAB)))


def watch_on(door: Door, entry: Entry, form: Form) -> Done:
    """Follow every save of the workbook."""
    if entry.workbook is None:
        return Done(Notice(without_commands(entry.trouble), good=False))
    if who := _elsewhere(door, entry):
        return Done(Notice(f"This event is being watched already: by {who}.", good=False))
    if door.watch(entry) is None:
        return Done(Notice("Runner is about to end.", good=False))
    return Done(Notice("Runner watches the workbook now: every save counts.", more=(_TAB,)))


def watch_off(door: Door, entry: Entry, form: Form) -> Done:
    """Follow it no longer."""
    if door.stop(WATCH, entry.root):
        return Done(Notice("Runner does not watch any more. What was published stays."))
    return Done(Notice("Runner was not watching."))


def hall_on(door: Door, entry: Entry, form: Form) -> Done:
    """Show the pages to telephones and screens in the hall."""
    if not (entry.site / "index.html").is_file():
        built = _run(door, entry, "build", "--no-slips", *_here(entry))
        if not built.ok:
            return Done(_told(built, "There are no pages yet"), "hall")
    program = door.show(entry, anew=bool(form.text("anew")))
    if program is None:
        return Done(Notice("Runner is about to end.", good=False), "hall")
    if not program.heard(_ADDRESS, _PATIENCE):
        words = f"The pages cannot be shown in the hall. {program.why}"
        elsewhere = Ask(f"/event/{entry.id}/do/show", "Show them at another address for good",
                        (("anew", "yes"),))  # fmt: skip
        taken = TAKEN in program.why
        return Done(Notice(words, good=False, ask=elsewhere if taken else None), "hall")
    return Done(Notice("The pages can be seen in the hall now."), "hall")


def hall_off(door: Door, entry: Entry, form: Form) -> Done:
    """Show them no longer."""
    door.stop(HALL, entry.root)
    return Done(Notice("The pages cannot be seen in the hall any more."), "hall")


def pages(door: Door, entry: Entry, form: Form) -> Done:
    """Open the pages on this computer."""
    index = entry.site / "index.html"
    if not index.is_file():
        built = _run(door, entry, "build", "--no-slips", *_here(entry))
        if not built.ok:
            return Done(_told(built, "There are no pages yet"), "hall")
    if open_page(index.resolve().as_uri()):
        return Done(Notice("The pages open in a moment."), "hall")
    return Done(Notice(f"Open them yourself: {index}", good=False), "hall")


def open_folder(door: Door, entry: Entry, form: Form) -> Done:
    """Show the event's folder."""
    why = open_path(entry.root)
    return Done(Notice(why or "The folder opens in a moment.", good=not why), "more")


def next_round(door: Door, entry: Entry, form: Form) -> Done:
    """Pair and publish the next round."""
    said = _run(door, entry, "next", *_here(entry))
    return Done(_told(said, "No round went out"))


def print_documents(door: Door, entry: Entry, form: Form) -> Done:
    """Print the documents that were chosen, or those that each round has."""
    from runner.render.documents.registry import REGISTRY

    wanted = [key for key in REGISTRY if key in form.all("which")]
    said = _run(door, entry, "print", "--", str(entry.root), *wanted)
    return Done(_told(said, "Nothing was printed"), "paper")


def rehearse(door: Door, entry: Entry, form: Form) -> Done:
    """Fill in made-up results, of so many rounds."""
    rounds = form.number("rounds", 0, _MOST_ROUNDS)
    many = () if rounds is None else ("--rounds", str(rounds))
    said = _run(door, entry, "rehearse", *many, *_here(entry))
    return Done(_told(said, "Nothing was made up"), "more")


def end_rehearsal(door: Door, entry: Entry, form: Form) -> Done:
    """Take everything that was made up out again."""
    said = _run(door, entry, "rehearse", "--end", *_here(entry))
    return Done(_told(said, "The rehearsal goes on"), "more")


def restore(door: Door, entry: Entry, form: Form) -> Done:
    """Write a save of old into a new file, or put back what is lost."""
    number = form.number("number", 1, _MOST_SAVE)
    save = () if number is None else (str(number),)
    said = _run(door, entry, "restore", "--site", str(entry.site), "--", str(entry.root), *save)
    return Done(_told(said, "Nothing was put back"), "history")


def understand_players(door: Door, entry: Entry, form: Form) -> Done:
    """Say what was understood of a list, before anything is written."""
    name, data = form.files.get("file", ("", form.raw("list").encode()))
    if not data.strip():
        return Done(Notice("Paste a list, or choose a file.", good=False), "players")
    said = run(
        ("players", "--json", f"--name={PurePath(name).name}", "--", str(entry.root), "-"), data
    )
    try:
        found = _plain(json.loads(said.output))
    except ValueError:
        return Done(_told(said, "The list could not be read"), "players")
    seen = door.keep(PlayerList(entry.root, PurePath(name).name, data, found), len(data))
    return Done(None, "players", seen)


def check(door: Door, entry: Entry, form: Form) -> Done:
    """Say what stands in Runner's way on this computer and in the event's folder."""
    said = run(("doctor", "--", str(entry.root)))
    if not said.output:
        return Done(_told(said, "The computer could not be looked at"), "more")
    text = "\n".join(map(without_commands, said.output.decode("utf-8", "replace").splitlines()))
    return Done(None, "more", door.keep(Report(entry.root, "check", text)))


def verify(door: Door, entry: Entry, form: Form) -> Done:
    """Draw every round again, and say whether it comes out the same."""
    return _reported(door, entry, "verify", "The rounds could not be drawn again")


def compare(door: Door, entry: Entry, form: Form) -> Done:
    """Rank the event by every preset, and say who would move."""
    return _reported(door, entry, "compare", "The rules were not compared")


def _reported(door: Door, entry: Entry, name: str, otherwise: str) -> Done:
    """What a command that only looks has found, to be read on the page."""
    said = run((name, "--", str(entry.root)))
    if not said.output:
        return Done(_told(said, otherwise), "more")
    lines = [line for line in said.lines if not line.startswith(_AS_A_PAGE)]
    return Done(None, "more", door.keep(Report(entry.root, name, "\n".join(lines))))


def erase(door: Door, entry: Entry, form: Form) -> Done:
    """Take a player's name out of everything, for good, once that was said twice."""
    name, also = form.text("name"), [each.strip() for each in form.raw("also").split(",")]
    if not name:
        return Done(Notice("Type the name that is to be taken out.", good=False), "more")
    if who := _elsewhere(door, entry):
        return Done(Notice(f"First end the watch in its own window: {who}.", good=False), "more")
    if not form.text("sure"):
        fields = [(key, value) for key, values in form.fields.items() for value in values
                  if key != TOKEN]  # fmt: skip
        ask = Ask(f"/event/{entry.id}/do/erase", f"Take {name} out for good",
                  (*fields, ("sure", "yes")))  # fmt: skip
        return Done(Notice(_FOR_GOOD.format(name=name), good=False, more=_STAYS, ask=ask), "more")
    watched = door.programs.stop(WATCH, entry.root)
    options = [f"--also={each}" for each in also if each]
    where = ("--site", str(entry.site), "--", str(entry.root), name)
    said = _run(door, entry, "erase", *options, *where)
    if watched:
        door.watch(entry)
    return Done(_told(said, "The name was not taken out of everything"), "more")


def follow(door: Door, entry: Entry, form: Form) -> Done:
    """Watch a workbook on the web instead of the one in the folder; "here" goes back to that."""
    link = form.text("link", most=_LONGEST_LINK)
    if not link:
        return Done(Notice("Paste the link to the workbook.", good=False), "more")
    if who := _elsewhere(door, entry):
        return Done(Notice(f"This event is being watched already: by {who}.", good=False), "more")
    before = door.programs.stop(WATCH, entry.root)
    program = door.watch(entry, link)
    if program is None:
        return Done(Notice("Runner is about to end.", good=False))
    back = link == offices.BACK
    if program.heard(_WATCHES if back else _FOLLOWS, _PATIENCE):
        told = "the workbook in the folder again" if back else "the workbook on the web"
        return Done(Notice(f"Runner watches {told}: every save counts.", more=(_TAB,)))
    why = program.why or "No answer came. Runner tries again as long as it watches."
    if before and not program.on:
        door.watch(entry)
    return Done(Notice(f"The workbook on the web cannot be followed. {why}", good=False), "more")


def add_players(door: Door, entry: Entry, form: Form) -> Done:
    """Write the players of the list that was looked at into the workbook."""
    seen = form.text("seen")
    kept = door.kept(seen)
    if not isinstance(kept, PlayerList) or kept.root != entry.root:
        return Done(Notice("Paste the list again: Runner has forgotten it.", good=False), "players")
    words = ("players", "--yes", "--wait=0", f"--name={kept.name}", "--", str(entry.root), "-")
    with door.at_work(entry) as free:
        said = run(words, kept.data) if free else _BUSY
    if said.ok:
        return Done(Notice(said.lines[-1]), "players")
    return Done(Notice(said.last, good=False), "players", seen)


ACTIONS: Mapping[str, Action] = {
    "open": open_workbook,
    "watch": watch_on,
    "unwatch": watch_off,
    "show": hall_on,
    "hide": hall_off,
    "pages": pages,
    "folder": open_folder,
    "next": next_round,
    "print": print_documents,
    "rehearse": rehearse,
    "end-rehearsal": end_rehearsal,
    "restore": restore,
    "understand": understand_players,
    "add": add_players,
    "check": check,
    "follow": follow,
    "verify": verify,
    "compare": compare,
    "erase": erase,
}
"""Every action by the end of its address."""

_FOR_GOOD = (
    "{name} is taken out of the workbook, the ledger, the history, paper and pages. No undo."
)
_STAYS = (
    "Results, points and pairings stay, under the Id: the numbers of the others rest on them.",
    "Close the workbook first. Copies elsewhere, backups and what is printed are not reached.",
)
_ADDRESS = "http://"
_LIVE = "Names of a round appear in it while it is open."
_CLOSED = "Names of a round are written into it when you close it."
_NEVER = "Its original lies on the web: type there. Names of a round do not go into it."
_AS_A_PAGE = "The same as a page for the staff"
_NAMES = ("players", "text", "names")  # of people, and lines of theirs
_BUSY = Said(False, ("Runner is still at something else for this event: wait a moment.",))


def hall_addresses(program: Program | None) -> list[str]:
    """Where a hall's server can be reached, from other computers first; [] where it is not on."""
    if program is None or not program.on:
        return []
    found = [line.words.split(_ADDRESS, 1)[1] for line in program.lines if _ADDRESS in line.words]
    return [_ADDRESS + each.split()[0] for each in found if each]


def _elsewhere(door: Door, entry: Entry) -> str:
    """Who watches, where it is not this door."""
    ours = door.programs.find(WATCH, entry.root)
    return "" if ours and ours.on else watched_elsewhere(entry.root)


def _names(entry: Entry, live: bool) -> str:
    """When names come into the workbook that opens."""
    if EventFolder(entry.root).web.exists():
        return _NEVER
    return _LIVE if live else _CLOSED


def _here(entry: Entry) -> Sequence[str]:
    return ("--site", str(entry.site), "--", str(entry.root))


def _run(door: Door, entry: Entry, *words: str) -> Said:
    """A command, where no other is under way for the event."""
    with door.at_work(entry) as free:
        if not free:
            return _BUSY
        return run(words)


def _plain(found: Any) -> Any:
    """What was understood of a list, each sentence without a command."""
    if isinstance(found, dict):
        return {key: value if key in _NAMES else _plain(value) for key, value in found.items()}
    if isinstance(found, list):
        return [_plain(each) for each in found]
    return without_commands(found) if isinstance(found, str) else found


def _told(said: Said, otherwise: str) -> Notice:
    """What a command has said; where it went wrong, `otherwise` begins the sentence."""
    lines = said.lines
    if said.ok:
        return Notice(lines[0] if lines else "Done.", more=tuple(lines[1:]))
    last = lines[-1] if lines else "Runner has not said why."
    return Notice(f"{otherwise}. {last}", good=False, more=tuple(lines[:-1]))
