"""Cells are written into a workbook's archive, and nothing else in it changes."""

import io
import subprocess
import zipfile
import zlib
from pathlib import Path

import openpyxl
import pytest
from defusedxml.ElementTree import fromstring
from hypothesis import given, settings
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from runner.workbook.xlsx.edit import CellChange, edit
from runner.workbook.xlsx.parts import cell_position, cell_reference
from runner.workbook.xlsx.scan import scan
from runner.workbook.xlsx.zip import Archive, ArchiveError
from tests.support.one_sheet import texts

ROWS = """<sheetData>
<row r="1" spans="1:3"><c r="A1" s="2" t="s"><v>0</v></c><c r="C1"><v>3</v></c></row>
<row r="3"/><row r="5" ht="20" customHeight="1"><c r="A5" s="4"/><c r="B5" s="1"><f>1+1</f>
<v>2</v></c></row></sheetData>"""


def workbook(cells: dict[str, object] | None = None, title: str = "Round 1") -> bytes:
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = title
    for reference, value in (cells or {}).items():
        sheet[reference] = value
    book.create_sheet("Notes")["A1"] = "untouched"
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()


def with_sheet_xml(xml: str | bytes, strings: str = "<si><t>first</t></si>") -> bytes:
    """A workbook whose first sheet is just this XML, shared strings included."""
    raw = xml.encode() if isinstance(xml, str) else xml
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings"
    archive = Archive(workbook())
    links = archive.read("xl/_rels/workbook.xml.rels").decode()
    link = f'<Relationship Type="{kind}" Target="sharedStrings.xml" Id="rId99"/></Relationships>'
    types = archive.read("[Content_Types].xml").decode()
    table = (
        '<Override PartName="/xl/sharedStrings.xml" ContentType="application/'
        'vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"/></Types>'
    )
    return archive.rebuilt(
        {
            "xl/worksheets/sheet1.xml": raw,
            "xl/sharedStrings.xml": f'<sst xmlns="{main}">{strings}</sst>'.encode(),
            "xl/_rels/workbook.xml.rels": links.replace("</Relationships>", link).encode(),
            "[Content_Types].xml": types.replace("</Types>", table).encode(),
        }
    )


def sheet(rows: str = ROWS, before: str = "", after: str = "") -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        f"{before}{rows}{after}</worksheet>"
    )


def xml_of(data: bytes) -> str:
    return Archive(data).read("xl/worksheets/sheet1.xml").decode()


def change(data: bytes, **values: str | int | None) -> bytes:
    after = edit(data, [CellChange("Round 1", cell, value) for cell, value in values.items()])
    assert texts(after, "Notes") == {"A1": "untouched"}
    fromstring(Archive(after).read("xl/worksheets/sheet1.xml"))  # it is well-formed
    return after


VALUES = st.one_of(
    st.none(),
    st.integers(-(10**12), 10**12),
    st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=30).map(str.strip),
)
REFERENCES = st.builds(cell_reference, st.integers(1, 12), st.integers(1, 8))


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(
    st.dictionaries(REFERENCES, st.one_of(st.integers(-999, 999), st.sampled_from("abc=é<"))),
    st.dictionaries(REFERENCES, VALUES, min_size=1),
)
def test_only_the_changed_cells_change(
    cells: dict[str, int | str], wanted: dict[str, int | str | None]
) -> None:
    before = workbook(cells)
    after = change(before, **wanted)
    old = openpyxl.load_workbook(io.BytesIO(before))["Round 1"]
    new = openpyxl.load_workbook(io.BytesIO(after))["Round 1"]
    for row in range(1, 14):
        for column in range(1, 10):
            reference = cell_reference(row, column)
            if reference not in wanted:
                assert new[reference].value == old[reference].value
                assert new[reference].data_type == old[reference].data_type
    stored = texts(after)
    for reference, value in wanted.items():
        expected = "" if value is None else str(value)
        legal = "".join(c for c in expected if c in "\t\n" or ord(c) >= 32)
        legal = legal.replace("\ufffe", "").replace("\uffff", "")
        if "\r" not in expected:
            assert stored.get(reference, "") == legal
        assert new[reference].data_type != "f"


@pytest.mark.thorough
@settings(max_examples=30, deadline=None)
@given(st.dictionaries(REFERENCES, VALUES, min_size=1))
def test_every_other_record_of_the_archive_stays_as_it_was(
    wanted: dict[str, int | str | None],
) -> None:
    before = workbook({"A1": "x", "B2": 3})
    old, new = Archive(before), Archive(change(before, **wanted))
    assert new.names == old.names
    for name in old.names:
        if name != "xl/worksheets/sheet1.xml":
            assert new.record(name) == old.record(name)
    assert zipfile.ZipFile(io.BytesIO(change(before, **wanted))).testzip() is None


