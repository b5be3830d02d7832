import contextlib
import io
import json
import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.core.phase import Mode
from runner.core.randomness import mixed
from runner.core.seating import SeatedTable
from runner.pairing.engine import pair, pair_document, with_bound
from runner.pairing.state import Entrant, PairingInput, from_document, to_document
from tests.support.states import event, newcomers, state_of

pytestmark = pytest.mark.thorough  # left out of make quick

DOCUMENT: dict[str, Any] = {
    "mode": "multiplayer", "preset": "mamtr", "seed": "x", "round": 4, "pod_size": 4,
    "settings": {},
    "players": [
        {"id": f"P{at:03}", "points": 7 * (at % 3), "tiebreakers": [0.66, "15/2", 0.31],
         "opponents": ["P900", "P901"], "seats": [1, 3, 2], "small_pods": 0, "byes": 0, "club": ""}
        for at in range(1, 9)
    ],
}  # fmt: skip


def test_a_document_is_read_exactly() -> None:
    state = from_document(DOCUMENT)
    assert isinstance(state, PairingInput)
    assert (state.mode, state.seed, state.phase, state.round) == (Mode.MULTIPLAYER, "x", 1, 4)
    assert state.ruleset.win == 7
    ties = Fraction(33, 50), Fraction(15, 2), Fraction(31, 100)
    assert state.players[0] == Entrant("P001", Fraction(7), ties, ("P900", "P901"), (1, 3, 2))


def test_only_the_ids_and_points_of_players_are_needed_and_all_rules_are_written() -> None:
    document = {
        "mode": "head_to_head", "preset": "mtr", "seed": 5, "round": 1,
        "players": [{"id": "A", "points": 0}, {"id": "B", "points": "0.5"}],
    }  # fmt: skip
    answer = pair_document(document)
    assert sorted(answer["tables"][0]["seats"]) == ["A", "B"]
    assert answer["certificate"]["points_mismatch"] == "1/2"
    state = state_of(newcomers(8))
    changed = replace(state, ruleset=replace(state.ruleset, first_table=30, seats="random"))
    assert from_document(to_document(changed)) == changed


entrants = st.builds(
    Entrant, id=st.just(""), points=st.fractions(0, 50, max_denominator=20),
    tiebreakers=st.lists(st.fractions(0, 1, max_denominator=99), max_size=3).map(tuple),
    opponents=st.lists(st.sampled_from(["P1", "P2", "gone"]), max_size=4).map(tuple),
    seats=st.lists(st.integers(1, 5), max_size=4).map(tuple), small_pods=st.integers(0, 2),
    byes=st.integers(0, 2), club=st.sampled_from(["", "Ems", "Köln"]),
    fixed_table=st.none() | st.integers(1, 9),
    keep_apart=st.lists(st.sampled_from(["P1", "P2"]), max_size=1).map(tuple),
    rank=st.none() | st.integers(1, 9), colours=st.sampled_from(["", "", "", "wu", "gw"]),
)  # fmt: skip


@settings(max_examples=40, deadline=None)
@given(
    st.lists(entrants, min_size=6, max_size=9),
    st.sampled_from([Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD]),
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=4),
    st.sampled_from(
        [{}, {"seats": "random", "table_gaps": ["3-4"]}, {"win": "7/2", "pod_size": 3}]
    ),
)
def test_a_state_survives_its_document_and_is_paired_the_same(
    players: list[Entrant], mode: Mode, seed: str, changed: dict[str, Any]
) -> None:
    named = tuple(replace(player, id=f"P{at}") for at, player in enumerate(players))
    placed = (SeatedTable(3, ("P0", "P1")),) if mode is Mode.HEAD_TO_HEAD else ()
    state = state_of(named, mode, 3, seed, changed, 5, placed, byes=("P2",))
    document = json.loads(json.dumps(to_document(state)))
    again = from_document(document)
    assert again == state
    answer, result = pair_document(document), pair(state)
    assert answer["certificate"] == result.certificate.to_document()
    assert [(each["table"], tuple(each["seats"])) for each in answer["tables"]] == [
        (table.number, table.seats) for table in result.tables
    ]
    assert tuple(answer["byes"]) == result.byes


