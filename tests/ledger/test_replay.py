"""The worked example of `runner/ledger/replay.py`, line by line."""

from runner.core.identifiers import RoundId, RowKind
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.replay import replayed, void_lines

R1 = RoundId(1, 1)
SEAT_A = (RowKind.TABLE, 1, 0)


def seats(*tables: str) -> dict[str, object]:
    """The tables of a line, "Ana Bo" for each."""
    numbered = enumerate((table.split() for table in tables), 1)
    return {
        "tables": [{"table": at, "seats": seats} for at, seats in numbered],
        "byes": [], "absent": [],
    }  # fmt: skip


LINES = (
    Entry(EntryKind.PAIRED, R1, seats("Ana Bo", "Cy Di")), Entry(EntryKind.WRITTEN, R1, {}),
    Entry(EntryKind.REPAIRED, R1, seats("Cy Bo", "Ana Di")),
    Entry(EntryKind.OVERRIDDEN, R1, seats("Di Bo", "Ana Cy")),
    Entry(EntryKind.UNDONE, R1, {"line": 3, "what": "repaired"}), Entry(EntryKind.DELETED, R1, {}),
)  # fmt: skip


def first_table(count: int) -> str:
    rounds, _ = replayed(LINES[:count])
    return " ".join(dict(rounds[R1].seating.tables)[1])


def test_who_sits_at_table_1_and_which_lines_are_void_after_each_line() -> None:
    assert [first_table(count) for count in range(1, 6)] == [
        "Ana Bo", "Ana Bo", "Cy Bo", "Di Bo", "Ana Bo",
    ]  # fmt: skip
    void = [{at + 1 for at in void_lines(LINES[:count])} for count in range(1, 7)]
    assert void == [set(), set(), set(), set(), {3, 4}, {1, 2, 3, 4}]


def test_who_may_still_stand_in_a_seat_also_once_the_round_was_taken_back() -> None:
    assert replayed(LINES[:2])[0][R1].stale == {}
    assert replayed(LINES[:3])[0][R1].stale[SEAT_A] == {"Ana"}
    assert replayed(LINES[:5])[0][R1].stale[SEAT_A] == {"Ana", "Cy", "Di"}
    rounds, taken_back = replayed(LINES)
    assert rounds == {}
    assert taken_back[R1].stale[SEAT_A] == {"Ana", "Cy", "Di"}
