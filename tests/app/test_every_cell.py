"""Cells of every kind in every column of every sheet: nothing raises, nothing is lost, and no edit
is read as that of another cell. A failure names its number;
`python -m tests.support.processes.raw_cells NUMBER 1` does it again."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from tests.support import processes, raw_cells
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

CHUNKS, CHUNK = (100, 100) if SOAKING else (2, 40)
APART = 37  # so that few numbers reach many columns


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_cell_harms_anything(chunk: int) -> None:
    first = chunk * CHUNK if CHUNKS == 100 else chunk * CHUNK * APART
    done = processes.run("raw_cells", first, CHUNK, text=True)
    lines = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each for each in lines if "wrong" in each] == []
    assert sum(lines[-1]["counts"].values()) == CHUNK


def test_every_column_of_every_sheet_is_walked() -> None:
    for base in raw_cells.bases():
        tabs = {tab for tab, _, _ in raw_cells.columns(base)}
        assert tabs >= {"Event", "Phases", "Players", "Penalties", "Time", "Decisions", "Round 1"}
    assert max(len(raw_cells.columns(base)) for base in raw_cells.bases()) * 6 < 10_000


def test_a_number_gives_the_same_cell_again() -> None:
    def parts() -> list[bytes]:
        """All but the time at which it was saved."""
        with ZipFile(BytesIO(raw_cells.case(123).data)) as book:
            return [book.read(name) for name in book.namelist() if name != "docProps/core.xml"]

    assert parts() == parts()
