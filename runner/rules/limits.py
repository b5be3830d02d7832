"""How long matches and draft picks may take by the rules (docs/rules.md 7).

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


def limit(phase: Phase, rules: Ruleset, stage: PlayoffStage, stated: frozenset[str]) -> Limit:
    """Return the time of a round of the phase; `stated` are the settings that the event itself
    gives. What is stated counts, but a playoff takes its minutes from its own line of the Phases
    sheet only, and a final never has a limit."""
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
    """Return the extra turns: as many as a variant says, and none after the long rounds of 2023, in
    which the turn is only finished (MAMTR 2023 2.5AB)."""
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
_REVIEW, _LONGER = 60, 30  # seconds; so much longer after each pack
_TEAM_REVIEW = 60  # after each pack alike
_LAID_OUT, _ROCHESTER = 20, 5  # seconds for a pack that has been laid out, and for each pick
_TOGETHER = 2  # players of a team whose packs are drafted one after another
_POD = 8  # players of a pod, where it is not known yet
CARDS, COMMANDER_CARDS = 14, 20
"""In a pack, where nobody says otherwise."""


class Step(NamedTuple):
    """A pick, or where `pick` is 0 a review: after a pack, or of one that is laid out. `cards` are
    those left in the pack, of which `take` are taken; 0 `seconds` are no limit."""

    pack: int
    pick: int
    cards: int
    take: int
    seconds: int


def steps(rules: Ruleset, picks: Picks = Picks.ONE, players: int = 0) -> tuple[Step, ...]:
    """Return the whole draft: every pick of every pack, and the reviews. `players` are those of a
    pod, each of whose packs is laid out in a Rochester draft; 0 while nobody knows."""
    cards = rules.pack_cards or (COMMANDER_CARDS if picks is Picks.TWO else CARDS)
    laid_out, packs = picks is Picks.ROCHESTER, rules.draft_packs
    packs *= (players or _POD) if laid_out else _TOGETHER if picks is Picks.TEAM else 1
    take = 2 if picks in (Picks.TWO, Picks.TEAM) else 1
    found: list[Step] = []
    for pack in range(1, packs + 1):
        if laid_out:
            found.append(Step(pack, 0, cards, 0, _LAID_OUT))
        for pick, left in enumerate(range(cards, 0, -take), 1):
            seconds = _ROCHESTER if laid_out else _seconds(left, take, picks)
            found.append(Step(pack, pick, left, min(take, left), seconds))
        if pack < packs and not laid_out:
            review = _TEAM_REVIEW if picks is Picks.TEAM else _REVIEW + _LONGER * (pack - 1)
            found.append(Step(pack, 0, 0, 0, review))
    return tuple(found)


def _seconds(left: int, take: int, picks: Picks) -> int:
    """Return the time for a pick with so many cards left; nothing for the last, which nobody
    chooses. A pack with more cards than the rules know has the time of the fullest that they do."""
    known = _SECONDS[picks]
    fuller = (seconds for cards, seconds in known.items() if cards >= left)
    return 0 if left <= take else min(fuller, default=max(known.values()))
