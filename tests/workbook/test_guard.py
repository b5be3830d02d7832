"""Files that are no workbook, or could do harm: each gets its sentence, quickly."""

import re
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from runner.workbook.layout import Layout
from runner.workbook.read.read import read
from runner.workbook.write.merge import merge
from runner.workbook.xlsx.edit import CellChange
from runner.workbook.xlsx.guard import LARGEST_PART
from runner.workbook.xlsx.zip import Archive
from tests.support.problems import fix_text
from tests.support.workbooks import book, edited, with_cell, with_parts, with_shared_strings

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)


def sentence(data: bytes) -> str:
    event, problems, layout = read(data)
    assert event is None
    assert layout == Layout()
    assert [each.fatal for each in problems] == [True]
    assert fix_text(problems[0].fix)
    return problems[0].text


def zipped(parts: dict[str, bytes]) -> bytes:
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(("data", "said"), [
    (b"", "empty"), (bytes(4096), "empty"), (b"Name,Club\nAna,Turm 3\n", "text"),
    (b"<html><body>Name</body></html>", "text"), (OLE, "old kind (.xls)"),
    (OLE + "EncryptedPackage".encode("utf-16-le"), "password"), (b"PK\3\4" + bytes(100), "damaged"),
    (zipped({"mimetype": b""}), "not a workbook"),
    (zipped({"notes.txt": b"hello"}), "not a workbook"),
    (zipped({"mimetype": b"application/vnd.oasis.opendocument.spreadsheet"}), ".ods"),
    (zipped({f"part{at}": b"" for at in range(6000)}), "absurd size"),
])  # fmt: skip
def test_a_file_that_is_no_workbook_is_named_for_what_it_is(data: bytes, said: str) -> None:
    assert said in sentence(data)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.999])
def test_a_workbook_that_is_cut_short_is_damaged(share: float) -> None:
    data = book()
    assert "damaged" in sentence(data[: int(len(data) * share)])


