"""Numbers to stand on the tables."""

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.documents.sheets.pairings import round_of
from runner.render.documents.sheets.sheet import Content, Sheet


class TableNumbers(Sheet):
    """A sheet for each table: folded in the middle it stands, and both sides say the number."""

    KEY, NAME, TEMPLATE = "numbers", "table numbers", "numbers.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The tables of the round."""
        played = round_of(snapshot, round_id)
        numbers = sorted(table.number for table in played.tables if table.seats) if played else []
        return Content(_("Table numbers"), tuple(numbers)) if numbers else None
