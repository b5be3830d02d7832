"""What-if over whole events: what was said to be certain on the way is so at the end."""

from dataclasses import replace
from random import Random

import pytest

from runner.app.sample_players import players
from runner.compute.outlook.stage import Outlook, Outlooks, Own, Verdict
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome
from tests.support.events import event, phase, published
from tests.support.soak import SOAKING

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

EVENTS = 300 if SOAKING else 8
MODES = {
    Mode.MULTIPLAYER: ("mamtr", "mamtr-2023", "mmta", "topdeck"),
    Mode.HEAD_TO_HEAD: ("mtr",),
}


def somebody(chance: Random, each: Player, rounds: int) -> Player:
    if chance.random() < 0.1:
        back = chance.choice([None, rounds + 1])
        return replace(each, drops_after=chance.randint(1, rounds), returns=back)
    if chance.random() < 0.1:
        return replace(each, enters=chance.randint(2, rounds))
    return replace(each, awarded_byes=2) if chance.random() < 0.05 else each


def made(chance: Random) -> Event:
    mode = chance.choice([*MODES])
    rounds, count = chance.randint(3, 4), chance.randint(12, 26)
    people = [somebody(chance, each, rounds) for each in players(count)]
    carried = chance.random() < 0.3
    into = {"cut": chance.choice([4, 6, 8])} if chance.random() < 0.7 else {"cut_points": 5}
    settings = {"preset": chance.choice(MODES[mode]), "mode": mode}
    if chance.random() < 0.2 and "cut" in into:
        settings["advance_points"] = 9
    swiss = [phase(1, rounds=rounds - carried, **settings)]
    if carried:
        swiss.append(phase(2, rounds=1, **{**settings, "name": "Day 2"}))
    last = phase(len(swiss) + 1, "single_elimination", mode, **into)
    return event(people, *swiss, last)


def typed(now: Event, snapshot: Snapshot, chance: Random, share: float) -> Event:
    current = snapshot.current_round
    assert current is not None
    rows = []
    for table in current.tables:
        known = now.table_rows(current.id).get(table.number)
        result = known.reported if known else ""
        if not result and chance.random() < share:
            result = chance.choice(["draw", *"ABCDE"[: len(table.seats)]])
        key = RowKey(current.id, RowKind.TABLE, table.number)
        rows.append(Row(key, table.number, result=result))
    others = tuple(sheet for sheet in now.rounds if sheet.id != current.id)
    return replace(now, rounds=(*others, RoundSheet(current.id, tuple(rows))))


Said = tuple[RoundId, str, Outlook, Outlooks]


def played(chance: Random) -> tuple[Snapshot, list[Said]]:
    now = made(chance)
    snapshot, ledger = published(now)
    said: list[Said] = []
    for _ in range(60):
        if snapshot.phases[-1].rounds:
            break
        now = typed(now, snapshot, chance, 0.6 if chance.random() < 0.6 else 1)
        snapshot, ledger = published(now, ledger)
        found, current = snapshot.outlook, snapshot.current_round
        if found and current:
            said += [(current.id, player, each, found) for player, each in found.players.items()]
    return snapshot, said


def result_of(snapshot: Snapshot, id_: RoundId, player: str) -> Own | None:
    (round_,) = [each for each in snapshot.rounds if each.id == id_]
    seats = [seat for table in round_.tables for seat in table.seats if seat.player == player]
    known = {Outcome.WIN: Own.WIN, Outcome.DRAW: Own.DRAW, Outcome.LOSS: Own.LOSS}
    return known.get(seats[0].outcome) if seats and seats[0].outcome else None


@pytest.mark.parametrize("seed", range(EVENTS))
def test_it_ends_as_was_said(seed: int) -> None:
    snapshot, said = played(Random(seed))
    fields = {each.phase.number: {player.id for player in each.field} for each in snapshot.phases}
    assert said, snapshot.problems
    for id_, player, each, ahead in said:
        inside = player in fields[ahead.into]
        told = (seed, id_, player, each)
        assert snapshot.phases[ahead.into - 1].rounds, snapshot.problems
        assert each.verdict is not Verdict.IN or inside, told
        assert each.verdict is not Verdict.OUT or not inside, told
        ended = result_of(snapshot, id_, player) if each.own else None
        if ended and ahead.paired:
            assert each.own[ended] is not Verdict.IN or inside, told
            assert each.own[ended] is not Verdict.OUT or not inside, told
