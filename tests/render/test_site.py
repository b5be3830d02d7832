"""The public site: complete, linked, safe, the same every time, and quick to make again."""

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from html.parser import HTMLParser
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from posixpath import dirname, join, normpath
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Template
from pypdf import PdfReader

from runner.app.history.changes import changes
from runner.app.outcomes import status_messages
from runner.cli import reporting
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.names import last_first, parts, plain
from runner.core.numbers import points, rounded
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.prizes import prizes
from runner.core.rounds import Outcome, Seat, Table
from runner.core.time_sheet import RoundStart
from runner.ledger.ledger import Ledger
from runner.pairing.model import Certificate
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.desk import desk_page
from runner.render.desk.facts import Facts
from runner.render.directory import Directory, file_name, link
from runner.render.documents.registry import REGISTRY
from runner.render.documents.slips.slip import slips_for
from runner.render.screens import Screens
from runner.render.site import Renderer, Site, final_page, qualifiers, render, result_cards
from runner.render.site.bracket.page import Brackets
from runner.render.site.champion import story
from runner.render.site.front_page import State, front_view
from runner.render.site.front_page import figures as first_figures
from runner.render.site.shared import Shared
from runner.standings.model import Record, RoundKind
from runner.standings.ranking import workings
from tests.support import bracket_pages, displays, gallery, processes, sample
from tests.support.day import Day, drawn_results
from tests.support.doors import words
from tests.support.drawings import event as drawn_event
from tests.support.events import event, phase, played_on, published, swiss, swiss_and_playoff, up_to
from tests.support.folders import write_site
from tests.support.sample import Plan
from tests.support.teams import phase_of, team_event, teams

DATA = {"data/snapshot.json": b"{}\n"}


@cache
def pods() -> Snapshot:
    return sample.snapshot()


@cache
def pods_site() -> Site:
    return render(pods(), DATA)


@cache
def small(**changes: object) -> Snapshot:
    return sample.snapshot(replace(Plan(players=26, waiting=2), **changes))  # type: ignore[arg-type]  # of a test


