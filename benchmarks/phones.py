"""A hall of telephones that report results within half a minute, beside many that read the pages.

    python benchmarks/phones.py [watch] [REPORTS ...]

500 players of 125 pods open the page of their table, take their seat and report, each at a chance
moment of 30 seconds; 2,000 others open a page with what it needs, and ask every 10 to 20 seconds
whether anything is new. REPORTS is how many have come before, as in a late round. All phones are in
one process of their own; the server has another, and so has `runner watch` where `watch` is asked
for. All use loopback, and share this machine's processors. Seconds are those of one request. MB is
the memory of the server: when it has answered one phone, after half a minute, and after a second
half minute in which everybody reports again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlencode

from openpyxl import load_workbook
from serve import AFTER, running, used

from runner.app.event_folder import EventFolder
from runner.app.phones import codes, open_round
from runner.app.phones.inbox import Inbox
from runner.app.pipeline import Pipeline
from runner.core.phone_reports import Report

PLAYERS, READERS, WITHIN, PATIENCE = 500, 2000, 30.0, 20.0
TARGET = 0.3
COUNTS = '<p class="counts"'
"""Stands in the page of a table whose result counts: nobody is asked any more."""
FORM = "Content-Type: application/x-www-form-urlencoded\r\n"


@dataclass
class Times:
    """Seconds of the requests that were answered, and why others failed."""

    reports: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


def main() -> None:
    watched = sys.argv[1:2] == ["watch"]
    print(f"{'before':>8}  {'asked for':10}{'answers':>9}{'failed':>8}{'median':>9}{'99 %':>9}"
          f"{'worst':>9}{'in 0.3 s':>10}")  # fmt: skip
    for before in [int(each) for each in sys.argv[1 + watched :]] or [0, 5000]:
        with tempfile.TemporaryDirectory() as place:
            folder, site = made(Path(place), before)
            measure(folder, site, before, watched=watched)


def made(place: Path, before: int) -> tuple[EventFolder, Path]:
    """An event of pods whose first round is out, with so many reports from earlier."""
    root, site = place / "event", place / "site"
    words = ["new", str(root), "--sample", str(PLAYERS), "--players", str(PLAYERS)]
    subprocess.run([sys.executable, "-m", "runner", *words], check=True, capture_output=True)
    folder = EventFolder(root)
    workbook = root / "event.xlsx"
    book = load_workbook(workbook)
    for cells in book["Event"].iter_rows(max_row=60):
        if cells[0].value == "Results by phone":
            cells[1].value = "players, two agree"
    book["Decisions"]["F5"].value = "yes"
    book.save(workbook)
    pipeline = Pipeline(folder, site)
    pipeline.run(workbook.read_bytes())
    pipeline.write_names(unlocked_for=0)
    now = open_round.read(folder.phone_round)
    assert now is not None, "round 1 is not out"
    lines = (
        Report(number, now.round, "0" * 12, 1 + number % 99, "P001", "A").document
        for number in range(1, before + 1)
    )
    folder.phone_reports.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    return folder, site


def measure(folder: EventFolder, site: Path, before: int, *, watched: bool) -> None:
    command = ["-m", "runner", "serve", "{site}", "--event", str(folder.root), "--port", "{port}"]
    with contextlib.ExitStack() as stack:
        if watched:
            stack.enter_context(watching(folder, site))
        port, program = stack.enter_context(running(command, site))
        memory = []
        for wave in range(2):
            with ProcessPoolExecutor(1) as pool:
                if not wave:
                    pool.submit(crowd, port, folder, site, 1, 0, wave).result()
                    memory.append(megabytes(program))
                times = pool.submit(crowd, port, folder, site, PLAYERS, READERS, wave).result()
            memory.append(megabytes(program))
            for what, seconds in (("reports", times.reports), ("pages", times.pages)):
                print(f"{before:8,}  {what:10}{line(seconds, len(times.failures))}", flush=True)
            for why in sorted(set(times.failures)):
                print(f"{times.failures.count(why):8,}  {why}")
        there = len(Inbox(folder.phone_reports).reports()) - before
        grown = ", ".join(f"{each:.0f}" for each in memory)
        print(
            f"{there:,} reports on the disk; MB: {grown}; CPU seconds and most MB:{used(program)}"
        )


@contextlib.contextmanager
def watching(folder: EventFolder, site: Path) -> Iterator[None]:
    words = ["watch", str(folder.root), "--site", str(site), "--no-slips", "--no-proof"]
    with subprocess.Popen(
        [sys.executable, "-m", "runner", *words], stdout=subprocess.DEVNULL
    ) as program:
        time.sleep(5)
        yield
        program.terminate()


def line(seconds: list[float], failed: int) -> str:
    good = sorted(seconds)
    last = good[min(len(good) - 1, int(len(good) * 0.99))]
    soon = sum(each <= TARGET for each in good) / len(good)
    return (
        f"{len(good):9,}{failed:8,}{statistics.median(good):9.3f}{last:9.3f}{good[-1]:9.3f}"
        f"{soon:10.2%}"
    )


def megabytes(program: subprocess.Popen[bytes]) -> float:
    """What a program uses now; on Linux."""
    pages = int(Path(f"/proc/{program.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


# --- the phones -----------------------------------------------------------------------------------


def crowd(
    port: int, folder: EventFolder, site: Path, players: int, readers: int, wave: int
) -> Times:
    """What all phones have met."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    now = open_round.read(folder.phone_round)
    assert now is not None
    key, times = codes.secret(folder.phone_secret), Times()
    seats = [
        (f"/report/{codes.table_code(key, now.pairing, table)}", seat)
        for table, there in now.tables.items()
        for seat in range(len(there.seats))
    ]
    pages = sorted(path.relative_to(site).as_posix() for path in site.glob("**/[!.]*.html"))
    result = ("A|", "B|")[wave]
    cookies = folder.root / "cookies.json"
    known = json.loads(cookies.read_bytes()) if cookies.exists() else {}

    async def all_of_them() -> None:
        end = time.monotonic() + (WITHIN if players > 1 else 0.5)
        chance = random.Random(wave)
        playing = (
            player(port, *seats[at], result, known, times, moment(chance, end))
            for at in range(players)
        )
        reading = (
            reader(port, chance.choice(pages), times, moment(chance, end), end)
            for _ in range(readers)
        )
        await asyncio.gather(*playing, *reading)

    asyncio.run(all_of_them())
    cookies.write_text(json.dumps(known))
    return times


