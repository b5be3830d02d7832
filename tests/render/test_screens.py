"""What the screens of the hall are made from: data in parts, each the same for the same event."""

import json
import re
from dataclasses import replace

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.screens import Screen, Show, file_name
from runner.render import templating
from runner.render import text as texts
from runner.render.outlook import outlook_view
from runner.render.screens import PULSE, Screens
from runner.render.screens.parts import now as now_part
from tests.support import displays, events, gallery, sample
from tests.support.day import Day
from tests.support.events import event
from tests.support.old_browsers import newer_script, newer_style
from tests.support.teams import phase_of, teams


def files(made: Snapshot) -> dict[str, str]:
    return {path: content.decode() for path, content in Screens().render(made).items()}


def part(made: Snapshot, name: str) -> dict[str, object]:
    said = files(made)[f"display/data/{name}.js"]
    found = re.fullmatch(r'runnerPart\("(\w+)","(\w{8})",(.*)\);\n', said, re.DOTALL)
    assert found
    assert found[1] == name
    versions = json.loads(files(made)[PULSE][len("runnerPulse(") : -3])["parts"]
    assert versions[name] == found[2]
    return json.loads(found[3])  # type: ignore[no-any-return]


def test_everybody_is_in_the_pairings_once_with_a_table_or_words() -> None:
    made = displays.event(118)
    rows = part(made, "pairings")["rows"]
    assert isinstance(rows, list)
    now = made.rounds[-1]
    seated = [row for row in rows if row[3]]
    assert len(seated) == sum(len(table.seats) for table in now.tables)
    assert {row[5] for row in rows if not row[3]} == {
        *(["Bye"] if now.byes else []),
        *(["Not playing"] if now.absent else []),
    }
    assert len(rows) == len(seated) + len(now.byes) + len(now.absent)
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)


@pytest.mark.parametrize(
    ("mode", "letters"), [(Mode.MULTIPLAYER, True), (Mode.HEAD_TO_HEAD, False)]
)
def test_seats_have_letters_in_pods_only(mode: Mode, letters: bool) -> None:
    assert part(displays.event(24, mode=mode, waiting=2), "pairings")["letters"] is letters


def test_names_are_those_that_everybody_may_see() -> None:
    made = displays.event(24, waiting=2, odd=False)
    secret = next(iter(made.players.values()))
    hidden = replace(secret, shown=Shown.HIDDEN)
    players = {**made.players, secret.id: hidden}
    screen = Screen("Hall", Show.MESSAGE, message=f"Would {secret.name} come to the judges")
    named = Screen(f"Hall of {secret.name}")
    event = replace(made.event, players=tuple(players.values()), screens=(screen, named))
    there = files(replace(made, players=players, event=event))
    whole = "".join((*there, *there.values())).replace("-", " ").casefold()
    last = secret.name.split()[-1]
    others = [each.name for each in made.players.values() if each is not secret]
    assert secret.name.casefold() not in whole
    if not any(last in name for name in others):
        assert last.casefold() not in whole


def test_standings_are_those_of_rounds_that_are_over() -> None:
    found = part(displays.event(24, waiting=2), "standings")
    assert (found["title"], found["small"]) == ("Standings", "after round 2")
    assert part(sample.before_the_first_round(), "standings")["rows"] == []


def test_standings_have_the_line_of_the_cut_before_the_playoff() -> None:
    planned = events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=3, cut=4)
    _, snapshot, _ = events.up_to(planned, 1, 2)
    rows = part(snapshot, "standings")["rows"]
    assert isinstance(rows, list)
    assert [(row[0], row[5]) for row in rows if row[5:] and row[5]] == [("4", "Top 4")]


