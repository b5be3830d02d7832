"""Asking the hall's server, for tests: as a browser does, and byte by byte."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from runner.app.http import Server
from runner.app.serve import Hall

LOCAL = "127.0.0.1"


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
