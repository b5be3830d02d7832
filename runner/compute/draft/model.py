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
    to be built, or "" (ISO 8601). `fixed`: nothing of it changes any more. `over`: its phase plays.
    """

    phase: Phase
    ruleset: Ruleset
    pods: Mapping[int, tuple[str, ...]]
    tables: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    at: str = ""
    building: str = ""
    fixed: bool = False
    over: bool = False

    @property
    def building_ends(self) -> str:
        """Until when decks are built (ISO 8601), "" while that has not begun."""
        if not self.building:
            return ""
        ends = datetime.fromisoformat(self.building) + timedelta(
            minutes=self.ruleset.building_minutes
        )
        return ends.isoformat(timespec="seconds")

    @property
    def spots(self) -> dict[str, tuple[int, int]]:
        """Pod and seat of each player."""
        return {
            player: (number, seat)
            for number, players in self.pods.items()
            for seat, player in enumerate(players, 1)
        }


def awaiting_pods(results: Iterable[PhaseResult]) -> PhaseResult | None:
    """The phase that is due and begins with a draft whose pods are not made yet, or None."""
    due = next((result for result in results if not result.over), None)
    if due is None or due.rounds or due.pods or not due.field:
        return None
    return due if due.phase.drafts else None


def drafts(results: Iterable[PhaseResult], ledger: Ledger) -> tuple[Draft, ...]:
    """Every draft that has pods, in the order of the phases."""
    found = []
    for result in results:
        known = ledger.drafts.get(result.phase.number)
        if known and known.pods:
            fixed, over = locked(known, ledger), bool(result.rounds)
            found.append(
                Draft(
                    result.phase, result.ruleset, known.pods, known.tables,
                    known.at, known.building, fixed, over,
                )
            )  # fmt: skip
    return tuple(found)
