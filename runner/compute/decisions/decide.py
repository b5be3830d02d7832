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
    Shuffle seats 1    “refused”

A line waits, or it is tried. What waits, and for what, is in `waits` of its type: “Pair round” for
what its round needs, a bye for its round to go out, “Make pods” for the players of its phase. All
else is carried out at the save in which it is read, or refused, and then never acts later.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from runner.compute.decisions.model import DecisionContext, DecisionError, DecisionType, Made, Turn
from runner.compute.decisions.pair import round_due
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
) -> tuple[list[Entry], list[Problem]]:
    """Return the entries that the lines of Decisions, `typed` as read, call for, and their
    problems."""
    event, ledger, rounds = progress.event, progress.ledger, progress.reconciled.rounds
    lines = DecisionLines(event.decisions, ledger, typed)
    day = DecisionContext(progress, event, ledger, rounds, results, proposed, lines, types)
    made = _made(day)
    entries = [*lines.cleared(), *_players_changed(progress)]
    entries += [entry for entry in made if isinstance(entry, Entry)]
    return entries, [*_answers(day), *(problem for problem in made if isinstance(problem, Problem))]


def _made(day: DecisionContext) -> list[Made]:
    """What comes of the decisions, turn by turn, and of the next round where nothing does."""
    made: list[Made] = []
    for turn in Turn:
        if turn <= Turn.CUT or not _changes(made):
            _carry_out(turn, day, made)
    if _changes(made):
        return made
    due = [*round_due(day)]
    rounds = {entry.round for entry in due}  # what is about these is tried again once they are out
    return [*(each for each in made if not (_refusal(each) and each.round in rounds)), *due]


def _changes(made: Iterable[Made]) -> bool:
    return any(isinstance(entry, Entry) and not _refusal(entry) for entry in made)


def _refusal(made: Made) -> TypeGuard[Entry]:
    return isinstance(made, Entry) and made.kind is EntryKind.REFUSED


def _answers(day: DecisionContext) -> Iterator[Problem]:
    """What lines wait for, and why others were refused, whatever else is decided."""
    for line in day.lines.new():
        if line.round.phase <= len(day.results):
            yield from day.types[line.kind].waits(line, day)
    for line, entry in day.lines.refused():
        yield day.types[line.kind].refused(line, entry, day)


def _carry_out(turn: Turn, day: DecisionContext, made: list[Made]) -> None:
    """Add what comes of the lines whose turn it is, from the top, and what there is to remember. A
    line that cannot be carried out is refused for good, unless something has changed before its
    turn: then it is tried once more at the next reading."""
    changed = set()
    for line in day.lines.new():
        about = {Turn.ROUND: None, Turn.SEATS: line.round}.get(turn, (line.kind, line.round))
        if day.types[line.kind].TURN is not turn or about in changed:
            continue
        if line.place == NOT_TYPED and line.round in day.rounds:
            continue  # the round has gone out by it
        found = [*_tried(line, day)]
        if any(isinstance(each, Entry) for each in found):
            changed.add(about)
        elif found and not _changes(made):
            answer = worst_first(each for each in found if isinstance(each, Problem))[0]
            found.append(day.lines.refusal(line, answer))
        made += found
    for type_ in day.types.values():
        if type_.TURN is turn:
            made += type_.remind(day)


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
    """Yield an entry for each change of who comes and goes since the ledger last recorded it."""
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
