"""Phases whose type is the name of a variant, as documents of other programs have it."""

from runner.phases.by_hand import as_typed
from runner.phases.model import Proposal, RoundContext
from runner.phases.swiss.swiss import Swiss
from runner.rules.variants import Variant


class NamedByVariant(Swiss):
    """Swiss rounds of a variant; the organiser pairs where the phase's mode cannot be played so,
    such as Two-Headed Giant with four single players at a table."""

    def __init__(self, variant: Variant) -> None:
        """The type with the variant's key and name."""
        self.KEY, self.NAME = variant.key, variant.name  # type: ignore[misc]

    def propose(self, situation: RoundContext) -> Proposal | None:
        """The next round of the variant, or what was typed."""
        if not situation.phase.variant:
            return as_typed(situation)
        return super().propose(situation)

    def planned_rounds(self, situation: RoundContext) -> int | None:  # type: ignore[override]
        """As in Swiss; open where the organiser pairs."""
        if not situation.phase.variant:
            return situation.phase.rounds
        return super().planned_rounds(situation)
