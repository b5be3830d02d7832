"""The events of the local page's folder, while their workbooks come and go."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from runner.app.door import event_index
from runner.app.door.event_index import EventIndex
from tests.support.commands import run
from tests.support.doors import an_event


@pytest.fixture
def event(tmp_path: Path) -> Path:
    made = an_event(tmp_path / "friday").parent
    run("build", made, "--no-slips")
    return made


@pytest.fixture
def index(event: Path) -> Iterator[EventIndex]:
    made = EventIndex(event.parent)
    yield made
    made.end()


@pytest.mark.parametrize("seen", [True, False])
@pytest.mark.thorough
def test_a_workbook_that_is_away_during_a_save_is_no_trouble(
    event: Path, index: EventIndex, monkeypatch: pytest.MonkeyPatch, *, seen: bool
) -> None:
    workbook = next(event.glob("*.xlsx"))
    if seen:
        assert index.entries()[0].workbook == workbook
    aside = workbook.rename(event / "parked")
    (entry,) = index.entries()
    assert (entry.trouble, entry.workbook) == ((), workbook)
    monkeypatch.setattr(event_index, "AWAY_FOR", 0)
    assert "There is no .xlsx workbook" in str(index.entries()[0].trouble)
    aside.rename(workbook)
    assert index.entries()[0].trouble == ()
