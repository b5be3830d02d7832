"""“Pair round” and “Delete round”, and the ledger's line for a published round."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from runner import phases
from runner.compute import decks, seeds
from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Turn,
    WhyNot,
)
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import CLEAR, PAIR
from runner.compute.reconcile.seating import result_text
from runner.core.decks import Decklists, DeckState
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.language import count, numbered
from runner.core.player import Player
from runner.core.problems import Problem, error, note, plain, warning
from runner.core.seating import Seating
from runner.ledger.entries import ALWAYS, Entry, EntryKind, coming
from runner.ledger.public_log import lost_results
from runner.ledger.published import members_in, names_in, seating_document
from runner.phases.model import Proposal


def publication(
    progress: Progress,
    kind: EntryKind,
    proposal: Proposal,
    reason: str = "",
    field: Sequence[Player] = (),
) -> Entry:
    """Return the ledger line of a round that is published now; `field` are the players of the
    phase, if it is the first round."""
    pairing, reconciled = proposal.pairing, progress.reconciled
    absent = reconciled.placed.get(pairing.round, Seating()).absent
    seating = replace(pairing.seating, absent=absent)
    data = {
        "algorithm": proposal.algorithm,
        **seating_document(seating),
        "names": names_in(seating, reconciled.players),
        **members_in(seating, reconciled.players),
        "certificate": pairing.certificate.to_document() if pairing.certificate else None,
        "state": proposal.state,
        "closed": _closed(progress, pairing.round),
        "coming": {
            player.id: list(coming(player))
            for player in progress.event.players
            if coming(player) != ALWAYS
        },
    }
    if variant := progress.event.phase(pairing.round.phase).variant:
        data["variant"] = variant
    if apart := seeds.kept_apart(proposal.algorithm, proposal.state):
        data["kept_apart"] = apart
    if pairing.round == RoundId(1, 1) and (since := since_roll(progress)):
        data["since_roll"] = since
    if field and pairing.round.number == 1 and pairing.round.phase > 1:
        data["field"] = [player.id for player in field]
    if kind is EntryKind.PAIRED and (typed := _too_early(progress, pairing.round, seating)):
        data["typed"] = typed
    return Entry(kind, pairing.round, {**data, "reason": reason} if reason else data)


def since_roll(progress: Progress) -> dict[str, int]:
    """Return what has changed since the roll at the venue."""
    phase, players = progress.event.phase(1), progress.reconciled.players
    return seeds.since_roll(progress.ledger, players, phase, progress.rules[1])


def _too_early(progress: Progress, id_: RoundId, seating: Seating) -> dict[str, list[str]]:
    """Return results and games typed before their table was paired, unless it was typed by hand
    too."""
    drawn = dict(seating.tables)
    by_hand = dict(progress.reconciled.placed.get(id_, Seating()).tables)
    return {
        str(number): [row.result, row.games]
        for number, row in progress.event.table_rows(id_).items()
        if row.reported and (number not in drawn or by_hand.get(number) != drawn[number])
    }


def _closed(progress: Progress, next_round: RoundId) -> dict[str, object] | None:
    """Return the current results of the previous round, for when the next one is published."""
    if not (before := [id_ for id_ in progress.reconciled.rounds if id_ < next_round]):
        return None
    return {"round": list(before[-1]), "results": results_of(progress, before[-1])}


def results_of(progress: Progress, id_: RoundId) -> dict[str, str]:
    """Return the result of each table of a round in the ledger's form; "" while it plays."""
    best_of = progress.rules[id_.phase].games(id_.number)
    tables = progress.reconciled.rounds[id_].tables
    return {str(table.number): result_text(table, best_of) for table in tables}


