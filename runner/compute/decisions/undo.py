"""“Undo the last decision”, and reminders about what was undone."""

from collections.abc import Iterable, Iterator

from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Turn,
    WhyNot,
    written_by,
)
from runner.compute.decisions.pair import PairRound
from runner.compute.reconcile.decisions import CLEAR
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.problems import Place, Problem, error, note, warning
from runner.ledger.entries import LOSES_RESULTS, UNDO, Entry, EntryKind
from runner.ledger.public_log import lost_results
from runner.ledger.words import WORDS, decided


class Undo(DecisionType):
    """The last decision no longer counts; if that is impossible, say what to do."""

    KEY = UNDO
    LABEL = "Undo the last decision"
    SPELLINGS = ("undo", "undo last", "take back")
    HELP = "Undo: what was decided last no longer counts."
    ASKED = UNDO
    NEEDS_ROUND = False
    TURN = Turn.ROUND
    ENTRY = EntryKind.UNDONE

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Entry]:
        """Yield the line that undoes the last decision."""
        at, last = _last(day)
        why_not = _cannot_undo(at, last, day)
        if last is None or why_not:
            raise DecisionError("decision.nothing-to-undo", *(why_not or _NOTHING_DECIDED))
        asking = [each for each in day.types.values() if each.ENTRY is last.kind]
        asking = asking if last.kind in _ASKED_BY_ITSELF else []
        number = last.round.number if all(each.NEEDS_ROUND for each in asking) else None
        ticked = day.lines.all_ticked([each.KEY for each in asking], last.round.phase, number)
        data = {
            "line": at + 1,
            "what": last.kind.value,
            "told": decided(last, day.title),
            "spent": [*ticked, *day.lines.ticked(line)],
            "reason": line.reason,
        }
        yield Entry(self.ENTRY, last.round, data)

    def refused(self, line: Decision, entry: Entry, day: DecisionContext) -> Problem:
        """Return why it was refused, or what was decided since, which it does not undo."""
        since = day.ledger.entries.index(entry)
        at, last = _last(day)
        if last and at > since:
            return error("decision.undo-needs-go-cleared", line.place,
                "This Undo could not be done when it was asked for. It does not take back what "
                f"was decided since: {decided(last, day.title)}.",
                "To undo that, clear the Go cell, save, and type yes again.")  # fmt: skip
        if entry.kind is EntryKind.UNDO_REFUSED:
            return error("decision.undo-refused", line.place,
                "This Undo could not be done when it was asked for.", CLEAR)  # fmt: skip
        return super().refused(line, entry, day)

    def remind(self, day: DecisionContext) -> Iterator[Problem]:
        """Yield warnings for undone lines that still say yes, and for lost results of a round."""
        for line in day.lines.done():
            yield from day.types[line.kind].undone(line, day)
        asked = {line.round for line in day.lines.decisions if line.kind == PairRound.KEY}
        for id_ in sorted(day.ledger.held - asked):
            known = day.event.automatic and id_.phase <= len(day.results)
            if known and id_.number == len(day.results[id_.phase - 1].rounds) + 1:
                yield warning("decision.round-taken-back", Place("Decisions"),
                    f"{day.title(id_)} was taken back, and is no longer paired by itself.",
                    "Choose “Pair round” to pair it.")  # fmt: skip
        yield from _lost(day)


_ASKED_BY_ITSELF = (
    EntryKind.PAIRED,
    EntryKind.PHASE_ENDED,
    EntryKind.PHASE_REOPENED,
    EntryKind.ROUND_ADDED,
)
"""Kinds of lines that all requests share: when they are undone, none of the requests counts."""
_NOTHING_DECIDED = ("There is no decision to undo.", CLEAR)


def _last(day: DecisionContext) -> tuple[int, Entry | None]:
    """Return the index of the last decision, and its line; -1 and None if there is none."""
    counted = (
        (at, entry)
        for at, entry in reversed([*enumerate(day.ledger.entries)])
        if at not in day.ledger.void
        and WORDS[entry.kind].decided
        and entry.data.get("redrawn", True)  # in earlier ledgers a cut may have changed nothing
    )
    return next(counted, (-1, None))


def _cannot_undo(at: int, last: Entry | None, day: DecisionContext) -> WhyNot | None:
    if last is None:
        return _NOTHING_DECIDED
    if last.kind is EntryKind.IMPORTED:
        return "The rounds were imported: nothing has been decided since.", CLEAR
    behind = day.ledger.entries[at - 1] if day.ledger.by_cut(at) else last
    type_ = written_by(behind, day.types)
    return type_.stands(last, at, day) if type_ else None


# --- reminders afterwards -------------------------------------------------------------------------


def _lost(day: DecisionContext) -> Iterable[Problem]:
    """Yield what was typed for the latest round before it was paired again, or deleted and
    restored."""
    latest = max(day.rounds, default=None)
    kinds = (EntryKind.REPAIRED, EntryKind.UNDONE, EntryKind.PAIRED)
    lines = (entry for entry in reversed(day.ledger.entries) if entry.round == latest)
    last = next((entry for entry in lines if entry.kind in kinds), None)
    if latest is None or last is None or day.rounds[latest].finished:
        return
    title = day.title(latest)
    playing = {str(table.number) for table in day.rounds[latest].tables if not table.finished}
    early = {table: text for table, text in last.data.get("typed", {}).items() if table in playing}
    if last.kind is EntryKind.PAIRED and early and not day.ledger.rounds[latest].spoilt:
        yield note("undo.early-results-set-aside", _first(latest, early, day),
            f"Typed before {title} was paired, and set aside: {lost_results(early)}.",
            "Type them again when they are in.")  # fmt: skip
    if last.kind is EntryKind.REPAIRED and last.data.get("typed"):
        yield note("undo.results-only-in-ledger", _first(latest, last.data["typed"], day),
            f"{title} was paired again; what had been typed for it is kept in the "
            f"ledger only: {lost_results(last.data['typed'])}.",
            "Make sure that all players know where they sit now.")  # fmt: skip
    if last.kind is EntryKind.UNDONE and last.data["what"] in LOSES_RESULTS:
        typed = day.ledger.entries[int(last.data["line"]) - 1].data.get("typed", {})
        missing = {table: text for table, text in typed.items() if table in playing}
        if missing:
            yield warning("undo.results-not-on-sheet", _first(latest, missing, day),
                f"{title} is back; these of its results are in the ledger, but no longer on its "
                f"sheet: {lost_results(missing)}.",
                "Type them again.")  # fmt: skip


def _first(id_: RoundId, tables: Iterable[str], day: DecisionContext) -> Place:
    return day.event.table_cell(id_, min(map(int, tables)))
