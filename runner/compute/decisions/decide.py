"""The order in which decisions are carried out, and what goes out at a save.

Decisions about phases are all carried out at once. Where one has changed something the others wait
for the next reading, which follows at once and finds the event as it is by then; so it is with the
one about a whole round, and with those about seats, of which each round has one at a time. The next
round is paired last, once nothing else is left to be done.

    Decisions          first reading    second        third
    Pair round 3       says each time that it waits for the results of round 2
    Shuffle seats 2                                   “reseated”
    Re-pair round 2                     “repaired”
    Add a round 4      “round added”
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from runner.compute.decisions.model import Day, DecisionType, Made, Turn
from runner.compute.decisions.pair import round_due
from runner.compute.penalties import PenaltyKind, kind_of
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import DecisionLines
from runner.compute.reconcile.players import Directory
from runner.core.event import Decision
from runner.core.problems import Problem, error
from runner.ledger.entries import ALWAYS, Entry, EntryKind, coming
from runner.phases.model import PhaseResult, Proposal


def decide(
    progress: Progress,
    results: tuple[PhaseResult, ...],
    proposed: Proposal | None,
    types: Mapping[str, DecisionType],
) -> tuple[list[Entry], list[Problem]]:
    """The lines of the ledger that the organiser's decisions call for, and what there is to say
    about the decisions."""
    lines = DecisionLines(progress.event.decisions, progress.ledger)
    day = Day(progress, results, proposed, lines, types)
    made = _made(day)
    entries = [*lines.cleared(), *_players_changed(progress)]
    entries += [entry for entry in made if isinstance(entry, Entry)]
    return entries, [*_waiting(day), *(problem for problem in made if isinstance(problem, Problem))]


def _made(day: Day) -> list[Made]:
    """What comes of the decisions, turn by turn, and of the next round where nothing does."""
    made: list[Made] = []
    for turn in Turn:
        if turn > Turn.CUT and _changes(made):
            return made
        made += _carried_out(turn, day)
    return made if _changes(made) else [*made, *round_due(day)]


def _changes(made: Iterable[Made]) -> bool:
    return any(isinstance(entry, Entry) for entry in made)


def _waiting(day: Day) -> Iterator[Problem]:
    """What keeps lines from being carried out, whatever else is decided."""
    new = day.lines.new()
    for line in day.lines.decisions:
        if line.round.phase > len(day.results):
            why = f"There is no phase {line.round.phase} on Phases."
            yield error(line.place, why, "Correct the number under Phase, or clear the Go cell.")
        elif line in new:
            yield from day.types[line.kind].waits(line, day)


def _carried_out(turn: Turn, day: Day) -> Iterator[Made]:
    """The lines whose turn it is, from the top, and then what there is to remember."""
    changed = set()
    for line in day.lines.new():
        type_, about = day.types[line.kind], _about(turn, line)
        known = line.round.phase <= len(day.results)
        if type_.TURN is not turn or not known or about in changed:
            continue
        for made in type_.carry_out(line, day):
            yield made
            if isinstance(made, Entry):
                changed.add(about)
    for type_ in day.types.values():
        if type_.TURN is turn:
            yield from type_.remind(day)


def _about(turn: Turn, line: Decision) -> object:
    """What a turn changes once: the event, a round, or as often as lines ask for it."""
    return {Turn.ROUND: None, Turn.SEATS: line.round}.get(turn, line)


def _players_changed(progress: Progress) -> Iterator[Entry]:
    """An entry for everybody who has left, comes late or is back since the ledger last knew;
    nothing before the first round."""
    known, rounds = progress.ledger.coming, progress.reconciled.rounds
    if known is None or not rounds:
        return
    who = Directory(progress.reconciled.players, {})
    reasons = {
        who.find(penalty.player): f"{penalty.penalty}: {penalty.infraction}".strip(": ")
        for penalty in progress.event.penalties
        if kind_of(penalty) is PenaltyKind.DISQUALIFICATION
    }
    for player in progress.event.players:
        old, new = known.get(player.id, ALWAYS), coming(player)
        if old != new:
            data: dict[str, Any] = {"player": player.id, "old": list(old), "new": list(new)}
            reason = reasons.get(player.id, "")
            data |= {"names": {player.id: player.name}, "reason": reason}
            data |= {"why": player.reason} if player.reason else {}
            yield Entry(EntryKind.PLAYER, max(rounds), data)
