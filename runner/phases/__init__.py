"""The ways a phase can run: one file each, found by its key in the Type column."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from runner.phases import swiss
from runner.phases.situation import Proposal, Situation


class PhaseType(Protocol):
    """What a phase type must offer."""

    KEY: str
    NAME: str

    def planned_rounds(self, situation: Situation) -> int:
        """How many rounds the phase has for its field."""

    def propose(self, situation: Situation) -> Proposal:
        """The next round of the phase."""


REGISTRY: Mapping[str, PhaseType] = {each.KEY: each for each in (swiss.Swiss(),)}
"""Every phase type that this version can run, by its key."""