class Reader(HTMLParser):
    """What a page is made of: addresses, ids, headings and its text."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.words: list[str] = []
        self.feed(page.decode())
        self.text = re.sub(r"\s+", " ", " ".join(self.words))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src", "action") and value:
                self.addresses.append(value)
            if name == "id" and value:
                self.ids.append(value)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def html_pages(site: Site) -> Mapping[str, bytes]:
    return {path: page for path, page in site.files.items() if path.endswith(".html")}


def text_of(site: Site, path: str) -> str:
    return Reader(site.files[path]).text


def versions(site: Site) -> dict[str, str]:
    return handed(site, "version.js")["pages"] | handed(site, "players.js")


def handed(site: Site, path: str) -> dict[str, Any]:
    """What a script of plain data hands over."""
    said = site.files[path].decode()
    found: dict[str, Any] = json.loads(said[said.index("(") + 1 : -3])
    return found


# --- what there is -------------------------------------------------------------------------------


def test_every_kind_of_page_is_there() -> None:
    paths = set(pods_site().files)
    assert {
        "index.html", "pairings.html", "tables.html", "standings.html", "players/index.html",
        "rounds/index.html", "rounds/R1.html", "rounds/R3.html", "standings/R1.html",
        "standings/R2.html", "static/site.css", "static/site.js", "static/icon.svg", "seats.js",
        "version.js", "data/snapshot.json", "offline.html",
    } <= paths  # fmt: skip
    assert {f"players/{each}.html" for each in pods().players} <= paths
    assert "standings/R3.html" not in paths, "round 3 is still being played"


@pytest.mark.thorough
@pytest.mark.parametrize(
    "snapshot", [pods, sample.head_to_head, sample.before_the_first_round, lambda: small()]
)
def test_every_address_leads_to_a_file_of_the_site(snapshot: object) -> None:
    site = render(snapshot(), DATA)  # type: ignore[operator]  # one of the above
    ids = {path: Reader(page).ids for path, page in html_pages(site).items()}
    for path, page in html_pages(site).items():
        for address in Reader(page).addresses:
            parts = urlsplit(address)
            if parts.scheme:
                deck, itself = (
                    "https://example.org/deck?a=1&b=2",
                    f"https://example.org/lisbon/{path}",
                )
                assert address in (deck, itself), "only a deck list is outside"
                continue
            assert not parts.netloc
            assert not address.startswith("/")
            target = normpath(join(dirname(path), unquote(parts.path))) if parts.path else path
            assert target in site.files, f"{path} leads to {address}"
            if parts.fragment:
                assert parts.fragment in ids[target]


def test_style_and_script_ask_for_nothing_outside() -> None:
    for name in ("static/site.css", "static/site.js", "static/embed.css", "static/embed.js"):
        content = pods_site().files[name].decode()
        assert not re.search(r"https?://", content)
        assert "@import" not in content
        assert not re.search(r"^ *//|/\*", content, re.M), "remarks are for those who write them"
        assert re.findall(r"url\((?!fonts/roboto-flex-[a-z-]+\.woff2\?v=\w{8}\))", content) == []


def test_scripts_run_in_browsers_of_2017() -> None:
    later = re.compile(
        r"\?\.(?!\d)|\?\?|(\|\||&&)=|catch *\{|\d_\d|[{,] *\.\.\.\w+ *\}|\{ *\.\.\.|\\p\{|\(\?<"
        r"|(?<!RunnerClock)\.at\(|\.(flat|flatMap|replaceAll|matchAll|fromEntries|allSettled|any|finally)\("
        r"|\breplaceChildren\b"
    )
    for name in ("static/site.js", "static/embed.js", "sw.js"):
        lines = pods_site().files[name].decode().splitlines()
        assert [line for line in lines if later.search(line)] == [], name


@pytest.mark.parametrize(
    "made", [pods, lambda: drawn_event(16, pods=True, rounds=1, open_tables=1)]
)
def test_no_page_has_style_or_script_inside_or_allows_any(made: Callable[[], Snapshot]) -> None:
    for path, page in html_pages(render(made(), DATA)).items():
        text = page.decode()
        said = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)
        assert len(said) == 1, path
        assert "unsafe" not in said[0]
        assert said[0].startswith("default-src 'none'; script-src 'self' file:; ")
        assert {"base-uri 'none'", "form-action 'self' file:"} <= {*said[0].split("; ")}
        tags = re.findall(r"<[a-z][^>]*>", text)
        assert not [tag for tag in tags if re.search(r"\s(style|on\w+)=", tag)], path
        assert "<style" not in text
        inside = re.findall(r"<script(?![^>]*\ssrc=)[^>]*>", text)
        assert inside == ['<script type="application/ld+json">'] * (path == "index.html"), path


@pytest.mark.thorough
def test_every_page_says_what_it_is() -> None:
    titles = []
    for path, page in html_pages(pods_site()).items():
        reader = Reader(page)
        assert page.startswith(b'<!doctype html>\n<html lang="en"'), path
        assert reader.tags.count("h1") == 1, path
        assert len(reader.ids) == len(set(reader.ids)), path
        assert (b'property="og:title"' in page) == (path != "embed.html"), path
        assert b'name="description"' in page
        titles += re.findall(r"<title>(.*?)</title>", page.decode())
    assert len(titles) == len(html_pages(pods_site()))
    assert "Pairings, Round 3 · Lisbon Commander Open" in titles


def test_the_public_address_is_said_only_where_there_is_one() -> None:
    page = pods_site().files["rounds/R1.html"].decode()
    assert '<meta property="og:url" content="https://example.org/lisbon/rounds/R1.html">' in page
    for address in ("", "javascript:alert(1)", "just words"):
        unknown = replace(small(), event=replace(small().event, address=address))
        assert b"og:url" not in render(unknown, {}).files["index.html"]


# --- what stands there ---------------------------------------------------------------------------


def test_the_front_page_says_how_far_the_event_is() -> None:
    text = text_of(pods_site(), "index.html")
    assert "Lisbon Commander Open" in text
    assert "Round 3 of 5" in text
    assert "17 of 29 tables done" in text
    assert "As of 14:05" in text
    assert "UTC" not in text, "the other times on it do not say so either"


def test_everybody_stands_once_in_the_pairings_with_table_and_seat() -> None:
    page = pods_site().files["pairings.html"].decode()
    current = pods().current_round
    for table in current.tables:
        for index, player in enumerate(table.players):
            row = re.findall(rf'<li id="{player}" .*?</li>', page)
            assert len(row) == 1
            text = Reader(row[0].encode()).text
            assert last_first(pods().players[player].name) in text
            assert f"Table {table.number} Seat {'ABCD'[index]}" in text
            for other in table.players:
                if other != player:
                    last = parts(pods().players[other].name).last
                    assert last in text[text.index("with ") :]
    dropped = pods().event.players[12].id
    assert f'id="{dropped}"' not in page


def test_the_name_of_a_team_is_not_taken_apart() -> None:
    player = pods().event.players[0]
    for name, is_team, last in [("山田 太郎", False, "山田"), ("忍者 隊", True, "忍者 隊")]:
        named = replace(player, name=name, team=is_team)
        made = replace(pods(), players={**pods().players, player.id: named})
        assert Directory(made)[player.id].last == last


def test_pairings_are_in_the_order_of_last_names_whatever_the_accents() -> None:
    page = pods_site().files["pairings.html"].decode()
    names = re.findall(r"<bdi data-key>(.*?)</bdi>", page)
    assert [plain(each) for each in names] == sorted(plain(each) for each in names)
    assert plain("Øster-Łukasz, Zoë") == "oster-lukasz, zoe"


def test_a_few_names_stand_without_letters_and_an_opponent_is_against() -> None:
    event = swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=1, cut=8)
    _, made, _ = up_to(event, 1, 1)
    page = render(made, {}).files["pairings.html"].decode()
    assert page.count("data-group") == 1
    assert 'id="letter-' not in page
    assert page.count("<small>against <bdi>") == 12
    assert ">Final standings<" not in page
    _, made, _ = played_on(*up_to(event, 2, 3))
    over = render(made, {}).files["pairings.html"].decode()
    assert '<a href="standings.html">Final standings</a>' in over
    assert ">Bracket</a></p>" in over
    earlier = re.findall(r'<section class="played"><div class="head"><h2>(.*?)</h2>', over)
    assert earlier == ["Semifinals", "Quarterfinals"]


def test_pairings_between_two_rounds_say_that_theirs_is_over() -> None:
    said = ("<b>Round 3 is over.</b> Round 4 comes next. "
            "Your table appears here as soon as it is paired.</p>")  # fmt: skip
    made = displays.event(24, waiting=0)
    over = render(made, {}).files["pairings.html"].decode()
    playing = render(displays.event(24, waiting=1), {}).files["pairings.html"].decode()
    assert (said in over, said in playing) == (True, False)
    assert ('class="tag"' in over, 'class="tag"' in playing) == (False, True), "no old seats"
    assert over.count("data-item") == playing.count("data-item") > 20
    won = [
        seat
        for table in made.rounds[-1].tables
        for seat in table.seats
        if seat.outcome is Outcome.WIN
    ]
    assert over.count('<b class="out win">Win</b>') == len(won) > 3
    assert '<b class="out win">Win</b>' not in playing


def test_pairings_of_the_end_of_a_playoff_have_the_rounds_before() -> None:
    day = Day(swiss_and_playoff(14, Mode.HEAD_TO_HEAD, swiss=1, cut=6))
    day.play_until(2, 3)
    page = render(day.snapshot, {}).files["pairings.html"].decode()
    listed, earlier = page.split('<section class="played">', 1)
    (final,) = day.snapshot.rounds[-1].tables
    assert listed.count('class="tag"') == len(final.players) == 2
    assert re.findall(r"<h2>(.*?)</h2>", earlier) == ["Semifinals", "Quarterfinals"]
    assert earlier.count('<div class="match">') == 4


def test_a_table_that_has_finished_shows_its_result_largest() -> None:
    made = displays.event(24, waiting=2)
    site = render(made, {}).files
    for table in made.rounds[-1].tables:
        for seat in table.seats:
            page = site[f"players/{seat.player}.html"].decode()
            assert ('class="plate ended"' in page) == table.finished


def test_the_row_of_each_leader_can_be_marked_as_ones_own() -> None:
    page = pods_site().files["index.html"].decode()
    leaders = page[page.index('<section class="leaders') :]
    rows = re.findall(r'<li id="(\w+)">.*?href="players/(\w+)\.html"', leaders)
    assert len(rows) == 24
    assert all(row == file for row, file in rows)


def test_byes_and_absences_are_said() -> None:
    first, second = (text_of(pods_site(), f"rounds/R{number}.html") for number in (1, 2))
    for player in pods().rounds[0].byes:
        assert pods().players[player].name in first[first.index("Byes") :]
    absent = pods().players[pods().rounds[1].absent[0]].name
    assert absent in second[second.index("Not playing") :]


def test_tables_show_seats_in_turn_order_with_points_before_the_round() -> None:
    page = pods_site().files["tables.html"].decode()
    before = {row.player: row.match_points for row in pods().phases[0].standings[1].rows}
    *_, table, ended = pods().rounds[2].tables[:5]
    text, over = (
        Reader(re.search(rf"<b data-key>{number}</b>.*?</ol>", page, re.DOTALL)[0].encode()).text
        for number in (table.number, ended.number)
    )
    at = 0
    for index, player in enumerate(table.players):
        found = text.index(f"Seat {'ABCD'[index]}", at)
        name = text.index(pods().players[player].name, found)
        at = text.index(f"{before[player]} Pts point", name)
    assert (table.finished, ended.finished) == (False, True)
    assert over.count("Win") == 1
    assert "point" not in over


def test_head_to_head_shows_games_and_no_seats() -> None:
    site = render(sample.head_to_head(), {})
    assert "Seat" not in text_of(site, "pairings.html")
    tables = text_of(site, "tables.html")
    assert "2–1" in tables
    assert "0–0–3" in tables
    assert "GW%" in text_of(site, "standings.html")


def test_standings_show_each_value_rounded_once_from_the_exact_one() -> None:
    page = pods_site().files["standings.html"].decode()
    standings = pods().phases[0].current
    for row in standings.rows:
        found = re.search(rf'<tr id="{row.player}".*?</tr>', page)
        cells = re.findall(r'<td class="n tb">(.*?)</td>', found[0])
        keys = row.tiebreakers
        expected = [
            "–" if value is None else rounded(value if key == "oamp" else value * 100, 2)
            for key, value in keys.items()
        ]
        assert cells == expected
        assert f'<td class="n mp">{row.match_points}</td>' in found[0]


def test_standings_mark_the_tied_the_dropped_and_the_cut() -> None:
    cut = Phase(2, "Top 16", Mode.MULTIPLAYER, "single_elimination", cut=16)
    result = PhaseResult(cut, pods().phases[0].ruleset)
    site = render(replace(pods(), phases=(*pods().phases, result)), {})
    page = site.files["standings.html"].decode()
    rows = re.findall(
        r'<tr id="(.*?)" data-item((?: class=".*?")?)><td class="n rank">(\d+)(.*?)<', page
    )
    standings = pods().phases[0].current
    assert [player for player, *_ in rows] == [row.player for row in standings.rows]
    for (_, classes, rank, _), row in zip(rows, standings.rows, strict=True):
        assert int(rank) == row.rank
        assert ("dropped" in classes) == row.dropped
        assert ("cut" in classes) == (row.rank == 16)
    assert sum(row.dropped for row in standings.rows) == 2
    tied = [row.player for row in standings.rows if row.tied_with]
    assert tied
    level = {row.player for above, row in pairwise(standings.rows) if above.player in row.tied_with}
    assert {player for player, classes, *_ in rows if "level" in classes} == level
    assert 0 < len(level) < len(tied), "the first of those who are equal has a line above"
    assert re.findall(r'<tr id="([^"]*)"[^>]*><td class="n rank">\d+<sup', page) == tied
    assert "Top 16 advance" in Reader(page.encode()).text


def test_a_player_page_works_out_every_value() -> None:
    standings = pods().phases[0].current
    names = {key: each.name for key, each in pods().players.items()}
    for row in (standings.rows[0], standings.rows[60], standings.rows[-1]):
        text = text_of(pods_site(), f"players/{row.player}.html")
        assert f"Rank {row.rank} / {len(standings.rows)}" in re.sub(" *(=)? */ *", " / ", text)
        for working in workings(standings, row.player, names):
            assert working.name in text
            assert working.formula in text
            for line in working.lines:
                assert " ".join(line.label.split()) in text
                assert line.text in text


def test_a_player_page_begins_with_where_to_sit() -> None:
    table = pods().rounds[2].tables[0]
    text = text_of(pods_site(), f"players/{table.players[1]}.html")
    assert f"Table {table.number} Seat B" in text
    assert text.index(f"Table {table.number}") < text.index("Rank ")
    for player in table.players:
        assert pods().players[player].name in text


def test_a_player_page_shows_the_rank_after_each_round() -> None:
    page = pods_site().files["players/P010.html"].decode()
    ranks = [
        next(row.rank for row in ranking.rows if row.player == "P010")
        for ranking in pods().phases[0].standings[1:]  # who enters in round 2
    ]
    assert not pods().phases[0].standings[-1].complete
    assert page.count('class="so-far"') == 2, "the last line and the last point"
    assert f'aria-label="Rank after each round: {", ".join(map(str, ranks))}"' in page
    (curve,) = re.findall(r'<svg class="card curve".*?</svg>', page)
    assert curve.count("<circle") == len(ranks) == curve.count("<line") + 1
    assert "viewBox" not in curve, "its letters do not grow with its card"


def test_a_match_is_a_win_in_games_and_its_points_stand_beside_it() -> None:
    site = render(sample.head_to_head(), {}).files
    pages = [file.decode() for path, file in site.items() if path.startswith("players/P")]
    assert any("Win 2–1" in page and ">+3<" in page for page in pages)
    assert not any(re.search(r"points? 2–", page) for page in pages)


def test_all_rounds_say_who_leads_and_of_few_tables_who_won() -> None:
    day = Day(swiss_and_playoff(14, Mode.HEAD_TO_HEAD, swiss=2, cut=4))
    day.play_until(2, 2)
    page = Reader(render(day.snapshot, {}).files["rounds/index.html"])
    semifinals = day.snapshot.rounds[2]
    names = {id_: player.name for id_, player in day.snapshot.players.items()}
    for table in semifinals.tables:
        first = next(seat.player for seat in table.seats if seat.outcome is Outcome.WIN)
        other = next(seat.player for seat in table.seats if seat.player != first)
        assert f"{names[first]} 2–0 {names[other]}" in page.text
    best = day.snapshot.phases[0].standings[-1].rows[0]
    leader = f"1 {names[best.player]} {best.match_points} points"
    assert leader in page.text
    again = Day(swiss_and_playoff(14, Mode.HEAD_TO_HEAD, swiss=2, cut=4))
    again.play_until(1, 2)
    content = render(again.snapshot, {}).files["rounds/index.html"]
    assert b'<progress max="7" value="0"' in content
    playing = Reader(content).text
    assert "0 of 7 tables done" in playing
    (first,) = [each.rows[0] for each in again.snapshot.phases[0].standings if each.complete]
    said = f"1 {names[first.player]} {first.match_points} points"
    assert playing.count(said) == 1, "only after the round that is over"


def test_the_list_of_players_has_their_ranks_and_in_the_end_their_places() -> None:
    day = Day(swiss_and_playoff(14, Mode.HEAD_TO_HEAD, swiss=2, cut=4))
    day.play_until(1, 1)
    listed = "players/index.html"
    assert 'class="at"' not in render(day.snapshot, {}).files[listed].decode(), "no result yet"
    day.play_until(1, 2)
    site = render(day.snapshot, {}).files[listed].decode()
    for row in day.snapshot.phases[0].standings[-1].rows:
        assert re.search(rf'<li id="{row.player}".*?<span>Rank </span>{row.rank}</b></li>', site)
    over = day.play_out()
    site = render(over, {}).files[listed].decode()
    for place in over.final:
        span = texts.span(place.first, place.last)
        assert re.search(rf'<li id="{place.player}".*?<span>Place </span>{span}</b></li>', site)


def test_the_list_of_players_tells_no_ranks_that_are_hidden() -> None:
    veiled = replace(pods(), phases=tuple(replace(each, standings=()) for each in pods().phases))
    page = render(veiled, {}).files["players/index.html"].decode()
    assert 'class="at"' not in page


def test_links_to_players_have_a_picture_of_their_own_once_the_event_is_over() -> None:
    now = swiss_and_playoff(8, Mode.HEAD_TO_HEAD, swiss=1, cut=4)
    named = replace(now.players[5], name="山田 太郎")  # of letters that Runner's font does not have
    players = (*now.players[:5], named, *now.players[6:])
    day = Day(replace(now, address="https://example.org/f/", players=players))
    day.play_until(2, 2)
    assert not any(path.startswith("cards/") for path in render(day.snapshot, {}).files)
    over = day.play_out()
    files = render(over, {}).files
    there = {path for path in files if path.startswith("cards/")}
    assert there == {f"cards/{id_}.png" for id_ in over.players if id_ != named.id}
    winner = f"cards/{over.final[0].player}.png"
    assert winner.encode() in files["index.html"]
    for path in there:
        page = files[path.replace("cards/", "players/").replace(".png", ".html")]
        assert f'property="og:image" content="https://example.org/f/{path}"'.encode() in page
    assert files[winner].startswith(b"\x89PNG")
    assert b"og:image" in files[f"players/{named.id}.html"]  # that of the event
    assert not any(
        path.startswith("cards/")
        for path in render(replace(over, event=replace(over.event, address="")), {}).files
    )


def test_no_page_waits_for_the_pictures_of_players(monkeypatch: pytest.MonkeyPatch) -> None:
    day = Day(replace(swiss(4, rounds=1), address="https://example.org/f/"))
    drawn: list[str] = []
    monkeypatch.setattr(result_cards, "card", lambda name, *_: drawn.append(name) or b"")
    renderer = Renderer()
    renderer.render(day.play_out(), {})
    files = renderer.render(day.play_out(), {}).files
    assert [files[path] for path in files if path.endswith(".html")]
    assert drawn == []
    assert [files[path] for path in files if path.startswith("cards/")] == [b""] * 4
    assert len(drawn) == 4


@pytest.mark.parametrize(
    ("plan", "many"),
    [
        (Plan(12, waiting=2, mode=Mode.HEAD_TO_HEAD, odd=False), 1),
        (Plan(18, waiting=2, mode=Mode.HEAD_TO_HEAD), 0),
        (Plan(12, waiting=1, odd=False), 0),
    ],
)
def test_small_fields_have_a_crosstable(plan: Plan, many: int) -> None:
    snapshot = sample.snapshot(plan)
    files = render(snapshot, {}).files
    assert (b"crosstable.html" in files["standings.html"]) == bool(many)
    assert ("crosstable.html" in files) == bool(many)
    if not many:
        return
    page = files["crosstable.html"].decode()
    ranking = snapshot.phases[0].current
    assert ranking is not None
    played = sum(len(each.rounds) for each in ranking.histories.values())
    byes = sum(each.rounds != () and any(one.kind is RoundKind.BYE for one in each.rounds)
               for each in ranking.histories.values())  # fmt: skip
    assert page.count("</small>") == played - byes
    assert page.count('class="self"') == 12


def test_each_of_several_results_in_a_cell_of_the_crosstable_has_its_colour() -> None:
    met_twice = displays.event(11, mode=Mode.HEAD_TO_HEAD, waiting=2)
    page = render(met_twice, {}).files["crosstable.html"].decode()
    cell = (
        '<td><i class="draw">0–0–3</i><small>R1</small><i class="win">2–0</i><small>R2</small></td>'
    )
    assert cell in page


def test_before_the_first_round_the_pages_say_so() -> None:
    site = render(sample.before_the_first_round(), {})
    text = text_of(site, "index.html")
    for said in ("Round 1 is not paired yet", "Saturday, 21 November 2026", "How today works"):
        assert said in text
    for path in ("pairings.html", "tables.html", "rounds/index.html"):
        assert "Round 1 is not paired yet." in text_of(site, path)
    assert "The ranking appears with the first result." in text_of(site, "standings.html")
    for path in ("tables.html", "standings.html"):  # which are worth opening
        assert "How today works" in text_of(site, path)
    assert site.files["pairings.html"].count(b"data-item") == 24
    assert "Rank appears after the first result." in text_of(site, "players/P001.html")


def test_rounds_of_a_later_phase_have_files_of_their_own() -> None:
    first = pods().phases[0]
    final = replace(first.rounds[0], id=RoundId(2, 1), tables=first.rounds[0].tables[:4], byes=())
    later = replace(first, phase=Phase(2, "Top 16", Mode.MULTIPLAYER, "swiss"), rounds=(final,))
    later = replace(later, standings=(), planned=2)
    now = replace(pods().event, phases=(first.phase, later.phase))
    site = render(replace(pods(), event=now, phases=(first, later)), {})
    assert "Top 16, round 1 of 2" in text_of(site, "rounds/P2R1.html")
    assert "Top 16, round 1" in text_of(site, "rounds/index.html")
    assert "Swiss" in text_of(site, "players/P001.html")


# --- rehearsals and versions ---------------------------------------------------------------------


@pytest.mark.thorough
def test_a_rehearsal_is_said_on_every_page_and_else_on_none() -> None:
    for path, page in html_pages(render(small(rehearsal=True), DATA)).items():
        assert "REHEARSAL: results are made up" in Reader(page).text, path
    for page in html_pages(pods_site()).values():
        assert "REHEARSAL" not in Reader(page).text


def test_every_page_carries_the_version_that_is_told_of_it() -> None:
    pages = html_pages(pods_site())
    assert versions(pods_site()).keys() == {path.removesuffix(".html") for path in pages}
    for path, page in pages.items():
        name = path.removesuffix(".html")
        assert f'data-version="{versions(pods_site())[name]}" data-page="{name}"' in page.decode()


def test_only_pages_that_change_get_a_new_version() -> None:
    before = small()
    current = before.current_round
    playing = next(table.number for table in current.tables if not table.finished)
    after = sample.with_result(before, playing)
    old, new = versions(render(before, {})), versions(render(after, {}))
    changed = {name for name in new if old.get(name) != new[name]}
    assert {"index", "tables", "standings", "rounds/R3", "players/index"} <= changed
    assert not {"pairings", "rounds/R1", "standings/R1"} & changed


def test_a_save_that_changes_nothing_public_changes_only_the_front_page() -> None:
    later = replace(small(), as_of="2026-11-21T15:00:00+00:00")
    old, new = render(small(), {}), render(later, {})
    assert {path for path in new.files if new.files[path] != old.files[path]} == {
        "index.html", "pulse.js", "version.js",
    }  # fmt: skip


# --- the same every time, and only what is needed ------------------------------------------------


@pytest.mark.thorough
def test_a_renderer_that_has_seen_others_gives_the_same_bytes_as_a_new_one() -> None:
    playing = next(table.number for table in small().rounds[-1].tables if not table.finished)
    after = sample.with_result(small(), playing)
    renderer = Renderer()
    german = replace(after, event=replace(after.event, language="de"))
    rehearsed = small(rehearsal=True)
    for snapshot in (small(), sample.head_to_head(), after, german, german, rehearsed, after):
        warm = renderer.render(snapshot, DATA)
        cold = Renderer().render(snapshot, DATA)
        assert warm.files == cold.files
        assert {*warm.files} == {*cold.files}


def test_the_players_pages_go_out_last_and_are_told_of_when_they_are_there() -> None:
    renderer = Renderer()
    before = renderer.render(small(), {})
    assert before.first == {}, "nothing is out yet that anybody could look at"
    playing = next(table.number for table in small().rounds[-1].tables if not table.finished)
    site = renderer.render(sample.with_result(small(), playing), {})
    later = site.files.keys() - site.first.keys()
    own = {f"players/{each}.html" for each in small().players}
    assert {"players.js", "embed.html", *own} == later
    meanwhile, last = (handed(Site(files), "version.js") for files in (site.first, site.files))
    assert meanwhile["files"]["players"] == handed(before, "version.js")["files"]["players"]
    assert meanwhile["files"]["players"] != last["files"]["players"]
    assert meanwhile["pages"].keys() == last["pages"].keys()
    before = {key: value for key, value in meanwhile["pages"].items() if key != "embed"}
    assert before.items() < last["pages"].items(), "the page to embed is as it was until then"
    assert site.first["pulse.js"] != site.files["pulse.js"]


def test_pages_that_stay_are_not_rendered_again() -> None:
    renderer = Renderer()
    first = renderer.render(small(), {})
    again = renderer.render(sample.snapshot(Plan(players=26, waiting=2)), {})
    for path, page in html_pages(first).items():
        assert again.files[path] is page, path
    playing = next(table.number for table in small().rounds[-1].tables if not table.finished)
    after = renderer.render(sample.with_result(small(), playing), {})
    for path, page in html_pages(first).items():
        assert (after.files[path] is page) == (after.files[path] == page), path


@pytest.mark.thorough
def test_two_processes_with_other_hashes_give_the_same_bytes() -> None:
    found = {
        processes.run("render_site", env={**os.environ, "PYTHONHASHSEED": seed}).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


# --- nothing typed is trusted --------------------------------------------------------------------


@pytest.mark.thorough
def test_what_people_type_is_never_markup() -> None:
    hostile = "\"><script src='https://evil.example'></script>&lt;b&gt;{{ 7 * 7 }}"
    players = tuple(
        replace(each, name=f"{hostile} {each.id}", club=hostile, extra={"Commander": hostile})
        for each in small().event.players
    )
    event = replace(small().event, name=hostile, venue=hostile, date=hostile)
    snapshot = replace(small(), event=event, players={each.id: each for each in players})
    for path, page in html_pages(render(snapshot, {})).items():
        text = page.decode()
        assert "<script src='" not in text, path
        assert "<b>{{" not in text
        assert "49" not in re.findall(r"<bdi>.*?gt;(.*?)</bdi>", text)
        sources = re.findall(r'<script src="(.*?)"', text)
        assert len(sources) == 1
        assert f"static/{'embed' if path == 'embed.html' else 'site'}.js" in sources[0]
        assert hostile.split("&")[0] in "".join(Reader(page).words), path
        assert re.search(r'^<html lang="en" data-version="[0-9a-f]{8}"', text, re.MULTILINE)


def test_only_addresses_of_the_web_are_links() -> None:
    assert link("https://example.org/deck?a=1&b=2") == "https://example.org/deck?a=1&b=2"
    for text in ("javascript:alert(1)", "data:text/html,x", "//example.org", "http:", "a b", ""):
        assert link(text) == ""
    good, bad = (pods().event.players[index].id for index in (3, 5))
    assert (
        b'href="https://example.org/deck?a=1&amp;b=2"' in pods_site().files[f"players/{good}.html"]
    )
    assert b'href="javascript' not in pods_site().files[f"players/{bad}.html"]


def test_notes_and_private_columns_stay_in_the_workbook() -> None:
    players = tuple(replace(each, notes="secret note") for each in small().event.players)
    snapshot = replace(
        small(),
        event=replace(small().event, players=players),
        players={each.id: each for each in players},
    )
    assert not any(b"secret note" in content for content in render(snapshot, {}).files.values())


@pytest.mark.thorough
@given(st.sets(st.text(min_size=1), min_size=2))
def test_two_players_never_share_a_file(identities: set[str]) -> None:
    files = [file_name(each) for each in identities]
    assert len({each.casefold() for each in files}) == len(files)
    for each in files:
        assert re.fullmatch(r"[A-Za-z0-9-]+", each)
        assert each.casefold() != "index"


def test_plain_ids_stay_as_they_are() -> None:
    assert [file_name(each) for each in ("P001", "12", "P2048")] == ["P001", "12", "P2048"]
    assert file_name("index") != "index"
    assert file_name("../../etc") == file_name("../../etc")


@pytest.mark.parametrize("identity", ["CON", "aux", "NUL", "COM1", "lpt9", "P1.", "con.txt"])
def test_no_id_makes_the_name_of_a_device_or_one_that_windows_shortens(identity: str) -> None:
    assert re.fullmatch(r"[a-z0-9-]+-[0-9a-f]{10}", file_name(identity))


# --- wording -------------------------------------------------------------------------------------


@given(st.fractions(), st.integers(0, 6))
def test_quick_decimals_are_the_exact_ones(value: Fraction, places: int) -> None:
    assert texts.decimal(value, places) == rounded(value, places)
    assert texts.decimal(value, places, hundredfold=True) == rounded(value * 100, places)


def test_records_name_byes_apart() -> None:
    assert texts.record(Record(2, 1, 0)) == "2–0–1", "wins, losses, draws, as Magic reads them"
    assert texts.record(Record(2, 0, 1, 1)) == "2–1–0 + 1 bye"


def test_scores_are_games_of_two_players() -> None:
    won = (Seat("a", Outcome.WIN, 2), Seat("b", Outcome.LOSS, 1))
    assert texts.score(Table(1, won)) == "2–1"
    assert texts.score(Table(1, won, games_drawn=1)) == "2–1–1"
    assert texts.score(Table(1, (Seat("a"), Seat("b")))) == ""
    assert texts.score(Table(1, (Seat("a", Outcome.WIN), Seat("b", Outcome.LOSS)))) == ""
    assert texts.score(Table(1, (*won, Seat("c", Outcome.LOSS, 0)))) == ""


@pytest.mark.parametrize("text", ["2026-11-21", "2026-11-21T10:00:00"])
def test_dates_are_said_in_full(text: str) -> None:
    assert texts.day(text) == "Saturday, 21 November 2026"


def test_what_is_no_date_stays_as_typed() -> None:
    assert texts.day("some Saturday") == "some Saturday"
    assert texts.day("") == ""


def test_a_time_says_its_zone_where_it_is_not_the_hall_s_own() -> None:
    assert texts.clock("2026-11-21T14:05:09+01:00") == "14:05"
    assert texts.clock("2026-11-21T14:05:09") == "14:05 UTC"
    assert texts.instant("2026-11-21T14:05:09") == "2026-11-21T14:05:09+00:00"


def test_a_certificate_is_put_in_plain_words() -> None:
    best = Certificate(0, 0, Fraction(12), Fraction(12), True, ("1 pair is kept apart: P1, P2.",))
    assert texts.certificate(best, False, False) == (
        "Nobody meets an opponent of an earlier round again.",
        "Point gaps add up to 12; no pairing could be below that.",
    ), "notes are the organiser's, and not for players"
    older = " ".join(texts.certificate(replace(best, lower_bound=Fraction(6)), False, True))
    assert "Point gaps add up to 12; no pairing could be below 6." in older, (
        "its bound alone counts"
    )
    assert "Nobody sits at a small table for a second time." in older
    worse = Certificate(1, 2, Fraction(12), Fraction(6), False)
    said = " ".join(texts.certificate(worse, False, True))
    assert "1 pair of players meets again" in said
    assert "2 players sit at a small table for a second time." in said
    assert "Point gaps add up to 12; no pairing could be below 6." in said
    even = " ".join(texts.certificate(Certificate(proved_optimal=True), False, False))
    assert "all players came with equal points" in even
    assert "at random" in texts.certificate(Certificate(), True, False)[0]
    assert "organiser" in texts.certificate(None, True, False)[0]


def test_a_late_player_s_missed_round_is_a_loss() -> None:
    late = pods().event.players[9]
    assert isinstance(late, Player)
    assert late.enters == 2
    assert "Loss (entered late)" in text_of(pods_site(), f"players/{late.id}.html")


def test_the_players_pages_are_filled_in_when_somebody_asks_for_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    renderer = Renderer()
    renderer.render(small(), {})
    playing = next(table.number for table in small().rounds[-1].tables if not table.finished)
    site = renderer.render(sample.with_result(small(), playing), {})
    names = [*site.files]
    with monkeypatch.context() as nothing:
        nothing.delattr(Template, "render")
        assert all(name in site.files for name in names), "to ask what there is needs none of them"
        assert "players/nobody.html" not in site.files
    assert "index.html" in site.first
    assert site.files["index.html"] == site.first["index.html"], "needs none of them"
    assert [*site.files] == names
    changed = [name for name in names if name.startswith("players/P")]
    assert all(site.files[name] for name in changed)
    assert {*site.files} == {*names}
    assert len(site.files) == len(names)


# --- site phases ----------------------------------------------------------------------------------


@cache
def weekend(*, carried: bool = True) -> Snapshot:
    two = phase(2, rounds=2, cut=12, carry_points="yes" if carried else "no")
    day = Day(event(16, phase(1, rounds=2), two, phase(3, "single_elimination", cut=4)))
    return day.play_out()


def page_of(snapshot: Snapshot, path: str) -> str:
    return render(snapshot, {}).files[path].decode()


def sections(snapshot: Snapshot, player: str) -> dict[str, str]:
    """The parts of a player's page by the name of the phase."""
    page = page_of(snapshot, f"players/{player}.html")
    parts = page.split('<section class="phase">')[1:]
    return {re.findall("<bdi>(.*?)</bdi>", part)[0]: part for part in parts}


