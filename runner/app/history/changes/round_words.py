"""Changes on the sheets of rounds: names in seats, byes, results, games, notes."""

from collections.abc import Iterator, Mapping, Sequence

from runner.app.history.changes.phrases import became
from runner.core.event import Event, RoundSheet, Row, RowKey, RowKind, seat_letter
from runner.core.phrases import count

_Cell = tuple[RowKey, int]
_MOST_FILLED = 3  # more tables than these are told by their number: Runner has written the names


def changed(before: Event, after: Event) -> Iterator[str]:
    """Round by round: who sits elsewhere, then what was typed beside the names."""
    was = {sheet.id: sheet for sheet in before.rounds}
    now = {sheet.id: sheet for sheet in after.rounds}
    for id_ in sorted({*was, *now}):
        if id_ not in now:
            yield f"{after.title(id_)}: the sheet is gone"
        else:
            yield from _round(after.title(id_), _rows(was.get(id_)), _rows(now[id_]))


def _rows(sheet: RoundSheet | None) -> dict[RowKey, Row]:
    return {row.key: row for row in sheet.rows} if sheet else {}


def _round(title: str, was: Mapping[RowKey, Row], now: Mapping[RowKey, Row]) -> Iterator[str]:
    yield from _Seating(title, _names(was), _names(now)).told()
    made_up, taken_out = 0, 0
    for key in sorted({*was, *now}, key=_order):
        old, new = was.get(key) or Row(key, key.number), now.get(key) or Row(key, key.number)
        if new.rehearsed and not old.rehearsed:
            made_up += 1
        elif old.rehearsed and not new.rehearsed and not new.result:
            taken_out += 1
        else:
            for said in _typed(old, new):
                yield f"{title}, {_row(key)}: {said}"
    if made_up:
        yield f"{title}: {count(made_up, 'result')} made up by the rehearsal"
    if taken_out:
        yield f"{title}: {count(taken_out, 'made-up result')} taken out"


def _names(rows: Mapping[RowKey, Row]) -> dict[_Cell, str]:
    return {
        (key, seat): name
        for key, row in rows.items()
        for seat, name in enumerate(row.seats)
        if name
    }


def _row(key: RowKey) -> str:
    return {
        RowKind.TABLE: f"table {key.number}",
        RowKind.BYE: "the bye" if key.number == 1 else f"bye {key.number}",
        RowKind.ABSENT: f"absence {key.number}",
    }[key.kind]


def _order(key: RowKey) -> tuple[int, int]:
    """Tables, then byes, then absences, each by number."""
    return list(RowKind).index(key.kind), key.number


def _seat_order(cell: _Cell) -> tuple[int, int, int]:
    return *_order(cell[0]), cell[1]


def _typed(old: Row, new: Row) -> Iterator[str]:
    for column, had, has in (("result", old.result, new.result), ("games", old.games, new.games)):
        if has and has != had:
            yield f"{column} {has}" + (f", before {had}" if had else "")
        elif had and not has:
            yield f"{column} {had} cleared"
    if old.note != new.note:
        yield f"note {became(new.note, old.note)}"
    if old.rehearsed and not new.rehearsed and new.result == old.result:
        yield f"result {new.result} is real now"


class _Seating:
    """Who sits where, before and after."""

    def __init__(self, title: str, was: dict[_Cell, str], now: dict[_Cell, str]) -> None:
        self._title = title
        self._was, self._now = was, now
        self._seats: dict[RowKey, int] = {}
        for key, seat in (*was, *now):
            self._seats[key] = max(self._seats.get(key, 0), seat + 1)

    def told(self) -> Iterator[str]:
        """Whole rows first, then two who changed places, then one seat after the other."""
        had, has = {key for key, _ in self._was}, {key for key, _ in self._now}
        left = {cell for cell in {*self._was, *self._now} if self._changed(cell)}
        filled, emptied = sorted(has - had, key=_order), sorted(had - has, key=_order)
        yield from self._rows(filled, self._now, "filled with names", "")
        yield from self._rows(emptied, self._was, "emptied", "no longer ")
        left = {cell for cell in left if cell[0] not in {*filled, *emptied}}
        for one, other in self._swaps(left):
            left -= {one, other}
            first, second = _row(one[0]), _row(other[0])
            at = f"both {first}" if first == second else f"{first} and {second}"
            yield f"{self._title}: {self._was[one]} and {self._was[other]} changed places ({at})"
        for cell in sorted(left, key=_seat_order):
            yield f"{self._title}, {_where(cell)}: {self._seat(cell)}"

    def _changed(self, cell: _Cell) -> bool:
        return self._was.get(cell) != self._now.get(cell)

    def _rows(
        self, keys: Sequence[RowKey], of: Mapping[_Cell, str], what: str, negation: str
    ) -> Iterator[str]:
        tables = [key for key in keys if key.kind is RowKind.TABLE]
        if len(tables) > _MOST_FILLED:
            yield f"{self._title}: {len(tables)} tables {what}"
        for key in keys:
            people = ", ".join(name for seat in range(self._seats[key])
                               if (name := of.get((key, seat))))  # fmt: skip
            if key.kind is RowKind.BYE:
                yield f"{self._title}: {people} {negation}has a bye"
            elif key.kind is RowKind.ABSENT:
                yield f"{self._title}: {people} is {negation}absent"
            elif len(tables) <= _MOST_FILLED:
                yield f"{self._title}, table {key.number} {what}: {people}"

    def _swaps(self, cells: set[_Cell]) -> list[tuple[_Cell, _Cell]]:
        """Pairs of seats whose two players have simply changed places."""
        where = {self._was[cell]: cell for cell in cells if cell in self._was}
        found: list[tuple[_Cell, _Cell]] = []
        for cell in sorted(cells, key=_seat_order):
            other = where.get(self._now.get(cell, ""))
            if other is None or cell not in self._was or _seat_order(other) <= _seat_order(cell):
                continue
            if self._now.get(other) == self._was[cell]:
                found.append((cell, other))
        return found

    def _seat(self, cell: _Cell) -> str:
        was, now = self._was.get(cell), self._now.get(cell)
        if now and was:
            return f"{now} instead of {was}"
        return f"{now} added" if now else f"{was} taken out"


def _where(cell: _Cell) -> str:
    key, seat = cell
    return _row(key) + (f", seat {seat_letter(seat)}" if key.kind is RowKind.TABLE else "")
