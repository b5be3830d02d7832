"""Who may come in: browsers on this computer that were opened by Runner, and no page of others.

A key in the address is exchanged for a cookie at the first visit. Keys that Runner hands to a
browser open once, since other users of the computer may see the command line that has them; the one
in Runner's own window opens for as long as the door is there.
"""

import hmac
import secrets
import time
from email.message import Message
from threading import Lock
from typing import NamedTuple

_ONCE_FOR = 300.0
"""Seconds in which a key has to be used."""
_MOST_KEYS = 50
_MOST_VISITORS = 200


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
        """What opens the door in a browser."""
        return f"http://127.0.0.1:{self.port}/?key={key}"

    def key(self) -> str:
        """A key that opens once, and not for long."""
        made = secrets.token_urlsafe(24)
        with self._lock:
            self._once[made] = time.monotonic()
            while len(self._once) > _MOST_KEYS:
                self._once.pop(next(iter(self._once)))
        return made

    def knocks(self, headers: Message, name: str) -> bool:
        """Whether it is a second start of Runner, which knows the secret."""
        return _same(headers.get(name, ""), self.secret)

    def let_in(self, key: str) -> Visitor | None:
        """The visitor that a key makes; None where it opens nothing."""
        with self._lock:
            made = self._once.pop(key, None)
            fresh = made is not None and time.monotonic() - made < _ONCE_FOR
            if not fresh and not _same(key, self.lasting):
                return None
            visitor = Visitor(secrets.token_urlsafe(24), secrets.token_urlsafe(24))
            self._visitors[visitor.cookie] = visitor
            while len(self._visitors) > _MOST_VISITORS:
                self._visitors.pop(next(iter(self._visitors)))
        return visitor

    def visitor(self, headers: Message) -> Visitor | None:
        """Whoever was let in before, by the cookie. Programs on 127.0.0.1 share their cookies, so
        others may stand beside it in any form, also under its name."""
        given = ";".join(headers.get_all("Cookie", ())).split(";")
        named = (cookie.partition("=") for cookie in given)
        found = (self._visitors.get(value.strip()) for name, _, value in named
                 if name.strip() == self.cookie)  # fmt: skip
        return next(filter(None, found), None)

    def is_here(self, headers: Message) -> bool:
        """Whether this computer was meant, by a name that no page of others can have (a name of
        theirs can be made to lead here)."""
        return headers.get("Host", "").lower() in self._hosts

    def is_from_here(self, headers: Message) -> bool:
        """Whether no page of others has asked, as browsers tell it."""
        origin = headers.get("Origin")
        if origin is not None and origin != f"http://{headers.get('Host', '').lower()}":
            return False
        return headers.get("Sec-Fetch-Site", "none") in ("same-origin", "none")

    @staticmethod
    def is_token(visitor: Visitor, token: str) -> bool:
        """Whether a form came from a page that this visitor was shown."""
        return _same(token, visitor.token)


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
