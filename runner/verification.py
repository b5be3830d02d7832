"""Replays a ledger: every pairing that Runner drew is drawn again and compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from runner import pairing
from runner.ledger import EntryKind, Ledger, PublishedTable, tables_document
from runner.model import RoundId
from runner.pairing.state import State, from_document
from runner.phases import double_elimination, round_robin, single_elimination


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the ledger, held against what can be repeated; `sound` is None where a line
    records what people did, which nothing can repeat."""

    number: int
    round: RoundId
    what: str
    sound: bool | None


def verify(ledger: Ledger) -> list[Finding]:
    """What each line says, and whether a drawing comes out again from its own recorded state."""
    return [
        Finding(number, entry.round, *_finding(entry.kind, entry.data))
        for number, entry in enumerate(ledger.entries, 1)
    ]


def _same(data: Mapping[str, Any]) -> bool:
    """Whether a round comes out of its state as the ledger has it, its certificate included."""
    state = from_document(data["state"])
    if not isinstance(state, State):
        return False
    again = pairing.pair(state)
    drawn: tuple[object, ...] = (
        tables_document(PublishedTable(each.number, each.seats) for each in again.tables),
        list(again.byes),
        again.certificate.to_document(),
    )
    return drawn == (data["tables"], data["byes"], data["certificate"])


def _same_by_rule(data: Mapping[str, Any]) -> bool:
    """The same for a round that follows from seeds and results alone, so has no certificate."""
    again = _BY_RULE[data["algorithm"]](data["state"])
    if again is None:
        return False
    tables = tables_document(PublishedTable(each.number, each.seats) for each in again[0])
    return (tables, list(again[1])) == (data["tables"], data["byes"])


_BY_RULE = {
    each.ALGORITHM: each.drawn_again
    for each in (round_robin, single_elimination, double_elimination)
}
_BY_RULE |= dict.fromkeys(round_robin.EARLIER, round_robin.drawn_again)
_ENGINES = {pairing.ALGORITHM: _same, **dict.fromkeys(_BY_RULE, _same_by_rule)}


def _finding(kind: EntryKind, data: Mapping[str, Any]) -> tuple[str, bool | None]:
    if kind in (EntryKind.PAIRED, EntryKind.REPAIRED) and data.get("state"):
        if data["algorithm"] not in _ENGINES:
            return f"drawn by pairing algorithm {data['algorithm']}, which this is not", None
        same = _ENGINES[data["algorithm"]](data)
        return ("drawn again, the same" if same else "drawn again, and NOT the same"), same
    if kind is EntryKind.OVERRIDDEN:
        changed = ", ".join(f"table {each['table']}" for each in data["changes"])
        return f"changed by hand: {changed or 'byes or absences'}", None
    if kind is EntryKind.CORRECTED:
        return f"table {data['table']} corrected from “{data['old']}” to “{data['new']}”", None
    if kind is EntryKind.PROVED:
        made = data["certificate"]
        proof = "proved optimal" if made["proved_optimal"] else f"at least {made['lower_bound']}"
        return f"points differences of {made['points_mismatch']}: {proof}", None
    return kind.value, None