@pytest.mark.thorough
def test_a_playoff_is_a_path_and_has_no_points_or_tiebreakers_to_work_out() -> None:
    now = weekend()
    player = now.final[0].player
    assert "Playoff" not in sections(now, player)
    assert "Path through <bdi>Playoff</bdi>" in page_of(now, f"players/{player}.html")


def test_who_drops_in_a_playoff_is_told_so_without_points() -> None:
    day = Day(gallery.cut(12, PAIRS, 4))
    day.play_until(2, 2)
    out = next(place.player for place in day.snapshot.final if place.first == 3)
    part = sections(day.drop(out, len(day.snapshot.rounds) - 1), out)["Playoff"]
    assert "Has dropped." in part
    assert ">Points<" not in part
    assert ">Tiebreakers<" not in part


def test_what_a_later_day_goes_on_counting_is_worked_out_there_alone() -> None:
    now = weekend()
    parts = sections(now, now.final[0].player)
    assert "match-win percentage" in parts["Day 2"]
    assert "match-win percentage" not in parts["Day 1"]


@pytest.mark.thorough
def test_days_that_count_for_themselves_are_each_worked_out() -> None:
    now = weekend(carried=False)
    parts = sections(now, now.final[0].player)
    assert all("match-win percentage" in parts[name] for name in ("Day 1", "Day 2"))


