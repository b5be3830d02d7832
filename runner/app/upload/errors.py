"""What keeps an upload from being finished."""

import re
from collections.abc import Mapping
from enum import Enum


class Trouble(Enum):
    """What went wrong, as a sentence."""

    OFFLINE = "There is no connection to {where}."
    CUT = "The connection to {where} was cut in the middle."
    REFUSED = "{where} does not accept the name or password."
    CERTIFICATE = "The certificate of {where} is not valid; check this computer’s clock, too."
    AUTHORITIES = "This computer has no list of the authorities that certify {where}."
    HOST_KEY = "This computer does not know the host key of {where}."
    CLOCK = "{where} refuses: the clock of this computer is wrong."
    FULL = "There is no more room at {where}."
    MISSING = "{where} does not exist, or this account may not see it."
    READ_ONLY = "This account may not write to {where}."
    ANOTHER = "{where} has the site of another event, “{more}”."
    NEWER = "{where} has a newer state of this event, from another computer or copy."
    MEANWHILE = "Another computer is publishing to {where} just now."
    PACKAGE = "The package {more} is missing, which publishing to {where} needs."
    FAILED = "Publishing to {where} failed: {more}."

    @property
    def code(self) -> str:
        """The code of the problem on the desk."""
        return f"publish.{self.name.lower().replace('_', '-')}"


_LATER = "While the watch runs, Runner tries again by itself."
_AGAIN = f"Check the network. {_LATER}"
FIXES = {
    Trouble.OFFLINE: _AGAIN,
    Trouble.CUT: f"Check the network, and that the server’s disk is not full. {_LATER}",
    Trouble.REFUSED: "Give the name and the password again.",
    Trouble.CERTIFICATE: "Set the clock; or ask whoever runs that server.",
    Trouble.AUTHORITIES: "Install the package ca-certificates of your system.",
    Trouble.HOST_KEY: "Connect to it once with ssh, compare the key that it shows, and say yes.",
    Trouble.CLOCK: "Set the clock of this computer.",
    Trouble.FULL: f"Make room there. {_LATER}",
    Trouble.MISSING: "Check the address under Publish to.",
    Trouble.READ_ONLY: "Give this account the right to write there.",
    Trouble.ANOTHER: "Choose another folder or branch, or take the other site down first.",
    Trouble.NEWER: "Publish from the computer with the newer state.",
    Trouble.MEANWHILE: _LATER,
    Trouble.PACKAGE: "Install it.",
    Trouble.FAILED: _LATER,
}
"""What the organiser can do."""


_ADDRESSES = re.compile(r"\w+://\S+|[\w.-]+@[\w.-]+:\S+|'[^']*'")


def found_in(text: str, known: Mapping[str, Trouble]) -> Trouble | None:
    """Return the trouble of the first part that another program's message has, for one that has no
    codes; addresses and quoted names in it may be called anything."""
    plain = _ADDRESSES.sub("", text)
    return next((trouble for part, trouble in known.items() if part in plain), None)


class UploadError(Exception):
    """An upload that was not finished: `where` is the host or folder, `more` a name or a reason."""

    def __init__(self, trouble: Trouble, where: str, more: str = "") -> None:
        self.trouble, self.where, self.more = trouble, where, more.rstrip(".")
        super().__init__(trouble.value.format(where=where, more=self.more))
