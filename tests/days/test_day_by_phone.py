"""A day whose results come by phone, in real processes and over HTTP: phones sleep, lose the
network, report twice, contradict and come late, and a scorekeeper types what is left.

`make soak` has 256 players and six rounds, and kills the hall's server at random moments.
"""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from runner.core.identifiers import RoundId
from runner.core.phone_reports import OpenRound
from runner.workbook.xlsx.book import Book
from tests.support import events
from tests.support.phone_hall import HONEST, LAST, OTHERS, PhoneHall, Player
from tests.support.ports import free_port
from tests.support.soak import SOAKING
from tests.support.waiting import until

pytestmark = [pytest.mark.thorough, pytest.mark.soak]

PLAYERS, ROUNDS = (256, 6) if SOAKING else (20, 2)
WITHIN = 60.0
"""Seconds from the last report to the pairings of the next round; many more in `make test`."""


class Day:
    """One day: who played how, what was typed, and how long the next round took to come."""

    def __init__(self, hall: PhoneHall) -> None:
        self.hall, self.chance = hall, random.Random(PLAYERS)
        self.truth: dict[RoundId, dict[int, str]] = {}
        self.typed: set[tuple[RoundId, int]] = set()
        self.players: list[Player] = []
        self.waits: list[float] = []

    def round(self, number: int) -> None:
        id_ = RoundId(1, number)
        until(lambda: (now := self.hall.now) is not None and now.round == id_, f"round {number}")
        now = self.hall.now
        assert now
        self._late(now)
        truth = {
            table: self.chance.choice([*"ABCD"[: len(there.seats)], "draw"])
            for table, there in now.tables.items()
        }
        self.truth[id_] = truth
        trouble = round(len(truth) * (1 if number % 2 else 3) / 25)
        waits, *troubled = self.chance.sample(sorted(truth), 1 + trouble)
        players = [
            each
            for table in truth
            for each in self._seated(now, table, troubled=table in troubled, waits=table == waits)
        ]
        last = self._play(players, id_, truth)
        self.players = players
        missing = truth.keys() - {last.table} - self._counting(id_, truth, last.table)
        self._type(id_, {table: truth[table] for table in missing})
        self.typed |= {(id_, table) for table in missing}
        until(lambda: len(self.hall.published(id_)) == len(truth) - 1, "all but one")
        last.report(last.truth)
        began = time.monotonic()
        if number < ROUNDS:
            until(lambda: self.hall.fetch(f"rounds/R{number + 1}.html") != "", "the next round")
        else:
            until(lambda: self.hall.published(id_) == truth, "the last result")
        self.waits.append(time.monotonic() - began)

    def _seated(self, now: OpenRound, table: int, *, troubled: bool, waits: bool) -> list[Player]:
        """The players of a table. At one in trouble a phone says something else than the others, or
        only one says anything at all; at one that waits the second voice is kept back to the end
        of the round."""
        seats = len(now.tables[table].seats)
        kinds = [*self.chance.choices(HONEST, k=2), *self.chance.choices(HONEST + OTHERS, k=3)]
        if troubled:
            kinds[:1] = ["lies"]
            if self.chance.random() < 0.5:
                kinds = [kinds[1], *self.chance.choices(OTHERS[:3], k=4)]
        if waits:
            kinds = [self.chance.choice(HONEST), LAST, *self.chance.choices(OTHERS[:4], k=3)]
        kinds = kinds[:seats]
        self.chance.shuffle(kinds)
        truth = self.truth[now.round][table]
        seeds = [random.Random(f"{now.round} {table} {seat}") for seat in range(seats)]
        return [
            Player(self.hall, now, table, seat, kind, truth, seeds[seat])
            for seat, kind in enumerate(kinds)
        ]

    def _play(self, players: list[Player], id_: RoundId, truth: dict[int, str]) -> Player:
        """What all phones do in the hour of a round, and the scorekeeper beside them. Returns the
        player whose report is kept back."""
        last = next(each for each in players if each.kind == LAST)
        steps = [
            (at, number, step)
            for number, player in enumerate(players)
            for at, step in (player.steps())
        ]
        saves = [0.3, 0.7]
        for at, _number, step in sorted(steps, key=lambda each: each[:2]):
            step()
            if saves and at > saves[0]:
                saves.pop(0)
                self._note(id_, next(iter(sorted(truth))), f"{at:.2f} of the round")
        return last

    def _counting(self, id_: RoundId, truth: dict[int, str], kept: int) -> set[int]:
        """The tables whose results are out once no more come."""
        out: dict[int, str] = {}
        quiet = time.monotonic()
        while time.monotonic() - quiet < 5 and len(out) < len(truth) - 1:
            if (now := self.hall.published(id_)) and now != out:
                out, quiet = now, time.monotonic()
            time.sleep(0.1)
        assert kept not in out
        assert {table: truth[table] for table in out} == out
        return set(out)

    def _note(self, id_: RoundId, table: int, text: str) -> None:
        """The scorekeeper opens the workbook, writes something beside a table, saves, closes."""
        desk = self.hall.desk
        desk.open()
        time.sleep(self.chance.uniform(0, 0.4))
        desk.type(desk.at(id_, table, "note"), text)
        desk.save()
        time.sleep(self.chance.uniform(0, 0.4))
        desk.close()

    def _type(self, id_: RoundId, results: dict[int, str]) -> None:
        """The scorekeeper types what phones have not sent, from the slips."""
        desk = self.hall.desk
        if not results:
            return
        desk.open()
        for table, result in sorted(results.items()):
            desk.type(desk.at(id_, table, "result"), result)
            desk.save()
        desk.close()

    def _late(self, now: OpenRound) -> None:
        """Those of the round before send what they had not sent: nothing of that is about this
        round, whose tables nobody has reported yet."""
        for player in self.players:
            if player.kind in ("late", "withdraws"):
                send = partial(player.phone.post, player.there, result=f"{player.truth}|")
                player.insist(send)
                assert player.phone.status in (404, 410, 429), player
        assert not [each for each in self.hall.inbox.reports() if each.pairing == now.pairing]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[PhoneHall]:
    event = events.swiss(PLAYERS, ROUNDS, automatic=True)
    made = PhoneHall(tmp_path / "friday", event, "players, two agree", free_port())
    try:
        made.start()
        yield made
    finally:
        made.end()


