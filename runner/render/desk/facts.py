"""What the desk shows besides the snapshot: times, files, an open editor."""

from dataclasses import dataclass
from typing import NamedTuple

from runner.core.actions import Build, Parts
from runner.core.language import count
from runner.core.problems import Problem, Severity
from runner.ledger.entries import Entry
from runner.ledger.ledger import NAME


class WaitingRows(NamedTuple):
    """Rows of a sheet waiting to be written, `many` of them; `names`: they include names of a
    round, for which somebody is waiting."""

    sheet: str
    many: int
    names: bool

    def words(self, *, open_: bool) -> Parts:
        """Return "Round 1: 16 rows wait until the workbook is closed.", or advice to run Runner if
        it is not open."""
        wait = f"{self.sheet}: {count(self.many, 'row waits', 'rows wait')} until"
        if open_:
            return (f"{wait} the workbook is closed.",)
        return f"{wait} Runner writes {'it' if self.many == 1 else 'them'}.", Build()


@dataclass(frozen=True, slots=True)
class Facts:
    """The facts for the desk. Times are ISO 8601 with offset.

    `at` is when the desk was made. `problems` are those of the workbook and of the snapshot,
    `entries` the ledger's. `waiting` are rows still to be written into the workbook; `open_`: an
    editor has it open; `why` is a sentence on what keeps Runner from writing. `changes` lists the
    changes since the previous save. `printed` are document files by path within the event's folder,
    `lacking` the scripts that no font had for them. `bad_since` is when the workbook became
    unusable, or "": then the snapshot is that of the last good save, at `good_at`.
    """

    at: str
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    waiting: tuple[WaitingRows, ...] = ()
    open_: bool = False
    why: str = ""
    changes: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()
    lacking: tuple[str, ...] = ()
    workbook: str = ""
    bad_since: str = ""
    good_at: str = ""

    @property
    def errors(self) -> tuple[Problem, ...]:
        """The problems with severity error."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)

    @property
    def unusable(self) -> str:
        """The name of what blocks everything: "ledger" or "workbook"."""
        fatal = (problem.place.sheet for problem in self.problems if problem.fatal)
        return "ledger" if NAME in fatal else "workbook"

    @property
    def names_wait(self) -> int:
        """The number of tables whose names are waiting."""
        return sum(rows.many for rows in self.waiting if rows.names)

    @property
    def names_words(self) -> str:
        """ "16 tables wait to be written", or "" if none does."""
        number = self.names_wait
        return count(number, "table waits", "tables wait") + " to be written" if number else ""
