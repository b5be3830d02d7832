"""Guards that hold a save back with a question when it looks like an accident: one column sorted or
deleted, swapped headings, a sheet pasted over another, a wrong number.

In: what a save would result in, the ledger before it, and the last workbook that counted. Out:
fatal problems, so that nothing of the save is recorded or published. “Keep the changes” on
Decisions lets it through, once.

    typed before    A  B  A  draw        sorted, or pasted a row lower: each of these was
    typed now       A  A  B  draw        at another table before

Names and Ids are compared with the ledger, and two moved ones are enough. Everything else is
compared with the last save that counted, and three moved ones are needed, as one corrected drop in
the wrong row, or the results of two mistakes, look the same.
"""

from collections.abc import Iterator
from dataclasses import replace

from runner.compute.decisions.model import ConfirmChanges
from runner.compute.reconcile.decisions import CLEAR, DecisionLines, of_rounds
from runner.compute.save_guards import players, rounds
from runner.compute.save_guards.players import swapped_headings
from runner.compute.save_guards.rounds import mistaken, question
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.problems import Problem, note
from runner.ledger.entries import Entry
from runner.ledger.ledger import Ledger

_MOST_ROUNDS = 30
_NOTHING_HELD = "No change was held back, so there is nothing to keep."


def misread(event: Event, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Return why the sheets cannot be understood; `before` is the last workbook that counted."""
    wrong = mistaken(event, ledger, before)
    if wrong or before is None or meant(event, ledger):
        return wrong
    return tuple(swapped_headings(before, event))


def held_back(snapshot: Snapshot, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Return why a readable save is held back, unless the organiser confirms it."""
    event, people = snapshot.event, before.players if before else ()
    return (
        *_planned(snapshot, before),
        *rounds.rows_moved(event, ledger, before),
        *players.names_moved(snapshot, ledger),
        *players.missing_players(snapshot, ledger),
        *players.columns_moved(people, event.players),
        *(players.emptied(people, event.players) if ledger.rounds else ()),
        *rounds.seats(snapshot, ledger),
        *rounds.results(snapshot, ledger),
        *rounds.spots_moved(snapshot),
    )


def meant(event: Event, ledger: Ledger) -> bool:
    """Return whether the save says that its changes are deliberate."""
    return bool(_asking(event, ledger)[1])


def not_asking(event: Event, ledger: Ledger) -> Event:
    """Return the same save without the lines that confirm its changes."""
    asking = {line.place for line in _asking(event, ledger)[1]}
    left = tuple(line for line in event.decisions if line.place not in asking)
    return replace(event, decisions=left)


def nothing_kept(event: Event, ledger: Ledger) -> tuple[Entry, ...]:
    """Return the entries that refuse “Keep the changes” in a save that does not need it."""
    lines, asking = _asking(event, ledger)
    return tuple(
        lines.refusal(line, note("decision.nothing-held", line.place, _NOTHING_HELD, CLEAR))
        for line in asking
    )


def _asking(event: Event, ledger: Ledger) -> tuple[DecisionLines, tuple[Decision, ...]]:
    lines = DecisionLines(of_rounds(event, ledger), ledger, event.decisions)
    return lines, lines.new(ConfirmChanges.KEY)


def _planned(snapshot: Snapshot, before: Event | None) -> Iterator[Problem]:
    """Yield a question for each phase that has got an implausible number of rounds."""
    known = {phase.number: phase.rounds for phase in before.phases} if before else {}
    for result in snapshot.phases:
        phase, rounds = result.phase, result.phase.rounds or 0
        if rounds > max(_MOST_ROUNDS, len(result.rounds)) and known.get(phase.number) != rounds:
            what, meant = f"{phase.name} would have {rounds} rounds.", "that many are right"
            place, fix = phase.at("rounds"), "Correct the number."
            yield question("held.too-many-rounds", place, what, meant, fix)
