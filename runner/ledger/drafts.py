"""The pods of a booster draft according to the ledger: who sits where, and what can still
change."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from runner.ledger.entries import Entry, EntryKind

Spot = tuple[int, int]
"""The number of a pod and of a seat in it, as players see them: pods from the first pod's number,
seats from 1."""
Typed = tuple[int | None, int | None]
"""A spot as typed on a sheet; None for a blank cell."""


@dataclass(frozen=True, slots=True)
class PublishedDraft:
    """The draft of one phase.

    `pods` has the ids of each pod by its number, in seat order; `tables` those of each table for
    building decks. `at` is when this was published, and `building` when deck building began, or ""
    (ISO 8601); `drafters` are those who had drafted by then, by seed, if a cut led to the phase.
    `registering` is when the registration of sealed pools began, or "". `drawings` is how often any
    of it was drawn at random. `arrived`: the Draft sheet has had all of it; until then `typed` are
    the spots that the sheet may still have for a player, written by Runner or typed earlier.
    """

    phase: int
    pods: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    at: str = ""
    building: str = ""
    registering: str = ""
    drafters: tuple[str, ...] = ()
    drawings: int = 0
    arrived: bool = False
    typed: Mapping[str, frozenset[Typed]] = field(default_factory=dict)

    @property
    def spots(self) -> dict[str, Spot]:
        """The spot of each player."""
        return {
            player: (number, seat)
            for number, players in self.pods.items()
            for seat, player in enumerate(players, 1)
        }

    @property
    def in_order(self) -> tuple[tuple[str, ...], ...]:
        """The ids of each pod, in the order of the pods' numbers."""
        return tuple(self.pods[number] for number in sorted(self.pods))


def drafts(entries: Sequence[Entry], void: Container[int]) -> dict[int, PublishedDraft]:
    """Return the draft of each phase after all of these lines; lines in `void` do not count."""
    result: dict[int, PublishedDraft] = {}
    for at, entry in enumerate(entries):
        known, counts = (
            result.get(entry.round.phase, PublishedDraft(entry.round.phase)),
            at not in void,
        )
        if entry.kind is EntryKind.DRAFTED:
            known = _with_pods(known, entry, counts=counts)
        elif entry.kind is EntryKind.BUILDING and counts:
            drafters, tables = tuple(entry.data.get("drafters", ())), tables_of(entry.data)
            known = replace(
                known, building=entry.at, drafters=drafters, tables=tables or known.tables
            )
        elif entry.kind is EntryKind.REGISTERING and counts:
            known = replace(known, registering=entry.at, tables=tables_of(entry.data))
        elif entry.kind is EntryKind.UNLOCKED and counts:
            known = replace(known, building="", drafters=())
        elif entry.kind is EntryKind.WRITTEN and entry.round.number == 0:
            known = replace(known, arrived=True)
        elif entry.kind is EntryKind.UNDONE and entry.data["what"] == EntryKind.DRAFTED:
            known = replace(known, arrived=False)
        result[known.phase] = known
    return {
        phase: draft
        for phase, draft in result.items()
        if draft.pods or draft.typed or draft.registering or draft.building
    }


def pods_document(pods: Mapping[int, Sequence[str]], tables: Mapping[int, Sequence[str]]) -> Any:
    """Return pods and building tables in the form of a ledger line."""
    return {
        "pods": [{"pod": number, "seats": list(pods[number])} for number in sorted(pods)],
        "building": [{"table": number, "players": list(tables[number])} for number in tables],
    }


def pods_of(data: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    """Return the pods of a line."""
    return {int(pod["pod"]): tuple(pod["seats"]) for pod in data["pods"]}


def tables_of(data: Mapping[str, Any]) -> dict[int, tuple[str, ...]]:
    """Return the building tables of a line."""
    return {int(each["table"]): tuple(each["players"]) for each in data.get("building", ())}


def _with_pods(known: PublishedDraft, entry: Entry, *, counts: bool) -> PublishedDraft:
    """Return the draft after a line; a void line only adds what it may have left in the
    workbook."""
    data = entry.data
    seated = replace(known, pods=pods_of(data))
    left = dict(known.typed)
    typed = ((player, tuple(spot)) for player, spot in data.get("typed", {}).items())
    for player, spot in chain(known.spots.items(), seated.spots.items(), typed):
        left[player] = left.get(player, frozenset()) | {spot}
    drawings = known.drawings + ("stream" in data or "state" in data)
    if not counts:
        return replace(known, typed=left, drawings=drawings)
    tables = tables_of(data)
    return replace(seated, tables=tables, at=entry.at, drawings=drawings, arrived=False, typed=left)
