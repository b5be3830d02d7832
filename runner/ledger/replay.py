"""What the lines of the ledger add up to: which of them count, and every round as it is now.

A round of four at two tables:

    line   kind         round   what it has           and then
    1      paired       R1      T1 Ana Bo, T2 Cy Di   as it says
    2      written      R1                            so it stands in the workbook
    3      repaired     R1      T1 Cy Bo, T2 Ana Di   as it says; who sat there before is `stale`:
                                                      Ana may still stand in T1, seat A
    4      overridden   R1      T1 Di Bo, T2 Ana Cy   as typed over the names of line 3
    5      undone       R1      line 3                lines 3 and 4 are void, and the round is that
                                                      of line 1; in T1, seat A, Ana, Cy or Di
    6      deleted      R1                            lines 1 to 4 are void: no round is out, and
                                                      the names of all of them are to be cleared
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from typing import Any

from runner.core.event import RoundId
from runner.core.seating import Cell
from runner.ledger.entries import OF_A_PAIRING, PUBLISHING, Entry, EntryKind, changes_pairing
from runner.ledger.published import PublishedRound
from runner.ledger.seating import seating_of


def void_lines(entries: Sequence[Entry]) -> frozenset[int]:
    """The lines, from 0, that do not count after all of these."""
    undone = {
        int(entry.data["line"]) - 1: at
        for at, entry in enumerate(entries)
        if entry.kind is EntryKind.UNDONE
    }
    void = set(undone)
    for at, entry in enumerate(entries):
        if entry.kind is EntryKind.DELETED and at not in undone:
            between = range(at)
        elif at in undone and entry.kind in (*PUBLISHING, EntryKind.RESEATED):
            between = range(at, undone[at])
        else:
            continue
        void |= {
            other
            for other in between
            if entries[other].round == entry.round and entries[other].kind in OF_A_PAIRING
        }
    return frozenset(void)


def replayed(
    entries: Sequence[Entry],
) -> tuple[dict[RoundId, PublishedRound], dict[RoundId, PublishedRound]]:
    """The rounds that are out after all of these lines, and those that were taken back and still
    have names in the workbook."""
    rounds: dict[RoundId, PublishedRound] = {}
    taken_back: dict[RoundId, PublishedRound] = {}
    for at, entry in enumerate(entries):
        id_ = entry.round
        before = rounds.get(id_) or taken_back.get(id_)
        if entry.kind in PUBLISHING:
            rounds[id_] = _published(entry, before)
            taken_back.pop(id_, None)
        elif changes_pairing(entry):
            rounds.pop(id_, None)
            taken_back.pop(id_, None)
            now = _plainly(entries[: at + 1], id_)
            left = _left_in_workbook(entry, before) if before else {}
            if now:  # what hands had changed is to be written in again as well
                if entry.kind is EntryKind.UNDONE and entry.data["what"] == EntryKind.DELETED:
                    left["spoilt"] = now.spoilt  # what was typed for the round counts again
                rounds[id_] = replace(now, base=now.seating.cells, **left)
            elif before:
                taken_back[id_] = PublishedRound(id_, certificate=before.certificate, **left)
        elif id_ in rounds:
            rounds[id_] = _changed(entry, rounds[id_])
        elif entry.kind is EntryKind.WRITTEN:
            taken_back.pop(id_, None)
    return rounds, taken_back


def _left_in_workbook(entry: Entry, before: PublishedRound) -> dict[str, Any]:
    """What may stand there of a pairing that is no more."""
    return {"stale": _stale(before), "spoilt": _spoilt(entry, before)}


def _plainly(entries: Sequence[Entry], id_: RoundId) -> PublishedRound | None:
    """A round by the lines that count alone, whatever has stood in the workbook meanwhile."""
    void = void_lines(entries)
    found: PublishedRound | None = None
    for at, entry in enumerate(entries):
        if entry.round != id_ or at in void:
            continue
        if entry.kind in PUBLISHING:
            found = _published(entry, None)
        elif found and entry.kind in OF_A_PAIRING:
            found = _changed(entry, found)
    return found


def _published(entry: Entry, before: PublishedRound | None) -> PublishedRound:
    seating = seating_of(entry.data)
    return PublishedRound(
        id=entry.round,
        seating=seating,
        base=seating.cells,
        stale=_stale(before) if before else {},
        spoilt=_spoilt(entry, before),
        certificate=entry.data.get("certificate"),
        names=entry.data.get("names", {}),
        members=entry.data.get("members", before.members if before else {}),
    )


def _spoilt(entry: Entry, before: PublishedRound | None) -> dict[int, tuple[str, str]]:
    """What is still typed for tables of a pairing that is no more."""
    typed = entry.data.get("typed", {})
    added = {int(table): (str(result), str(games)) for table, (result, games) in typed.items()}
    return {**(before.spoilt if before else {}), **added}


def _stale(before: PublishedRound) -> dict[Cell, frozenset[str]]:
    """What may stand in the workbook when a round is drawn anew."""
    stale = dict(before.stale)
    for cell, player in (*before.base.items(), *before.seating.cells.items()):
        stale[cell] = stale.get(cell, frozenset()) | {player}
    return stale


def _changed(entry: Entry, before: PublishedRound) -> PublishedRound:
    if entry.kind is EntryKind.WRITTEN:
        return replace(before, stale={}, spoilt={})
    if entry.kind is EntryKind.RETYPED:
        gone = {int(table) for table in entry.data["tables"]}
        left = {table: text for table, text in before.spoilt.items() if table not in gone}
        return replace(before, spoilt=left)
    if entry.kind is EntryKind.PROVED:
        return replace(before, certificate=entry.data["certificate"])
    if entry.kind is EntryKind.RESEATED:
        return replace(_published(entry, before), certificate=before.certificate)
    if entry.kind is EntryKind.OVERRIDDEN:
        return replace(before, seating=seating_of(entry.data))
    return before


def recorded_results(
    entries: Sequence[Entry], void: Container[int]
) -> dict[RoundId, dict[int, str]]:
    """The results that these lines tell of. Those of a pairing that is no more do not count, nor
    that of a table at which only others sit now."""
    results: dict[RoundId, dict[int, str]] = {}
    for at, entry in enumerate(entries):
        data = entry.data
        if _begins_anew(entry):
            results.pop(entry.round, None)
        closed = data.get("closed")
        if closed and at not in void:
            results[RoundId(*closed["round"])] = _by_table(closed["results"])
        known = results.setdefault(entry.round, {})
        if entry.kind in (EntryKind.RESULTS, EntryKind.IMPORTED):
            known |= _by_table(data.get("results", {}))
        elif entry.kind is EntryKind.CORRECTED:
            known[int(data["table"])] = data["new"]
        elif entry.kind in (EntryKind.OVERRIDDEN, EntryKind.RESEATED):
            for change in data.get("changes", ()):
                if {*change["old"]}.isdisjoint(change["new"]):
                    known.pop(int(change["table"]), None)
    return {id_: known for id_, known in results.items() if known}


def _begins_anew(entry: Entry) -> bool:
    """Whether what was typed for a round before is of another pairing than what is typed now."""
    return entry.kind in PUBLISHING or changes_pairing(entry)


def _by_table(texts: Mapping[str, str]) -> dict[int, str]:
    return {int(table): text for table, text in texts.items()}
