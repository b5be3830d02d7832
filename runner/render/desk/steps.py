"""What to do next, in plain sentences, most important first."""

from collections.abc import Iterator, Sequence
from itertools import starmap
from math import ceil
from typing import NamedTuple

from runner import phases
from runner.compute.decisions.pair import PairRound
from runner.compute.decks import by_state, where
from runner.compute.draft import awaiting_pods
from runner.compute.snapshot import Snapshot
from runner.core.actions import Parts
from runner.core.decks import Decklists, DeckState
from runner.core.identifiers import RoundId
from runner.core.language import count, listed
from runner.core.problems import Problem, plain
from runner.render.desk.facts import Facts
from runner.render.desk.status import ResultsIn, next_phase, proposed, results_in, without_sheet
from runner.render.directory import Directory
from runner.render.documents.document import stem
from runner.render.documents.registry import LISTS, REGISTRY

_MOST_TABLES = 6
SECONDS_A_NAME = 0.2
"""How long a screen shows a long list, per name (templates/display/columns.js)."""


class Step(NamedTuple):
    """Something to do, with details, the file in the event's folder that it is about, and how to
    fix what is wrong."""

    words: str
    detail: str = ""
    file: str = ""
    fix: Parts = ()


def steps(snapshot: Snapshot | None, facts: Facts, odd: Sequence[Problem]) -> tuple[Step, ...]:
    """Return everything to do, most urgent first; never empty."""
    if facts.bad_since or snapshot is None:
        return (_mend_first(facts),)
    result = [*_mend(facts), *_play(snapshot, facts, odd)]
    return tuple(result) or (Step("Nothing to do now."),)


def _mend_first(facts: Facts) -> Step:
    """Return the step for a workbook that cannot be used at all."""
    worst = next((problem for problem in facts.problems if problem.fatal), None)
    worst = worst or next(iter(facts.errors or facts.problems), None)
    if worst is None:
        return Step("Check the workbook: it cannot be read.")
    where = f"{worst.place}: " if worst.place.sheet else ""
    what = f"{where}{worst.text}"
    if all(isinstance(part, str) for part in worst.fix):
        return Step(plain(worst.fix) or "Fix the workbook, and save it.", what)
    return Step(f"Put the {facts.unusable} right.", what, fix=worst.fix)


def _mend(facts: Facts) -> Iterator[Step]:
    """Yield a step for errors, which come first: those cells are ignored."""
    errors = facts.errors
    if len(errors) == 1:
        place = errors[0].place
        where = place.in_words if place.sheet else "the workbook"
        yield Step(f"Fix {where}.", str(errors[0].text))
    elif errors:
        first = errors[0].place
        where = f" The first is in {first.in_words}." if first.sheet else ""
        yield Step(f"Fix {len(errors)} errors.{where}", "They are ignored until fixed.")


def _play(snapshot: Snapshot, facts: Facts, odd: Sequence[Problem]) -> Iterator[Step]:
    """Yield what the round requires, in order."""
    current = snapshot.current_round
    if not snapshot.players:
        yield Step("Type the players on the Players sheet, and save.")
        return
    if current is None:
        lists = tuple(starmap(Step, _still_missing(snapshot)))
        yield from lists
        if not lists or snapshot.event.decklists is not Decklists.REQUIRED:
            yield from _go(snapshot, ())
        yield from _close(snapshot, facts)
        yield from _hang_screens(snapshot)
        return
    now = results_in(snapshot, current)
    if now.playing and not now.done:
        yield from _close(snapshot, facts)
        yield from _print(snapshot, current.id, facts)
        yield from _results(current.id, now)
    elif now.playing:
        yield from _results(current.id, now)
        yield from _close(snapshot, facts)
        if odd:
            yield Step(f"Look at {_odd(odd)}.")
    else:
        yield from _go(snapshot, odd)
        yield from _close(snapshot, facts)


def _hang_screens(snapshot: Snapshot) -> Iterator[Step]:
    """Yield how many screens are needed to show all names within a minute, if more than one."""
    seconds = SECONDS_A_NAME * len(Directory(snapshot).each(snapshot.players))
    screens = ceil(seconds / 60)
    if screens > 1 and not any(screen.part for screen in snapshot.event.screens):
        yield Step(
            f"Use {screens} screens for the pairings: on Screens, one line each, with "
            f"{listed([f'{at}/{screens}' for at in range(1, screens + 1)])} under Part.",
            f"One screen takes {seconds:.0f} seconds to show all names.",
        )


def _results(id_: RoundId, now: ResultsIn) -> Iterator[Step]:
    numbers = [str(table.number) for table in now.playing]
    where = f"on {id_.sheet}, and save"
    if len(numbers) == 1:
        yield Step(f"Type the result of table {numbers[0]} {where}.")
    elif len(numbers) <= _MOST_TABLES:
        yield Step(f"Type the results of tables {listed(numbers)} {where}.")
    else:
        yield Step(f"Type the results of {len(numbers)} tables {where}.")


