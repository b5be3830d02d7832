"""The words for actions: command lines in the terminal, names of buttons on the local page."""

import re
import sys
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import NamedTuple

from runner.core import actions
from runner.core.actions import Action, Part

_PLAIN = re.compile(r"[\w./\\:~+,=@-]+")
EVENT_DIR = "EVENT_DIR"
"""Placeholder in a command for an unknown event folder."""


class _Look(NamedTuple):
    """The words for an action, with its fields in braces: `what` it does, its `command` in the
    terminal, and the sentence for the local `page`; either may be "". `button` is the label of its
    button, and `do` the last part of the URL that it posts to."""

    what: str
    command: str
    page: str = ""
    button: str = ""
    do: str = ""


_LOOKS: Mapping[type[Action], _Look] = {
    actions.Restore: _Look("Put back what is lost", "runner restore {event}",
        "“Put back what is lost” is on the page History.", "Put back what is lost", "restore"),
    actions.History: _Look("List the saves", "runner history {event}",
        "The page History lists the saves."),
    actions.Status: _Look("List all problems", "runner status {event}",
        "The page Now lists all problems."),
    actions.Verify: _Look("Draw all rounds again", "runner verify {event}",
        "“Draw all rounds again” is on the page More.", "Draw all rounds again", "verify"),
    actions.NewEvent: _Look("Make a new event", "runner new {event}",
        "“New event” is on the first page."),
    actions.Demo: _Look("Try things out in a separate event", "runner demo {event}",
        "Try things out in a separate event: “New event” is on the first page."),
    actions.Build: _Look("Bring everything up to date", "runner build {event}",
        "“Watch” on the page Now brings everything up to date."),
    actions.Serve: _Look("Show the pages in the hall", "runner serve {site}",
        "“Show” is on the page Hall.", "Show the pages", "show"),
    actions.StopWatching: _Look("End the watch", "Ctrl-C in its window",
        "“Stop watching” on the page Now ends the watch.", "Stop watching", "unwatch"),
    actions.FollowFolder: _Look("Use the workbook in the folder again",
        "runner watch {event} --from here",
        "“Go back to the workbook in the folder” is on the page More.",
        "Go back to the workbook in the folder", "follow"),
    actions.FollowLink: _Look("Give the link again", "runner watch {event} --from LINK",
        "Paste the link again, on the page More."),
    actions.MoveSite: _Look("Give the pages of this event a folder of their own", "--site {site}"),
    actions.Diagnose: _Look("Diagnose problems", "runner doctor {event}",
        "“Check this computer” is on the page More.", "Check this computer", "check"),
    actions.ListPresets: _Look("List the presets", "runner rules"),
    actions.InstallPackages: _Look("On Debian or Ubuntu", "sudo apt install {names}",
        "On Debian or Ubuntu install {names}."),
    actions.InstallRequirements: _Look("Install them", "{python} -m pip install {names}"),
    actions.StartReachable: _Look("To have them at once, start {program} like this", "{command}"),
    actions.OpenPorts: _Look("Let telephones through to the pages",
        "sudo ufw allow {first}:{last}/tcp",
        "Let the ports {first} to {last} through the firewall."),
    actions.NameAlso: _Look("Name them as well", "runner erase {event} NAME --also NICKNAME",
        "Name them in the other field."),
}  # fmt: skip


def typed(path: Path | str) -> str:
    """Return a path as typed into a terminal, quoted if needed."""
    name = str(Path(path))
    return name if _PLAIN.fullmatch(name) else f'"{name}"'


def in_terminal(*parts: Part, event: str = EVENT_DIR) -> str:
    """Return text for the terminal: sentences, and the command line of each action. `event` is the
    folder of the event for actions that name none."""
    pieces = []
    for at, part in enumerate(parts, 1):
        if isinstance(part, str):
            pieces.append(part)
            continue
        command = command_line(part, event)
        quoted = f"“{command}”." if at < len(parts) else command
        what = _filled(_look(part).what, part, event)
        pieces.append(f"{what}: {quoted}" if command else f"{what}.")
    return " ".join(filter(None, pieces))


def on_page(*parts: Part) -> str:
    """Return text for the local page: sentences, and for each action where its button is."""
    pieces = (
        part if isinstance(part, str) else _filled(_look(part).page, part, names=", ")
        for part in parts
    )
    return " ".join(filter(None, pieces))


def command_line(action: Action, event: str = EVENT_DIR) -> str:
    """Return the command line of an action, or "" if there is none."""
    return _filled(_look(action).command, action, event)


def button_of(action: Action) -> tuple[str, str] | None:
    """Return the last part of the URL that an action's button posts to, and its label; None if the
    action has no button."""
    look = _look(action)
    return (look.do, _filled(look.button, action)) if look.do else None


def _look(action: Action) -> _Look:
    look = _LOOKS[type(action)]
    match action:
        case actions.Restore(save=int()):
            return _Look(
                "Write save {save} into a new file", "runner restore {event} {save}",
                "“Bring back” on the page History writes save {save} into a new file.",
                "Bring back save {save}", "restore",
            )  # fmt: skip
        case actions.Restore(_, _, to, site, as_it_is):
            options = " --to {to}" * bool(to) + " --site {site}" * bool(site)
            if as_it_is:
                what, command = "Accept the loss, and go on", f"{look.command}{options} --as-it-is"
                return _Look(what, command)
            return look._replace(command=look.command + options)
        case actions.Serve(new_port=True):
            what = "Give the pages another address for good, to which printed codes do not lead"
            button = "Show them at another address for good"
            return _Look(what, "runner serve {site} --new-port", "", button, "show")
        case actions.MoveSite(site=""):
            return look._replace(command="--site FOLDER")
        case actions.InstallRequirements(lock=str() as lock) if lock:
            return look._replace(command="{python} -m pip install --require-hashes -r {lock}")
        case actions.OpenPorts("firewalld"):
            return look._replace(command="sudo firewall-cmd --add-port={first}-{last}/tcp")
    return look


def _filled(text: str, action: Action, event: str = EVENT_DIR, names: str = " ") -> str:
    """Return `text` with the action's fields: paths as typed, lists joined by `names`."""
    values = {each.name: getattr(action, each.name) for each in fields(action)}
    for name in values.keys() & {"event", "site", "to", "lock"}:
        values[name] = typed(values[name] or event)
    values["names"] = names.join(values.get("names", ()))
    return text.format(python=Path(sys.executable).name, **values)
