"""A round beyond those prepared gets its sheet: a copy of the last, and all else as it was."""

import io
import subprocess
from hashlib import sha256
from pathlib import Path

import openpyxl
import pytest
from openpyxl.comments import Comment
from openpyxl.styles import Font
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.table import Table
from python_calamine import CalamineWorkbook

from runner.workbook.write.write_back import Outcome, write_back
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.sheets import NewSheet, with_copied_sheet
from runner.workbook.xlsx.zip import Archive, ArchiveError

CHANGES = [CellChange("", "A2", "R4T1"), CellChange("", "B2", None)]


@pytest.fixture(scope="module")
def before() -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = "Round 3"
    for row in (["Key", "Seat 1"], ["R3T1", "Ann & Bo"]):
        sheet.append(row)
    sheet["A1"].font = Font(bold=True)
    sheet["A1"].comment = Comment("a hint", "Runner")
    sheet["B1"].hyperlink = "https://example.org/"
    sheet.freeze_panes = "B2"
    choices = DataValidation(type="list", formula1='"2-0,2-1"')
    choices.add("C2:C9")
    sheet.add_data_validation(choices)
    sheet.add_table(Table(displayName="Round3", ref="A1:B2"))
    notes = book.create_sheet("Notes")
    notes["A1"] = "kept"
    notes.defined_names["local"] = DefinedName("local", attr_text="Notes!$A$1")
    book.active = 1
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def test_the_new_sheet_looks_like_the_old_one_and_stands_after_it(before: bytes) -> None:
    after = openpyxl.load_workbook(
        io.BytesIO(with_copied_sheet(before, "Round 3", "R&D 4", CHANGES))
    )
    assert after.sheetnames == ["Round 3", "R&D 4", "Notes"]
    new = after["R&D 4"]
    assert [[cell.value for cell in row] for row in new["A1:B2"]] == [["Key", "Seat 1"],
                                                                     ["R4T1", None]]  # fmt: skip
    assert new["A1"].font.bold
    assert new.freeze_panes == "B2"
    assert new.data_validations.dataValidation[0].sqref.ranges
    assert not new.tables
    assert after["Round 3"].tables.keys() == {"Round3"}
    assert after["Round 3"]["B2"].value == "Ann & Bo"


def test_what_belongs_to_other_sheets_still_does_and_several_can_be_added(before: bytes) -> None:
    data = with_copied_sheet(before, "Round 3", "Round 4", CHANGES)
    after = openpyxl.load_workbook(io.BytesIO(data))
    assert after.active.title == "Notes"
    assert "local" in after["Notes"].defined_names
    old, new = Archive(before), Archive(data)
    changed = {name for name in old.names if old.record(name) != new.record(name)}
    assert changed == {"xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"}
    assert set(new.names) - set(old.names) == {"xl/worksheets/sheet3.xml"}
    data = with_copied_sheet(data, "Round 4", "Round 5", [CellChange("", "A2", "R5T1")])
    book = CalamineWorkbook.from_object(io.BytesIO(data))
    assert book.sheet_names == ["Round 3", "Round 4", "Round 5", "Notes"]
    assert book.get_sheet_by_name("Round 5").to_python()[1][0] == "R5T1"


def test_taken_missing_and_impossible_names_are_refused(before: bytes) -> None:
    for like, name in (("Round 3", "notes"), ("Round 9", "Round 10")):
        with pytest.raises(ArchiveError):
            with_copied_sheet(before, like, name, [])
    for name in ("", "a" * 32, "Round/4", "'x"):
        with pytest.raises(ValueError, match="no name"):
            with_copied_sheet(before, "Round 3", name, [])