def _print(snapshot: Snapshot, id_: RoundId, facts: Facts) -> Iterator[Step]:
    """Yield the documents to print of a new round."""
    for document in REGISTRY.values():
        if document.FOLDER == LISTS:
            continue  # for the wall, not urgent
        what, folder = f"Print the {document.NAME}", document.FOLDER
        start = f"{folder}/{stem(document, id_)}."
        file = next((path for path in facts.printed if path.startswith(start)), "")
        if file:
            lists = f"{LISTS}/"
            walls = any(path.startswith(lists) for path in facts.printed)
            more = f"Lists for the walls are in the folder {LISTS}." if walls else ""
            yield Step(f"{what}: {file}.", more, file)
        else:
            detail = f"They will be in the folder {folder} in a moment."
            yield Step(f"{what} of {snapshot.event.title(id_)}.", detail)


def _close(snapshot: Snapshot, facts: Facts) -> Iterator[Step]:
    """Yield the step of closing the workbook, if something waits for it."""
    parts = [facts.names_words] if facts.names_wait else []
    if facts.open_:
        needed = {proposed(snapshot), snapshot.current_round and snapshot.current_round.id}
        lacking = [snapshot.event.title(id_) for id_ in without_sheet(snapshot) if id_ in needed]
        parts += [f"{title} has no sheet yet" for title in lacking]
    if parts and facts.open_:
        yield Step(
            f"Save and close the workbook: {listed(parts)}.",
            facts.why or "Seconds later you can open it again.",
        )
    elif parts and facts.why:
        yield Step(f"Check the workbook: {parts[0]}.", facts.why)


def _go(snapshot: Snapshot, odd: Sequence[Problem]) -> Iterator[Step]:
    """Yield the next draft or round, or the end."""
    coming = proposed(snapshot)
    if awaiting_pods(snapshot.phases):
        yield _decide("Make pods", "They go onto the sheet Draft, and onto the pages.")
    elif coming is not None:
        drafts = [draft for draft in snapshot.drafts if draft.phase.number == coming.phase]
        sealed = snapshot.phases[coming.phase - 1].phase.sealed and coming.number == 1
        if sealed and not drafts:
            yield _decide("Start registration", "It says who sits where, and its clock runs.")
        elif sealed and not drafts[0].building:
            yield _decide("Start building", "Its clock runs.", "When all are registered: on")
        elif any(not draft.fixed for draft in drafts):
            more = "Until then pods and seats can be changed on the sheet Draft."
            yield _decide("Start building", more, "When all have drafted: on")
        if any(each.kind is PairRound.ENTRY and each.round == coming for each in snapshot.entries):
            where = snapshot.event.title(coming)
            yield Step(f"Nothing to do: {where} is asked for, and paired at Runner’s next run.")
            return
        go = f"on Decisions, {_yes(snapshot, coming)} in Go for {coming.sheet}, and save."
        words = f"Look at {_odd(odd)}, then {go}" if odd else f"O{go[1:]}"
        yield Step(words, _into(snapshot, coming))
    elif snapshot.over:
        yield Step("Nothing is left to do: the event is over.", winner(snapshot))
    elif snapshot.rounds and any(not round_.finished for round_ in snapshot.rounds):
        missing = next(round_ for round_ in snapshot.rounds if not round_.finished)
        yield from _results(missing.id, results_in(snapshot, missing))
    else:
        yield from _by_hand(snapshot)


def _decide(what: str, detail: str, begin: str = "On") -> Step:
    return Step(f"{begin} Decisions, type yes in Go for {what}, and save.", detail)


def _yes(snapshot: Snapshot, coming: RoundId) -> str:
    """Return what to do in a Go cell, which may still contain the yes of a withdrawn round."""
    asked = any(
        line.kind == PairRound.KEY and line.round in (coming, RoundId(0, coming.number))
        for line in snapshot.event.decisions
    )
    return "clear yes, save, and type yes again" if asked else "type yes"


def _by_hand(snapshot: Snapshot) -> Iterator[Step]:
    """Yield the step of pairing by hand, if Runner cannot propose a round."""
    phase = next_phase(snapshot)
    if phase is None or phases.question(phase):
        return
    id_ = RoundId(phase.phase.number, len(phase.rounds) + 1)
    yield Step(
        f"Type who plays at which table on {id_.sheet}, then type yes on Decisions in Go for it.",
        "Runner cannot pair it by itself.",
    )


def _into(snapshot: Snapshot, coming: RoundId) -> str:
    """Return a sentence about the start of the phase, if the next round is its first."""
    if coming == RoundId(1, 1):
        return snapshot.recommendation
    if coming.number > 1:
        return ""
    result = snapshot.phases[coming.phase - 1]
    before = snapshot.phases[coming.phase - 2].phase.name
    go_on = count(len(result.field), "player goes", "players go")
    return f"{before} is over; {go_on} on into {result.phase.name}."


def _odd(odd: Sequence[Problem]) -> str:
    return count(len(odd), "thing that looks odd", "things that look odd")


def winner(snapshot: Snapshot) -> str:
    """Return who won the event, in a sentence; "" if unknown or if several share first place."""
    first = [place.player for place in snapshot.final if place.first == 1]
    if len(first) != 1 or first[0] not in snapshot.players:
        return ""
    return f"{snapshot.players[first[0]].name} has won."


def _still_missing(snapshot: Snapshot) -> Iterator[tuple[str, str]]:
    """Yield what to do about missing lists before round 1, and whose they are."""
    missing = by_state(snapshot.players.values(), 1)[DeckState.MISSING]
    if missing and snapshot.event.decklists is not Decklists.NO:
        yield f"Ask for {count(len(missing), 'missing decklist')}.", where(missing)
