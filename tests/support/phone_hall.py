"""A hall with results by phone, all of it programs of their own: the watch, the hall's server, and
players whose phones do whatever phones do."""

import csv
import http.client
import random
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from io import StringIO
from pathlib import Path
from threading import Event as Stop
from threading import Thread
from urllib.parse import unquote

from runner.app.phones import codes, open_round
from runner.app.phones.inbox import Inbox
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phone_reports import OpenRound
from tests.support.organiser import Organiser
from tests.support.phones import Phone, phones
from tests.support.ports import LOCAL, listens
from tests.support.waiting import PATIENCE, until

HONEST = ("plain", "reloads", "offline", "twice", "corrects", "two seats")
"""Phones that report how the table ended, sooner or later in the round."""
OTHERS = ("asleep", "late", "seated only", "withdraws", "contradicts late")
"""Phones that do not, or not while it is asked for."""
LAST = "last of all"
"""One that reports when it is told to."""


class PhoneHall:
    """An event that is watched and shown, whose players report from the port of its server."""

    def __init__(self, root: Path, event: Event, way: str, port: int) -> None:
        self.desk = Organiser(root, event)
        self.desk.rework(phones(way))
        self.desk.save()
        self.folder, self.port = self.desk.pipeline.folder, port
        self.inbox = Inbox(self.folder.phone_reports)
        self.kills = 0
        self._stop, self._killer = Stop(), Thread()
        words = ["watch", str(root), "--site", str(self.folder.site), "--no-slips", "--no-proof"]
        self._output = root.with_name("watch.txt").open("w")
        self._watch = self._start(*words)
        self._serve: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Show the pages once the first round is out."""
        until(lambda: self.now is not None, "the first round")
        self._serve = self._start("serve", str(self.folder.root), "--port", str(self.port))
        until(lambda: self.fetch("pulse.js") != "", "the pages")

    def _start(self, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "runner", *words]
        return subprocess.Popen(command, stdout=self._output, stderr=self._output)

    def kill_now_and_then(self, chance: random.Random) -> None:
        """Kill the server at random moments, and start it again, until the end."""

        def killer() -> None:
            while not self._stop.wait(chance.uniform(2, 8)):
                if not listens(self.port):  # it is still starting, on a machine that has much to do
                    continue
                assert self._serve
                self._serve.kill()
                self._serve.wait()
                self.kills += 1
                self._serve = self._start("serve", str(self.folder.root), "--port", str(self.port))

        self._killer = Thread(target=killer)
        self._killer.start()

    def end(self) -> None:
        self._stop.set()
        if self._killer.is_alive():
            self._killer.join()
        for program in filter(None, (self._serve, self._watch)):
            program.terminate()
            program.wait(PATIENCE)
        self._output.close()

    @property
    def now(self) -> OpenRound | None:
        return open_round.read(self.folder.phone_round)

    def address(self, now: OpenRound, table: int) -> str:
        key = codes.secret(self.folder.phone_secret)
        return f"/report/{codes.table_code(key, now.pairing, table)}"

    def fetch(self, path: str) -> str:
        """A page, as the hall's server gives it out; "" where there is none."""
        asked = http.client.HTTPConnection(LOCAL, self.port, timeout=20)
        try:
            asked.request("GET", f"/{path}")
            answer = asked.getresponse()
            text = answer.read().decode()
            return text if answer.status == 200 else ""
        except (OSError, http.client.HTTPException):
            return ""
        finally:
            asked.close()

    def published(self, round_: RoundId) -> dict[int, str]:
        """The results of a round by table, as they are given out: a letter, or "draw"."""
        rows = csv.DictReader(StringIO(self.fetch("data/results.csv").lstrip("\ufeff")))
        here = [row for row in rows if (row["phase"], row["round"]) == tuple(map(str, round_))]
        won = {int(row["table"]): row["seat"] for row in here if row["outcome"] == "win"}
        drawn = {int(row["table"]): "draw" for row in here if row["outcome"] == "draw"}
        return drawn | won


class Noting(Phone):
    """A phone that notes which forms the server has taken."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.taken: list[str] = []
        self._sent = ""

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Phone:
        if method == "GET" and self._sent:  # the answer to a form leads to the page
            self.taken.append(unquote(self._sent.partition("&")[2]))
        self._sent = body
        try:
            return super().ask(method, path, body, **headers)
        finally:
            self._sent = ""


@dataclass
class Player:
    """A phone and what it is like in one round: `truth` is how the table ended."""

    hall: PhoneHall = field(repr=False)
    now: OpenRound = field(repr=False)
    table: int
    seat: int
    kind: str
    truth: str
    chance: random.Random
    phone: Noting = field(init=False)

    def __post_init__(self) -> None:
        self.phone = Noting(self.hall.port)
        self.there = self.hall.address(self.now, self.table)
        results = {result for result, _ in self.now.offers} - {self.truth, "ID"}
        self.wrong = sorted(results)[self.seat % len(results)]  # no two of a table say the same

    def insist(self, step: Callable[[], object]) -> None:
        """As somebody does whose page does not load: again, until it does."""
        until(lambda: self._done(step), f"an answer for {self}")

    def _done(self, step: Callable[[], object]) -> bool:
        try:
            step()
        except (OSError, http.client.HTTPException):
            time.sleep(0.05)
            return False
        return True

    def open(self) -> None:
        self.insist(lambda: self.phone.ask("GET", self.there))

    def sit(self) -> None:
        self.open()
        self.insist(lambda: self._sent(seat=str(self.seat)))

    def report(self, result: str) -> None:
        """Send a report; after an answer that was cut off, reload and send it again."""
        self.open()
        self.insist(lambda: self._sent(result=f"{result}|"))

    @property
    def answered(self) -> list[str]:
        """The results that the server has taken from this phone; "" for a withdrawal."""
        return [each[7:-1] for each in self.phone.taken if each.startswith("result=")]

    def _sent(self, **fields: str) -> None:
        """Send a form from the page that is seen, or from the one before the network was gone."""
        token = re.search(r'name="token" value="(\w+)"', self.phone.page)
        if token is None and self.phone.status == 200:
            return  # nobody is asked any more
        self.phone.post(self.there, **fields)

    def steps(self) -> list[tuple[float, Callable[[], object]]]:
        """What this phone does in the round, at which part of it: from 0 to 1."""
        at, later = self.chance.uniform(0, 0.6), self.chance.uniform(0.65, 0.85)
        right, wrong = partial(self.report, self.truth), partial(self.report, self.wrong)
        steps: dict[str, list[tuple[float, Callable[[], object]]]] = {
            "plain": [(at, right)],
            "reloads": [*[(at + 0.01, self.open)] * 3, (later, right)],
            "offline": [(at + 0.2, right)],  # ten minutes of a round of an hour without network
            "twice": [(at, right), (later, right)],
            "corrects": [(at, wrong), (later, right)],
            "two seats": [(at, self._take_another), (at, right), (later, self._take_another)],
            LAST: [],
            "asleep": [],
            "late": [],
            "seated only": [],
            "withdraws": [(0.0, wrong), (0.02, partial(self.report, ""))],
            "contradicts late": [(0.95, wrong)],
            "lies": [(0.0, wrong)],
        }
        seated = [] if self.kind == "asleep" else [(0.0, self.sit)]
        return [*seated, *steps[self.kind]]

    def _take_another(self) -> None:
        """Ask for a second seat with the same phone: it goes on speaking for the first alone."""
        self.open()
        other = (self.seat + 1) % len(self.now.tables[self.table].seats)
        self.insist(lambda: self._sent(seat=str(other)))