def test_the_points_beside_the_places_are_those_of_all_days_that_count_together() -> None:
    now = weekend()
    (last,) = [each for each in now.phases[1].standings if each.after == RoundId(2, 2)]
    won = {row.player: points(row.match_points) for row in last.rows}
    page = page_of(now, "standings.html")
    assert "Day 1 and Day 2" in page
    for player, total in won.items():
        (line,) = re.findall(rf"<tr[^>]*>(?:(?!</tr>).)*{player}\.html.*?</tr>", page, re.DOTALL)
        assert re.search(rf"<b>{total}</b></td>\s*</tr>", line), line


# --- round titles ---------------------------------------------------------------------------------


OTHERWISE = re.compile(r"(?i)phase 2,? round \d|· round \d|\bround [4-9]\b")
"""The tab's name, older ways of putting it, and numbers over the whole event."""
TABS = re.compile(r"(\b[Oo]n|in Go for|name at) Phase 2 Round \d|Phase 2 Round \d![A-Z]+\d+")
"""Where somebody is sent to a tab, or to the line on Decisions that bears its numbers."""


def second_day() -> Day:
    later = phase(2, name="Day 2", rounds=2, cut=8, settings={"carry_points": True})
    day = Day(event(16, phase(1, rounds=3), later))
    day.play_until(2, 2)
    return day


