"""How long a match may take: what the rules say before anybody looks at a clock (docs/rules.md 7).

The sources are MTR 2.4 and Appendix B, and MAMTR 2.4A, 2.4B and Appendix B.
"""

from dataclasses import dataclass
from enum import StrEnum

from runner.core.event import Mode, Phase
from runner.rules import presets, variants
from runner.rules.ruleset import Ruleset

_LATE_STAGE = 90  # minutes of a quarterfinal or semifinal head-to-head
_AFTER_A_DRAW = 150  # minutes, from the round's start, of a pod that has drawn on purpose
PLAYERS_LEFT = "players_left"
NO_TURNS = "0"  # the turn is finished, and no other follows


class PlayoffStage(StrEnum):
    """How far a playoff is; a round of any other phase is `ROUND`."""

    ROUND = "round"
    EARLY = "early"
    LATE = "late"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Limit:
    """The time of a round. `minutes` is None where there is no limit.

    `turns` follow when time is called: `PLAYERS_LEFT`, or a number as text, "0" where the turn is
    finished and none follows, "" where nobody has said; `turn_minutes` is how long they may last,
    None for as long as they take. `drawn` is the minutes, from the round's start, that a pod
    without a limit has once it has drawn a game intentionally; None where it has no limit either.
    """

    minutes: int | None
    turns: str = ""
    turn_minutes: int | None = None
    drawn: int | None = None

    @property
    def timed(self) -> bool:
        """Whether time may be called at some table."""
        return self.minutes is not None or self.drawn is not None


def limit(
    phase: Phase,
    rules: Ruleset,
    stage: PlayoffStage,
    stated: frozenset[str],
) -> Limit:
    """The time of a round of the phase; `stated` are the settings that the event itself gives.

    What is stated counts, but a playoff takes its minutes from its own line of the Phases sheet
    only, and a final never has a limit.
    """
    playoff = stage is not PlayoffStage.ROUND
    minutes = usual = rules.round_minutes
    if stage is PlayoffStage.FINAL:
        minutes = None
    elif playoff and "round_minutes" not in phase.settings:
        minutes = _playoff_minutes(phase, stage, usual)
    turns = _turns(phase, rules, usual, stated)
    drawn = playoff and phase.mode is Mode.MULTIPLAYER and stage is not PlayoffStage.FINAL
    return Limit(
        minutes,
        turns,
        None if turns == NO_TURNS else rules.extra_turn_minutes,
        _AFTER_A_DRAW if drawn and minutes is None else None,
    )


def _playoff_minutes(phase: Phase, stage: PlayoffStage, usual: int | None) -> int | None:
    """Pods have no limit; quarterfinals and semifinals head-to-head have more time than other
    rounds."""
    if phase.mode is Mode.MULTIPLAYER:
        return None
    return _LATE_STAGE if stage is PlayoffStage.LATE else usual


def _turns(phase: Phase, rules: Ruleset, minutes: int | None, stated: frozenset[str]) -> str:
    """The extra turns: as many as a variant says, and none after the long rounds of 2023, in which
    the turn is only finished (MAMTR 2023 2.5AB)."""
    if "extra_turns" in stated:
        return rules.extra_turns
    variant = variants.find(phase.variant or phase.type)
    if variant and "extra_turns" in variant.usual:
        return str(variant.usual["extra_turns"])
    longest = presets.load(rules.preset).turns_up_to
    if longest is not None and minutes is not None and minutes > longest:
        return NO_TURNS
    return rules.extra_turns
