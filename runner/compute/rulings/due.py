"""How the rulings of a ledger and a workbook fit together: what each of them lacks, and the event
that counts by both."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property

from runner.compute.phones import pairing_mark
from runner.core import names
from runner.core.event import Event, Penalty
from runner.core.identifiers import seat_letter
from runner.core.phone_reports import REASON, Report, Role, Ruling
from runner.core.problems import Place
from runner.core.time_sheet import TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import (
    IN_FORCE,
    NOTE,
    OF_CELLS,
    PENALTIES,
    PLAYERS,
    TIME,
    Line,
    Ruled,
    State,
)

Texts = Mapping[str, str | int]
"""What stands in the cells of a line, by the key of the column."""


@dataclass(frozen=True, slots=True)
class Found:
    """A line of the workbook as it was `given`, or a cell, that a ruling may be."""

    place: Place
    texts: Texts
    given: TimeExtension | Penalty | None = None


def texts_of(ruled: Ruled, player: str) -> Texts:
    """Return what Runner writes for a ruling into the cells of its line; `player` is the name."""
    if line := _new_line(ruled, player):
        return _texts(line)
    ruling = ruled.ruling
    return {"drops_after": ruled.number} if ruling.drops else {"note": ruling.note_in_cell}


def _new_line(ruled: Ruled, player: str) -> TimeExtension | Penalty | None:
    """Return the line of Time or Penalties for a ruling; None if it has a cell."""
    ruling = ruled.ruling
    if ruling.minutes:
        return TimeExtension(ruled.number, ruling.table, ruling.minutes, REASON)
    if ruling.penalty:
        place = Place(PENALTIES)
        return Penalty(ruled.number, player, ruling.infraction, ruling.penalty, place)
    return None


def _texts(line: TimeExtension | Penalty) -> Texts:
    columns = [each.name for each in fields(line) if each.name not in ("place", "places")]
    return {column: getattr(line, column) or "" for column in columns}


@dataclass(frozen=True)
class Lines:
    """The lines of a workbook as it was read; the ledger has the ids of names."""

    event: Event
    ledger: Ledger

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
            reason = () if more.reason == REASON else (more.reason,)
            line: Line = (TIME, more.round, more.table or 0, more.minutes, *reason)
            yield line, Found(more.place("minutes"), _texts(more), more)
        for each in self.event.penalties:
            who, kind = self.id_of(each.player), names.key(each.penalty)
            line = (PENALTIES, each.round, who, each.infraction, kind)
            yield line, Found(each.place, _texts(each), each)
        for player in self.event.players:
            if (last := player.drops_after) is not None:
                line = (PLAYERS, self.id_of(player.name), last)
                yield line, Found(player.at("drops_after"), {"drops_after": last})
        for sheet in self.event.rounds:
            for table, row in sheet.tables.items():
                if row.note:
                    line = (NOTE, *sheet.id, table, row.note)
                    yield line, Found(row.place("note"), {"note": row.note})

    def is_typed(self, line: Line) -> bool:
        """Return whether a line is one cell, and something stands there."""
        is_cell = bool(line) and line[0] in OF_CELLS
        return is_cell and any(each[:-1] == line[:-1] for each in self.found)

    def rows(self, line: Line) -> int:
        """Return how many lines of the workbook are equal to this one."""
        return len(self.found.get(line, ()))


@dataclass(frozen=True, slots=True)
class Due:
    """`waiting` are the rulings that the workbook lacks, `to_clear` those that are undone and still
    in it, each with its line. `written` and `cleared` are those that a save shows to be there, and
    to be gone."""

    lines: Lines
    waiting: list[Ruled] = field(default_factory=list)
    to_clear: list[tuple[Ruled, Found]] = field(default_factory=list)
    written: list[Ruled] = field(default_factory=list)
    cleared: list[Ruled] = field(default_factory=list)

    @property
    def entries(self) -> Iterator[Entry]:
        """The ledger's lines about what the workbook shows."""
        yield from of_rulings(EntryKind.RULING_WRITTEN, self.written)
        yield from of_rulings(EntryKind.RULING_CLEARED, self.cleared, by_hand=True)


def of_rulings(kind: EntryKind, rulings: list[Ruled], **more: bool) -> Iterator[Entry]:
    """Yield the ledger's line of a kind about several rulings; none if there are none."""
    if rulings:
        yield Entry(kind, rulings[0].round, {"ids": [each.id for each in rulings], **more})


