"""Gets what an address has, once: bounded in time, size and redirects; never more than that."""

import email.utils
import http.client
import socket
import ssl
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Timer
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPCookieProcessor,
    HTTPDefaultErrorHandler,
    HTTPErrorProcessor,
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    OpenerDirector,
    ProxyHandler,
    Request,
)

from runner.app.web_workbook.links import is_local

EACH, ALL = 10.0, 60.0
"""Seconds that a server may be silent for, and that all of it may take."""

LARGEST = 64 * 1024 * 1024
"""Bytes of a workbook, packed as it comes or not."""

_PIECE = 64 * 1024
_REDIRECTS = 10
_UNCHANGED = 304


class FetchError(Exception):
    """Nothing that can be used has come; the text says why, and what to do.

    `later` is in how many seconds the server wants to be asked again, `offline` whether no server
    could be reached at all, and `status` its answer, if that is the reason.
    """

    def __init__(
        self, why: str, *, later: float = 0.0, offline: bool = False, status: int = 0
    ) -> None:
        super().__init__(why)
        self.later, self.offline, self.status = later, offline, status


class Seen(NamedTuple):
    """By what a server knows the version that was fetched last: ETag and Last-Modified."""

    etag: str = ""
    modified: str = ""


class Fetched(NamedTuple):
    """What came, and by what its version is known."""

    data: bytes
    seen: Seen


_NONE = Seen()
_NOT_FOLLOWED = "The link leads to an address that Runner does not follow."


def fetch(
    address: str, seen: Seen = _NONE, *, each: float = EACH, most: float = ALL
) -> Fetched | None:
    """Return what an address has; None where it is what was `seen`. `each` is how many seconds a
    server may be silent for, `most` how many all may take. Raises FetchError."""
    headers = {"User-Agent": "Runner", "Accept-Encoding": "gzip", "Accept": "*/*"}
    headers |= {"If-None-Match": seen.etag} if seen.etag else {}
    headers |= {"If-Modified-Since": seen.modified} if seen.modified else {}
    request = Request(address, headers=headers)  # noqa: S310 - the opener knows no other schemes
    with (
        _ended_after(most) as sockets,
        in_words(),
        _opener(sockets).open(request, timeout=each) as response,
    ):
        if response.status == _UNCHANGED:
            return None
        return Fetched(_content(response), _version(response))


