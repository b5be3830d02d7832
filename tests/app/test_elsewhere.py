"""A workbook brought back from another computer, on which the day went on otherwise: the saves are
named that each version belongs to, and nobody is told of a sorted column."""

import re
from pathlib import Path

import pytest

from runner.app.history.saves import Store
from runner.core.identifiers import RoundId
from tests.support.events import planned
from tests.support.scribe import Scribe, go, result, say

pytestmark = pytest.mark.thorough  # left out of make quick
R1 = RoundId(1, 1)
HERE, THERE = ("A", "B", "C", "D", "A", "B", "C", "D"), ("B", "A", "D", "C", "C", "C", "A", "B")
FROM = re.compile(r"goes on from save (\d+) \(.*\), not from save (\d+) \(")


def begun(root: Path) -> Scribe:
    me = Scribe(root, planned(32, rounds=3))
    me.change(go(1))
    me.close()
    me.saved()
    return me


def latest(me: Scribe) -> int:
    return Store(me.folder.saves).all()[-1].number


@pytest.mark.parametrize("most", [6, 8])
def test_the_other_computers_workbook_is_named_with_its_saves(tmp_path: Path, most: int) -> None:
    """What was typed there alone, or also paired, from the same save on."""
    me = begun(tmp_path / "friday")
    base, other = latest(me), me.copied(tmp_path / "other")
    for table, (here, there) in enumerate(zip(HERE, THERE, strict=True), 1):
        if table <= most - 1 or most == 8:
            me.change(result(R1, table, here))
        if table <= most:
            other.change(result(R1, table, there))
    if most == 8:
        for each in (me, other):
            each.change(go(2))
            each.close()
            each.saved()
    good, lines, pages, last = me.data, me.lines(), me.pages(), latest(me)

    me.saved(other.data)
    told = me.told("This workbook was worked on elsewhere")
    found = FROM.search(told)
    assert found
    assert (int(found[1]), int(found[2])) == (base, last)
    assert f"restore {me.folder.root} {last}" in told
    assert "sorted" not in " ".join(me.problems)
    assert (me.lines(), me.pages()) == (lines, pages)
    me.saved(good)
    assert me.report.snapshot is not None
    me.saved(other.data)
    me.change(say("Keep the changes"))
    assert me.report.snapshot is not None, me.problems


def test_a_workbook_that_went_on_elsewhere_while_nothing_happened_here(tmp_path: Path) -> None:
    me = begun(tmp_path / "friday")
    base, other = latest(me), me.copied(tmp_path / "other")
    other.change(*(result(R1, table, text) for table, text in enumerate(HERE, 1)))
    other.change(go(2))
    other.close()
    lines = me.lines()
    me.saved(other.data)
    assert f"goes on from save {base} (" in me.told("older than the workbook")
    assert me.lines() == lines
    me.folder.ledger.write_bytes(other.folder.ledger.read_bytes())
    me.saved()
    assert me.report.snapshot is not None
    assert not me.problems


def test_a_column_that_was_sorted_is_still_called_that(tmp_path: Path) -> None:
    me = begun(tmp_path / "friday")
    for table, text in ((1, "A"), (2, "B"), (3, "C"), (4, "D")):
        me.change(result(R1, table, text))
    moved = ((1, "D"), (2, "C"), (3, "B"), (4, "A"))
    me.change(*(result(R1, table, text) for table, text in moved))
    assert "Was one column sorted" in me.told("This save does not count")