def as_read(page_: bytes) -> str:
    return " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", page_.decode(), flags=re.S).split())


def texts_on(day: Day) -> dict[str, str]:
    snapshot = day.snapshot
    facts = Facts("2026-11-21T14:00:00+00:00", snapshot.problems, day.ledger.entries)
    files = render(snapshot, {}).files
    pages = {path: file for path, file in files.items() if path.endswith(".html")}
    pages["desk"] = desk_page.page(snapshot, facts)[0]
    return {path: as_read(file) for path, file in pages.items()} | {
        "status": "\n".join(map(reporting.text, status_messages(snapshot, facts))),
        "slips": "\n".join(slip.title for slip in slips_for(snapshot, snapshot.rounds[-1].id)),
        "history": "\n".join(changes(Event("Friday"), day.event)),
    }


@pytest.mark.thorough
def test_rounds_are_counted_in_one_way_wherever_people_read_of_them() -> None:
    day = second_day()
    table = day.snapshot.rounds[-1].tables[0]
    before, latest = (round_.id for round_ in day.snapshot.rounds[-2:])
    day.type(before, {1: "B"})
    day.type(latest, {1: "", 2: ""})
    day.drop(table.players[0], 4)
    day.decide("delete round", *before)
    said = texts_on(day)
    wrong = {
        where: found.group()
        for where, text in said.items()
        if (found := OTHERWISE.search(TABS.sub("", text)))
    }
    assert not wrong
    for where in ("rounds/P2R2.html", "desk", "status", "slips"):
        assert "Day 2, round 2" in said[where], where
    assert "Day 2, round 1, table 1: result" in said["history"]
    for where in ("rounds/P2R2.html", "desk"):
        assert "drops after Day 2, round 1." in said[where]


