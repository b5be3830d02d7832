"""Sentences on the length of a round, and on what happens when time is called."""

from collections.abc import Iterator
from dataclasses import dataclass

from runner.core.language import _, ngettext
from runner.core.phase import Mode, Phase
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.phase_type import PhaseType
from runner.rules import presets
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.limits import NO_TURNS, PLAYERS_LEFT, Limit, PlayoffStage, limit

_APPENDIX = "App. B"


@dataclass(frozen=True, slots=True)
class Level:
    """The rules enforcement level, and the settings that the event gives for all its phases."""

    enforcement: str = presets.COMPETITIVE
    stated: frozenset[str] = frozenset()


def minutes(
    voice: RuleExplainer, phase: Phase | None, type_: PhaseType, planned: int | None, level: Level
) -> Iterator[Sentence]:
    """Yield the sentences on time for a phase of so many rounds; without one, for Swiss rounds."""
    plain = Phase(1, "", Mode.MULTIPLAYER if voice.pods else Mode.HEAD_TO_HEAD, type_.KEY)
    phase = phase or plain
    stated = level.stated | {*phase.settings}

    def allowed(stage: PlayoffStage) -> Limit:
        return limit(phase, voice.rules, stage, stated)

    if isinstance(type_, PlayoffType):
        late = PlayoffStage.FINAL if planned == 1 else type_.stage_before_final(2)
        early = type_.stage_before_final(2 ** (planned - 1)) if planned else PlayoffStage.EARLY
        yield from _playoff(voice, phase, allowed(early), allowed(late))
    else:
        yield from _rounds(voice, allowed(PlayoffStage.ROUND))


def _rounds(voice: RuleExplainer, now: Limit) -> Iterator[Sentence]:
    if now.minutes is None:
        yield voice.says(_("Rounds have no time limit."), "round_minutes")
        return
    text = ngettext("A round lasts {n} minute.", "A round lasts {n} minutes.", now.minutes)
    yield voice.says(text, "round_minutes")
    if now.turns:
        yield voice.says(_when_called(now), "extra_turns", "extra_turn_minutes")


def _playoff(voice: RuleExplainer, phase: Phase, early: Limit, late: Limit) -> Iterator[Sentence]:
    own = "round_minutes" in phase.settings
    source = f"{'MAMTR' if voice.pods else 'MTR'} {_APPENDIX}"
    if late.minutes is None:
        yield voice.says(_("Rounds of the playoff have no time limit."), source=source)
    elif early.minutes is None:
        text = ngettext(
            "Quarterfinals and semifinals last {n} minute; other rounds have no time limit.",
            "Quarterfinals and semifinals last {n} minutes; other rounds have no time limit.",
            late.minutes,
        )
        yield voice.says(text, source=source)
    elif own or early.minutes == late.minutes:
        text = ngettext(
            "A round lasts {n} minute; the final has no time limit.",
            "A round lasts {n} minutes; the final has no time limit.",
            early.minutes,
        )
        typed = early.minutes == voice.rules.round_minutes
        yield voice.says(text, *["round_minutes"] * typed, source=source)
    else:
        text = ngettext(
            "A round lasts {n} minute, but quarterfinals and semifinals {late}; the final has no "
            "time limit.",
            "A round lasts {n} minutes, but quarterfinals and semifinals {late}; the final has no "
            "time limit.",
            early.minutes, late=late.minutes,
        )  # fmt: skip
        yield voice.says(text, source=source)
    if late.drawn:
        text = ngettext(
            "A pod that draws a game intentionally has {n} minute from the start of the round. It "
            "plays on after that only while a pod that has not done so is still playing, and the "
            "final never has a limit.",
            "A pod that draws a game intentionally has {n} minutes from the start of the round. It "
            "plays on after that only while a pod that has not done so is still playing, and the "
            "final never has a limit.",
            late.drawn,
        )
        yield voice.says(text, source=source)
    if late.turns and late.timed:
        yield voice.says(_when_called(late), "extra_turns", "extra_turn_minutes")


def _when_called(now: Limit) -> str:
    if now.turns == NO_TURNS:
        return _("When time is called the turn is finished, and the game ends.")
    # Note: stands within a sentence: as long as the extra turns may take.
    within = ngettext("within {n} minute", "within {n} minutes", now.turn_minutes or 0)
    if now.turns == PLAYERS_LEFT and now.turn_minutes:
        # Note: {limit} is “within 20 minutes”.
        return _(
            "When time is called the turn is finished, and as many extra turns follow as players "
            "are still in the game, {limit}.",
            limit=within,
        )
    if now.turns == PLAYERS_LEFT:
        return _("When time is called the turn is finished, and as many extra turns follow as "
                 "players are still in the game.")  # fmt: skip
    if now.turn_minutes:
        # Note: {limit} is “within 20 minutes”.
        return ngettext(
            "When time is called the turn is finished, and {n} extra turn follows, {limit}.",
            "When time is called the turn is finished, and {n} extra turns follow, {limit}.",
            int(now.turns), limit=within,
        )  # fmt: skip
    return ngettext(
        "When time is called the turn is finished, and {n} extra turn follows.",
        "When time is called the turn is finished, and {n} extra turns follow.",
        int(now.turns),
    )
