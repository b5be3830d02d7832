"""Read the sheet Phases: what every phase has, then a column for each setting of the rules."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from runner import languages, phases
from runner.core import names
from runner.core.identifiers import MOST_PHASES, MOST_ROUNDS
from runner.core.language import _, speaking
from runner.core.phase import Mode, Phase, SettingValue
from runner.phases import FURTHER, USUAL
from runner.phases.phase_type import PhaseType
from runner.rules import limited, presets, variants
from runner.rules.ruleset import FORMULAS, LARGEST_POD
from runner.rules.settings import SETTINGS, Setting, ValueKind
from runner.workbook.column import CellKind, Choice, Column, SheetSchema, find_choice
from runner.workbook.read.sheet import SheetRow, View, split, unknown_choice
from runner.workbook.schema import FLAGS, MODES, NO, YES, mode_choice
from runner.workbook.xlsx.grid import plain

PRESETS = tuple(
    Choice(preset.key, preset.label, (preset.name,))
    for preset in map(presets.load, presets.names())
)
"""Named as organisers know them; the keys, by which documents name them, are understood too."""

PHASES = SheetSchema(
    "Phases",
    "Phases",
    "One row for each stage of the day, in order. An empty cell means: as the preset says. "
    "Settings that few need are folded away to the right: click the + above the columns.",
    (
        Column("name", "Name", "Swiss, Top 16 ...", aliases=("Phase",), width=20, public=True),
        Column("mode", "Mode", "Multiplayer: pods of three to five. Head-to-head: two a table. Or "
               "a variant, such as Two-Headed Giant. Empty: as in the row above.",
               CellKind.CHOICE, MODES, required=True, width=16, public=True),
        Column("type", "Type", "How rounds are paired.", CellKind.CHOICE, required=True,
               aliases=("Format", "Structure"), width=20, public=True),
        Column("preset", "Preset", "The rules it starts from; every setting to the right changes "
               "one of its values. Empty: as in the row above.", CellKind.CHOICE, PRESETS,
               aliases=("Rules preset", "Rules"), width=24, public=True),
        Column("rounds", "Rounds", "How many. Empty: as recommended for the number of players.",
               CellKind.COUNT, most=MOST_ROUNDS, width=10, public=True),
        Column("pod_size", "Pod size", "Seats at a full table: 3, 4 or 5; more in Melee.",
               CellKind.COUNT, least=2, most=60, aliases=("Seats at a table",), width=10,
               public=True),
        Column("cut", "Cut", "How many advance to this phase; empty in the first one.",
               CellKind.COUNT, least=2, most=9999, aliases=("Cut to", "Top"), width=10,
               public=True),
    ),
    ("Phase",),
)  # fmt: skip

_NONE = "none"  # a setting that is switched off, such as a floor that no one has
_LISTS = (ValueKind.KEYS, ValueKind.NUMBERS, ValueKind.RANGES)
_WIDTHS = {ValueKind.KEYS: 24, ValueKind.CHOICE: 21, ValueKind.RANGES: 18}
_OWN = {column.key for column in PHASES.columns}


@dataclass(frozen=True, slots=True)
class SettingColumn(Column):
    """A column for a setting of the rules."""

    setting: Setting = SETTINGS[0]

    @property
    def name(self) -> str:
        """Its name in preset files and in the open format."""
        return self.setting.name


def phase_types(*further: PhaseType) -> tuple[Choice, ...]:
    """Return what may stand under Type: all that Runner pairs, and the `further` ones."""
    return tuple(Choice(type_.KEY, type_.NAME) for type_ in (*phases.REGISTRY.values(), *further))


def setting_columns() -> tuple[SettingColumn, ...]:
    """Return a column for each setting; all may stand as labels on the Event sheet."""
    return tuple(
        SettingColumn(
            key=f"setting {setting.name}",
            heading=setting.heading,
            help=setting.help,
            kind=CellKind.SETTING,
            choices=FLAGS
            if setting.kind is ValueKind.FLAG
            else tuple(Choice(choice, choice.replace("_", " ")) for choice in setting.choices),
            aliases=(setting.name, *setting.former),
            public=True,
            width=_WIDTHS.get(setting.kind, 13),
            setting=setting,
        )
        for setting in SETTINGS
    )


def whole_sheet() -> SheetSchema:
    """Return the Phases sheet with the types that there are and all settings."""
    own = (
        replace(column, choices=phase_types()) if column.key == "type" else column
        for column in PHASES.columns
    )
    others = (column for column in setting_columns() if column.name not in _OWN)
    return replace(PHASES, columns=(*own, *others))


def setting_values(row: SheetRow, columns: Iterable[SettingColumn]) -> dict[str, SettingValue]:
    """Return what a row says for each setting; blank cells are left out, and so is what makes no
    sense, which is a fatal problem: without its rules an event can't be scored."""
    values: dict[str, SettingValue] = {}
    for column in columns:
        if row.value(column.key) is None or (text := row.text(column.key)) == "":
            continue
        try:
            values[column.name] = _meant(column.setting, text)
        except ValueError as wrong:
            row.error("phases.setting-does-not-fit", column.key,
                      f"“{text}” does not fit {column.heading}: {wrong}",
                      "Correct the cell, or clear it to leave the value to the preset.",
                      fatal=True)  # fmt: skip
    return values


