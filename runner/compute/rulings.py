"""What judges have sent by phone, laid over the workbook until it is there.

In: the workbook as it was read, and the ledger with its rulings. Out: the event that counts, with
the lines that Runner has still to write and without those that it has still to clear; the ledger's
lines about what a save shows; and what the desk has to know. Whatever is computed from an event
begins here (`compute.py`), so that everybody sees the same.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from runner.compute.phones import pairing_mark
from runner.core import names
from runner.core.event import Event, Penalty
from runner.core.phone_reports import Phones, Role
from runner.core.problems import Place, Problem, note, warning
from runner.core.rulings import REASON, RulingReport
from runner.core.time_sheet import TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import (
    NOTE,
    OF_CELLS,
    PENALTIES,
    PLAYERS,
    TIME,
    Line,
    Ruled,
    Rulings,
    State,
)
from runner.ledger.words import ruled as in_words

Texts = Mapping[str, str | int]
"""What stands in the cells of a line, by the key of the column."""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the workbook, or a cell, that a ruling may be. `given` is the line as it was
    read."""

    place: Place
    texts: Texts
    given: TimeExtension | Penalty | None = None


@dataclass(frozen=True)
class Due:
    """How the rulings of a ledger and a workbook fit together: `waiting` are those that the
    workbook lacks, `to_clear` those that are still in it, each with its line. `written` and
    `cleared` are the ids of those that a save shows to be there, and to be gone."""

    event: Event
    ledger: Ledger
    waiting: list[Ruled] = field(default_factory=list)
    to_clear: list[tuple[Ruled, Found]] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    cleared: list[str] = field(default_factory=list)

    @cached_property
    def _ids(self) -> Mapping[str, str]:
        known = {names.key(name): id_ for name, id_ in self.ledger.names.items()}
        typed = {names.key(each.name): each.id for each in self.event.players if each.id}
        return known | typed

    def id_of(self, name: str) -> str:
        """Return the id of a player by a name as typed; the name if nobody is known by it."""
        return self._ids.get(names.key(name), name)

    def name(self, player: str) -> str:
        """Return the name of a player's id, as it is on Players."""
        now = (each.name for each in self.event.players if self.id_of(each.name) == player)
        return next(now, self.ledger.people.get(player, player))

    @cached_property
    def found(self) -> Mapping[Line, list[Found]]:
        """The lines and cells of the workbook that may be rulings, from the top."""
        found: dict[Line, list[Found]] = defaultdict(list)
        for line, each in self._found():
            found[line].append(each)
        return found

    def _found(self) -> Iterator[tuple[Line, Found]]:
        for more in self.event.extensions:
            texts: Texts = {"round": more.round, "table": more.table or "",
                            "minutes": more.minutes, "reason": more.reason}  # fmt: skip
            line: Line = (TIME, more.round, more.table or 0, more.minutes)
            own = line if more.reason == REASON else (*line, more.reason)
            yield own, Found(more.place("minutes"), texts, more)
        for each in self.event.penalties:
            who = self.id_of(each.player)
            line = (PENALTIES, each.round, who, each.infraction, names.key(each.penalty))
            texts = {"round": each.round, "player": each.player, "infraction": each.infraction,
                     "penalty": each.penalty}  # fmt: skip
            yield line, Found(each.place, texts, each)
        for player in self.event.players:
            if (last := player.drops_after) is not None:
                line = (PLAYERS, self.id_of(player.name), last)
                yield line, Found(player.at("drops_after"), {"drops_after": last})
        for sheet in self.event.rounds:
            for table, row in sheet.tables.items():
                if row.note:
                    line = (NOTE, *sheet.id, table, row.note)
                    yield line, Found(row.place("note"), {"note": row.note})

    @cached_property
    def _typed(self) -> frozenset[Line]:
        """The cells that are not blank, without what stands in them."""
        return frozenset(line[:-1] for line in self.found if line[0] in OF_CELLS)

    def is_typed(self, line: Line) -> bool:
        """Return whether a line is one cell, and something stands there."""
        return bool(line) and line[0] in OF_CELLS and line[:-1] in self._typed

    def rows(self, line: Line) -> int:
        """Return how many lines of the workbook are equal to this one."""
        return len(self.found.get(line, ()))

    def similar(self, ruled: Ruled) -> Found | None:
        """Return the last line about the same round and table or player that is none of a
        ruling; None if there is none."""
        known = {each.line for each in self.ledger.rulings.known.values()
                 if each.state in (State.WRITTEN, State.UNDONE)}  # fmt: skip
        depth = 2 if ruled.line[0] == PLAYERS else 3
        lines = [line for line in self.found if line[:depth] == ruled.line[:depth]]
        there = [self.found[line][-1] for line in lines if line not in known]
        return there[-1] if there else None

    def sort(self) -> None:
        """Put each ruling into its list."""
        rulings = self.ledger.rulings
        lines = {each.line: None for each in rulings.known.values()
                 if each.state in (State.WAITS, State.UNDONE) and each.line}  # fmt: skip
        for line in lines:
            waiting, undone = rulings.within(line, State.WAITS), rulings.within(line, State.UNDONE)
            there = len(rulings.within(line, State.WRITTEN))
            if line[0] in OF_CELLS:
                arrived = len(waiting) if self.is_typed(line) else 0
                left = len(undone) if there or waiting or not self.rows(line) else 0
            else:
                more = self.rows(line) - rulings.others.get(line, 0) - there - len(undone)
                arrived, left = max(more, 0), max(-more, 0)
            self.written.extend(each.id for each in waiting[:arrived])
            self.waiting.extend(waiting[arrived:])
            self.cleared.extend(each.id for each in undone[:left])
            lowest = reversed(self.found.get(line, ()))
            self.to_clear.extend(zip(undone[left:], lowest, strict=False))

    @property
    def entries(self) -> Iterator[Entry]:
        """The ledger's lines about what the workbook shows."""
        about = max(self.ledger.rounds, default=None)
        known = self.ledger.rulings.known
        if self.written:
            data = {"ids": self.written}
            yield Entry(EntryKind.RULING_WRITTEN, about or known[self.written[0]].round, data)
        if self.cleared:
            ids = {"ids": self.cleared, "by_hand": True}
            yield Entry(EntryKind.RULING_CLEARED, about or known[self.cleared[0]].round, ids)


