"""What the lines of the ledger say of results: the last that was recorded of each table."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from runner.core.event import RoundId
from runner.entries import PUBLISHING, Entry, EntryKind, changes_pairing


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
