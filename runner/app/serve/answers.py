"""What a request is answered with, as HTTP has it (RFC 9110, RFC 9111): no socket, no clock."""

from collections.abc import Iterable
from dataclasses import dataclass
from email.utils import formatdate
from html import escape
from http import HTTPStatus

import h11

from runner import languages
from runner.app.serve.pages import Folder, Page, Pages
from runner.core.language import _, current, speaking

_READ = (b"GET", b"HEAD")
_STEADY_AFTER = 2.0  # seconds after which a time of change in whole seconds stands for one content

Headers = list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Answer:
    """A status, the headers that belong to it, and what follows them; `last` where the connection
    ends with it."""

    status: HTTPStatus
    headers: Headers
    body: bytes = b""
    last: bool = False

    def events(self, *, head: bool, now: float) -> Iterable[h11.Event]:
        """What is sent: to the question for the headers alone, nothing but these."""
        headers = [
            ("Date", formatdate(now, usegmt=True)),
            *self.headers,
            *([("Connection", "close")] if self.last else []),
            ("X-Content-Type-Options", "nosniff"),
        ]
        yield h11.Response(
            status_code=self.status, reason=self.status.phrase.encode(), headers=headers
        )
        if self.body and not head:
            yield h11.Data(data=self.body)
        yield h11.EndOfMessage()


def answer(request: h11.Request, pages: Pages, now: float) -> Answer:
    """The answer at a time, in seconds since 1970."""
    asked = dict(request.headers)
    body = asked.get(b"content-length", b"0") != b"0" or b"transfer-encoding" in asked
    if not request.http_version.startswith(b"1."):
        return told(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED)
    if request.method not in _READ:
        return told(HTTPStatus.METHOD_NOT_ALLOWED, [("Allow", "GET, HEAD")])
    if body:
        return told(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    path, mark, query = _target(request.target).partition("?")
    try:
        found = pages.find(path)
    except OSError:
        with speaking(languages.language(pages.language)):
            words = _("This page cannot be read just now.")
            return told(HTTPStatus.SERVICE_UNAVAILABLE, [("Retry-After", "1")], words=words)
    if isinstance(found, Page):
        return _page(found, asked, now)
    if isinstance(found, Folder):
        headers = [("Location", f"./{found.name}/{mark}{query}"), ("Content-Length", "0")]
        return Answer(HTTPStatus.TEMPORARY_REDIRECT, headers)
    with speaking(languages.language(pages.language)):
        return told(HTTPStatus.NOT_FOUND, words=_("There is no such page."), last=False)


def told(
    status: HTTPStatus, headers: Headers | None = None, *, words: str = "", last: bool = True
) -> Answer:
    """What went wrong, in a line with the way to the front page; `words` for players."""
    said, back = escape(words or f"{status.phrase}."), escape(_("To the front page"))
    body = (
        f'<!doctype html><html lang="{current().code}" dir="{current().direction}">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{said}</title><p>{said} <a href="/">{back}</a></p>\n'
    ).encode()
    kind = ("Content-Type", "text/html; charset=utf-8")
    size = ("Content-Length", str(len(body)))
    return Answer(status, [kind, size, *(headers or [])], body, last)


def _target(target: bytes) -> str:
    """The path and query, also where a proxy was asked for the whole address."""
    text = target.decode("ascii")  # h11 lets nothing else through
    for scheme in ("http://", "https://"):
        if text.lower().startswith(scheme):
            return "/" + text[len(scheme) :].partition("/")[2]
    return text


def _page(page: Page, asked: dict[bytes, bytes], now: float) -> Answer:
    """A page, or word that it is still the one that the browser has. A browser may keep it, but
    must ask each time."""
    packed = page.packed if _takes_gzip(asked.get(b"accept-encoding", b"")) else None
    tag = f'"{page.tag}{"-gz" if packed else ""}"'
    headers = [("ETag", tag), ("Cache-Control", "no-cache")]
    if page.packed:
        headers.append(("Vary", "Accept-Encoding"))
    changed = formatdate(page.changed, usegmt=True)
    if now - page.changed > _STEADY_AFTER:
        headers.append(("Last-Modified", changed))
    if _is_known(asked, tag, changed):
        return Answer(HTTPStatus.NOT_MODIFIED, headers)
    body = packed or page.content
    headers += [("Content-Type", page.kind), ("Content-Length", str(len(body)))]
    if packed:
        headers.append(("Content-Encoding", "gzip"))
    return Answer(HTTPStatus.OK, headers, body)


def _is_known(asked: dict[bytes, bytes], tag: str, changed: str) -> bool:
    """Whether the browser has it already. By time only where it is the very one that was told, and
    only a browser that knows no tags (RFC 9110, 13.2.2)."""
    tags = asked.get(b"if-none-match")
    if tags is None:
        return asked.get(b"if-modified-since") == changed.encode()
    known = {each.strip().removeprefix(b"W/") for each in tags.split(b",")}
    return b"*" in known or tag.encode() in known


def _takes_gzip(accepted: bytes) -> bool:
    """RFC 9110, 12.5.3: named, or meant by *, and not with a weight of nothing."""
    weights = {}
    for each in accepted.lower().split(b","):
        name, _, weight = each.partition(b";")
        weights[name.strip()] = weight.replace(b" ", b"") or b"q=1"
    said = weights.get(b"gzip", weights.get(b"*", b"q=0"))
    return said.removeprefix(b"q=").strip(b"0.") != b""
