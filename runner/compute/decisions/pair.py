"""“Pair round”: the next round goes out."""

from collections.abc import Iterable, Iterator

from runner import phases
from runner.compute.decisions.model import Day, DecisionType, Made, Turn, WhyNot
from runner.compute.decisions.publication import publication
from runner.compute.reconcile.decisions import CLEAR, PAIR
from runner.core.event import Decision, RoundId
from runner.core.phrases import numbered
from runner.core.problems import Problem, error, note, plain, warning
from runner.ledger.entries import Entry, EntryKind


class PairRound(DecisionType):
    """The next round of the event is drawn and published, as soon as it can be."""

    KEY = PAIR
    LABEL = "Pair round"
    SPELLINGS = ("pair", "publish round", "pair the round")
    ASKED = "pair {}"
    TURN = Turn.NEXT
    ENTRY = EntryKind.PAIRED
    INSTEAD_OF_UNDO = "Choose “Delete round” with a reason; the results are kept in the ledger."

    def waits(self, line: Decision, day: Day) -> Iterable[Problem]:
        """What a round that was asked for needs; nothing where it goes out now, or never can."""
        due = day.proposed and day.proposed.pairing.round
        if line.round != due and not _never(line.round, day):
            yield error("decision.pairing-waits", line.place, *_needs(line.round, day))

    def carry_out(self, line: Decision, day: Day) -> Iterator[Made]:
        """Why a round cannot go out any more; `round_due` has the one that does."""
        why_not = _never(line.round, day)
        if why_not:
            say = note if line.round in day.rounds else error
            yield say("decision.pairing-impossible", line.place, *why_not)

    def undone(self, line: Decision, day: Day) -> Iterable[Problem]:
        """A round that was taken back waits until its line is cleared and says yes once more."""
        if line.round in day.ledger.held:
            yield warning(
                "decision.pairing-undone",
                line.place,
                f"{day.title(line.round)} was taken back, and is not paired until you ask again.",
                "Clear the Go cell and save; type yes again to pair it.",
            )
        due = day.proposed and day.proposed.pairing.round
        if due and line.round != due and line.round.number == due.number and not (
            line.phase_typed or any(other.round == due for other in day.lines.new(self.KEY))
        ):  # fmt: skip
            why = f"{day.title(line.round)} is out already, so this line does nothing."
            yield warning(
                "decision.pairs-another-phase",
                line.place,
                why,
                f"For {day.title(due)} type {due.phase} under Phase.",
            )


def round_due(day: Day) -> Iterator[Entry]:
    """The round that goes out now: proposed, and asked for on Decisions or paired by itself."""
    if day.proposed is None:
        return
    id_ = day.proposed.pairing.round
    by_itself = day.event.automatic and id_ not in (RoundId(1, 1), *day.ledger.held)
    if not by_itself and all(line.round != id_ for line in day.lines.new(PairRound.KEY)):
        return
    field = day.results[id_.phase - 1].field
    paired = publication(day.progress, PairRound.ENTRY, day.proposed, field=field)
    with_it = [type_.KEY for type_ in day.types.values() if type_.AT_PAIRING is not None]
    spent = day.lines.all_ticked((PairRound.KEY, *with_it), *id_)
    yield Entry(paired.kind, id_, {**paired.data, "spent": spent})


def _never(id_: RoundId, day: Day) -> WhyNot | None:
    """Why a round does not go out, unless something else is decided first, and what to do."""
    where, phase = day.title(id_), day.results[id_.phase - 1]
    if id_ in day.rounds:
        return f"{where} is out already, so this line does nothing.", CLEAR
    if phase.planned is not None and id_.number > phase.planned:
        why = f"{where} is asked for, but the phase has {phase.planned} rounds."
        return why, "Choose “Add a round” on Decisions, or clear the Go cell."
    later = [other for other in day.rounds if other > id_]
    if later:
        return f"{where} is not paired: {day.title(later[0])} is out already.", CLEAR
    if phase.ended:
        why = f"{where} is not paired: {phase.phase.name} has been ended."
        return why, "Choose “Reopen the phase” on Decisions, or clear the Go cell."
    return None


def _needs(id_: RoundId, day: Day) -> WhyNot:
    """What a round waits for, and what to do."""
    where, phase = day.title(id_), day.results[id_.phase - 1]
    playing = [
        (now.id, table.number)
        for now in day.rounds.values()
        for table in now.tables
        if not table.finished
    ]
    if playing:
        tables = numbered(number for _, number in playing)
        why = f"{where} waits for results of {day.title(playing[0][0])}: table {tables}."
        return why, "Type them; the round is paired when you save."
    question = phases.question(phase)
    if question:
        return f"{where} is not paired yet. {question.text}", plain(question.fix)
    if phases.undrafted(phase):
        why = f"{where} is not paired yet: {phase.phase.name} begins with a draft without pods."
        return why, "Choose “Make pods” on Decisions."
    if day.progress.byes_in_the_final(phase):
        why = f"{where} is not paired while somebody has a bye in it: it is the final."
        return why, "Take the bye out."
    if id_ in day.progress.reconciled.unclear:
        why = f"{where} is not paired while a name on {id_.sheet} cannot be understood."
        return why, "Fix the names there, or clear them."
    return f"{where} cannot be paired yet.", "Pair the rounds in order."