def test_a_part_with_a_flipped_bit_is_damaged() -> None:
    data = bytearray(book())
    with zipfile.ZipFile(BytesIO(data)) as archive:
        info = next(each for each in archive.infolist() if each.filename.endswith("sheet4.xml"))
    data[info.header_offset + 60 + info.compress_size // 2] ^= 0x10
    assert "damaged" in sentence(bytes(data))


@pytest.mark.thorough
def test_a_zip_bomb_is_refused_before_it_is_unpacked() -> None:
    data = with_parts(book(), sheet4=lambda _: bytes(80 * 1024 * 1024))
    start = process_time()
    assert "absurd size" in sentence(data)
    assert process_time() - start < 0.5


@pytest.mark.thorough
def test_a_sheet_that_is_not_ours_may_be_as_large_as_it_likes() -> None:
    """It is never unpacked: not for reading, and not when names go into the others."""
    own = edited(lambda loaded: loaded.create_sheet("Prices"))
    with zipfile.ZipFile(BytesIO(own)) as archive:
        last = max(int(found[1]) for name in archive.namelist()
                   if (found := re.search(r"worksheets/sheet(\d+)\.xml", name)))  # fmt: skip
    row = b"<row><c t='inlineStr'><is><t>a card</t></is></c></row>"
    data = with_parts(
        own,
        **{f"sheet{last}": lambda xml: re.sub(b"<sheetData.*</worksheet>", b"<sheetData>", xml)
           + row * 1_250_000 + b"</sheetData></worksheet>"},
    )  # fmt: skip
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.getinfo(f"xl/worksheets/sheet{last}.xml").file_size > LARGEST_PART
    start = process_time()
    event, problems, _ = read(data)
    assert process_time() - start < 0.5
    assert (event, problems) == (read(own)[0], read(own)[1])
    after, merged = merge(data, [CellChange("Round 1", "A1", "Round 1!")])
    assert merged.written or merged.kept
    assert Archive(after).record(f"xl/worksheets/sheet{last}.xml") == Archive(data).record(
        f"xl/worksheets/sheet{last}.xml"
    )


@pytest.mark.thorough
def test_a_bomb_that_lies_about_its_size_is_damaged() -> None:
    data = bytearray(with_parts(book(), sheet4=lambda _: bytes(80 * 1024 * 1024)))
    name = data.rfind(b"xl/worksheets/sheet4.xml")
    struct.pack_into("<I", data, name - 46 + 24, 1000)
    start = process_time()
    assert "damaged" in sentence(bytes(data))
    assert process_time() - start < 1.5


@pytest.mark.parametrize("part", ["workbook", "sheet4", "sharedStrings", "styles", "core"])
def test_entities_are_refused_in_every_part(part: str) -> None:
    bomb = b'<!DOCTYPE a [<!ENTITY b "ha"><!ENTITY c "&b;&b;">]>'

    def spoil(xml: bytes) -> bytes:
        head, mark, rest = xml.rpartition(b"?>")
        return head + mark + bomb + rest

    said = sentence(with_parts(with_shared_strings(book()), **{part: spoil}))
    assert "DOCTYPE" in said or "not well-formed" in said


@pytest.mark.parametrize(("part", "change"), [
    *((part, lambda xml: xml[: len(xml) // 2])
      for part in ("workbook", "sheet4", "sharedStrings", "styles")),
    *((part, lambda _: None) for part in ("workbook", "sheet4", "sharedStrings")),
])  # fmt: skip
def test_broken_xml_and_a_missing_part_are_damage(
    part: str, change: Callable[[bytes], bytes | None]
) -> None:
    assert "damaged" in sentence(with_parts(with_shared_strings(book()), **{part: change}))


def torn(xml: bytes) -> bytes:
    """The part with an element in the middle of its first text, as no program writes it."""
    made, times = re.subn(rb"(<t>[^<]+)</t>", rb"\1<x/>more</t>", xml, count=1)
    assert times == 1
    return made


def test_an_element_within_a_text_is_damage_and_texts_may_stand_in_one_table() -> None:
    assert "damaged" in sentence(with_parts(book(), sheet4=torn))
    assert "damaged" in sentence(with_parts(with_shared_strings(book()), sharedStrings=torn))
    shared = read(with_shared_strings(book()))
    assert not shared[1]
    assert shared[0] == read(book())[0]


def cell(content: str) -> bytes:
    row = f'<row r="90"><c r="B90" t="str">{content}</c></row></sheetData>'.encode()
    return with_parts(book(), sheet4=lambda xml: xml.replace(b"</sheetData>", row))


@pytest.mark.parametrize(
    "content",
    ["<v>Ann<x/>Lee</v>", "<v>Ann<v>Lee</v></v>", "<f>A1<x/>+1</f><v>2</v>", "<v>A<f>1</f></v>"],
)
def test_an_element_within_a_value_or_a_formula_is_damage(content: str) -> None:
    assert "damaged" in sentence(cell(content))
    assert read(cell("<v>Ann Lee</v>"))[0] is not None


def test_a_cell_in_the_far_corner_costs_nothing_and_is_told() -> None:
    data, start = with_cell("Players", "XFD1048576", "stray"), process_time()
    read(book())
    usual, start = process_time() - start, process_time()
    event, problems, _ = read(data)
    assert process_time() - start < 20 * usual
    assert event is not None
    assert len(event.players) == 7
    assert [str(each.place) for each in problems] == ["Players!XFD1048576"]


def test_an_empty_workbook_lacks_its_sheets() -> None:
    stream = BytesIO()
    Workbook().save(stream)
    event, problems, _ = read(stream.getvalue())
    assert event is None
    missing = {each.place.sheet for each in problems if each.fatal}
    assert missing == {"Event", "Phases", "Players"}


SHARED = with_shared_strings(book())
PARTS = ("workbook", "sheet2", "sheet3", "sheet4", "sheet5", "sharedStrings", "styles", "core")
PIECES = (b"", b"<", b'"', b"99999999999", b"-1", b"A", b"</row>", b'r="ZZZZ1"', b't="d"', b't="e"',
          b't="b"', b"<f>1</f>", b"\xff", b"&amp;", b'ref="x"', b"1e400", b"nan")  # fmt: skip


@pytest.mark.thorough
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PARTS), st.floats(0, 1), st.integers(0, 12), st.sampled_from(PIECES))
def test_reading_never_raises(part: str, where: float, length: int, piece: bytes) -> None:
    def spoil(xml: bytes) -> bytes:
        start = int(where * len(xml))
        return xml[:start] + piece + xml[start + length :]

    event, problems, _ = read(with_parts(SHARED, **{part: spoil}))
    assert event is not None or any(each.fatal for each in problems)
    assert all(each.text for each in problems)
