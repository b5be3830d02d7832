"""How soon the door's first page is there, with many events in its folder.

    python benchmarks/door.py [EVENTS]

The first time none of the workbooks has been looked at, then all of them have. In the end the page
is asked for as a browser does that keeps it as it is on the disk.
"""

import sys
import tempfile
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path

import platformdirs

from runner.app.door.server import DoorServer
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.workbook.template.template import Plan, template

PLAYERS = 32


def workbook(name: str) -> bytes:
    players = tuple(Player(f"P{n:03}", f"Player {n}") for n in range(1, PLAYERS + 1))
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=4)
    return template(Plan(Event(name, "2026-11-21", phases=(phase,), players=players, seed="a")))


def measured(what: str, ask: Callable[[], bytes]) -> None:
    wall, cpu = time.perf_counter(), time.process_time()
    size = len(ask())
    took, used = time.perf_counter() - wall, time.process_time() - cpu
    print(f"{what:42} {took:6.3f} s, {used:6.3f} s of the processor, {size >> 10} kB")


def main(events: int) -> None:
    with tempfile.TemporaryDirectory() as made:
        platformdirs.user_config_path = lambda *_, **__: Path(made, "own")  # type: ignore[assignment]
        folder, data = Path(made, "events"), workbook("Friday Night")
        for n in range(events):
            (folder / f"event {n}").mkdir(parents=True)
            (folder / f"event {n}" / f"event {n}.xlsx").write_bytes(data)
        server = DoorServer(0, folder, print)
        threading.Thread(target=server.run, daemon=True).start()
        sessions = server.app.sessions
        cookie = f"{sessions.cookie}={sessions.let_in(sessions.key()).cookie}"  # type: ignore[union-attr]

        def ask() -> bytes:
            asked = HTTPConnection("127.0.0.1", sessions.port, timeout=600)
            asked.request("GET", "/", headers={"Cookie": cookie})
            return asked.getresponse().read()

        measured(f"{events} events, none looked at", ask)
        began = time.perf_counter()
        while any(not each.fresh for each in server.app.events.entries()):
            time.sleep(0.5)
        print(f"{'all of them looked at, after':42} {time.perf_counter() - began:6.1f} s")
        measured(f"{events} events, all looked at", ask)
        measured("the same once more", ask)
        server.app.over.set()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
