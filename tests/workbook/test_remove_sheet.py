"""A sheet is taken out of the archive: all that knew of it forgets it, and nothing else changes."""

import io
import re

import openpyxl
import pytest
from openpyxl.workbook.defined_name import DefinedName

from runner.workbook.xlsx.sheets import can_go, without_sheet
from runner.workbook.xlsx.zip import Archive

WORKBOOK, RELATIONS, TYPES = (
    "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
)  # fmt: skip
APP = "docProps/app.xml"


@pytest.fixture(scope="module")
def before() -> bytes:
    """Six sheets, with names of their own, and the fifth of them open."""
    book = openpyxl.Workbook()
    book.create_sheet("Event")
    del book["Sheet"]
    for number in range(1, 5):
        sheet = book.create_sheet(f"Round {number}")
        sheet["A1"] = number
        sheet.print_title_rows = "1:1"
    book.create_sheet("Notes").defined_names["mine"] = DefinedName(
        "mine", attr_text="Notes!$A$1:$B$2"
    )
    book.active = 4
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def changed(data: bytes, part: str, old: str, new: str) -> bytes:
    archive = Archive(data)
    text = archive.read(part).decode()
    assert old in text
    return archive.rebuilt({part: text.replace(old, new).encode()})


def opened(data: bytes) -> openpyxl.Workbook:
    return openpyxl.load_workbook(io.BytesIO(data))


@pytest.mark.parametrize("name", ["Event", "Round 1", "Round 2", "Round 3", "Round 4"])
def test_the_others_keep_their_names_and_their_bytes(before: bytes, name: str) -> None:
    assert can_go(before, name)
    after = without_sheet(before, name)
    book, was = opened(after), opened(before)
    left = [each for each in was.sheetnames if each != name]
    assert book.sheetnames == left
    seen = "Round 3" if name == "Round 4" else "Round 4"
    assert book.active is book[seen]
    assert book["Notes"].defined_names.keys() == {"mine"}
    for each in left:
        assert book[each].print_title_rows == was[each].print_title_rows
    old, new = Archive(before), Archive(after)
    assert set(old.names) - set(new.names) == {f"xl/worksheets/sheet{was.index(was[name]) + 1}.xml"}
    same = {each for each in new.names if old.record(each) == new.record(each)}
    assert {*new.names} - same <= {WORKBOOK, RELATIONS, TYPES, APP}


def test_no_list_has_it_any_more(before: bytes) -> None:
    titles = (
        "<HeadingPairs><vt:vector size=\"2\" baseType=\"variant\"><vt:variant><vt:lpstr>Sheets"
        "</vt:lpstr></vt:variant><vt:variant><vt:i4>6</vt:i4></vt:variant></vt:vector>"
        "</HeadingPairs><TitlesOfParts><vt:vector size=\"6\" baseType=\"lpstr\"><vt:lpstr>Event"
        "</vt:lpstr><vt:lpstr>Round 4</vt:lpstr></vt:vector></TitlesOfParts></Properties>"
    )  # fmt: skip
    data = changed(before, APP, "</Properties>", titles)
    after = Archive(without_sheet(data, "Round 4"))
    for part in (WORKBOOK, RELATIONS, TYPES, APP):
        text = after.read(part).decode()
        assert "Round 4" not in text
        assert "sheet5.xml" not in text
    said = after.read(APP).decode()
    assert "<vt:i4>5</vt:i4>" in said
    assert '<vt:vector size="5" baseType="lpstr"><vt:lpstr>Event</vt:lpstr></vt:vector>' in said


def test_the_order_of_formulas_is_left_to_be_made_again(before: bytes) -> None:
    relation = (
        '<Relationship Id="rId99" Target="calcChain.xml" Type="http://schemas.openxmlformats.org/'
        'officeDocument/2006/relationships/calcChain"/></Relationships>'
    )
    override = '<Override PartName="/xl/calcChain.xml" ContentType="chain"/></Types>'
    data = changed(before, RELATIONS, "</Relationships>", relation)
    data = changed(data, TYPES, "</Types>", override)
    chain = '<calcChain><c r="A1" i="5"/></calcChain>'
    data = Archive(data).rebuilt({"xl/calcChain.xml": chain.encode()})
    after = Archive(without_sheet(data, "Round 4"))
    assert "xl/calcChain.xml" not in after
    assert "calcChain" not in after.read(RELATIONS).decode() + after.read(TYPES).decode()


@pytest.mark.parametrize(("part", "old", "new"), [
    ("xl/worksheets/sheet1.xml", "<sheetData>",
     "<sheetData><row r=\"9\"><c r=\"A9\"><f>SUM('Round 4:Round 9'!A1)</f></c></row>"),
    ("xl/worksheets/sheet1.xml", "<sheetData>",
     "<sheetData><row r=\"9\"><c r=\"A9\"><f>&apos;round 4&apos;!A1</f></c></row>"),
    ("xl/worksheets/sheet1.xml", "</sheetData>",
     "</sheetData><hyperlinks><hyperlink ref=\"A1\" location=\"Round 4!A1\"/></hyperlinks>"),
    (WORKBOOK, "</definedNames>",
     '<definedName name="own" localSheetId="4">1</definedName></definedNames>'),
    (WORKBOOK, "</definedNames>",
     "<definedName name=\"best\">'Round 4'!$A$1</definedName></definedNames>"),
    (TYPES, "</Types>", "<!-- sheet=\"Round 4\" --></Types>"),
])  # fmt: skip
def test_a_sheet_that_something_points_at_stays(
    before: bytes, part: str, old: str, new: str
) -> None:
    assert can_go(before, "Round 4")
    assert not can_go(changed(before, part, old, new), "Round 4")


def test_one_of_a_like_name_is_not_meant_and_one_that_is_not_there_cannot_go(before: bytes) -> None:
    formula = '<sheetData><row r="9"><c r="A9"><f>\'Phase 2 Round 4\'!A1</f></c></row>'
    assert can_go(changed(before, "xl/worksheets/sheet1.xml", "<sheetData>", formula), "Round 4")
    assert not can_go(before, "Round 9")


def test_the_last_to_be_seen_stays(before: bytes) -> None:
    archive = Archive(before)
    text = re.sub(r'(<sheet [^>]*)state="visible"', r'\1state="hidden"',
                  archive.read(WORKBOOK).decode())  # fmt: skip
    shown = re.sub(r'(<sheet [^>]*name="Round 4"[^>]*)state="hidden"', r'\1state="visible"', text)
    assert not can_go(archive.rebuilt({WORKBOOK: shown.encode()}), "Round 4")
    assert can_go(archive.rebuilt({WORKBOOK: shown.encode()}), "Round 3")
