"""Whatever is pasted: nothing raises, every line is accounted for, no name is lost in silence."""

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.core import names
from runner.interchange.player_import.player_list import LineStatus, without_entered
from runner.interchange.player_import.reader import read_players
from runner.interchange.player_import.rows import lines_of

_NAME = st.sampled_from(
    "Anna Meyer|Ben Ortiz|Carla de la Cruz|山田 太郎|Łukasz Żak|Zoë|O'Brien, Seán|MEYER, Anna|"
    "xX_Dana_Xx|Иван Петров|Sammy Davis, Jr.|محمد علي|Kim Lee".split("|")
)
_BEFORE = st.sampled_from(
    ["", "1. ", "2) ", "- ", "✅ ", "#3 ", "(4) ", "\t", "Table 1: ", "=", '"']
)
_BEHIND = st.sampled_from(
    [
        "",
        ",",
        ";",
        " <a@b.co>",
        " (paid)",
        " - dropped",
        "\t9",
        " 6 pts",
        " | x",
        '"',
        " & Bo",
        "??",
    ]
)
_LINE = st.one_of(st.builds(lambda *parts: "".join(parts), _BEFORE, _NAME, _BEHIND), st.just(""),
                  st.text(max_size=30))  # fmt: skip
_LISTS = st.builds(lambda lines, end: end.join(lines), st.lists(_LINE, max_size=12),
                   st.sampled_from(["\n", "\r\n", "\r", "\u2028"]))  # fmt: skip


@given(st.binary(max_size=300))
@example(b"PK\x03\x04")
@example(b"\xff\xfe\x00")
@example(b"\x00\x00\xfe\xff\x00")
@example(b'{"players": [1, null, {"name": ["a"]}]}')
@example(b"[" * 3000)
@example(b'"' * 999)
def test_no_bytes_raise(data: bytes) -> None:
    found = read_players(data)
    without_entered(found, ["Anna Meyer"])


@pytest.mark.thorough
@given(_LISTS)
def test_every_line_is_accounted_for(text: str) -> None:
    found = read_players(text)
    numbers = [line.number for line in found.lines]
    assert numbers == sorted({*numbers})
    if "web page" in found.format or "JSON" in found.format or found.problem:
        return
    assert numbers == [*range(1, len(lines_of(text.removeprefix("\ufeff"))) + 1)]


@pytest.mark.thorough
@given(_LISTS)
def test_a_line_with_letters_gives_a_player_or_says_why_not(text: str) -> None:
    found = read_players(text)
    rows = {row.name for row in found.rows}
    for line in found.lines:
        assert {*line.names} <= rows
        if line.names:
            assert line.status is LineStatus.PLAYER
        elif (
            any(map(str.isalpha, names.clean(line.text))) and line.status is not LineStatus.HEADING
        ):
            assert line.status in (LineStatus.LEFT_OUT, LineStatus.DUPLICATE)
            assert line.why
    assert rows == {name for line in found.lines for name in line.names}


@pytest.mark.thorough
@given(_LISTS)
def test_names_can_stand_in_a_workbook(text: str) -> None:
    found = read_players(text)
    for row in found.rows:
        assert row.name == names.clean(row.name)
        assert any(map(str.isalpha, row.name))
        assert not re.search(r"[^\s@]@[^\s@]+\.", row.name)
    assert len({names.key(row.name) for row in found.rows}) == len(found.rows)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [1, 10, 1_000])
def test_a_long_list_is_whole(size: int) -> None:
    text = "".join(f"{at}. Player{chr(65 + at % 26)}{at} Of{at}town\n" for at in range(1, size + 1))
    assert len(read_players(text).rows) == size
