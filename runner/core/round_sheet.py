"""A round as its sheet has it: rows as typed, and the mark of the pairing whose names they hold."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.problems import Place

_MARK = re.compile(r"(?:P[0-9]+)?R[0-9]+ pairing [0-9]+, .+")


def mark(round_id: RoundId, number: int, at: str) -> str:
    """The mark of the pairing with this number of a round, published at a time (ISO 8601); "" for
    the first one, before which there are no names that could be left."""
    return f"{round_id.prefix} pairing {number}, {at}" if number > 1 else ""


def is_mark(text: str) -> bool:
    """Whether a cell's text is a mark, of whichever round."""
    return bool(_MARK.fullmatch(text))


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a round sheet, as typed and not yet understood. `seats` holds names in turn order,
    "" where a cell is blank; for a bye or an absence only the first counts. `places` gives the cell
    of each column that is there: "seat 1", "result", "games", "note"."""

    key: RowKey
    table: int
    seats: tuple[str, ...] = ()
    result: str = ""
    games: str = ""
    note: str = ""
    rehearsed: bool = False
    places: Mapping[str, Place] = field(default_factory=dict)

    @property
    def reported(self) -> str:
        """Result and games as they were typed; "" where nothing was."""
        return " ".join(filter(None, (self.result, self.games)))

    @property
    def filled(self) -> bool:
        """Whether a name or a result stands in it."""
        return bool(self.reported or any(self.seats))

    @property
    def reported_at(self) -> Place:
        """The cell of what was reported."""
        return self.place("result" if self.result else "games")

    def place(self, column: str) -> Place:
        """The cell of one column, for a Problem."""
        return self.places.get(column, Place(self.key.round.sheet))


@dataclass(frozen=True, slots=True)
class RoundSheet:
    """A round as its sheet has it: every row, paired or not. `keys_of` is another round where the
    keys say that rows are that one's; `copied` where all of them do, so that they are read all the
    same. `mark` is the text by which Runner has marked whose names the sheet holds, or "" (see
    `mark`)."""

    id: RoundId
    rows: tuple[Row, ...]
    place: Place = Place()
    keys_of: RoundId | None = None
    copied: bool = False
    mark: str = ""

    @property
    def tables(self) -> dict[int, Row]:
        """The rows of its tables, by number."""
        return {row.key.number: row for row in self.rows if row.key.kind is RowKind.TABLE}
