"""“Re-pair round” and “Redo the cut”: pair a round again, before or after its publication."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Turn,
    WhyNot,
)
from runner.compute.decisions.pair import publication
from runner.compute.reconcile.decisions import CLEAR, Ticks, request
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.language import numbered
from runner.core.problems import note
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.public_log import lost_results

CLEAR_FIRST = "Clear the results first, or type names over those on the round’s sheet."


class RepairRound(DecisionType):
    """Pair a round again as long as it has no result."""

    KEY = "re-pair round"
    LABEL = "Re-pair round"
    SPELLINGS: ClassVar[tuple[str, ...]] = ("repair", "pair again", "repair the round")
    NOW: ClassVar[bool] = True
    ASKED = "re-pair {}"
    TURN = Turn.ROUND
    ENTRY = EntryKind.REPAIRED
    INSTEAD_OF_UNDO = CLEAR_FIRST
    LOSES_RESULTS: ClassVar[bool] = False

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the new pairing, or before publication the request for it."""
        if line.round not in day.rounds:
            yield _drawn_before_it_is_out(line, day)
            return
        typed, why_not = day.typed(line.round), later_is_out(line.round, day)
        if not why_not and not self.LOSES_RESULTS:
            kept = f"{lost_results(typed)} and keep it in the ledger only"
            instead = f"; or choose “Re-pair and delete results”, which would take away {kept}"
            why_not = has_results(line.round, day, instead)
        if why_not:
            raise DecisionError("decision.repair-impossible", *why_not)
        redraw = day.ledger.drawings(line.round) + 1
        proposal = day.progress.next_round(day.result(line), line.round, redraw)
        if proposal is None:
            raise DecisionError("decision.repair-too-few",
                f"{day.title(line.round)} cannot be paired again: nobody would play in it.",
                "Check who is on Players, or clear the Go cell.")  # fmt: skip
        entry = publication(day.progress, self.ENTRY, proposal, line.reason)
        more: dict[str, Any] = {"spent": [*_all_of(line, day), *drawn_with(line.round, day)]}
        more |= {"typed": typed, "decision": self.KEY} if typed else {}
        yield Entry(entry.kind, entry.round, {**entry.data, **more})


class RepairAnyway(RepairRound):
    """Pair a round again even if it has results; the ledger keeps them."""

    KEY = "re-pair and lose results"
    LABEL = "Re-pair and delete results"
    SPELLINGS = tuple(f"{pair} and lose results" for pair in ("re-pair", "repair", "pair again"))
    NOW = False
    ASKED = "re-pair {} and delete results"
    LOSES_RESULTS = True


def _drawn_before_it_is_out(line: Decision, day: DecisionContext) -> Entry:
    """Return the line for an unpublished round; its previous pairing is never published."""
    if line.round.number != len(day.result(line).rounds) + 1:
        raise DecisionError("decision.repair-before-round",
            f"{day.title(line.round)} is not out, and not the next to be paired.",
            "Correct the number under Round, or clear the Go.")  # fmt: skip
    data = {"reason": line.reason, "spent": _all_of(line, day)}
    return Entry(EntryKind.REDRAWN, line.round, data)


def _all_of(line: Decision, day: DecisionContext) -> Ticks:
    """Return the ticks of all lines that ask to pair the round again, as it is done only once."""
    return day.lines.all_ticked((RepairRound.KEY, RepairAnyway.KEY), *line.round)


def drawn_with(id_: RoundId, day: DecisionContext) -> Ticks:
    """Return the ticks of the new lines that take effect when the round is paired: its byes."""
    kinds = [type_.KEY for type_ in day.types.values() if type_.AT_PAIRING is not None]
    new = {request(line) for line in day.lines.new(*kinds)}
    ticks = day.lines.all_ticked(kinds, *id_)
    return [[*asked, count] for *asked, count in ticks if tuple(asked) in new]


def has_results(id_: RoundId, day: DecisionContext, instead: str = "") -> WhyNot | None:
    """Return why a round with results is not paired again, and what to do first or `instead`; None
    if it has none."""
    has = [table.number for table in day.rounds[id_].tables if table.seats and table.finished]
    if not has:
        return None
    why = f"{day.title(id_)} cannot be paired again: table {numbered(has)} has a result."
    return why, f"Clear the results first{instead}."


def later_is_out(id_: RoundId, day: DecisionContext) -> WhyNot | None:
    """Return why a round that is not the latest is not paired again; None for the latest."""
    if id_ == max(day.rounds):
        return None
    return f"{day.title(id_)} cannot be paired again: a later round is out already.", CLEAR


class CutAnew(DecisionType):
    """Make the cut into a phase again, and pair its first round again."""

    KEY = "cut anew"
    LABEL = "Redo the cut"
    SPELLINGS = ("cut anew", "cut again", "make the cut anew", "recut")
    HELP = "Redo the cut: who advances follows from the results as they are now."
    ASKED = "redo the cut, {}"
    NEEDS_ROUND = False
    TURN = Turn.CUT
    ENTRY = EntryKind.CUT_ANEW

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the new cut and its first round. Raise DecisionError if the same players
        advance."""
        if why_not := _no_cut(line, day):
            raise DecisionError("decision.cut-impossible", *why_not)
        id_, result = RoundId(line.round.phase, 1), day.result(line)
        due = day.progress.qualification(result.phase, day.results[id_.phase - 2]).qualified()
        before = day.ledger.field(id_.phase) or tuple(player.id for player in result.field)
        if due == before:
            raise DecisionError("decision.cut-unchanged",
                f"The same players advance to {result.phase.name}, so the cut stays as it is.",
                CLEAR, note)  # fmt: skip
        if why_not := later_is_out(id_, day) or has_results(id_, day):
            why, fix = why_not
            raise DecisionError("decision.cut-not-redone", f"The cut is not redone: {why}", fix)
        redraw = day.ledger.drawings(id_) + 1
        proposal = day.progress.next_round(day.progress.with_field(result, due), id_, redraw)
        if proposal is None:
            raise DecisionError("decision.cut-too-few",
                f"The cut is not redone: nobody would be left in {result.phase.name}.",
                "Correct the cut on Phases, or the results.")  # fmt: skip
        reason = {"reason": line.reason} if line.reason else {}
        data = {"field": list(due), "redrawn": True, **reason, "spent": day.lines.ticked(line)}
        yield Entry(self.ENTRY, RoundId(id_.phase, 0), data)
        drawn = publication(day.progress, EntryKind.REPAIRED, proposal, line.reason)
        typed, ticks = day.typed(id_), drawn_with(id_, day)
        more: dict[str, Any] = {"typed": typed} if typed else {}
        more |= {"spent": ticks} if ticks else {}
        yield replace(drawn, data={**drawn.data, **more})

    def stands(self, entry: Entry, at: int, day: DecisionContext) -> WhyNot | None:
        """Return that a redone cut, and the round paired from it, cannot be undone."""
        why = "The last decision was to redo a cut, which Undo cannot take back."
        return why, "Correct the results, and choose “Redo the cut” again."


def _no_cut(line: Decision, day: DecisionContext) -> WhyNot | None:
    first = RoundId(line.round.phase, 1)
    if first.phase == 1:
        fix = "Under Phase, type the number of the phase that the cut leads to."
        return "Nobody is cut before the first phase.", fix
    if first not in day.rounds:
        why = f"Nobody has advanced to {day.result(line).phase.name} yet: the results when "
        return f"{why}{day.title(first)} goes out decide who does.", CLEAR
    return None
