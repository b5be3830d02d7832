from dataclasses import replace
from typing import Any

from runner.compute.reconcile.reconcile import Reconciled, reconcile
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.rounds import Outcome
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from tests.support.problems import fix_text
from tests.support.rounds_as_text import sheets

R1, R2 = RoundId(1, 1), RoundId(1, 2)
NAMES = ("Ana Example", "Bo Berg", "Cleo Costa", "Dov Dahl", "Eva Eklund")
PLAYERS = tuple(Player(f"P{at}", name) for at, name in enumerate(NAMES, 1))
PHASE = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss")


PUBLISHED = ", ".join(NAMES[:4])


def event(text: str = "", players: tuple[Player, ...] = PLAYERS) -> Event:
    """What somebody has typed into Round 1 or Round 2."""
    return Event("E", phases=(PHASE,), players=players, rounds=sheets(text))


def seating(*tables: list[str], byes: tuple[str, ...] = ("P5",), **more: object) -> dict[str, Any]:
    found = [{"table": at, "seats": seats} for at, seats in enumerate(tables, 1)]
    names = {player.id: player.name for player in PLAYERS}
    return {"tables": found, "byes": [*byes], "absent": [], "names": names, **more}


def ledger(*more: Entry) -> Ledger:
    first = Entry(EntryKind.PAIRED, R1, seating(["P1", "P2", "P3", "P4"]))
    return Ledger().extended([first, *more])[0]


def reconciled(text: str = "", players: tuple[Player, ...] = PLAYERS) -> Reconciled:
    return reconcile(event(text, players), ledger(), {1: 1})


def seats(now: Reconciled) -> tuple[str, ...]:
    return now.rounds[R1].tables[0].players


def test_a_result_typed_before_the_names_counts_and_names_as_published_say_nothing_new() -> None:
    now = reconciled("Round 1 | T1 = B")
    assert [seat.outcome for seat in now.rounds[R1].tables[0].seats][1] is Outcome.WIN
    assert now.problems == ()
    assert [each.kind for each in now.entries] == [EntryKind.RESULTS]
    assert reconciled(f"Round 1 | T1 {PUBLISHED}").entries == ()


def test_another_name_is_an_override_recorded_once_and_half_a_swap_none() -> None:
    typed = "Round 1 | T1 Eva Eklund, Bo Berg, Cleo Costa, Dov Dahl | bye Ana Example,"
    first = reconciled(typed)
    assert seats(first) == ("P5", "P2", "P3", "P4")
    assert first.rounds[R1].byes == ("P1",)
    (entry,) = first.entries
    assert entry.kind is EntryKind.OVERRIDDEN
    assert entry.data["changes"][0]["old"] == ["P1", "P2", "P3", "P4"]
    again = reconcile(event(typed), ledger(entry), {1: 1})
    assert again.entries == ()
    assert seats(again) == ("P5", "P2", "P3", "P4")
    now = reconciled("Round 1 | T1 Eva Eklund, Bo Berg, Cleo Costa, Dov Dahl")
    assert seats(now) == ("P1", "P2", "P3", "P4")
    assert now.entries == ()
    assert "Eva Eklund is in this round twice" in now.problems[0].text


def test_results_wait_in_rows_that_were_moved_without_their_keys() -> None:
    """Rows 1 and 2 changed places with a name twice: no result is taken for another table's."""
    closed = {"round": list(R1), "results": {"1": "A", "2": "B"}}
    told, _ = Ledger().extended([
        Entry(EntryKind.PAIRED, R1, seating(["P1", "P2"], ["P3", "P4"])),
        Entry(EntryKind.PAIRED, R2, seating(byes=(), closed=closed)),
    ])  # fmt: skip
    ana, bo, cleo, dov, _ = NAMES
    moved = f"Round 1 | T1 {cleo}, {dov} = B | T2 {ana}, {bo} = A | T3 {ana}, = A"
    now = reconcile(event(moved), told, {1: 1})
    assert any("twice" in problem.text for problem in now.problems)
    assert not any(table.finished for table in now.rounds[R1].tables)
    assert not [entry for entry in now.entries if entry.kind is EntryKind.CORRECTED]
    put_right = f"Round 1 | T1 {ana}, {bo} = A | T2 {cleo}, {dov} = B"
    again = reconcile(event(put_right), told, {1: 1})
    assert all(table.finished for table in again.rounds[R1].tables)
    assert not again.entries


def test_a_dash_empties_a_seat_and_an_unknown_name_names_the_nearest_and_the_cell() -> None:
    now = reconciled("Round 1 | T1 Ana Example, -, Cleo Costa, Dov Dahl")
    assert seats(now) == ("P1", "P3", "P4")
    now = reconciled("Round 1 | T1 Ana Exampel, Bo Berg, Cleo Costa, Dov Dahl")
    (problem,) = now.problems
    assert str(problem.place) == "Round 1!B1"
    assert "Did you mean “Ana Example”?" in fix_text(problem.fix)
    assert seats(now) == ("P1", "P2", "P3", "P4")