def test_a_day_of_phones(hall: PhoneHall) -> None:
    day, answered = Day(hall), set[tuple[str, int, str, str]]()
    if SOAKING:
        hall.kill_now_and_then(random.Random(5))
    for number in range(1, ROUNDS + 1):
        day.round(number)
        for player in day.players:
            voice = player.now.tables[player.table].seats[player.seat][0]
            answered |= {
                (player.now.pairing, player.table, voice, each) for each in player.answered
            }
    there = {(each.pairing, each.table, each.voice, each.result) for each in hall.inbox.reports()}
    assert answered <= there, answered - there
    for id_, truth in day.truth.items():  # the server may have been killed just now
        until(lambda id_=id_, truth=truth: hall.published(id_) == truth, f"all of {id_}")  # type: ignore[misc]
    tables = sum(map(len, day.truth.values()))
    sys.stdout.write(
        f"{PLAYERS} players, {tables} results, {len(day.typed)} typed, {len(there)} reports, "
        f"{hall.kills} kills; seconds from the last report to the next round: "
        f"{', '.join(f'{each:.1f}' for each in day.waits)}\n"
    )
    assert len(day.typed) <= tables / 10
    assert max(day.waits) < WITHIN * (1 if SOAKING else 3)
    _the_workbook_has_them(hall, day)
    verified = subprocess.run(
        [sys.executable, "-m", "runner", "verify", hall.folder.root], capture_output=True, text=True
    )
    assert verified.returncode == 0, verified.stdout


def _the_workbook_has_them(hall: PhoneHall, day: Day) -> None:
    """All results of the day are in their cells, and so is what the scorekeeper has written."""

    def whole() -> bool:
        data = hall.desk.workbook.read_bytes()
        for id_, truth in day.truth.items():
            rows = Book(data).grid(id_.sheet).rows
            head = next(row for row, cells in rows.items() if "Result" in cells.values())
            columns = {str(text): at for at, text in rows[head].items()}
            at = {rows[row].get(columns["Table"]): rows[row] for row in rows if row > head}
            if any(at[table].get(columns["Result"]) != result for table, result in truth.items()):
                return False
        return True

    until(whole, "the results in their cells")
