"""What many tests begin with, and which of them `make quick` leaves out: those that compare with an
exact solver, play many events, start many processes, or wait on a clock.

`make test` runs them all.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from office import Office
from playwright.sync_api import Browser, sync_playwright

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline

settings.register_profile("untimed", deadline=None)  # how long a case takes is for benchmarks/
settings.register_profile("repeatable", settings.get_profile("untimed"), derandomize=True)
settings.load_profile("untimed")

GROUPS = ("test_certificate_", "test_pairing_")
ALONE = {
    "test_a_day_of_mishaps",
    "test_advancing_early",
    "test_already_out",
    "test_cuts",
    "test_desk",
    "test_double_bracket",
    "test_double_elimination",
    "test_drawings",
    "test_final",
    "test_fuzz",
    "test_groups",
    "test_hand_work",
    "test_harmless",
    "test_history",
    "test_kill",
    "test_kill_build",
    "test_live",
    "test_odd_places",
    "test_phase_decisions",
    "test_phases_pipeline",
    "test_pipeline",
    "test_playoff_trees",
    "test_pod_elimination",
    "test_privacy",
    "test_proving",
    "test_recorded_results",
    "test_round_robin",
    "test_seats_in_playoffs",
    "test_single_elimination",
    "test_slips",
    "test_slips_fit",
    "test_undo",
    "test_verify",
    "test_watch",
    "test_watch_ends",
    "test_whatever_is_changed",
    "test_write_back_races",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, so that `-m "not thorough"` leaves them out."""
    for item in items:
        if item.path.stem in ALONE or item.path.stem.startswith(GROUPS):
            item.add_marker(pytest.mark.thorough)


@pytest.fixture
def pipeline(folder: EventFolder, tmp_path: Path) -> Pipeline:
    """What publishes the event of a test's own folder."""
    return Pipeline(folder, tmp_path / "site")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, from the system's packages."""
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox"]
        )
        yield chromium
        chromium.close()


@pytest.fixture
def office(path: Path) -> Iterator[Office]:
    """LibreOffice, with a test's own workbook open."""
    office = Office(path)
    yield office
    office.quit()
