"""What goes into a new workbook is what is read from it, whatever people are called."""

import subprocess
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.phases import EndPhase
from runner.compute.decisions.seats import GiveBye
from runner.core import names, results
from runner.core.event import Decision, Event, Penalty
from runner.core.identifiers import SEAT_LETTERS, RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.prizes import Prize
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row
from runner.workbook.column import normal
from runner.workbook.read.players import HEADINGS
from runner.workbook.read.read import read
from runner.workbook.template.template import Plan, template
from tests.support.workbooks import event_in, row, small_event, sound_event, with_parts

ROUND = RoundId(1, 1)


def again(event: Event, *, warned: bool = False) -> Event:
    found, problems, _ = read(template(Plan(event, tables=5)))
    assert found is not None
    assert warned or not problems, [str(each) for each in problems]
    return bare(found)


def _taken(row: Row) -> int:
    """How many seats of a row have a name, with those before it: a sheet may have more."""
    return max((at for at, name in enumerate(row.seats, 1) if name), default=0)


def bare(event: Event) -> Event:
    rounds = []
    for sheet in event.rounds:
        rows = [
            replace(each, places={}, seats=each.seats[: max(2, _taken(each))])
            for each in sheet.rows
            if any(each.seats) or each.result or each.games or each.note
        ]
        if rows:
            rounds.append(RoundSheet(sheet.id, tuple(rows)))
    return replace(
        event,
        phases=tuple(replace(each, place=Place()) for each in event.phases),
        players=tuple(replace(each, place=Place()) for each in event.players),
        penalties=tuple(replace(each, place=Place()) for each in event.penalties),
        decisions=tuple(replace(each, place=Place()) for each in event.decisions),
        rounds=tuple(rounds),
        saved="",
    )


def full_event() -> Event:
    phases = (
        Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", "mamtr", 2, 4,
              settings={"win": 7, "opponent_floor": "1/7", "tiebreakers": ["mw", "omw"],
                        "phantom_in_small_pods": True, "method": "power"}),
        Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination", cut=16),
        Phase(3, "Final", Mode.HEAD_TO_HEAD, "swiss", "mtr", 1),
    )  # fmt: skip
    players = (
        Player("P001", "Ana Example", "Turm 3", keep_apart=("Bo Sample", "Club Norte"),
               extra={"Commander": "Tymna", "Pronouns": "she"}, notes="allergic to nuts"),
        Player("P002", "Bo Sample", enters=2, drops_after=3, returns=5, awarded_byes=2,
               fixed_table=4, extra={"Decklist": "https://example.org/bo"}),
        Player("", "Cy Trial", drops_after=0),
    )  # fmt: skip
    bye = Row(RowKey(ROUND, RowKind.BYE, 6), 0, ("Cy Trial", "", "", ""))
    absent = Row(RowKey(ROUND, RowKind.ABSENT, 2), 0, ("Dee Probe", "", "", ""))
    one = row(1, "Ana Example", "Bo Sample", result="draw, B conceded", games="1-0-0-0", note="x")
    made_up = replace(row(1, result="B", table=12, note="rehearsal"), rehearsed=True)
    final = Row(RowKey(RoundId(3, 1), RowKind.TABLE, 1), 1, ("Ana Example", "Bo Sample"), "2-1")
    return small_event(
        venue="Turm 3", enforcement="regular", address="https://example.org/friday", automatic=True,
        rehearsal=True, public_columns=("Commander", "Decklist", "Pronouns"),
        settings={"win": 7, "first_table": 1}, phases=phases, players=players,
        rounds=(
            RoundSheet(ROUND, (one, made_up, bye, absent)),
            RoundSheet(RoundId(3, 1), (final,)),
        ),
        penalties=(Penalty(1, "Ana Example", "Tardiness", "game loss"),),
        decisions=(
            Decision(PairRound.KEY, ROUND),
            Decision(GiveBye.KEY, RoundId(1, 2), "Bo Sample", "asked for it"),
            Decision(EndPhase.KEY, RoundId(1, 0)),
        ),
    )  # fmt: skip


def test_everything_in_an_event_survives() -> None:
    event = full_event()
    assert again(event) == bare(event)


AWKWARD = ("O'Brien", "=1+1", "+49 30", "-Bo", "@ana", "'quoted", "#REF!", "#N/A", "TRUE", "1-6",
           "007", "1e5", "_x0041_", "עברית שם", "علي", "山田太郎", "🦊 Fox", "<b>&amp;",
           "Ana\u2019s", "a,b;c", "2026-01-01", "12%", "{x}", "NaN", "x" * 200)  # fmt: skip


