"""A front door for tests: open in this process, or as a program, and somebody who asks it."""

import html
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

from runner.app.door.server import DoorServer
from tests.support import events
from tests.support.folders import event_folder
from tests.support.waiting import PATIENCE, until


def an_event(root: Path, players: int = 8) -> Path:
    """The folder of an event of three rounds, of which nothing is out; its workbook."""
    root.parent.mkdir(exist_ok=True)
    phase = events.phase(1, rounds=3)
    event_folder(root, events.event(players, phase, automatic=False, decisions=()))
    return root / f"{root.name}.xlsx"


class Answer(NamedTuple):
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    @property
    def to(self) -> str:
        return self.headers.get("Location", "")


class Visitor:
    """Asks a door as a browser does; every header can be set otherwise."""

    def __init__(self, port: int, cookie: str = "", token: str = "") -> None:
        self.port, self.cookie, self.token = port, cookie, token

    @classmethod
    def with_key(cls, port: int, key: str) -> "Visitor":
        made = cls(port)
        answer = made.get(f"/?key={key}")
        assert (answer.status, answer.to) == (303, "/"), answer
        made.cookie = answer.headers["Set-Cookie"].partition(";")[0]
        found = re.search(r'name="token" value="([^"]+)"', made.get("/").text)
        assert found
        made.token = found[1]
        return made

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page; as in a browser, a fragment stays here."""
        return self.ask("GET", path.partition("#")[0], headers=headers)

    def post(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Answer:
        body = urlencode({"token": self.token, **(fields or {})}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        own = {"Origin": f"http://127.0.0.1:{self.port}", "Sec-Fetch-Site": "same-origin"}
        return self.ask("POST", path, body, {**kind, **own, **headers})

    def ask(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Answer:
        asked = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        given = {"Cookie": self.cookie} if self.cookie else {}
        named = {name.replace("_", "-"): value for name, value in (headers or {}).items()}
        try:
            asked.request(method, path, body or None, {**given, **named})
            answer = asked.getresponse()
            return Answer(answer.status, dict(answer.headers), answer.read())
        finally:
            asked.close()


class Opened(NamedTuple):
    """A door that is open in this process."""

    server: DoorServer
    said: list[str]

    @property
    def port(self) -> int:
        return self.server.app.sessions.port

    def visitor(self) -> "Visitor":
        return Visitor.with_key(self.port, self.server.app.sessions.key())


@contextmanager
def opened(folder: Path) -> Iterator[Opened]:
    """A door of a folder of events."""
    said: list[str] = []
    server = DoorServer(0, folder, said.append)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield Opened(server, said)
    finally:
        server.app.over.set()
        thread.join(PATIENCE)
        assert not thread.is_alive()


def words(page: str) -> str:
    """What a page says, without its markup."""
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


_AS_USUAL = """import os, signal, sys
for name in ("SIGINT", "SIGHUP"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])"""
"""Runs a program that ignores nothing, whatever the tests were started to ignore (nohup, "&")."""


class DoorProgram:
    """`runner` as a program of its own, with a home of its own."""

    def __init__(self, home: Path, *words: str, said: str = "said.txt") -> None:
        self.out = home / said
        self.out.unlink(missing_ok=True)
        own = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
        with self.out.open("wb") as out:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _AS_USUAL, sys.executable, "-m", "runner",
                 *(words or ("door", "--no-browser"))],
                stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                env={**os.environ, **own},
            )  # fmt: skip

    @property
    def said(self) -> str:
        return self.out.read_text("utf-8")

    def key(self) -> tuple[int, str]:
        """The port and key that it says."""
        until(lambda: "?key=" in self.said, self.said)
        found = re.search(r"http://127\.0\.0\.1:([0-9]+)/\?key=(\S+)", self.said)
        assert found
        return int(found[1]), found[2]

    def visitor(self) -> "Visitor":
        return Visitor.with_key(*self.key())

    def end(self) -> int:
        self.process.terminate()
        return self.process.wait(PATIENCE)