# --- front page -----------------------------------------------------------------------------------


PAIRS = Mode.HEAD_TO_HEAD


def home(day: Day) -> SimpleNamespace:
    return front_view(Shared(day.snapshot.for_players), None)


def test_before_the_first_round_it_says_when_and_how() -> None:
    view = home(Day(replace(swiss(8), decisions=(), venue="Turm 3")))
    assert view.state is State.BEFORE
    assert view.headline.above == "Saturday, 21 November 2026 · Turm 3"
    assert view.headline.text == "Round 1 is not paired yet"
    assert view.headline.below == "8 players are on the list. Are you?"
    assert view.figures[0] == [
        ("Day 1", "3", "rounds"), ("A round", "75", "min"),
    ]  # fmt: skip
    points = [value for _label, value, _unit in view.figures[1]]
    assert points == ["7 points", "1 point", "0 points"]


def test_before_the_first_round_home_lists_the_first_players_by_last_name() -> None:
    view = home(Day(replace(swiss(30), decisions=())))
    names = [person.last_first for person in view.entered]
    assert len(names) == 24
    assert view.of == 30
    assert names == sorted(names)


def test_once_round_1_is_paired_home_lists_nobody() -> None:
    assert not home(Day(swiss(8))).entered


def test_a_first_round_whose_time_is_known_is_announced() -> None:
    starts = (RoundStart(1, "10:00"),)
    view = home(Day(replace(swiss(8), decisions=(), starts=starts)))
    assert view.headline.text == "Round 1 at 10:00"


def test_while_a_round_is_played_it_asks_who_is_looking() -> None:
    view = home(Day(swiss(8)))
    assert (view.state, view.headline.text) == (State.PLAYING, "Where do I sit?")
    assert "“This is me” makes this device remember it" in view.headline.below
    assert (view.done, view.total, view.playing) == (0, 2, (1, 2))
    assert view.time.words.startswith("until ")


def test_once_a_round_is_over_it_says_which_comes_next() -> None:
    day = Day(swiss(8))
    day.play()
    view = home(day)
    assert view.state is State.OVER
    assert (view.headline.above, view.headline.text) == ("Round 1 is over", "Round 2 comes next")


def test_between_phases_it_names_the_next_and_promises_a_table_to_nobody() -> None:
    two = event(
        8, phase(1, mode=PAIRS, rounds=1), phase(2, "single_elimination", PAIRS, cut=4),
        automatic=False,
    )  # fmt: skip
    day = Day(two)
    day.play()
    view = home(day)
    assert view.state is State.BETWEEN
    assert view.headline.text == f"{two.phases[1].name} comes next"
    assert "Your table" not in view.headline.below


@pytest.mark.parametrize(("size", "rounds", "earlier"), [
    (8, 3, ["Semifinals", "Quarterfinals"]), (16, 4, ["Semifinals", "Quarterfinals"]),
    (8, 2, ["Quarterfinals"]), (16, 2, []),
])  # fmt: skip
def test_the_last_matches_of_a_playoff_are_followed_by_those_before_them(
    size: int, rounds: int, earlier: list[str]
) -> None:
    made = drawn_event(size, rounds=rounds, open_tables=1)
    page = render(made, {}).files["index.html"].decode()
    stages = bracket_pages.whole(page).all("section", "earlier")
    assert [each.all("h2")[0].text for each in stages] == earlier
    for each, before in zip(stages, (rounds - 1, rounds - 2), strict=False):
        played = {made.players[player].name for player in made.rounds[before - 1].seated}
        assert {name.text for name in each.all("bdi")} == played
        assert "winner to" not in each.text


def test_at_the_end_it_names_the_champion_with_the_seed() -> None:
    day = Day(
        event(8, phase(1, mode=PAIRS, rounds=1), phase(2, "single_elimination", PAIRS, cut=4))
    )
    day.play_out()
    view, first = home(day), day.snapshot.final[0].player
    assert view.state is State.FINAL
    assert day.snapshot.rounds[-1].id == RoundId(2, 2)
    assert view.headline.text == Directory(day.snapshot)[first].name
    seed = day.snapshot.phases[1].seeds.index(first) + 1
    assert view.headline.below == f"Seed {seed} of 4 · 8 players · 21 November 2026"


@pytest.mark.parametrize("carried", [False, True])
def test_in_the_end_the_record_is_that_of_all_phases(carried: bool) -> None:
    """As the results of the rounds say, also of a phase that continues the points before it."""
    first = phase(1, mode=PAIRS, rounds=2)
    second = phase(2, mode=PAIRS, rounds=2, carry_points=carried)
    cut = phase(3, "single_elimination", PAIRS, cut=4)
    day = Day(event(9, first, second, cut))
    day.play_out()
    made = day.snapshot
    assert bool(made.phases[1].carried) is carried
    won = dict.fromkeys(made.players, 0)
    lost, resting = dict(won), dict(won)
    for round_ in made.rounds:
        for player in round_.byes:
            resting[player] += 1
        for seat in (seat for table in round_.tables for seat in table.seats):
            (won if seat.outcome is Outcome.WIN else lost)[seat.player] += 1
    assert final_page.records(made) == {
        player: Record(won[player], 0, lost[player], resting[player]) for player in made.players
    }
    script = render(made, {}).files["ranks.js"].decode()
    ranks = json.loads(script[script.index("{") : script.rindex("}") + 1])
    champion = made.final[0].player
    line = ranks["players"][Directory(made)[champion].file]
    assert line[:3] == ["1", "", texts.record(final_page.records(made)[champion])]


def test_the_line_below_a_playoff_in_the_whole_event_says_how_many_were_in_it() -> None:
    day = Day(swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=2, cut=4))
    day.play_out()
    html = render(day.snapshot, {}).files["standings.html"].decode()
    (row,) = re.findall(r'<tr[^>]* class="[^"]*cut[^"]*".*?</tr>', html)
    fourth = Directory(day.snapshot)[day.snapshot.final[3].player]
    assert fourth.name in row
    assert "Top 4" in row


