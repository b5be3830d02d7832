"""The order in which decisions are carried out, and what is published at a save.

Decisions about phases are all carried out at once. If one of them changes something, the others
wait for the next reading, which follows immediately and sees the new state; so do the decision
about a whole round, and those about seats, of which each round has one at a time. The next round is
paired last, when nothing else is left to do.

    Decisions          first reading    second        third
    Pair round 3       says each time that it waits for the results of round 2
    Shuffle seats 2                                   “reseated”
    Re-pair round 2                     “repaired”
    Add a round 4      “round added”
    Shuffle seats 1    “refused”

A line either waits or is tried. `waits` of its type says what for: “Pair round” for what its round
needs, a bye for the publication of its round, “Make pods” for the players of its phase. All others
are carried out at the save in which they are read, or refused, and then never act later.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from runner.compute.decisions.model import DecisionContext, DecisionError, DecisionType, Made, Turn
from runner.compute.decisions.pair import round_due
from runner.compute.decisions.preview import answers, compared, previewed
from runner.compute.penalties import PenaltyKind, kind_of
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import NOT_TYPED, DecisionLines
from runner.compute.reconcile.players import PlayerResolver
from runner.core.event import Decision
from runner.core.problems import Problem, error, worst_first
from runner.ledger.entries import ALWAYS, Entry, EntryKind, coming
from runner.phases.model import PhaseResult, Proposal


def decide(
    progress: Progress,
    results: tuple[PhaseResult, ...],
    proposed: Proposal | None,
    types: Mapping[str, DecisionType],
    typed: Sequence[Decision],
    preview: str = "",
) -> tuple[list[Entry], list[Problem]]:
    """Return the entries for the lines of Decisions and the problems; `typed` are the lines as
    read, and `preview` is that of `DecisionContext`."""
    event, ledger, rounds = progress.event, progress.ledger, progress.reconciled.rounds
    lines = DecisionLines(event.decisions, ledger, typed)
    day = DecisionContext(progress, event, ledger, rounds, results, proposed, lines, types, preview)
    outcome = _carried_out(day)
    entries = [*lines.cleared(), *_players_changed(progress)]
    entries += [entry for entry in outcome if isinstance(entry, Entry)]
    return entries, [
        *_answers(day),
        *(problem for problem in outcome if isinstance(problem, Problem)),
    ]


def _carried_out(day: DecisionContext) -> list[Made]:
    """Return the results of all decisions, turn by turn, then the next round if nothing has
    changed."""
    outcome: list[Made] = []
    for turn in Turn:
        if turn <= Turn.CUT or not _changes(outcome):
            _carry_out(turn, day, outcome)
    if _changes(outcome):
        return outcome
    due = [*round_due(day)]
    rounds = {
        entry.round for entry in due
    }  # refusals about these are tried again once they are published
    due += [*(compared(day, due) if due else previewed(day))]
    return [*(each for each in outcome if not (_refusal(each) and each.round in rounds)), *due]


def _changes(outcome: Iterable[Made]) -> bool:
    return any(isinstance(entry, Entry) and not _refusal(entry) for entry in outcome)


def _refusal(each: Made) -> TypeGuard[Entry]:
    return isinstance(each, Entry) and each.kind is EntryKind.REFUSED


def _answers(day: DecisionContext) -> Iterator[Problem]:
    """Yield what lines wait for, and why others were refused."""
    for line in day.lines.new():
        if line.round.phase <= len(day.results):
            yield from day.types[line.kind].waits(line, day)
    for line, entry in day.lines.refused():
        yield day.types[line.kind].refused(line, entry, day)
    yield from answers(day)


def _carry_out(turn: Turn, day: DecisionContext, outcome: list[Made]) -> None:
    """Add the results of the lines whose turn it is, from the top, and reminders. A line that
    cannot be carried out is refused permanently, unless something has changed before its turn: then
    it is tried again at the next reading."""
    changed = set()
    for line in day.lines.new():
        about = {Turn.ROUND: None, Turn.SEATS: line.round}.get(turn, (line.kind, line.round))
        if day.types[line.kind].TURN is not turn or about in changed:
            continue
        if line.place == NOT_TYPED and line.round in day.rounds:
            continue  # the round has been published by it
        answers = [*_tried(line, day)]
        if any(isinstance(each, Entry) for each in answers):
            changed.add(about)
        elif answers and not _changes(outcome):
            answer = worst_first(each for each in answers if isinstance(each, Problem))[0]
            answers.append(day.lines.refusal(line, answer))
        outcome += answers
    for type_ in day.types.values():
        if type_.TURN is turn:
            outcome += type_.remind(day)


def _tried(line: Decision, day: DecisionContext) -> Iterator[Made]:
    type_ = day.types[line.kind]
    if line.round.phase > len(day.results):
        yield error("decision.no-such-phase", line.place,
            f"There is no phase {line.round.phase} on Phases.",
            "Correct the number under Phase, or clear the Go cell.")  # fmt: skip
    elif not any(type_.waits(line, day)):
        try:
            yield from type_.carry_out(line, day)
        except DecisionError as refused:
            yield refused.problem(line)


def _players_changed(progress: Progress) -> Iterator[Entry]:
    """Yield an entry for each change of when a player takes part since the ledger last recorded
    it."""
    known, rounds = progress.ledger.coming, progress.reconciled.rounds
    if known is None or not rounds:
        return
    who = PlayerResolver(progress.reconciled.players, {})
    reasons = {
        who.find(penalty.player): f"{penalty.penalty}: {penalty.infraction}".strip(": ")
        for penalty in progress.event.penalties
        if kind_of(penalty) is PenaltyKind.DISQUALIFICATION
    }
    for player in progress.event.players:
        old, new = known.get(player.id, ALWAYS), coming(player)
        if old != new:
            data: dict[str, Any] = {
                "player": player.id,
                "old": list(old),
                "new": list(new),
                "names": {player.id: player.name},
                "reason": reasons.get(player.id, ""),
            }
            why = {"why": player.reason} if player.reason else {}
            yield Entry(EntryKind.PLAYER, max(rounds), data | why)