def test_awkward_names_are_text_and_stay_what_they_are() -> None:
    cleaned = [names.clean(name) for name in AWKWARD]
    event = small_event(
        players=tuple(Player("", name, club=name) for name in cleaned),
        rounds=(RoundSheet(ROUND, (row(1, *cleaned[:4], result="A", note=cleaned[1]),)),),
    )
    assert again(event) == bare(event)


def test_what_no_cell_can_hold_is_left_out() -> None:
    assert again(small_event(venue="Turm\x01 3\ufffe", name="_x0001_")).venue == "Turm 3"


def test_the_escapes_of_the_file_format_are_undone() -> None:
    data = template(Plan(small_event(venue="Turm?3?")))
    spelt = with_parts(data, sheet2=lambda xml: xml.replace(b"Turm?3?", b"Turm_x0020_3_x0007_"))
    event = event_in(spelt)
    assert event.venue == "Turm 3"


TEXTS = st.text(st.characters(exclude_categories=("Cs", "Cn")), max_size=30).map(names.clean)


NAMES = TEXTS.filter(lambda text: text and normal(text) not in HEADINGS)


@pytest.mark.thorough
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(NAMES, min_size=4, max_size=8, unique_by=names.key),
    TEXTS,
    st.one_of(st.none(), st.integers(0, 20)),
)
def test_any_name_at_all_survives(people: list[str], text: str, drop: int | None) -> None:
    event = small_event(
        name=text or "x",
        players=tuple(Player("", name, text, drops_after=drop) for name in people),
        rounds=(RoundSheet(ROUND, (row(1, *people[:4], result=text),)),),
    )
    means_a_result = any(
        name.casefold() in results.WORDS or name.upper() in SEAT_LETTERS for name in people
    )
    assert again(event, warned=means_a_result) == bare(event)


def test_head_to_head_has_two_seats_and_rows_begin_at_the_first_table() -> None:
    phase = Phase(1, "Swiss", Mode.HEAD_TO_HEAD, "swiss", "mtr", rounds=1)
    seats = ("Ana Example", "Bo Sample")
    played = Row(RowKey(ROUND, RowKind.TABLE, 1), 1, seats, "1-1-1")
    event = small_event(phases=(phase,), rounds=(RoundSheet(ROUND, (played,)),))
    assert again(event) == bare(event)
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=1, settings={"first_table": 101})
    event = sound_event(template(Plan(small_event(phases=(phase,), rounds=()), tables=3)))
    tables = [each.key.number for each in event.rounds[0].rows if each.key.kind is RowKind.TABLE]
    assert tables == [101, 102, 103]


@pytest.mark.office
def test_libreoffice_changes_nothing_by_saving(tmp_path: Path) -> None:
    event = full_event()
    path = tmp_path / "event.xlsx"
    path.write_bytes(template(Plan(event, tables=5)))
    (tmp_path / "out").mkdir()
    subprocess.run(
        ["soffice", f"-env:UserInstallation={(tmp_path / 'profile').as_uri()}", "--headless",
         "--convert-to", "xlsx:Calc MS Excel 2007 XML", "--outdir", str(tmp_path / "out"),
         str(path)],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    found = sound_event((tmp_path / "out" / "event.xlsx").read_bytes())
    assert bare(found) == bare(event)


@pytest.mark.thorough
@pytest.mark.parametrize("code", ["", "en", "de", "ja"])
def test_a_language_stands_there_as_its_speakers_call_it(code: str) -> None:
    event = replace(small_event(), language=code)
    sheet = load_workbook(BytesIO(template(Plan(event, tables=5))))["Event"]
    said = {row[0].value: row[1].value for row in sheet.iter_rows()}["Language"]
    assert said == {"": None, "en": "English", "de": "Deutsch", "ja": "日本語"}[code]
    assert again(event).language == code


@pytest.mark.thorough
def test_prizes_stand_there_as_they_are_typed() -> None:
    event = replace(small_event(), prizes=(Prize(1, 1, "200 €"), Prize(2, 4, "50 €")))
    sheet = load_workbook(BytesIO(template(Plan(event, tables=5))))["Event"]
    said = {row[0].value: row[1].value for row in sheet.iter_rows()}["Prizes"]
    assert said == "1: 200 €; 2-4: 50 €"
    assert again(event).prizes == event.prizes
