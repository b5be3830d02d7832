"""Results by phone, for tests: switching them on, codes of tables, and a phone's browser."""

import http.client
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode

from openpyxl import Workbook

from runner.app.http import Server
from runner.app.phones import codes, open_round
from runner.app.serve.hall import Hall
from runner.core.event import Event
from runner.core.phone_reports import OpenRound, Role
from tests.support import events
from tests.support.scribe import Scribe, go
from tests.support.services import LOCAL

FILES = ("round.json", "reports.jsonl", "seats.jsonl", "secret", "*.lock")
"""What lies in the folder of an event while results by phone are on."""


def phones(way: str) -> Callable[[Workbook], None]:
    """Choose whose results from phones count, on the Event sheet."""
    return on_event("Results by phone", way)


def on_event(label: str, value: str) -> Callable[[Workbook], None]:
    """Type a value beside a label of the Event sheet."""

    def change(book: Workbook) -> None:
        sheet = book["Event"]
        row = next(row for row in range(1, 60) if sheet.cell(row, 1).value == label)
        sheet.cell(row, 2).value = value

    return change


def now_open(day: Scribe) -> OpenRound:
    """The round for which reports may come."""
    now = open_round.read(day.folder.phone_round)
    assert now
    return now


def started(folder: Path, way: str = "players, two agree", event: Event | None = None) -> Scribe:
    """An event whose round 1 is out, with whose results from phones count; of eight players in two
    pods unless another is given."""
    day = Scribe(folder, event or events.swiss(8))
    day.change(phones(way))
    day.change(go(1))
    day.close()
    return day


def at(day: Scribe, table: int) -> str:
    """The address of a table's page."""
    now = now_open(day)
    key = codes.secret(day.folder.phone_secret)
    return f"/report/{codes.table_code(key, now.pairing, table)}"


def of_staff(day: Scribe, role: Role = Role.SCOREKEEPER) -> str:
    """The address of the page of a role of the staff."""
    return f"/report/{codes.staff_code(codes.secret(day.folder.phone_secret), role)}"


@contextmanager
def serving(day: Scribe, port: int = 0) -> Iterator[Server]:
    """The hall's server of an event, which runs without a word."""
    with Server(Hall(day.site, day.folder), LOCAL, port) as server:
        lines: list[str] = []
        thread = threading.Thread(target=server.run, args=(lines.append,))
        thread.start()
        try:
            yield server
        finally:
            server.stop()
            thread.join()
        assert lines == []


def judge_address(day: Scribe) -> str:
    """The address of the judges' page, by the code that the desk has."""
    code = re.search(r"judges type (\w{3}) (\w{4})", day.told("Results by phone are on"))
    assert code
    return f"/report/{code[1]}{code[2]}"


class Phone:
    """A phone's browser: it keeps its cookie, and follows redirects."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie, self.page, self.status = port, "", "", 0

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> "Phone":
        connection = http.client.HTTPConnection(LOCAL, self.port, timeout=10)
        kind = {"Content-Type": "application/x-www-form-urlencoded"} if body else {}
        cookie = {"Cookie": self.cookie} if self.cookie else {}
        connection.request(method, path, body or None, {**kind, **cookie, **headers})
        answer = connection.getresponse()
        self.page, self.status = answer.read().decode(), answer.status
        if kept := answer.getheader("Set-Cookie"):
            self.cookie = kept.partition(";")[0]
        connection.close()
        if self.status == 303:
            return self.ask("GET", answer.getheader("Location", ""))
        return self

    @property
    def text(self) -> str:
        """The words of the page."""
        plain = re.sub(r"<(style|script)>.*?</\1>", " ", self.page, flags=re.DOTALL)
        return " ".join(re.sub(r"<[^>]+>", " ", plain).split())

    def post(self, path: str, **fields: str) -> "Phone":
        """Send the form of the page that is seen."""
        hidden = re.findall(r'type="hidden" name="(\w+)" value="(\w+)"', self.page)
        return self.ask("POST", path, urlencode({"token": "x", **dict(hidden), **fields}))


def agreed(port: int, there: str, result: str) -> tuple["Phone", "Phone"]:
    """The phones of seats A and B of the table at an address, which report the same."""
    both = seated(port, there, 0), seated(port, there, 1)
    for each in both:
        each.post(there, result=result)
    return both


def seated(port: int, there: str, seat: int) -> Phone:
    """A phone that speaks for a seat, from 0, of the table at an address."""
    return Phone(port).ask("GET", there).post(there, seat=str(seat))
