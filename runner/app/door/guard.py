"""Who may come in: browsers on this computer that were opened by Runner, and no page of others; and
what a browser may do with the pages.

A key in the address is exchanged for a cookie at the first visit. Keys that Runner hands to a
browser open once, since other users of the computer may see the command line that has them; the one
in Runner's own window opens for as long as the door is there.
"""

import hmac
import secrets
import time
from threading import Lock
from typing import NamedTuple

from runner.app.http import Request

_POLICY = "Content-Security-Policy"
HEADERS = (
    (
        _POLICY,
        "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; "
        "img-src 'self' data:; connect-src 'self'; frame-src 'self'; form-action 'self'; "
        "base-uri 'none'; frame-ancestors 'self'",
    ),
    ("Cache-Control", "no-store"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
)
"""Of all responses, unless they say otherwise."""
APART = (
    _POLICY,
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; frame-ancestors 'self'",
)
"""For pages from an event's folder, which others may have made: they can reach nothing of the
door's."""
STYLED = (
    _POLICY,
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
)
"""For a page that has its style in it and asks for nothing."""

_ONCE_FOR = 300.0  # seconds in which a key has to be used
_MOST_KEYS, _MOST_VISITORS = 50, 200


class Visitor(NamedTuple):
    """A browser that was let in: what its cookie says, and what every form of its pages has."""

    cookie: str
    token: str


class Guard:
    """Remembers keys and visitors of one door, for any thread."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.secret = secrets.token_urlsafe(32)
        self.lasting = secrets.token_urlsafe(24)
        self.cookie = f"runner-{port}"
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._once: dict[str, float] = {}
        self._visitors: dict[str, Visitor] = {}
        self._lock = Lock()

    def address(self, key: str) -> str:
        """Return the address that opens the door in a browser."""
        return f"http://127.0.0.1:{self.port}/?key={key}"

    def key(self) -> str:
        """Return a new key that opens once, and not for long."""
        key = secrets.token_urlsafe(24)
        with self._lock:
            self._once[key] = time.monotonic()
            if len(self._once) > _MOST_KEYS:
                self._once.pop(next(iter(self._once)))
        return key

    def knocks(self, secret: str) -> bool:
        """Return whether a second start of Runner asks, which knows the secret."""
        return _same(secret, self.secret)

    def let_in(self, key: str) -> Visitor | None:
        """Return the visitor that a key makes; None if it opens nothing."""
        with self._lock:
            made = self._once.pop(key, None)
            fresh = made is not None and time.monotonic() - made < _ONCE_FOR
            if not fresh and not _same(key, self.lasting):
                return None
            visitor = Visitor(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
            self._visitors[visitor.cookie] = visitor
            if len(self._visitors) > _MOST_VISITORS:
                self._visitors.pop(next(iter(self._visitors)))
        return visitor

    def visitor(self, request: Request) -> Visitor | None:
        """Return whoever was let in before, by the cookie, which another program may have as
        well."""
        visitors = map(self._visitors.get, request.cookies(self.cookie))
        return next(filter(None, visitors), None)

    def is_here(self, request: Request) -> bool:
        """Return whether this computer was meant, by a name that no page of others can have (a name
        of theirs can be made to lead here)."""
        return request.headers.get("host", "").lower() in self._hosts

    def is_from_here(self, request: Request) -> bool:
        """Return whether no page of others has asked, as browsers tell it."""
        own = f"http://{request.headers.get('host', '').lower()}"
        site = request.headers.get("sec-fetch-site", "none")
        return request.headers.get("origin", own) == own and site in ("same-origin", "none")

    @staticmethod
    def is_token(visitor: Visitor, token: str) -> bool:
        """Return whether a form came from a page that this visitor was shown."""
        return _same(token, visitor.token)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
