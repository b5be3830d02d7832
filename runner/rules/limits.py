"""Time limits of matches and draft picks (docs/rules.md 7).

The sources are MTR 2.4 and Appendix B, and MAMTR 2.4A, 2.4B and Appendix B. No clock is read here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from runner.core.phase import Mode, Phase
from runner.rules import presets, variants
from runner.rules.limited import Picks
from runner.rules.ruleset import Ruleset

_LATE_STAGE = 90  # minutes of a quarterfinal or semifinal head-to-head
_AFTER_A_DRAW = 150  # minutes, from the round's start, of a pod with an intentional draw
PLAYERS_LEFT = "players_left"
NO_TURNS = "0"  # the turn is finished, and no other follows


class PlayoffStage(StrEnum):
    """How far a playoff has come; rounds of all other phases are `ROUND`."""

    ROUND = "round"
    EARLY = "early"
    LATE = "late"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Limit:
    """The time limit of a round. `minutes` is None if there is no limit.

    `turns` are the extra turns when time is called: `PLAYERS_LEFT`, or a number as text; "0" means
    that only the current turn is finished, "" that it is not specified. `turn_minutes` is how long
    they may take, None for no limit. `drawn` is the limit in minutes, from the round's start, of a
    pod without limit after an intentional draw of a game; None if there is none either.
    """

    minutes: int | None
    turns: str = ""
    turn_minutes: int | None = None
    drawn: int | None = None

    @property
    def timed(self) -> bool:
        """Whether time may be called at any table."""
        return self.minutes is not None or self.drawn is not None


def limit(phase: Phase, rules: Ruleset, stage: PlayoffStage, stated: frozenset[str]) -> Limit:
    """Return the time limit of a round of the phase; `stated` has the settings that the event
    itself gives. These take precedence, but a playoff takes its minutes only from its own line of
    the Phases sheet, and a final never has a limit."""
    minutes, final = rules.round_minutes, stage is PlayoffStage.FINAL
    pods = phase.mode is Mode.MULTIPLAYER and stage is not PlayoffStage.ROUND
    if final or (pods and "round_minutes" not in phase.settings):
        minutes = None  # pods of a playoff have no limit either
    elif stage is PlayoffStage.LATE and "round_minutes" not in phase.settings:
        minutes = _LATE_STAGE
    turns = _turns(phase, rules, stated)
    turn_minutes = None if turns == NO_TURNS else rules.extra_turn_minutes
    drawn = _AFTER_A_DRAW if pods and not final and minutes is None else None
    return Limit(minutes, turns, turn_minutes, drawn)


def _turns(phase: Phase, rules: Ruleset, stated: frozenset[str]) -> str:
    """Return the extra turns: those of a variant, or none after the long rounds of 2023, where only
    the current turn is finished (MAMTR 2023 2.5AB)."""
    variant = variants.find(phase.variant or phase.type)
    if "extra_turns" not in stated and variant and "extra_turns" in variant.usual:
        return str(variant.usual["extra_turns"])
    longest, minutes = presets.load(rules.preset).turns_up_to, rules.round_minutes
    long = longest is not None and minutes is not None and minutes > longest
    return NO_TURNS if long and "extra_turns" not in stated else rules.extra_turns


_SECONDS: Mapping[Picks, Mapping[int, int]] = {
    Picks.ONE: {
        15: 40, 14: 40, 13: 35, 12: 30, 11: 25, 10: 25, 9: 20, 8: 20, 7: 15, 6: 10, 5: 10, 4: 5,
        3: 5, 2: 5,
    },
    Picks.TWO: {20: 60, 18: 60, 16: 55, 14: 50, 12: 45, 10: 35, 8: 25, 6: 15, 4: 10},
    Picks.TEAM: {
        15: 50, 14: 50, 13: 45, 12: 45, 11: 40, 10: 40, 9: 30, 8: 30, 7: 20, 6: 20, 5: 10, 4: 10,
        3: 5,
    },
}  # fmt: skip
_REVIEW, _LONGER = 60, 30  # seconds; and how many more after each further pack
_TEAM_REVIEW = 60  # after each pack alike
_LAID_OUT, _ROCHESTER = 20, 5  # seconds for a pack that has been laid out, and for each pick
_TOGETHER = 2  # players of a team whose packs are drafted one after another
_POD = 8  # players of a pod, if unknown
CARDS, COMMANDER_CARDS = 14, 20
"""The cards of a pack, if the event does not say."""


class Step(NamedTuple):
    """A pick, or a review if `pick` is 0: after a pack, or of one that is laid out. `cards` are
    those left in the pack, of which `take` are taken; 0 `seconds` means no limit."""

    pack: int
    pick: int
    cards: int
    take: int
    seconds: int


def steps(rules: Ruleset, picks: Picks = Picks.ONE, players: int = 0) -> tuple[Step, ...]:
    """Return the whole draft: every pick of every pack, and the reviews. `players` is the size of
    the pod, each of whose packs is laid out in a Rochester draft; 0 if unknown."""
    cards = rules.pack_cards or (COMMANDER_CARDS if picks is Picks.TWO else CARDS)
    laid_out, packs = picks is Picks.ROCHESTER, rules.draft_packs
    packs *= (players or _POD) if laid_out else _TOGETHER if picks is Picks.TEAM else 1
    take = 2 if picks in (Picks.TWO, Picks.TEAM) else 1
    result: list[Step] = []
    for pack in range(1, packs + 1):
        if laid_out:
            result.append(Step(pack, 0, cards, 0, _LAID_OUT))
        for pick, left in enumerate(range(cards, 0, -take), 1):
            seconds = _ROCHESTER if laid_out else _seconds(left, take, picks)
            result.append(Step(pack, pick, left, min(take, left), seconds))
        if pack < packs and not laid_out:
            review = _TEAM_REVIEW if picks is Picks.TEAM else _REVIEW + _LONGER * (pack - 1)
            result.append(Step(pack, 0, 0, 0, review))
    return tuple(result)


def _seconds(left: int, take: int, picks: Picks) -> int:
    """Return the seconds for a pick from so many cards; 0 for the last cards, as there is no
    choice. A pack with more cards than the rules list has the time of the fullest one listed."""
    known = _SECONDS[picks]
    fuller = (seconds for cards, seconds in known.items() if cards >= left)
    return 0 if left <= take else min(fuller, default=max(known.values()))
