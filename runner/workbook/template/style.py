"""The styles of the workbook: a few colours, one typeface, and the looks of cells."""

from copy import copy
from dataclasses import dataclass
from itertools import product
from typing import Any
from weakref import WeakKeyDictionary

from openpyxl import Workbook
from openpyxl.formatting.rule import Rule
from openpyxl.styles import (
    Alignment,
    Border,
    Color,
    Font,
    NamedStyle,
    PatternFill,
    Protection,
    Side,
)
from openpyxl.styles.differential import DifferentialStyle
from openpyxl.styles.styleable import StyleableObject
from openpyxl.worksheet.worksheet import Worksheet

# The colours of the pages (templates/site/css/tokens.css), as spreadsheets spell them.
INK = "11151B"
QUIET = "4B5562"
FAINT = "7B8794"
PLATE = "11151B"  # headings of what the organiser fills
SLATE = "4B5562"  # headings of what Runner fills
ACCENT = "FFC800"
BAND = "F3F5F7"
LINE = "DCE1E7"
PAPER = "FFFFFF"
AMBER, AMBER_INK = "FFEFB3", INK  # the accent, thinned
RED, RED_INK = "FDE8E5", "BD2417"
GREEN, GREEN_INK = "DFF3E7", "08713F"
VIOLET, VIOLET_INK = "E7DEFC", "43317A"

TAB_START, TAB_SETUP, TAB_ROUND, TAB_MORE = ACCENT, PLATE, "0B5CC4", "DCE1E7"

_FAMILY = "Calibri"
TEXT = "@"  # a cell of this format keeps what is typed: "2-1" never becomes a date
ANY = "General"
DAY = "d mmmm yyyy"
HOUR = "hh:mm"


