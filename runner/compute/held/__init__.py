"""Saves that look as if one column of a sheet had been sorted or deleted, headings
swapped, one sheet pasted over another, or a number had slipped: they are held back with a question.

In: what a save would come to, the ledger before it, and the workbook as it last counted. Out: fatal
problems, so that nothing of the save is recorded or published. “Keep the changes” on Decisions
lets it through, once.

    typed before    A  B  A  draw        sorted, or pasted a row lower: each of these stood
    typed now       A  A  B  draw        beside another table before

Names and Ids are held against the ledger, and two of them are enough. All else is held against the
save that last counted, and two that have changed places count: a drop that was typed a row off and
put right, or the results of two slips, look just like that.
"""

from collections.abc import Iterator

from runner.compute.decisions.meant import ChangesMeant
from runner.compute.held import draft, phases, players, rounds
from runner.compute.held.headings import swapped_headings
from runner.compute.held.question import question
from runner.compute.held.sheets import mistaken
from runner.compute.reconcile.decisions import DecisionLines
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.problems import Problem
from runner.ledger.ledger import Ledger

_MOST_ROUNDS = 30


def misread(event: Event, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Why nothing can be made of a workbook's sheets as they are read; what else is told of them
    follows from it. `before` is the workbook as it last counted, where that is known."""
    wrong = mistaken(event, ledger, before)
    if wrong or before is None or meant(event, ledger):
        return wrong
    return tuple(swapped_headings(before, event))


def held_back(snapshot: Snapshot, ledger: Ledger, before: Event | None) -> tuple[Problem, ...]:
    """Why a save is held back that can be read."""
    event, people = snapshot.event, before.players if before else ()
    if meant(event, ledger):
        return ()
    return (
        *_planned(snapshot, before),
        *phases.rows_moved(event, ledger, before),
        *players.names_moved(snapshot, ledger),
        *players.gone(snapshot, ledger),
        *players.columns_moved(people, event.players),
        *(players.emptied(people, event.players) if ledger.rounds else ()),
        *rounds.seats(snapshot, ledger),
        *rounds.results(snapshot, ledger),
        *draft.spots_moved(snapshot),
    )


def meant(event: Event, ledger: Ledger) -> bool:
    """Whether the save says that its changes are meant."""
    return bool(DecisionLines(event.decisions, ledger).new(ChangesMeant.KEY))


def _planned(snapshot: Snapshot, before: Event | None) -> Iterator[Problem]:
    """More rounds are typed than any day has, and were not there before."""
    known = {phase.number: phase.rounds for phase in before.phases} if before else {}
    for result in snapshot.phases:
        phase, rounds = result.phase, result.phase.rounds or 0
        if rounds > max(_MOST_ROUNDS, len(result.rounds)) and known.get(phase.number) != rounds:
            what = f"{phase.name} would have {rounds} rounds."
            yield question(phase.at("rounds"), what, "that many are right", "Correct the number.")