class PairRound(DecisionType):
    """Pair and publish the next round of the event, as soon as possible."""

    KEY = PAIR
    LABEL = "Pair round"
    SPELLINGS = ("pair", "publish round", "pair the round")
    ASKED = "pair {}"
    TURN = Turn.NEXT
    ENTRY = EntryKind.PAIRED
    INSTEAD_OF_UNDO = "Choose “Delete round” with a reason; the results are kept in the ledger."

    def waits(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """Yield what the round still needs; nothing if it is published now, or never can be."""
        due = day.proposed and day.proposed.pairing.round
        if line.round != due and not never(line.round, day):
            yield error("decision.pairing-waits", line.place, *needs(line.round, day))
        elif line.round == due and (why_not := _lists_missing(line, day)):
            yield error("decision.lists-missing", line.place, *why_not)

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Raise DecisionError if the round cannot be published any more; `round_due` handles the
        others."""
        if why_not := never(line.round, day):
            say = note if line.round in day.rounds else error
            raise DecisionError("decision.pairing-impossible", *why_not, say)
        return iter(())

    def undone(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """Yield what to say about a withdrawn round, which waits until its line is cleared and set
        again."""
        if line.round in day.ledger.held:
            yield warning("decision.pairing-undone", line.place,
                f"{day.title(line.round)} was taken back, and is not paired until you ask again.",
                "Clear the Go cell and save; type yes again to pair it.")  # fmt: skip
        due = day.proposed and day.proposed.pairing.round
        if due and line.round != due and line.round.number == due.number and not (
            line.phase_typed or any(other.round == due for other in day.lines.new(self.KEY))
        ):  # fmt: skip
            yield warning("decision.pairs-another-phase", line.place,
                f"{day.title(line.round)} is out already, so this line does nothing.",
                f"For {day.title(due)} type {due.phase} under Phase.")  # fmt: skip


def round_due(day: DecisionContext) -> Iterator[Entry]:
    """Yield the round that is published now: proposed, and requested on Decisions or automatic."""
    if day.proposed is None:
        return
    id_ = day.proposed.pairing.round
    asked = (line for line in day.lines.new(PairRound.KEY) if line.round == id_)
    if not by_itself(id_, day) and all(_lists_missing(line, day) for line in asked):
        return
    field = day.results[id_.phase - 1].field
    paired = publication(day.progress, PairRound.ENTRY, day.proposed, field=field)
    with_it = [type_.KEY for type_ in day.types.values() if type_.AT_PAIRING is not None]
    spent = day.lines.all_ticked((PairRound.KEY, *with_it), *id_)
    yield Entry(paired.kind, id_, {**paired.data, "spent": spent})


def _lists_missing(line: Decision, day: DecisionContext) -> WhyNot | None:
    """Return why round 1 waits for decklists, unless they are not required or a reason is typed."""
    required = day.event.decklists is Decklists.REQUIRED and line.round == RoundId(1, 1)
    if not required or line.reason:
        return None
    missing = decks.by_state(day.progress.reconciled.players.values(), 1)[DeckState.MISSING]
    if not missing:
        return None
    waits = f"{day.title(line.round)} waits for {count(len(missing), 'decklist')}: "
    setting = day.event.at("decklists")
    return waits + f"{decks.where(missing)}.", (
        "Type “in” under “Deck check” once a list is there, and the round is paired when you save. "
        f"To pair without them type why under Reason, or “asked” at {setting}."
    )


def by_itself(id_: RoundId, day: DecisionContext) -> bool:
    """Return whether a round is published without being asked for, as soon as it can be."""
    return day.event.automatic and id_ not in (RoundId(1, 1), *day.ledger.held)


def never(id_: RoundId, day: DecisionContext) -> WhyNot | None:
    """Return why a round is not published any more; None if it may be."""
    where, phase = day.title(id_), day.results[id_.phase - 1]
    if id_ in day.rounds:
        return f"{where} is out already, so this line does nothing.", CLEAR
    if phase.planned is not None and id_.number > phase.planned:
        why = f"{where} is asked for, but the phase has {phase.planned} rounds."
        return why, "Choose “Add a round” on Decisions, or clear the Go cell."
    if later := [other for other in day.rounds if other > id_]:
        return f"{where} is not paired: {day.title(later[0])} is out already.", CLEAR
    if phase.ended:
        why = f"{where} is not paired: {phase.phase.name} has been ended."
        return why, "Choose “Reopen the phase” on Decisions, or clear the Go cell."
    return None


def needs(id_: RoundId, day: DecisionContext, done: str = "paired") -> WhyNot:
    """Return what a round waits for, to be "paired" or "previewed"."""
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
        return why, f"Type them; the round is {done} when you save."
    if question := phases.question(phase):
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
    if due := day.proposed and day.proposed.pairing.round:
        why = f"{where} waits until {day.title(due)} is out and all its results are in."
        return why, f"Pair {day.title(due)} first; or clear the Go cell."
    if day.rounds:
        why = f"{where} waits until it is clear how {day.title(max(day.rounds))} ended."
        return why, f"Fix what is reported there; the round is {done} when you save."
    return f"{where} waits until there are players who can play it.", "Add them to Players."


class DeleteRound(DecisionType):
    """Withdraw the latest round; if it has results, a reason is needed."""

    KEY = "delete round"
    LABEL = "Delete round"
    SPELLINGS = ("delete the round", "unpair round")
    ASKED = "delete {}"
    TURN = Turn.ROUND
    ENTRY = EntryKind.DELETED

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the withdrawn round with its results."""
        if why_not := _cannot_delete(line, day):
            raise DecisionError("decision.delete-impossible", *why_not)
        id_, now = line.round, day.rounds[line.round]
        results = results_of(day.progress, id_)
        data = {
            **seating_document(day.ledger.rounds[id_].seating),
            "byes": list(now.byes),
            "absent": list(now.absent),
            "results": {table: text for table, text in results.items() if text},
            "typed": day.typed(id_),
            "reason": line.reason,
            "spent": [*day.lines.ticked(line), *day.lines.all_ticked((PairRound.KEY,), *id_)],
        }
        yield Entry(self.ENTRY, id_, data)


def _cannot_delete(line: Decision, day: DecisionContext) -> WhyNot | None:
    id_, title = line.round, day.title(line.round)
    if id_ not in day.rounds:
        return f"{title} is not out, so there is nothing to delete.", CLEAR
    if id_ != max(day.rounds):
        latest = day.title(max(day.rounds))
        return f"{title} is not deleted: {latest} is out already.", f"Delete {latest} first."
    typed = day.typed(id_)
    if typed and not line.reason:
        fix = "Type why under Reason, and the round is deleted; its results are kept in the ledger."
        return f"{title} has results: {lost_results(typed)}.", fix
    return None
