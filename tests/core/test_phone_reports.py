"""What phones send, and what the hall's server knows of a round, as files of before have it."""

import json

import pytest

from runner.core.identifiers import RoundId
from runner.core.phone_reports import OpenRound, OpenTable, Phones, Report, Ruling

BEFORE = [
    ('{"number": 4, "round": [2, 3], "pairing": "abc", "table": 5, "voice": "P1", "result": "A", '
     '"games": "", "drops": true, "at": "t"}',
     Report(4, RoundId(2, 3), "abc", 5, "P1", "A", drops=True, at="t")),
    ('{"number": 7, "id": "i2", "round": [1, 1], "pairing": "abc", "phone": "ff", "ruling": '
     '{"table": 3, "calls": false}, "undoes": "", "at": "t"}',
     Report(7, RoundId(1, 1), "abc", at="t", phone="ff", id="i2", ruling=Ruling(3, calls=False))),
    ('{"number": 8, "id": "i3", "round": [1, 1], "pairing": "abc", "phone": "ff", "ruling": null, '
     '"undoes": "i2", "at": "t"}',
     Report(8, RoundId(1, 1), "abc", at="t", phone="ff", id="i3", undoes="i2")),
]  # fmt: skip


@pytest.mark.parametrize(("line", "report"), BEFORE)
def test_a_line_of_before_is_read_and_one_of_now_is_the_same(line: str, report: Report) -> None:
    assert Report.of(json.loads(line)) == report
    assert Report.of(json.loads(json.dumps(report.document))) == report


@pytest.mark.parametrize(
    "line",
    ["[]", "5", "null", "{}", '{"number": "x", "round": [1, 1], "pairing": ""}',
     '{"number": 1, "round": [1], "pairing": ""}', '{"number": 1, "round": 7, "pairing": ""}',
     '{"number": 1, "round": [1, 1], "pairing": "", "ruling": {"player": "P1"}}'],
)  # fmt: skip
def test_another_document_is_no_report(line: str) -> None:
    with pytest.raises((KeyError, TypeError, ValueError, AttributeError)):
        Report.of(json.loads(line))


def test_a_round_is_read_as_it_was_written() -> None:
    seats = (("P1", "Ana"), ("P2", "Bo"))
    table = OpenTable(seats, "A", ("A",), 3, ("P1",), playing=True, called="t", cell="Round 1!G7")
    before = OpenRound(
        "E", "de", Phones.TWO, RoundId(1, 1), "R1", "a", 3, (("", "2-0"),), {1: table}
    )
    now = OpenRound("E", "de", Phones.ONE, RoundId(1, 2), "R2", "b", 3, (("A", ""),),
                    {1: table, 12: table}, ("x",), before=before, heard=9)  # fmt: skip
    assert OpenRound.of(json.loads(json.dumps(now.document))) == now
    assert Ruling(3, calls=False).document == {"table": 3, "calls": False}
