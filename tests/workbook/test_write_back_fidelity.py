"""Fifty write-backs into a workbook with all that a spreadsheet can hold: only our cells change."""

import io
import re
from hashlib import sha256
from pathlib import Path

import openpyxl
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.drawing.image import Image
from openpyxl.formatting.rule import CellIsRule, ColorScaleRule
from openpyxl.styles import PatternFill
from openpyxl.worksheet.datavalidation import DataValidation
from PIL import Image as Picture

from runner.workbook.write.write_back import Outcome, write_back
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.zip import Archive
from tests.support.office import Office, needs_office
from tests.support.one_sheet import texts

TIMES = 50
ROWS = range(2, 12)
FILL = PatternFill("solid", fgColor="FFEE88")
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml."

X14 = """<extLst><ext uri="{CCE6A557-97BC-4b89-ADB6-D9C93CAAB3DF}"
 xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:dataValidations
 count="1" xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:dataValidation
 type="list" allowBlank="1"><x14:formula1><xm:f>Notes!$A$1:$A$3</xm:f></x14:formula1>
 <xm:sqref>B2:C11</xm:sqref></x14:dataValidation></x14:dataValidations></ext>
<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"
 xmlns:x14="http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"><x14:sparklineGroups
 xmlns:xm="http://schemas.microsoft.com/office/excel/2006/main"><x14:sparklineGroup type="column">
 <x14:colorSeries rgb="FF376092"/><x14:sparklines><x14:sparkline><xm:f>'Round 1'!E2:E11</xm:f>
 <xm:sqref>G2</xm:sqref></x14:sparkline></x14:sparklines></x14:sparklineGroup></x14:sparklineGroups>
</ext></extLst>"""

SHAPE = """<xdr:twoCellAnchor xmlns:xdr=
"http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a=
"http://schemas.openxmlformats.org/drawingml/2006/main"><xdr:from><xdr:col>9</xdr:col><xdr:colOff>0
</xdr:colOff><xdr:row>20</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:to><xdr:col>11</xdr:col>
<xdr:colOff>0</xdr:colOff><xdr:row>24</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:to><xdr:sp macro=""
 textlink=""><xdr:nvSpPr><xdr:cNvPr id="77" name="Star"/><xdr:cNvSpPr/></xdr:nvSpPr>
<xdr:spPr><a:xfrm>
<a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="star5"><a:avLst/>
</a:prstGeom></xdr:spPr></xdr:sp><xdr:clientData/></xdr:twoCellAnchor>"""

CACHE = f"""<pivotCacheDefinition xmlns="{MAIN}" xmlns:r="{RELATION}" r:id="rId1"
 refreshOnLoad="1" recordCount="2"><cacheSource type="worksheet"><worksheetSource ref="A1:B3"
 sheet="Notes"/></cacheSource><cacheFields count="2"><cacheField name="a"><sharedItems count="2">
<s v="x"/><s v="y"/></sharedItems></cacheField><cacheField name="b"><sharedItems
 containsSemiMixedTypes="0" containsString="0" containsNumber="1" minValue="1" maxValue="2"/>
</cacheField></cacheFields></pivotCacheDefinition>"""
RECORDS = f"""<pivotCacheRecords xmlns="{MAIN}" count="2"><r><x v="0"/><n v="1"/></r><r><x v="1"/>
<n v="2"/></r></pivotCacheRecords>"""
PIVOT = f"""<pivotTableDefinition xmlns="{MAIN}" name="Pivot" cacheId="7" dataCaption="Values"
 rowGrandTotals="1"><location ref="D1:E4" firstHeaderRow="1" firstDataRow="1" firstDataCol="1"/>
<pivotFields count="2"><pivotField axis="axisRow" showAll="0"><items count="3"><item x="0"/>
<item x="1"/><item t="default"/></items></pivotField><pivotField dataField="1" showAll="0"/>
</pivotFields><rowFields count="1"><field x="0"/></rowFields><rowItems count="3"><i><x/></i><i>
<x v="1"/></i><i t="grand"><x/></i></rowItems><colItems count="1"><i/></colItems><dataFields
 count="1"><dataField name="Sum of b" fld="1"/></dataFields></pivotTableDefinition>"""


