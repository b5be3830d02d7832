"""The page "How this event is scored": the rules in force, phase by phase, in plain language."""

from datetime import date
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import current
from runner.phases.model import PhaseResult
from runner.phases.qualification import carries
from runner.render.rules_text import Level, Section, in_plain_language
from runner.rules import presets

PATH = "scoring.html"


class PhaseRules(NamedTuple):
    """The rules of one phase. `name` is "" where the event has only one; `date` is that of the
    preset; `changes` counts the sentences that the event has changed."""

    number: int
    name: str
    preset: str
    date: str
    changes: int
    sections: tuple[Section, ...]

    def anchor(self, key: str) -> str:
        """Where a section, or the sentence about a tiebreaker, stands on the page."""
        return anchor(self.number, key)


def anchor(phase: int, key: str) -> str:
    """Where a tiebreaker (or a section) of a phase stands on the page: "omw", "p2-omw"."""
    plain = key.replace("_", "-")
    return plain if phase == 1 else f"p{phase}-{plain}"


def scoring_view(snapshot: Snapshot) -> tuple[PhaseRules, ...]:
    """The rules of each phase, in the order in which they are played."""
    named = len(snapshot.phases) > 1
    level = Level(snapshot.event.enforcement, frozenset(snapshot.event.settings))
    return tuple(
        _phase(result, named, level, _carried(result, earlier))
        for earlier, result in zip((None, *snapshot.phases), snapshot.phases, strict=False)
    )


def _carried(result: PhaseResult, before: PhaseResult | None) -> bool | None:
    """Whether the points of the phase before go on counting; None for a first phase and around a
    playoff, where nobody would think so."""
    if before is None or any(phases.playoff(phase.phase.type) for phase in (before, result)):
        return None
    return carries(result.phase, result.ruleset, before.phase)


def _phase(result: PhaseResult, named: bool, level: Level, carried: bool | None) -> PhaseRules:
    preset = presets.load(result.ruleset.preset)
    sections = in_plain_language(
        result.ruleset, result.phase, result.planned, level, carried=carried
    )
    changed = sum(sentence.changed for section in sections for sentence in section.sentences)
    return PhaseRules(
        number=result.phase.number,
        name=result.phase.name if named else "",
        preset=preset.name,
        date=current().short_day(date.fromisoformat(preset.date)),
        changes=changed,
        sections=sections,
    )