def test_no_change_gives_the_same_bytes_and_what_is_written_is_never_a_formula() -> None:
    data = workbook({"A1": "x"})
    assert edit(data, []) is data
    after = change(workbook(), A1='=HYPERLINK("x")', B1="+1", C1="@x")
    new = openpyxl.load_workbook(io.BytesIO(after))["Round 1"]
    assert [new[cell].data_type for cell in ("A1", "B1", "C1")] == ["s", "s", "s"]
    assert new["A1"].value == '=HYPERLINK("x")'
    # characters that XML forbids are left out
    assert texts(change(workbook(), A1="Jo\x00hn\x0b Smith\r\nJr"))["A1"] == "John Smith\nJr"


def test_a_cell_keeps_its_style_and_an_appended_row_looks_like_the_one_above_or_asked_for() -> None:
    after = xml_of(change(with_sheet_xml(sheet()), A5="Ann", A1=7))
    assert '<c r="A5" s="4" t="inlineStr"><is><t xml:space="preserve">Ann</t></is></c>' in after
    assert '<c r="A1" s="2"><v>7</v></c>' in after
    assert '<row r="5" ht="20" customHeight="1">' in after
    assert '<c r="B5" s="1"><f>1+1</f>' in after
    after = xml_of(change(with_sheet_xml(sheet()), B6="below"))
    row = after[after.index('<row r="6"') :]
    assert row.startswith('<row r="6" ht="20" customHeight="1"><c r="A6" s="4"/><c r="B6" s="1" t=')
    asked = edit(with_sheet_xml(sheet()), [CellChange("Round 1", "A6", "x", like_row=1)])
    assert '<c r="A6" s="2" t="inlineStr">' in xml_of(asked)


def test_missing_cells_and_rows_are_put_in_order_in_the_style_of_their_row_or_column() -> None:
    after = change(with_sheet_xml(sheet()), B1="b", D1="d", C3="c", B2="two", A4="four", A9="nine")
    layout = scan(xml_of(after).encode(), ["first"])
    assert list(layout.rows) == [1, 2, 3, 4, 5, 9]
    assert [cell.column for cell in layout.rows[1].cells] == [1, 2, 3, 4]
    assert layout.rows[1].attributes["spans"] == "1:4"
    assert texts(after)["C3"] == "c"
    assert list(CalamineWorkbook.from_object(io.BytesIO(after)).sheet_names) == ["Round 1", "Notes"]
    columns = '<cols><col min="2" max="3" width="9" style="6"/></cols>'
    rows = '<sheetData><row r="1" s="8" customFormat="1"/><row r="2"/></sheetData>'
    after = xml_of(change(with_sheet_xml(sheet(rows, columns)), B1="r", B2="c", D2="none"))
    assert '<c r="B1" s="8" t' in after
    assert '<c r="B2" s="6" t' in after
    assert '<c r="D2" t' in after


def test_rows_and_cells_without_references_are_counted_and_texts_read_as_a_person_does() -> None:
    rows = (
        "<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>"
    )
    after = change(with_sheet_xml(sheet(rows)), B1="two", B2="new", A3="three")
    assert texts(after) == {"A1": "1", "B1": "two", "A2": "3", "B2": "new", "A3": "three"}
    assert texts(change(with_sheet_xml(sheet("<sheetData/>")), B2="x")) == {"B2": "x"}, (
        "an empty one"
    )
    strings = "<si><r><t>Ann </t></r><r><t>Lee</t></r><rPh><t>reading</t></rPh></si>"
    rows = (
        '<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>1.2E1</v></c>'
        '<c r="C1" t="b"><v>1</v></c><c r="D1" t="str"><f>A1&amp;""</f><v>Ann</v></c>'
        '<c r="E1"><v>0.5</v></c><c r="F1" t="e"><v>#N/A</v></c></row></sheetData>'
    )
    assert texts(with_sheet_xml(sheet(rows), strings)) == {
        "A1": "Ann Lee", "B1": "12", "C1": "TRUE", "D1": '=A1&""', "E1": "0.5", "F1": "#N/A",
    }  # fmt: skip


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["none", "mark"])
def test_prefixes_and_byte_order_marks_are_understood(mark: bytes) -> None:
    xml = (
        '<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        '<x:dimension ref="A1"/><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row>'
        "</x:sheetData></x:worksheet>"
    )
    after = change(with_sheet_xml(mark + xml.encode()), A1="é", B2="new")
    assert texts(after) == {"A1": "é", "B2": "new"}
    assert Archive(after).read("xl/worksheets/sheet1.xml").startswith(mark + b"<x:worksheet")
    assert '<x:dimension ref="A1:B2"/>' in xml_of(after)
    assert openpyxl.load_workbook(io.BytesIO(after))["Round 1"]["B2"].value == "new"


