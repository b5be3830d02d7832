"""The Phases sheet."""

from __future__ import annotations

from runner.core import names
from runner.core.event import Mode, Phase
from runner.core.problems import Place
from runner.phases import FREE_FOR_ALL, USUAL
from runner.rules import presets
from runner.workbook.read.phase_columns import SettingColumn, phase_types, setting_values
from runner.workbook.read.sheet import SheetRow, View, unknown_choice
from runner.workbook.schema import MODES, Choice, find_choice

_MOST_PHASES = 20


def read_phases(view: View) -> tuple[Phase, ...] | None:
    """The phases in order, numbered from 1; None where there is none to play.

    What is wrong here is fatal: with other rules than were meant everything would come out wrong.
    """
    settings = [each for each in view.schema.values() if isinstance(each, SettingColumn)]
    lines = [line for line in view if not line.blank()]
    if not lines:
        view.report.error(
            Place(view.name),
            "There is no phase yet.",
            "Fill one row: its name, Multiplayer or Head-to-head, and Swiss.",
            fatal=True,
        )
        return None
    if len(lines) > _MOST_PHASES:
        view.report.error(
            lines[_MOST_PHASES].place("name"),
            f"Only the first {_MOST_PHASES} phases are read.",
            "Delete the others.",
            fatal=True,
        )
    return tuple(
        _phase(line, number, settings) for number, line in enumerate(lines[:_MOST_PHASES], 1)
    )


def _phase(line: SheetRow, number: int, settings: list[SettingColumn]) -> Phase:
    mode = line.choice("mode", fatal=True)
    if not line.value("mode"):
        line.view.report.error(
            line.place("mode"),
            "It isn't said how many sit at a table.",
            f"Choose {' or '.join(choice.label for choice in MODES[:2])} under Mode.",
            fatal=True,
        )
    return Phase(
        number=number,
        name=line.text("name") or f"Phase {number}",
        mode=Mode(mode) if mode else Mode.MULTIPLAYER,
        type=_type(line),
        preset=_preset(line),
        rounds=line.count("rounds"),
        pod_size=line.count("pod_size"),
        cut=line.count("cut"),
        settings=setting_values(line, settings),
        place=line.place("name"),
    )


def _type(line: SheetRow) -> str:
    """The type as its key; one that nobody knows is kept unless it looks misspelt."""
    text = line.text("type")
    known = phase_types(FREE_FOR_ALL)
    found = find_choice(text, known)
    if found or not text:
        return found.value if found else USUAL.KEY
    close = names.nearest(text, [choice.label for choice in known])
    if close:
        line.view.report.error(
            line.place("type"),
            f"“{text}” is not a type of phase.",
            f"Did you mean “{close}”?",
            fatal=True,
        )
    else:
        line.view.report.warning(
            line.place("type"),
            f"Runner cannot pair “{text}” by itself.",
            "Type the names into its rounds, or choose another type.",
        )
    return text.replace(" ", "_").casefold()


def _preset(line: SheetRow) -> str | None:
    """The preset's name, or None where the cell is blank."""
    text = line.text("preset")
    if not text:
        return None
    choices = tuple(Choice(name, name) for name in presets.names())
    found = find_choice(text, choices)
    if found is None:
        line.view.report.error(
            line.place("preset"),
            f"There is no preset “{text}”.",
            unknown_choice(text, choices),
            fatal=True,
        )
    return found.value if found else None
