"""Requests and responses, and what of a response is sent (RFC 9110, RFC 9111): no socket."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from email.utils import formatdate
from hashlib import blake2b
from http import HTTPStatus
from typing import Self
from urllib.parse import parse_qsl

import h11

from runner.app.http.forms import Form

HTML = "text/html; charset=utf-8"
_MOST_PARAMETERS = 50

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
    form: Form = field(default_factory=Form)
    token: str = ""

    @classmethod
    def of(cls, event: h11.Request) -> Self:
        """Return the request that h11 has read; of an absolute address (RFC 9112, 3.2.2), as
        proxies send it, without scheme and host."""
        headers: dict[str, str] = {}
        for raw_name, raw_value in event.headers:
            name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
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
        """Return the values of all cookies of that name, whatever stands beside them: a browser
        sends the cookies of every program on the same host."""
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

    def conditional(self, request: Request) -> "Response":
        """Return the response with a tag of its content, or one that says that the browser has the
        content already (RFC 9110, 13.2.2). The time counts only for a browser that sends no tags,
        and only if it is exactly the one that it was sent."""
        if self.status != HTTPStatus.OK or request.method == "POST":
            return self
        headers = dict(self.headers)
        tag = headers.setdefault("ETag", f'"{blake2b(self.body, digest_size=12).hexdigest()}"')
        tags = request.headers.get("if-none-match")
        if tags is not None:
            known = {each.strip().removeprefix("W/") for each in tags.split(",")}
            unchanged = "*" in known or tag in known
        else:
            since = request.headers.get("if-modified-since")
            unchanged = since is not None and since == headers.get("Last-Modified")
        if unchanged:
            headers.pop("Content-Encoding", None)
            return Response(b"", HTTPStatus.NOT_MODIFIED, headers=tuple(headers.items()))
        return replace(self, headers=tuple(headers.items()))

    def event(self, common: Headers, now: float, *, last: bool) -> h11.Response:
        """Return status and headers as h11 sends them at a time in seconds since 1970. `common` are
        the headers that all responses of an application have; those of the response itself take
        precedence."""
        headers = {"Date": formatdate(now, usegmt=True), "X-Content-Type-Options": "nosniff"}
        if self.status != HTTPStatus.NOT_MODIFIED:
            headers |= {"Content-Type": self.kind, "Content-Length": str(len(self.body))}
        if last:
            headers["Connection"] = "close"
        headers |= {**dict(common), **dict(self.headers)}
        return h11.Response(
            status_code=self.status, reason=self.status.phrase.encode(),
            headers=list(headers.items()),
        )  # fmt: skip


def redirect(address: str, *headers: tuple[str, str]) -> Response:
    """Return a response that sends the browser to an address by GET; a form is not sent again."""
    return Response(status=HTTPStatus.SEE_OTHER, headers=(("Location", address), *headers))


def plain(status: HTTPStatus, text: str = "", *, last: bool = False) -> Response:
    """Return a refusal: a line of text, or without one the name of the status."""
    body = f"{text or status.phrase}\n".encode()
    return Response(body, status, "text/plain; charset=utf-8", last=last)
