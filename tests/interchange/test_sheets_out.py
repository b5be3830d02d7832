"""What is public as CSV: complete, under public names, and harmless in a spreadsheet."""

import csv
from dataclasses import replace
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, Shown
from runner.interchange.sheets_out import csv_files, guarded
from tests.support import sample
from tests.support.drawings import event
from tests.support.sample import Plan


def rows(made: Snapshot, name: str) -> list[dict[str, str]]:
    text = csv_files(made)[name].decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text, newline="")))


def small() -> Snapshot:
    return sample.snapshot(Plan(players=26, waiting=2))


def test_every_player_every_seat_and_every_result_has_its_line() -> None:
    made = small()
    seats = [(round_, table, seat) for round_ in made.rounds for table in round_.tables
             for seat in table.seats]  # fmt: skip
    byes = sum(len(round_.byes) for round_ in made.rounds)
    assert [row["player"] for row in rows(made, "players")] == list(made.players)
    assert len(rows(made, "pairings")) == len(seats) + byes
    played = [seat for _, _, seat in seats if seat.outcome is not None]
    assert len(played) < len(seats)
    assert len(rows(made, "results")) == len(played) + byes
    first = rows(made, "results")[0]
    seat = seats[0][2]
    assert (first["player"], first["outcome"]) == (seat.player, seat.outcome)
    assert (first["phase"], first["round"], first["seat"]) == ("1", "1", "A")


def test_standings_are_the_latest_of_each_phase_with_every_tiebreaker() -> None:
    made = small()
    current = made.phases[0].current
    assert current
    found = rows(made, "standings")
    assert [row["player"] for row in found] == [row.player for row in current.rows]
    for row, of in zip(found, current.rows, strict=True):
        assert row["rank"] == str(of.rank)
        assert (row["wins"], row["losses"], row["draws"]) == (
            str(of.record.wins), str(of.record.losses), str(of.record.draws),
        )  # fmt: skip
        for key, value in of.tiebreakers.items():
            assert value is None or abs(float(row[key]) - float(value)) < 1e-6


def test_nobody_stands_there_under_a_name_that_is_not_shown_and_no_result_is_told_early() -> None:
    made = small()
    hidden = next(iter(made.players))
    players = {key: replace(each, shown=Shown.HIDDEN if key == hidden else None)
               for key, each in made.players.items()}  # fmt: skip
    name = made.players[hidden].name
    for content in csv_files(replace(made, players=players)).values():
        assert name not in content.decode("utf-8-sig")
    assert name in csv_files(made)["players"].decode("utf-8-sig")
    veiled = event(16, pods=True, rounds=2, open_tables=1, standings_hidden=True)
    assert veiled.phases[-1].veiled
    assert rows(veiled, "results") == rows(veiled, "standings") == []
    assert len(rows(veiled, "pairings")) > 16


def test_a_name_that_is_a_formula_is_text() -> None:
    made = small()
    nasty = ("=HYPERLINK(1)", "+1", "-2", "@SUM(A1)", "\ttab", "＝1")
    keys = list(made.players)[: len(nasty)]
    players = {
        key: replace(
            each, name=nasty[keys.index(key)] if key in keys else each.name, extra={"=Deck": "=cmd"}
        )
        for key, each in made.players.items()
    }
    changed = replace(made, players=players)
    for name, content in csv_files(changed).items():
        for line in csv.reader(StringIO(content.decode("utf-8-sig"), newline="")):
            for cell in line:
                assert not cell.lstrip(" ").startswith(("=", "+", "-", "@", "\t", "\r", "＝")), name


@given(st.text(max_size=20))
def test_a_guarded_text_begins_no_formula_and_loses_nothing(text: str) -> None:
    found = guarded(text)
    assert found.endswith(text)
    assert not found.lstrip(" ").startswith(("=", "+", "-", "@"))
    assert found == text or text.lstrip(" ")[:1] in "=+-@\t\r＝＋－＠"


def test_two_of_a_head_to_head_table_have_their_games() -> None:
    made = sample.snapshot(Plan(16, 2, planned=4, waiting=0, mode=Mode.HEAD_TO_HEAD))
    assert {row["games_won"] for row in rows(made, "results")} & {"2"}


def test_each_round_has_its_tables_in_a_file_of_its_own_and_the_latest_has_two() -> None:
    made = small()
    files = csv_files(made)
    for round_ in made.rounds:
        found = rows(made, f"round-{round_.id.number}")
        tables = [table for table in round_.tables if table.seats]
        named = [[made.for_players.players[id_].name for id_ in table.players] for table in tables]
        there = [row for row in found if row["table"] != "bye"]
        assert [row["table"] for row in there] == [str(table.number) for table in tables]
        assert [row["players"].split(" / ") for row in there] == named
        assert [row["seat_a"] for row in there] == [names[0] for names in named]
        assert len(found) - len(there) == len(round_.byes)
    assert files["round-now"] == files[f"round-{made.rounds[-1].id.number}"]
    before = replace(made, phases=())
    assert csv_files(before)["round-now"].decode("utf-8-sig") == "table,players,seat_a,seat_b\r\n"