def test_a_plate_has_an_opponents_points_only_until_the_result() -> None:
    files = render(gallery.STATES["duel-40"](), {}).files
    pages = [files[path].decode() for path in files if re.fullmatch(r"players/P\w+\.html", path)]
    plates = [
        found
        for page in pages
        for found in re.findall(r'<section class="plate.*?</section>', page, re.DOTALL)
    ]
    shown = {(" ended" in each[:40], "<small>" in each.partition("against")[2]) for each in plates}
    assert shown == {(True, False), (False, True)}


def test_home_calls_standings_provisional_only_once_results_of_the_round_count() -> None:
    day = Day(event(8, phase(1, mode=PAIRS, rounds=3)))
    day.play(drawn_results("home"))
    before = render(day.snapshot, {}).files["index.html"].decode()
    now = day.snapshot.rounds[-1]
    assert not any(table.finished for table in now.tables)
    day.type(now.id, {now.tables[0].number: "2-0"})
    after = render(day.save(), {}).files["index.html"].decode()
    title = re.compile(r'<h2 id="leaders">(.*?)</h2>')
    assert title.findall(before) == ["Standings after round 1"]
    assert title.findall(after) == ["Standings, provisional"]


def test_standings_show_who_rose_once_a_result_of_the_round_is_in() -> None:
    day = Day(event(8, phase(1, mode=PAIRS, rounds=3)))
    day.play(drawn_results("rose"))
    now = day.snapshot.rounds[-1]
    before = render(day.snapshot, {}).files["standings.html"].decode()
    day.type(now.id, {now.tables[-1].number: "2-0"})
    after = render(day.save(), {}).files["standings.html"].decode()
    rose = '<small class="up">'
    assert (rose in before, rose in after) == (False, True)


@pytest.mark.parametrize(("state", "heading"), [("teams-over", "Team"), ("pods-118", "Player")])
def test_standings_are_headed_by_whom_they_rank(state: str, heading: str) -> None:
    files = render(gallery.STATES[state](), {}).files
    for path in ("standings.html", "embed.html"):
        assert f'<th scope="col">{heading}</th>' in files[path].decode(), path


def test_home_has_the_line_of_the_cut_after_a_round() -> None:
    page = render(gallery.STATES["after-swiss"](), {}).files["index.html"].decode()
    (line,) = re.findall(r'<li id="\w+" class="cut">.*', page)
    assert '<span class="rank">16</span>' in line
    assert '<b class="cutline">Top 16</b>' in line
    assert page.count('<span class="rank">') == 26, "not all but two"


def test_an_event_that_is_only_a_playoff_tells_of_no_points() -> None:
    files = render(gallery.STATES["double-24-over"](), {}).files
    text = files["standings.html"].decode()
    assert text.count("<tr id=") == 24
    assert 'class="before"' not in text
    rounds = files["rounds/index.html"].decode()
    assert "Losers’ final" in words(rounds)
    assert "point" not in words(rounds)
    people = (path for path in files if path.startswith("players/") and "index" not in path)
    player = files[next(people)].decode()
    assert "<dt>Record</dt>" in player
    assert "<dt>Rank</dt>" not in player, "the place in the whole event says it"


def test_only_events_with_points_say_at_first_what_results_are_worth() -> None:
    for state, rows in (("double-24-over", 1), ("duel-40", 2)):
        assert len([*first_figures(gallery.STATES[state]())]) == rows


def test_at_the_end_home_tells_how_the_title_was_won() -> None:
    swiss, cut = phase(1, mode=PAIRS, rounds=1), phase(2, "single_elimination", PAIRS, cut=4)
    day = Day(event(8, swiss, cut, prizes=prizes("1: a dual land")[0]))
    day.play_out()
    won = day.snapshot.final[0].player
    champion = replace(day.snapshot.players[won], extra={"Deck": "Storm", "Pronouns": "they"})
    made = replace(day.snapshot, players={**day.snapshot.players, won: champion})
    beaten = [made.players[each].name for round_ in made.phases[1].rounds
              for table in round_.tables if won in table.players
              for each in table.players if each != won]  # fmt: skip
    told = story(made, Directory(made), won)
    assert [line.label for line in told] == [swiss.name, "Semifinals", "Final", "Deck", "Prize"]
    assert [line.text for line in told[1:]] == [*beaten, "Storm", "a dual land"]
    assert told[0].text.count("–") == 2
    files = render(made, {}).files
    assert b"The way to the title" in files["index.html"]
    assert b"a dual land" in files["index.html"]
    shown = Screens().render(made)["display/data/now.js"].decode()
    assert all(f'"{name}"' in shown for name in (*beaten, "Storm", "a dual land"))


# --- team champion --------------------------------------------------------------------------------


def test_home_names_the_people_of_the_champions_and_counts_teams() -> None:
    playoff = phase_of("two_headed_giant", type_="single_elimination")
    day = Day(event(teams(4, 2), playoff))
    day.play_out()
    champion = day.snapshot.players[day.snapshot.final[0].player]
    home = render(day.snapshot, {}).files["index.html"].decode()
    assert " and ".join(champion.members) in home
    assert "4 teams" in home
    assert "4 players" not in home


def played_out() -> Snapshot:
    day = Day(event(teams(4, 2), phase_of("two_headed_giant", rounds=2),
              phase_of("two_headed_giant", 2, "single_elimination", cut=4)))  # fmt: skip
    return day.play_out()


@pytest.mark.parametrize("key", ["standings", "final", "prizes"])
def test_lists_on_paper_name_the_people_of_teams(key: str) -> None:
    shown = played_out()
    (data,) = REGISTRY[key].render(shown, shown.rounds[-1].id).files.values()
    pages = PdfReader(BytesIO(data)).pages
    text = " ".join(" ".join(page.extract_text().split()) for page in pages)
    for team in shown.players.values():
        assert team.name in text
        for member in team.members:
            assert member in text


# --- replaced member ------------------------------------------------------------------------------


def figures(page: Path) -> dict[str, str]:
    text = page.read_text("utf-8")
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", text)
    return {word: re.sub(r"<.*?>", "", value).strip() for word, value in found}


def rounds(page: Path) -> int:
    return len(re.findall(r'class="took"', page.read_text("utf-8")))


def of_first(table: Table, *, won: bool) -> str:
    return "A" if (table.players[0] == "P001") is won else "B"


def replaced() -> tuple[Event, Ledger]:
    """A team wins twice, with another member in the second round, and then loses once."""
    now = team_event(4, "two_headed_giant")
    snapshot, ledger = published(now)
    first = now.players[0]
    new = replace(first, members=(first.members[0], "Cy Cook"), substitutes=("Cy Cook",))
    now = replace(now, players=(new, *now.players[1:]))
    for won in (True, True, False):
        result = partial(of_first, won=won)
        now, snapshot, ledger = played_on(now, snapshot, ledger, result)
    return now, ledger


def test_a_record_is_of_the_rounds_that_somebody_played(tmp_path: Path) -> None:
    now, ledger = replaced()
    snapshot, _ = published(now, ledger)
    write_site(snapshot, tmp_path)
    team, stayed, gone, came = (
        tmp_path / f"players/P001{end}.html" for end in ("", "-m1", "-m2", "-m3")
    )
    assert figures(team)["Record"] == figures(stayed)["Record"] == "2–1–0"
    assert (figures(gone), rounds(gone)) == ({"Record": "1–0–0"}, 1)
    assert (figures(came)["Record"], rounds(came)) == ("1–1–0", 2)
    assert figures(came)["Rank"] == figures(team)["Rank"]
    assert "Points" not in figures(came)


def test_who_waits_in_a_bracket_is_on_the_lists_of_the_round() -> None:
    files = render(gallery.STATES["double-running"](), {}).files
    assert words(files["pairings.html"].decode()).count("Waiting") == 2
    assert (
        "Waiting for their next match "
        "Yara Calvo against Thea Berg Oisín Murphy against the winner of table 2 No table"
    ) in words(files["tables.html"].decode())
    seats = json.loads(re.findall(r"\((\{.*\})\)", files["seats.js"].decode())[0])["players"]
    assert [line[6:] for line in seats if line[4] == "Waiting"] == [[], []]
    assert not any("Waiting" in words(files[path].decode()) for path in files if "R3.html" in path)