def moment(chance: random.Random, end: float) -> float:
    return end - chance.uniform(0, WITHIN)


async def player(
    port: int, there: str, seat: int, result: str, known: dict[str, str], times: Times, at: float
) -> None:
    """One who opens the page, takes the seat unless this phone has it, and reports."""
    await asyncio.sleep(at - time.monotonic())
    name = f"{there} {seat}"
    try:
        async with Line(port, times.reports, known.get(name, "")) as web:
            page = await web.ask("GET", there)
            if name not in known and COUNTS not in page:
                page = await web.form(there, page, seat=str(seat))
                known[name] = web.cookie
            await asyncio.sleep(1)
            if COUNTS not in page:
                await web.form(there, page, result=result)
    except FAILURES as why:
        times.failures.append(f"report: {type(why).__name__} {why}")


async def reader(port: int, page: str, times: Times, at: float, end: float) -> None:
    """One who opens a page, and keeps it open."""
    await asyncio.sleep(at - time.monotonic())
    try:
        async with Line(port, times.pages) as web:
            for name in (page, *AFTER):
                await web.ask("GET", f"/{name}")
            while end - time.monotonic() > (pause := random.uniform(10, 20)):
                await asyncio.sleep(pause)
                await web.ask("GET", "/pulse.js")
    except FAILURES as why:
        times.failures.append(f"page: {type(why).__name__} {why}")


FAILURES = (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError)


class Line:
    """A browser's connection, which is opened anew where the server has closed it."""

    def __init__(self, port: int, seconds: list[float], cookie: str = "") -> None:
        self.port, self.seconds, self.cookie = port, seconds, cookie
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Line:
        return self

    async def __aexit__(self, *_reason: object) -> None:
        self._close()

    def _close(self) -> None:
        if self._streams:
            self._streams[1].transport.abort()
        self._streams = None

    async def form(self, there: str, page: str, **fields: str) -> str:
        """Send the form of a page, and return the page that follows."""
        token = re.search(r'name="token" value="(\w+)"', page)
        if token is None:
            raise ValueError("there is no form")
        return await self.ask("POST", there, urlencode({"token": token[1], **fields}))

    async def ask(self, method: str, path: str, body: str = "") -> str:
        began = time.monotonic()
        async with asyncio.timeout(PATIENCE):
            kept = self._streams is not None
            try:
                head, content = await self._sent(method, path, body)
            except (OSError, asyncio.IncompleteReadError):
                if not kept:
                    raise
                self._close()  # it was closed between two requests, as servers may
                head, content = await self._sent(method, path, body)
        self.seconds.append(time.monotonic() - began)
        status = head[0].split()[1]
        if cookie := next((each for each in head if each.startswith("Set-Cookie: ")), ""):
            self.cookie = cookie[12:].partition(";")[0]
        if status == "303":
            return await self.ask("GET", path)
        if status != "200":
            raise ValueError(head[0])
        return content.decode("utf-8", "replace")

    async def _sent(self, method: str, path: str, body: str) -> tuple[list[str], bytes]:
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self._streams
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        kind = FORM if body else ""
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n"
            f"Accept-Encoding: gzip\r\n{cookie}"
            f"{kind}Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = next(int(each[15:]) for each in head if each.lower().startswith("content-length"))
        return head, await reader.readexactly(length)


if __name__ == "__main__":
    main()
