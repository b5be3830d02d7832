"""How long a round takes, and what happens when time is called."""

from collections.abc import Iterator
from dataclasses import dataclass

from runner.core.event import Mode, Phase
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.phase_type import PhaseType
from runner.rules import presets
from runner.rules.limits import PLAYERS_LEFT, Limit, PlayoffStage, limit
from runner.rules.voice import Sentence, Voice

_APPENDIX = "App. B"


@dataclass(frozen=True, slots=True)
class Level:
    """The rules enforcement level, and which settings the event gives for all its phases."""

    enforcement: str = presets.COMPETITIVE
    stated: frozenset[str] = frozenset()


def minutes(
    voice: Voice, phase: Phase | None, type_: PhaseType, level: Level
) -> Iterator[Sentence]:
    """The time of a phase; of Swiss rounds where there is none."""
    plain = Phase(1, "", Mode.MULTIPLAYER if voice.pods else Mode.HEAD_TO_HEAD, type_.KEY)
    phase = phase or plain
    stated = level.stated | {*phase.settings}

    def allowed(stage: PlayoffStage) -> Limit:
        shared = type_.SHARED_LIFE
        return limit(phase, voice.rules, stage, stated, shared_life=shared)

    if isinstance(type_, PlayoffType):
        late = type_.stage_before_final(2)
        yield from _playoff(voice, phase, allowed(PlayoffStage.EARLY), allowed(late))
    else:
        yield from _rounds(voice, allowed(PlayoffStage.ROUND))


def _rounds(voice: Voice, now: Limit) -> Iterator[Sentence]:
    if now.minutes is None:
        yield voice.says("Rounds have no time limit.", "round_minutes")
        return
    yield voice.says(f"A round lasts {now.minutes} minutes.", "round_minutes")
    if now.turns:
        yield voice.says(_when_called(now), "extra_turns", "extra_turn_minutes")


def _playoff(voice: Voice, phase: Phase, early: Limit, late: Limit) -> Iterator[Sentence]:
    own = "round_minutes" in phase.settings
    source = f"{'MAMTR' if voice.pods else 'MTR'} {_APPENDIX}"
    if late.minutes is None:
        yield voice.says("Rounds of the playoff have no time limit.", source=source)
    elif own or early.minutes == late.minutes:
        text = f"A round lasts {early.minutes} minutes; the final has no time limit."
        yield voice.says(text, "round_minutes")
    else:
        yield voice.says(
            f"A round lasts {early.minutes} minutes, but quarterfinals and semifinals "
            f"{late.minutes}; the final has no time limit.",
            source=source,
        )
    if late.drawn:
        yield voice.says(
            f"A pod that draws a game intentionally has {late.drawn} minutes from the start of the "
            "round. It goes on past them only while a pod that has not still plays, and the final "
            "never has a limit.",
            source=source,
        )
    if late.turns and late.timed:
        yield voice.says(_when_called(late), "extra_turns", "extra_turn_minutes")


def _when_called(now: Limit) -> str:
    within = f", within {now.turn_minutes} minutes" if now.turn_minutes else ""
    if now.turns == PLAYERS_LEFT:
        return (
            "When time is called the turn is finished, and as many extra turns follow as players "
            f"are still in the game{within}."
        )
    if now.turns == "0":
        return "When time is called the turn is finished, and the game ends."
    many = f"{now.turns} extra turns" if now.turns != "1" else "1 extra turn"
    return f"When time is called the turn is finished, and {many} follow{within}."