class _Redirects(HTTPRedirectHandler):
    """Follows to the web alone, and never from a guarded line to an open one."""

    max_redirections = _REDIRECTS
    max_repeats = 3

    def redirect_request(
        self, req: Request, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> Request | None:
        """Return the next address, if it may be asked."""
        to = urlsplit(newurl)
        open_ = to.scheme == "http" and is_local(to.hostname or "") and req.type == "http"
        if to.scheme != "https" and not open_:
            raise FetchError(_NOT_FOLLOWED)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


class _Statuses(HTTPErrorProcessor):
    """Hands on what is no error to us: that nothing has changed."""

    def http_response(self, request: Request, response: Any) -> Any:
        """Return the answer, or the error that it stands for."""
        if response.status == _UNCHANGED:
            return response
        return super().http_response(request, response)

    https_response = http_response


def _opener(sockets: list[socket.socket]) -> OpenerDirector:
    """Return an opener for http and https alone, by the proxies named, which notes its sockets."""

    class Plain(http.client.HTTPConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class Guarded(http.client.HTTPSConnection):
        def connect(self) -> None:
            super().connect()
            sockets.append(self.sock)

    class OverPlain(HTTPHandler):
        def http_open(self, req: Request) -> Any:
            return self.do_open(Plain, req)

    class OverGuarded(HTTPSHandler):
        def https_open(self, req: Request) -> Any:
            return self.do_open(Guarded, req)

    opener = OpenerDirector()
    for handler in (
        HTTPDefaultErrorHandler(),
        ProxyHandler(), OverPlain(), OverGuarded(), _Redirects(), _Statuses(), HTTPCookieProcessor()
    ):  # fmt: skip
        opener.add_handler(handler)
    return opener


@contextmanager
def _ended_after(seconds: float) -> Iterator[list[socket.socket]]:
    """Whatever a server does with its time, it ends."""
    sockets: list[socket.socket] = []
    over = time.monotonic() + seconds

    def end() -> None:
        for each in sockets:
            with suppress(OSError):
                socket.socket.shutdown(each, socket.SHUT_RDWR)

    timer = Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield sockets
    except FetchError:
        _in_time(over)
        raise
    else:
        _in_time(over)  # what was cut off need not look so
    finally:
        timer.cancel()


def _in_time(over: float) -> None:
    if time.monotonic() >= over:
        raise FetchError("The server takes too long.", offline=True) from None


@contextmanager
def in_words() -> Iterator[None]:
    """Whatever goes wrong on the way, as a sentence."""
    try:
        yield
    except HTTPError as reason:
        if "is not allowed" in str(reason.msg):  # as urllib says of other schemes
            raise FetchError(_NOT_FOLLOWED) from None
        raise _by_status(reason.code, reason.headers) from None
    except URLError as reason:
        raise _by_reason(reason.reason) from None
    except (OSError, http.client.HTTPException, zlib.error, ValueError) as reason:
        raise _by_reason(reason) from None


SIGN_IN = (
    "The link asks for a sign-in. Share the workbook as “Anyone with the link”, viewers are enough."
)
_CIRCLE = "The link goes round in a circle. Copy it once more."
_BY_STATUS = {
    **dict.fromkeys((401, 403), SIGN_IN),
    404: "There is nothing at the link: the workbook was deleted, or the link is cut off. Copy it "
    "once more.",
    410: "The link has been withdrawn, or has run out. Share the workbook anew, and give its new "
    "link.",
    429: "The server asks for a pause; Runner waits.",
    **dict.fromkeys((300, 301, 302, 303, 307, 308), _CIRCLE),
}
_BY_REASON: tuple[tuple[tuple[type[BaseException], ...], str], ...] = (
    ((TimeoutError,), "The server does not answer."),
    ((socket.gaierror,), "The server cannot be found: there is no network."),
    ((http.client.IncompleteRead, zlib.error), "The download broke off."),
    ((OSError,), "The server cannot be reached."),
)


def _by_status(status: int, headers: Any) -> FetchError:
    usual = "The server refuses (it says {}). Copy the link once more."
    if status >= 500:
        usual = "The server has trouble of its own (it says {}); Runner asks again."
    pause = 60.0 if status == 429 else 0.0
    why = _BY_STATUS.get(status, usual.format(status))
    return FetchError(why, later=_later(headers) or pause, status=status)


def _by_reason(reason: object) -> FetchError:
    if isinstance(reason, FetchError):
        return reason
    if isinstance(reason, ssl.SSLCertVerificationError):
        message = reason.verify_message
        if "expired" in message or "not yet valid" in message:
            why = "The server’s certificate is not valid today. Check this computer’s date and time"
            return FetchError(f"{why}; if they are right, the network may ask for a sign-in first.")
        why = "The server’s certificate is not for this address, or nobody vouches for it"
        return FetchError(f"{why}. A network that asks for a sign-in in the browser does so.")
    why = next((why for kinds, why in _BY_REASON if isinstance(reason, kinds)), "")
    return FetchError(why or "What the server says makes no sense.", offline=bool(why))


def _later(headers: Any) -> float:
    """In how many seconds the server wants to be asked again; 0 where it does not say."""
    text = str(headers.get("Retry-After") or "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    with suppress(TypeError, ValueError, OverflowError):
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    return 0.0


def _content(response: Any) -> bytes:
    """Return all bytes, unpacked. Raises FetchError where some are missing, or there are too
    many."""
    packed = str(response.headers.get("Content-Encoding") or "").strip().lower()
    if packed not in ("", "identity", "gzip", "x-gzip"):
        raise FetchError("The server packs the workbook in a way that nobody asked for.")
    text = str(response.headers.get("Content-Length") or "")
    length = int(text[:12]) if text.isdigit() else 0
    if length > LARGEST:
        raise _too_large()
    came, content = 0, bytearray()
    unpacked = _Unpacked() if "gzip" in packed else None
    while piece := response.read1(_PIECE):
        came += len(piece)
        content += unpacked.more(piece, LARGEST + 1 - len(content)) if unpacked else piece
        if max(came, len(content)) > LARGEST:
            raise _too_large()
    if came < length or (unpacked and not unpacked.whole):
        raise FetchError("The download broke off.", offline=True)
    return bytes(content)


class _Unpacked:
    """What comes packed by gzip, in as many members as there are (RFC 1952, 2.2)."""

    def __init__(self) -> None:
        self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)

    def more(self, piece: bytes, most: int) -> bytes:
        """Return what more bytes come to, `most` of it. Raises zlib.error where they are no
        gzip."""
        content = bytearray()
        while piece and len(content) < most:
            if self._member.eof:
                piece = piece.lstrip(b"\0")  # members may be padded
                if not piece:
                    break
                self._member = zlib.decompressobj(16 + zlib.MAX_WBITS)
            content += self._member.decompress(piece, most - len(content))
            piece = self._member.unused_data
        return bytes(content)

    @property
    def whole(self) -> bool:
        """Whether the last member is there to its end."""
        return self._member.eof


def _too_large() -> FetchError:
    most = LARGEST // 1024 // 1024
    return FetchError(f"What is at the link is larger than {most} MB: it is no event’s workbook.")


def _version(response: Any) -> Seen:
    headers = response.headers
    values = (str(headers.get(name) or "") for name in ("ETag", "Last-Modified"))
    return Seen(*(each if each.isascii() and each.isprintable() else "" for each in values))