def test_standings_mark_who_has_clinched_the_cut_and_who_is_out_as_the_pages_do() -> None:
    day = Day(gallery.cut(26, Mode.MULTIPLAYER, 16))
    day.play_until(1, 2)
    day.change(automatic=False)
    made = day.play()
    ahead = outlook_view(made.for_players)
    rows = part(made, "standings")["rows"]
    assert isinstance(rows, list)
    marks = [row[6] if row[6:] else "" for row in rows]
    assert marks == [ahead.mark(row.player) for row in made.phases[0].standings[1].rows]
    assert {"clinched", "out"} & set(marks)


def test_the_winner_of_a_final_is_to_be_champion_only_until_it_is_decided() -> None:
    marked = (Screen("Stream", Show.FEATURE, "1"),)
    for state, goal in (("final-running", "The winner is the champion"), ("final", "")):
        made = gallery.replaced(gallery.STATES[state](), screens=marked)
        assert part(made, "feature")["goal"] == goal


@pytest.mark.parametrize("state", ["last-round", "last-round-duel"])
def test_standings_mark_nobody_while_a_later_round_is_played(state: str) -> None:
    made = gallery.STATES[state]()
    assert any(line.mark for line in outlook_view(made.for_players).lines.values())
    found = part(made, "standings")
    assert found["small"] == "after round 2"
    assert {len(row) for row in found["rows"]} == {5, 6}  # type: ignore[attr-defined]


def test_a_score_is_the_winner_s_where_only_the_winner_is_named() -> None:
    day = Day(gallery.cut(8))
    day.change(screens=(Screen("Stream", Show.FEATURE, "1"),))
    now = day.snapshot.rounds[-1]
    day.type(now.id, {1: "0-2", 2: "2-1", 3: "1-2-1"})
    made = day.save()
    rows = part(made, "results")["rows"]
    assert isinstance(rows, list)
    assert [row[1] for row in rows] == ["2–0", "2–1", "2–1–1"]
    won = (table.players[table.number != 2] for table in now.tables)
    names = [made.players[player].name for player in won]
    assert [" ".join(reversed(row[2][0])) for row in rows] == names[:3]
    lost = (table.players[table.number == 2] for table in now.tables)
    names = [made.players[player].name for player in lost]
    assert [" ".join(reversed(row[3][0])) for row in rows] == names[:3]
    (featured,) = part(made, "feature")["tables"]  # type: ignore[misc]
    assert featured["result"] == "0–2", "both are named, in the order of the seats"


def test_two_who_drew_are_both_named_and_a_pod_that_drew_is_not() -> None:
    for state, names in (("duel-40", 2), ("pods-118", 0)):
        made = gallery.STATES[state]()
        rows = part(made, "results")["rows"]
        assert isinstance(rows, list)
        drawn = [row for row in rows if row[1] == "Draw"]
        assert drawn
        assert {(len(row[2]), len(row[3])) for row in drawn} == {(names, 0)}


def test_who_waits_in_a_bracket_stands_among_the_pairings_of_the_hall() -> None:
    made = gallery.STATES["double-running"]()
    rows = part(made, "pairings")["rows"]
    assert isinstance(rows, list)
    waiting = [f"{row[1]} {row[0]}" for row in rows if row[5] == "Waiting"]
    assert waiting == ["Yara Calvo", "Oisín Murphy"]
    assert [row[3] for row in rows if row[5]] == [0, 0]


def test_records_of_feature_tables_are_those_of_the_whole_event_in_a_playoff() -> None:
    made = gallery.STATES["final-running"]()
    day = replace(made, event=replace(made.event, screens=(Screen("Stream", Show.FEATURE, "1"),)))
    (table,) = part(day, "feature")["tables"]  # type: ignore[misc]
    assert [seat["record"] for seat in table["seats"]] == ["4–1–0", "4–1–0"]


def test_standings_mark_nobody_once_the_swiss_rounds_are_over() -> None:
    rows = part(gallery.STATES["after-swiss"](), "standings")["rows"]
    assert isinstance(rows, list)
    assert {len(row) for row in rows} == {5, 6}


