"""Requests and responses, and what of a response is sent (RFC 9110, RFC 9111): no socket."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.utils import formatdate
from functools import lru_cache
from hashlib import blake2b
from http import HTTPStatus
from time import time
from typing import Self
from urllib.parse import parse_qsl

import h11

from runner.app.http.forms import Form

HTML = "text/html; charset=utf-8"
_MOST_PARAMETERS = 50
_NO_FORM = Form()

Headers = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """A request. The names of `headers` are in lower case, the values of repeated ones joined.

    `form` is what a POST has sent, and `token` what the forms of this visitor's pages carry; the
    application fills in both.
    """

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict)
    form: Form = _NO_FORM
    token: str = ""

    @classmethod
    def of(cls, event: h11.Request) -> Self:
        """Return the request that h11 has read; of an absolute address (RFC 9112, 3.2.2), as
        proxies send it, without scheme and host."""
        headers: dict[str, str] = {}
        for raw_name, raw_value in event.headers:
            name, value = raw_name.decode(), raw_value.decode("latin-1")
            if name in headers:
                value = f"{headers[name]}{';' if name == 'cookie' else ','} {value}"
            headers[name] = value
        target = event.target.decode("ascii")  # h11 accepts nothing else
        scheme, separator, rest = target.partition("://")
        if separator and scheme.lower() in ("http", "https"):
            target = "/" + rest.partition("/")[2]
        return cls(event.method.decode("ascii"), target, headers)

    @property
    def path(self) -> str:
        """The path without the query, still percent-encoded."""
        return self.target.partition("?")[0]

    @property
    def parts(self) -> list[str]:
        """The parts of the path: "/event/ab" has "event" and "ab"."""
        return [part for part in self.path.split("/") if part]

    @property
    def query(self) -> Mapping[str, str]:
        """The parameters of the query; of a repeated one the first. Raises ValueError where there
        are more than any page of Runner's has."""
        pairs = parse_qsl(self.target.partition("?")[2], max_num_fields=_MOST_PARAMETERS)
        return dict(reversed(pairs))

    def cookies(self, name: str) -> list[str]:
        """Return the values of all cookies of that name; other programs on the host have theirs."""
        pairs = (pair.partition("=") for pair in self.headers.get("cookie", "").split(";"))
        return [value.strip() for key, _, value in pairs if key.strip() == name]


@dataclass(frozen=True, slots=True)
class Response:
    """A response; the connection ends after it where it is `last`."""

    body: bytes = b""
    status: HTTPStatus = HTTPStatus.OK
    kind: str = HTML
    headers: Headers = ()
    last: bool = False

    def prepared(
        self, request: Request | None, common: Headers, *, last: bool
    ) -> tuple[h11.Response, bytes]:
        """Return head and body to send; headers of this response precede the `common` ones."""
        status, body, method = self.status, self.body, request.method if request else ""
        headers = {
            "Date": http_date(int(time())),
            "Content-Type": self.kind,
            "Content-Length": str(len(body)),
            "X-Content-Type-Options": "nosniff",
            **dict(common),
            **dict(self.headers),
        }
        if last or self.last:
            headers["Connection"] = "close"
        if request and status == HTTPStatus.OK and method != "POST":
            if "ETag" not in headers:
                headers["ETag"] = f'"{blake2b(body, digest_size=12).hexdigest()}"'
            if _is_known(request, headers):
                status, body = HTTPStatus.NOT_MODIFIED, b""
                for name in ("Content-Type", "Content-Length", "Content-Encoding"):
                    headers.pop(name, None)
        reason, pairs = status.phrase.encode(), list(headers.items())
        head = h11.Response(status_code=status, reason=reason, headers=pairs)
        return head, b"" if method == "HEAD" else body


def _is_known(request: Request, headers: Mapping[str, str]) -> bool:
    """Return whether the browser has the content of these headers already (RFC 9110, 13.2.2). The
    time counts only for a browser that sends no tags, and only if it is exactly the one that it was
    sent."""
    tags = request.headers.get("if-none-match")
    if tags is None:
        return request.headers.get("if-modified-since", "") == headers.get("Last-Modified")
    known = {each.strip().removeprefix("W/") for each in tags.split(",")}
    return "*" in known or headers["ETag"] in known


@lru_cache(maxsize=256)
def http_date(seconds: int) -> str:
    """Return a time in seconds since 1970 as HTTP writes it."""
    return formatdate(seconds, usegmt=True)


def redirect(address: str, *headers: tuple[str, str]) -> Response:
    """Return a response that sends the browser to an address by GET; a form is not sent again."""
    return Response(status=HTTPStatus.SEE_OTHER, headers=(("Location", address), *headers))


def plain(status: HTTPStatus, text: str = "", *, last: bool = False) -> Response:
    """Return a refusal: a line of text, or without one the name of the status."""
    body = f"{text or status.phrase}\n".encode()
    return Response(body, status, "text/plain; charset=utf-8", last=last)