def test_a_round_gets_its_sheet_and_its_names_in_one_go(before: bytes, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(before)
    sheets = [NewSheet("Round 4", "Round 3", tuple(CHANGES)), NewSheet("Round 9", "Round 8")]
    changes = [CellChange("Round 4", "B2", "Cy")]
    for expected in (Outcome.WRITTEN, Outcome.NOTHING):
        read = sha256(path.read_bytes()).hexdigest()
        report = write_back(path, read, changes, sheets=sheets, unlocked_for=0)
        assert report.outcome is expected
    after = openpyxl.load_workbook(path)
    assert after.sheetnames == ["Round 3", "Round 4", "Notes"]
    assert [after["Round 4"][cell].value for cell in ("A2", "B2")] == ["R4T1", "Cy"]


SLICERS = (
    '<extLst><ext xmlns:x15="urn:x15" uri="{3A4CF648-6AED-40f4-86FF-DC5316D8AED3}">'
    '<x14:slicerList xmlns:x14="urn:x14"><x14:slicer r:id="rId7"/></x14:slicerList>'
    "</ext>{}</extLst>"
)
KEPT = '<ext uri="{05C60535-1F16-4fd2-B633-F4F36F0B64E0}"><x14:sparklineGroups/></ext>'


def copied(before: bytes, extra: str) -> tuple[str, str]:
    part, archive = "xl/worksheets/sheet1.xml", Archive(before)
    sheet = archive.read(part).decode()
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    if "xmlns:r=" not in sheet:
        sheet = sheet.replace("<worksheet ", f'<worksheet xmlns:r="{relations}" ', 1)
    sheet = sheet.replace("</worksheet>", f"{extra}</worksheet>")
    data = with_copied_sheet(archive.rebuilt({part: sheet.encode()}), "Round 3", "Round 4", CHANGES)
    made = Archive(data)
    return made.read(part).decode(), made.read("xl/worksheets/sheet3.xml").decode()


@pytest.mark.parametrize("more", ["", KEPT])
def test_a_copy_has_no_slicers_and_points_at_nothing(before: bytes, more: str) -> None:
    sheet, copy = copied(before, SLICERS.replace("{}", more))
    assert "slicer" not in copy
    assert "r:id=" not in copy
    assert ("sparklineGroups" in copy) == ("extLst" in copy) == bool(more)
    assert "slicer" in sheet, "the sheet itself keeps them"


@pytest.mark.parametrize("linked", [
    '<customProperties><customPr name="a" r:id="rId7"/><customPr name="b" r:id="rId8"/>'
    "</customProperties>",
    "<customProperties><customPr name='a' r:id='rId7'></customPr></customProperties>",
    '<customProperties\n><customPr name="a"\n r:id = "rId7"\n/></customProperties >',
    '<extLst><ext uri="{A}"><x14:a xmlns:x14="urn:x14" r:embed="rId7"/></ext ></extLst>',
    '<drawingHF r:id="rId7" lho="1"/>',
    '<legacyDrawingHF r:id="rId7"/>',
    '<picture r:id="rId7"/>',
    '<hyperlinks><hyperlink ref="A1" r:id="rId7"/></hyperlinks>',
    '<controls><control shapeId="1" r:id="rId7"/></controls>',
])  # fmt: skip
def test_a_copy_has_nothing_that_would_need_a_part_of_the_old_sheet(
    before: bytes, linked: str
) -> None:
    setup = '<pageSetup orientation="landscape" r:id="rId9"/>'
    sheet, copy = copied(before, setup + linked)
    assert copy.endswith('<pageSetup orientation="landscape"/></worksheet>')
    assert linked in sheet, "the sheet itself keeps it"


@pytest.mark.office
def test_libreoffice_opens_the_new_sheet(before: bytes, tmp_path: Path) -> None:
    source = tmp_path / "event.xlsx"
    source.write_bytes(with_copied_sheet(before, "Round 3", "Round 4", CHANGES))
    command = ["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless",
               "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(source)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    saved = openpyxl.load_workbook(tmp_path / "out" / "event.xlsx")
    assert saved.sheetnames == ["Round 3", "Round 4", "Notes"]
    assert saved["Round 4"]["A2"].value == "R4T1"
