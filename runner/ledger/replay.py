"""Replaying the ledger: which lines count, and the current state of every round.

A round of four at two tables:

    line   kind         round   what it has           and then
    1      paired       R1      T1 Ana Bo, T2 Cy Di   as recorded
    2      written      R1                            the workbook has these names
    3      repaired     R1      T1 Cy Bo, T2 Ana Di   as recorded; the previous names are `stale`:
                                                      T1, seat A, may still have Ana
    4      overridden   R1      T1 Di Bo, T2 Ana Cy   as typed over the names of line 3
    5      undone       R1      line 3                lines 3 and 4 are void, and the round is that
                                                      of line 1; T1, seat A, has Ana, Cy or Di
    6      deleted      R1                            lines 1 to 4 are void: no round is published,
                                                      and all their names are to be cleared
"""

from collections import Counter, defaultdict
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from runner.core.identifiers import RoundId, RowKind
from runner.core.round_sheet import mark
from runner.core.seating import Cell, Seating
from runner.ledger.entries import (
    LOSES_RESULTS,
    OF_A_PAIRING,
    PUBLISHING,
    Entry,
    EntryKind,
    changes_pairing,
    sets_names,
)
from runner.ledger.published import DASH, IN_CELLS, MARKED, PublishedRound, cells_of, seating_of


def void_lines(entries: Sequence[Entry]) -> frozenset[int]:
    """Return the indices of the lines that do not count after all of these."""
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
    """Return the published rounds, and the withdrawn ones whose names are still in the workbook."""
    rounds: dict[RoundId, PublishedRound] = {}
    taken_back: dict[RoundId, PublishedRound] = {}
    pairings: Counter[RoundId] = Counter()
    bases: defaultdict[RoundId, dict[str, Mapping[Cell, str]]] = defaultdict(dict)
    for at, entry in enumerate(entries):
        id_ = entry.round
        before = rounds.get(id_) or taken_back.get(id_)
        pairings[id_] += sets_names(entry)
        marked = mark(id_, pairings[id_], entry.at)
        earlier = dict(bases[id_])
        if entry.kind in PUBLISHING:
            rounds[id_] = replace(_published(entry, before), mark=marked, earlier=earlier)
            taken_back.pop(id_, None)
        elif changes_pairing(entry):
            rounds.pop(id_, None)
            taken_back.pop(id_, None)
            now = _plainly(entries[: at + 1], id_)
            base = now.seating.cells if now else {}
            left: dict[str, Any] = {}
            if before:  # what the withdrawn pairing may have left in the workbook
                left = {
                    "stale": _stale(entry, before, base), "spoilt": _spoilt(entry, before),
                    "exact": IN_CELLS in entry.data, "seen": entry.data.get(MARKED, ""),
                }  # fmt: skip
            if now:  # manual changes have to be written again too
                if entry.kind is EntryKind.UNDONE and entry.data["what"] in LOSES_RESULTS:
                    left["spoilt"] = now.spoilt  # results typed for the round count again
                rounds[id_] = replace(now, base=base, mark=marked, earlier=earlier, **left)
            elif before:
                left["certificate"] = before.certificate
                taken_back[id_] = PublishedRound(id_, mark=marked, earlier=earlier, **left)
        elif id_ in rounds:
            changed = _changed(entry, rounds[id_])
            new: dict[str, Any] = {"mark": marked, "earlier": earlier} if sets_names(entry) else {}
            rounds[id_] = replace(changed, **new)
        elif entry.kind is EntryKind.WRITTEN and id_ in taken_back:
            taken_back[id_] = _changed(entry, taken_back[id_])
            if not (taken_back[id_].stale or taken_back[id_].spoilt):
                del taken_back[id_]
        if sets_names(entry) and marked:
            bases[id_][marked] = rounds[id_].base if id_ in rounds else {}
    return rounds, taken_back


def _plainly(entries: Sequence[Entry], id_: RoundId) -> PublishedRound | None:
    """Return a round according to the lines that count, regardless of what the workbook
    contained."""
    void = void_lines(entries)
    result: PublishedRound | None = None
    for at, entry in enumerate(entries):
        if entry.round != id_ or at in void:
            continue
        if entry.kind in PUBLISHING:
            result = _published(entry, None)
        elif result and entry.kind in OF_A_PAIRING:
            result = _changed(entry, result)
    return result