def test_a_player_who_was_renamed_is_the_same_and_one_who_left_the_sheet_is_kept() -> None:
    renamed = (replace(PLAYERS[0], name="Anna Example"), *PLAYERS[1:])
    now = reconciled(f"Round 1 | T1 {PUBLISHED}", renamed)
    assert [(each.kind.value, each.data) for each in now.entries] == [
        ("renamed", {"names": {"P1": "Anna Example"}, "was": {"P1": "Ana Example"}})
    ]
    assert now.problems == ()
    assert now.players["P1"].name == "Anna Example"
    now = reconciled(f"Round 1 | T1 {PUBLISHED}", PLAYERS[:4])
    assert now.players["P5"].name == "Eva Eklund"
    assert "Put the row back" in fix_text(now.problems[0].fix)


def test_players_without_an_id_get_the_published_one_or_the_next_free() -> None:
    nameless = tuple(replace(player, id="") for player in reversed(PLAYERS))
    late = Player("", "Zoe Zimmer")
    now = reconciled(players=(late, *nameless))
    assert {player.name: player.id for player in now.players.values()} == {
        "Zoe Zimmer": "P001",
        **{name: f"P{at}" for at, name in enumerate(NAMES, 1)},
    }


def test_who_left_the_sheet_is_kept_though_another_has_been_published_under_the_name() -> None:
    one, two = "P001", "P002"
    data = seating([one, two], byes=())
    lines = [
        Entry(EntryKind.PAIRED, R1, {**data, "names": {one: "Ana Example", two: "Bo Berg"}}),
        Entry(EntryKind.OVERRIDDEN, R1, {**data, "changes": [], "names": {two: "Ana Example"}}),
    ]
    ledger, _ = Ledger().extended(lines)
    now = event(players=(Player(two, "Ana Example"), Player("", "Cleo Costa")))
    found = reconcile(now, ledger, {1: 1})
    assert {key: each.name for key, each in found.players.items()} == {
        one: "Ana Example", two: "Ana Example", "P003": "Cleo Costa",
    }  # fmt: skip
    assert any(f"({one}) has been paired" in each.text for each in found.problems)
    typed = event("Round 1 | T2 Ana Example, Cleo Costa", now.players)
    assert seats(reconcile(typed, ledger, {1: 1})) == (one, two)


def test_a_result_for_a_table_or_round_that_does_not_exist_does_not_count() -> None:
    now = reconciled("Round 1 | T9 = A")
    assert "no table 9 in this round" in now.problems[0].text
    assert str(now.problems[0].place) == "Round 1!F9"
    now = reconciled("Round 2 | T1 = A")
    assert "This round is not paired yet, so this result does not count" in now.problems[0].text
    assert R2 not in now.rounds


def test_names_in_a_row_of_their_own_make_a_new_table() -> None:
    late = (*PLAYERS, *(Player(f"P{at}", f"Late {at}") for at in (6, 7, 8)))
    now = reconciled("Round 1 | T2 Late 6, Late 7, Late 8 = A", late)
    assert now.rounds[R1].tables[1].players == ("P6", "P7", "P8")
    assert now.rounds[R1].tables[1].finished


def test_a_corrected_result_is_recorded_and_names_of_an_earlier_drawing_are_no_override() -> None:
    closed = {"round": [1, 1], "results": {"1": "A"}}
    closing = seating(["P1", "P2", "P3", "P5"], byes=(), names={}, closed=closed)
    both = ledger(Entry(EntryKind.PAIRED, R2, closing))
    now = reconcile(event("Round 1 | T1 = B"), both, {1: 1})
    (entry,) = now.entries
    assert entry.kind is EntryKind.CORRECTED
    assert entry.data == {"table": 1, "old": "A", "new": "B"}
    redrawn = seating(["P5", "P4", "P3", "P2"], byes=("P1",), names={})
    both = ledger(Entry(EntryKind.REPAIRED, R1, redrawn))
    now = reconcile(event(f"Round 1 | T1 {PUBLISHED} | bye Eva Eklund,"), both, {1: 1})
    assert seats(now) == ("P5", "P4", "P3", "P2")
    assert now.entries == ()


def test_a_swap_by_hand_and_a_result_come_out_as_the_worked_example_says() -> None:
    """The example in the first lines of `runner/compute/reconcile/reconcile.py`."""
    table = "Round 1 | T1 Eva Eklund, Bo Berg, Cleo Costa, Dov Dahl = B (late)"
    swapped = reconciled(f"{table} | bye Ana Example,")
    assert [seat.outcome for seat in swapped.rounds[R1].tables[0].seats] == [
        Outcome.LOSS, Outcome.WIN, Outcome.LOSS, Outcome.LOSS,
    ]  # fmt: skip
    assert (seats(swapped), swapped.rounds[R1].byes) == (("P5", "P2", "P3", "P4"), ("P1",))
    override, results = swapped.entries
    assert override.data["changes"][0]["reason"] == "late"
    assert results.data == {"results": {"1": "B"}}
    sheet = event(f"{table} | bye Ana Example,")
    assert reconcile(sheet, ledger(*swapped.entries), {1: 1}).entries == ()
    half = reconciled(f"{table} | bye Eva Eklund,")
    assert (seats(half), half.rounds[R1].byes) == (("P1", "P2", "P3", "P4"), ("P5",))
    assert any("is in this round twice" in each.text for each in half.problems)
