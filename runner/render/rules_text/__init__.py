"""The rules in force in plain language: sentences derived from the settings, with sources.

In: a set of rules, and the phase in which they are in force. Out: sections of sentences in our own
words, each with its source; deviations from the preset are marked. It must not know who plays, or
what was played.
"""

from runner import phases
from runner.core.phase import Mode, Phase
from runner.render.rules_text.minutes import Level
from runner.render.rules_text.play import at_the_table, playing
from runner.render.rules_text.ranking import ranking, scoring
from runner.rules.explain import RuleExplainer, Section, Sentence
from runner.rules.ruleset import Ruleset

__all__ = ["Level", "Section", "Sentence", "in_plain_language"]


def in_plain_language(
    rules: Ruleset,
    phase: Phase | None = None,
    planned: int | None = None,
    level: Level | None = None,
    *,
    carried: bool | None = None,
) -> tuple[Section, ...]:
    """Return what these rules mean for players, as sections.

    `phase` is where they are in force (None: Swiss rounds), `planned` its number of rounds, and
    `level` the enforcement level (None: Competitive). `carried` is whether points of the previous
    phase still count, None to leave that out. A playoff that ranks by the round reached says
    nothing of points and tiebreakers.
    """
    level = level or Level()
    voice = RuleExplainer(rules, level.enforcement)
    return (
        *at_the_table(rules, phase),
        *((*scoring(voice, carried), *ranking(voice)) if _by_points(phase) else ()),
        *playing(voice, phase, planned, level),
    )


def _by_points(phase: Phase | None) -> bool:
    """Return whether points rank: not in a playoff, except in pods where one loss is not the end,
    which the organiser ranks."""
    type_ = phases.playoff(phase.type) if phase else None
    in_pods = phase is not None and phase.mode is Mode.MULTIPLAYER
    return type_ is None or (in_pods and type_.LIVES > 1)