def _published(entry: Entry, before: PublishedRound | None) -> PublishedRound:
    seating = seating_of(entry.data)
    base = _base(entry, before, seating)
    return PublishedRound(
        id=entry.round,
        seating=seating,
        base=base,
        stale=_stale(entry, before, base),
        exact=IN_CELLS in entry.data,
        seen=entry.data.get(MARKED, ""),
        spoilt=_spoilt(entry, before),
        certificate=entry.data.get("certificate"),
        names=entry.data.get("names", {}),
        members=entry.data.get("members", before.members if before else {}),
    )


def _base(entry: Entry, before: PublishedRound | None, seating: Seating) -> dict[Cell, str]:
    """Return the cell of each player. Names typed before the round was paired keep their cells: a
    table may have a gap between them, and a bye its second row."""
    stands = cells_of(entry.data) or {}
    if entry.kind is not EntryKind.PAIRED or not stands:
        return seating.cells
    stale = before.stale if before else {}
    typed = {cell: text for cell, text in sorted(stands.items())
             if text and text not in (DASH, *stale.get(cell, ()))}  # fmt: skip
    base: dict[Cell, str] = {}
    for number, seats in seating.tables:
        cells = [cell for cell in typed if cell[:2] == (RowKind.TABLE, number)]
        if tuple(typed[cell] for cell in cells) != seats:
            cells = [(RowKind.TABLE, number, seat) for seat in range(len(seats))]
        base |= dict(zip(cells, seats, strict=True))
    for kind, players in ((RowKind.BYE, seating.byes), (RowKind.ABSENT, seating.absent)):
        kept = {player: cell for cell, player in typed.items()
                if cell[0] is kind and player in players}  # fmt: skip
        free = ((kind, at, 0) for at in count(1) if (kind, at, 0) not in kept.values())
        base |= {kept.get(player) or next(free): player for player in players}
    return base


def _spoilt(entry: Entry, before: PublishedRound | None) -> dict[int, tuple[str, str]]:
    """Return the results that are still typed for tables of an earlier pairing."""
    typed = entry.data.get("typed", {})
    added = {int(table): (str(result), str(games)) for table, (result, games) in typed.items()}
    return {**(before.spoilt if before else {}), **added}


def _stale(
    entry: Entry, before: PublishedRound | None, base: Mapping[Cell, str]
) -> dict[Cell, frozenset[str]]:
    """Return what the workbook may contain instead of the names in `base`. Earlier ledgers do not
    record what cells contained; then it is whatever Runner may have written."""
    stands = cells_of(entry.data)
    if stands is not None:
        blank = dict.fromkeys(base.keys() - stands.keys(), "")
        return {
            cell: frozenset({text})
            for cell, text in {**stands, **blank}.items()
            if text is not None and text != base.get(cell)
        }
    if before is None:
        return {}
    stale = dict(before.stale)
    for cell, player in (*before.base.items(), *before.seating.cells.items()):
        stale[cell] = stale.get(cell, frozenset()) | {player}
    return stale


def _changed(entry: Entry, before: PublishedRound) -> PublishedRound:
    if entry.kind is EntryKind.WRITTEN:
        stands = cells_of(entry.data)
        if stands is None:
            return replace(before, stale={}, spoilt={})
        stale = {cell: frozenset({text or ""}) for cell, text in stands.items()}
        return replace(before, stale=stale, seen=entry.data.get(MARKED, ""))
    if entry.kind is EntryKind.RETYPED:
        tables = set(map(int, entry.data["tables"]))
        left = {table: text for table, text in before.spoilt.items() if table not in tables}
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
    """Return the results that these lines record. Those of a withdrawn pairing do not count, nor
    that of a table at which only other players sit now."""
    results: dict[RoundId, dict[int, str]] = {}
    for at, entry in enumerate(entries):
        data = entry.data
        if entry.kind in PUBLISHING or changes_pairing(
            entry
        ):  # results typed so far belong to another pairing
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


def _by_table(texts: Mapping[str, str]) -> dict[int, str]:
    return {int(table): text for table, text in texts.items()}
