"""Requests that somebody in the hall's network may send to do harm: none of them counts."""

import random
import socket
import string
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import pytest

from runner.app.http import Server
from runner.app.phones.inbox import Inbox
from runner.app.serve.hall import Hall
from tests.support.phones import Phone, at, seated, started
from tests.support.scribe import say
from tests.support.services import LOCAL
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

EACH = 330 if SOAKING else 3
"""How often each kind of request is sent."""

FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Target:
    """A hall that takes reports: the address of a table, one of an earlier pairing, that of another
    table, and a phone that speaks for a seat of the first."""

    server: Server
    inbox: Inbox
    there: str
    former: str
    other: str
    phone: Phone
    token: str
    chance: random.Random

    def text(self, most: int = 40) -> str:
        letters = string.printable + "äß山\u202e\x00"
        return "".join(self.chance.choice(letters) for _ in range(self.chance.randint(1, most)))

    def post(
        self, path: str, body: bytes, *lines: str, cookie: str | None = None, kind: str = FORM
    ) -> bytes:
        own = self.phone.cookie if cookie is None else cookie
        head = (
            f"POST {path} HTTP/1.1", f"Host: {LOCAL}:{self.server.port}", f"Content-Type: {kind}",
            f"Content-Length: {len(body)}", *([f"Cookie: {own}"] if own else []), *lines, "", "",
        )  # fmt: skip
        return "\r\n".join(head).encode("latin-1", "replace") + body

    def form(self, **fields: str) -> bytes:
        return urlencode({"token": self.token, **fields}).encode()


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    day = started(tmp_path_factory.mktemp("hostile") / "friday", "players, one is enough")
    former = at(day, 1)
    day.change(say("Re-pair", 1))
    with Server(Hall(day.site, day.folder), LOCAL, 0) as server:
        thread = threading.Thread(target=server.run)
        thread.start()
        phone = seated(server.port, at(day, 1), 0)
        token = phone.page.split('name="token" value="')[1].partition('"')[0]
        yield Target(
            server, Inbox(day.folder.phone_reports), at(day, 1), former, at(day, 2), phone, token,
            random.Random(1),
        )  # fmt: skip
        server.stop()
        thread.join()


def multipart(*parts: str, end: str = "--x--\r\n") -> bytes:
    head = '--x\r\nContent-Disposition: form-data; name="{}"\r\n\r\n{}\r\n'
    return ("".join(head.format(*part.split("=", 1)) for part in parts) + end).encode()


def chunked(target: Target) -> bytes:
    body = target.form(result="A|")
    plain = target.post(target.there, b"").replace(
        b"Content-Length: 0", b"Transfer-Encoding: chunked"
    )
    return plain + f"{len(body):x}\r\n".encode() + body + b"\r\n0\r\n\r\n"


MULTI = "multipart/form-data; boundary=x"
KINDS: dict[str, Callable[[Target], bytes]] = {
    "no cookie": lambda t: t.post(t.there, t.form(result="A|"), cookie=""),
    "a cookie of nobody": lambda t: t.post(
        t.there, t.form(result="A|"), cookie=f"runner-phone={quote(t.text(20))}"
    ),
    "no token": lambda t: t.post(t.there, b"result=A%7C"),
    "a token that was guessed": lambda t: t.post(
        t.there, urlencode({"token": t.text(32), "result": "A|"}).encode()
    ),
    "the token last": lambda t: t.post(t.there, f"result=A%7C&token={t.token}".encode()),
    "a guessed code": lambda t: t.post(f"/report/{quote(t.text(9))}", t.form(result="A|")),
    "a table where the phone has no seat": lambda t: t.post(t.other, t.form(result="A|")),
    "a pairing that is no more": lambda t: t.post(t.former, t.form(result="A|")),
    "no code": lambda t: t.post("/report", t.form(result="A|")),
    "by GET": lambda t: t.post(f"{t.there}?result=A%7C&token={t.token}", b"").replace(
        b"POST", b"GET", 1
    ),
    "by PUT": lambda t: t.post(t.there, t.form(result="A|")).replace(b"POST", b"PUT", 1),
    "by DELETE": lambda t: t.post(t.there, t.form(result="A|")).replace(b"POST", b"DELETE", 1),
    "chunked": chunked,
    "two lengths": lambda t: t.post(t.there, t.form(result="A|"), "Content-Length: 3"),
    "a length and chunks": lambda t: t.post(
        t.there, t.form(result="A|"), "Transfer-Encoding: chunked"
    ),
    "a length that is too long": lambda t: t.post(t.there, t.form(result="A|")).replace(
        b"Content-Length: ", b"Content-Length: 9"
    ),
    "a body that is too large": lambda t: t.post(t.there, t.form(result="A|", more="x" * 5000)),
    "a length below zero": lambda t: t.post(t.there, t.form(result="A|")).replace(
        b"Content-Length: ", b"Content-Length: -"
    ),
    "a form without its end": lambda t: t.post(
        t.there, multipart(f"token={t.token}", "result=A|", end=""), kind=MULTI
    ),
    "another boundary": lambda t: t.post(
        t.there, multipart(f"token={t.token}", "result=A|"), kind=f"{MULTI}y"
    ),
    "JSON": lambda t: t.post(t.there, b'{"result": "A|"}', kind="application/json"),
    "plain text": lambda t: t.post(t.there, t.form(result="A|"), kind="text/plain"),
    "no kind": lambda t: t.post(t.there, t.form(result="A|"), kind=""),
    "a result that is not offered": lambda t: t.post(t.there, t.form(result=f"{t.text()}?|")),
    "small letters": lambda t: t.post(t.there, t.form(result="a|")),
    "games": lambda t: t.post(t.there, t.form(result="A|2-1")),
    "a drop of others": lambda t: t.post(t.there, t.form(result="A, B drop|")),
    "a formula": lambda t: t.post(t.there, t.form(result="=1+1|")),
    "many fields": lambda t: t.post(t.there, t.form(**{f"f{at}": "" for at in range(300)})),
    "encoded twice": lambda t: t.post(t.there.replace("report", "%2572eport"), t.form(result="A|")),
    "a path upward": lambda t: t.post(f"/report/../{t.there}/..%2f..%2f", t.form(result="A|")),
    "a head that is too large": lambda t: t.post(t.there, t.form(result="A|"), f"X: {'x' * 40000}"),
    "a line end of one letter": lambda t: t.post(t.there, t.form(result="A|")).replace(
        b"\r\n", b"\n"
    ),
    "another version": lambda t: t.post(t.there, t.form(result="A|")).replace(b"1.1", b"0.9", 1),
    "noise": lambda t: t.text(400).encode(),
}  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_counts_and_the_hall_goes_on(target: Target, kind: str) -> None:
    for _ in range(EACH):
        with (
            socket.create_connection((LOCAL, target.server.port), timeout=10) as client,
            suppress(ConnectionError),
        ):
            client.sendall(KINDS[kind](target))
            client.shutdown(socket.SHUT_WR)
            while client.recv(65536):
                pass
    assert target.inbox.reports() == ()
    assert Phone(target.server.port).ask("GET", target.there).status == 200


def test_the_same_form_as_the_page_sends_it_does_count(target: Target) -> None:
    """So that what is refused above is refused for what is wrong with it."""
    data = target.post(target.there, target.form(result="A|"))
    with socket.create_connection((LOCAL, target.server.port), timeout=10) as client:
        client.sendall(data)
        assert client.recv(100).startswith(b"HTTP/1.1 303")
    assert [report.typed for report in target.inbox.reports()] == [("A", "")]
