from dataclasses import replace
from typing import Any

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase, SettingValue
from runner.ledger.ledger import Ledger
from runner.pairing.state import Entrant, PairingInput, from_document, to_document
from runner.render.documents.slips.slip import slips_for
from runner.render.rules_text import in_plain_language
from runner.rules.ruleset import ruleset
from runner.rules.ruleset import to_document as rules_document
from runner.rules.settings import BY_NAME
from runner.standings.scoring.scoring import played
from runner.workbook.template.template import Plan, template
from tests.support.events import published, swiss_and_playoff, typed, up_to
from tests.support.workbooks import small_event, sound_event

STAGED = [3, 3, 5]


def phase(value: SettingValue) -> Phase:
    return Phase(1, "Top 8", Mode.HEAD_TO_HEAD, "single_elimination", settings={"best_of": value})


@pytest.mark.parametrize(
    ("typed_", "meant"),
    [(3, 3), ("5", 5), ([1], 1), ("3, 5", (3, 5)), ("3; 3 > 5", (3, 3, 5)), ([3, 5], (3, 5))],
)
def test_one_number_is_for_every_round_and_several_for_each(typed_: Any, meant: Any) -> None:
    rules, problems = ruleset(phase(typed_), {})
    assert not problems
    assert rules.best_of == meant


@pytest.mark.parametrize("wrong", ["3, 4", [3, 2], "", "best", 3.5, []])
def test_what_is_no_number_of_games_is_refused(wrong: Any) -> None:
    rules, problems = ruleset(phase(wrong), {})
    assert len(problems) == 1
    assert rules.best_of == 3


def test_only_what_is_staged_may_be_several_numbers_and_the_last_counts_for_later_rounds() -> None:
    with pytest.raises(ValueError, match="number"):
        BY_NAME["round_minutes"].read("50, 60")
    rules, _ = ruleset(phase(STAGED), {})
    assert [rules.games(number) for number in range(1, 6)] == [3, 3, 5, 5, 5]


@pytest.mark.parametrize(("value", "plain"), [(5, 5), ([5], 5), (STAGED, STAGED)])
def test_one_number_is_written_as_one_and_several_as_a_list(value: Any, plain: Any) -> None:
    rules, _ = ruleset(phase(value), {})
    assert rules_document(rules)["best_of"] == plain
    state = PairingInput(
        Mode.HEAD_TO_HEAD, rules.preset, "s", 1, 1, None, {}, rules, (Entrant("a"), Entrant("b"))
    )
    assert from_document(to_document(state)) == state


@pytest.mark.parametrize("value", [5, STAGED])
def test_it_reads_back_from_a_workbook(value: Any) -> None:
    made = small_event(phases=(replace(phase(value), preset="mtr"),), rounds=())
    found = sound_event(template(Plan(made, tables=5)))
    assert found.phases[0].settings["best_of"] == value


def test_the_rules_in_plain_words_say_it_round_by_round() -> None:
    rules, _ = ruleset(phase(STAGED), {})
    sections = in_plain_language(rules, phase(STAGED), 3)
    said = "A match is best of 3 in round 1, best of 3 in round 2 and best of 5 from round 3 on."
    assert said in [sentence.text for section in sections for sentence in section.sentences]


def final(result: str) -> tuple[Snapshot, Ledger]:
    now = swiss_and_playoff(16, Mode.HEAD_TO_HEAD, cut=4)
    playoff = replace(now.phases[1], settings={"best_of": [3, 5]})
    now, snapshot, ledger = up_to(replace(now, phases=(now.phases[0], playoff)), 2, 2)
    return published(typed(now, snapshot, result), ledger)


def test_games_and_letters_are_counted_as_the_round_has_them() -> None:
    snapshot, _ = final("3-1")
    assert snapshot.over
    (table,) = snapshot.rounds[-1].tables
    assert [seat.games_won for seat in table.seats] == [3, 1]
    assert not [each for each in snapshot.problems if each.severity == "error"]
    assert [each.best_of for each in slips_for(snapshot, RoundId(2, 1))] == [3, 3]
    assert [each.best_of for each in slips_for(snapshot, RoundId(2, 2))] == [5]
    snapshot, ledger = final("A")
    assert snapshot.over
    won = [[table.seats[0].games_won for table in each.tables] for each in snapshot.rounds[-2:]]
    assert won == [[2, 2], [3]]
    first = next(each for each in ledger.entries if each.round == RoundId(2, 2))
    assert set(first.data["closed"]["results"].values()) == {"A"}


def test_a_bye_is_won_with_the_games_of_its_round() -> None:
    snapshot, _ = final("3-1")
    rules, _ = ruleset(phase([3, 5]), {})
    players = snapshot.phases[1].field[:1]
    bye = players[0].id
    rounds = [replace(each, tables=(), byes=(bye,)) for each in snapshot.phases[1].rounds]
    lines = played(rules, rounds, players, 0)[bye]
    assert [line.games_won for line in lines] == [2, 3]
