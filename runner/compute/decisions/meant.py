"""“Keep the changes”: a save that looked like a mistake counts all the same."""

from collections.abc import Iterator

from runner.compute.decisions.model import Day, DecisionType, Made, Turn, WhyNot
from runner.core.event import Decision
from runner.ledger.entries import Entry, EntryKind


class ChangesMeant(DecisionType):
    """What `held` holds back counts with the save in which this is said, and none after it."""

    KEY = "changes are meant"
    LABEL = "Keep the changes"
    SPELLINGS = ("keep changes", "meant", "players are renamed", "renamed")
    ASKED = "keep the changes"
    NEEDS_ROUND = False
    TURN = Turn.END
    ENTRY = EntryKind.MEANT

    def carry_out(self, line: Decision, day: Day) -> Iterator[Made]:
        """The line that ticks it off, so that it speaks for no later save."""
        other = day.event.mark and day.ledger.entries and day.event.mark not in day.ledger.marks
        data = {"reason": line.reason, "spent": day.lines.ticked(line)}
        data |= {"marks": [day.event.mark]} if other else {}
        yield Entry(self.ENTRY, line.round, data)

    def stands(self, entry: Entry, at: int, day: Day) -> WhyNot | None:
        """What was let through stands on the sheets, where it can be changed."""
        why = "The last decision was to keep changes on the sheets, so they stay."
        return why, "Type the old values back, and clear the Go cell."
