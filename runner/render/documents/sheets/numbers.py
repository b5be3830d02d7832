"""Numbers to stand on the tables."""

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.documents.layout import USUAL, PageSetup
from runner.render.documents.sheets.pairings import round_of
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.documents.slips.layout import impose

_SMALL = 2


class TableNumbers(Sheet):
    """A sheet for each table, or half a sheet: folded in the middle it stands, and both sides
    say the number."""

    KEY, NAME, TEMPLATE = "numbers", "table numbers", "numbers.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The tables of the round, a sheet each."""
        return self.asked(snapshot, round_id, USUAL)

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Two to a sheet where two were asked for, in the order for one cut through the stack."""
        numbers = sorted(_tables(snapshot, round_id))
        places = _SMALL if setup.most == _SMALL else 1
        return Content(_("Table numbers"), impose(numbers, places)) if numbers else None


def _tables(snapshot: Snapshot, round_id: RoundId) -> list[int]:
    """Those of the round; before the first is out, those that it would have as things are."""
    if played := round_of(snapshot, round_id):
        return [table.number for table in played.tables if table.seats]
    coming = [] if snapshot.rounds else [each for each in snapshot.pairings if each.proposed]
    return [table.number for each in coming for table in each.tables]