def test_final_places_say_how_far_somebody_got_or_their_record_and_no_points() -> None:
    day = Day(events.swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=3, cut=4))
    day.play_until(2, 2)
    rows = part(day.snapshot, "standings")["rows"]
    assert isinstance(rows, list)
    assert [row[3:] for row in rows[:2]] == [["still in", "", "", "leads"]] * 2
    day.play_out()
    rows = part(day.snapshot, "standings")["rows"]
    assert isinstance(rows, list)
    assert [row[3:] for row in rows[:4]] == [
        ["won the final", "", "", "leads"], ["final", ""], ["semifinal", ""], ["semifinal", ""],
    ]  # fmt: skip
    swiss = {row.player: row for row in day.snapshot.phases[0].current.rows}  # type: ignore[union-attr]
    for row, place in zip(rows[4:], day.snapshot.final[4:], strict=True):
        assert row[3:] == [texts.record(swiss[place.player].record), ""]


def test_the_tables_that_still_play_and_their_clock() -> None:
    now = part(displays.event(24, waiting=2), "now")
    assert isinstance(now["clock"], dict)
    assert len(now["playing"]) == 2  # type: ignore[arg-type]
    assert now["clock"]["tables"][0][3] == 5
    assert (now["title"], now["small"]) == ("Round 3", "of 5")
    nobody = part(sample.before_the_first_round(), "now")
    assert (nobody["round"], nobody["clock"]) == ("", None)


@pytest.mark.parametrize(("accent", "expected"), [
    ("", None),
    ("#ffc800", ["#ffc800", "#11151b", "#ffc800"]),
    ("#0a3c7a", ["#0a3c7a", "#ffffff", "#ffffff"]),  # too dark for numbers
])  # fmt: skip
def test_the_organiser_s_colour_dresses_screens_where_it_can_be_read(
    accent: str, expected: list[str] | None
) -> None:
    made = displays.event(24, waiting=2)
    dressed = replace(made, event=replace(made.event, accent=accent))
    assert part(dressed, "now")["colours"] == expected


def test_a_named_display_has_a_page_and_its_row() -> None:
    made = displays.event(24, waiting=2, screens=[Screen("Hall 2", Show.PAIRINGS, "A-F", 4)])
    found = files(made)
    assert 'data-screen="hall-2"' in found["display/hall-2.html"]
    assert 'data-screen=""' in found["display/index.html"]
    row = part(made, "now")["screens"]["hall-2"]  # type: ignore[index]
    assert (row["show"], row["part"], row["columns"]) == ("pairings", "A-F", 4)


@pytest.mark.parametrize(
    ("name", "file"),
    [("Hall 2", "hall-2"), ("Écran  №1", "ecran-1"), ("../etc", "etc"), ("a/b", "a-b")],
)
def test_any_name_of_a_display_makes_a_file_name(name: str, file: str) -> None:
    assert file_name(name) == file


@pytest.mark.parametrize(
    "name", ["index", "主屏幕", "...", "INDEX", "CON", "Aux", "nul.", "com1", "LPT9"]
)
def test_a_name_that_makes_none_gets_a_hash(name: str) -> None:
    assert re.fullmatch(r"screen-[0-9a-f]{8}", file_name(name))


def test_the_plain_page_has_everybody_without_scripts() -> None:
    made = displays.event(24, waiting=2)
    page = files(made)["display/index.html"]
    assert page.count("<li>") == len(part(made, "pairings")["rows"])  # type: ignore[arg-type]
    assert sample.SCRIPT not in page
    assert (
        "as soon as the first round" in files(sample.before_the_first_round())["display/index.html"]
    )


