"""A whole build, killed at any moment, leaves everything as it was or as it should be."""

import random
import signal
import subprocess
import time
from contextlib import suppress
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.disk import HeldError
from runner.ledger.parsing import parse
from runner.workbook.write.write_back import Outcome, recover
from tests.support.events import planned
from tests.support.folders import event_folder, files_in, opened, set_back
from tests.support.processes import module
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.soak, pytest.mark.thorough, pytest.mark.usefixtures("faulty_platform")]

KILLS = 200 if SOAKING else 4


def pages(site: Path) -> list[Path]:
    """Every page that a host would show: what is still being staged is hidden."""
    return [
        path
        for path in sorted(site.rglob("*.html"))
        if not any(part.startswith(".") for part in path.relative_to(site).parts)
    ]


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    folder = event_folder(tmp_path / "friday", planned(118, automatic=True))
    play(Pipeline(folder, tmp_path / "site"), 1)
    return folder


def mended(folder: EventFolder, workbook: Path, site: Path) -> None:
    """The next run, after which nothing is left to do."""
    pipeline, left = Pipeline(folder, site), True
    assert recover(workbook).kept == ()
    while left:
        with suppress(HeldError):  # for longer than Runner waits; a watch tries again, too
            pipeline.run(workbook.read_bytes())
            left = pipeline.write_names(unlocked_for=0).outcome is not Outcome.NOTHING
    assert opened(folder).wanted_cells == []


def fresh(folder: EventFolder, workbook: Path, site: Path) -> dict[str, bytes]:
    Pipeline(folder, site).run(workbook.read_bytes())
    return files_in(site)


def test_a_build_killed_at_any_moment_leaves_nothing_half_done(
    folder: EventFolder, tmp_path: Path
) -> None:
    """Round 2 is out in the ledger, and its names are not in the workbook yet: the next build
    writes pages and names. What was there before each kill is put back after it."""
    workbook, site = folder.root / "friday.xlsx", tmp_path / "site"
    before = {"book": workbook.read_bytes(), "ledger": folder.ledger.read_bytes()}
    chance, longest, cut_off = random.Random(7), 0.0, 0
    clean: dict[str, bytes] = {}
    for turn in range(5 * KILLS):  # on a busy machine some builds end before they are killed
        if cut_off == KILLS:
            break
        workbook.write_bytes(before["book"])
        set_back(folder, before["ledger"], site)
        for page in pages(site)[::3]:
            page.unlink()
        began = time.monotonic()
        build = subprocess.Popen(
            [*module("runner"), "build", str(folder.root), "--site", str(site)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            # The first one is left alone, to see how long a build takes just now.
            build.wait(chance.uniform(0.2 * longest, longest) if turn else None)
            longest = time.monotonic() - began
        except subprocess.TimeoutExpired:
            build.send_signal(signal.SIGKILL)
            build.wait()
            cut_off += 1
        opened(folder)
        assert parse(folder.ledger.read_bytes())[1] == ()
        for page in pages(site):
            assert page.read_bytes().rstrip().endswith(b"</html>")
        mended(folder, workbook, site)
        clean = clean or fresh(folder, workbook, tmp_path / "clean")
        assert files_in(site) == clean
    assert cut_off == KILLS
