"""The ledger: sealed lines, and what they add up to."""

from hypothesis import given
from hypothesis import strategies as st

from runner.core.identifiers import RoundId, RowKind
from runner.core.seating import SeatedTable
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse

R1, R2 = RoundId(1, 1), RoundId(1, 2)


def paired(
    round_id: RoundId, *tables: tuple[str, ...], kind: EntryKind = EntryKind.PAIRED
) -> Entry:
    listed = [{"table": at, "seats": list(seats)} for at, seats in enumerate(tables, 1)]
    names = {player: f"Name {player}" for seats in tables for player in seats}
    return Entry(kind, round_id, {"tables": listed, "byes": ["X"], "absent": [], "names": names})


def test_lines_come_back_as_they_went_in() -> None:
    ledger, lines = Ledger().extended([paired(R1, ("A", "B"))])
    longer, more = ledger.extended([Entry(EntryKind.CORRECTED, R1, {"table": 1, "new": ("A",)})])
    read, problems = parse(lines + more)
    assert read.entries == longer.entries
    assert [[*each.data] for each in read.entries] == [[*each.data] for each in longer.entries]
    assert read.seal == longer.seal
    assert problems == ()


def test_a_torn_last_line_is_left_out_and_a_changed_one_is_found_out() -> None:
    ledger, lines = Ledger().extended([paired(R1, ("A", "B"))])
    _, more = ledger.extended([paired(R2, ("B", "A"))])
    for cut in range(1, len(more)):
        read, problems = parse(lines + more[:cut])
        assert read.entries == ledger.entries
        assert problems == ()
    _, lines = Ledger().extended([paired(R1, ("A", "B")), paired(R2, ("B", "A"))])
    changed = lines.replace(b'"seats":["A","B"]', b'"seats":["A","C"]')
    read, problems = parse(changed)
    assert len(read.entries) == 1
    assert problems[0].fatal
    assert "Line 2" in problems[0].text


@given(st.binary(max_size=200))
def test_no_bytes_break_the_reader(data: bytes) -> None:
    parse(data)


def test_an_override_changes_what_is_in_force_and_keeps_the_base() -> None:
    override = Entry(
        EntryKind.OVERRIDDEN,
        R1,
        {"tables": [{"table": 1, "seats": ["A", "C"]}], "byes": [], "absent": ["B"]},
    )
    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), override])
    now = ledger.rounds[R1]
    assert now.seating.tables == (SeatedTable(1, ("A", "C")),)
    assert now.seating.absent == ("B",)
    assert now.base[(RowKind.TABLE, 1, 1)] == "B"


def test_a_redrawn_round_remembers_what_may_still_stand_in_the_workbook() -> None:
    again = paired(R1, ("C", "D"), kind=EntryKind.REPAIRED)
    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), again])
    now = ledger.rounds[R1]
    assert ledger.drawings(R1) == 1
    assert now.stale[(RowKind.TABLE, 1, 0)] == {"A"}
    written, _ = ledger.extended([Entry(EntryKind.WRITTEN, R1, {})])
    assert not written.rounds[R1].stale
    assert written.rounds[R1].seating == now.seating


def test_the_results_of_a_closed_round_are_remembered_unless_the_next_was_taken_back() -> None:
    closing = paired(R2, ("A", "B"))
    closing.data["closed"] = {"round": [1, 1], "results": {"1": "A", "2": "draw"}}  # type: ignore[index]
    fix = Entry(EntryKind.CORRECTED, R1, {"table": 2, "old": "draw", "new": "B"})
    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), closing, fix])
    assert ledger.results[R1] == {1: "A", 2: "B"}
    closing = paired(R2, ("A", "B"))
    closing.data["closed"] = {"round": [1, 1], "results": {"1": "A"}}  # type: ignore[index]
    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), closing])
    assert ledger.results == {R1: {1: "A"}}
    assert ledger.extended([Entry(EntryKind.DELETED, R2, {})])[0].results == {}


def results(table: int, text: str, round_id: RoundId = R1) -> Entry:
    return Entry(EntryKind.RESULTS, round_id, {"results": {str(table): text}})


def test_results_are_remembered_as_they_come_in_and_with_their_corrections() -> None:
    fix = Entry(EntryKind.CORRECTED, R1, {"table": 2, "old": "draw", "new": ""})
    lines = [paired(R1, ("A", "B"), ("C", "D")), results(1, "A"), results(2, "draw"), fix]
    ledger, _ = Ledger().extended(lines)
    assert ledger.results == {R1: {1: "A", 2: ""}}
    again, _ = ledger.extended([results(2, "B")])
    assert again.results == {R1: {1: "A", 2: "B"}}


def test_results_of_a_pairing_that_is_no_more_are_not_remembered() -> None:
    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), results(1, "A")])
    anew = paired(R1, ("B", "A"), kind=EntryKind.REPAIRED)
    gone = Entry(EntryKind.DELETED, R1, {"results": {"1": "A"}})
    back = Entry(EntryKind.UNDONE, R1, {"line": 3, "what": "deleted"})
    assert ledger.results == {R1: {1: "A"}}
    for lines in ([anew], [gone], [gone, back], [gone, paired(R1, ("A", "B"))]):
        assert ledger.extended(lines)[0].results == {}
    ended = Entry(EntryKind.PHASE_ENDED, R1, {})
    undone = Entry(EntryKind.UNDONE, R1, {"line": 3, "what": "phase ended"})
    assert ledger.extended([ended, undone])[0].results == ledger.results


def test_the_result_of_a_table_at_which_only_others_sit_now_is_not_remembered() -> None:
    def changed(*new: str) -> Entry:
        change = {"table": 1, "old": ["A", "B"], "new": list(new), "reason": ""}
        tables = [{"table": 1, "seats": list(new)}]
        data = {"tables": tables, "byes": [], "absent": [], "changes": [change]}
        return Entry(EntryKind.OVERRIDDEN, R1, data)

    ledger, _ = Ledger().extended([paired(R1, ("A", "B")), results(1, "A")])
    assert ledger.extended([changed("C", "D")])[0].results == {}
    assert ledger.extended([changed()])[0].results == {}
    assert ledger.extended([changed("B", "C")])[0].results == {R1: {1: "A"}}


def test_the_results_when_a_cut_was_made_are_those_of_then() -> None:
    second = RoundId(2, 1)
    closing = paired(second, ("A", "B"))
    closing.data["closed"] = {"round": [1, 1], "results": {"1": "A"}}  # type: ignore[index]
    fix = Entry(EntryKind.CORRECTED, R1, {"table": 1, "old": "A", "new": "B"})
    lines = [paired(R1, ("A", "B")), results(1, "A"), closing, fix, results(1, "B", second)]
    ledger, _ = Ledger().extended(lines)
    assert ledger.results_at_cut(2) == {R1: {1: "A"}}
    assert ledger.results == {R1: {1: "B"}, second: {1: "B"}}
