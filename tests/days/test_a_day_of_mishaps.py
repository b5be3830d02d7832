"""A day on which everything goes wrong: 180 players, six rounds of pods, a Top 16, forty mishaps. A
script of the day, from the first name to the last result. The organiser types into the real
workbook, the real watcher follows; at each step it says what the organiser is told. The books on
paper know nothing of Runner, and are right at the end."""

import errno
import html
import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from runner.app import file_watch as watching
from runner.app import time_zone
from runner.app.event_folder import EventFolder
from runner.app.import_event import import_event
from runner.app.load import load
from runner.app.pipeline import Pipeline
from runner.app.sample_players import players
from runner.compute.reconcile.seating import result_text
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKind
from runner.core.phase import Mode, Phase
from runner.interchange.event_out import event_document
from runner.ledger.entries import EntryKind
from runner.standings.model import Standings
from runner.workbook.read.read import read
from tests.support.events import latest_ranking
from tests.support.folders import files_in, opened
from tests.support.organiser import (
    At,
    Organiser,
    Value,
    after_deleting,
    as_excel_does,
    in_place,
    missing,
)
from tests.support.paper_record import DRAW, WIN, Books, Page, outcome

pytestmark = pytest.mark.thorough  # left out of make quick

SWISS = 6


class Day:
    """The organiser, the books, and what the tables call out."""

    def __init__(self, root: Path) -> None:
        phases = (
            Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=SWISS),
            Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination", cut=16),
        )
        people = players(180)
        event = Event("Lisbon Open", "2026-11-21", seed="tagus", phases=phases, players=people)
        self.me = Organiser(root, event)
        self.books = Books(SWISS, [each.id for each in people])
        self.name = {each.id: each.name for each in people}
        self.out: set[str] = set()
        self.left: set[str] = set()
        self.renamed = ""
        self.chance = random.Random(2026)

    @staticmethod
    def patch(monkeypatch: pytest.MonkeyPatch) -> None:
        """Wait less than people take."""
        monkeypatch.setattr(watching, "QUIET", 0.03)
        monkeypatch.setattr(watching, "UNLOCKED_FOR", 0.1)

    # --- rounds -----------------------------------------------------------------------------------

    def publish(self, round_: RoundId) -> None:
        """Say yes to a round, save, and write down who sits where as the hall reads it."""
        self.me.type(self.me.go(round_), "yes")
        self.me.save()
        self.write_down(round_)

    def write_down(self, round_: RoundId) -> None:
        """Copy a round from the site into the books."""
        found = next(
            each for each in self.me.public()["pairings"]
            if (each["phase"], each["round"]) == round_
        )  # fmt: skip
        tables = {each["table"]: list(each["seats"]) for each in found["tables"]}
        self.books.pages[number(round_)] = Page(tables, list(found["byes"]))

    def calls(self, round_: RoundId, table: int, result: str) -> dict[At, Value]:
        """A table calls out its result: into the books, and what is to be typed for it."""
        self.books.pages[number(round_)].results[table] = result
        return {self.me.at(round_, table, "result"): result}

    def plays(self, round_: RoundId, *but: int, most: int = 99) -> dict[At, Value]:
        """The tables that are still playing call their results, but for some, and so many."""
        page = self.books.pages[number(round_)]
        open_ = [each for each in sorted(page.tables) if each not in page.results]
        cells: dict[At, Value] = {}
        for table in [each for each in open_ if each not in but][:most]:
            seats = "ABCDE"[: len(page.tables[table])]
            draw = self.chance.random() < 0.1
            cells |= self.calls(round_, table, "draw" if draw else self.chance.choice(seats))
        return cells

    def seated(self, round_: RoundId, table: int, seat: str) -> str:
        """The name of who sits there, by the books."""
        return self.name[self.books.pages[number(round_)].tables[table]["ABCDE".index(seat)]]

    def names_are_in(self, round_: RoundId) -> bool:
        event = read(self.me.doc)[0]
        sheet = event.sheet(round_) if event else None
        rows = sheet.rows if sheet else ()
        seats = {each.key.number: [*filter(None, each.seats)] for each in rows if each.table}
        tables = self.books.pages[number(round_)].tables
        return all(seats.get(at) == [self.name[each] for each in tables[at]] for at in tables)

    def results(self, round_: RoundId) -> dict[int, str]:
        snapshot = self.me.report.snapshot
        now = next(each for each in snapshot.reported if each.id == round_)
        return {each.number: result_text(each, 1) for each in now.tables if each.finished}

    def corrected(self, round_: RoundId) -> list[tuple[int, str, str]]:
        """Table, old and new of each result of a round that was changed, as the ledger has them."""
        lines = self.me.entries(EntryKind.CORRECTED, round_)
        return [(each.data["table"], each.data["old"], each.data["new"]) for each in lines]

    # --- people -----------------------------------------------------------------------------------

    def arrives(self, identity: str, name: str, enters: int = 1) -> None:
        """Somebody is on the list now."""
        self.name[identity] = name
        self.books.players.append(identity)
        if enters > 1:
            self.books.enters[identity] = enters

    def id(self, name: str) -> str:
        return next(each for each in self.name if self.name[each] == name)

    def swapped(self, round_: RoundId, one: str, other: str, reason: str) -> None:
        """Two have changed places: in the books, and in the last line of the ledger."""
        page = self.books.pages[number(round_)]
        old = {at: list(seats) for at, seats in page.tables.items()}
        self.books.swap(number(round_), self.id(one), self.id(other))
        changed = {at: seats for at, seats in page.tables.items() if old[at] != seats}
        line = self.me.entries(EntryKind.OVERRIDDEN, round_)[-1]
        told = {each["table"]: each for each in line.data["changes"]}
        assert {at: each["new"] for at, each in told.items()} == changed
        assert {at: each["old"] for at, each in told.items()} == {at: old[at] for at in changed}
        assert {each["reason"] for each in told.values()} == {reason}

    def penalty(self, round_: int, player: str, penalty: str, infraction: str) -> None:
        """A line on Penalties; not saved yet."""
        line = {"round": round_, "player": player, "penalty": penalty, "infraction": infraction}
        self.me.type(self.me.line("Penalties", **line))

    def changes_seats(self, round_: RoundId, table: int, reason: str) -> dict[At, Value]:
        """Seats A and B change places: into the books, and what is to be typed for it."""
        seats = self.books.pages[number(round_)].tables[table]
        seats[0], seats[1] = seats[1], seats[0]
        cells: dict[At, Value] = {
            self.me.at(round_, table, "AB"[at]): self.name[seats[at]] for at in (0, 1)
        }
        return {**cells, self.me.at(round_, table, "note"): reason}

    def ranked(self) -> list[str]:
        """Who is still there after Swiss, by the books; where they leave it open, by Runner."""
        standings, runner = self.books.standings(), self.me.report.snapshot
        current = runner.phases[0].current
        order = {row.player: row.rank for row in current.rows}
        there = [each for each in standings if each not in self.out]
        return sorted(there, key=lambda each: (*(-part for part in standings[each]), order[each]))

    def field(self) -> list[str]:
        snapshot = self.me.report.snapshot
        return [each.id for each in snapshot.phases[1].field]

    def lost(self, number_: int, player: str) -> bool:
        """Whether somebody won nothing in a round that another won."""
        page = self.books.pages[number_]
        return not any(who == player and points for who, points, _ in page.points()) and any(
            player in seats and page.results[at] in "ABCD" for at, seats in page.tables.items()
        )

    def nowhere(self, round_: RoundId) -> set[str]:
        page = self.books.pages[number(round_)]
        there = {each for seats in page.tables.values() for each in seats}
        return {*self.books.players} - there - {*page.byes}

    def hears_no_more(self, words: str) -> None:
        """Nothing is said of it any more."""
        assert not [str(each) for each in self.me.report.problems if words in str(each)]