def streamed(parts: dict[str, bytes], *, zip64: bool = False) -> bytes:
    """An archive whose records end in data descriptors, as a writer to a pipe makes them."""

    class Pipe(io.RawIOBase):
        def __init__(self) -> None:
            self.data = bytearray()

        def writable(self) -> bool:
            return True

        def write(self, piece: bytes) -> int:  # type: ignore[override]  # narrower than the base
            self.data += piece
            return len(piece)

    pipe = Pipe()
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            with archive.open(name, "w", force_zip64=zip64) as part:
                part.write(content)
        archive.comment = b"kept"
    return bytes(pipe.data)


@pytest.mark.parametrize("zip64", [False, True])
def test_archives_with_data_descriptors_and_zip64_records(zip64: bool) -> None:
    source = Archive(workbook({"A1": "x"}))
    before = streamed({name: source.read(name) for name in source.names}, zip64=zip64)
    after = change(before, B1="new")
    opened = zipfile.ZipFile(io.BytesIO(after))
    assert opened.testzip() is None
    assert opened.comment == b"kept"
    assert openpyxl.load_workbook(io.BytesIO(after))["Round 1"]["B1"].value == "new"
    assert Archive(after).record("xl/styles.xml") == Archive(before).record("xl/styles.xml")


def test_unsorted_directories_survive_and_a_missing_sheet_or_cell_is_refused() -> None:
    data = workbook({"A1": "x"})
    parts = Archive(data)
    shuffled = parts.rebuilt({"extra.bin": b"one"})
    after = Archive(change(shuffled, A1="y"))
    assert after.read("extra.bin") == b"one"
    assert after.names[-1] == "extra.bin"
    with pytest.raises(ArchiveError, match="Round 9"):
        edit(workbook(), [CellChange("Round 9", "A1", "x")])
    for reference in ("A0", "A1048577", "XFE1", "1A", ""):
        with pytest.raises(ValueError, match=r"cell|outside"):
            change(workbook(), **{reference: "x"})


@pytest.mark.parametrize(
    "damaged",
    [b"", b"Name,Club\n", b"PK\5\6" + bytes(18), workbook()[:-300], workbook()[:400],
     workbook().replace(b"PK\1\2", b"PK\1\3", 1)],
    ids=["empty", "text", "no files", "no end", "cut", "odd list"],
)  # fmt: skip
def test_what_is_no_workbook_is_refused_with_a_sentence(damaged: bytes) -> None:
    with pytest.raises(ArchiveError, match=r"\.$"):
        edit(damaged, [CellChange("Round 1", "A1", "x")])


def test_a_part_that_inflates_to_something_else_is_refused() -> None:
    data = bytearray(with_sheet_xml(sheet()))
    packed = zlib.compressobj(6, zlib.DEFLATED, -15)
    stored = packed.compress(sheet().encode()) + packed.flush()
    at = data.index(stored)
    data[at + len(stored) // 2] ^= 0xFF
    with pytest.raises(ArchiveError, match="damaged"):
        change(bytes(data), A1="x")


@pytest.mark.parametrize(
    "xml",
    [sheet().replace("UTF-8", "ISO-8859-1"), sheet()[:-20], sheet("<sheetData><row r='x'/>"
     "</sheetData>"), sheet("<sheetData><row r='1'/><row r='1'/></sheetData>"), sheet(""),
     '<!DOCTYPE x [<!ENTITY a "aaaa">]>' + sheet()[39:], sheet().encode("utf-16")],
)  # fmt: skip
def test_a_sheet_that_cannot_be_changed_safely_is_refused(xml: str | bytes) -> None:
    with pytest.raises(ArchiveError):
        change(with_sheet_xml(xml), A1="x")


@given(st.integers(1, 1_048_576), st.integers(1, 16_384))
def test_references_and_positions_are_the_same_thing(row: int, column: int) -> None:
    assert cell_position(cell_reference(row, column)) == (row, column)


@pytest.mark.office
def test_libreoffice_opens_and_saves_what_was_written(tmp_path: Path) -> None:
    source = tmp_path / "event.xlsx"
    cells = {"A1": "Key", "B1": "Seat 1", "A2": "R1T1", "C2": "1-0", "D2": "=1+2"}
    source.write_bytes(change(workbook(cells), B2="Ann <&> Zoë", B3="=SUM(A1)", A3="R1T2", C3=12))
    command = ["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless",
               "--convert-to", "xlsx", "--outdir", str(tmp_path / "out"), str(source)]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    saved = (tmp_path / "out" / "event.xlsx").read_bytes()
    assert texts(saved) == texts(source.read_bytes())
    again = change(saved, B4="Bo")
    assert openpyxl.load_workbook(io.BytesIO(again))["Round 1"]["B4"].value == "Bo"
    assert openpyxl.load_workbook(io.BytesIO(again))["Round 1"]["D2"].value == "=1+2"
