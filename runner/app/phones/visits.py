"""Who visits a page of results by phone, and the page that is answered."""

import secrets
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from http import HTTPStatus

from runner.app import time_zone
from runner.app.http import Response
from runner.core.phone_reports import OpenRound, OpenTable, Report, Role
from runner.render.phones import report as render

AT = "report"
"""The first part of the addresses of these pages."""

LONGEST = 60
"""Letters of a result that is typed."""

_PATIENCE = timedelta(seconds=15)  # far longer than a report takes to count
_HEADERS = (("Cache-Control", "no-store"), ("Referrer-Policy", "same-origin"))


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody with a code: the round, the number of the table, or 0 for the code of a `role`, the
    code, and the cookie of the phone; "" if it has none yet. `checks`: somebody of the staff enters
    results for the second time. `asked` has the parameters of the address."""

    now: OpenRound
    number: int
    role: Role | None
    code: str
    cookie: str
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
    def token(self) -> str:
        """The token of the phone's forms."""
        return form_token(self.cookie)


def form_token(cookie: str) -> str:
    """Return the token of a phone's forms, which no other page can know; that of no phone never
    fits."""
    return sha256(f"form {cookie}".encode()).hexdigest()[:32] if cookie else secrets.token_hex(16)


def overdue(reports: Iterable[Report]) -> bool:
    """Return whether the watch, if it runs, has dealt with the latest of these reports."""
    latest = max((datetime.fromisoformat(each.at) for each in reports if each.at), default=None)
    return latest is not None and datetime.fromisoformat(time_zone.now("")) - latest > _PATIENCE


def page(body: str, status: HTTPStatus = HTTPStatus.OK, *headers: tuple[str, str]) -> Response:
    """Return a page that nobody keeps, and that runs no script but its own."""
    policy = ("Content-Security-Policy", _policy())
    return Response(body.encode(), status, headers=(policy, *_HEADERS, *headers))


@cache
def _policy() -> str:
    own = b64encode(sha256(render.script().encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{own}'; connect-src 'self'; "
        "style-src 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; "
        "frame-ancestors 'none'"
    )