def number(round_: RoundId) -> int:
    return round_.number + SWISS * (round_.phase - 1)


@pytest.fixture
def day(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Day]:
    day = Day(tmp_path / "lisbon")
    day.patch(monkeypatch)
    yield day
    day.me.stop()


T = {number_: RoundId(2, number_) for number_ in (1, 2)}
R = {number_: RoundId(1, number_) for number_ in range(1, SWISS + 1)}


def a_sheet_is_called(me: Organiser, was: str, now: str) -> None:
    """Somebody renames a sheet: the pages stay, it is told, and put right again."""
    good = me.pages()
    me.rework(lambda book: setattr(book[was], "title", now))
    me.save()
    round_ = was.startswith("Round")
    me.is_told("its sheet is gone, with" if round_ else f"The sheet “{was}” is missing.")
    assert me.pages() == good
    me.undo()
    me.save()


def before_round_1(day: Day) -> None:
    me, twin = day.me, day.name["P017"]
    with me.mishap("two players with equal names"):
        row = me.new_player()
        me.type({row["name"]: twin, row["club"]: "Porto"})
        me.save()
        me.is_told(f"“{twin}” appears in rows", row["name"])
        me.type(row["name"], f"{twin} of Porto")
        me.save()
        day.arrives("P181", f"{twin} of Porto")
    with me.mishap("a formula for a name"):
        cell = me.new_player()["name"]
        me.rework(lambda book: book["Players"].__setitem__(cell.cell, '="Ann"&" Lee"'))
        me.save()
        me.is_told("formula", cell)
        me.undo()
        me.save()
    with me.mishap("a club without a name"):
        row = me.new_player()
        me.type(row["club"], "Club Norte")
        me.save()
        me.is_told("This row has no name", row["name"])
        me.type(row["club"], None)
        me.save()
    with me.mishap("the sheet Players has another name"):
        a_sheet_is_called(me, "Players", "Jogadores")
    with me.mishap("yes beside the wrong round"):
        cell = me.go(R[2])
        me.type(cell, "yes")
        me.save()
        me.is_told("Round 2 waits until Round 1 is out and all its results are in")
        me.type(cell, None)
        me.save()