def _meant(setting: Setting, text: str) -> SettingValue:
    """Return the value as the open format would have it. Raises ValueError where it makes no
    sense."""
    off = setting.optional and text.strip().casefold() == _NONE
    if setting.kind is ValueKind.FLAG and not off:
        if choice := find_choice(text, FLAGS):
            return choice is YES
        raise ValueError("it should be yes or no.")
    if setting.kind is ValueKind.NUMBER and text.replace(" ", "").casefold() in FORMULAS:
        return text
    typed = setting.read(text)
    if typed is None:
        return None
    if setting.kind in _LISTS or isinstance(typed, tuple):
        return [_number_or_text(entry) for entry in split(text, ",;>")]
    if setting.kind is ValueKind.CHOICE:
        return str(typed)
    return _number_or_text(text)


def _number_or_text(text: str) -> int | float | str:
    for kind in (int, float):
        with suppress(ValueError):
            return kind(text)
    return text


def spelled(value: SettingValue, column: SettingColumn) -> str | int | float:
    """Return the value as it is typed into a cell, so that `setting_values` gives it back."""
    if value is None:
        return _NONE
    if isinstance(value, bool):
        return YES.label if value else NO.label
    if isinstance(value, list):
        return ", ".join(plain(entry) for entry in value)
    return next((choice.label for choice in column.choices if choice.value == value), value)


def read_phases(view: View, language: str = "") -> tuple[Phase, ...] | None:
    """Return the phases in order, numbered from 1; None where there is none to play. Those without
    a name are called by their number, in the `language` of the event. What is wrong here is fatal:
    with other rules than were meant everything would come out wrong."""
    view = replace(view, of_rules=True)
    settings = [column for column in view.schema.values() if isinstance(column, SettingColumn)]
    rows = [row for row in view if not row.blank()]
    if not rows:
        view.report.error("phases.none", view.place("name", view.header + 1),
                          "There is no phase yet.",
                          "Fill one row: its name, Multiplayer or Head-to-head, and Swiss.",
                          fatal=True)  # fmt: skip
        return None
    if len(rows) > MOST_PHASES:
        view.report.error("phases.too-many", rows[MOST_PHASES].place("name"),
                          f"Only the first {MOST_PHASES} phases are read.", "Delete the others.",
                          fatal=True)  # fmt: skip
    listed: list[Phase] = []
    for row in rows[:MOST_PHASES]:
        listed.append(_phase(row, settings, listed, language))
    return tuple(listed)


def _phase(
    row: SheetRow, settings: list[SettingColumn], above: Sequence[Phase], language: str
) -> Phase:
    """One row. An empty Mode or Preset is that of the row above, as far as they go together."""
    number, typed = len(above) + 1, bool(row.value("mode"))
    mode = row.choice("mode", fatal=True)
    if not typed and above:
        mode = mode_choice(above[-1])
    elif not typed:
        row.error("phases.mode-missing", "mode",
                  "Choose Multiplayer or Head-to-head, or the variant that is played.",
                  "Mode says how many sit at a table.", fatal=True)  # fmt: skip
    variant, format_ = variants.find(mode), limited.REGISTRY.get(mode)
    if variant or format_ is None:
        played = variant.mode if variant else Mode(mode or Mode.MULTIPLAYER)
        key = variant.key if variant else ""
    else:
        played, key = format_.mode, format_.variant
    type_ = _type(row)
    key = key or variants.of_type(type_, played)
    inherited = above[-1].preset if above and above[-1].mode == played else None
    if inherited == presets.default(played):
        inherited = None  # as where nothing is said at all
    with speaking(languages.language(language)):
        # Note: a phase of the event that has no other name.
        unnamed = _("Phase {number}", number=number)
    # Sealed pools are opened once: where Mode is empty the decks of the row above are played.
    decks = format_.limited if format_ and (typed or not format_.sealed) else ""
    return Phase(
        number=number,
        name=row.text("name") or unnamed,
        mode=played,
        drafted=bool(format_ and format_.drafted),
        limited=decks,
        variant=key,
        type=type_,
        preset=_preset(row) or inherited,
        rounds=row.count("rounds"),
        pod_size=row.count("pod_size", None if key else LARGEST_POD),
        cut=row.count("cut"),
        settings=setting_values(row, settings),
        place=row.place("name"),
        untyped=not row.text("type"),
        places={
            **row.places(*(column.key for column in PHASES.columns)),
            **{column.name: row.place(column.key) for column in settings},
        },
    )


def _type(row: SheetRow) -> str:
    """Return the type as its key; one that nobody knows is kept unless it looks misspelt."""
    text = row.text("type")
    known = phase_types(*FURTHER.values())
    choice = find_choice(text, known)
    if choice or not text:
        return choice.value if choice else USUAL.KEY
    close = names.nearest(text, [each.label for each in known])
    if close:
        row.error("phases.type-unknown", "type", f"“{text}” is not a type of phase.",
                  f"Did you mean “{close}”?", fatal=True)  # fmt: skip
    else:
        row.warning("phases.type-by-hand", "type", f"Runner cannot pair “{text}” by itself.",
                    "Type the names into its rounds, or choose another type.")  # fmt: skip
    return text.replace(" ", "_").casefold()


def _preset(row: SheetRow) -> str | None:
    text = row.text("preset")
    if not text:
        return None
    choice = find_choice(text, PRESETS)
    if choice is None:
        row.error("phases.preset-unknown", "preset", f"There is no preset “{text}”.",
                  unknown_choice(text, PRESETS), fatal=True)  # fmt: skip
    return choice.value if choice else None
