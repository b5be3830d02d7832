"""What a desk tells besides what follows from the event: times, files, an editor that is open."""

from dataclasses import dataclass
from typing import NamedTuple

from runner.core.actions import Build, Parts
from runner.core.language import count
from runner.core.problems import Problem, Severity
from runner.ledger.entries import Entry
from runner.ledger.ledger import NAME


class WaitingRows(NamedTuple):
    """So many rows of a sheet wait to be written; `names` where they hold names of a round, and
    not only what nobody waits for."""

    sheet: str
    many: int
    names: bool

    def words(self, *, open_: bool) -> Parts:
        """Return "Round 1: 16 rows wait until the workbook is closed.", or for Runner where it is
        not open."""
        wait = f"{self.sheet}: {count(self.many, 'row waits', 'rows wait')} until"
        if open_:
            return (f"{wait} the workbook is closed.",)
        return f"{wait} Runner writes {'it' if self.many == 1 else 'them'}.", Build()


@dataclass(frozen=True, slots=True)
class Facts:
    """All that is data to the desk. Times are ISO 8601 with their offset.

    `at` is when the desk was made. `problems` are those of the reading and of the snapshot,
    `entries` the lines of the ledger. `waiting` are rows that Runner has still to write into the
    workbook; `open_` that an editor has it open, and `why` a sentence on what keeps Runner from
    writing. `changes` says what is different since the save before. `printed` are the files of
    documents, by their paths in the event's folder, `lacking` the scripts that no font had for
    them. `bad_since` is when the workbook stopped being usable, or "": then the snapshot is that of
    the last good save, which was at `good_at`.
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
        """The problems that keep something from being used."""
        return tuple(problem for problem in self.problems if problem.severity is Severity.ERROR)

    @property
    def unusable(self) -> str:
        """What keeps everything from being used: "ledger" or "workbook"."""
        fatal = (problem.place.sheet for problem in self.problems if problem.fatal)
        return "ledger" if NAME in fatal else "workbook"

    @property
    def names_wait(self) -> int:
        """How many tables' names wait."""
        return sum(rows.many for rows in self.waiting if rows.names)

    @property
    def names_words(self) -> str:
        """ "16 tables' names are ready", or "" where none waits."""
        number = self.names_wait
        return count(number, "table’s names are ready", "tables’ names are ready") if number else ""
