"""How actions look on the local page: a sentence that names the button and the page it is on."""

from collections.abc import Callable, Mapping
from typing import Any

from runner.core import actions
from runner.core.actions import Action, Part


def on_page(*parts: Part) -> str:
    """Return a text as the local page shows it, with the name of a button for each action."""
    return " ".join(
        filter(None, (each if isinstance(each, str) else _SENTENCES[type(each)](each)
                      for each in parts))
    )  # fmt: skip


_SENTENCES: Mapping[type[Action], Callable[[Any], str]] = {
    actions.Restore: lambda action: (
        "“Put back what is lost” on the page History puts it back."
        if action.save is None
        else f"“Bring back” on the page History writes save {action.save} into a new file."
    ),
    actions.History: lambda _: "The page History lists the saves.",
    actions.Status: lambda _: "The page Now lists all problems.",
    actions.Verify: lambda _: "“Draw all rounds again” on the page More does so.",
    actions.NewEvent: lambda _: "“New event” on the first page makes one.",
    actions.Demo: lambda _: "Try things out in a separate event: “New event” on the first page.",
    actions.Build: lambda _: "“Watch” on the page Now brings everything up to date.",
    actions.Serve: lambda action: (
        "“Show them at another address for good” does so; printed codes do not lead there."
        if action.new_port
        else "“Show” on the page Hall shows the pages in the hall."
    ),
    actions.StopWatching: lambda _: "“Stop watching” on the page Now ends the watch.",
    actions.FollowFolder: lambda _: "“Go back to the workbook in the folder” is on the page More.",
    actions.FollowLink: lambda _: "Paste the link again, on the page More.",
    actions.MoveSite: lambda _: "",
    actions.Diagnose: lambda _: "“Check this computer” on the page More looks for the reason.",
    actions.InstallPackages: lambda action: f"Install {' '.join(action.names)}.",
    actions.OpenPorts: lambda action: (
        f"Let the ports {action.first} to {action.last} through the firewall."
    ),
    actions.NameAlso: lambda _: "Name them in the other field.",
}  # fmt: skip
