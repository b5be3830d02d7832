"""“Re-pair round”: a round drawn anew, before it is out or after."""

from collections.abc import Iterator
from typing import Any, ClassVar

from runner.compute.decisions.model import Day, DecisionType, Made, Turn, WhyNot
from runner.compute.decisions.publication import publication
from runner.compute.reconcile.decisions import CLEAR, Ticks, request
from runner.core.event import Decision, RoundId
from runner.core.phrases import numbered
from runner.core.problems import error
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.public_log import lost_results

CLEAR_FIRST = "Clear the results first, or type names over those on the round’s sheet."


class RepairRound(DecisionType):
    """A round is drawn anew as long as it has no result."""

    KEY = "re-pair round"
    LABEL = "Re-pair round"
    SPELLINGS: ClassVar[tuple[str, ...]] = ("repair", "pair again", "repair the round")
    NOW: ClassVar[bool] = True
    ASKED = "re-pair {}"
    TURN = Turn.ROUND
    ENTRY = EntryKind.REPAIRED
    INSTEAD_OF_UNDO = CLEAR_FIRST
    LOSES_RESULTS: ClassVar[bool] = False

    def carry_out(self, line: Decision, day: Day) -> Iterator[Made]:
        """The round drawn anew, before it is out or after."""
        if line.round not in day.rounds:
            yield _drawn_before_it_is_out(line, day)
            return
        typed = day.typed(line.round)
        why_not = later_is_out(line.round, day)
        if not why_not and not self.LOSES_RESULTS:
            kept = f"{lost_results(typed)} and keep it in the ledger only"
            instead = f"; or choose “Re-pair and delete results”, which would take away {kept}"
            why_not = has_results(line.round, day, instead)
        if why_not:
            yield error("decision.repair-impossible", line.place, *why_not)
            return
        redraw = day.ledger.drawings(line.round) + 1
        proposal = day.progress.next_round(day.result(line), line.round, redraw=redraw)
        if proposal is None:
            why = f"{day.title(line.round)} cannot be paired again: nobody would play in it."
            yield error(
                "decision.repair-too-few",
                line.place,
                why,
                "Check who is on Players, or clear the Go cell.",
            )
            return
        made = publication(day.progress, self.ENTRY, proposal, line.reason)
        more: dict[str, Any] = {"spent": [*_all_of(line, day), *drawn_with(line.round, day)]}
        more |= {"typed": typed, "decision": self.KEY} if typed else {}
        yield Entry(made.kind, made.round, {**made.data, **more})


class RepairAnyway(RepairRound):
    """A round is drawn anew whatever results it has; the ledger keeps them."""

    KEY = "re-pair and lose results"
    LABEL = "Re-pair and delete results"
    SPELLINGS = (
        "re-pair and lose results",
        "repair and lose results",
        "pair again and lose results",
    )
    NOW = False
    ASKED = "re-pair {} and delete results"
    LOSES_RESULTS = True


def _drawn_before_it_is_out(line: Decision, day: Day) -> Made:
    """A round that is not out yet drawn again: what it would have been is not published."""
    if line.round.number != len(day.result(line).rounds) + 1:
        why = f"{day.title(line.round)} is not out, and not the next to be paired."
        return error(
            "decision.repair-before-round",
            line.place,
            why,
            "Correct the number under Round, or clear the Go.",
        )
    data = {"reason": line.reason, "spent": _all_of(line, day)}
    return Entry(EntryKind.REDRAWN, line.round, data)


def _all_of(line: Decision, day: Day) -> Ticks:
    """What ticks off every line by which the round is to be drawn anew: it is, once."""
    return day.lines.all_ticked((RepairRound.KEY, RepairAnyway.KEY), *line.round)


def drawn_with(id_: RoundId, day: Day) -> Ticks:
    """What ticks off the new lines that a round which is drawn anew is drawn by: its byes."""
    kinds = [type_.KEY for type_ in day.types.values() if type_.AT_PAIRING is not None]
    new = {request(line) for line in day.lines.new(*kinds)}
    ticks = day.lines.all_ticked(kinds, *id_)
    return [[*asked, count] for *asked, count in ticks if tuple(asked) in new]


def has_results(id_: RoundId, day: Day, instead: str = "") -> WhyNot | None:
    """Why a round that has results is not drawn anew just so, and what to do first or `instead`;
    None where it has none."""
    has = [table.number for table in day.rounds[id_].tables if table.seats and table.finished]
    if not has:
        return None
    why = f"{day.title(id_)} cannot be paired again: table {numbered(has)} has a result."
    return why, f"Clear the results first{instead}."


def later_is_out(id_: RoundId, day: Day) -> WhyNot | None:
    """Why a round that is over is not drawn anew; None for the latest."""
    if id_ == max(day.rounds):
        return None
    return f"{day.title(id_)} cannot be paired again: a later round is out already.", CLEAR
