"""The Phases sheet."""

from collections.abc import Sequence
from dataclasses import replace

from runner import languages
from runner.core import names
from runner.core.event import MOST_PHASES, Mode, Phase
from runner.core.language import _, speaking
from runner.phases import FURTHER, USUAL
from runner.rules import limited, presets, variants
from runner.rules.ruleset import LARGEST_POD
from runner.workbook.column import find_choice
from runner.workbook.read.phase_columns import (
    PHASES,
    PRESETS,
    SettingColumn,
    phase_types,
    setting_values,
)
from runner.workbook.read.sheet import SheetRow, View, unknown_choice
from runner.workbook.schema import mode_choice


def read_phases(view: View, language: str = "") -> tuple[Phase, ...] | None:
    """The phases in order, numbered from 1; None where there is none to play. Those without a name
    are called by their number, in the `language` of the event.

    What is wrong here is fatal: with other rules than were meant everything would come out wrong.
    """
    view = replace(view, of_rules=True)
    settings = [column for column in view.schema.values() if isinstance(column, SettingColumn)]
    rows = [row for row in view if not row.blank()]
    if not rows:
        view.report.error(
            "phases.none",
            view.place("name", view.header + 1),
            "There is no phase yet.",
            "Fill one row: its name, Multiplayer or Head-to-head, and Swiss.",
            fatal=True,
        )
        return None
    if len(rows) > MOST_PHASES:
        view.report.error(
            "phases.too-many",
            rows[MOST_PHASES].place("name"),
            f"Only the first {MOST_PHASES} phases are read.",
            "Delete the others.",
            fatal=True,
        )
    found: list[Phase] = []
    for row in rows[:MOST_PHASES]:
        found.append(_phase(row, settings, found, language))
    return tuple(found)


def _unnamed(number: int, language: str) -> str:
    with speaking(languages.language(language)):
        # Note: a phase of the event that has no other name.
        return _("Phase {number}", number=number)


def _phase(
    row: SheetRow, settings: list[SettingColumn], above: Sequence[Phase], language: str
) -> Phase:
    """One row. An empty Mode or Preset is that of the row above, as far as they go together."""
    number = len(above) + 1
    mode = row.choice("mode", fatal=True)
    if not row.value("mode") and above:
        mode = mode_choice(above[-1])
    elif not row.value("mode"):
        row.error(
            "phases.mode-missing",
            "mode",
            "Choose Multiplayer or Head-to-head, or the variant that is played.",
            "Mode says how many sit at a table.",
            fatal=True,
        )
    played, variant = _played(mode)
    made = limited.find(mode)
    type_ = _type(row)
    variant = variant or variants.of_type(type_, played)
    inherited = above[-1].preset if above and above[-1].mode == played else None
    if inherited == presets.default(played):
        inherited = None  # as where nothing is said at all
    return Phase(
        number=number,
        name=row.text("name") or _unnamed(number, language),
        mode=played,
        drafted=bool(made and made.drafted),
        limited=_limited(row, made),
        variant=variant,
        type=type_,
        preset=_preset(row) or inherited,
        rounds=row.count("rounds"),
        pod_size=row.count("pod_size", None if variant else LARGEST_POD),
        cut=row.count("cut"),
        settings=setting_values(row, settings),
        place=row.place("name"),
        untyped=not row.text("type"),
        places={
            **row.places(*(column.key for column in PHASES.columns)),
            **{column.name: row.place(column.key) for column in settings},
        },
    )


def _limited(row: SheetRow, made: limited.Limited | None) -> str:
    """How decks are made, where the mode does not say it: sealed pools are opened once, so that a
    row whose Mode is empty goes on with the decks of the row above."""
    if made is None or (made.sealed and not row.value("mode")):
        return ""
    return made.limited


def _played(mode: str) -> tuple[Mode, str]:
    """The mode that a choice under Mode stands for, and the variant that it names."""
    if variant := variants.find(mode):
        return variant.mode, variant.key
    if made := limited.find(mode):
        return made.mode, made.variant
    return Mode(mode) if mode else Mode.MULTIPLAYER, ""


def _type(row: SheetRow) -> str:
    """The type as its key; one that nobody knows is kept unless it looks misspelt."""
    text = row.text("type")
    known = phase_types(*FURTHER.values())
    found = find_choice(text, known)
    if found or not text:
        return found.value if found else USUAL.KEY
    close = names.nearest(text, [choice.label for choice in known])
    if close:
        row.error(
            "phases.type-unknown",
            "type",
            f"“{text}” is not a type of phase.",
            f"Did you mean “{close}”?",
            fatal=True,
        )
    else:
        row.warning(
            "phases.type-by-hand",
            "type",
            f"Runner cannot pair “{text}” by itself.",
            "Type the names into its rounds, or choose another type.",
        )
    return text.replace(" ", "_").casefold()


def _preset(row: SheetRow) -> str | None:
    """The preset's name, or None where the cell is blank."""
    text = row.text("preset")
    if not text:
        return None
    found = find_choice(text, PRESETS)
    if found is None:
        row.error(
            "phases.preset-unknown",
            "preset",
            f"There is no preset “{text}”.",
            unknown_choice(text, PRESETS),
            fatal=True,
        )
    return found.value if found else None
