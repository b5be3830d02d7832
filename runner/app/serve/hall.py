"""The pages of a site, as the hall asks for them: what is shown where, and what is refused."""

from html import escape
from http import HTTPStatus
from pathlib import Path
from time import time

from runner import languages
from runner.app.event_folder import EventFolder
from runner.app.http import Application, Headers, Reply, Request, Response
from runner.app.http.messages import http_date
from runner.app.phones.pages import MOST_BODY, PhonePages
from runner.app.phones.visits import AT
from runner.app.serve.announce import addresses
from runner.app.serve.pages import Folder, Page, Pages
from runner.core.language import _, current, speaking
from runner.render.collection.hall import CODE, code

_STEADY_AFTER = 2.0  # seconds after which a time of change in whole seconds stands for one content


class Hall(Application):
    """Shows the pages of a folder, and takes results by phone for an event, or for all events of
    the folder that it names."""

    def __init__(self, folder: Path, event: EventFolder | None = None) -> None:
        self._pages = Pages(folder)
        self._phones = PhonePages(event) if event else None
        self.most_body = MOST_BODY if event else 0

    def answer(self, request: Request) -> Reply:
        """Return the page that a GET or HEAD asks for, or what answers a report."""
        if self._phones and AT in request.parts[: 1 + self._phones.several]:
            return self._phones.answer(request)
        if request.method not in ("GET", "HEAD"):
            return _refusal(HTTPStatus.METHOD_NOT_ALLOWED, headers=(("Allow", "GET, HEAD"),))
        path, mark, query = request.target.partition("?")
        if path == f"/{CODE}" and self._pages.of_several:
            return self._code(request.headers.get("host", ""))
        try:
            result = self._pages.find(path)
        except OSError:
            with speaking(languages.language(self._pages.language)):
                text = _("This page cannot be read just now.")
                later = (("Retry-After", "1"),)
                return _refusal(HTTPStatus.SERVICE_UNAVAILABLE, text, later)
        if isinstance(result, Page):
            return _page(result, request.headers.get("accept-encoding", ""))
        if isinstance(result, Folder):
            there = (("Location", f"./{result.name}/{mark}{query}"),)
            return Response(status=HTTPStatus.TEMPORARY_REDIRECT, headers=there)
        with speaking(languages.language(self._pages.language)):
            return _refusal(HTTPStatus.NOT_FOUND, _("There is no such page."), last=False)

    def _code(self, host: str) -> Response:
        """Return the page with the code of the hall: of the address at which this server was asked
        for it, or where phones reach it if that is only this computer."""
        name, mark, port = host.partition(":")
        if name.startswith(("localhost", "127.")):
            host = f"{next(iter(addresses()), name)}{mark}{port}"
        with speaking(languages.language(self._pages.language)):
            return Response(code(self._pages.title, f"http://{host[:100]}/"))

    def refuse(self, status: HTTPStatus, target: str, mistake: Exception | None = None) -> Response:
        """Return a page that names the status."""
        return _refusal(status)


def _refusal(
    status: HTTPStatus, text: str = "", headers: Headers = (), *, last: bool = True
) -> Response:
    """Return a line with a link to the front page; `text` is for players."""
    line, back = escape(text or f"{status.phrase}."), escape(_("To the front page"))
    body = (
        f'<!doctype html><html lang="{current().code}" dir="{current().direction}">'
        '<meta name="viewport" content="width=device-width">'
        f'<title>{line}</title><p>{line} <a href="/">{back}</a></p>\n'
    ).encode()
    return Response(body, status, headers=headers, last=last)


def _page(page: Page, accepted: str) -> Response:
    """Return a page, compressed if accepted; a browser may keep it, but must ask each time."""
    packed = page.packed if _accepts_gzip(accepted) else None
    headers = [("ETag", f'"{page.tag}{"-gz" if packed else ""}"'), ("Cache-Control", "no-cache")]
    if page.packed:
        headers.append(("Vary", "Accept-Encoding"))
    if time() - page.changed > _STEADY_AFTER:
        headers.append(("Last-Modified", http_date(int(page.changed))))
    if packed:
        headers.append(("Content-Encoding", "gzip"))
    return Response(packed or page.content, kind=page.kind, headers=tuple(headers))


def _accepts_gzip(accepted: str) -> bool:
    """Return whether gzip is named, or meant by *, with a weight above zero (RFC 9110, 12.5.3)."""
    weights = {}
    for each in accepted.lower().split(","):
        name, _, weight = each.partition(";")
        weights[name.strip()] = weight.replace(" ", "") or "q=1"
    weight = weights.get("gzip", weights.get("*", "q=0"))
    return weight.removeprefix("q=").strip("0.") != ""
