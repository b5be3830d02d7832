"""A line of many people costs as much as many lines of one, and so do tags that never end."""

import time

import pytest

from runner.interchange.player_import.reader import LONGEST_LINE, read_players

LINES = (
    "a; ",
    "a,",
    "x, y; ",
    "Ana {}; ",
    "Ana {}, ",
    "Bo and ",
    "&amp;",
    '["a",',
    "Name,",
    '"a",',
    'a,"',
    ',,"',
)


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
