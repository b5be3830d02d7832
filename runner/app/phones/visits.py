"""Who visits a page of results by phone."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from hashlib import sha256

from runner.app import time_zone
from runner.app.http import Response
from runner.app.phones.inbox import Inbox
from runner.app.phones.seats import Seats, phone_of
from runner.core.phone_reports import OpenRound, OpenTable, Report, Role

AT = "report"
"""The first part of the addresses of these pages."""

LONGEST = 60
"""Letters of a result that is typed."""

Answer = Response | str
"""What is answered to a form; a text is a page."""

_PATIENCE = timedelta(seconds=15)  # far longer than a report takes to count


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody with a code: the round, the number of the table, or 0 for the code of a `role`, the
    code, and the cookie of the phone; "" if it has none yet. `checks`: somebody of the staff enters
    results for the second time. `asked` has the parameters of the address."""

    inbox: Inbox
    seats: Seats
    now: OpenRound
    number: int
    role: Role | None
    code: str
    cookie: str = ""
    checks: bool = False
    asked: Mapping[str, str] = field(default_factory=dict)

    @property
    def table(self) -> OpenTable:
        """The table of a player's code."""
        return self.now.tables[self.number]

    @property
    def address(self) -> str:
        """The address of the page that the code opens."""
        return f"/{AT}/{self.code}{'/check' * self.checks}"

    @property
    def phone(self) -> str:
        """The hash by which the phone is known."""
        return phone_of(self.cookie)

    @property
    def token(self) -> str:
        """The token of the phone's forms."""
        return form_token(self.cookie)


def form_token(cookie: str) -> str:
    """Return the token of a phone's forms, which no other page can know; without one none fits."""
    return sha256(f"form {cookie}".encode()).hexdigest()[:32] if cookie else secrets.token_hex(16)


def overdue(reports: Iterable[Report]) -> bool:
    """Return whether the watch, if it runs, must have dealt with the latest of these reports."""
    latest = max((datetime.fromisoformat(each.at) for each in reports if each.at), default=None)
    return latest is not None and datetime.fromisoformat(time_zone.now("")) - latest > _PATIENCE
