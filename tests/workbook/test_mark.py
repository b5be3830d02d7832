"""The mark of an event: kept by whatever saves the workbook, renewed without other changes."""

import re
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook

from runner.workbook.template.template import Plan, template
from runner.workbook.xlsx.mark import Mark, mark_of, with_mark
from runner.workbook.xlsx.zip import Archive
from tests.support.workbooks import event_in, small_event, with_parts

MARK = Mark("5f0c2a77d1e94b38", ("12:90ab33c1",))
PLAIN = template(Plan(small_event(), tables=5))


def of(data: bytes) -> Mark:
    return mark_of(Archive(data))


def parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_new_workbook_has_the_mark_of_its_event_and_else_none() -> None:
    assert of(PLAIN) == Mark()
    made = template(Plan(small_event(mark=MARK.event), tables=5))
    assert of(made) == Mark(MARK.event)
    found = event_in(made)
    assert (found.mark, found.heads) == (MARK.event, ())


def test_a_mark_is_hidden_in_the_lists_of_names() -> None:
    for data in (template(Plan(small_event(mark=MARK.event), tables=5)), with_mark(PLAIN, MARK)):
        names = load_workbook(BytesIO(data)).defined_names
        marks = {name: each.hidden for name, each in names.items() if name.startswith("Runner_")}
        assert marks
        assert all(marks.values()), marks


def prefixed(xml: bytes) -> bytes:
    text = re.sub(r"<(/?)(\w+)", r"<\1x:\2", xml.decode().partition("?>")[2] or xml.decode())
    return text.replace("xmlns=", "xmlns:x=", 1).encode()


WAYS = {
    "as Runner writes it": lambda xml: xml,
    "without names": lambda xml: re.sub(rb"<definedNames>.*</definedNames>", b"", xml),
    "with an empty list": lambda xml: re.sub(
        rb"<definedNames>.*</definedNames>", b"<definedNames/>", xml),
    "with a prefix": prefixed,
    "with a prefix and no names": lambda xml: prefixed(
        re.sub(rb"<definedNames>.*</definedNames>", b"", xml)),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("way", WAYS)
def test_a_mark_is_written_and_nothing_else_changes(way: str) -> None:
    data = with_parts(PLAIN, workbook=WAYS[way])
    marked = with_mark(data, MARK)
    assert of(marked) == MARK
    before, after = parts(data), parts(marked)
    assert [name for name in after if after[name] != before.get(name)] == ["xl/workbook.xml"]
    assert with_mark(marked, MARK) is marked
    assert load_workbook(BytesIO(marked)).sheetnames == load_workbook(BytesIO(data)).sheetnames
    further = with_mark(marked, Mark(MARK.event, ("31:0be41a77",)))
    assert of(further) == Mark(MARK.event, (*MARK.heads, "31:0be41a77"))
    other = with_mark(further, Mark("00ff00ff00ff00ff", ("1:00000000",)))
    assert of(other) == Mark("00ff00ff00ff00ff", ("1:00000000",)), "another event begins anew"


@pytest.mark.thorough
def test_heads_of_long_ago_are_thinned_out() -> None:
    data = PLAIN
    for lines in range(1, 200):
        data = with_mark(data, Mark(MARK.event, (f"{lines * 1000}:{lines:08x}",)))
    found = of(data)
    assert found.heads[-1] == "199000:000000c7"
    assert len(" ".join(found.heads)) < 255
    assert int(found.heads[0].partition(":")[0]) < 150_000


@pytest.mark.office
@pytest.mark.parametrize("way", [("xlsx",), ("ods", "xlsx")])
def test_libreoffice_keeps_the_mark(way: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    path.write_bytes(with_mark(PLAIN, MARK))
    for number, kind in enumerate(way):
        out = tmp_path / str(number)
        profile = f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}"
        subprocess.run(
            ["soffice", profile, "--headless", "--convert-to", kind, "--outdir", out, path],
            check=True, capture_output=True, timeout=300,
        )  # fmt: skip
        path = out / f"event.{kind}"
    saved = path.read_bytes()
    assert of(saved) == MARK
    assert of(with_mark(saved, Mark(MARK.event, ("31:0be41a77",)))).heads == (
        "12:90ab33c1",
        "31:0be41a77",
    )


def test_openpyxl_keeps_the_mark() -> None:
    stream = BytesIO()
    load_workbook(BytesIO(with_mark(PLAIN, MARK))).save(stream)
    assert of(stream.getvalue()) == MARK
