"""Sessions: which browsers have access to the local page. Only those on this computer that Runner
opened do.

A key in the address is exchanged for a cookie at the first visit. A key on a browser's command
line, which other users of the computer can read, works once; the one in Runner's own window works
as long as Runner runs.
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
local page's."""
STYLED = (
    _POLICY,
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
)
"""For a page that has its style in it and asks for nothing."""

_ONCE_FOR = 300.0  # seconds in which a key has to be used
_MOST_KEYS, _MOST_SESSIONS = 50, 200


class Session(NamedTuple):
    """A browser with access: the value of its cookie, and the token of its forms."""

    cookie: str
    token: str


class SessionAuth:
    """The keys and sessions of one local page; thread-safe."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.secret = secrets.token_urlsafe(32)
        self.lasting = secrets.token_urlsafe(24)
        self.cookie = f"runner-{port}"
        self._hosts = (f"127.0.0.1:{port}", f"localhost:{port}")
        self._once: dict[str, float] = {}
        self._sessions: dict[str, Session] = {}
        self._lock = Lock()

    def address(self, key: str) -> str:
        """Return the address that opens the page in a browser."""
        return f"http://127.0.0.1:{self.port}/?key={key}"

    def key(self) -> str:
        """Return a new key that works once, and not for long."""
        key = secrets.token_urlsafe(24)
        with self._lock:
            self._once[key] = time.monotonic()
            if len(self._once) > _MOST_KEYS:
                self._once.pop(next(iter(self._once)))
        return key

    def let_in(self, key: str) -> Session | None:
        """Return the session that a key begins; None if the key is not valid."""
        with self._lock:
            since = self._once.pop(key, None)
            fresh = since is not None and time.monotonic() - since < _ONCE_FOR
            if not fresh and not is_same(key, self.lasting):
                return None
            session = Session(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
            self._sessions[session.cookie] = session
            if len(self._sessions) > _MOST_SESSIONS:
                self._sessions.pop(next(iter(self._sessions)))
        return session

    def session(self, request: Request) -> Session | None:
        """Return the session of a request, by one of the cookies of that name."""
        sessions = map(self._sessions.get, request.cookies(self.cookie))
        return next(filter(None, sessions), None)

    def is_here(self, request: Request) -> bool:
        """Return whether the host name is one of this computer's own, which no page of others can
        have."""
        return request.headers.get("host", "").lower() in self._hosts

    def is_from_here(self, request: Request) -> bool:
        """Return whether the request does not come from a page of others, by the headers of
        browsers."""
        own = f"http://{request.headers.get('host', '').lower()}"
        site = request.headers.get("sec-fetch-site", "none")
        return request.headers.get("origin", own) == own and site in ("same-origin", "none")


def is_same(text: str, secret: str) -> bool:
    """Compare a text with the secret in constant time."""
    return hmac.compare_digest(text.encode("utf-8", "replace"), secret.encode())