def due(event: Event, ledger: Ledger) -> Due:
    """Return how the rulings of the ledger and the workbook as it was read fit together."""
    found = Due(event, ledger)
    found.sort()
    return found


def texts_of(ruled: Ruled, player: str) -> Texts:
    """Return what Runner writes for a ruling into the cells of its line; `player` is the name."""
    ruling = ruled.ruling
    if ruling.minutes:
        return {"round": ruled.number, "table": ruling.table, "minutes": ruling.minutes,
                "reason": REASON}  # fmt: skip
    if ruling.penalty:
        return {"round": ruled.number, "player": player, "infraction": ruling.infraction,
                "penalty": ruling.penalty}  # fmt: skip
    return {"drops_after": ruled.number} if ruling.drops else {"note": ruling.note_in_cell}


def with_rulings(event: Event, fit: Due) -> Event:
    """Return the event that counts: with the rulings that the workbook lacks, and without those
    that are undone and still in it."""
    if not (fit.waiting or fit.to_clear):
        return event
    without = [id(found.given) for _, found in fit.to_clear if found.given]
    extensions = [each for each in event.extensions if id(each) not in without]
    penalties = [each for each in event.penalties if id(each) not in without]
    drops: dict[str, int | None] = {
        ruled.ruling.player: None for ruled, _ in fit.to_clear if ruled.ruling.drops
    }
    for ruled in fit.waiting:
        ruling = ruled.ruling
        if ruling.minutes:
            extensions.append(TimeExtension(ruled.number, ruling.table, ruling.minutes, REASON))
        elif ruling.penalty:
            name, place = fit.name(ruling.player), Place(PENALTIES)
            penalties.append(Penalty(ruled.number, name, ruling.infraction, ruling.penalty, place))
        elif ruling.drops:
            drops[ruling.player] = ruled.number
    players = (
        replace(player, drops_after=drops[id_])
        if (id_ := fit.id_of(player.name)) in drops
        else player
        for player in event.players
    )
    return replace(
        event, extensions=tuple(extensions), penalties=tuple(penalties), players=tuple(players)
    )


