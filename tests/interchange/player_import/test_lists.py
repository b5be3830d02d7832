"""Lists of players as people have them, row by row against a table by hand (`lists.txt`)."""

import re
import time
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from runner.app.add_players import read_list
from runner.core import names
from runner.interchange.player_import.player_list import (
    Entrant,
    LineStatus,
    ListLine,
    PlayerList,
    without_entered,
)
from runner.interchange.player_import.reader import LONGEST_LINE, read_player_rows, read_players
from runner.interchange.player_import.rows import lines_of
from tests.support.events import planned
from tests.support.folders import new_workbook
from tests.support.player_lists import Case, Expected, cases

CASES = cases()
_FATES = {
    "player": LineStatus.PLAYER,
    "#": LineStatus.HEADING,
    ".": LineStatus.BLANK, "-": LineStatus.LEFT_OUT, "=": LineStatus.DUPLICATE,
}  # fmt: skip


def beside(row: Entrant) -> dict[str, str]:
    own = {"Club": row.club, "Commander": row.commander, "Decklist": row.decklist}
    people = {"members": " / ".join(row.members)}
    return {key: text for key, text in (own | people).items() if text} | {**row.private, **row.more}


def matches(line: ListLine, wanted: Expected, found: PlayerList) -> bool:
    rows = {row.name: row for row in found.rows}
    return (
        line.status is _FATES[wanted.fate]
        and wanted.word.casefold() in f"{line.text} {line.why}".casefold()
        and [*line.names] == [person.name for person in wanted.people]
        and all(beside(rows[person.name]) == person.beside for person in wanted.people)
    )


def test_there_are_a_hundred() -> None:
    assert len({case.title for case in CASES}) >= 100


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_list_is_understood_row_by_row(case: Case) -> None:
    found = read_players(case.data)
    assert not found.problem
    wrong = [
        (line, wanted)
        for line, wanted in zip(found.lines, case.lines, strict=False)
        if "rows" not in case.how and not matches(line, wanted, found)
    ]
    assert wrong == []
    people = [person for wanted in case.lines for person in wanted.people]
    assert [(row.name, beside(row)) for row in found.rows] == [*people]
    assert "rows" in case.how or len(found.lines) == len(case.lines)
    assert case.format in found.format
    assert all(any(note in each for each in found.notes) for note in case.notes)


def test_what_could_be_either_is_said_on_its_line() -> None:
    turned = read_players(b"Meyer, Anna\nSato, Jun\nOrtiz, Ben\n")
    assert [line.why for line in turned.lines] == ["", "“Jun” is taken as a first name", ""]
    straight = read_players(b"Anna Meyer\nSammy Davis, Junior\nBen Ortiz\n")
    assert "“Junior” is taken as the end of the name" in straight.lines[1].why


# --- any text -------------------------------------------------------------------------------------


_NAME = st.sampled_from(
    "Anna Meyer|Ben Ortiz|Carla de la Cruz|山田 太郎|Łukasz Żak|Zoë|O'Brien, Seán|MEYER, Anna|"
    "xX_Dana_Xx|Иван Петров|Sammy Davis, Jr.|محمد علي|Kim Lee".split("|")
)
_BEFORE = st.sampled_from(
    ["", "1. ", "2) ", "- ", "✅ ", "#3 ", "(4) ", "\t", "Table 1: ", "=", '"']
)
_BEHIND = st.sampled_from(
    [
        "", ",", ";", " <a@b.co>", " (paid)", " - dropped", "\t9", " 6 pts", " | x", '"', " & Bo",
        "??",
    ]
)  # fmt: skip
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


# --- brackets and teams ---------------------------------------------------------------------------


def test_who_is_in_the_event_with_a_bracket_is_known_again() -> None:
    found = without_entered(read_players("Anna Meyer (Berlin)\nBen Ortiz"), ["Anna Meyer (Berlin)"])
    assert [row.name for row in found.rows] == ["Ben Ortiz"]
    assert found.lines[0].status is LineStatus.ENTERED


def test_a_bracket_that_is_left_out_is_told() -> None:
    found = read_players("Anna Meyer (Berlin)\nBen Ortiz\nCarla Diaz")
    assert found.rows[0].name == "Anna Meyer"
    assert found.rows[0].notes == ("“(Berlin)” was left out of the name",)
    assert "“(Berlin)” was left out" in found.lines[0].why


def test_a_team_is_one_row_where_teams_play_and_no_player_where_none_do() -> None:
    found = read_players("Team Rocket\n- Jessie\n- James\n\nTeam Aqua\n- Archie\n- Shelly\n")
    assert [row.members for row in without_entered(found, [], teams=True).rows] == [
        ("Jessie", "James"), ("Archie", "Shelly"),
    ]  # fmt: skip
    assert [(row.name, row.club) for row in without_entered(found, []).rows] == [
        ("Jessie", "Team Rocket"), ("James", "Team Rocket"),
        ("Archie", "Team Aqua"), ("Shelly", "Team Aqua"),
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["สมชาย ใจดี", "राम कृष्णू", "Ana Jose\u0301", "דָּוִד כֹּהֵןָ"])
def test_the_marks_of_a_script_stay_at_the_end_of_a_name(name: str) -> None:
    found = read_players(f"{name} ✅\nBen Ortiz ☀️")
    assert [row.name for row in found.rows] == [unicodedata.normalize("NFC", name), "Ben Ortiz"]