def test_nothing_is_made_anew_but_what_changed() -> None:
    made = displays.event(24, waiting=3)
    screens = Screens()
    before = screens.render(made)
    table = next(each.number for each in made.rounds[-1].tables if not each.finished)
    after = screens.render(displays.timed(sample.with_result(made, table)))
    assert after == Screens().render(displays.timed(sample.with_result(made, table)))
    changed = {path for path, content in after.items() if before[path] != content}
    assert changed == {"display/data/now.js", "display/data/results.js", PULSE}


def test_every_thing_to_show_has_a_view_and_every_view_is_known() -> None:
    views = {path.stem for path in (templating.folder("display") / "views").glob("*.js")}
    assert views == {show.value for show in Show} - {Show.AUTO.value}


def test_no_script_or_style_stands_in_a_page_and_nothing_is_asked_of_others() -> None:
    for path, content in files(displays.event(24, waiting=2)).items():
        if path.endswith(".html"):
            assert "<style" not in content
            assert not re.search(r"<script(?! src=)|\son\w+=|style=", content)
        assert not re.search(r"(src|href|url)\s*[=(]\s*[\"']?(https?:)?//", content), path


@pytest.mark.parametrize(("shares", "shown"), [
    ("2 3–4 3–4 5–8 5–8 5–8 5–8", 7), ("2 3–4 3–4 5–8 5–8 5–8 5–8 9", 7),
    ("2–4 2–4 2–4 5–16 5–16 5–16 5–16 5–16", 3), ("2 3", 2), ("", 0),
])  # fmt: skip
def test_those_who_share_a_place_are_all_below_the_champion_or_none(
    shares: str, shown: int
) -> None:
    places = [(place, f"P{at}") for at, place in enumerate(shares.split())]
    assert now_part.whole_places(places, 7) == places[:shown]


def test_the_people_of_the_champions_are_named() -> None:
    playoff = phase_of("two_headed_giant", type_="single_elimination")
    made = Day(event(teams(4, 2), playoff)).play_out()
    shown, winner = part(made, "now")["champion"], made.players[made.final[0].player]
    assert isinstance(shown, dict)
    assert (shown["name"], shown["members"]) == (winner.name, " and ".join(winner.members))


# --- televisions of 2020 and 2021 -----------------------------------------------------------------


def test_what_screens_run_is_what_old_televisions_know() -> None:
    there = files(displays.event(24, waiting=2))
    for path in ("display/screen.js", "display/refresh.js", PULSE, "display/data/now.js"):
        assert newer_script(there[path]) == [], path
    assert newer_style(there["display/screen.css"]) == []
    assert "-webkit-margin-start:" in there["display/screen.css"]


@pytest.mark.parametrize(("script", "newer"), [
    ("a ?? b", True), ("a?.b", True), ("a ? .5 : 1", False), ("`${a?.b}`", True), ("'a?.b'", False),
    ("// a?.b", False), ("({ ...a })", True), ("f(...a); [...a]", False),
    ("try { } catch { }", True), ("a ||= b", True),
    ("a.at(-1)", True), ("RunnerClock.at(a)", False), ("x = /\\p{L}/u.test(a)", True),
    ("({ a, b: [...c], d: f(...e) })", False), ("`a ${`b ${[...c]}`} ?.d`", False),
    ("const a = /a?.b/;", False), ("a.flatMap(b)", True), ("x = { b: `}`, ...c }", True),
])  # fmt: skip
def test_newer_syntax_is_found_and_nothing_else(script: str, newer: bool) -> None:
    assert bool(newer_script(script)) is newer


@pytest.mark.parametrize("state", ["final", "hebrew-final"])
def test_the_champion_has_shared_places_as_final_places_have_them(state: str) -> None:
    with gallery.speaking(state):  # from right to left a dash keeps its numbers in order
        made = gallery.STATES[state]()
        champion, rows = part(made, "now")["champion"], part(made, "standings")["rows"]
    assert isinstance(champion, dict)
    assert isinstance(rows, list)
    assert [each[0] for each in champion["places"]] == [row[0] for row in rows[1:8]]
