"""Headings that have changed places while what stands below them has not."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from runner.compute.held.players import same
from runner.compute.held.question import question
from runner.core.event import Event, Phase, Player, Row, RowKey, seat_letter
from runner.core.phrases import listed
from runner.core.problems import Place, Problem

_FIX = "Put the headings back where they were, and save: all is as before."


class Cell(NamedTuple):
    """A cell of a column: where it is, and what stands there."""

    place: Place
    value: Hashable

    @property
    def letters(self) -> str:
        """Those of its column; "" where the sheet lacks it."""
        return self.place.cell.rstrip("0123456789")


Line = Mapping[str, Cell]
"""A row: its cells by heading."""

_PLAYER: Mapping[str, tuple[str, Callable[[Player], Hashable]]] = {
    "Name": ("name", attrgetter("name")),
    "Club or team": ("club", attrgetter("club")),
    "Enters in round": ("enters", lambda player: player.enters if player.enters > 1 else None),
    "Drops after round": ("drops_after", attrgetter("drops_after")),
    "Returns in round": ("returns", attrgetter("returns")),
    "Why": ("reason", attrgetter("reason")),
    "Awarded byes": ("awarded_byes", attrgetter("awarded_byes")),
    "Fixed table": ("fixed_table", attrgetter("fixed_table")),
    "Keep apart": ("keep_apart", attrgetter("keep_apart")),
    "Colours": ("colours", attrgetter("colours")),
    "Shown as": ("shown_as", lambda player: player.shown or player.handle),
    "Notes": ("notes", attrgetter("notes")),
}
_PHASE: Mapping[str, tuple[str, Callable[[Phase], Hashable]]] = {
    "Mode": ("mode", attrgetter("mode")),
    "Type": ("type", attrgetter("type")),
    "Rounds": ("rounds", attrgetter("rounds")),
    "Pod size": ("pod_size", attrgetter("pod_size")),
    "Cut": ("cut", attrgetter("cut")),
}


def swapped_headings(before: Event, now: Event) -> Iterator[Problem]:
    """For each sheet whose headings have changed places; `before` is the workbook that counted."""
    players = same(before.players, now.players)
    yield from _swapped("Players", ((_player(was), _player(is_)) for was, is_ in players))
    phases = zip(before.phases, now.phases, strict=False)
    yield from _swapped("Phases", ((_phase(was), _phase(is_)) for was, is_ in phases))
    for sheet in now.rounds:
        known = before.sheet(sheet.id)
        rows: dict[RowKey, Row] = {row.key: row for row in known.rows} if known else {}
        lines = ((_row(rows[row.key]), _row(row)) for row in sheet.rows if row.key in rows)
        yield from _swapped(sheet.place.sheet, lines)


def _swapped(sheet: str, lines: Iterator[tuple[Line, Line]]) -> Iterator[Problem]:
    """Columns that stand where another stood, and have other things in them than before. Only the
    first of the lines is made where all stand where they stood."""
    first = next(lines, None)
    if first is None:
        return
    was, is_ = first
    stood = {cell.letters: heading for heading, cell in was.items()}
    moved = [
        heading
        for heading, cell in is_.items()
        if cell.letters and stood.get(cell.letters, heading) != heading
    ]
    every = [first, *lines] if moved else []
    if any(_other(heading, every) for heading in moved):
        what = f"On “{sheet}” headings have changed places, and what stands below them has not: "
        what += f"{listed([f'“{heading}”' for heading in moved])}."
        yield question(
            "held.headings-moved", is_[moved[0]].place, what, "what stands there is right", _FIX
        )


def _other(heading: str, lines: Sequence[tuple[Line, Line]]) -> bool:
    """Whether most of what stands under a heading is not what stood there."""
    both = [(was[heading].value, is_[heading].value) for was, is_ in lines if heading in was]
    filled = [(was, is_) for was, is_ in both if was or is_]
    return 2 * sum(was != is_ for was, is_ in filled) > len(filled)


def _player(player: Player) -> Line:
    return {
        heading: Cell(player.places.get(key, Place()), value(player))
        for heading, (key, value) in _PLAYER.items()
    }


def _phase(phase: Phase) -> Line:
    return {
        heading: Cell(phase.places.get(key, Place()), value(phase))
        for heading, (key, value) in _PHASE.items()
    }


def _row(row: Row) -> Line:
    seats = {f"Seat {seat_letter(at)}": Cell(row.place(f"seat {at + 1}"), text)
             for at, text in enumerate(row.seats)}  # fmt: skip
    others = {"Result": row.result, "Games": row.games, "Note": row.note}
    return {**seats, **{heading: Cell(row.place(heading.casefold()), text)
                        for heading, text in others.items()}}  # fmt: skip
