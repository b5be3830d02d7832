"""Which reports are taken: not too many, and none twice."""

from collections.abc import Callable

from runner.app.phones.inbox import Inbox
from runner.core.phone_reports import CHECK, OpenTable, Report, not_freed

_MOST_OF_A_PLAYER, _MOST = 20, 20_000  # reports of a player about one pairing, and all reports
MOST_OF_A_JUDGE = 1_000
"""What one phone of a judge may send about one pairing."""
_FULL, _SAME = "full", "same"


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
