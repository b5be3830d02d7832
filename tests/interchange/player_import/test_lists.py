"""Lists of players as people have them, row by row against a table by hand (`lists.txt`)."""

import pytest

from runner.interchange.player_import.player_list import Entrant, LineStatus, ListLine, PlayerList
from runner.interchange.player_import.reader import read_players
from tests.support.player_lists import Case, Expected, cases

CASES = cases()
_FATES = {
    "player": LineStatus.PLAYER,
    "#": LineStatus.HEADING,
    ".": LineStatus.BLANK,
    "-": LineStatus.LEFT_OUT,
    "=": LineStatus.DUPLICATE,
}


def beside(row: Entrant) -> dict[str, str]:
    """What goes beside the name."""
    own = {"Club": row.club, "Commander": row.commander, "Decklist": row.decklist}
    people = {"members": " / ".join(row.members)}
    return {key: text for key, text in (own | people).items() if text} | {
        **row.private,
        **row.more,
    }


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
