"""Rounds of an event as text, a line each, as one would put them down on paper:

    Round 1 | T1 Ana Bo Cy Dee = A | T2 Eve Flo Gus | bye Hal | absent Ida | drop Dee

Players are in turn order, and a result is what an organiser may type; a table without one still
plays. Names of several words are parted by commas, and one alone has a comma after it:
`T1 Ana Example, Bo Sample = 2-1 | bye Cy Trial,`. Who is named under `drop` leaves after that
round. A note stands in brackets, `T1 Ana Bo = A (late)`. A round of another phase says so:
`Phase 2 Round 1 | ...`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.results import ParseContext, parse
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Round

_HEAD = re.compile(r"(?:Phase (\d+) )?Round (\d+)")
_PART = re.compile(r"(T(\d+)|bye|absent|drop)\b([^=(]*)(?:=([^(]*))?(?:\((.*)\))?")


@dataclass
class Line:
    """One round as it was written: tables by number, each with players, result and note."""

    id: RoundId
    tables: dict[int, tuple[tuple[str, ...], str, str]] = field(default_factory=dict)
    bye: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    drop: tuple[str, ...] = ()

    @property
    def players(self) -> list[str]:
        return [*(each for names, *_ in self.tables.values() for each in names),
                *self.bye, *self.absent]  # fmt: skip


def lines(text: str) -> Iterator[Line]:
    """Every round of the text; raises ValueError where one says something else."""
    for written in filter(None, map(str.strip, text.splitlines())):
        head, *parts = (each.strip() for each in written.split("|"))
        found = _HEAD.fullmatch(head)
        if not found:
            raise ValueError(f"no round: {head}")
        line = Line(RoundId(int(found[1] or 1), int(found[2])))
        for part in parts:
            _take(line, part)
        yield line


def _take(line: Line, part: str) -> None:
    found = _PART.fullmatch(part)
    if not found:
        raise ValueError(f"neither a table nor a bye, an absence or a drop: {part}")
    written = found[3].split(",") if "," in found[3] else found[3].split()
    names = tuple(filter(None, map(str.strip, written)))
    if found[2]:
        line.tables[int(found[2])] = names, (found[4] or "").strip(), found[5] or ""
    else:
        setattr(line, found[1], names)


def rounds(text: str, best_of: int = 1) -> list[Round]:
    """The rounds as played; everybody's id is the name."""
    return [
        Round(
            line.id,
            tuple(
                replace(parse(result, "", names, ParseContext(names, best_of)), number=number)
                for number, (names, result, _) in line.tables.items()
            ),
            line.bye,
            line.absent,
        )
        for line in lines(text)
    ]


def players(text: str) -> tuple[Player, ...]:
    every = [*lines(text)]
    left = {name: at for at, line in enumerate(every, 1) for name in line.drop}
    names = sorted({name for line in every for name in line.players})
    return tuple(Player(name, name, drops_after=left.get(name)) for name in names)


def sheets(text: str) -> tuple[RoundSheet, ...]:
    """The rounds as typed into their sheets, with places: names from column B on, result in F."""
    return tuple(RoundSheet(line.id, tuple(_rows(line))) for line in lines(text))


def _rows(line: Line) -> Iterator[Row]:
    for number, (names, result, note) in line.tables.items():
        yield row(RowKey(line.id, RowKind.TABLE, number), *names, result=result, note=note)
    for kind, names in ((RowKind.BYE, line.bye), (RowKind.ABSENT, line.absent)):
        for number, name in enumerate(names, 1):
            yield row(RowKey(line.id, kind, number), name)


def row(key: RowKey, *names: str, result: str = "", note: str = "") -> Row:
    """A row of a round's sheet, in the line of its number."""
    columns = {f"seat {at + 1}": letter for at, letter in enumerate("BCDE")} | {"result": "F"}
    places = {
        name: Place(key.round.sheet, f"{column}{key.number}") for name, column in columns.items()
    }
    return Row(key, key.number, names, result, note=note, places=places)
