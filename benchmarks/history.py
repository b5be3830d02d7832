"""How long it takes to keep the saves of a day, as LibreOffice writes them, and what they come to.

    PYTHONPATH=. python -m benchmarks.history [SAVES]

An event of 180 players in pods, two rounds played. Results are typed one by one into the third, a
late player at every ninth save; each save is kept. Needs LibreOffice.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.history.saves import Store
from runner.app.import_event import plan_for
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.core.randomness import Stream
from runner.workbook.template.template import template
from tests.support.office import Office

PLAYERS = 180


def main() -> None:
    """Print what the saves come to."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    with tempfile.TemporaryDirectory() as root:
        saves = made(Path(root) / "friday", Path(root) / "site", count)
        store, seconds = Store(Path(root) / "kept"), []
        for data in saves:
            begun = time.perf_counter()
            store.keep(data, "2026-11-21T14:32:05+01:00", ("Round 3, table 12: result A",))
            seconds.append(time.perf_counter() - begun)
        more = sum(path.stat().st_size for path in (Path(root) / "kept").glob("*.json"))
        assert [store.data(each) for each in store.all()] == saves
    whole = sum(map(len, saves))
    print(f"{len(saves)} saves of {whole / len(saves) / 1000:.1f} kB on average")
    print(f"{more / len(saves):.0f} bytes to describe one")
    print(f"median {statistics.median(seconds) * 1000:.0f} ms to keep one")


def made(root: Path, site: Path, count: int) -> list[bytes]:
    """The workbook as it was before an editor opened it, and at each save of the editor's."""
    root.mkdir()
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=6)
    event = Event("Friday", "2026-11-21", seed="s", phases=(phase,), players=players(PLAYERS))
    workbook = root / "friday.xlsx"
    workbook.write_bytes(template(plan_for(event, PLAYERS)))
    play(Pipeline(EventFolder(root), site), 2)
    saves = [workbook.read_bytes()]
    chance = Stream("benchmark", "history")
    office = Office(workbook)
    office.open()
    for turn in range(count):
        table = turn % (PLAYERS // 4)
        office.type("Round 3", f"G{5 + table}", ("A", "B", "C", "D", "draw")[chance.below(5)])
        if turn % 9 == 0:
            office.type("Players", f"B{PLAYERS + 10 + turn // 9}", f"Late Person {turn}")
        office.save()
        saves.append(workbook.read_bytes())
    office.close()
    office.quit()
    return saves


if __name__ == "__main__":
    main()
