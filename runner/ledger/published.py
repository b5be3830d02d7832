"""A round as published: who sits where, as a line of the ledger, and as left in the workbook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.core.identifiers import RoundId, RowKind
from runner.core.player import Player
from runner.core.seating import Cell, SeatedTable, Seating, tables_document

DASH = "-"
"""In `stale`: the dash by which a player was taken out of an earlier pairing."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """A round as it is in force: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` is what earlier pairings of the
    round have left in a cell of the workbook until the names of this one are written there: ids,
    `DASH`, or "" where it is blank; any other text has been typed since. `spoilt` are the result
    and games that were typed for a table of such a pairing, or before any. `exact`: a blank cell
    that is not in `stale` has been cleared since the names of this pairing went out. `mark` is what
    Runner writes on the sheet together with the names. `seen` is the mark that the sheet had when
    `stale` was read from it; `earlier` has the cells of earlier pairings by their marks, whose
    names may have been written since. `names` are those under which its players
    were published, which its cells may hold still, and `members` the people of each team.
    """

    id: RoundId
    seating: Seating = Seating()
    base: Mapping[Cell, str] = field(default_factory=dict)
    stale: Mapping[Cell, frozenset[str]] = field(default_factory=dict)
    spoilt: Mapping[int, tuple[str, str]] = field(default_factory=dict)
    mark: str = ""
    seen: str = ""
    earlier: Mapping[str, Mapping[Cell, str]] = field(default_factory=dict)
    exact: bool = False
    certificate: Mapping[str, Any] | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, Sequence[str]] = field(default_factory=dict)


IN_CELLS = "in_cells"
"""What stood in the seats of a round's sheet when a line was written, in that line."""
MARKED = "marked"
"""The mark that the sheet had then."""


def seating_document(seating: Seating) -> dict[str, Any]:
    """Return a seating as it stands in a line."""
    return {
        "tables": tables_document(seating.tables),
        "byes": list(seating.byes),
        "absent": list(seating.absent),
    }


def seating_of(data: Mapping[str, Any]) -> Seating:
    """Return the seating that a line has; the first ledgers leave out what is empty."""
    return Seating(
        tuple(SeatedTable(int(each["table"]), tuple(each["seats"])) for each in data["tables"]),
        tuple(data.get("byes", ())),
        tuple(data.get("absent", ())),
    )


def cells_document(stands: Mapping[Cell, str | None], mark: str) -> dict[str, Any]:
    """What stands in cells of a round's sheet with a mark, as a line has it: ids, `published.DASH`,
    "" for a blank cell, None for any other text."""
    cells = [[kind.value, number, seat, text] for (kind, number, seat), text in stands.items()]
    return {IN_CELLS: cells, **({MARKED: mark} if mark else {})}


def cells_of(data: Mapping[str, Any]) -> dict[Cell, str | None] | None:
    """Return the same from a line; None where it tells nothing of it."""
    if IN_CELLS not in data:
        return None
    return {(RowKind(kind), number, seat): text for kind, number, seat, text in data[IN_CELLS]}


def names_in(seating: Seating, players: Mapping[str, Player]) -> dict[str, str]:
    """Return the name of everybody who has a place, under which they are known from this line
    on."""
    return {player: players[player].name for player in sorted({*seating.everybody})}


def members_in(seating: Seating, players: Mapping[str, Player]) -> dict[str, dict[str, list[str]]]:
    """Return the people of every team that has a place; nothing where no teams play."""
    found = {
        player: list(players[player].members)
        for player in sorted({*seating.everybody})
        if players[player].members
    }
    return {"members": found} if found else {}


def difference(
    old: Seating,
    new: Seating,
    reasons: Mapping[int, str] | None = None,
    why: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """What a line tells of a change: the round as it is now, each table that changed, and each
    player with the old place, the new one and the reason. `reasons` are those of tables, `why`
    those of players."""
    was, tables = dict(old.tables), dict(new.tables)
    before, now = old.spots, new.spots
    return {
        **seating_document(new),
        "was": {"byes": list(old.byes), "absent": list(old.absent)},
        "changes": [
            {
                "table": number,
                "old": list(was.get(number, ())),
                "new": list(tables.get(number, ())),
                "reason": (reasons or {}).get(number, ""),
            }
            for number in {**was, **tables}
            if was.get(number, ()) != tables.get(number, ())
        ],
        "people": [
            {
                "player": player,
                "old": before.get(player, ""),
                "new": now.get(player, ""),
                "reason": (why or {}).get(player, ""),
            }
            for player in {**before, **now}
            if before.get(player) != now.get(player)
        ],
    }
