"""Sheets whose keys say that they are another round's: tabs were renamed, or one sheet was pasted
over another. Nothing of such a save counts, whatever is said on Decisions."""

from collections.abc import Iterator

from runner.core.actions import History, Parts
from runner.core.event import Event, RoundSheet
from runner.core.phrases import listed
from runner.core.problems import Problem, error
from runner.ledger.ledger import Ledger

_FIX: Parts = (
    "Undo that, or rename the tabs, until column Key on each sheet has the keys of its own round: "
    "all is as before. Or put the last good save back.",
    History(),
)


def mistaken(event: Event, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Why nothing can be read from the sheets of some rounds; `before` is the workbook as it last
    counted, where a sheet may have had the keys of another already and was read as its own."""
    wrong = [*_wrong(event, ledger, before)]
    if not wrong:
        return ()
    said = [f"“{each.place.sheet}” has those of {each.keys_of.sheet}" for each in wrong
            if each.keys_of]  # fmt: skip
    what = f"By the keys in column Key rows are on the sheet of another round: {listed(said)}. "
    what += "This save does not count."
    return (error("held.keys-of-another-round", wrong[0].place, what, *_FIX, fatal=True),)


def _wrong(event: Event, ledger: Ledger, before: Event | None) -> Iterator[RoundSheet]:
    for sheet in event.rounds:
        known = before.sheet(sheet.id) if before else None
        if sheet.keys_of is None or (known and known.keys_of == sheet.keys_of):
            continue
        typed = not sheet.copied or any(row.reported or any(row.seats) for row in sheet.rows)
        if typed and (sheet.id in ledger.rounds or sheet.keys_of in ledger.rounds):
            yield sheet
