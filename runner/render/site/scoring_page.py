"""The page "How this event is scored": the rules in force in plain language, phase by phase."""

from datetime import date
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import current
from runner.phases.model import PhaseResult
from runner.phases.qualification import carries
from runner.render.rules_text import Level, Section, in_plain_language
from runner.render.site import front_page
from runner.rules import presets

PATH = "scoring.html"


class PhaseRules(NamedTuple):
    """The rules of a phase. `name` is "" if the event has only one; `date` is that of the preset;
    `changes` counts the sentences that differ from it."""

    number: int
    name: str
    preset: str
    date: str
    changes: int
    sections: tuple[Section, ...]

    def anchor(self, key: str) -> str:
        """Return the anchor of a section, or of the sentence about a tiebreaker."""
        return anchor(self.number, key)


def anchor(phase: int, key: str) -> str:
    """Return the anchor of a tiebreaker or section of a phase: "omw", "p2-omw"."""
    plain = key.replace("_", "-")
    return plain if phase == 1 else f"p{phase}-{plain}"


def scoring_view(snapshot: Snapshot) -> SimpleNamespace:
    """Return the most asked-for `figures`, and the rules of the `phases` in playing order."""
    named = len(snapshot.phases) > 1
    level = Level(snapshot.event.enforcement, frozenset(snapshot.event.settings))
    rules = tuple(
        _phase(result, named, level, _carried(result, earlier))
        for earlier, result in zip((None, *snapshot.phases), snapshot.phases, strict=False)
    )
    return SimpleNamespace(figures=tuple(front_page.figures(snapshot)), phases=rules)


def _carried(result: PhaseResult, before: PhaseResult | None) -> bool | None:
    """Return whether points of the previous phase still count; None for the first phase and next to
    a playoff, where the question does not arise."""
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