def due(event: Event, ledger: Ledger) -> Due:
    """Return how the rulings of the ledger and the workbook as it was read fit together."""
    result, known = Due(Lines(event, ledger)), ledger.rulings.known.values()
    open_ = [each for each in known if each.state in (State.WAITS, State.UNDONE) and each.line]
    for line in dict.fromkeys(each.line for each in open_):
        _sort(line, result, ledger)
    return result


def _sort(line: Line, result: Due, ledger: Ledger) -> None:
    """Put the rulings that are one line into the lists of the result. Equal lines are counted: what
    the workbook has more than when it was last seen is written, and what it has less is gone."""
    rulings, lines = ledger.rulings, result.lines
    waiting, undone = rulings.within(line, State.WAITS), rulings.within(line, State.UNDONE)
    there = len(rulings.within(line, State.WRITTEN))
    if line[0] in OF_CELLS:
        arrived = len(waiting) if lines.is_typed(line) else 0
        gone = len(undone) if there or waiting or not lines.rows(line) else 0
    else:
        more = lines.rows(line) - rulings.others.get(line, 0) - there - len(undone)
        arrived, gone = max(more, 0), max(-more, 0)
    result.written.extend(waiting[:arrived])
    result.waiting.extend(waiting[arrived:])
    result.cleared.extend(undone[:gone])
    lowest = [*reversed(lines.found.get(line, ()))]
    lowest *= len(undone) if line[0] in OF_CELLS else 1  # one cell for all of them
    result.to_clear.extend(zip(undone[gone:], lowest, strict=False))


def with_rulings(event: Event, fit: Due) -> Event:
    """Return the event that counts: with the rulings `waiting`, and without those `to_clear`."""
    if not (fit.waiting or fit.to_clear):
        return event
    without = [id(found.given) for _, found in fit.to_clear if found.given]
    new = [_new_line(each, fit.lines.name(each.ruling.player)) for each in fit.waiting]
    given = (*event.extensions, *event.penalties, *new)
    lines = [each for each in given if id(each) not in without]
    drops: dict[str, int | None] = {each.ruling.player: None for each, _ in fit.to_clear
                                    if each.ruling.drops}  # fmt: skip
    drops |= {each.ruling.player: each.number for each in fit.waiting if each.ruling.drops}
    players = (
        replace(player, drops_after=drops[id_])
        if (id_ := fit.lines.id_of(player.name)) in drops
        else player
        for player in event.players
    )
    return replace(
        event,
        extensions=tuple(each for each in lines if isinstance(each, TimeExtension)),
        penalties=tuple(each for each in lines if isinstance(each, Penalty)),
        players=tuple(players),
    )


def to_record(reports: Iterable[Report], event: Event, ledger: Ledger) -> Iterator[Entry]:
    """Yield the ledger's lines for the rulings that came about the latest round, and are not
    recorded yet. `event` is the workbook as it was read."""
    if not ledger.rounds:
        return
    id_ = max(ledger.rounds)
    mark, number = pairing_mark(ledger, id_), sorted(ledger.rounds).index(id_) + 1
    seats, rulings = dict(ledger.rounds[id_].seating.tables), ledger.rulings.copy()
    lines = Lines(event, ledger)
    for report in reports:
        if (report.round, report.pairing) != (id_, mark):
            continue
        target, ruling = rulings.known.get(report.undoes or report.id), report.ruling
        of_player = {} if report.phone else {"last": report.number}
        if report.undoes and target and target.state in IN_FORCE:
            data = {"id": target.id, "rows": lines.rows(target.line), **of_player}
            entry = Entry(EntryKind.RULING_UNDONE, id_, data)
        elif ruling and not (report.undoes or target) and _is_at_table(ruling, seats):
            line = Ruled(report.id, id_, number, ruling).line
            players = seats[ruling.table]
            by = Role.JUDGE if report.phone else seat_letter(players.index(ruling.player))
            data = {"id": report.id, "number": number, "ruling": ruling.document, "by": str(by)}
            rows = {"rows": lines.rows(line)} if lines.rows(line) else {}
            typed = {"typed": True} if lines.is_typed(line) else {}
            entry = Entry(EntryKind.RULED, id_, {**data, **of_player, **rows, **typed})
        else:
            continue
        yield entry
        rulings.record(entry)


def _is_at_table(ruling: Ruling, seats: Mapping[int, tuple[str, ...]]) -> bool:
    """Return whether there is the table, and the player there if it is about one."""
    return ruling.table in seats and ruling.player in (*seats[ruling.table], "")
