"""A Grand Melee of 28 from its workbook: the judge's page says at each save how many turns there
are."""

import re
from pathlib import Path

import pytest

from runner.app.sample_players import players
from runner.core.event import seat_letter
from tests.support import events
from tests.support.scribe import Scribe, go, results

pytestmark = pytest.mark.thorough  # left out of make quick


def page(me: Scribe) -> str:
    written = (me.folder.root / "grand-melee.html").read_text("utf-8")
    body = written.partition("<body>")[2].partition("<script>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", body).split())


@pytest.mark.parametrize(
    ("rules", "signs"),
    [
        (
            "classic",
            {
                0: "4 turns at once to start with.",
                4: "4 turns at once; none goes now.",
                5: "Take one away: 3 turns at once.",
                9: "3 turns at once, and no more.",
                11: "Take one away: 2 turns at once.",
                19: "One turn at a time, and no more.",
            },
        ),
        (
            "current",
            {
                0: "7 turn markers to start with.",
                1: "Take one away: 6 turn markers.",
                4: "6 turn markers; none goes now.",
                5: "Take one away: 5 turn markers.",
                9: "Take one away: 4 turn markers.",
                19: "2 turn markers; none goes now.",
            },
        ),
    ],
)
def test_from_28_to_9(rules: str, signs: dict[int, str], tmp_path: Path) -> None:
    """As those who went out are typed, in one cell, in order."""
    phase = events.phase(1, rounds=1, variant="grand_melee", variant_rules=rules)
    me = Scribe(tmp_path / "friday", events.planned(players(28), phase))
    me.change(go(1))
    me.close()
    (table,) = me.round.tables
    assert len(table.seats) == 28
    for many, sign in signs.items():
        typed = ", ".join(seat_letter(seat * 5 % 28) for seat in range(many))
        me.change(results(me.round, {1: typed}.__getitem__))
        assert sign in page(me), many
        assert f"Players left {28 - many} /28" in page(me)
    me.close()
