"""What an organiser has changed by hand, in words: for the ledger and for the round's page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from runner.core.event import SEAT_LETTERS
from runner.entries import Entry, EntryKind
from runner.published import PublishedTable, tables_document

Name = Callable[[str], str]
"""Gives the name of a player's id, as whoever reads it may know it."""

TOLD = (
    EntryKind.REPAIRED,
    EntryKind.OVERRIDDEN,
    EntryKind.RESEATED,
    EntryKind.CORRECTED,
    EntryKind.DELETED,
    EntryKind.UNDONE,
    EntryKind.PLAYER,
)
"""The lines of the ledger that a round's page tells of."""


class Seating:
    """Who sits where in a round: tables, byes, and those who do not play."""

    def __init__(
        self, tables: Iterable[PublishedTable], byes: Iterable[str], absent: Iterable[str]
    ) -> None:
        self.tables = {table.number: table.seats for table in tables}
        self.byes = tuple(byes)
        self.absent = tuple(absent)

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody who has a place in it, whether they play or not."""
        return (*(each for seats in self.tables.values() for each in seats), *self.byes,
                *self.absent)  # fmt: skip

    def spots(self) -> dict[str, str]:
        """Where everybody is: "table 4, seat B", "a bye" or "absent"."""
        found = {
            player: f"table {number}, seat {letter(at)}"
            for number, seats in self.tables.items()
            for at, player in enumerate(seats)
        }
        found.update(dict.fromkeys(self.byes, "a bye"))
        found.update(dict.fromkeys(self.absent, "absent"))
        return found


def letter(seat: int) -> str:
    """The letter of a seat, from 0."""
    return SEAT_LETTERS[seat] if seat < len(SEAT_LETTERS) else str(seat + 1)


def difference(
    old: Seating, new: Seating, reasons: Mapping[int, str], why: Mapping[str, str]
) -> dict[str, Any]:
    """What a ledger's line tells of a change: the round as it is now, each table that changed, and
    each player with the old place, the new one and the reason.

    `reasons` are those of tables, `why` those of players.
    """
    before, now = old.spots(), new.spots()
    tables = {**old.tables, **new.tables}
    return {
        "tables": tables_document(PublishedTable(*each) for each in new.tables.items()),
        "byes": list(new.byes),
        "absent": list(new.absent),
        "was": {"byes": list(old.byes), "absent": list(old.absent)},
        "changes": [
            {
                "table": number,
                "old": list(old.tables.get(number, ())),
                "new": list(new.tables.get(number, ())),
                "reason": reasons.get(number, ""),
            }
            for number in tables
            if old.tables.get(number, ()) != new.tables.get(number, ())
        ],
        "people": [
            {
                "player": player,
                "old": before.get(player, ""),
                "new": now.get(player, ""),
                "reason": why.get(player, ""),
            }
            for player in {**before, **now}
            if before.get(player) != now.get(player)
        ],
    }


# --- in words -------------------------------------------------------------------------------------


def sentences(entry: Entry, name: Name, *, veiled: bool = False) -> list[str]:
    """What a line says, without a full stop; `veiled` where results are kept from the players."""
    data = entry.data
    match entry.kind:
        case EntryKind.OVERRIDDEN | EntryKind.RESEATED:
            return list(_seating(data, name))
        case EntryKind.CORRECTED:
            what = "a result corrected" if veiled else _result(data["old"], data["new"])
            return [_because(f"table {data['table']}, {what}", data)]
        case EntryKind.REPAIRED:
            return [_because(f"the round was paired again{_lost(data, veiled)}", data)]
        case EntryKind.DELETED:
            return [_because(f"the round was taken back{_lost(data, veiled)}", data)]
        case EntryKind.UNDONE:
            return [_because(f"taken back: {data['told']}", data)]
        case EntryKind.PLAYER:
            told = f"{name(data['player'])} {_comes(data['old'], data['new'])}"
            return [_because(told, {"reason": data.get("why")})]  # a penalty is not for everybody
    return []


def _result(old: str, new: str) -> str:
    """ "result A instead of B"; "none" is a result too, so a blank has words of its own."""
    if not old:
        return f"result {new}, missing before"
    return f"result {new or 'cleared'} instead of {old}"


def lost_results(data: Mapping[str, Any]) -> str:
    """ "table 1 (A), table 3 (draw)": the results that a line has taken the match from."""
    typed = data.get("typed", {})
    return ", ".join(
        f"table {table} ({' '.join(filter(None, typed[table]))})"
        for table in sorted(typed, key=int)
    )


def _lost(data: Mapping[str, Any], veiled: bool) -> str:
    if not data.get("typed"):
        return ""
    return "; its results no longer count" + ("" if veiled else f": {lost_results(data)}")


def _because(said: str, data: Mapping[str, Any]) -> str:
    return f"{said}: {data['reason']}" if data.get("reason") else said


def _seating(data: Mapping[str, Any], name: Name) -> Iterator[str]:
    for change in data["changes"]:
        shared = {"reason": change["reason"] or data.get("reason", "")}
        for said in _table(change["table"], change["old"], change["new"], name):
            yield _because(said, shared)
    was, why = data.get("was"), {each["player"]: each for each in data.get("people", ())}
    if was is None:
        return  # earlier ledgers did not keep it
    kinds = (("byes", "{} has a bye"), ("absent", "{} does not play"))
    for kind, told in kinds:
        for player in data[kind]:
            if player not in was[kind]:
                shared = {"reason": why.get(player, {}).get("reason") or data.get("reason", "")}
                yield _because(told.format(name(player)), shared)
    for player in was["byes"]:
        if player not in data["byes"]:
            yield _because(f"{name(player)} has no bye any more", data)


def _table(number: int, old: Sequence[str], new: Sequence[str], name: Name) -> Iterator[str]:
    """The change of one table."""
    if not old:
        yield f"new table {number}, {', '.join(map(name, new))}"
    elif not new:
        yield f"table {number}, nobody instead of {', '.join(map(name, old))}"
    elif {*old} == {*new}:
        yield f"table {number}, seats in the order {', '.join(map(name, new))}"
    elif len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            if one != other:
                yield f"table {number} seat {letter(at)}, {name(other)} instead of {name(one)}"
    else:
        joined = [f"with {name(each)}" for each in new if each not in old]
        left = [f"without {name(each)}" for each in old if each not in new]
        yield f"table {number}, {', '.join((*joined, *left))}"


def _comes(old: Sequence[int | None], new: Sequence[int | None]) -> str:
    """ "drops after round 3"."""
    said = []
    if old[0] != new[0]:
        said.append(f"enters in round {new[0]}")
    if old[1] != new[1]:
        said.append("is not dropped any more" if new[1] is None else f"drops after round {new[1]}")
    if old[2] != new[2] and new[2] is not None:
        said.append(f"returns in round {new[2]}")
    return " and ".join(said) or "does not return"
