"""A day of 22 players: pods of 4 and 3, of 3 and 4, and of five; people leave, byes come and go.

At each save everybody who plays has one place, at a table of a size that the rules know, and the
sheet shows it.
"""

from pathlib import Path

import pytest

from runner.core.event import RoundId
from tests.support.clerk import R1, R2, R3, Clerk
from tests.support.events import event, phase

pytestmark = pytest.mark.thorough  # left out of make quick


def sizes(me: Clerk) -> list[int]:
    """The sizes of the tables of the latest round, the largest first."""
    tables = me.snapshot.rounds[-1].tables
    return sorted((len(table.seats) for table in tables if table.seats), reverse=True)


def test_a_day_of_twenty_two(tmp_path: Path) -> None:
    cut = phase(3, "single_elimination", name="Top 5", cut=5)
    now = event(22, phase(1, rounds=3), phase(2, rounds=1, pod_size=3, cut=8), cut, automatic=False)
    me = Clerk(tmp_path / "ev", now)
    me.counts_heads()
    assert sizes(me) == [4, 4, 4, 4, 3, 3]

    small = next(table for table in me.snapshot.rounds[0].tables if len(table.seats) == 3)
    who = me.name(small.players[0])
    for line in ("Give a bye", "Take back a bye"):
        me.ask(line, R1, player=who)
        me.counts_heads()
    assert sizes(me) == [4, 4, 4, 4, 3, 3]

    me.play()
    for table in me.snapshot.rounds[0].tables[:4]:  # 18 are left: 4, 4, 4, 3, 3
        me.put((me.player(me.name(table.players[1]), "drops_after"), 1))
        me.counts_heads()
    me.put((me.go(R2), "yes"))
    me.counts_heads()
    assert sizes(me) == [4, 4, 4, 3, 3]
    small = next(table for table in me.snapshot.rounds[-1].tables if len(table.seats) == 3)
    for line in ("Give a bye", "Take back a bye"):
        me.ask(line, R2, player=me.name(small.players[1]))
        me.counts_heads()
    assert sizes(me) == [4, 4, 4, 3, 3]

    me.play()
    me.put((me.go(R3), "yes"))
    me.counts_heads()
    me.play()
    me.put((me.go(RoundId(2, 1)), "yes"))
    assert sizes(me) == [4, 4], "eight in pods of three"
    me.counts_heads()
    me.play()
    me.put((me.go(RoundId(3, 1)), "yes"))
    assert sizes(me) == [5]
    me.counts_heads()
    me.play("E")
    assert me.snapshot.over
    assert not me.lost
