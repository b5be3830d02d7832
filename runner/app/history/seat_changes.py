"""Who sits elsewhere: changes on the sheets of rounds and on the Draft sheet."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from runner.app.history.as_text import became, spot
from runner.core.event import DraftLine, Event
from runner.core.identifiers import RowKey, RowKind, seat_letter
from runner.core.language import count
from runner.core.round_sheet import Row

_Cell = tuple[RowKey, int]
_MOST_FILLED = 3  # more tables than these are only counted: Runner has written the names


def round_changes(before: Event, after: Event) -> Iterator[str]:
    """Yield what changed in each round: seats first, then what was typed beside the names."""
    was = {sheet.id: sheet for sheet in before.rounds}
    now = {sheet.id: sheet for sheet in after.rounds}
    for id_ in sorted({*was, *now}):
        if id_ not in now:
            yield f"{after.title(id_)}: the sheet is gone"
        else:
            old, new = ({row.key: row for row in sheet.rows} if sheet else {}
                        for sheet in (was.get(id_), now[id_]))  # fmt: skip
            yield from _round(after.title(id_), old, new)


def _round(title: str, was: Mapping[RowKey, Row], now: Mapping[RowKey, Row]) -> Iterator[str]:
    yield from _Seating(title, _names(was), _names(now)).sentences()
    made_up, taken_out = 0, 0
    for key in sorted({*was, *now}, key=_order):
        old, new = was.get(key) or Row(key, key.number), now.get(key) or Row(key, key.number)
        if new.rehearsed and not old.rehearsed:
            made_up += 1
        elif old.rehearsed and not new.rehearsed and not new.result:
            taken_out += 1
        else:
            for change in _typed(old, new):
                yield f"{title}, {_row(key)}: {change}"
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

    def sentences(self) -> Iterator[str]:
        """Yield whole rows first, then swapped players, then single seats."""
        had, has = {key for key, _ in self._was}, {key for key, _ in self._now}
        left = {
            cell for cell in {*self._was, *self._now} if self._was.get(cell) != self._now.get(cell)
        }
        filled, emptied = sorted(has - had, key=_order), sorted(had - has, key=_order)
        yield from self._rows(filled, self._now, "filled with names", "")
        yield from self._rows(emptied, self._was, "emptied", "no longer ")
        left = {cell for cell in left if cell[0] not in {*filled, *emptied}}
        for one, other in _swaps(sorted(left, key=_seat_order), self._was, self._now):
            left -= {one, other}
            first, second = _row(one[0]), _row(other[0])
            at = f"both {first}" if first == second else f"{first} and {second}"
            yield f"{self._title}: {self._was[one]} and {self._was[other]} changed places ({at})"
        for cell in sorted(left, key=_seat_order):
            yield f"{self._title}, {_where(cell)}: {self._seat(cell)}"

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

    def _seat(self, cell: _Cell) -> str:
        was, now = self._was.get(cell), self._now.get(cell)
        if now and was:
            return f"{now} instead of {was}"
        return f"{now} added" if now else f"{was} taken out"


def _where(cell: _Cell) -> str:
    key, seat = cell
    return _row(key) + (f", seat {seat_letter(seat)}" if key.kind is RowKind.TABLE else "")


_T = TypeVar("_T")


def _swaps(keys: Sequence[_T], was: Mapping[_T, str], now: Mapping[_T, str]) -> list[tuple[_T, _T]]:
    """Return the pairs of keys, in their order, whose values have simply changed places."""
    where, order = (
        {was[key]: key for key in keys if key in was},
        {key: at for at, key in enumerate(keys)},
    )
    pairs = ((key, where.get(now.get(key, ""))) for key in keys if key in was)
    return [
        (one, other)
        for one, other in pairs
        if other is not None and order[other] > order[one] and now.get(other) == was[one]
    ]


_MOST_SEATED = 12  # more lines than these are only counted: Runner has written them


def draft_changes(before: Event, after: Event) -> Iterator[str]:
    """Yield what changed on the Draft sheet, draft by draft: who sits elsewhere, then notes."""
    names = {player.id: player.name for event in (before, after) for player in event.players}
    was, now = _by_player(before.draft), _by_player(after.draft)
    for phase in sorted({phase for phase, _ in (*was, *now)}):
        title = "Draft" if len(after.phases) == 1 else f"Draft of phase {phase}"
        old, new = ({player: line for (at, player), line in lines.items() if at == phase}
                    for lines in (was, now))  # fmt: skip
        players = sorted({*old, *new}, key=lambda player: names.get(player, player))
        called = {player: names.get(player, player) for player in players}
        yield from _pod_changes(title, old, new, called)
        for player, name in called.items():
            had, has = (lines[player].note if player in lines else "" for lines in (old, new))
            if had != has:
                yield f"{title}: {name}: note {became(has, had)}"


def _by_player(lines: Sequence[DraftLine]) -> dict[tuple[int, str], DraftLine]:
    """Map each player to their line; of two lines the upper counts."""
    return {(line.phase, line.player): line for line in reversed(lines)}


def _pod_changes(
    title: str,
    was: Mapping[str, DraftLine],
    now: Mapping[str, DraftLine],
    called: Mapping[str, str],
) -> Iterator[str]:
    """Yield who of one draft sits elsewhere, players who swapped places first; `called` has the
    names of all who are in it, in their order."""
    nowhere = spot(None)
    old = {player: spot(line) for player, line in was.items()}
    new = {player: spot(line) for player, line in now.items()}
    moved = [each for each in called if old.get(each, nowhere) != new.get(each, nowhere)]
    if len(moved) > _MOST_SEATED:
        pods = len({line.pod for line in now.values() if line.pod is not None})
        seated = sum(line.pod is not None for line in now.values())
        there = f"{count(seated, 'player')} in {count(pods, 'pod')}" if pods else "no pods"
        yield f"{title}: {there}, {len(moved)} changed"
        return
    for one, other in _swaps(moved, old, new):
        moved = [each for each in moved if each not in (one, other)]
        yield (
            f"{title}: {called[one]} and {called[other]} changed places "
            f"({old[one]} and {old[other]})"
        )
    for each in moved:
        before = f", before {old[each]}" if old.get(each, nowhere) != nowhere else ""
        yield f"{title}: {called[each]}: {new.get(each, nowhere)}{before}"
