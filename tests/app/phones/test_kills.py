"""A report that was answered is on the disk, whenever the hall's server is killed."""

import http.client
import random
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from threading import Thread
from urllib.parse import urlencode

import pytest

from runner.app.phones.inbox import Inbox
from tests.support import events
from tests.support.phones import Phone, at, seated, started
from tests.support.ports import LOCAL, free_port, listens
from tests.support.scribe import Scribe
from tests.support.soak import SOAKING
from tests.support.waiting import until

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

KILLS = 200 if SOAKING else 3
TABLES = 16


class Sender:
    """Players of all tables who change their minds all the time."""

    def __init__(self, day: Scribe, port: int) -> None:
        self.day, self.port, self.answered, self.on = day, port, Counter[tuple[int, str]](), True
        self.phones: dict[int, tuple[str, Phone]] = {}
        self.chance = random.Random(7)

    def run(self) -> None:
        """Send until the server does not answer any more."""
        while self.on:
            table = self.chance.randint(1, TABLES)
            try:
                there, phone = self._phone(table)
                said = self.chance.choice(["A|", "B|", "C|", "draw|"])
                if self._sent(there, phone, said):
                    self.answered[table, said] += 1
            except (OSError, http.client.HTTPException):
                time.sleep(0.01)

    def _phone(self, table: int) -> tuple[str, Phone]:
        if table not in self.phones:
            there = at(self.day, table)
            phone = seated(self.port, there, 0)
            if "How did it end?" not in phone.text:  # its first answer was cut off
                raise OSError
            self.phones[table] = there, phone
        return self.phones[table]

    def _sent(self, there: str, phone: Phone, said: str) -> bool:
        """Return whether the server has answered that it has the report."""
        token = re.search(r'name="token" value="(\w+)"', phone.page)
        assert token
        body = urlencode({"token": token[1], "result": said})
        connection = http.client.HTTPConnection(LOCAL, self.port, timeout=10)
        kind = "application/x-www-form-urlencoded"
        connection.request("POST", there, body, {"Content-Type": kind, "Cookie": phone.cookie})
        answer = connection.getresponse()
        connection.close()
        return answer.status == 303


def test_whatever_was_answered_is_there_after_every_kill(tmp_path: Path) -> None:
    day = started(tmp_path / "friday", event=events.swiss(4 * TABLES))
    port, chance, inbox = free_port(), random.Random(3), Inbox(day.folder.phone_reports)
    sender = Sender(day, port)
    words = ("serve", str(day.site), "--event", str(day.folder.root), "--port", str(port))
    command = [sys.executable, "-m", "runner", *words]
    thread = Thread(target=sender.run, daemon=True)
    for kill in range(KILLS):
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL) as hall:
            until(lambda: listens(port))
            if kill == 0:
                thread.start()
                until(lambda: sum(sender.answered.values()) > 0)
            time.sleep(chance.uniform(0.05, 0.6))
            hall.kill()
        there = Counter((each.table, f"{each.result}|") for each in inbox.reports())
        lost = {key: many for key, many in sender.answered.items() if not there[key]}
        assert not lost, (kill, lost)
    sender.on = False
    thread.join()
    lines = day.folder.phone_reports.read_bytes().splitlines()
    reports = inbox.reports()
    assert len(reports) >= len(lines) - 1, "at most the last line is torn"
    assert [each.number for each in reports] == [*range(1, len(reports) + 1)]
    sys.stdout.write(f"{KILLS} kills, {len(reports)} reports, none lost\n")
    assert sum(sender.answered.values())
