"""What an organiser has changed by hand, in words: for the ledger and for the round's page."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from runner.ledger.entries import Entry, EntryKind
from runner.ledger.seating import letter

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
