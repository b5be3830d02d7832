"""A booster draft as pages, screens and paper show it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from runner.compute.draft.by_hand import locked
from runner.core.event import Phase
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Draft:
    """The draft of a phase: ids of each pod by its number, in the order of the seats, and of each
    table where decks are built. `at` is when the pods were published, `building` when decks began
    to be built, `registering` when sealed pools began to be registered, or "" (ISO 8601). `fixed`:
    nothing of it changes any more. `over`: its phase plays. Sealed decks have tables and no pods.
    """

    phase: Phase
    ruleset: Ruleset
    pods: Mapping[int, tuple[str, ...]]
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    at: str = ""
    building: str = ""
    registering: str = ""
    fixed: bool = False
    over: bool = False

    @property
    def building_ends(self) -> str:
        """Until when decks are built (ISO 8601), "" while that has not begun."""
        return _later(self.building, self.ruleset.building_minutes)

    @property
    def registering_ends(self) -> str:
        """Until when sealed pools are registered (ISO 8601), "" while that has not begun."""
        return _later(self.registering, self.ruleset.registration_minutes)

    @property
    def ends(self) -> str:
        """Until when is done what is being done (ISO 8601), or ""."""
        return self.building_ends or self.registering_ends

    @property
    def spots(self) -> dict[str, tuple[int, int]]:
        """Pod and seat of each player."""
        return {
            player: (number, seat)
            for number, players in self.pods.items()
            for seat, player in enumerate(players, 1)
        }

    @property
    def everybody(self) -> tuple[str, ...]:
        """Who has a seat in a pod or at a table."""
        return tuple(self.spots) or tuple(player for ids in self.tables.values() for player in ids)


def _later(iso: str, minutes: int) -> str:
    if not iso:
        return ""
    return (datetime.fromisoformat(iso) + timedelta(minutes=minutes)).isoformat(timespec="seconds")


def awaiting_pods(results: Iterable[PhaseResult]) -> PhaseResult | None:
    """The phase that is due and begins with a draft whose pods are not made yet, or None."""
    due = next((result for result in results if not result.over), None)
    if due is None or due.rounds or due.pods or not due.field:
        return None
    return due if due.phase.drafts else None


def drafts(results: Iterable[PhaseResult], ledger: Ledger) -> tuple[Draft, ...]:
    """Every draft that has pods, and every registration or building of sealed decks that has begun,
    in the order of the phases."""
    found = []
    for result in results:
        known = ledger.drafts.get(result.phase.number)
        begun = known and (known.pods or result.phase.sealed)
        if known and begun:
            fixed, over = locked(known, ledger), bool(result.rounds)
            found.append(
                Draft(
                    result.phase, result.ruleset, known.pods, known.tables,
                    known.at, known.building, known.registering, fixed, over,
                )
            )  # fmt: skip
    return tuple(found)
