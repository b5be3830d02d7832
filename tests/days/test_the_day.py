"""A whole day: 64 players, four rounds, the real watcher, and LibreOffice as the organiser."""

import subprocess
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import openpyxl
import pytest

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.workbook.read.read import read
from tests.support.office import Office, needs_office
from tests.support.waiting import PATIENCE, until

pytestmark = needs_office

ROUNDS = 4
RESULTS = ("A", "B", "C", "D", "draw", "draw, B conceded")


class Day:
    def __init__(self, root: Path) -> None:
        self.root = root / "friday"
        self.site = root / "site"
        self.workbook = self.root / "friday.xlsx"
        self.run("new", str(self.root), "--sample", "64", "--rounds", str(ROUNDS))
        self.watcher = subprocess.Popen(
            [sys.executable, "-m", "runner", "watch", str(self.root), "--site", str(self.site)],
            stdout=subprocess.DEVNULL,
        )

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "runner", *words], capture_output=True, text=True, check=True
        )
        return done.stdout

    def ledger(self) -> Ledger:
        path = self.root / "ledger.jsonl"
        return parse(path.read_bytes())[0] if path.exists() else Ledger()

    def out(self, round_id: RoundId) -> bool:
        return (
            round_id in self.ledger().rounds and self.page(f"rounds/{round_id.prefix}.html") != ""
        )

    def page(self, name: str) -> str:
        path = self.site / name
        return path.read_text(encoding="utf-8") if path.exists() else ""

    def go_cell(self, round_id: RoundId) -> str:
        """The cell beside "Pair round N" that says yes or nothing."""
        sheet = openpyxl.load_workbook(BytesIO(self.workbook.read_bytes()))["Decisions"]
        columns = {
            cell.value: cell.column_letter
            for line in sheet.iter_rows()
            for cell in line
            if cell.value in ("Decision", "Round", "Go")
        }
        for line in range(1, sheet.max_row + 1):
            if sheet[f"{columns['Round']}{line}"].value == round_id.number:
                return f"{columns['Go']}{line}"
        raise AssertionError("no line for the round")

    def result_cells(self, round_id: RoundId) -> dict[int, str]:
        place = read(self.workbook.read_bytes())[2].rounds[round_id]
        published = self.ledger().rounds[round_id]
        return {
            table.number: f"{place.columns['result']}"
            f"{place.rows[RowKey(round_id, RowKind.TABLE, table.number)]}"
            for table in published.seating.tables
        }

    def names_are_in(self, round_id: RoundId) -> bool:
        event, _, _ = read(self.workbook.read_bytes())
        spelt = {player.id: player.name for player in event.players}
        sheet = event.sheet(round_id)
        rows = {row.key.number: row.seats for row in sheet.rows if row.key.kind is RowKind.TABLE}
        return all(
            tuple(spelt.get(each) for each in table.seats) == rows[table.number][:len(table.seats)]
            for table in self.ledger().rounds[round_id].seating.tables
        )  # fmt: skip


@pytest.fixture
def day(tmp_path: Path) -> Iterator[Day]:
    day = Day(tmp_path)
    yield day
    day.watcher.terminate()
    day.watcher.wait(PATIENCE)


@pytest.fixture
def office(day: Day) -> Iterator[Office]:
    office = Office(day.workbook)
    yield office
    office.quit()


def test_a_day_of_four_rounds_loses_nothing_and_never_draws_a_round_twice(
    day: Day, office: Office
) -> None:
    typed: dict[tuple[RoundId, int], str] = {}
    cells: dict[RoundId, dict[int, str]] = {}
    until(lambda: day.page("index.html") != "", "the first page")
    office.open()
    for number in range(1, ROUNDS + 1):
        now = RoundId(1, number)
        office.type("Decisions", day.go_cell(now), "yes")
        office.save()
        until(lambda now=now: day.out(now), "the pairing on the site")  # type: ignore[misc]
        drawn = day.ledger().rounds[now].seating.tables
        assert not day.names_are_in(now), "the workbook is open, so no name may be in it"
        cells[now] = day.result_cells(now)
        for table, cell in cells[now].items():
            typed[now, table] = RESULTS[(table + number) % len(RESULTS)]
            office.type(now.sheet, cell, typed[now, table])
            if table == 8:
                office.save()
        office.save()
        ranking = f"standings/{now.prefix}.html"
        until(lambda page=ranking: day.page(page) != "", "the standings")  # type: ignore[misc]
        office.close()
        until(lambda now=now: day.names_are_in(now), "the names")  # type: ignore[misc]
        office.open()
        for (round_id, table), result in typed.items():
            assert office.read(round_id.sheet, cells[round_id][table]) == result
        assert day.ledger().rounds[now].seating.tables == drawn
    office.close()
    kinds = [entry.kind for entry in day.ledger().entries]
    beside = (EntryKind.PROVED, EntryKind.RESULTS)
    assert [each for each in kinds if each not in beside] == [
        EntryKind.SEED, *[EntryKind.PAIRED] * ROUNDS
    ]  # fmt: skip
    assert typed == {
        (round_id, table): text
        for round_id, texts in day.ledger().results.items()
        for table, text in texts.items()
    }
    assert "The ledger is whole." in day.run("verify", str(day.root))
    assert "No problems found." in day.run("status", str(day.root))
