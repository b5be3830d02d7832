"""What somebody types into the open workbook, and has not saved, survives every live write."""

import json
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from runner.workbook import live as live_package
from runner.workbook.live import LibreOffice, Live, State
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.parts import cell_reference
from tests.support import processes
from tests.support.office import Office, needs_office, pipe
from tests.support.one_sheet import SHEET, workbook
from tests.support.soak import SOAKING
from tests.support.waiting import PATIENCE, until

pytestmark = [*needs_office, pytest.mark.soak]

ROUNDS = 100 if SOAKING else 3
ROWS = 150 if SOAKING else 40
NAMES = [
    CellChange(SHEET, cell_reference(row, column), f"name {row}-{column}")
    for row in range(2, ROWS + 2)
    for column in (2, 3)
]
MOST = 20  # rounds, until both have wanted the same cell
AREA = f"B2:D{ROWS + 1}"  # two columns of names, and one of results


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp(f"typing-{os.getpid()}-") / "event.xlsx"
    keys = {f"A{row}": f"R1T{row - 1}" for row in range(2, ROWS + 2)}
    heads = {"A1": "Key", "B1": "Seat 1", "C1": "Seat 2", "D1": "Result"}
    file.write_bytes(workbook(heads | keys))
    return file


@pytest.fixture(scope="module")
def office(path: Path) -> Iterator[Office]:
    office = Office(path, windows=True)
    office.show()
    yield office
    office.quit()


class Typist(threading.Thread):
    """Types cell after cell as fast as it can, or by key; `typed` is what stands in each."""

    def __init__(self, office: Office, chance: random.Random, *, keyboard: bool) -> None:
        super().__init__()
        self.typed: dict[str, str] = {}
        self.over = threading.Event()
        self._office, self._chance, self._keyboard = office, chance, keyboard

    def run(self) -> None:
        while not self.over.is_set():
            cell = cell_reference(self._chance.randrange(2, ROWS + 2), self._chance.randrange(2, 5))
            text = f"typed{len(self.typed)}"
            if cell in self.typed:
                continue
            if self._keyboard:
                self._office.go(SHEET, cell)
                for letter in text:
                    self._office.keys(letter)
                    time.sleep(self._chance.random() / 20)
                self.typed[cell] = text
                self._office.enter()  # the keys wait their turn in LibreOffice
                until(lambda cell=cell, text=text: self._office.read(SHEET, cell) == text)  # type: ignore[misc]
            else:
                self._office.type(SHEET, cell, text)
                self.typed[cell] = text


def race(
    office: Office, chance: random.Random, write: Callable[[], object], *, keyboard: bool
) -> tuple[dict[str, str], dict[str, str]]:
    """What was typed before, while and after names were written, and what stands there then."""
    office.clear(SHEET, AREA)
    typist = Typist(office, chance, keyboard=keyboard)
    typist.start()
    until(lambda: bool(typist.typed), "somebody who types")
    time.sleep(chance.random() / 5)
    write()
    time.sleep(chance.random() / 5)
    typist.over.set()
    typist.join()
    found = {
        cell_reference(row, column): text
        for row, texts in enumerate(office.area(SHEET, AREA), 2)
        for column, text in enumerate(texts, 2)
    }
    return typist.typed, found


@pytest.mark.parametrize("keyboard", [False, True], ids=["cells at once", "letter by letter"])
def test_nothing_typed_into_an_open_workbook_is_lost_and_all_names_arrive(
    path: Path, office: Office, keyboard: bool
) -> None:
    data = path.read_bytes()
    met = 0
    for number in range(max(ROUNDS, MOST)):
        if met and number >= ROUNDS:
            break
        program = LibreOffice(pipe(path))

        def write(program: LibreOffice = program) -> None:
            while Live([program]).write(path, data, NAMES, {SHEET: 1}).state is State.BUSY:
                time.sleep(0.1)

        typed, found = race(office, random.Random(number), write, keyboard=keyboard)
        assert {cell: found[cell] for cell in typed} == typed, f"round {number}"
        names = {change.cell: change.value for change in NAMES if change.cell not in typed}
        assert {cell: found[cell] for cell in names} == names, f"round {number}"
        met += len(typed.keys() & {change.cell for change in NAMES})
    assert met  # cells that both wanted


def test_a_writer_that_looks_and_then_writes_does_lose_some(path: Path, office: Office) -> None:
    """The same rule without LibreOffice's own main thread: so the race above can be lost."""
    place = Path(live_package.__file__).parent
    cells = [
        {"sheet": SHEET, "cell": change.cell, "value": change.value, "text": change.text,
         "ours": [], "anchors": [], "like": ""}
        for change in NAMES
    ]  # fmt: skip
    wanted, where = json.dumps(cells), (place, pipe(path), path)

    def write() -> None:
        processes.run("office/look_then_write", *where, input=wanted, text=True, timeout=PATIENCE)

    lost = 0
    for number in range(20):
        typed, found = race(office, random.Random(number), write, keyboard=False)
        lost += sum(found[cell] != text for cell, text in typed.items())
        if lost:
            break
    sys.stdout.write(f"looking, then writing: {lost} lost in {number + 1} rounds\n")
    assert lost