def with_openpyxl() -> bytes:
    """What openpyxl can make: chart, picture, comments, rich text, formats, validations."""
    book = openpyxl.Workbook()
    notes = book.active
    notes.title = "Notes"
    for line in (("a", "b"), ("x", 1), ("y", 2)):
        notes.append(line)
    for name in ("Round 1", "Round 2"):
        sheet = book.create_sheet(name)
        sheet.append(["Key", "Seat 1", "Seat 2", "Result", "Points"])
        for row in ROWS:
            sheet.append([f"R{name[-1]}T{row - 1}", None, None, "2-0" if row % 2 else None, row])
            for column in "BC":
                sheet[f"{column}{row}"].fill = FILL
        sheet["F2"] = "=SUM(E2:E11)"
        sheet["F3"] = CellRichText("plain ", TextBlock(InlineFont(b=True, color="FF0000"), "bold"))
        sheet["B2"].comment = Comment("Came late", "Judge")
        sheet["D3"].comment = Comment("See me", "Judge")
        chart = BarChart()
        chart.add_data(Reference(sheet, min_col=5, min_row=1, max_row=11), titles_from_data=True)
        sheet.add_chart(chart, "I2")
        picture = io.BytesIO()
        Picture.new("RGB", (40, 30), "navy").save(picture, "PNG")
        sheet.add_image(Image(picture), "I20")
        sheet.conditional_formatting.add("B2:C11", CellIsRule("equal", ['"Ann"'], fill=FILL))
        scale = ColorScaleRule(
            start_type="min", start_color="FFFFFF", end_type="max", end_color="FF0000"
        )
        sheet.conditional_formatting.add("E2:E11", scale)
        listed = DataValidation("list", formula1='"A,B,draw"', allow_blank=True)
        listed.add("D2:D11")
        sheet.add_data_validation(listed)
        sheet.protection.sheet = True
        sheet.freeze_panes = "B2"
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def rich() -> bytes:
    """And what it can't: sparklines, newer validations, a shape, a pivot table."""
    archive = Archive(with_openpyxl())

    def changed(name: str, old: str, new: str) -> bytes:
        content = archive.read(name).decode()
        assert content.count(old) == 1, (name, old)
        return content.replace(old, new).encode()

    def relations(name: str, *entries: tuple[str, str, str]) -> bytes:
        said = "".join(
            f'<Relationship Id="{id_}" Type="{RELATION}/{kind}" Target="{target}"/>'
            for id_, kind, target in entries
        )
        if name in archive.names:
            return changed(name, "</Relationships>", f"{said}</Relationships>")
        space = "http://schemas.openxmlformats.org/package/2006/relationships"
        return f'<Relationships xmlns="{space}">{said}</Relationships>'.encode()

    kinds = {"pivotCache/pivotCacheDefinition1": "pivotCacheDefinition",
             "pivotCache/pivotCacheRecords1": "pivotCacheRecords",
             "pivotTables/pivotTable1": "pivotTable"}  # fmt: skip
    types = "".join(
        f'<Override PartName="/xl/{part}.xml" ContentType="{TYPE}{kind}+xml"/>'
        for part, kind in kinds.items()
    )
    cache = "/xl/pivotCache/pivotCacheDefinition1.xml"
    parts = {
        "[Content_Types].xml": changed("[Content_Types].xml", "</Types>", f"{types}</Types>"),
        "xl/pivotCache/pivotCacheDefinition1.xml": CACHE.encode(),
        "xl/pivotCache/pivotCacheRecords1.xml": RECORDS.encode(),
        "xl/pivotTables/pivotTable1.xml": PIVOT.encode(),
        "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": relations(
            "", ("rId1", "pivotCacheRecords", "pivotCacheRecords1.xml")
        ),
        "xl/pivotTables/_rels/pivotTable1.xml.rels": relations(
            "", ("rId1", "pivotCacheDefinition", cache)
        ),
        "xl/worksheets/_rels/sheet1.xml.rels": relations(
            "xl/worksheets/_rels/sheet1.xml.rels",
            ("rIdP", "pivotTable", "/xl/pivotTables/pivotTable1.xml"),
        ),
        "xl/_rels/workbook.xml.rels": relations(
            "xl/_rels/workbook.xml.rels", ("rIdP", "pivotCacheDefinition", cache)
        ),
        "xl/workbook.xml": changed(
            "xl/workbook.xml", "</workbook>",
            f'<pivotCaches><pivotCache cacheId="7" xmlns:r="{RELATION}" r:id="rIdP"/>'
            "</pivotCaches></workbook>",
        ),
        "xl/drawings/drawing1.xml": changed(
            "xl/drawings/drawing1.xml", "</wsDr>", f"{SHAPE}</wsDr>"
        ),
    }  # fmt: skip
    for number in (2, 3):
        name = f"xl/worksheets/sheet{number}.xml"
        parts[name] = changed(name, "</worksheet>", f"{X14}</worksheet>")
    return archive.rebuilt(parts)


