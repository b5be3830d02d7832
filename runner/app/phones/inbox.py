"""The reports from phones, as they came: lines of JSON that are only ever added to."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from runner.app import journal
from runner.core.phone_reports import Report
from runner.disk import fingerprint, make_own


class Inbox:
    """The reports of one event."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tail, self._lines = journal.Tail(path), 0
        self._seen: tuple[int, int, int] | None = None
        self._noticed: tuple[int, int, int] | None = None
        self._reports: tuple[Report, ...] = ()

    def reports(self) -> tuple[Report, ...]:
        """Return all reports in the order in which they came; a line that is damaged is left
        out."""
        seen = _fingerprint(self._path)
        if seen != self._seen:
            new, same = self._tail.read()
            before, lines = (self._reports, self._lines) if same else ((), 0)
            self._reports = (*before, *filter(None, map(_report, new.splitlines())))
            self._lines, self._seen = lines + new.count(b"\n"), seen
        self._noticed = seen
        return self._reports

    @property
    def last(self) -> tuple[Report, ...]:
        """What `reports` returned last: what came since is still `has_more`."""
        return self._reports

    def has_more(self) -> bool:
        """Return whether something has come since this or `reports` was called."""
        before, self._noticed = self._noticed, _fingerprint(self._path)
        return self._noticed != before

    def touch(self) -> None:
        """Let the watch deal with everything again, as if something had come."""
        make_own(self._path.parent)
        self._path.touch(0o600)

    def add(self, report: Report, refuse: Callable[[tuple[Report, ...]], str]) -> str:
        """Add a report, and return "" once it is on the disk; or the answer of `refuse`, which is
        given all reports before. Raises OSError where the disk fails: nothing was added then."""
        make_own(self._path.parent)
        while True:
            if why := refuse(self.reports()):
                return why
            document = replace(report, number=self._lines + 1).document
            line = json.dumps(document, ensure_ascii=False).encode() + b"\n"
            try:
                journal.append(self._path, line, after=self._tail.length)
            except journal.GrownError:
                continue
            return ""


def _report(line: bytes) -> Report | None:
    try:
        return Report.of(json.loads(line))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _fingerprint(path: Path) -> tuple[int, int, int] | None:
    try:
        return fingerprint(path)
    except OSError:
        return None