def round_1(day: Day) -> None:
    me, one = day.me, R[1]
    with me.mishap("the workbook is open when the round goes out"):
        day.publish(one)
        assert me.report.waiting
        assert not day.names_are_in(one)
        me.reopen()
        assert day.names_are_in(one)
    with me.mishap("somebody arrives late"):
        row = me.new_player()
        me.type(row["name"], "Late Larsson")
        me.save()
        me.is_told("Late Larsson is at no table of Round 1.", row["name"])
        me.type(row["enters"], 2)
        me.save()
        day.arrives("P182", "Late Larsson", 2)
        day.hears_no_more("Late Larsson")
    with me.mishap("half a swap is saved"):
        first, second = day.seated(one, 3, "A"), day.seated(one, 9, "B")
        seating = me.public()["pairings"]
        me.type(me.at(one, 9, "B"), first)
        me.save()
        me.is_told(f"{first} is in this round twice: table 3 and table 9.")
        assert me.public()["pairings"] == seating
        me.type(me.at(one, 3, "A"), second)
        me.type({me.at(one, table, "note"): "brothers" for table in (3, 9)})
        me.save()
        day.swapped(one, first, second, "brothers")
    with me.mishap("a name that nobody has"):
        cell = me.at(one, 5, "C")
        me.type(cell, day.seated(one, 5, "C")[:-1] + "x")
        me.save()
        me.is_told("is not in Players. Did you mean", cell)
        me.undo()
        me.save()
    with me.mishap("a result becomes a date"):
        cell = me.at(one, 7, "result")
        me.rework(lambda book: book[cell.sheet].__setitem__(cell.cell, date(2026, 6, 1)))
        me.save()
        me.is_told("A result such as 1-6 has been turned into a date", cell)
        me.type(cell, None)
        me.save()
    with me.mishap("a seat that no table has"):
        me.type(me.at(one, 7, "result"), "E")
        me.save()
        me.is_told("There is no seat E at this table", me.at(one, 7, "result"))
        me.type(day.calls(one, 7, "A"))
        me.save()
    with me.mishap("a result in the wrong row"):
        wrong, right = me.at(one, 13, "result"), day.calls(one, 12, "B")
        me.type(wrong, "B")
        me.save()
        assert day.results(one).keys() == {7, 13}
        me.type({wrong: None, **right})
        me.save()
        assert day.results(one) == {7: "A", 12: "B"}
        assert day.corrected(one)[-1] == (13, "B", "")
        assert "table 13, result B removed." in (me.root / "desk.html").read_text("utf-8")
        assert "result B removed" not in me.page("rounds/R1.html")
    with me.mishap("a wrong result, seen at once"):
        me.type(day.calls(one, 20, "C"))
        me.save()
        me.type(day.calls(one, 20, "draw, B conceded"))
        me.save()
        assert day.corrected(one)[1:] == [(20, "C", "draw, B conceded")]
    me.type(day.plays(one))
    me.type(me.player(day.seated(one, 30, "D"), "drops_after"), 1)  # it is seat B who leaves
    me.save()