def changes(turn: int) -> list[CellChange]:
    sheet = f"Round {turn % 2 + 1}"
    return [
        CellChange(sheet, f"{column}{row}", _name(turn, row, column),
             frozenset(filter(None, (_name(before, row, column) for before in range(turn)))))
        for row in ROWS
        for column in "BC"
    ]  # fmt: skip


def _name(turn: int, row: int, column: str) -> str | None:
    return None if (turn + row) % 7 == 0 else f"<Zoë> & {column}{row}, {turn}"


def around_our_cells(xml: bytes) -> bytes:
    """A sheet's XML with each of our cells reduced to its name."""
    cell = rb'<c r="([BC](?:[2-9]|1[01]))"[^>]*?(?:/>|(?<!/)>.*?</c>)'
    return re.sub(cell, rb"<\1>", xml, flags=re.S)


@pytest.mark.thorough
def test_fifty_write_backs_change_nothing_but_the_cells_that_are_ours(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    first = rich()
    path.write_bytes(first)
    before = Archive(first)
    kinds = {re.sub(r"\d*\.\w+$", "", name) for name in before.names}
    assert {"xl/charts/chart", "xl/media/image", "xl/comments/comment", "xl/drawings/drawing",
            "xl/pivotTables/pivotTable", "xl/pivotCache/pivotCacheRecords"} <= kinds  # fmt: skip
    ours = {"xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml"}
    for turn in range(TIMES):
        read = sha256(path.read_bytes()).hexdigest()
        done = write_back(path, read, changes(turn), unlocked_for=0)
        assert (done.outcome, done.kept) == (Outcome.WRITTEN, ())
        now = Archive(path.read_bytes())
        assert now.names == before.names
        for name in before.names:
            if name in ours:
                old, new = before.read(name), now.read(name)
                assert around_our_cells(new) == around_our_cells(old), (turn, name)
            else:
                assert now.record(name) == before.record(name), (turn, name)
    for turn in (TIMES - 2, TIMES - 1):
        found = texts(path.read_bytes(), f"Round {turn % 2 + 1}")
        for change in changes(turn):
            assert found.get(change.cell, "") == change.text
    assert around_our_cells(before.read("xl/worksheets/sheet2.xml")).count(b"<B") == len(ROWS)


class TestInLibreOffice:
    pytestmark = needs_office

    def test_libreoffice_opens_it_afterwards_with_all_that_was_in_it(self, tmp_path: Path) -> None:
        path = tmp_path / "event.xlsx"
        path.write_bytes(rich())
        for turn in range(TIMES):
            read = sha256(path.read_bytes()).hexdigest()
            write_back(path, read, changes(turn), unlocked_for=0)
        office = Office(path)
        office.open()
        for change in changes(TIMES - 1):
            assert office.read(change.sheet, change.cell) == change.text
        assert office.read("Round 1", "F2") == "65"
        assert office.read("Round 1", "F3") == "plain bold"
        assert office.read("Notes", "A2") == "x"
        office.save()
        office.close()
        office.quit()
        saved = Archive(path.read_bytes())
        kept = " ".join(saved.names)
        for part in ("charts/chart", "media/image", "comments", "pivotTables/", "drawings/drawing"):
            assert part in kept
        sheet = saved.read("xl/worksheets/sheet2.xml")
        for element in (b"sparkline", b"dataValidation", b"conditionalFormatting"):
            assert element in sheet
        shapes = [saved.read(name) for name in saved.names if "drawings/drawing" in name]
        assert any(b"star5" in each for each in shapes)
