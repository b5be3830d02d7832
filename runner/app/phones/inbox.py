"""The reports from phones, as they came: lines of JSON that are only ever added to."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from runner.app import journal
from runner.core.phone_reports import Report
from runner.disk import fingerprint_if_there, make_own


class Inbox:
    """The reports of one event, in the order in which they came."""

    def __init__(self, path: Path) -> None:
        self.last: tuple[Report, ...] = ()
        """The reports that were read last: what came since is still `has_more`."""
        self.length = 0
        """The number of the last of them."""
        self._path, self._tail = path, journal.Tail(path)
        self._seen: tuple[int, int, int] | None = None
        self._noticed: tuple[int, int, int] | None = None

    def reports(self) -> tuple[Report, ...]:
        """Return all that came; a line that is damaged is left out."""
        seen = fingerprint_if_there(self._path)
        if seen != self._seen:
            new, same = self._tail.read()
            before, lines = (self.last, self.length) if same else ((), 0)
            self.last = (*before, *(each for each in map(_report, new.splitlines()) if each))
            self.length, self._seen = lines + new.count(b"\n"), seen
        self._noticed = seen
        return self.last

    def has_more(self) -> bool:
        """Return whether something has come since this or `reports` was called."""
        before, self._noticed = self._noticed, fingerprint_if_there(self._path)
        return self._noticed != before

    def touch(self) -> None:
        """Let the watch deal with everything again, as if something had come."""
        make_own(self._path.parent)
        self._path.touch(0o600)

    def add(self, report: Report, refuse: Callable[[tuple[Report, ...]], str]) -> str:
        """Add a report, and return "" once it is on the disk; or the answer of `refuse`, which is
        given all that came before. Raises OSError where the disk fails: nothing was added then."""
        make_own(self._path.parent)
        while True:
            if why := refuse(self.reports()):
                return why
            document = replace(report, number=self.length + 1).document
            line = json.dumps(document, ensure_ascii=False).encode() + b"\n"
            try:
                journal.append(self._path, line, after=self._tail.length)
            except journal.GrownError:
                continue
            return ""


def rename(path: Path, renamed: Callable[[str], str]) -> bool:
    """Replace names in the texts that judges have typed by what `renamed` returns, and return
    whether that changed anything. Raises OSError where the disk fails."""
    old = journal.read(path).complete
    new = b"".join(_renamed(line, renamed) + b"\n" for line in old.splitlines())
    if new != old:
        journal.replace(path, new)
    return new != old


def _renamed(line: bytes, renamed: Callable[[str], str]) -> bytes:
    report = _report(line)
    if report is None or report.ruling is None:
        return line
    note, infraction = renamed(report.ruling.note), renamed(report.ruling.infraction)
    ruling = replace(report.ruling, note=note, infraction=infraction)
    if ruling == report.ruling:
        return line
    return json.dumps(replace(report, ruling=ruling).document, ensure_ascii=False).encode()


def _report(line: bytes) -> Report | None:
    try:
        return Report.of(json.loads(line))
    except (ValueError, TypeError, KeyError, AttributeError):
        return None
