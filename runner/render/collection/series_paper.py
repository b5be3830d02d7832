"""A series on paper: the ranking, and how the points of each player were made, line by line."""

from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import _, current
from runner.render.documents.document import Printout
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet

_MARK = 12  # hexadecimal digits of a hash
_NO_ROUND = RoundId(1, 1)


class SeriesSheet(ListedSheet):
    """The view of a series' page, laid out as the other lists are."""

    KEY = "series"

    def __init__(self, view: SimpleNamespace) -> None:
        self._view = view
        self._about = Snapshot(Event(view.title, language=current().code), {}, (), ())

    @property
    def mark(self) -> str:
        """What is equal for equal sheets, and is part of the file's name."""
        return self.inputs(self._about, _NO_ROUND)[:_MARK]

    @property
    def printout(self) -> Printout:
        """The file, and what is wrong with it."""
        return self.render(self._about, _NO_ROUND)

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content:
        """Return the ranking and the lines of all players."""
        view = self._view
        note = " ".join((_("{status}.", status=view.lead), view.note))
        return Content(view.here, Listed(note, (self._ranking(), self._lines())))

    def _ranking(self) -> Part:
        rows = []
        for each in self._view.rows:
            status = " · ".join(filter(None, (each.status, each.reach)))
            played, wins = str(each.played), str(each.wins)
            cells = (str(each.rank), each.name, played, wins, each.points, status)
            rows.append(Row(cells, who=each.name, cut=each.cut))
        columns = (
            Column(_("Rank"), 0.0, end=True), Column(_("Player")),
            Column(_("Events"), 0.0, end=True), Column(_("Wins"), 0.0, end=True),
            Column(_("Points"), 0.0, end=True, bold=True),
            Column("", -1.4 if any(row.cells[-1] for row in rows) else 0.0, points=9.0),
        )  # fmt: skip
        return Part(columns, tuple(rows))

    def _lines(self) -> Part:
        columns = (
            Column(_("Event"), points=9.0), Column(_("Place"), 0.0, end=True, points=9.0),
            Column(_("Points"), 0.0, end=True, points=9.0),
        )  # fmt: skip
        rows = []
        for each in self._view.rows:
            head = f"{each.rank}  {each.name}: {each.points}"
            for line in each.lines:
                points = line.points if line.counts else f"{_('does not count')} · {line.points}"
                rows.append(Row((line.name, line.place, points), head, each.name))
                head = ""
        return Part(columns, tuple(rows), 2, title=_("How the points were made"), points=9.0)
