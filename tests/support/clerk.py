"""An organiser at a closed workbook: types, saves, and Runner has written all by then. No watcher
and no waiting: each save runs the pipeline and writes names; then heads are counted."""

from pathlib import Path

from runner.app.pipeline import Pipeline
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKind
from runner.core.problems import Problem
from runner.core.rounds import Round
from runner.workbook.read.read import read
from runner.workbook.write.write_back import Outcome
from tests.support.heads import lost
from tests.support.organiser import At, Organiser, Value, missing
from tests.support.problems import said_in

R1, R2, R3 = (RoundId(1, number) for number in (1, 2, 3))


class Clerk(Organiser):
    """One event in a folder; a workbook may be `given`, one made before, say."""

    def __init__(self, root: Path, event: Event, given: bytes | None = None) -> None:
        super().__init__(root, event)
        self.pipeline: Pipeline = Pipeline(self.pipeline.folder, self.site)  # type: ignore[assignment]
        self.problems: tuple[Problem, ...] = ()
        self.doc = given or self.doc
        self.done()

    def done(self) -> Snapshot:
        """Save, close, and open what Runner has made of it."""
        self.workbook.write_bytes(self.doc)
        for _ in range(4):
            report = self.pipeline.run(self.workbook.read_bytes())
            assert report.snapshot is not None, [str(each) for each in report.problems]
            if self.pipeline.write_names(unlocked_for=0).outcome is not Outcome.WRITTEN:
                break
        now = self.workbook.read_bytes()
        self.lost = missing(self.doc, now)
        self.doc, self.problems, self.snapshot = now, report.problems, report.snapshot
        return self.snapshot

    def put(self, *cells: tuple[At, Value]) -> Snapshot:
        self.type(dict(cells))
        return self.done()

    def ask(self, decision: str, round_: RoundId | None = None, **more: Value) -> Snapshot:
        where = {"phase": round_.phase, "round": round_.number} if round_ else {}
        self.type(self.line("Decisions", **{"decision": decision, "go": "yes", **where, **more}))
        return self.done()

    def play(self, result: str = "A") -> Snapshot:
        now = self.snapshot.rounds[-1]
        open_ = [each.number for each in now.tables if each.seats and not each.finished]
        return self.put(*((self.at(now.id, number, "result"), result) for number in open_))

    def name(self, player: str) -> str:
        return self.snapshot.players[player].name

    def told(self, words: str) -> list[Problem]:
        return said_in(self.problems, words)

    # --- nobody is lost ---------------------------------------------------------------------------

    def counts_heads(self) -> None:
        """Everybody has one place in the round that is out, or is told of, at tables of sizes that
        the rules know; and the sheet shows it."""
        assert not lost(self.snapshot), (lost(self.snapshot), [str(e) for e in self.problems])
        self._sheet_shows(self.snapshot.rounds[-1])

    def _sheet_shows(self, now: Round) -> None:
        event = read(self.doc)[0]
        sheet = event.sheet(now.id) if event else None
        rows = {(row.key.kind, row.key.number): row for row in sheet.rows}
        for table in now.tables:
            shown = [*filter(None, rows[(RowKind.TABLE, table.number)].seats)]
            assert shown == [self.name(each) for each in table.players], table.number
        byes = [row.seats[0] for (kind, _), row in rows.items() if kind is RowKind.BYE]
        assert {*filter(None, byes)} == {self.name(each) for each in now.byes}
