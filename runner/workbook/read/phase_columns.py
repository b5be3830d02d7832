"""The Phases sheet: what every phase has, then one column for each setting of the rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from runner import phases
from runner.core.event import MOST_ROUNDS, SettingValue
from runner.phases.phase_type import PhaseType
from runner.rules import presets
from runner.rules.ruleset import FORMULAS
from runner.rules.settings import SETTINGS, Setting, ValueKind
from runner.workbook.column import CellKind, Choice, Column, SheetSchema, find_choice, normal
from runner.workbook.read.sheet import SheetRow, split
from runner.workbook.schema import FLAGS, MODES, NO, YES
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
    """What may stand under Type: all that Runner pairs, and the `further` ones."""
    return tuple(Choice(type_.KEY, type_.NAME) for type_ in (*phases.REGISTRY.values(), *further))


def setting_columns() -> tuple[SettingColumn, ...]:
    """A column for each setting; all may stand as labels on the Event sheet."""
    return tuple(_column(setting) for setting in SETTINGS)


def whole_sheet() -> SheetSchema:
    """The Phases sheet with the types that there are and all settings."""
    own = (
        replace(column, choices=phase_types()) if column.key == "type" else column
        for column in PHASES.columns
    )
    others = (column for column in setting_columns() if column.name not in _OWN)
    return replace(PHASES, columns=(*own, *others))


def _column(setting: Setting) -> SettingColumn:
    choices = tuple(Choice(choice, choice.replace("_", " ")) for choice in setting.choices)
    aliases = () if normal(setting.name) == normal(setting.heading) else (setting.name,)
    return SettingColumn(
        key=f"setting {setting.name}",
        heading=setting.heading,
        help=setting.help,
        kind=CellKind.SETTING,
        choices=FLAGS if setting.kind is ValueKind.FLAG else choices,
        aliases=(*aliases, *setting.former),
        public=True,
        width=_WIDTHS.get(setting.kind, 13),
        setting=setting,
    )


def setting_values(row: SheetRow, columns: Iterable[SettingColumn]) -> dict[str, SettingValue]:
    """What a row says for each setting; blank cells are left out, and so is what makes no sense,
    which is a fatal problem: without its rules an event can't be scored."""
    found: dict[str, SettingValue] = {}
    for column in columns:
        value = row.value(column.key)
        if value is None or (text := row.text(column.key)) == "":
            continue
        try:
            found[column.name] = _meant(column.setting, text)
        except ValueError as wrong:
            row.error(
                "phases.setting-does-not-fit",
                column.key,
                f"“{text}” does not fit {column.heading}: {wrong}",
                "Correct the cell, or clear it to leave the value to the preset.",
                fatal=True,
            )
    return found


def _meant(setting: Setting, text: str) -> SettingValue:
    """The value as the open format would have it. Raises ValueError where it makes no sense."""
    off = setting.optional and text.strip().casefold() == _NONE
    if setting.kind is ValueKind.FLAG and not off:
        choice = find_choice(text, FLAGS)
        if choice is None:
            raise ValueError("it should be yes or no.")
        return choice is YES
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
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def spelled(value: SettingValue, column: SettingColumn) -> str | int | float:
    """The value as it is typed into a cell, so that `setting_values` gives it back."""
    if value is None:
        return _NONE
    if isinstance(value, bool):
        return YES.label if value else NO.label
    if isinstance(value, list):
        return ", ".join(plain(entry) for entry in value)
    for choice in column.choices:
        if choice.value == value:
            return choice.label
    return value
