"""A ledger read save after save is the one in the file, whatever was there before."""

from itertools import permutations

import pytest

from runner.app.load import Memory
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from tests.support import events
from tests.support.day import Day, drawn_results


def played(seed: str) -> bytes:
    day = Day(events.event(8, events.phase(1, rounds=3), seed=seed))
    day.play(drawn_results(seed))
    day.play(drawn_results(seed))
    return Ledger().extended(day.ledger.entries)[1]


@pytest.mark.thorough
def test_what_was_read_before_changes_nothing() -> None:
    whole, other = played("s"), played("t")
    lines = whole.splitlines(keepends=True)
    assert len(lines) == 5
    changed = lines[3].replace(b'"at":"2', b'"at":"3')
    found = [
        b"", b"".join(lines[:3]), b"".join(lines[:4]),
        b"".join([*lines[:3], changed]),  # nothing seals a last line
        b"".join([*lines[:3], changed, *lines[4:]]), b"".join([*lines[:3], b"{}\n", *lines[3:]]),
        whole, whole[: len(whole) - 20], other,
    ]  # fmt: skip
    fresh = [parse(each) for each in found]
    assert [len(ledger.entries) for ledger, _ in fresh][:6] == [0, 3, 4, 4, 4, 3]
    for order in permutations(range(len(found)), 3):
        memory = Memory()
        for at in order:
            assert memory.ledger(found[at]) == fresh[at]


def test_what_is_read_again_has_the_very_lines_of_before() -> None:
    lines = played("s").splitlines(keepends=True)
    memory = Memory()
    before = memory.ledger(b"".join(lines[:-1]))[0]
    now = memory.ledger(b"".join(lines))[0]
    assert all(one is two for one, two in zip(before.entries, now.entries, strict=False))
    assert now.length == sum(map(len, lines))
