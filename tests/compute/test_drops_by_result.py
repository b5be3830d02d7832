"""“A, D drop” is a result and a drop: the same as a number under “Drops after round” on Players."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Table
from runner.interchange.event_out import event_document
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from tests.support.events import NOTHING, event, phase, published, swiss_and_playoff, typed
from tests.support.problems import fix_text

Drops = dict[int, tuple[str, ...]]
"""Who leaves after which round of the event, by id."""


def with_drops(leaving: tuple[str, ...], table: Table) -> str:
    """Seat A wins; who is leaving says so on the slip."""
    letters = ["ABCDE"[at] for at, player in enumerate(table.players) if player in leaving]
    return ", ".join(["A", *(f"{letter} drop" for letter in letters)])


def played(now: Event, drops: Drops, *, on_slips: bool) -> Iterator[tuple[Event, Snapshot, Ledger]]:
    """The event round by round, with the drops on slips or on Players."""
    snapshot, ledger = published(now)
    number = 0
    while snapshot.current_round and len(snapshot.rounds) > number:
        number = len(snapshot.rounds)
        leaving = tuple(
            each for each in drops.get(number, ()) if each in snapshot.current_round.seated
        )
        if on_slips:
            now = typed(now, snapshot, lambda table, leaving=leaving: with_drops(leaving, table))  # type: ignore[misc]
        else:
            now = typed(now, snapshot)
            now = replace(now, players=tuple(
                replace(each, drops_after=number) if each.id in leaving else each
                for each in now.players
            ))  # fmt: skip
        snapshot, ledger = published(now, ledger)
        yield now, snapshot, ledger


def state(snapshot: Snapshot, ledger: Ledger) -> object:
    entries = [(entry.kind, entry.round, entry.data) for entry in ledger.entries]
    document = event_document(snapshot, ledger)
    return entries, document, snapshot.phases[-1].current, snapshot.final, snapshot.problems


PLAYOFF = swiss_and_playoff(16, Mode.HEAD_TO_HEAD, swiss=2, cut=4)
EVENTS = {
    "pods": (event(13, phase(rounds=4)), {1: ("P003", "P007"), 3: ("P001",)}),
    "two players": (
        event(9, phase(mode=Mode.HEAD_TO_HEAD, rounds=3)),
        {1: ("P002",), 2: ("P001", "P008")},
    ),
    "a cut": (PLAYOFF, {2: tuple(f"P{at:03d}" for at in range(1, 5)), 3: ("P006",)}),
    "a round robin": (
        event(5, phase(1, "round_robin", Mode.HEAD_TO_HEAD)),
        {1: ("P002",), 3: ("P001", "P005")},
    ),
    "more than ever play": (
        event(8, phase(rounds=3)),
        {1: tuple(f"P00{at}" for at in range(1, 7))},
    ),
}


@pytest.mark.thorough
@pytest.mark.parametrize("kind", EVENTS)
def test_a_drop_on_a_slip_is_a_drop_on_players(kind: str) -> None:
    now, drops = EVENTS[kind]
    slips = played(now, drops, on_slips=True)
    players = played(now, drops, on_slips=False)
    rounds = 0
    for (_, one, said), (_, other, noted) in zip(slips, players, strict=True):
        assert state(one, said) == state(other, noted)
        rounds += 1
    assert rounds > (kind != "more than ever play")
    assert any(entry.kind is EntryKind.PLAYER for entry in noted.entries)


def first_round(result: str, **more: object) -> tuple[Event, Snapshot, Ledger]:
    """Eight in two pods; this at table 1, and nothing yet at the other."""
    now = event(8, phase(rounds=3), **more)
    snapshot, ledger = published(now)
    now = typed(now, snapshot, lambda table: result if table.number == 1 else "")
    return now, *published(now, ledger)


def drops(snapshot: Snapshot) -> dict[str, int | None]:
    return {id_: each.drops_after for id_, each in snapshot.players.items() if each.drops_after}


def seat(snapshot: Snapshot, at: int) -> str:
    return snapshot.rounds[0].tables[0].players[at]


@pytest.mark.parametrize(("result", "who"), [
    ("A, D drop", (3,)), ("A, A drop", (0,)), ("draw, C drops", (2,)),
    ("draw; b dropped; D Drops out", (1, 3)), ("B, C and D drop", (2, 3)),
    ("B, D conceded, D drop", (3,)), ("ID, A drop", (0,)), ("C drop, B", (2,)),
    ("A 3, B 1, C 0, D 0, D drop", (3,)),
])  # fmt: skip
def test_it_is_typed_beside_any_result(result: str, who: tuple[int, ...]) -> None:
    _, snapshot, ledger = first_round(result)
    assert drops(snapshot) == {seat(snapshot, at): 1 for at in who}
    assert snapshot.rounds[0].tables[0].finished
    told = [entry.data["player"] for entry in ledger.entries if entry.kind is EntryKind.PLAYER]
    assert {*told} == {*drops(snapshot)}
    texts = [entry.data["results"] for entry in ledger.entries if entry.kind is EntryKind.RESULTS]
    assert "drop" not in str(texts).casefold()  # the ledger has it in the player's line


@pytest.mark.parametrize(
    "result", ["A drop", "A drop, B drop", "A and B drop", "ID, playing on, A drop"]
)
def test_a_drop_alone_is_no_result(result: str) -> None:
    _, snapshot, _ = first_round(result)
    assert not snapshot.rounds[0].tables[0].finished
    assert drops(snapshot) == {}
    (told,) = [each for each in snapshot.problems if "drop" in each.text]
    assert "how the match ended" in told.text
    assert fix_text(told.fix).startswith("Type the result")


def test_who_drops_must_sit_there_and_correcting_the_result_takes_it_back() -> None:
    _, snapshot, _ = first_round("A, E drop")
    assert drops(snapshot) == {}
    assert not snapshot.rounds[0].tables[0].finished
    assert any("There is no seat E at this table" in each.text for each in snapshot.problems)
    now, snapshot, ledger = first_round("A, D drop")
    now = replace(now, rounds=())
    now = typed(now, snapshot, lambda table: "A" if table.number == 1 else "")
    snapshot, ledger = published(now, ledger)
    assert drops(snapshot) == {}
    assert [entry.kind for entry in ledger.entries[-2:]] == [EntryKind.PLAYER, EntryKind.PLAYER]
    assert [*ledger.entries[-1].data["new"]] == [1, None, None]


def with_player(now: Event, who: str, **said: object) -> Event:
    return replace(now, players=tuple(
        replace(each, **said) if each.id == who else each for each in now.players  # type: ignore[arg-type]
    ))  # fmt: skip


def test_players_wins_over_a_slip_and_only_a_difference_is_told() -> None:
    now, snapshot, ledger = first_round("A, D drop")
    now = with_player(now, seat(snapshot, 3), drops_after=2)
    snapshot, _ = published(now, ledger)
    assert drops(snapshot) == {seat(snapshot, 3): 2}
    (told,) = [each for each in snapshot.problems if "Players says" in each.text]
    assert told.place.sheet == "Round 1"
    assert "after round 1" in told.text
    now, snapshot, ledger = first_round("A, D drop")
    before = snapshot.problems
    now = with_player(now, seat(snapshot, 3), drops_after=1)
    snapshot, _ = published(now, ledger)
    assert drops(snapshot) == {seat(snapshot, 3): 1}
    assert snapshot.problems == before


def test_who_dropped_on_a_slip_may_come_back_and_drop_again() -> None:
    now, snapshot, ledger = first_round("A, D drop")
    who = seat(snapshot, 3)
    now = with_player(now, who, returns=3)
    now = typed(replace(now, rounds=()), snapshot, lambda t: "A, D drop" if t.number == 1 else "A")
    snapshot, ledger = published(now, ledger)
    assert len(snapshot.rounds) == 2
    assert who not in snapshot.rounds[1].there
    now = typed(now, snapshot)
    snapshot, ledger = published(now, ledger)
    assert who in snapshot.rounds[2].there
    now = typed(now, snapshot, lambda table: with_drops((who,), table))
    snapshot, ledger = published(now, ledger)
    player = snapshot.players[who]
    assert (player.drops_after, player.returns) == (3, None)


def test_a_return_without_a_drop_and_a_drop_without_a_name_are_told() -> None:
    now, snapshot, ledger = first_round("A")
    who: Player = snapshot.players[seat(snapshot, 3)]
    cell = Place("Players", "F6")
    snapshot, ledger = published(
        with_player(now, who.id, returns=2, places={"returns": cell}), ledger
    )
    assert snapshot.players[who.id].returns is None
    (told,) = [each for each in snapshot.problems if "without having dropped" in each.text]
    assert told.place == cell
    assert all(entry.kind is not EntryKind.PLAYER for entry in ledger.entries)
    _, snapshot, _ = first_round("A, drop")
    assert drops(snapshot) == {}
    assert [each for each in snapshot.problems if "does not say who drops" in each.text]


def test_results_of_a_round_that_was_taken_back_drop_nobody() -> None:
    now, snapshot, ledger = first_round("A, D drop")
    assert drops(snapshot)
    kept = Ledger(tuple(entry for entry in ledger.entries if entry.round.number == 9))
    snapshot, _ = published(replace(now, decisions=()), kept or NOTHING)
    assert not snapshot.rounds
    assert drops(snapshot) == {}


@pytest.mark.parametrize("said", ["drop", "Drops", "A drop"])
def test_who_has_a_bye_may_drop_beside_it(said: str) -> None:
    now = event(9, phase(mode=Mode.HEAD_TO_HEAD, rounds=3))
    snapshot, ledger = published(now)
    (rests,) = snapshot.rounds[0].byes
    name = snapshot.players[rests].name
    row = Row(RowKey(RoundId(1, 1), RowKind.BYE, 1), 0, (name,), said)
    now = replace(now, rounds=(RoundSheet(RoundId(1, 1), (row,)),))
    snapshot, ledger = published(now, ledger)
    assert drops(snapshot) == {rests: 1}
    row = replace(row, result="A")
    now = replace(now, rounds=(RoundSheet(RoundId(1, 1), (row,)),))
    snapshot, _ = published(now, ledger)
    assert drops(snapshot) == {}
    assert [each for each in snapshot.problems if "“A” is ignored" in each.text]
