"""Write cells into a workbook's archive without changing any other byte.

Loading and saving with a library would drop what it does not know (newer validations, shapes,
pictures in headers, computed results). Here only the XML of the changed cells is replaced. Values
are text or integers, never formulas.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from runner.workbook.xlsx import grid
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.parts import cell_area, cell_position, cell_reference, column_number
from runner.workbook.xlsx.scan import SheetXml, XmlRow
from runner.workbook.xlsx.zip import ArchiveError

_ILLEGAL = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LONGEST_TEXT = 32767
_LAST_ROW, _LAST_COLUMN = 1_048_576, 16_384
_ROW_LOOKS = ("spans", "s", "customFormat", "ht", "customHeight")


@dataclass(frozen=True, slots=True)
class CellChange:
    """A new value of a cell: text, an integer, or None for an empty cell.

    `ours` are the texts that Runner wrote last; any other text was typed by somebody meanwhile. A
    new cell takes its style from the row `like_row` and the column `like_column` (letters); without
    them a cell in a new row takes that of the cell above. An existing cell keeps its style.
    `offers` is a pair of dropdown lists ("A,B,draw"): a dropdown of the sheet with exactly the
    first gets the second."""

    sheet: str
    cell: str
    value: str | int | None
    ours: frozenset[str] = frozenset()
    like_row: int | None = None
    like_column: str = ""
    offers: tuple[str, str] | None = None

    @property
    def text(self) -> str:
        """The value as the cell will show it."""
        return "" if self.value is None else plain_text(str(self.value)).strip()


def edit(data: bytes, changes: Iterable[CellChange]) -> bytes:
    """Return the workbook with these cells changed and every other byte of its parts unchanged.
    Raises ArchiveError if the bytes are not a workbook or a sheet is missing, ValueError for an
    invalid reference."""
    book = Book(data)
    by_sheet: dict[str, list[CellChange]] = {}
    for change in changes:
        by_sheet.setdefault(change.sheet, []).append(change)
    for sheet in by_sheet:
        if sheet not in book.parts:
            raise ArchiveError(f'The sheet "{sheet}" is missing.')
    changed = {
        book.parts[sheet]: edit_sheet(book.scan(sheet), by_sheet[sheet]) for sheet in by_sheet
    }
    return book.archive.rebuilt(changed) if changed else data


def edit_sheet(sheet: SheetXml, changes: Sequence[CellChange]) -> bytes:
    """Return the XML of a sheet with these cells changed; the last change to a cell counts."""
    rows: dict[int, dict[int, CellChange]] = {}
    for change in changes:
        row, column = cell_position(change.cell)
        if not (1 <= row <= _LAST_ROW and 1 <= column <= _LAST_COLUMN):
            raise ValueError(f"{change.cell} lies outside of a sheet")
        rows.setdefault(row, {})[column] = change
    return _Editing(sheet).edited(rows)


def plain_text(text: str) -> str:
    """Return the text with "\\n" as line end and without characters that XML forbids."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    return _ILLEGAL.sub("", lines)[:_LONGEST_TEXT]


