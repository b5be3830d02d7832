"""A question of a browser, and what it is answered with: no socket, no door."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message
from hashlib import blake2b
from http import HTTPStatus

from runner.app.door.forms import Form
from runner.app.door.guard import Visitor

HTML = "text/html; charset=utf-8"
_OURS = (
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'self'"
)
APART = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'"
"""For pages from an event's folder, which others may have made: they can reach nothing of the
door's."""
STYLED = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
"""For a page that has its style in it and asks for nothing."""

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """`path` without the query, its parts not yet taken for anything; the names of `headers` in any
    case; `visitor` is None only where none is asked for."""

    method: str
    path: str
    query: Mapping[str, str]
    headers: Message
    visitor: Visitor | None = None
    form: Form = field(default_factory=Form)

    @property
    def parts(self) -> list[str]:
        """The path's parts: "/event/ab" is "event", "ab"."""
        return [part for part in self.path.split("/") if part]


@dataclass(frozen=True, slots=True)
class Response:
    """What goes back; `policy` says what a browser may do with it, `kept` for how long."""

    body: bytes = b""
    status: HTTPStatus = HTTPStatus.OK
    kind: str = HTML
    headers: Headers = ()
    policy: str = _OURS
    kept: str = "no-store"

    @property
    def tag(self) -> str:
        """What stands for the content, so that a page that is the same is not sent again."""
        return f'"{blake2b(self.body, digest_size=12).hexdigest()}"'


def to(address: str, *more: tuple[str, str]) -> Response:
    """Send the browser on; what it sent is not sent again."""
    return Response(status=HTTPStatus.SEE_OTHER, headers=(("Location", address), *more))


def as_json(said: object) -> Response:
    """A small answer for a script."""
    return Response(json.dumps(said).encode(), kind="application/json")


def plain(status: HTTPStatus, words: str) -> Response:
    """A refusal, in a sentence."""
    return Response(f"{words}\n".encode(), status, "text/plain; charset=utf-8")
