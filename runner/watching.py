"""One event followed from save to save: pages at once, names when the workbook is closed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from runner import desk, pairing
from runner.ledger import digest
from runner.pipeline import Pipeline
from runner.watch import Callbacks, watch
from runner.workbook.write_back import Outcome, recover

Say = Callable[[str], None]
AfterARound = Callable[[], None]


def watch_event(
    pipeline: Pipeline, workbook: Path, say: Say, after_a_round: AfterARound | None, stop: Event
) -> None:
    """Follow the workbook until `stop` is set. Whatever goes wrong is said, and watching goes on.

    `after_a_round` is called whenever somebody sits elsewhere than before: slips are to be printed.
    """
    Thread(target=pairing.load, daemon=True).start()
    moments = _Moments(pipeline, workbook, say, after_a_round)
    moments.rescue()
    watch(workbook, Callbacks(moments.saved, moments.free, moments.trouble), stop=stop)


class _Moments:
    """What happens at each moment, and what has been said of it already."""

    def __init__(
        self, pipeline: Pipeline, workbook: Path, say: Say, after_a_round: AfterARound | None
    ) -> None:
        self._pipeline = pipeline
        self._workbook = workbook
        self._say = say
        self._after_a_round = after_a_round
        self._said = ""
        self._written = ""
        self._seated: object = None

    def saved(self, data: bytes) -> None:
        """A save: everything that can be shown is shown. Our own writing is none."""
        if digest(data) == self._written:
            return
        report = self._pipeline.run(data)
        for line in desk.report_lines(report):
            self._say(line)
        snapshot = report.snapshot
        if snapshot is None or self._after_a_round is None:
            return
        now = snapshot.current_round
        seats = now and tuple((table.number, table.players) for table in now.tables)
        if now is not None and (now.id, seats) != self._seated:
            self._seated = (now.id, seats)
            self._after_a_round()

    def free(self) -> bool:
        """Nobody has the workbook open: the names may go in. Returns whether all is done."""
        done = self._pipeline.write_names(unlocked_for=0)
        if done.outcome is Outcome.WRITTEN:
            self._written = done.digest
            self._say(f"Wrote {len(done.written)} cells into {self._workbook.name}.")
        self._say_once(done.why)
        for line in desk.kept_lines(done):
            self._say_once(line)
        return self.rescue() and done.outcome in (Outcome.NOTHING, Outcome.WRITTEN)

    def rescue(self) -> bool:
        """Give back what somebody saved while Runner wrote; returns whether that is done with."""
        found = recover(self._workbook)
        for path in found.kept:
            self._say(f"! Edits that may be missing from {self._workbook.name} are in {path}.")
        return not found.again

    def _say_once(self, line: str) -> None:
        if line and line != self._said:
            self._say(line)
            self._said = line

    def trouble(self, reason: Exception) -> None:
        """Something that should not happen has: say it, and keep the last good site."""
        self._say(f"✗ {type(reason).__name__}: {reason} The last good site stays up.")
