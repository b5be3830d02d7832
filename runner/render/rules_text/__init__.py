"""The rules in force in plain language: sentences that follow from the values, with their sources.

In: a set of rules, and the phase that they are in force in. Out: sections of sentences, each with
its source, in our own words; what the event changes about its preset is marked. It must never know
who plays, or what was played.
"""

from runner.core.phase import Phase
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
    """What these rules mean for those who play by them.

    `phase` is the one that they are in force in, `planned` how many rounds it is to have; without
    a phase they are told as for Swiss rounds, and without a level as at Competitive. `carried` is
    whether the points of the phase before go on counting, None where nobody would ask.
    """
    level = level or Level()
    voice = RuleExplainer(rules, level.enforcement)
    return (
        *at_the_table(rules, phase),
        *scoring(voice, carried),
        *ranking(voice),
        *playing(voice, phase, planned, level),
    )
