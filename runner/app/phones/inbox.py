"""The reports from phones, as they came: lines of JSON that are only ever added to."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from runner.app import journal
from runner.core.phone_reports import Report
from runner.core.rulings import RulingReport
from runner.disk import fingerprint, make_own

Line = Report | RulingReport


class Inbox:
    """The reports of one event."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._tail, self._lines = journal.Tail(path), 0
        self._seen: tuple[int, int, int] | None = None
        self._noticed: tuple[int, int, int] | None = None
        self._all: tuple[Line, ...] = ()

    def reports(self) -> tuple[Report, ...]:
        """Return the reports of results in the order in which they came."""
        self.all()
        return self.last

    def rulings(self) -> tuple[RulingReport, ...]:
        """Return what judges have sent, in that order."""
        self.all()
        return self.last_rulings

    def all(self) -> tuple[Line, ...]:
        """Return all that came, in that order; a line that is damaged is left out."""
        seen = _fingerprint(self._path)
        if seen != self._seen:
            new, same = self._tail.read()
            before, lines = (self._all, self._lines) if same else ((), 0)
            self._all = (*before, *(each for each in map(_report, new.splitlines()) if each))
            self._lines, self._seen = lines + new.count(b"\n"), seen
        self._noticed = seen
        return self._all

    @property
    def last(self) -> tuple[Report, ...]:
        """The reports that were read last: what came since is still `has_more`."""
        return tuple(each for each in self._all if isinstance(each, Report))

    @property
    def last_rulings(self) -> tuple[RulingReport, ...]:
        """What judges have sent among what was read last."""
        return tuple(each for each in self._all if isinstance(each, RulingReport))

    @property
    def length(self) -> int:
        """The number of the last report among what was read last."""
        return self._lines

    def has_more(self) -> bool:
        """Return whether something has come since this or `all` was called."""
        before, self._noticed = self._noticed, _fingerprint(self._path)
        return self._noticed != before

    def touch(self) -> None:
        """Let the watch deal with everything again, as if something had come."""
        make_own(self._path.parent)
        self._path.touch(0o600)

    def add(self, report: Line, refuse: Callable[[tuple[Line, ...]], str]) -> str:
        """Add a report, and return "" once it is on the disk; or the answer of `refuse`, which is
        given all that came before. Raises OSError where the disk fails: nothing was added then."""
        make_own(self._path.parent)
        while True:
            if why := refuse(self.all()):
                return why
            document = replace(report, number=self._lines + 1).document
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
    new = b"".join(
        _renamed(line, renamed) + b"\n" if _report(line) else line + b"\n"
        for line in old.splitlines()
    )
    if new != old:
        journal.replace(path, new)
    return new != old


def _renamed(line: bytes, renamed: Callable[[str], str]) -> bytes:
    document = json.loads(line)
    typed = document.get("ruling") or {}
    texts = {key: renamed(typed[key]) for key in ("note", "infraction") if key in typed}
    if not texts or texts.items() <= typed.items():
        return line
    return json.dumps(document | {"ruling": typed | texts}, ensure_ascii=False).encode()


def _report(line: bytes) -> Line | None:
    try:
        document = json.loads(line)
        return (RulingReport if "ruling" in document else Report).of(document)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _fingerprint(path: Path) -> tuple[int, int, int] | None:
    try:
        return fingerprint(path)
    except OSError:
        return None
