"""“Redo the cut”: who goes on into a phase follows from the results as they are now."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from runner.compute.decisions.model import Day, DecisionType, Made, Turn, WhyNot
from runner.compute.decisions.publication import publication
from runner.compute.decisions.repair import drawn_with, has_results, later_is_out
from runner.compute.reconcile.decisions import CLEAR
from runner.core.event import Decision, RoundId
from runner.core.problems import error, note
from runner.ledger.entries import Entry, EntryKind


class CutAnew(DecisionType):
    """The cut into a phase is made once more, and its first round drawn from it."""

    KEY = "cut anew"
    LABEL = "Redo the cut"
    SPELLINGS = ("cut anew", "cut again", "make the cut anew", "recut")
    HELP = "Redo the cut: who advances follows from the results as they are now."
    ASKED = "redo the cut, {}"
    NEEDS_ROUND = False
    TURN = Turn.CUT
    ENTRY = EntryKind.CUT_ANEW

    def carry_out(self, line: Decision, day: Day) -> Iterator[Made]:
        """The cut, and the first round drawn from it, unless the same players advance."""
        why_not = _no_cut(line, day)
        if why_not:
            yield error("decision.cut-impossible", line.place, *why_not)
            return
        id_, result = RoundId(line.round.phase, 1), day.result(line)
        due = day.progress.qualification(result.phase, day.results[id_.phase - 2]).qualified()
        before = day.ledger.field(id_.phase) or tuple(player.id for player in result.field)
        data: dict[str, Any] = {"field": list(due), "redrawn": True}
        data |= {"reason": line.reason} if line.reason else {}
        data["spent"] = day.lines.ticked(line)
        entry = Entry(self.ENTRY, RoundId(id_.phase, 0), data)
        if due == before:
            why = f"The same players advance to {result.phase.name}, so the cut stays as it is."
            yield note("decision.cut-unchanged", line.place, why, CLEAR)
            return
        why_not = later_is_out(id_, day) or has_results(id_, day)
        redraw = day.ledger.drawings(id_) + 1
        now = day.progress.with_field(result, due)
        proposal = None if why_not else day.progress.next_round(now, id_, redraw=redraw)
        if proposal:
            yield entry
            drawn = publication(day.progress, EntryKind.REPAIRED, proposal, line.reason)
            typed, ticks = day.typed(id_), drawn_with(id_, day)
            more: dict[str, Any] = {"typed": typed} if typed else {}
            more |= {"spent": ticks} if ticks else {}
            yield replace(drawn, data={**drawn.data, **more})
        elif why_not:
            yield error(
                "decision.cut-not-redone",
                line.place,
                f"The cut is not redone: {why_not[0]}",
                why_not[1],
            )
        else:
            why = f"The cut is not redone: nobody would be left in {result.phase.name}."
            yield error(
                "decision.cut-too-few",
                line.place,
                why,
                "Correct the cut on Phases, or the results.",
            )

    def stands(self, entry: Entry, at: int, day: Day) -> WhyNot | None:
        """A cut, and the round drawn from it, are only made once more."""
        why = "The last decision was to redo a cut, which Undo cannot take back."
        return why, "Correct the results, and choose “Redo the cut” again."


def _no_cut(line: Decision, day: Day) -> WhyNot | None:
    """Why there is no cut that could be made anew, and what to do."""
    first = RoundId(line.round.phase, 1)
    if first.phase == 1:
        fix = "Under Phase, type the number of the phase that the cut leads to."
        return "Nobody is cut before the first phase.", fix
    if first not in day.rounds:
        why = f"Nobody has advanced to {day.result(line).phase.name} yet: the results when "
        return f"{why}{day.title(first)} goes out decide who does.", CLEAR
    return None
