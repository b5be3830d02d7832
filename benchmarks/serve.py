"""A round goes out, and a hall of telephones asks for it: `runner serve` and a plain server.

    python benchmarks/serve.py [PHONES ...]

Each phone comes at a chance moment of five seconds, as browsers do: the page first, and then what
the page needs, on up to six connections that are kept open; it takes compressed pages. The site is
that of an event of 512 players. Phones run in two processes beside the server, all by loopback on
this one machine, so they and the server share its processors. Seconds are those from a phone's
first try to connect until all of it is there. The plain server is `python -m http.server`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import resource
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import chain
from pathlib import Path

HERE = Path(__file__).parents[1]
WITHIN = 5.0
PATIENCE = 30.0
PROCESSES = 2
CONNECTIONS = 6
AFTER = ("static/site.css", "static/site.js", "static/icon.svg", "version.js")
SERVERS = {
    "runner serve": ["-m", "runner", "serve", "{site}", "--port", "{port}"],
    "http.server": [
        "-m",
        "http.server",
        "{port}",
        "--directory",
        "{site}",
        "--protocol",
        "HTTP/1.1",
    ],
}


def main() -> None:
    counts = [int(each) for each in sys.argv[1:]] or [300, 1000, 2000]
    with tempfile.TemporaryDirectory() as place:
        site = made(Path(place))
        pages = sorted(path.relative_to(site).as_posix() for path in site.rglob("*.html"))
        print(f"{len(pages)} pages; all times in seconds")
        print(f"{'server':14}{'phones':>8}{'failed':>8}{'median':>9}{'99 %':>9}{'worst':>9}"
              f"{'over 1 s':>10}{'CPU':>8}{'MB':>7}")  # fmt: skip
        for count in counts:
            for name, words in SERVERS.items():
                with running(words, site) as (port, program):
                    times = visited(port, pages, count)
                    print(f"{name:14}{count:8,}{line(times)}{used(program)}", flush=True)


def made(place: Path) -> Path:
    """The site of an event of 512 players whose second round has just gone out."""
    site, event = place / "site", place / "event"
    for words in (
        ["new", str(event), "--sample", "512", "--players", "512"],
        ["rehearse", str(event), "--rounds", "1", "--site", str(site)],
    ):
        subprocess.run([sys.executable, "-m", "runner", *words], check=True, capture_output=True)
    return site


@contextlib.contextmanager
def running(words: list[str], site: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """The server at work, and its port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    filled = [word.format(site=site, port=port) for word in words]
    with subprocess.Popen(
        [sys.executable, *filled], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as program:
        until_it_answers(port)
        yield port, program
        program.kill()


def until_it_answers(port: int) -> None:
    for _ in range(600):
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        time.sleep(0.05)
    raise SystemExit("the server does not come up")


def visited(port: int, pages: list[str], count: int) -> list[float]:
    """For each phone the seconds that it took, or infinity where something failed."""
    start = time.time() + 1.5
    shares = [count // PROCESSES + (at < count % PROCESSES) for at in range(PROCESSES)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        done = [
            pool.submit(crowd, port, pages, share, at, start) for at, share in enumerate(shares)
        ]
        return list(chain.from_iterable(each.result() for each in done))


def crowd(port: int, pages: list[str], count: int, seed: int, start: float) -> list[float]:
    """Some of the phones."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    chance = random.Random(seed)
    phones = [(chance.choice(pages), start + chance.uniform(0, WITHIN)) for _ in range(count)]

    async def all_of_them() -> list[float]:
        return await asyncio.gather(*(phone(port, page, at) for page, at in phones))

    return asyncio.run(all_of_them())


async def phone(port: int, page: str, at: float) -> float:
    """One phone: the page, then all that it needs; its connections stay open to the end."""
    await asyncio.sleep(max(0.0, at - time.time()))
    kept: list[asyncio.StreamWriter] = []
    began = time.monotonic()
    try:
        async with asyncio.timeout(PATIENCE):
            first = await connected(port, kept)
            await got(first, page)
            waiting = list(AFTER)
            lines = [share for at in range(CONNECTIONS) if (share := waiting[at::CONNECTIONS])]
            await asyncio.gather(
                *(several(port, kept, share, first if at == 0 else None)
                  for at, share in enumerate(lines))
            )  # fmt: skip
        took = time.monotonic() - began
        await asyncio.sleep(max(0.0, at + WITHIN - time.time()))
    except (OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
        took = float("inf")
    for each in kept:
        each.transport.abort()
    return took


Line = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def connected(port: int, kept: list[asyncio.StreamWriter]) -> Line:
    line = await asyncio.open_connection("127.0.0.1", port)
    kept.append(line[1])
    return line


async def several(
    port: int, kept: list[asyncio.StreamWriter], names: list[str], line: Line | None
) -> None:
    line = line or await connected(port, kept)
    for name in names:
        await got(line, name)


async def got(line: Line, name: str) -> None:
    """A file, whole; ValueError where it is not."""
    reader, writer = line
    writer.write(
        f"GET /{name} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: gzip, deflate\r\n"
        "User-Agent: Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) "
        "Chrome/126.0.0.0 Mobile Safari/537.36\r\nAccept: */*\r\n\r\n".encode()
    )
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    length = next(int(each[15:]) for each in head if each.lower().startswith("content-length:"))
    await reader.readexactly(length)
    if " 200 " not in head[0]:
        raise ValueError(head[0])


def line(times: list[float]) -> str:
    good = sorted(each for each in times if each != float("inf"))
    failed = len(times) - len(good)
    if not good:
        return f"{failed:8,}" + f"{'-':>9}" * 3 + f"{'-':>10}"
    slow = sum(each > 1 for each in good)
    last = good[min(len(good) - 1, int(len(good) * 0.99))]
    return f"{failed:8,}{statistics.median(good):9.3f}{last:9.3f}{good[-1]:9.3f}{slow:10,}"


def used(program: subprocess.Popen[bytes]) -> str:
    """Processor seconds, and the most memory, of a program that still runs; on Linux."""
    try:
        fields = Path(f"/proc/{program.pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{program.pid}/status").read_text()
    except OSError:
        return ""
    seconds = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    peak = next(int(each.split()[1]) for each in status.splitlines() if each.startswith("VmHWM"))
    return f"{seconds:8.2f}{peak / 1024:7.0f}"


if __name__ == "__main__":
    main()
