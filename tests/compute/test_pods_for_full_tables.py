"""Commander drafts: pods with as few tables of three as can be, or an offer of such pods."""

import pytest

from runner.core.phase import Mode
from runner.pairing.tables import pod_sizes as tables
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.events import phase
from tests.support.problems import fix_text


def day(count: int, **more: object) -> DraftDay:
    first = phase(1, "swiss", Mode.MULTIPLAYER, name="Draft", rounds=3, drafted=True, **more)
    found = DraftDay(
        events.event(count, first, automatic=False, decisions=(), enforcement="regular")
    )
    found.ask("make pods")
    return found


def sizes(made: DraftDay) -> list[int]:
    return [len(pod) for pod in made.pods.values()]


@pytest.mark.thorough
@pytest.mark.parametrize("count", range(6, 61))
def test_no_split_has_fewer_tables_of_three(count: int) -> None:
    """No pods at all have fewer than the players have when they are not split."""
    made = day(count)
    threes = [size for pod in sizes(made) for size in tables(pod, 4, "small_pods").tables].count(3)
    assert threes == tables(count, 4, "small_pods").tables.count(3)
    assert not made.problems


def test_fourteen_share_the_tables_of_three_and_matches_are_not_told_of_tables() -> None:
    assert sizes(day(14)) == [7, 7]
    plain = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    found = DraftDay(events.event(14, plain, automatic=False, decisions=()))
    found.ask("make pods")
    assert not found.problems
    assert not day(14, draft_pods="most_eights", pairing_scope="across").problems


def test_other_pods_that_were_asked_for_are_made_and_better_ones_offered() -> None:
    made = day(14, draft_pods="most_eights")
    assert sizes(made) == [8, 6]
    told = made.problem("tables of three")
    assert "pods of 8 and 6" in told.text
    assert "7 + 7" in fix_text(told.fix)
    assert "full tables" in fix_text(told.fix)
    assert (told.place.sheet, len(made.problems)) == ("Phases", 1)
    made.ask("start building")
    assert not made.problems, "the draft is over"


@pytest.mark.parametrize(("count", "aim", "offered"), [
    (12, "most_eights", "8 + 4"), (18, "closest_to_eight", "10 + 8"), (19, "most_eights", "11 + 8"),
    (28, "closest_to_eight", "8 + 8 + 8 + 4"), (16, "most_eights", ""), (18, "most_eights", ""),
])  # fmt: skip
def test_what_is_offered(count: int, aim: str, offered: str) -> None:
    made = day(count, draft_pods=aim)
    if offered:
        assert offered in fix_text(made.problem("three").fix)
    else:
        assert not made.problems
