"""The same with LibreOffice itself holding the workbook open, typing, saving and closing."""

import threading
from hashlib import sha256
from pathlib import Path

import pytest

from runner.app.file_watch import Callbacks, watch
from runner.workbook.write.write_back import Outcome, WriteBack, write_back
from tests.support.office import Office, needs_office
from tests.support.one_sheet import BASE, NAMES, text

pytestmark = needs_office


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "event.xlsx"
    file.write_bytes(BASE)
    return file


def now(path: Path) -> WriteBack:
    return write_back(path, sha256(path.read_bytes()).hexdigest(), NAMES, unlocked_for=0)


def test_names_wait_while_libreoffice_has_it_open_and_survive_its_saves(
    path: Path, office: Office
) -> None:
    office.open()
    report = now(path)
    assert report.outcome is Outcome.WAITING
    assert "event.xlsx is open in LibreOffice" in report.why
    office.type("Round 1", "D2", "2-0")
    office.save()
    assert now(path).outcome is Outcome.WAITING
    office.type("Round 1", "D3", "1-1")
    office.save()
    office.close()
    assert now(path).outcome is Outcome.WRITTEN
    office.open()
    office.type("Round 1", "D4", "0-0")
    office.save()
    office.close()
    data = path.read_bytes()
    assert [text(data, cell) for cell in ("D2", "D3", "D4")] == ["2-0", "1-1", "0-0"]
    assert [text(data, change.cell) for change in NAMES] == ["Ann", "Bo", "Cy"]
    assert now(path).outcome is Outcome.NOTHING


def test_names_arrive_within_three_seconds_of_closing(path: Path, office: Office) -> None:
    arrived = threading.Event()
    saves: list[bytes] = []
    troubles: list[Exception] = []

    def free() -> bool:
        done = now(path).outcome in {Outcome.WRITTEN, Outcome.NOTHING}
        if done:
            arrived.set()
        return done

    stop = threading.Event()
    callbacks = Callbacks(saves.append, free, troubles.append)
    office.open()
    watching = threading.Thread(target=watch, args=(path, callbacks), kwargs={"stop": stop})
    watching.start()
    office.type("Round 1", "D2", "2-0")
    office.save()
    assert not arrived.wait(2)
    office.close()
    assert arrived.wait(3)
    stop.set()
    watching.join(3)
    assert troubles == []
    assert text(saves[-1], "D2") == "2-0"
    assert (text(path.read_bytes(), "D2"), text(path.read_bytes(), "C2")) == ("2-0", "Bo")
