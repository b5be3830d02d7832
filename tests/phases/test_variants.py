import pytest

from runner.core.phase import Mode
from tests.support.events import event, phase, published
from tests.support.problems import fix_text

FINAL = "single_elimination"


@pytest.mark.parametrize("variant", ["melee", "grand_melee", "one_deck_melee", "star"])
def test_tables_that_send_nobody_on_are_no_playoff(variant: str) -> None:
    now = event(20, phase(1, FINAL, variant=variant))
    snapshot, _ = published(now)
    assert not snapshot.rounds
    told = {
        fix_text(each.fix) for each in snapshot.problems if "is played in Swiss rounds" in each.text
    }
    assert "a final table is a phase with a Cut and 1 round" in told.pop()


@pytest.mark.parametrize("variant", ["two_headed_giant", "trios", "emperor", "two_on_two"])
def test_teams_play_a_bracket(variant: str) -> None:
    snapshot, _ = published(event(8, phase(1, FINAL, Mode.HEAD_TO_HEAD, variant=variant)))
    assert [len(table.seats) for table in snapshot.rounds[0].tables] == [2, 2, 2, 2]


def test_a_free_for_all_has_a_final_pod() -> None:
    snapshot, _ = published(event(16, phase(1, FINAL, variant="free_for_all")))
    assert [len(table.seats) for table in snapshot.rounds[0].tables] == [4, 4, 4, 4]