def to_record(reports: Iterable[RulingReport], event: Event, ledger: Ledger) -> Iterator[Entry]:
    """Yield the ledger's lines for what came about the latest round, and is not recorded yet.
    `event` is the workbook as it was read."""
    if event.phones is Phones.NO or not ledger.rounds:
        return
    id_ = max(ledger.rounds)
    mark, number = pairing_mark(ledger, id_), sorted(ledger.rounds).index(id_) + 1
    seats, fit, rulings = dict(ledger.rounds[id_].seating.tables), None, ledger.rulings
    for report in reports:
        target = rulings.known.get(report.undoes or report.id)
        if (report.round, report.pairing) != (id_, mark) or not _is_new(report, target, seats):
            continue
        fit = fit or Due(event, ledger)
        if target:
            data = {"id": target.id, "rows": fit.rows(target.line)}
            entry = Entry(EntryKind.RULING_UNDONE, id_, data)
        elif report.ruling:
            line = Ruled(report.id, id_, number, report.ruling).line
            ruling = {"id": report.id, "number": number, "by": Role.JUDGE.value,
                      "ruling": report.ruling.document}  # fmt: skip
            rows = {"rows": fit.rows(line)} if fit.rows(line) else {}
            typed = {"typed": True} if fit.is_typed(line) else {}
            entry = Entry(EntryKind.RULED, id_, {**ruling, **rows, **typed})
        yield entry
        rulings = rulings.copy()
        rulings.record(entry)


def _is_new(
    report: RulingReport, target: Ruled | None, seats: Mapping[int, tuple[str, ...]]
) -> bool:
    """Return whether a report changes something: a ruling about a table, and a player there, that
    is not recorded, or the end of one that counts."""
    if report.undoes:
        return target is not None and target.state in (State.WAITS, State.WRITTEN)
    ruling = report.ruling
    if target or ruling is None or ruling.table not in seats:
        return False
    return not ruling.player or ruling.player in seats[ruling.table]


def problems(fit: Due) -> Iterator[Problem]:
    """Yield what the desk has to know: tables that need a judge, notes, and what is undone and
    still in the workbook."""
    event, ledger = fit.event, fit.ledger
    if ledger.rounds and event.phones is not Phones.NO:
        yield from _at_tables(event, ledger.rulings, max(ledger.rounds))
    for ruled, found in fit.to_clear:
        yield note(
            "phones.undone-not-cleared", found.place,
            f"A judge has undone {_about(fit, ruled)}; the cell does not count any more.",
            "Runner clears it when the workbook is closed. In a workbook on the web, clear it.",
        )  # fmt: skip
    for ruled in ledger.rulings.known.values():
        changed = ruled.state is State.KEPT and ruled.ruling.note == "" and fit.similar(ruled)
        if changed:
            yield warning(
                "phones.undone-counts", changed.place,
                f"A judge has undone {_about(fit, ruled)}, but the line was typed or changed in "
                "the workbook, so it counts.",
                "If it should not count, clear it.",
            )  # fmt: skip
        elif ruled.state is State.WRITTEN and ruled.ruling.drops and not fit.rows(ruled.line):
            there = fit.similar(ruled)
            if there and ruled.typed:
                yield warning(
                    "phones.drop-differs", there.place,
                    f"A judge has sent {_about(fit, ruled)}, and the cell has "
                    f"{there.texts['drops_after']}. The cell counts.",
                    f"If the judge is right, type {ruled.number}.",
                )  # fmt: skip


def _at_tables(event: Event, rulings: Rulings, now: object) -> Iterator[Problem]:
    """Yield the tables of the latest round that need a judge, and the notes about its tables."""
    current = [
        each for each in rulings.known.values()
        if each.round == now and each.state in (State.WAITS, State.WRITTEN)
    ]  # fmt: skip
    calls = {each.ruling.table: each for each in current if each.ruling.calls is not None}
    for table, call in sorted(calls.items()):
        if call.ruling.calls:
            yield warning(
                "phones.needs-judge", event.table_cell(call.round, table, "note"),
                f"Table {table} needs a judge, since {call.at[11:16]}.",
                "Send a judge, who ends the call on the judges’ page.",
            )  # fmt: skip
    for each in current:
        if each.ruling.note:
            table = each.ruling.table
            yield note(
                "phones.judge-note", event.table_cell(each.round, table, "note"),
                f"Table {table}, noted by a judge at {each.at[11:16]}: {in_words(each.ruling)}",
            )  # fmt: skip


def _about(fit: Due, ruled: Ruled) -> str:
    """Return "5 more minutes for table 3 in Round 2", for a sentence."""
    ruling = ruled.ruling
    whom = fit.name(ruling.player) if ruling.player else f"table {ruling.table}"
    where = fit.event.title(ruled.round)
    if ruling.drops:
        return f"the drop of {whom} after {where}"
    return f"{in_words(ruling)} for {whom} in {where}"