def test_who_drops_while_waiting_in_a_bracket_does_not_wait_any_more() -> None:
    day = Day(gallery.cut(26, PAIRS, 16, type_="double_elimination"))
    for _round in range(6):
        day.play(drawn_results("gallery"))
    first, other = qualifiers.resting(day.snapshot.phases[1], day.snapshot.rounds[-1])
    name = day.snapshot.players[first].name
    now = day.drop(first, len(day.snapshot.rounds))
    page = words(render(now, {}).files["tables.html"].decode())
    waiting = page.partition("Waiting for their next match")[2]
    assert day.snapshot.players[other].name in waiting
    assert name not in waiting


@pytest.mark.parametrize("players", [3, 6, 12, 24])
def test_who_waits_in_a_bracket_meets_the_opponent_announced(players: int) -> None:
    day = Day(gallery.cut(26, PAIRS, players, type_="double_elimination"))
    expected: dict[str, tuple[str, set[str]]] = {}
    met = 0
    while not day.snapshot.over:
        day.play(drawn_results("gallery"))
        directory, now = Directory(day.snapshot), day.snapshot.current_round
        assert now is not None
        names = {
            table.number: {directory[id_].name for id_ in table.players} for table in now.tables
        }
        seated = {id_: table.number for table in now.tables for id_ in table.players}
        brackets = Brackets(day.snapshot, directory)
        for id_ in expected.keys() & seated:
            stage, opponents = expected.pop(id_)
            assert names[seated[id_]] - {directory[id_].name} <= opponents
            path = brackets.paths(id_)[0].matches
            played = [title for title, card in path if "Table" in card.heading]
            assert played[-1] == stage
            met += 1
        announced = brackets.to_come
        for id_ in qualifiers.resting(day.snapshot.phases[now.id.phase - 1], now):
            stage, opponent, _ = announced[directory[id_].file]
            words_ = opponent.removeprefix("against ")
            table = words_.removeprefix("the winner of table ")
            if words_:
                known = names[int(table)] if table != words_ else {words_}
                expected[id_] = (stage, known)
    assert met


def test_pairings_of_a_playoff_have_results_as_they_come_in_and_tables_the_match() -> None:
    files = render(gallery.STATES["double-running"](), {}).files
    page = words(files["pairings.html"].decode())
    assert "Barros, Milan against Wagner 0–2 Berg, Thea against Vogel 2–0" in page
    assert "Vogel, Beatriz against Berg 0–2 · Out" in page
    assert "Calvo, Yara against Thea Berg Waiting" in page
    assert "Murphy, Quentin against Walsh Table 2" in page
    assert "Table 2 L3.1" in words(files["tables.html"].decode())
    rounds = words(files["rounds/index.html"].decode())
    assert "WF Ida Wagner 2–0 Milan Barros L3.1 Quentin Murphy – Hassan Walsh" in rounds


def test_a_bracket_has_the_few_other_matches_of_the_round_below_the_live_stage() -> None:
    page = gallery_page("double-running", "bracket.html")
    below = words(page.partition('class="also"')[2].partition("</section>")[0])
    assert "Winners’ final WF · Table 1" in below
    assert "L3.1" not in below
    assert 'class="also"' not in gallery_page("double-24", "bracket.html"), "four, which are many"
    assert 'class="also"' not in gallery_page("final-running", "bracket.html")


def test_home_has_everybody_who_advances_between_two_phases() -> None:
    page = gallery_page("after-swiss", "index.html")
    leaders = page.partition('class="leaders whole"')[2].partition("</ol>")[0]
    assert leaders.count("<li") == 26  # of which a phone shows two below the line
    assert leaders.index("Top 16") > leaders.index('<span class="rank">16</span>')


def test_rules_say_how_many_advance() -> None:
    assert "Then Playoff Top 8" in words(gallery_page("final", "scoring.html"))


def test_tables_of_the_last_matches_of_a_playoff_have_those_before() -> None:
    page = words(gallery_page("final-running", "tables.html"))
    assert "Semifinals Bracket SF 1 · Table 1" in page
    assert page.index("Semifinals Bracket") < page.index("Quarterfinals QF 1")
    assert "Quarterfinals" not in words(gallery_page("double-running", "tables.html"))


def test_a_player_has_one_place_and_nothing_twice() -> None:
    files = render(gallery.STATES["final"](), {}).files
    pages = {
        name: words(files[path].decode())
        for path in files
        if path.startswith("players/P") and path.endswith(".html")
        for name in re.findall(r"<h1><bdi>(.*?)</bdi>", files[path].decode())
    }
    assert (
        "Place 25 /26 Reached Swiss Swiss Points 0 Record 0–3–0 "
        "Rank 25: 17 places short of the Top 8" in pages["Asha Calvo"]
    )
    running = render(gallery.STATES["double-running"](), {}).files
    (waits,) = [words(page.decode()) for page in running.values() if b"<h1><bdi>Yara Calvo" in page]
    assert "Place 1–6 /26 Reached Losers’ round 4" in waits
    assert (
        "Next: Losers’ round 4 against Thea Berg Still in. The table is known after L3.1." in waits
    )
    assert "Place 3–4 /26 Reached semifinal Prize 250 €" in pages["Keira Lund"]
    assert pages["Keira Lund"].count("Semifinals") == 1  # on the path through the playoff
    assert "Place 1 /26 Reached won the final Prize 1,000 €" in pages["Astrid Herrera"]


def test_the_list_of_rounds_says_what_follows() -> None:
    def page(state: str) -> str:
        return words(render(gallery.STATES[state](), {}).files["rounds/index.html"].decode())

    assert "How today works" in page("before")
    assert "Then Playoff · Top 16 Round 3" in page("after-swiss")
    assert "Then Playoff" not in page("final-running")
    assert "Then 2 more rounds Round 3" in page("duel-40")


def test_who_missed_a_playoff_is_told_by_how_much_only_if_one_cut_decided() -> None:
    missed = {place.missed for place in final_page.places(weekend()).values()}
    assert missed == {"", "Not in Playoff"}, "some were out before the second day"
    places = final_page.places(gallery.STATES["final"]())
    assert [place.missed for place in places.values()][:10] == [
        *[""] * 8,
        "Rank 9: 1 place short of the Top 8", "Rank 10: 2 places short of the Top 8",
    ]  # fmt: skip


def test_opponents_of_the_same_last_name_have_initials() -> None:
    page = words(gallery_page("pods-118", "pairings.html"))
    assert "Aalto, Ida with Eriksen T. , Zhang , Øster-Łukasz Table 26" in page


def test_names_that_begin_with_the_family_name_have_no_initials() -> None:
    names = ("山田 太郎", "山田 花子", "Ana Berg", "Bo Berg")
    people = [Player(f"P{number:03}", name) for number, name in enumerate(names, 1)]
    directory = Directory(Day(event(people, phase(1, mode=PAIRS, rounds=1))).snapshot)
    assert {directory.short(id_) for id_ in directory.people} == {
        "山田\N{NO-BREAK SPACE}太郎", "山田\N{NO-BREAK SPACE}花子",
        "Berg\N{NO-BREAK SPACE}A.", "Berg\N{NO-BREAK SPACE}B.",
    }  # fmt: skip


def test_the_cards_of_tables_have_their_extra_minutes() -> None:
    page = words(gallery_page("duel-40", "tables.html"))
    assert "Table 2 Pts playing +5" in page
    assert page.count("playing +") == 1


def test_the_state_of_a_round_is_a_sentence_beside_what_is_withheld() -> None:
    hidden = phase(1, mode=PAIRS, rounds=3, settings={"standings_hidden": "yes"})
    day = Day(event(8, hidden))
    page = words(render(day.snapshot.for_players, {}).files["tables.html"].decode())
    assert "All 4 tables still playing. Results and standings are shown when" in page


def gallery_page(state: str, path: str) -> str:
    return render(gallery.STATES[state](), {}).files[path].decode()