_KNOWN: WeakKeyDictionary[Worksheet, dict[str, Any]] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a cell; `name` is what Excel lists it as among its cell styles."""

    name: str
    size: float = 11
    bold: bool = False
    italic: bool = False
    ink: str = INK
    fill: str | None = None
    across: str = "left"
    up: str = "center"
    wrap: bool = False
    indent: int = 0
    number_format: str = ANY
    locked: bool = False
    underline: str | None = None  # colour of a line below

    def named(self) -> NamedStyle:
        """Return the look as a named style of a workbook."""
        below = Side("thin", self.underline) if self.underline else Side()
        return NamedStyle(
            name=self.name,
            font=Font(_FAMILY, self.size, bold=self.bold, italic=self.italic, color=self.ink),
            fill=PatternFill("solid", self.fill) if self.fill else PatternFill(),
            border=Border(bottom=below),
            alignment=Alignment(self.across, self.up, wrap_text=self.wrap, indent=self.indent),
            number_format=self.number_format,
            protection=Protection(locked=self.locked),
        )

    def dress(self, target: StyleableObject) -> None:
        """Give the look to a column, so that its empty cells have it."""
        named = self.named()
        target.font, target.alignment = named.font, named.alignment
        target.number_format, target.protection = named.number_format, named.protection


TITLE = Look("Runner title", size=20, bold=True, ink=INK, locked=True)
SUBTITLE = Look("Runner help", size=11, ink=QUIET, locked=True)
BANNER = Look("Runner banner", size=22, bold=True, ink=PAPER, fill=PLATE, up="bottom", locked=True)
BANNER_BELOW = Look("Runner banner, below", size=12, ink=ACCENT, fill=PLATE, up="top", locked=True)
HEADINGS = {
    (runner, centred): Look(
        f"Runner heading{', filled by Runner' * runner}{', centred' * centred}",
        bold=True, ink=PAPER, fill=SLATE if runner else PLATE, wrap=True, locked=True,
        across="center" if centred else "left", indent=0 if centred else 1,
    )
    for runner, centred in product((False, True), repeat=2)
}  # fmt: skip
"""By whether Runner fills the column, and whether its cells are centred."""
WORDS = Look("Runner text", number_format=TEXT, indent=1)
FREE = Look("Runner any value")
COUNT = Look("Runner number", across="center")
CLOCK = Look("Runner time", across="center", number_format=HOUR)
SETTING = Look("Runner setting", across="center", number_format=TEXT)
RESULT = Look("Runner result", bold=True, across="center", number_format=TEXT)
ORDER = Look("Runner order", bold=True, wrap=True, indent=1, number_format=TEXT)
KEY = Look("Runner key", size=9, ink=FAINT, number_format=TEXT, indent=1, locked=True)
IDENTITY = Look("Runner id", size=10, ink=QUIET, number_format=TEXT, indent=1)
TABLE = Look("Runner table number", size=13, bold=True, ink=INK, across="center", locked=True)
NO_TABLE = Look("Runner bye or absent", size=10, italic=True, ink=QUIET, across="center",
                number_format=TEXT, locked=True)  # fmt: skip
LABEL = Look("Runner label", bold=True, ink=INK, underline=LINE, locked=True)
FIELD = Look("Runner field", number_format=TEXT, underline=LINE, indent=1)
FIELD_DAY = Look("Runner date", number_format=DAY, underline=LINE, indent=1)
FIELD_RUNNER = Look("Runner field, filled by Runner", ink=QUIET, italic=True, number_format=TEXT,
                    underline=LINE, indent=1, wrap=True)  # fmt: skip
HINT = Look("Runner hint", size=10, ink=QUIET, underline=LINE, indent=1, wrap=True, locked=True)
SECTION = Look("Runner section", size=13, bold=True, ink=INK, locked=True)
NUMBER = Look("Runner step", size=16, bold=True, fill=ACCENT, across="center", underline=PAPER,
              locked=True)  # fmt: skip
STEP = Look("Runner step text", size=12, wrap=True, underline=LINE, locked=True)
STEP_WORD = Look("Runner step word", size=12, bold=True, ink=INK, underline=LINE, locked=True)
LEGEND = Look("Runner legend", size=11, indent=1, locked=True)
SAMPLES = {
    "amber": Look("Runner sample, missing", ink=AMBER_INK, fill=AMBER, across="center"),
    "red": Look("Runner sample, doubtful", ink=RED_INK, fill=RED, across="center"),
    "green": Look("Runner sample, finished", ink=GREEN_INK, fill=GREEN, across="center"),
    "violet": Look("Runner sample, rehearsal", ink=VIOLET_INK, fill=VIOLET, across="center"),
    "grey": Look("Runner sample, dropped", ink=FAINT, across="center"),
}
LOOKS = (
    TITLE, SUBTITLE, BANNER, BANNER_BELOW, *HEADINGS.values(), WORDS, FREE, COUNT, CLOCK, SETTING,
    RESULT, ORDER, KEY, IDENTITY, TABLE, NO_TABLE, LABEL, FIELD, FIELD_DAY, FIELD_RUNNER, HINT,
    SECTION, NUMBER, STEP, STEP_WORD, LEGEND, *SAMPLES.values(),
)  # fmt: skip


def register(book: Workbook) -> None:
    """Add the looks to a workbook as named styles."""
    for look in LOOKS:
        book.add_named_style(look.named())


def dress(cell: Any, look: Look) -> None:
    """Give a cell a look that is registered in its workbook. openpyxl goes through all styles for
    each name, so what it found for the first cell of a sheet is copied to the others, as a cell's
    style is copied by its documentation."""
    known = _KNOWN.setdefault(cell.parent, {})
    if look.name not in known:
        cell.style = look.name
        known[look.name] = copy(cell._style)
    cell._style = copy(known[look.name])


def when(
    formula: str, fill: str | None = None, ink: str | None = None, *, stop: bool = False
) -> Rule:
    """Return a conditional format: the look of cells while the formula is true for them."""
    look = DifferentialStyle(
        font=Font(color=ink) if ink else None,
        fill=PatternFill(bgColor=Color(fill), fill_type="solid") if fill else None,
        border=Border(bottom=Side("thin", LINE)),
    )
    return Rule(type="expression", dxf=look, formula=[formula], stopIfTrue=stop)


def twice(fill: str, ink: str) -> Rule:
    """Return a conditional format for values that occur more than once in a range."""
    filled = PatternFill(bgColor=Color(fill), fill_type="solid")
    return Rule(type="duplicateValues", dxf=DifferentialStyle(font=Font(color=ink), fill=filled))
