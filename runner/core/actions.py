"""What a user interface can offer to do about something, and what a sentence with such an offer is.

An action names what is to be done and nothing of how it looks: the terminal writes a command line
for it, the local page a button or the name of a page (`runner.render.wording`). Paths are strings
as the user knows them. `event` is the folder of the event; "" is the event that the user interface
is showing.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class _OfEvent:
    event: str = ""


class History(_OfEvent):
    """List the kept saves of the workbook."""


class Status(_OfEvent):
    """List all problems of the event, and what to do next."""


class Verify(_OfEvent):
    """Draw every published round again and list the manual changes."""


class NewEvent(_OfEvent):
    """Make a new event with an empty workbook."""


class Demo(_OfEvent):
    """Try things out in a separate event with made-up players; `event` is its folder."""


class Build(_OfEvent):
    """Bring pages, ledger, workbook and slips up to date."""


class StopWatching(_OfEvent):
    """End the watch of the event."""


class FollowFolder(_OfEvent):
    """Use the workbook in the event's folder again in place of the one on the web."""


class FollowLink(_OfEvent):
    """Follow a workbook on the web, by its link."""


class Diagnose(_OfEvent):
    """Look for what is wrong with this computer or with the event's folder."""


class NameAlso(_OfEvent):
    """Erase again, and name nicknames and parts of the name as well."""


@dataclass(frozen=True, slots=True)
class Restore(_OfEvent):
    """Put back a lost or damaged workbook or ledger, or write the kept save number `save` into a
    new file. `to` is the name of the restored workbook, where it is not the usual one, `site` the
    folder of the pages, where it is not; `as_it_is` accepts the loss of what cannot be restored."""

    save: int | None = None
    to: str = ""
    site: str = ""
    as_it_is: bool = False


@dataclass(frozen=True, slots=True)
class MoveSite(_OfEvent):
    """Put the pages of the event into another folder, `site`."""

    site: str = ""


@dataclass(frozen=True, slots=True)
class Serve:
    """Show the pages in the hall; `new_port` gives them another address for good."""

    site: str = ""
    new_port: bool = False


@dataclass(frozen=True, slots=True)
class ListPresets:
    """List the presets of the rules."""


@dataclass(frozen=True, slots=True)
class InstallPackages:
    """Install packages of the operating system."""

    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InstallRequirements:
    """Install packages of Python: those `names`, or the tested versions of the file `lock`."""

    names: tuple[str, ...] = ()
    lock: str = ""


@dataclass(frozen=True, slots=True)
class StartReachable:
    """Start the spreadsheet program so that Runner can reach it, by its own command."""

    program: str
    command: str


@dataclass(frozen=True, slots=True)
class OpenPorts:
    """Let telephones through the firewall `firewall` ("ufw" or "firewalld") to these ports."""

    firewall: str
    first: int
    last: int


Action = (
    Restore | History | Status | Verify | NewEvent | Demo | Build | Serve | StopWatching
    | FollowFolder | FollowLink | MoveSite | Diagnose | ListPresets | InstallPackages
    | InstallRequirements | StartReachable | OpenPorts | NameAlso
)  # fmt: skip
Part = str | Action
"""One part of a text: a sentence that holds in every user interface, or an action."""
Parts = tuple[Part, ...]
