"""Asking the hall's server, for tests: as a browser does, and byte by byte."""

import http.client
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from runner.app.door.server import DoorServer
from runner.app.http import Application, Server
from runner.app.publish import publish
from runner.app.serve.hall import Hall
from tests.support.doors import an_event, opened
from tests.support.ports import LOCAL


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


@contextmanager
def served(site: Path, most: int | None = None, said: list[str] | None = None) -> Iterator[Server]:
    """A server of a site that answers until the end of the block."""
    with Server(Hall(site), LOCAL, 0, most=most) as server:
        heard = [] if said is None else said
        thread = threading.Thread(target=server.run, args=(heard.append,))
        thread.start()
        yield server
        server.stop()
        thread.join()


def ask(server: Server, path: str, method: str = "GET", **headers: str) -> Answer:
    """One question on a connection of its own, exactly as given."""
    connection = http.client.HTTPConnection(LOCAL, server.port, timeout=10)
    connection.putrequest(method, path, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    answer = Answer(response.status, dict(response.getheaders()), response.read())
    connection.close()
    return answer


def connected(server: Server) -> socket.socket:
    """A connection that asks for nothing yet."""
    return socket.create_connection((LOCAL, server.port), timeout=10)


def all_of(phone: socket.socket) -> bytes:
    """What comes until the end of a connection; one that is cut off ends too."""
    found = b""
    while True:
        try:
            more = phone.recv(65536)
        except ConnectionResetError:
            return found
        if not more:
            return found
        found += more


# --- both servers with pages to ask for, so that one test holds for both --------------------------


HALL, DOOR = "hall", "door"
BIG = b"%PDF" + bytes(range(256)) * (8 << 12)


@dataclass(frozen=True)
class Service:
    """A running server: addresses of a small page and one of 8 MB; `cookie` lets a visitor in."""

    application: type[Application]
    port: int
    small: str
    content: bytes
    big: str
    said: list[str]
    cookie: str = ""
    token: str = ""

    @property
    def host(self) -> str:
        return f"{LOCAL}:{self.port}"

    def head(self, path: str = "", *lines: str, method: str = "GET") -> bytes:
        """A request without a body; of the small page, unless another path is given."""
        own = (f"Host: {self.host}", *([f"Cookie: {self.cookie}"] if self.cookie else []))
        return "\r\n".join(
            (f"{method} {path or self.small} HTTP/1.1", *own, *lines, "", "")
        ).encode()

    def connected(self) -> socket.socket:
        return socket.create_connection((LOCAL, self.port), timeout=20)

    def asked(self) -> socket.socket:
        client = self.connected()
        client.sendall(self.head())
        heard = b""
        while not heard.endswith(self.content):
            heard += client.recv(1 << 20)
        return client

    def works(self) -> bool:
        with self.asked():
            return True

    def heard(self, data: bytes, *, half_close: bool = True) -> bytes:
        """All that comes back for some bytes, until the server ends the connection."""
        with self.connected() as client:
            client.sendall(data)
            if half_close:
                client.shutdown(socket.SHUT_WR)
            return all_of(client)


@contextmanager
def running(name: str, place: Path, most: int | None = None) -> Iterator[Service]:
    """A server of that name, of pages in an empty folder, for at most so many clients."""
    said: list[str] = []
    place.mkdir(exist_ok=True)
    if name == HALL:
        publish({"version.js": b"v(1)", "big.pdf": BIG}, place / "site")
        with served(place / "site", most, said) as hall:
            yield Service(Hall, hall.port, "/version.js", b"v(1)", "/big.pdf", said)
        return
    an_event(place / "events" / "friday")
    (place / "events" / "friday" / "slips").mkdir()
    (place / "events" / "friday" / "slips" / "big.pdf").write_bytes(BIG)
    with pytest.MonkeyPatch.context() as patched:
        if most:
            patched.setattr("runner.app.door.server.MOST_CLIENTS", most)
        with opened(place / "events") as door:
            inside, visitor = door.server.app, door.visitor()
            big = f"/desk/{inside.desk_key(inside.events.entries()[0])}/slips/big.pdf"
            content = visitor.get("/static/door.css").body
            yield Service(
                DoorServer, door.port, "/static/door.css", content, big, door.said,
                visitor.cookie, visitor.token,
            )  # fmt: skip