@pytest.mark.parametrize(("change", "sentence"), [
    ({"mode": "solitaire"}, '"mode" must be one of head_to_head, multiplayer, draft, not "so'),
    ({"preset": None}, '"preset" is missing.'),
    ({"preset": "nobody's"}, "There is no preset"),
    ({"seed": ""}, '"seed" is empty.'),
    ({"seed": "\ud800"}, '"seed" must be a text'),
    ({"round": 0}, '"round" must be a whole number from 1, not 0.'),
    ({"round": True}, '"round" must be a whole number from 1, not true.'),
    ({"rounds": 10**9}, '"rounds" must be a whole number from 1 to 99999, not 1000000000.'),
    ({"players": {}}, '"players" must be a list, not an object.'),
    ({"players": [4]}, 'entry 1 of "players" must be an object with named values.'),
    ({"players": [{"id": "A"}]}, '"points" of entry 1 of "players" is missing.'),
    ({"players": [{"id": "A", "points": "1/0"}]}, '"points" of entry 1 of "players" must be'),
    ({"players": [{"id": "A", "points": "1e999999"}]}, '"points" of entry 1 of "players"'),
    ({"players": [{"id": "A", "points": 1, "seats": [0]}]}, '"seats" of entry 1'),
    ({"players": [{"id": "A", "points": 1}] * 2}, '"A" stands in "players" more than once.'),
    ({"byes": ["P777"]}, '"P777" has a place in this round but is not in "players".'),
    ({"byes": ["P001", "P001"]}, '"P001" has two places in this round.'),
    ({"placed": [{"table": 3, "seats": []}]}, "Table 3 is placed with nobody at it."),
    ({"settings": {"seats": "sofa"}}, "“sofa” does not fit under “Seats”"),
    ({"settings": {"win": {}}}, 'The setting "win" must be a value or a list of values.'),
    ({"settings": []}, '"settings" must be an object of settings, not an empty list.'),
])  # fmt: skip
def test_a_wrong_document_is_answered_with_a_sentence(
    change: dict[str, Any], sentence: str
) -> None:
    problems = pair_document({**DOCUMENT, **change})["problems"]
    assert any(sentence in each for each in problems), problems


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=6,
)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(st.sampled_from([*DOCUMENT, "phase", "rounds", "placed", "byes"]), json_values),
    st.dictionaries(st.sampled_from(list(DOCUMENT["players"][0])), json_values),
    json_values,
)  # fmt: skip
def test_no_document_whatever_raises_an_exception(
    top: dict[str, Any], player: dict[str, Any], other: Any
) -> None:
    entry = {**DOCUMENT["players"][0], **player}
    for document in (other, {**DOCUMENT, **top}, {**DOCUMENT, "players": [entry], **top}):
        answer = pair_document(document)
        assert set(answer) in ({"problems"}, {"tables", "byes", "certificate"})


def test_the_draw_of_the_docs_is_the_draw_of_the_program() -> None:
    page = (Path(__file__).parents[2] / "docs" / "randomness.md").read_text(encoding="utf-8")
    code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    shown = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    names: dict[str, Any] = {}
    for block, prints in zip(code, shown, strict=False):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(block, names)
        assert printed.getvalue() == prints
    assert names["seed_of_draws"]("any", "6") == mixed("any", "6")
    assert names["seed_of_draws"]("any") == mixed("any", "")
    for count in (7, 11, 30, 118):
        _, result = next(event(count, seed="any"))
        by_hand = names["first_round"]("any", [player.id for player in newcomers(count)])
        assert [list(table.seats) for table in result.tables] == by_hand


def test_a_round_of_a_played_event_can_be_drawn_again_from_its_document() -> None:
    for state, result in islice(event(30), 4):
        answer = pair_document(json.loads(json.dumps(to_document(state))))
        assert answer["certificate"] == with_bound(state, result).certificate.to_document()
        assert [each["seats"] for each in answer["tables"]] == [
            list(table.seats) for table in result.tables
        ]
