"""What moves a terminal's cursor or turns a line around stays in the workbook, wherever it stands
there: none of it reaches terminal, desk, pages or ledger."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from openpyxl import Workbook

from runner.cli import main
from runner.core.problems import Place, error
from tests.support.workbooks import edited, with_parts

pytestmark = pytest.mark.thorough  # left out of make quick

WILD = "\u202e\u2066x\u009b2J\u009d"
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_NUMBERS = {71717101: ("e", f"#REF!{WILD}"), 71717102: ("d", f"2026-11-2{WILD}1")}
WHERE = {
    "Players": ("C7", "D7", "E7", "H7", "Z7"), "Round 1": ("C6", "H6", "I6", "J6"),
    "Event": ("B6", "B7", "B8", "B12"), "Phases": ("C6",), "Penalties": ("B6", "C6"),
    "Time": ("C6", "D6"), "Decisions": ("A6", "F6"),
}  # fmt: skip


def wild(kind: object, sheet: str) -> bytes:
    """The small event with something wild on a sheet: formulas, errors or dates."""

    def change(loaded: Workbook) -> None:
        for cell in WHERE[sheet]:
            loaded[sheet][cell].number_format = "General"
            loaded[sheet][cell] = kind
        loaded.create_sheet(f"Rond 2{WILD}")

    def turned(xml: bytes) -> bytes:
        text = xml.decode()
        for number, (type_, stored) in _NUMBERS.items():
            text = re.sub(rf'( t="n")?><v>{number}</v>', f' t="{type_}"><v>{stored}</v>', text)
        return text.encode()

    data = edited(change)
    parts = {f"sheet{at}": turned for at in range(1, 10)}
    return with_parts(data, **parts)


@pytest.mark.parametrize("kind", [f'="{WILD}"&B2', *_NUMBERS], ids=["formula", "error", "date"])
@pytest.mark.parametrize("sheet", WHERE)
def test_a_cell_reaches_neither_terminal_nor_desk_with_them(
    sheet: str, kind: object, tmp_path: Path
) -> None:
    event, site = tmp_path / "friday", tmp_path / "site"
    event.mkdir()
    (event / "friday.xlsx").write_bytes(wild(kind, sheet))
    (event / f"other{WILD}.ods").write_bytes(b"")
    (event / f".~lock.friday{WILD}.xlsx#").write_text(f"Ana{WILD},ana,host,21.11.2026;")
    for words in (["build", "--site", str(site)], ["status"], ["history"]):
        done = CliRunner().invoke(main, [words[0], str(event), *words[1:]])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert not HARMFUL.search(done.output), repr(done.output)
    made = [
        *(path for ending in ("html", "txt", "jsonl") for path in event.glob(f"*.{ending}")),
        *(path for ending in ("html", "json") for path in site.rglob(f"*.{ending}")),
    ]
    assert event / "desk.html" in made
    for path in made:
        assert not HARMFUL.search(path.read_text("utf-8")), path


def test_no_problem_says_them_whoever_words_it() -> None:
    told = error(
        "test.error", Place(f"Round{WILD} 1", "A1"), f"“{WILD}” is none.", f"Did you mean “{WILD}”?"
    )
    assert str(told) == "Roundx2J 1!A1: “x2J” is none. Did you mean “x2J”?"