class _Editing:
    """Collect splices of one sheet (new content for spans of bytes; insertions for empty spans),
    then apply them all at once."""

    def __init__(self, sheet: SheetXml) -> None:
        if sheet.body is None:
            raise ArchiveError("A sheet of the workbook has no place for cells.")
        self._sheet = sheet
        self._body = sheet.body
        self._splices: list[tuple[int, int, str]] = []

    def edited(self, rows: dict[int, dict[int, CellChange]]) -> bytes:
        new: list[tuple[int, str]] = []
        for number in sorted(rows):
            row = self._sheet.rows.get(number)
            if row is not None:
                self._edit_row(row, rows[number])
            elif any(change.value is not None for change in rows[number].values()):
                new.append((number, self._new_row(number, rows[number])))
        self._insert_rows(new)
        self._widen_area(rows)
        self._offer({change.offers for cells in rows.values() for change in cells.values()})
        return self._spliced()

    def _edit_row(self, row: XmlRow, changes: dict[int, CellChange]) -> None:
        new: list[tuple[int, str]] = []
        for column in sorted(changes):
            change = changes[column]
            cell = row.cell(column)
            if cell is not None:
                written = self._cell(row.number, column, change.value, cell.attributes)
                self._splices.append((cell.start, self._sheet.span(cell)[2], written))
            elif change.value is not None:
                looks = self._style(row, column, change)
                new.append((column, self._cell(row.number, column, change.value, looks)))
        if new:
            self._insert_cells(row, new)

    def _insert_cells(self, row: XmlRow, new: list[tuple[int, str]]) -> None:
        spans = self._wider_spans(row, [column for column, _ in new])
        inside, close, end = self._sheet.span(row)
        opened = self._tag("row", row.attributes | spans) + ">"
        if inside == end:
            cells = "".join(content for _, content in new)
            self._splices.append((row.start, end, f"{opened}{cells}</{self._sheet.prefix}row>"))
            return
        if spans:
            self._splices.append((row.start, inside, opened))
        for column, content in new:
            at = next((cell.start for cell in row.cells if cell.column > column), close)
            self._splices.append((at, at, content))

    def _new_row(self, number: int, changes: dict[int, CellChange]) -> str:
        """Return the XML of a new row, styled like the one above it or the requested one."""
        asked = (change.like_row for change in changes.values())
        wanted = next((row for row in asked if row is not None), None)
        above = max((other for other in self._sheet.rows if other < number), default=0)
        model = self._sheet.rows.get(above if wanted is None else wanted)
        attributes = {"r": str(number)}
        styles: dict[int, dict[str, str]] = {}
        if model is not None:
            attributes |= {key: text for key, text in model.attributes.items() if key in _ROW_LOOKS}
            attributes |= self._wider_spans(model, list(changes))
            styles = {cell.column: {"s": cell.style} for cell in model.cells if cell.style}
        cells = "".join(
            self._cell(
                number,
                column,
                changes[column].value if column in changes else None,
                styles.get(column) or self._column_style(column),
            )
            for column in sorted(styles.keys() | changes.keys())
        )
        return f"{self._tag('row', attributes)}>{cells}</{self._sheet.prefix}row>"

    def _insert_rows(self, new: list[tuple[int, str]]) -> None:
        prefix, (inside, close, end) = self._sheet.prefix, self._sheet.span(self._body)
        if new and inside == end:
            rows = "".join(content for _, content in new)
            content = f"<{prefix}sheetData>{rows}</{prefix}sheetData>"
            self._splices.append((self._body.start, end, content))
            return
        for number, content in new:
            following = (row.start for row in self._sheet.rows.values() if row.number > number)
            at = next(following, close)
            self._splices.append((at, at, content))

    def _style(self, row: XmlRow, column: int, change: CellChange) -> dict[str, str]:
        """Return the style of a new cell: that of the requested row or column, of its own row, or
        of its own column."""
        like = column_number(change.like_column) if change.like_column else column
        asked = change.like_row is not None or change.like_column
        model = self._sheet.rows.get(change.like_row or row.number) if asked else None
        cell = model.cell(like) if model is not None else None
        if cell is not None and cell.style:
            return {"s": cell.style}
        if row.attributes.get("customFormat") in {"1", "true"} and "s" in row.attributes:
            return {"s": row.attributes["s"]}
        return self._column_style(like)

    def _column_style(self, column: int) -> dict[str, str]:
        styles = self._sheet.column_styles
        number = next((style for first, last, style in styles if first <= column <= last), None)
        return {"s": number} if number else {}

    def _cell(
        self, row: int, column: int, value: str | int | None, looks: Mapping[str, str]
    ) -> str:
        """Return the XML of a cell with these attributes except type and metadata, which described
        the old value."""
        p = self._sheet.prefix
        attributes = {name: text for name, text in looks.items() if name not in {"t", "cm", "vm"}}
        opened = self._tag("c", {"r": cell_reference(row, column)} | attributes)
        if value is None or value == "":
            return f"{opened}/>"
        if isinstance(value, int):
            return f"{opened}><{p}v>{value:d}</{p}v></{p}c>"
        text = escape(grid.escape(plain_text(value)))
        return (
            f'{opened} t="inlineStr"><{p}is><{p}t xml:space="preserve">{text}</{p}t></{p}is></{p}c>'
        )

    def _tag(self, name: str, attributes: Mapping[str, str]) -> str:
        """Return the start of a tag up to its last attribute."""
        pairs = "".join(f" {key}={quoteattr(text)}" for key, text in attributes.items())
        return f"<{self._sheet.prefix}{name}{pairs}"

    @staticmethod
    def _wider_spans(row: XmlRow, columns: list[int]) -> dict[str, str]:
        """Return the row's hint of used columns, widened to these; empty if it has none or is wide
        enough."""
        first, _, last = row.attributes.get("spans", "").partition(":")
        if not (first.isdigit() and last.isdigit()):
            return {}
        wide = f"{min(int(first), *columns)}:{max(int(last), *columns)}"
        return {"spans": wide} if wide != row.attributes["spans"] else {}

    def _widen_area(self, rows: dict[int, dict[int, CellChange]]) -> None:
        """Extend the used area; some programs read no further."""
        dimension = self._sheet.dimension
        filled = [
            (row, column)
            for row, changes in rows.items()
            for column, change in changes.items()
            if change.value is not None
        ]
        if dimension is None or not filled:
            return
        area = dimension.attributes.get("ref", "")
        try:
            first, last = cell_area(area)
        except ValueError:
            return
        top, left = (min(corner) for corner in zip(first, *filled, strict=True))
        bottom, right = (max(corner) for corner in zip(last, *filled, strict=True))
        wider = f"{cell_reference(top, left)}:{cell_reference(bottom, right)}"
        if wider not in {area, f"{area}:{area}"}:
            end = self._sheet.tag_end(dimension.start)
            close = "/>" if self._sheet.xml.endswith(b"/>", 0, end) else ">"
            tag = self._tag("dimension", {"ref": wider}) + close
            self._splices.append((dimension.start, end, tag))

    def _offer(self, lists: Iterable[tuple[str, str] | None]) -> None:
        """Replace the lists of dropdowns, which follow the cells in the XML."""
        behind = self._sheet.span(self._body)[2]
        for before, now in filter(None, lists):
            quote = rb"(?:\"|&quot;)"
            known = rb"formula1>%b(%b)%b<" % (quote, re.escape(before).encode(), quote)
            for dropdown in re.compile(known).finditer(self._sheet.xml, behind):
                self._splices.append((*dropdown.span(1), now))

    def _spliced(self) -> bytes:
        xml, pieces, at = self._sheet.xml, [], 0
        for start, end, content in sorted(self._splices, key=lambda splice: splice[:2]):
            pieces += [xml[at:start], content.encode()]
            at = end
        return b"".join([*pieces, xml[at:]])
