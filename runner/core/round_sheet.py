"""A round as its sheet has it: rows as typed, and the mark of the pairing whose names they hold."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.problems import Place

_MARK = re.compile(r"(?:P[0-9]+)?R[0-9]+ pairing [0-9]+, .+")


BY_PHONE = "by phone: "
"""How Runner's remark under Note begins about a result that phones have sent."""

BY_JUDGE = "judge by phone: "
"""How a note begins there that a judge has sent."""

_WHO = "(?:[A-Z]|scorekeeper|judge)"
_REMARKED = re.compile(rf"(?:(.*); )?({BY_PHONE}{_WHO}(?:, {_WHO})*)", re.DOTALL)


def remark(by: Collection[str]) -> str:
    """Return the remark about a result that these seats or roles have sent; "" for none."""
    return BY_PHONE + ", ".join(by) if by else ""


def without_remark(text: str) -> tuple[str, str]:
    """Return what stands under Note without Runner's remark, and the remark; "" for none."""
    found = _REMARKED.fullmatch(text)
    return (found[1] or "", found[2]) if found else (text, "")


def with_remark(note: str, remark: str) -> str:
    """Return what stands under Note for a note and a remark, of which each may be blank."""
    return "; ".join(filter(None, (note, remark)))


def mark(round_id: RoundId, number: int, at: str) -> str:
    """Return the mark of a round's pairing with this number, published at a time (ISO 8601); "" for
    the first pairing, which replaces no names."""
    return f"{round_id.prefix} pairing {number}, {at}" if number > 1 else ""


def is_mark(text: str) -> bool:
    """Return whether a cell's text is the mark of some round."""
    return bool(_MARK.fullmatch(text))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a round sheet, as typed and not yet interpreted.

    `seats` has names in turn order, "" for a blank cell; only the first counts for a bye or an
    absence. `places` has the cell of each column that exists: "seat 1", "result", "games", "note".
    What stands under Note is a `note`, Runner's `remark` about results by phone, or both.
    """

    key: RowKey
    table: int
    seats: tuple[str, ...] = ()
    result: str = ""
    games: str = ""
    note: str = ""
    remark: str = ""
    rehearsed: bool = False
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def reported(self) -> str:
        """Result and games as typed; "" if both are blank."""
        return " ".join(filter(None, (self.result, self.games)))

    @property
    def by_runner(self) -> bool:
        """Whether the note is Runner's own and not the organiser's."""
        return self.rehearsed or self.note.startswith(BY_JUDGE)

    @property
    def noted(self) -> str:
        """All that stands under Note."""
        return with_remark(self.note, self.remark)

    @property
    def filled(self) -> bool:
        """Whether the row has a name or a result."""
        return bool(self.reported or any(self.seats))

    @property
    def reported_at(self) -> Place:
        """The cell of the result or, if it is blank, of the games."""
        return self.place("result" if self.result else "games")

    def place(self, column: str) -> Place:
        """Return the cell of one column, for a Problem."""
        return self.places.get(column, Place(self.key.round.sheet))


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """The sheet of a round with all its rows, whether or not they were paired.

    `keys_of` is the other round that the keys of rows belong to, if any; `copied`: all of them do,
    so the rows are read nevertheless. `mark` is the mark of the pairing whose names the sheet has
    (see the function `mark`), or "".
    """

    id: RoundId
    rows: tuple[Row, ...]
    place: Place = Place()
    keys_of: RoundId | None = None
    copied: bool = False
    mark: str = ""

    @property
    def tables(self) -> dict[int, Row]:
        """The rows of its tables, by table number."""
        return {row.key.number: row for row in self.rows if row.key.kind is RowKind.TABLE}