def round_2(day: Day) -> None:
    me, two = day.me, R[2]
    gone, stays = day.seated(R[1], 30, "B"), day.seated(R[1], 30, "D")
    with me.mishap("the wrong player is dropped, and the round is paired again"):
        day.publish(two)
        me.reopen()
        assert day.nowhere(two) == {day.id(stays)}
        me.type({me.player(stays, "drops_after"): None, me.player(gone, "drops_after"): 1})
        day.left.add(day.id(gone))
        me.save()
        me.is_told(f"{gone} dropped after round 1, but sits at", me.player(gone, "drops_after"))
        me.is_told(f"{stays} is at no table of Round 2", me.player(stays, "name"))
        me.say("Re-pair round", two, reason="Dropped by mistake")
        me.save()
        (line,) = me.entries(EntryKind.REPAIRED, two)
        assert line.data["reason"] == "Dropped by mistake"
        day.write_down(two)
        assert day.nowhere(two) == {day.id(gone)}
        me.reopen(redrawn=two.sheet)
        assert day.names_are_in(two)
    me.close()
    me.stop()
    with me.mishap("the program is killed"):
        before = len(me.ledger().entries)
        killed = 0
        for after in (0.5, 0.8, 1.1):
            me.type(day.plays(two, *range(1, 10), most=4))
            me.save()
            killed += me.kill(me.child("build", str(me.root)), after)
            assert me.workbook.read_bytes() == me.doc
            since = me.ledger().entries[before:]  # the kill may have come after they were recorded
            assert {each.kind for each in since} <= {EntryKind.RESULTS}
        assert killed
        me.start()
        assert day.results(two) == day.books.pages[2].results
    me.open()
    for title, how in (
        ("saved in place", in_place), ("saved as Excel does", as_excel_does),
        ("saved after deleting", after_deleting),
    ):  # fmt: skip
        with me.mishap(title):
            me.type(day.plays(two, *range(1, 10), most=1))
            me.save(how)
            assert day.results(two) == day.books.pages[2].results
    with me.mishap("saved twice within a tenth of a second"):
        me.type(day.plays(two, *range(1, 10), most=1))
        me.save(wait=False)
        me.type(day.plays(two, *range(1, 10), most=1))
        me.save()
        assert day.results(two) == day.books.pages[2].results
    with me.mishap("a copy in conflict from the folder's sync"):
        copy = me.root / "lisbon (Ann's conflicted copy 2026-11-21).xlsx"
        copy.write_bytes(me.doc)
        me.type(day.plays(two, *range(1, 10), most=1))
        me.save()
        me.is_told(copy.name)
        copy.unlink()
    with me.mishap("a penalty for nobody"):
        line = me.line("Penalties", round=2, player="Nemo Nobody", penalty="Warning")
        me.type(line)
        me.save()
        me.is_told("“Nemo Nobody” is not in Players.")
        me.type(dict.fromkeys(line))
        me.save()
    with me.mishap("a game loss for who won, which in a pod is the match"):
        winner = day.seated(two, 4, "A")
        day.penalty(2, winner, "Game loss", "Deck problem")
        me.type(day.calls(two, 4, "A"))
        me.save()
        me.is_told("is the winner of table 4 in Round 2, but has a game loss there")
        me.type(day.calls(two, 4, "B"))
        me.save()
        day.books.pages[2].lost_by_penalty.add(day.id(winner))
        assert day.results(two)[4] == "B"
    with me.mishap("a match loss in a drawn pod"):
        loser = day.seated(two, 5, "C")
        day.penalty(2, loser, "Match loss", "Tardiness")
        me.type(day.calls(two, 5, "draw"))
        me.save()
        day.books.pages[2].lost_by_penalty.add(day.id(loser))
    with me.mishap("a disqualification of who has won"):
        cheat = day.seated(two, 6, "B")
        me.type(day.calls(two, 6, "B"))
        day.penalty(2, cheat, "Disqualification", "Unsporting conduct")
        me.save()
        me.is_told("is the winner of table 6 in Round 2")
        me.type(day.calls(two, 6, "A"))
        me.save()
        day.books.pages[2].lost_by_penalty.add(day.id(cheat))
        day.out.add(day.id(cheat))
        day.left.add(day.id(cheat))
    me.type(day.plays(two))
    me.save()


