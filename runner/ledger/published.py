"""Published rounds: who sits where, in a ledger line and in the workbook."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from runner.core.identifiers import RoundId, RowKind
from runner.core.player import Player
from runner.core.seating import Cell, SeatedTable, Seating, tables_document

DASH = "-"
"""In `stale`: the dash by which a player was removed from an earlier pairing."""


@dataclass(frozen=True, slots=True)
class PublishedRound:
    """The current state of a round: as last published, with the organiser's overrides since.

    `base` is the seating before overrides, cell by cell. `stale` has what earlier pairings of the
    round left in a cell of the workbook until the names of this one are written there: ids, `DASH`,
    or "" for a blank cell; any other text was typed since. `spoilt` are the result and games that
    were typed for a table of an earlier pairing, or before any. `exact`: a blank cell that is not
    in `stale` was cleared after the names of this pairing were written. `mark` is what Runner
    writes on the sheet together with the names; `seen` is the mark that the sheet had when `stale`
    was read from it. `earlier` has the cells of earlier pairings by their marks, whose names may
    have been written since. `names` are the published names of its players, which its cells may
    still have, and `members` the people of each team.
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
"""The key, in a line, of what was in the seats of a round's sheet when the line was written."""
MARKED = "marked"
"""The key of the mark that the sheet had then."""


def seating_document(seating: Seating) -> dict[str, Any]:
    """Return a seating in the form of a ledger line."""
    return {
        "tables": tables_document(seating.tables),
        "byes": list(seating.byes),
        "absent": list(seating.absent),
    }


def seating_of(data: Mapping[str, Any]) -> Seating:
    """Return the seating of a line; the first ledgers omit what is empty."""
    return Seating(
        tuple(SeatedTable(int(each["table"]), tuple(each["seats"])) for each in data["tables"]),
        tuple(data.get("byes", ())),
        tuple(data.get("absent", ())),
    )


def cells_document(stands: Mapping[Cell, str | None], mark: str) -> dict[str, Any]:
    """Return what cells of a round's sheet with a mark contained, in the form of a ledger line:
    ids, `published.DASH`, "" for a blank cell, None for any other text."""
    cells = [[kind.value, number, seat, text] for (kind, number, seat), text in stands.items()]
    return {IN_CELLS: cells, **({MARKED: mark} if mark else {})}


def cells_of(data: Mapping[str, Any]) -> dict[Cell, str | None] | None:
    """Return the same from a line; None if the line does not record it."""
    if IN_CELLS not in data:
        return None
    return {(RowKind(kind), number, seat): text for kind, number, seat, text in data[IN_CELLS]}


def names_in(seating: Seating, players: Mapping[str, Player]) -> dict[str, str]:
    """Return the name of everybody who has a place; this is their published name from now on."""
    return {player: players[player].name for player in sorted({*seating.everybody})}


def members_in(seating: Seating, players: Mapping[str, Player]) -> dict[str, dict[str, list[str]]]:
    """Return the people of every team that has a place, as data for a line; {} if no teams play."""
    members = {
        player: list(players[player].members)
        for player in sorted({*seating.everybody})
        if players[player].members
    }
    return {"members": members} if members else {}


def difference(
    old: Seating,
    new: Seating,
    reasons: Mapping[int, str] | None = None,
    why: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """Return the data of a line about a change: the new seating, each changed table, and each
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
