"""Which sheets a workbook lacks, and which one each is copied from."""

from dataclasses import replace

import pytest

from runner.compute.sheets import sheets_to_make
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.round_sheet import RoundSheet, Row
from tests.support.events import planned, published


def sheets(*ids: tuple[int, int], seats: int = 4) -> tuple[RoundSheet, ...]:
    return tuple(
        RoundSheet(RoundId(*id_), (Row(RowKey(RoundId(*id_), RowKind.TABLE, 1), 1, ("",) * seats),))
        for id_ in ids
    )


@pytest.mark.parametrize(("there", "made"), [
    ([(1, 1), (1, 2), (1, 3)], []), ([(1, 1)], [(3, 1), (2, 1)]), ([(1, 1), (1, 3)], [(2, 1)]),
    ([(1, 2), (1, 3)], [(1, 2)]), ([(1, 3)], [(2, 3), (1, 3)]), ([], []),
])  # fmt: skip
def test_each_sheet_comes_behind_the_one_before_it(
    there: list[tuple[int, int]], made: list[tuple[int, int]]
) -> None:
    snapshot, _ = published(planned(8, rounds=3))
    found = sheets_to_make(replace(snapshot.event, rounds=sheets(*there)), snapshot.phases)
    assert [(new.round.number, new.like.number) for new in found] == made