# --- how long it takes ----------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["", "Ana\n", "Name,Club\n"])
def test_a_line_that_no_player_has_is_told_with_its_number_and_length(where: str) -> None:
    found = read_players(f"{where}{'Ana ' * LONGEST_LINE}Bo")
    assert not found.rows
    number, length = 1 + where.count("\n"), 4 * LONGEST_LINE + 2
    assert f"Line {number} has {length:,} characters" in found.problem
    assert "Put each player into a line of their own" in found.problem


def test_blanks_at_the_end_of_a_line_are_no_part_of_it() -> None:
    found = read_players(f"Ana{' ' * 78_000}\nBo\n")
    assert [row.name for row in found.rows] == ["Ana", "Bo"]


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\u00a0"])
def test_a_line_of_blanks_takes_no_longer_than_others(blank: str) -> None:
    start = time.process_time()
    found = read_players(f"{blank * 78_000}\nAna\n{blank * 78_000}x\n")
    assert time.process_time() - start < 2  # some 20 s, where each blank is tried anew
    assert "Put each player into a line of their own" in found.problem


@pytest.mark.parametrize("blank", [" ", "\t", "\u3000", "\u00a0"])
@pytest.mark.parametrize("line", ["{}x\nAna\n", "Ana{}Bo\nCy{}Di\n", "Ana {}- x\nBo {}- y\n"])
def test_blanks_of_a_line_that_is_read_are_gone_over_once(line: str, blank: str) -> None:
    start = time.process_time()
    found = read_players(line.format(*[blank * (LONGEST_LINE - 100)] * 2))
    assert time.process_time() - start < 4  # some 16 s, where each blank is tried anew
    assert not found.problem


def test_cells_are_bounded_as_lines_are() -> None:
    assert "Line 2 has" in read_player_rows([(1, ["Ana"]), (2, ["x" * 30_000])]).problem
    many = ((number, ["Ana"]) for number in range(1, 10**9))
    assert "too many lines" in read_player_rows(many).problem
    wide = [(number, ["x" * 19_000]) for number in range(1, 1_000)]
    assert "too long" in read_player_rows(wide).problem


def test_a_sheet_with_too_many_columns_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runner.app.add_players.MOST_COLUMNS", 2)
    assert "too many columns" in read_list(new_workbook(planned(4))).problem


# --- many in a line -------------------------------------------------------------------------------


LINES = (
    "a; ", "a,", "x, y; ", "Ana {}; ", "Ana {}, ", "Bo and ", "&amp;", '["a",', "Name,", '"a",',
    'a,"', ',,"', " ", "\t ", "\u3000 ",
)  # fmt: skip


def text(pattern: str, length: int) -> str:
    made = "".join(pattern.format(at) for at in range(length // len(pattern.format(10))))
    return made[:length]


def least_time(line: str) -> float:
    """Processor seconds, the least of three runs."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        read_players(line)
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.thorough
@pytest.mark.parametrize("pattern", LINES)
def test_time_grows_with_the_length_of_a_line_and_no_faster(pattern: str) -> None:
    short, long = (least_time(text(pattern, LONGEST_LINE // part)) for part in (8, 1))
    assert long < 16 * short + 0.2  # 8 times where it grows evenly, 64 where by the square


@pytest.mark.thorough
def test_time_grows_with_the_number_of_names_and_no_faster() -> None:
    names = [
        f"Anna{chr(97 + at % 26)}{chr(97 + at // 26 % 26)} Example{at}" for at in range(16_000)
    ]
    short, long = (least_time("\n".join(names[:count])) for count in (4_000, 16_000))
    assert long < 8 * short


def test_what_is_said_of_people_in_one_line_is_said_once() -> None:
    found = read_players("Ana Meyer, Bo Sample, Ana Meyer, Cy Trial, Bo Sample, TBD, TBD")
    (line,) = found.lines
    assert line.names == ("Ana Meyer", "Bo Sample", "Cy Trial")
    assert line.why.count("TBD") == 1
    assert [row.name for row in found.rows] == ["Ana Meyer", "Bo Sample", "Cy Trial"]


@pytest.mark.parametrize(
    "tag", ["<a ", "<a b='", '<a b="c"d', "<a/", "<!--", "</a ", "<?", "<![", "<![a", "<a<", "&#"]
)
def test_tags_that_never_end_take_no_longer_than_others(tag: str) -> None:
    start = time.process_time()
    found = read_players("<p>Ana Meyer<br>\nBo Sample<br>\n" + tag * 20_000)
    assert time.process_time() - start < 5  # some minutes, where each is tried anew
    assert found.problem or len(found.rows) >= 2


@pytest.mark.parametrize("end", ["<a href='", "<!-- so", "<script>var a = 1;", "<"])
def test_a_page_that_was_cut_off_keeps_what_came(end: str) -> None:
    found = read_players(f"<table><tr><td>Ana Meyer</td></tr><tr><td>Bo Sample</td></tr>{end}")
    assert [row.name for row in found.rows][:2] == ["Ana Meyer", "Bo Sample"]


def test_a_mark_that_no_page_has_is_no_mistake_of_ours() -> None:
    assert read_players("<p>Ana Meyer<br><![<![")
