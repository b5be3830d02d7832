"""The clock of a booster draft, held against MTR Appendix B as it stands there."""

from dataclasses import replace

from runner.core.phase import Mode
from runner.rules.limited import Picks
from runner.rules.limits import Step, steps
from runner.rules.ruleset import Ruleset, ruleset
from tests.support.events import phase

FIFTEEN = [40, 40, 35, 30, 25, 25, 20, 20, 15, 10, 10, 5, 5, 5, 0]
TWENTY = [60, 60, 55, 50, 45, 35, 25, 15, 10, 0]


def rules(**more: object) -> Ruleset:
    found, problems = ruleset(phase(1, "swiss", Mode.DRAFT, settings=more), {})
    assert not problems
    return found


def test_fifteen_cards_take_as_long_as_the_rules_say_and_fourteen_begin_with_the_second() -> None:
    made = steps(rules(pack_cards=15))
    first = [step for step in made if step.pack == 1 and step.cards]
    assert [step.seconds for step in first] == FIFTEEN
    assert [step.cards for step in first] == [*range(15, 0, -1)]
    assert [step for step in made if not step.cards] == [Step(1, 0, 0, 0, 60), Step(2, 0, 0, 0, 90)]
    assert len(made) == 3 * 15 + 2
    first = [step.seconds for step in steps(rules()) if step.pack == 1 and step.cards]
    assert first == FIFTEEN[1:]


def test_a_commander_draft_takes_two_of_twenty_and_odd_packs_have_the_next_fuller_time() -> None:
    first = [step for step in steps(rules(), Picks.TWO) if step.pack == 1 and step.cards]
    assert [step.seconds for step in first] == TWENTY
    assert [step.cards for step in first] == [*range(20, 0, -2)]
    assert {step.take for step in first} == {2}
    odd = [step for step in steps(rules(pack_cards=19), Picks.TWO) if step.pack == 1]
    assert (odd[0].cards, odd[0].seconds) == (19, 60)
    assert (odd[-2].cards, odd[-2].take, odd[-2].seconds) == (1, 1, 0)
    large = steps(replace(rules(), pack_cards=18))
    assert large[0].seconds == 40


def test_teams_of_two_take_two_cards_and_a_rochester_draft_five_seconds_a_pick() -> None:
    fifteen = steps(rules(pack_cards=15), Picks.TEAM)
    first = [step for step in fifteen if step.pack == 1 and step.pick]
    assert [step.cards for step in first] == [15, 13, 11, 9, 7, 5, 3, 1]
    assert [step.seconds for step in first] == [50, 45, 40, 30, 20, 10, 5, 0]
    fourteen = [step for step in steps(rules(), Picks.TEAM) if step.pack == 1 and step.pick]
    assert [step.cards for step in fourteen] == [14, 12, 10, 8, 6, 4, 2]
    assert [step.seconds for step in fourteen] == [50, 45, 40, 30, 20, 10, 0]
    assert [step.seconds for step in fifteen if not step.pick] == [60] * 5
    assert fifteen[-1].pack == 6, "three packs of each of the two"
    made = steps(rules(pack_cards=15), Picks.ROCHESTER, 6)
    first = [step for step in made if step.pack == 1]
    assert first[0] == Step(1, 0, 15, 0, 20)
    assert [step.cards for step in first[1:]] == [*range(15, 0, -1)]
    assert {step.seconds for step in first[1:]} == {5}
    assert made[-1].pack == 3 * 6, "each pack of each player of the pod"
    assert steps(rules(), Picks.ROCHESTER)[-1].pack == 3 * 8
