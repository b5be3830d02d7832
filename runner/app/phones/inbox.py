"""The reports from phones, as they came: lines of JSON that are only ever added to. Not too many
are taken, and none twice."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from runner.app import journal
from runner.core.phone_reports import CHECK, OpenTable, Report, not_freed
from runner.disk import fingerprint_if_there, make_own

_MOST_OF_A_PLAYER, _MOST = 20, 20_000  # reports of a player about one pairing, and all reports
MOST_OF_A_JUDGE = 1_000
"""What one phone of a judge may send about one pairing."""
_FULL, _SAME = "full", "same"


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


def take(
    inbox: Inbox, report: Report, table: OpenTable, may: Callable[[], bool] = lambda: True
) -> bool:
    """Add a report about a table, unless it has come already and still stands, or no longer `may`.
    Return False if there are too many to take another. Raises OSError where the disk fails."""
    why = _why_no_result if report.voice else _why_no_ruling

    def refused(known: tuple[Report, ...]) -> str:
        return why(report, table, known) if may() else _SAME

    return inbox.add(report, refused) != _FULL


def _why_no_ruling(report: Report, _table: OpenTable, known: tuple[Report, ...]) -> str:
    rulings = [each for each in known if each.id and each.pairing == report.pairing]
    if any(each.id == report.id for each in rulings):
        return _SAME
    own = sum(each.phone == report.phone for each in rulings)
    return _FULL if len(known) >= _MOST or own >= MOST_OF_A_JUDGE else ""


def _why_no_result(report: Report, table: OpenTable, known: tuple[Report, ...]) -> str:
    """Return why a report is not added: the player or the event has too many, or the voice
    has reported the same already and that still stands, unchecked since."""
    here = [each for each in not_freed(known, report.pairing) if each.table == report.table]
    own = [each for each in here if (each.voice, each.after) == (report.voice, report.after)]
    of_staff = report.of_staff or report.voice == CHECK
    if len(known) >= _MOST or (len(own) >= _MOST_OF_A_PLAYER and not of_staff):
        return _FULL
    last = own[-1] if own else None
    if report.after:
        known_already = last and last.number > table.wished and last.drops == report.drops
        return _SAME if known_already else ""
    checked = report.of_staff and here and here[-1].voice == CHECK
    if last is None or last.number < table.last + (not table.result) or checked:
        return "" if any(report.typed) or of_staff else _SAME
    return _SAME if (last.typed, last.drops) == (report.typed, report.drops) else ""


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
