"""The output of `runner rules`: the list of presets, or one of them in plain language."""

from collections.abc import Iterator
from textwrap import wrap

from runner.core import names
from runner.core.actions import ListPresets
from runner.core.phase import Mode, Phase
from runner.core.problems import Place, Problem, error
from runner.render.rules_text import Level, Section, in_plain_language
from runner.rules import presets
from runner.rules.presets import Preset
from runner.rules.ruleset import ruleset

_WIDTH = 92
_MODES = {Mode.MULTIPLAYER: "Pods", Mode.HEAD_TO_HEAD: "Two at a table", Mode.DRAFT: "Drafts"}


def list_lines() -> Iterator[str]:
    """Yield all presets grouped by mode, each with its date and summary."""
    known = [presets.load(key) for key in presets.names()]
    for mode in Mode:
        of_mode = [preset for preset in known if preset.mode is mode]
        if of_mode:
            yield f"{_MODES[mode]}:"
        for preset in of_mode:
            yield f"  {preset.key}: {preset.name} ({preset.date})"
            yield from wrap(preset.summary, _WIDTH, initial_indent="    ", subsequent_indent="    ")


def preset_lines(wanted: str) -> list[str] | Problem:
    """Return a preset in plain language with sources, or a problem if it does not exist."""
    key = wanted.strip().casefold()
    if key not in presets.names():
        close = names.nearest(key, presets.names())
        fix = f"Did you mean “{close}”?" if close else ListPresets()
        return error("rules.no-such-preset", Place(), f"There is no preset “{wanted}”.", fix)
    return [*_lines(presets.load(key))]


def _lines(preset: Preset) -> Iterator[str]:
    yield f"{preset.name} ({preset.key}), as of {preset.date}"
    yield from wrap(preset.summary, _WIDTH)
    usual, regular = _sections(preset, presets.COMPETITIVE), _sections(preset, presets.REGULAR)
    texts = {sentence.text for section in usual for sentence in section.sentences}
    instead = (sentence for section in regular for sentence in section.sentences)
    otherwise = tuple(sentence for sentence in instead if sentence.text not in texts)
    for section in (*usual, Section("regular", "At Regular instead", otherwise)):
        if section.sentences:
            yield ""
            yield section.heading
            yield from _section(section)


def _sections(preset: Preset, enforcement: str) -> tuple[Section, ...]:
    rules, _ = ruleset(Phase(1, "", preset.mode, "", preset.key), {}, enforcement)
    return in_plain_language(rules, level=Level(enforcement))


def _section(section: Section) -> Iterator[str]:
    for number, sentence in enumerate(section.sentences, 1):
        mark = f"{number}." if section.numbered else "-"
        yield from wrap(
            f"{sentence.text} [{sentence.source}]", _WIDTH, initial_indent=f"  {mark} ",
            subsequent_indent="    " + " " * (len(mark) - 1),
        )  # fmt: skip
