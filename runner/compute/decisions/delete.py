"""“Delete round”: the latest round is taken back; its results are kept in the ledger."""

from collections.abc import Iterator

from runner.compute.decisions.model import Day, DecisionType, Made, Turn, WhyNot
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.publication import results_of
from runner.compute.reconcile.decisions import CLEAR
from runner.core.event import Decision
from runner.core.problems import error
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.public_log import lost_results
from runner.ledger.published import seating_document


class DeleteRound(DecisionType):
    """The latest round is not out any more; one that has results needs a reason."""

    KEY = "delete round"
    LABEL = "Delete round"
    SPELLINGS = ("delete the round", "unpair round")
    ASKED = "delete {}"
    TURN = Turn.ROUND
    ENTRY = EntryKind.DELETED

    def carry_out(self, line: Decision, day: Day) -> Iterator[Made]:
        """The round taken back, with everything that was known of it."""
        why_not = _cannot_delete(line, day)
        if why_not:
            yield error("decision.delete-impossible", line.place, *why_not)
            return
        id_, now = line.round, day.rounds[line.round]
        results = results_of(day.progress, id_)
        ticked = day.lines.ticked(line)
        data = {
            **seating_document(day.ledger.rounds[id_].seating),
            "byes": list(now.byes),
            "absent": list(now.absent),
            "results": {table: text for table, text in results.items() if text},
            "typed": day.typed(id_),
            "reason": line.reason,
            "spent": [*ticked, *day.lines.all_ticked((PairRound.KEY,), *id_)],
        }
        yield Entry(self.ENTRY, id_, data)


def _cannot_delete(line: Decision, day: Day) -> WhyNot | None:
    """Why a round is not deleted, and what to do; None where it can be."""
    id_, title = line.round, day.title(line.round)
    if id_ not in day.rounds:
        return f"{title} is not out, so there is nothing to delete.", CLEAR
    latest = max(day.rounds)
    if id_ != latest:
        why = f"{title} is not deleted: {day.title(latest)} is out already."
        return why, f"Delete {day.title(latest)} first."
    typed = day.typed(id_)
    if typed and not line.reason:
        why = f"{title} has results: {lost_results(typed)}."
        fix = "Type why under Reason, and the round is deleted; its results are kept in the ledger."
        return why, fix
    return None