def round_3(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    me, three = day.me, R[3]
    with me.mishap("the workbook stays open all day"):
        day.publish(three)
        for _ in range(2):
            me.type(day.plays(three, *range(1, 20), most=8))
            me.save()
            assert me.report.waiting
            assert not day.names_are_in(three)
            assert day.results(three) == day.books.pages[3].results
        assert not me.entries(EntryKind.OVERRIDDEN, three)
    with me.mishap("a player has another name from now on"):
        old = day.seated(three, 2, "A")
        me.type(me.player(old, "name"), f"{old}-Lund")
        me.save()
        day.name[day.id(old)], day.renamed = f"{old}-Lund", old
        assert f"{old}-Lund" in me.page(f"players/{day.id(f'{old}-Lund')}.html")
        assert len(me.entries(EntryKind.OVERRIDDEN, R[1])) == 1  # the swap: a name is no change
    with me.mishap("a row of Players is deleted"):
        lost = day.seated(three, 4, "B")
        row = int(me.player(lost, "name").cell[1:])
        me.rework(lambda book: book["Players"].delete_rows(row))
        me.save()
        assert lost in me.is_told("player.row-gone").text
        assert html.escape(lost) in me.page(f"players/{day.id(lost)}.html")
        me.undo()
        me.save()
    with me.mishap("the sheet of a round is sorted"):
        before, corrected = me.public(), me.entries(EntryKind.CORRECTED, R[2])
        me.rework(lambda book: by_result(book["Round 2"]))
        me.save()
        assert day.results(R[2])[6] == "A"
        assert {**me.public(), "pairings": 0} == {**before, "pairings": 0}
        assert me.entries(EntryKind.CORRECTED, R[2]) == corrected
    with me.mishap("the sheet of a round has another name"):
        a_sheet_is_called(me, "Round 2", "Rodada dois")
    me.close()
    me.stop()
    with me.mishap("the laptop sleeps, and the program is killed as it wakes up"):
        desk = me.root / "desk.html"
        was = desk.stat().st_mtime_ns
        child = me.child("watch", str(me.root), "--no-proof")
        me.until(lambda: desk.stat().st_mtime_ns != was, "the desk")
        child.send_signal(signal.SIGSTOP)
        for _ in range(2):
            me.type(day.plays(three, *range(1, 20), most=4))
            me.save()
        child.send_signal(signal.SIGCONT)
        me.kill(child, 0.4)
        me.start()
        assert day.results(three) == day.books.pages[3].results
    me.open()
    with me.mishap("the clock is set back by three hours"):
        monkeypatch.setattr(time_zone, "datetime", ThreeHoursAgo)
        me.type(day.plays(three))
        me.type(me.go(R[4]), "yes")
        me.say("Give a bye", R[4], player=day.name["P033"], reason="Judge call")
        me.type(me.at(R[4], 1, "A", RowKind.ABSENT), day.name["P044"])
        me.save()
        monkeypatch.undo()
        day.patch(monkeypatch)
        assert me.entries(EntryKind.PAIRED, R[4])[0].at < me.entries(EntryKind.PAIRED, three)[0].at
        day.write_down(R[4])


def round_4(day: Day, monkeypatch: pytest.MonkeyPatch) -> None:
    me, four = day.me, R[4]
    page = day.books.pages[4]
    assert page.byes == ["P033"]
    assert "P044" in day.nowhere(four)
    me.reopen(renamed=day.renamed)
    assert day.names_are_in(four)
    with me.mishap("a bye is taken back"):
        small = next(at for at, seats in page.tables.items() if len(seats) == 3)
        me.type({
            me.at(four, 1, "A", RowKind.BYE): "-",
            me.at(four, small, "D"): day.name["P033"],
            me.at(four, small, "note"): "There were three of them",
        })  # fmt: skip
        me.save()
        page.byes.clear()
        page.tables[small].append("P033")
        line = me.entries(EntryKind.OVERRIDDEN, four)[-1]
        assert line.data["byes"] == []
        assert [each["new"] for each in line.data["changes"]] == [page.tables[small]]
        assert [each["reason"] for each in line.data["changes"]] == ["There were three of them"]
    with me.mishap("the disk is full"):
        before, good = me.ledger(), me.pages()
        monkeypatch.setattr(os, "fsync", full)
        me.type(day.changes_seats(four, 8, "neighbours"))
        me.save()
        me.hears("The disk is full.")
        monkeypatch.undo()
        day.patch(monkeypatch)
        assert me.ledger() == before
        assert me.pages() == good
        me.type(day.plays(four, *range(1, 40)))
        me.save()
        (change,) = me.entries(EntryKind.OVERRIDDEN, four)[-1].data["changes"]
        assert (change["table"], change["reason"]) == (8, "neighbours")
    with me.mishap("a drop that is no number"):
        cell = me.player(day.seated(four, 10, "A"), "drops_after")
        me.type(cell, "yes")
        me.save()
        me.is_told("cell.not-a-count", cell)
        me.type(cell, None)
        me.save()
    with me.mishap("somebody does not show up"):
        me.type(day.calls(four, 11, "B, D no-show"))
        me.save()
        assert day.results(four)[11] == "B, D no-show"
    back = day.seated(R[1], 30, "B")
    with me.mishap("back before having left"):
        me.type(me.player(back, "returns"), 1)
        me.save()
        me.is_told(f"{back} cannot return in round 1", me.player(back, "returns"))
        me.type(me.player(back, "returns"), 5)
        me.save()
    me.type(day.plays(four))
    me.save()


def round_5(day: Day) -> None:
    me, five = day.me, R[5]
    with me.mishap("a bye for the wrong one is taken back before the round"):
        me.say("Give a bye", five, player=day.name["P050"], reason="Wrong line")
        me.save()
        me.say("Take back a bye", five, player=day.name["P050"], reason="Wrong line")
        me.save()
        day.publish(five)
        assert not day.books.pages[5].byes
    me.reopen()
    assert day.id(day.seated(R[1], 30, "B")) not in day.nowhere(five)
    with me.mishap("seats are shuffled, and the players had begun"):
        before = me.public()["pairings"]
        me.say("Shuffle seats", five, table=9, reason="The dice were lost")
        me.save()
        assert me.public()["pairings"] != before
        (line,) = me.entries(EntryKind.RESEATED, five)
        me.say("Undo the last decision", five, reason="They had begun")
        me.save()
        assert me.public()["pairings"] == before
        (undone,) = me.entries(EntryKind.UNDONE, five)
        assert (line.data["reason"], undone.data["reason"]) == (
            "The dice were lost", "They had begun",
        )  # fmt: skip
    with me.mishap("a result of round 1 was wrong, as comes out in round 5"):
        old, paired = day.results(R[1])[15], me.public()["pairings"]
        new = "A" if old != "A" else "B"
        me.type({**day.calls(R[1], 15, new), me.at(R[1], 15, "note"): "Slip found"})
        me.save()
        assert day.corrected(R[1])[2:] == [(15, old, new)]
        assert me.public()["pairings"] == paired
    with me.mishap("an old result is deleted by mistake"):
        cell = me.at(R[3], 7, "result")
        me.type(cell, None)
        me.save()
        me.is_told("Round 3 is over, but has no result for table 7.")
        me.type(cell, day.books.pages[3].results[7])
        me.save()
        was = day.books.pages[3].results[7]
        assert day.corrected(R[3]) == [(7, was, ""), (7, "", was)]
    with me.mishap("cells are merged"):
        cell = me.at(five, 3, "result")
        below = f"{cell.cell[0]}{int(cell.cell[1:]) + 1}"
        me.rework(lambda book: book[cell.sheet].merge_cells(f"{cell.cell}:{below}"))
        me.save()
        me.is_told("are merged, so only the first of them counts.", cell)
        me.undo()
        me.save()
    with me.mishap("a heading is typed over"):
        good = me.pages()
        cell = me.at(five, 1, "result")
        head = At(cell.sheet, f"{cell.cell[0]}4")
        me.type(head, "Resultado")
        me.save()
        me.is_told("The heading “Result” is missing", head)
        assert me.pages() == good
        me.undo()
        me.save()
    with me.mishap("a guest gets a seat in a pod of three"):
        row = me.new_player()
        me.type({row["name"]: "Very Late Lee", row["enters"]: 5})
        me.save()
        me.is_told("Very Late Lee is at no table of Round 5.", row["name"])
        page = day.books.pages[5]
        small = next(at for at, seats in page.tables.items() if len(seats) == 3)
        me.type({
            me.at(five, small, "D"): "Very Late Lee", me.at(five, small, "note"): "came by train",
        })  # fmt: skip
        me.save()
        day.arrives("P183", "Very Late Lee", 5)
        page.tables[small].append("P183")
        (line,) = me.entries(EntryKind.OVERRIDDEN, five)
        assert [each["new"] for each in line.data["changes"]] == [page.tables[small]]
        day.hears_no_more("Very Late Lee")
    me.type(day.plays(five))
    me.save()


def round_6(day: Day) -> None:
    me, six = day.me, R[6]
    with me.mishap("the round is asked for while a table plays"):
        cell = me.at(R[5], 21, "result")
        me.type({cell: None, me.go(six): "yes"})
        me.save()
        asked = At("Decisions", me.go(six).cell.replace("F", "A"))
        me.is_told("Round 6 waits for results of Round 5: table 21.", asked)
        assert day.corrected(R[5]) == [(21, day.books.pages[5].results[21], "")]
        me.type(cell, day.books.pages[5].results[21])
        me.save()
        day.write_down(six)
    me.reopen()
    with me.mishap("a round went out too early, and is deleted"):
        me.say("Delete round", six, reason="Lunch first")
        me.type(me.go(six), None)
        me.save()
        assert me.entries(EntryKind.DELETED, six)[0].data["reason"] == "Lunch first"
        assert not [each for each in me.public()["pairings"] if each["round"] == 6]
        day.publish(six)
    me.reopen(redrawn=six.sheet)
    with me.mishap("a round with results is paired again"):
        me.type(day.plays(six, most=2))
        change = me.say("Re-pair round", six, reason="Two tables had sat down wrongly")
        me.save()
        me.is_told("Round 6 cannot be paired again", change)
        me.type(change, "Re-pair and lose results")
        me.save()
        (line,) = me.entries(EntryKind.REPAIRED, six)
        assert line.data["reason"] == "Two tables had sat down wrongly"
        day.write_down(six)
        assert not day.results(six)
    me.reopen(redrawn=six.sheet)
    with me.mishap("seats at a table in the wrong order"):
        me.type(day.changes_seats(six, 2, "as they sat down"))
        me.save()
        (line,) = me.entries(EntryKind.OVERRIDDEN, six)
        assert line.data["changes"][0]["new"] == day.books.pages[6].tables[2]
    with me.mishap("a name for a result, with a slip"):
        winner = day.seated(six, 14, "C")
        me.type(me.at(six, 14, "result"), winner[:-1])
        me.save()
        me.is_told("does not sit at this table. Did you mean", me.at(six, 14, "result"))
        day.calls(six, 14, "C")
        me.type(me.at(six, 14, "result"), winner)
        me.save()
        assert day.results(six) == {14: "C"}
    with me.mishap("two winners at one table"):
        cell = me.at(six, 16, "result")
        me.type(cell, "A, B win")
        me.save()
        me.is_told("makes more than one seat win", cell)
        me.type(day.calls(six, 16, "draw"))
        me.save()
    me.type(day.plays(six))
    me.save()


def top_16(day: Day) -> None:
    me, first = day.me, T[1]
    with me.mishap("somebody leaves between the cut and the playoff"):
        table = day.ranked()
        leaver, next_ = table[3], table[16]
        assert next_ not in day.field()
        me.type(me.player(day.name[leaver], "drops_after"), SWISS)
        me.save()
        day.out.add(leaver)
        day.left.add(leaver)
        assert leaver not in day.field()
        assert next_ in day.field()
    day.publish(first)
    me.reopen()
    pods = day.books.pages[7].tables
    field = {each for seats in pods.values() for each in seats}
    assert field == set(day.ranked()[:16])
    with me.mishap("a result is corrected after the cut, and others would be in"):
        low = next(each for each in day.ranked()[16:] if day.lost(6, each))
        at, _ = day.books.pages[6].spot(low)
        old = day.books.pages[6].results[at]
        seat = "ABCDE"[day.books.pages[6].tables[at].index(low)]
        me.type({**day.calls(R[6], at, seat), me.at(R[6], at, "note"): "Both signed it so"})
        me.save()
        me.is_told(f"{day.name[low]} (now rank")
        assert day.corrected(R[6]) == [(at, old, seat)]
        assert day.books.pages[7].tables == pods
        assert {*day.field()} == field
    with me.mishap("a pod of the playoff is drawn"):
        me.type(day.calls(first, 1, "draw"))
        me.save()
    with me.mishap("somebody leaves before the semifinal is played"):
        gone = day.seated(first, 2, "C")
        me.type(me.player(gone, "drops_after"), SWISS)
        me.save()
        me.is_told(
            f"{gone} dropped after round 6, but sits at table 2", me.player(gone, "drops_after")
        )
        day.left.add(day.id(gone))
        me.type(day.calls(first, 2, "A, C no-show"))
        me.save()
    me.type(day.plays(first))
    me.save()
    final = T[2]
    day.publish(final)
    me.reopen()
    with me.mishap("a result at a table that the final does not have"):
        wrong = me.at(final, 2, "result")
        me.type(wrong, "A")
        me.save()
        me.is_told("There is no table 2 in this round", wrong)
        me.type({wrong: None, **day.calls(final, 1, "C, A conceded")})
        me.save()


# --- in the evening -------------------------------------------------------------------------------


def the_end(day: Day) -> None:
    """All is as the books have it, everywhere, and the ledger tells how it came about."""
    me = day.me
    me.close()
    me.stop()
    assert not missing(me.doc, me.workbook.read_bytes())
    me.doc = me.workbook.read_bytes()
    assert all(day.names_are_in(each) for each in (*R.values(), *T.values()))
    loaded, _ = load(EventFolder(me.root), me.workbook.read_bytes())
    snapshot = loaded.snapshot
    document = event_document(snapshot, loaded.ledger)
    who_sat_where_and_how_it_ended(day, document)
    first, final = snapshot.phases[0].current, snapshot.final[0]
    assert first is not None
    the_ranking(day, first)
    champion = day.books.pages[8].tables[1][2]
    assert (final.player, final.first, final.last) == (champion, 1, 1)
    the_same_without_mishaps(day, document, first)
    the_ledger(day)
    the_site(day)


def who_sat_where_and_how_it_ended(day: Day, document: Mapping[str, Any]) -> None:
    for found in document["rounds"]:
        page = day.books.pages[number(RoundId(found["phase"], found["number"]))]
        tables = {each["table"]: each["seats"] for each in found["tables"]}
        seats = {at: [each["player"] for each in there] for at, there in tables.items()}
        assert seats == page.tables
        assert found["byes"] == page.byes
        for at, there in tables.items():
            took = [{"win": WIN, "draw": DRAW}.get(each["outcome"], 0) for each in there]
            assert took == outcome(page.results[at], len(there)), (found["number"], at)
    assert len(document["rounds"]) == len(day.books.pages) == SWISS + 2
    named = {each["id"]: each["name"] for each in document["players"]}
    assert named == day.name


def the_ranking(day: Day, found: Standings) -> None:
    ours, keys = day.books.standings(), ("mw", "oamp", "omw")
    theirs = {
        row.player: (row.match_points, *(row.tiebreakers[key] or 0 for key in keys))
        for row in found.rows
    }
    assert theirs == ours
    order = [ours[row.player] for row in found.rows]
    assert order == sorted(order, reverse=True)


def the_same_without_mishaps(day: Day, document: object, found: Standings) -> None:
    """An event into which only the end of the story was typed is ranked the same."""
    clean = EventFolder(day.me.root.with_name("clean"))
    assert not [each for each in import_event(document, clean.root) if each.severity == "error"]
    assert isinstance(clean.workbook(), Path)
    loaded = opened(clean)
    ranking = latest_ranking(loaded.snapshot)
    rows = [(each.player, each.match_points, each.tiebreakers) for each in found.rows]
    assert [(each.player, each.match_points, each.tiebreakers) for each in ranking.rows] == rows
    assert not loaded.snapshot.entries


def the_ledger(day: Day) -> None:
    """Every change by hand is there, each once, with its reason; nothing else is."""
    changes = (EntryKind.OVERRIDDEN, EntryKind.CORRECTED, EntryKind.REPAIRED)
    lines = day.me.ledger().entries
    assert sorted((each.kind.value, *each.round) for each in lines if each.kind in changes) == [
        ("corrected", 1, 1), ("corrected", 1, 1), ("corrected", 1, 1),
        ("corrected", 1, 2), ("corrected", 1, 2),
        ("corrected", 1, 3), ("corrected", 1, 3), ("corrected", 1, 5), ("corrected", 1, 6),
        ("overridden", 1, 1), ("overridden", 1, 4), ("overridden", 1, 4), ("overridden", 1, 5),
        ("overridden", 1, 6), ("repaired", 1, 2), ("repaired", 1, 6),
    ]  # fmt: skip
    out = [each.round for each in lines if each.kind is EntryKind.PAIRED]
    assert out == sorted([*R.values(), R[6], *T.values()])
    wrongly = day.books.pages[1].tables[30][3]
    came = [each.data for each in lines if each.kind is EntryKind.PLAYER]
    assert [each["new"] for each in came if each["player"] == wrongly] == [
        [1, 1, None], [1, None, None],
    ]  # fmt: skip
    assert {each["player"] for each in came} == {wrongly, "P182", "P183", *day.left}
    done = subprocess.run(
        [sys.executable, "-m", "runner", "verify", str(day.me.root)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert "The ledger is whole." in done.stdout
    assert done.stdout.count("drawn again, the same") == len(out) + 3  # two anew, and one shuffle
    assert "✗" not in done.stdout


def the_site(day: Day) -> None:
    """It is what a build from nothing makes of workbook and ledger, with a page for everybody."""
    clean = Pipeline(EventFolder(day.me.root), day.me.site.with_name("anew"))
    clean.run(day.me.workbook.read_bytes())
    assert files_in(day.me.site) == files_in(clean.site_out)
    for identity, name in day.name.items():
        assert html.escape(name, quote=False) in html.unescape(
            day.me.page(f"players/{identity}.html")
        )
    assert day.seated(T[2], 1, "C") in html.unescape(day.me.page("index.html"))


# --- tools ---------------------------------------------------------------------------------------


class ThreeHoursAgo(datetime):
    """A clock that is wrong."""

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "ThreeHoursAgo":
        return super().now(tz) - timedelta(hours=3)


def by_result(sheet: Worksheet) -> None:
    """Sort all rows below the headings by the column Result, as a menu does."""
    head = next(row for row in sheet.iter_rows() if row[0].value == "Key")
    at = [cell.value for cell in head].index("Result")
    rows = [[cell.value for cell in row] for row in sheet.iter_rows(min_row=head[0].row + 1)]
    rows.sort(key=lambda row: str(row[at] or "~"))
    for number_, row in enumerate(rows, head[0].row + 1):
        for column, value in enumerate(row, 1):
            sheet.cell(number_, column).value = value


def full(_: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_day_of_forty_mishaps_ends_as_if_there_had_been_none(
    day: Day, monkeypatch: pytest.MonkeyPatch
) -> None:
    day.me.open()
    day.me.start()
    before_round_1(day)
    round_1(day)
    round_2(day)
    round_3(day, monkeypatch)
    round_4(day, monkeypatch)
    round_5(day)
    round_6(day)
    top_16(day)
    assert len(set(day.me.mishaps)) == len(day.me.mishaps) >= 40
    the_end(day)
