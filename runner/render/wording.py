"""How actions look: in the terminal a command line, on the local page the name of a button."""

import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from runner.core import actions
from runner.core.actions import Action, Part
from runner.core.problems import Problem

_PLAIN = re.compile(r"[\w./\\:~+,=@-]+")


def typed(path: Path) -> str:
    """Return a path as it is typed into a terminal, in quotes where it needs them."""
    name = str(path)
    return name if _PLAIN.fullmatch(name) else f'"{name}"'


def in_terminal(*parts: Part) -> str:
    """Return a text as the terminal shows it: sentences, and for each action its command line."""
    return " ".join(filter(None, _pieces(parts)))


def on_page(*parts: Part) -> str:
    """Return a text as the local page shows it: sentences, and for each action where its button
    is."""
    found = (part if isinstance(part, str) else _on_page(part) for part in parts)
    return " ".join(filter(None, found))


def in_full(problem: Problem) -> str:
    """Return a problem as the terminal shows it: where it is, what is wrong, and what to do."""
    where = f"{problem.place}: " if problem.place.sheet else ""
    return f"{where}{in_terminal(problem.text, *problem.fix)}"


def command_line(action: Action) -> str:
    """Return what has to be typed into the terminal for an action, "" where nothing can be."""
    return _COMMANDS[type(action)](action)[1]


def _pieces(parts: tuple[Part, ...]) -> Iterator[str]:
    for at, part in enumerate(parts, 1):
        if isinstance(part, str):
            yield part
            continue
        what, command = _COMMANDS[type(part)](part)
        quoted = f"“{command}”." if at < len(parts) else command
        yield f"{what}: {quoted}" if command else f"{what}."


def _line(*words: str) -> str:
    """A command of Runner's, with each word as it has to be typed."""
    return " ".join(("runner", *(typed(Path(word)) for word in words if word)))


def _restore(action: actions.Restore) -> tuple[str, str]:
    event = action.event or "EVENT_DIR"
    if action.save is not None:
        return f"Write save {action.save} into a new file", _line(
            "restore", event, f"{action.save}"
        )
    options = [*(("--to", action.to) if action.to else ()),
               *(("--site", action.site) if action.site else ()),
               *(("--as-it-is",) if action.as_it_is else ())]  # fmt: skip
    what = "Accept the loss, and go on" if action.as_it_is else "Put back what is lost"
    return what, _line("restore", event, *options)


def _ports(action: actions.OpenPorts) -> tuple[str, str]:
    first, last = action.first, action.last
    command = (
        f"sudo ufw allow {first}:{last}/tcp" if action.firewall == "ufw"
        else f"sudo firewall-cmd --add-port={first}-{last}/tcp"
    )  # fmt: skip
    return "Let telephones through to the pages", command


def _named(what: str, *words: str) -> Callable[[Any], tuple[str, str]]:
    """A command that needs nothing but the event's folder, before the last of the options."""
    first, *options = words
    return lambda action: (what, _line(first, action.event or "EVENT_DIR", *options))


_COMMANDS: Mapping[type[Action], Callable[[Any], tuple[str, str]]] = {
    actions.Restore: _restore,
    actions.History: _named("List the saves", "history"),
    actions.Status: _named("List all problems", "status"),
    actions.Verify: _named("Draw all rounds again", "verify"),
    actions.NewEvent: _named("Make a new event", "new"),
    actions.Demo: _named("Try things out in a separate event", "demo"),
    actions.Build: _named("Bring everything up to date", "build"),
    actions.Serve: lambda action: (
        ("Give the pages another address for good, to which printed codes do not lead",
         _line("serve", action.site or "EVENT_DIR", "--new-port"))
        if action.new_port
        else ("Show the pages in the hall", _line("serve", action.site or "EVENT_DIR"))
    ),
    actions.StopWatching: lambda _: ("End the watch", "Ctrl-C in its window"),
    actions.FollowFolder: _named(
        "Use the workbook in the folder again", "watch", "--from", "here"
    ),
    actions.FollowLink: _named("Give the link again", "watch", "--from", "LINK"),
    actions.MoveSite: lambda action: (
        "Give the pages of this event a folder of their own",
        f"--site {typed(Path(action.site))}" if action.site else "--site FOLDER",
    ),
    actions.Diagnose: _named("Diagnose problems", "doctor"),
    actions.InstallPackages: lambda action: (
        "On Debian or Ubuntu", f"sudo apt install {' '.join(action.names)}"
    ),
    actions.InstallRequirements: lambda action: (
        "Install them",
        f"{Path(sys.executable).name} -m pip install "
        + (" ".join(action.names) or f"--require-hashes -r {action.lock}"),
    ),
    actions.StartReachable: lambda action: (
        f"To have them at once, start {action.program} like this", action.command
    ),
    actions.OpenPorts: _ports,
    actions.NameAlso: _named("Name them as well", "erase", "NAME", "--also", "NICKNAME"),
}  # fmt: skip


def _on_page(action: Action) -> str:
    match action:
        case actions.Restore(as_it_is=True) | actions.Serve(new_port=True):
            return ""
        case actions.Restore(save=int() as number):
            return f"“Bring back” on the page History writes save {number} into a new file."
        case actions.InstallPackages(names):
            return f"On Debian or Ubuntu install {', '.join(names)}."
        case actions.OpenPorts(_, first, last):
            return f"Let the ports {first} to {last} through the firewall."
    return _BUTTONS.get(type(action), "")


_BUTTONS: Mapping[type[Action], str] = {
    actions.Restore: "“Put back what is lost” is on the page History.",
    actions.History: "The page History lists the saves.",
    actions.Status: "The page Now lists all problems.",
    actions.Verify: "“Draw all rounds again” is on the page More.",
    actions.NewEvent: "“New event” is on the first page.",
    actions.Demo: "Try things out in a separate event: “New event” is on the first page.",
    actions.Build: "“Watch” on the page Now brings everything up to date.",
    actions.Serve: "“Show” is on the page Hall.",
    actions.StopWatching: "“Stop watching” on the page Now ends the watch.",
    actions.FollowFolder: "“Go back to the workbook in the folder” is on the page More.",
    actions.FollowLink: "Paste the link again, on the page More.",
    actions.Diagnose: "“Check this computer” is on the page More.",
    actions.NameAlso: "Name them in the other field.",
}
"""What the local page says for an action; nothing for one that it cannot offer."""
