"""Actions that a user interface can offer, and texts that include such offers.

An action says what to do, not how it looks: the terminal shows a command line for it, the local
page a button or the name of a page (`runner.render.wording`). Paths are strings as the user knows
them. `event` is the folder of the event; "" is the event that the user interface is showing.
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
    """Pair every published round again and list the manual changes."""


class NewEvent(_OfEvent):
    """Make a new event with an empty workbook."""


class Demo(_OfEvent):
    """Try Runner in a separate event with made-up players; `event` is its folder."""


class Build(_OfEvent):
    """Rebuild pages, ledger, workbook and slips."""


class StopWatching(_OfEvent):
    """Stop watching the event."""


class FollowFolder(_OfEvent):
    """Use the workbook in the event's folder again instead of the online one."""


class FollowLink(_OfEvent):
    """Follow an online workbook, given its link."""


class Diagnose(_OfEvent):
    """Diagnose problems with this computer or with the event's folder."""


class NameAlso(_OfEvent):
    """Erase again, naming nicknames and parts of the name too."""


@dataclass(frozen=True, slots=True)
class Restore(_OfEvent):
    """Restore a lost or damaged workbook or ledger, or write the kept save number `save` into a new
    file. `to` is the name of the restored workbook and `site` the folder of the pages, if they are
    not the default ones; `as_it_is` accepts the loss of what cannot be restored."""

    save: int | None = None
    to: str = ""
    site: str = ""
    as_it_is: bool = False


@dataclass(frozen=True, slots=True)
class MoveSite(_OfEvent):
    """Move the pages of the event to another folder, `site`."""

    site: str = ""


@dataclass(frozen=True, slots=True)
class Serve:
    """Serve the pages on the local network; `new_port` changes their address permanently."""

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
    """Install Python packages: those in `names`, or the tested versions of the file `lock`."""

    names: tuple[str, ...] = ()
    lock: str = ""


@dataclass(frozen=True, slots=True)
class StartReachable:
    """Start the spreadsheet program with `command`, so that Runner can connect to it."""

    program: str
    command: str


@dataclass(frozen=True, slots=True)
class OpenPorts:
    """Allow phones through the firewall `firewall` ("ufw" or "firewalld") to a range of ports."""

    firewall: str
    first: int
    last: int


Action = (
    Restore | History | Status | Verify | NewEvent | Demo | Build | Serve | StopWatching
    | FollowFolder | FollowLink | MoveSite | Diagnose | ListPresets | InstallPackages
    | InstallRequirements | StartReachable | OpenPorts | NameAlso
)  # fmt: skip
Part = str | Action
"""One part of a text: a sentence that is valid in every user interface, or an action."""
Parts = tuple[Part, ...]
