"""What the Decisions sheet asks of whole rounds: draw one anew, delete the latest, undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import CLEAR, Lines
from runner.compute.reconcile.results import result_text
from runner.core.event import Decision, DecisionKind, RoundId, RowKind
from runner.core.phrases import numbered
from runner.core.problems import Place, Problem, error, note, warning
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.seating import seating_document
from runner.ledger.words import WORDS, decided, lost_results
from runner.phases.model import PhaseResult, Proposal

_REPAIR, _ANYWAY = DecisionKind.REPAIR, DecisionKind.REPAIR_ANYWAY
_ASKED_BY = {
    EntryKind.PAIRED: (DecisionKind.PAIR,),
    EntryKind.PHASE_ENDED: (DecisionKind.END_PHASE,),
    EntryKind.PHASE_REOPENED: (DecisionKind.REOPEN_PHASE,),
    EntryKind.ROUND_ADDED: (DecisionKind.ADD_ROUND,),
}
Publication = Callable[[EntryKind, Proposal, Decision], Entry]


@dataclass(frozen=True, slots=True)
class RoundDecisions:
    """Turns decisions about rounds into ledger entries, given how far the event has come.

    `publication` makes the ledger's line of a round that goes out.
    """

    progress: Progress
    lines: Lines
    results: tuple[PhaseResult, ...]
    publication: Publication

    def entries(self) -> Iterator[Entry | Problem]:
        """What is called for now: at most one entry, since each changes what the next would do."""
        done = False
        for decision in self.lines.fresh():
            act = {
                _REPAIR: self._redraw,
                _ANYWAY: self._redraw,
                DecisionKind.DELETE: self._delete,
                DecisionKind.UNDO: self._undo,
            }.get(decision.kind)
            if act is None or done or decision.round.phase > len(self.results):
                continue
            found = act(decision)
            done = isinstance(found, Entry)
            yield found
            if (
                decision.kind is DecisionKind.UNDO
                and not done
                and self.lines.ledger.refused is None
            ):
                done = True
                yield self._refused()
        yield from self._held()

    # --- drawn anew -------------------------------------------------------------------------------

    def _redraw(self, decision: Decision) -> Entry | Problem:
        """The round drawn anew, before it is out or after."""
        id_ = decision.round
        if id_ not in self.progress.settled.rounds:
            return self._redraw_proposal(decision)
        lost = self.typed(id_)
        why_not = self.later_is_out(id_)
        if not why_not and decision.kind is _REPAIR:
            kept = f"{lost_results(lost)} and keep it in the ledger only"
            instead = f"; or choose “Re-pair and lose results”, which would take away {kept}"
            why_not = self.started(id_, instead)
        if why_not:
            return error(decision.place, *why_not)
        result = self.results[id_.phase - 1]
        redraw = self.progress.ledger.drawings(id_) + 1
        proposal = self.progress.next_round(result, id_, redraw=redraw)
        if proposal is None:
            why = f"{id_.sheet} cannot be drawn anew: nobody would play in it."
            return error(decision.place, why, "See who is on Players, or clear the Go cell.")
        made = self.publication(EntryKind.REPAIRED, proposal, decision)
        more: dict[str, Any] = {"spent": self.lines.carried_out(decision)}
        more |= {"typed": lost, "decision": decision.kind.value} if lost else {}
        return Entry(made.kind, id_, {**made.data, **more})

    def _redraw_proposal(self, decision: Decision) -> Entry | Problem:
        """A round that is not out yet drawn again: what it would have been is not published."""
        id_, result = decision.round, self.results[decision.round.phase - 1]
        if id_.number != len(result.rounds) + 1:
            why = f"{id_.sheet} is not out, and not the next to be paired."
            return error(decision.place, why, "Correct the number under Round, or clear the Go.")
        data = {"reason": decision.reason, "spent": self.lines.carried_out(decision)}
        return Entry(EntryKind.REDRAWN, id_, data)

    def typed(self, id_: RoundId) -> dict[str, list[str]]:
        """Result and games of each table of a round, as they stand in its sheet."""
        sheet = self.progress.event.sheet(id_)
        tables = {each.number for each in self.progress.settled.rounds[id_].tables if each.finished}
        spoilt = self.progress.ledger.rounds[id_].spoilt
        return {
            str(row.key.number): [row.result, row.games]
            for row in (sheet.rows if sheet else ())
            if row.key.kind is RowKind.TABLE
            and (row.result or row.games)
            and (row.key.number in tables or spoilt.get(row.key.number) != (row.result, row.games))
        }

    def started(self, id_: RoundId, instead: str = "") -> tuple[str, str] | None:
        """Why a round that has results is not drawn anew just so, and what to do first or
        `instead`; None where it has none."""
        tables = self.progress.settled.rounds[id_].tables
        has = [table.number for table in tables if table.seats and table.finished]
        if not has:
            return None
        why = f"{id_.sheet} cannot be drawn anew: table {numbered(has)} has a result."
        return why, f"Clear the results first{instead}."

    def later_is_out(self, id_: RoundId) -> tuple[str, str] | None:
        """Why a round that is over is not drawn anew; None for the latest."""
        if id_ == max(self.progress.settled.rounds):
            return None
        return f"{id_.sheet} cannot be drawn anew: a later round is out already.", CLEAR

    # --- taken back -------------------------------------------------------------------------------

    def _delete(self, decision: Decision) -> Entry | Problem:
        """The latest round taken back; its results are kept in the ledger."""
        id_, rounds = decision.round, self.progress.settled.rounds
        if id_ not in rounds:
            return error(
                decision.place, f"{id_.sheet} is not out, so there is nothing to delete.", CLEAR
            )
        if id_ != max(rounds):
            why = f"{id_.sheet} is not deleted: {max(rounds).sheet} is out already."
            return error(decision.place, why, f"Delete {max(rounds).sheet} first.")
        typed = self.typed(id_)
        if typed and not decision.reason:
            why = f"{id_.sheet} has results: {lost_results(typed)}."
            fix = "Type why under Reason, and the round is deleted; they are kept in the ledger."
            return error(decision.place, why, fix)
        now, best_of = rounds[id_], self.progress.rules[id_.phase].games(id_.number)
        results = {str(each.number): result_text(each, best_of) for each in now.tables}
        data = {
            **seating_document(self.progress.ledger.rounds[id_].seating),
            "byes": list(now.byes),
            "absent": list(now.absent),
            "results": {table: text for table, text in results.items() if text},
            "typed": typed,
            "reason": decision.reason,
            "spent": [
                *self.lines.carried_out(decision),
                *self.lines.all_of((DecisionKind.PAIR,), *id_),
            ],
        }
        return Entry(EntryKind.DELETED, id_, data)

    def _undo(self, decision: Decision) -> Entry | Problem:
        """The last decision taken back, or why it cannot be and what to do instead."""
        at, last = self._last()
        meant = self.progress.ledger.refused
        if meant not in (None, at + 1):
            why = (
                "This Undo could not be done when it was asked for. It does not take back what was "
            )
            why += f"decided since: {decided(last)}." if last else "decided before that."
            return error(decision.place, why, "Clear the Go cell and save; then yes undoes that.")
        if last is None:
            return error(decision.place, "Nothing has been decided that could be undone.", CLEAR)
        cannot = self._cannot_undo(at, last)
        if cannot:
            return error(decision.place, *cannot)
        told = decided(last)
        number = None if last.kind in (EntryKind.PHASE_ENDED, EntryKind.PHASE_REOPENED) else (
            last.round.number
        )  # fmt: skip
        spent = [
            *self.lines.all_of(_ASKED_BY.get(last.kind, ()), last.round.phase, number),
            *self.lines.carried_out(decision),
        ]
        data = {"line": at + 1, "what": last.kind.value, "told": told, "spent": spent}
        return Entry(EntryKind.UNDONE, last.round, {**data, "reason": decision.reason})

    def _last(self) -> tuple[int, Entry | None]:
        """The last decision, and its line from 0; -1 where there is none."""
        ledger = self.progress.ledger
        return next(
            (
                (at, each)
                for at, each in reversed([*enumerate(ledger.entries)])
                if at not in ledger.void and WORDS[each.kind].decided
            ),
            (-1, None),
        )

    def _refused(self) -> Entry:
        """That an Undo could not be done, and of what."""
        at, last = self._last()
        return Entry(EntryKind.REFUSED, last.round if last else RoundId(0, 0), {"line": at + 1})

    def _cannot_undo(self, at: int, last: Entry) -> tuple[str, str] | None:
        """Why the last decision stands; None where it can be undone."""
        ledger, id_ = self.progress.ledger, last.round
        if last.kind is EntryKind.IMPORTED:
            return "The rounds were imported: nothing has been decided since.", CLEAR
        if last.kind is EntryKind.CUT_ANEW or ledger.by_cut(at):
            why = "The last decision was to make a cut anew, which is not undone by itself."
            return why, "Put the results right, and choose “Cut anew” once more."
        if last.kind not in (EntryKind.PAIRED, EntryKind.REPAIRED, EntryKind.RESEATED):
            return None
        typed = self.typed(id_) if id_ in self.progress.settled.rounds else {}
        over = [each for each in ledger.entries[at:] if each.round == id_
                and each.kind is EntryKind.OVERRIDDEN]  # fmt: skip
        told = decided(last)
        head = f"{told[:1].upper()}{told[1:]}, which cannot be undone: "
        if typed and last.kind is EntryKind.PAIRED:
            fix = "Choose “Delete round” with a reason; the results are kept in the ledger."
            return f"{head}{id_.sheet} has results, {lost_results(typed)}.", fix
        if typed:
            fix = "Clear the results first, or type names over those on the round's sheet."
            return f"{head}{id_.sheet} has results, {lost_results(typed)}.", fix
        if over:
            fix = "Type the names as they shall be on the round's sheet; to take the whole round "
            fix += "back choose “Delete round”."
            return f"{head}names of {id_.sheet} have been typed over since.", fix
        return None

    # --- what there is to say afterwards ----------------------------------------------------------

    def _held(self) -> Iterator[Problem]:
        """Lines that were undone and say yes still, and results that a round has lost."""
        ledger = self.progress.ledger
        for each in self.lines.done():
            if each.kind is DecisionKind.PAIR and each.round in ledger.held:
                yield warning(
                    each.place,
                    f"{each.round.sheet} was taken back, and is not paired until you ask anew.",
                    "Clear the Go cell and save; say yes again when it shall be paired.",
                )
            elif each.kind in (DecisionKind.END_PHASE, DecisionKind.REOPEN_PHASE,
                               DecisionKind.ADD_ROUND):  # fmt: skip
                yield note(each.place, "This decision was undone.", CLEAR)
        asked = {each.round for each in self.lines.decisions if each.kind is DecisionKind.PAIR}
        for id_ in sorted(ledger.held - asked):
            if self.progress.event.automatic and self._next(id_):
                why = f"{id_.sheet} was taken back, and is not paired by itself any more."
                yield warning(Place("Decisions"), why, "Choose “Pair round” when it shall be.")
        yield from self._lost()

    def _next(self, id_: RoundId) -> bool:
        """Whether a round is the next of its phase."""
        result = self.results[id_.phase - 1] if id_.phase <= len(self.results) else None
        return result is not None and id_.number == len(result.rounds) + 1

    def _lost(self) -> Iterator[Problem]:
        """What was typed for the latest round before it was paired again, or deleted and undone."""
        rounds, ledger = self.progress.settled.rounds, self.progress.ledger
        latest = max(rounds, default=None)
        lines = [each for each in ledger.entries if each.round == latest]
        line = next((each for each in reversed(lines) if each.kind in (
            EntryKind.REPAIRED, EntryKind.UNDONE, EntryKind.PAIRED)), None)  # fmt: skip
        if latest is None or line is None or rounds[latest].finished:
            return
        if line.kind is EntryKind.REPAIRED and line.data.get("typed"):
            yield note(
                Place(latest.sheet),
                f"{latest.sheet} was paired again; what had been typed for it is kept in the "
                f"ledger only: {lost_results(line.data['typed'])}.",
                "See that all players know where they sit now.",
            )
        if line.kind is EntryKind.UNDONE and line.data["what"] == EntryKind.DELETED:
            typed = ledger.entries[int(line.data["line"]) - 1].data.get("typed", {})
            open_ = {str(each.number) for each in rounds[latest].tables if not each.finished}
            missing = {table: text for table, text in typed.items() if table in open_}
            if missing:
                yield warning(
                    Place(latest.sheet),
                    f"{latest.sheet} is back; these results of it are in the ledger and not in its "
                    f"sheet any more: {lost_results(missing)}.",
                    "Type them again.",
                )
