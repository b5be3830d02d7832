"""What search engines and other sites get: who is named there, and what breaks out of nothing."""

import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import defusedxml.ElementTree as Xml
import pytest
from pyshacl import validate
from rdflib import Graph

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.time_sheet import RoundStart
from runner.render.site import render
from tests.support import sample
from tests.support.day import Day
from tests.support.doors import words
from tests.support.events import event, phase
from tests.support.sample import Plan
from tests.support.teams import team_event

pytestmark = pytest.mark.thorough  # left out of make quick

ADDRESS = "https://example.org/lisbon/"
# Of schema.org, version 30: what an event, a place and a competitor may have, as far as used.
VOCABULARY = {
    "SportsEvent": {
        "name", "description", "url", "inLanguage", "startDate", "location", "eventStatus",
        "organizer", "image", "endDate", "sport", "competitor",
    },
    "Place": {"name", "description", "url", "image", "address"},
    "Person": {"name", "description", "url", "image"},
    "SportsTeam": {"name", "description", "url", "image", "athlete", "sport"},
}  # fmt: skip

SHAPES = "http://datashapes.org/schema"  # schema.org's, in pyshacl itself; nothing is fetched
SCHEMA = "http://schema.org"
MEMBER = f"<{SCHEMA}/EventScheduled> a <{SCHEMA}/EventStatusType> ."
XSD = "http://www.w3.org/2001/XMLSchema#"


@cache
def small() -> Snapshot:
    return sample.snapshot(Plan(players=26, waiting=2))


@cache
def over() -> Snapshot:
    swiss, cut = phase(1, mode=Mode.HEAD_TO_HEAD, rounds=1), phase(2, "single_elimination", cut=4)
    day = Day(event(8, swiss, replace(cut, mode=Mode.HEAD_TO_HEAD)))
    day.play_out()
    return day.snapshot


def with_event(made: Snapshot, **changes: Any) -> Snapshot:
    return replace(made, event=replace(made.event, **changes))


def with_players(made: Snapshot, **changes: Any) -> Snapshot:
    players = {key: replace(each, **changes) for key, each in made.players.items()}
    return replace(made, players=players)


def raw(made: Snapshot) -> str:
    page = render(made, {}).files["index.html"].decode()
    found = re.findall(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    return str(found[0]) if found else ""


def described(made: Snapshot) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(raw(made))
    return found


def competitors(made: Snapshot) -> list[str]:
    return [each["name"] for each in described(made).get("competitor", [])]


def assert_valid(thing: dict[str, Any]) -> None:
    said = thing.keys() - {"@type", "@context"}
    assert said <= VOCABULARY[thing["@type"]]
    for value in thing.values():
        for inner in value if isinstance(value, list) else [value]:
            assert inner, "what is unknown is left out"
            if isinstance(inner, dict):
                assert_valid(inner)


@pytest.mark.parametrize("made", [small, over, sample.before_the_first_round])
def test_the_event_is_described_in_the_words_of_schema_org(made: Any) -> None:
    found = described(made())
    assert found["@context"] == "https://schema.org"
    assert found["@type"] == "SportsEvent"
    assert_valid(found)
    assert {"name", "startDate", "eventStatus", "sport"} <= found.keys()


def faults(found: dict[str, Any]) -> str:
    """What a validator of SHACL says of a description under schema.org's own shapes."""
    moment = f"{XSD}date" + "Time" * ("T" in found.get("startDate", ""))
    context = {
        "@vocab": "http://schema.org/", "url": {"@type": "@id"}, "eventStatus": {"@type": "@id"},
        "startDate": {"@type": moment},
    }  # fmt: skip
    text = json.dumps(found | {"@context": context}).replace("https://schema.org", SCHEMA)
    said = Graph().parse(data=text, format="json-ld").parse(data=MEMBER, format="turtle")
    conforms, _, report = validate(said, shacl_graph=SHAPES, ont_graph=SHAPES)
    return "" if conforms else report


@pytest.mark.parametrize("made", [small, over, sample.before_the_first_round])
def test_a_validator_accepts_the_description(made: Any) -> None:
    assert faults(described(made())) == ""


def test_the_validator_would_find_faults() -> None:
    wrong = {"startDate": "soon", "competitor": ["Ann"], "sport": 3,
             "location": {"@type": "Person", "name": "Ann"},
             "eventStatus": f"{SCHEMA}/Over"}  # fmt: skip
    report = faults(described(over()) | wrong)
    assert {*re.findall("Result Path: schema:(.*)", report)} == wrong.keys()


def test_place_day_and_address_are_said_as_far_as_known() -> None:
    found = described(small())
    assert found["location"] == {"@type": "Place", "name": "Pavilhão Carlos Lopes"}
    assert found["startDate"] == "2026-11-21"
    assert found["url"] == ADDRESS
    bare = described(with_event(small(), venue="", date="soon", address=""))
    assert not {"location", "startDate", "url", "organizer"} & bare.keys()


def test_the_beginning_has_its_time_where_that_is_known() -> None:
    made = sample.before_the_first_round()
    starts = (RoundStart(1, "10:30"),)
    planned = with_event(made, starts=starts, time_zone="Europe/Lisbon")
    assert described(planned)["startDate"] == "2026-11-21T10:30:00+00:00"
    assert (
        described(with_event(made, starts=starts, time_zone=""))["startDate"]
        == "2026-11-21T10:30:00"
    )
    clock = over().clocks[over().rounds[0].id]
    began = replace(clock, began="2026-07-01T08:05:40+00:00")
    played = replace(over(), clocks={**over().clocks, clock.round: began})
    there = with_event(played, time_zone="Europe/Lisbon")
    assert described(there)["startDate"] == "2026-07-01T09:05:40+01:00"


def test_only_full_names_are_told_to_search_engines() -> None:
    names = [each.name for each in over().players.values()]
    assert competitors(over()) == names
    for how in (Shown.INITIAL, Shown.HANDLE):
        assert competitors(with_event(over(), names_shown=how)) == []
    for how in (Shown.INITIAL, Shown.HIDDEN, Shown.ERASED):
        assert competitors(with_players(over(), shown=how)) == []
    handles = with_players(over(), handle="Storm")
    assert competitors(handles) == []
    keys = [*over().players]
    one = replace(over().players[keys[2]], shown=Shown.HIDDEN)
    hidden = replace(over(), players={**over().players, keys[2]: one})
    assert competitors(hidden) == [*names[:2], *names[3:]]
    agreed = {key: replace(each, shown=Shown.FULL) for key, each in over().players.items()}
    willing = {**over().players, keys[0]: agreed[keys[0]]}
    some = with_event(replace(over(), players=willing), names_shown=Shown.INITIAL)
    assert competitors(some) == names[:1]


def test_the_winner_is_told_once_all_is_played_and_only_by_a_full_name() -> None:
    winner = over().players[over().final[0].player]
    assert described(over())["description"] == f"{winner.name} won {over().event.name}."
    assert "won" not in described(small())["description"]
    hidden = {**over().players, winner.id: replace(winner, shown=Shown.HIDDEN)}
    assert "won" not in described(replace(over(), players=hidden))["description"]


def test_teams_are_teams_and_large_fields_are_not_listed() -> None:
    day = Day(team_event(6, "two_headed_giant", rounds=1))
    day.play_out()
    assert {each["@type"] for each in described(day.snapshot)["competitor"]} == {"SportsTeam"}
    assert len(sample.snapshot().players) <= 128
    many = sample.snapshot(Plan(players=129))
    assert "competitor" not in described(many)


@pytest.mark.parametrize(
    "text",
    ["</script><script>alert(1)</script>", "<!--<script>", "a\u2028b\u2029c", '"\\', "A & B"],
)
def test_no_text_breaks_out_of_the_script_element(text: str) -> None:
    key = next(iter(small().players))
    named = {**small().players, key: replace(small().players[key], name=f"{text} Example")}
    made = with_event(replace(small(), players=named), name=text, venue=text)
    assert not re.search("[<>&\u2028\u2029]", raw(made))
    assert described(made)["name"] == described(made)["location"]["name"] == text
    assert competitors(made)[0] == f"{text} Example"


def test_a_rehearsal_is_no_event_and_has_no_sitemap() -> None:
    made = sample.snapshot(Plan(players=26, waiting=2, rehearsal=True))
    assert raw(made) == ""
    assert not {"sitemap.xml", "robots.txt"} & {*render(made, {}).files}


# --- sitemap and robots.txt ----------------------------------------------------------------------


def listed(made: Snapshot) -> list[str]:
    tree = Xml.fromstring(render(made, {}).files["sitemap.xml"])
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
    assert tree.tag == f"{space}urlset"
    assert [[part.tag for part in url] for url in tree] == [[f"{space}loc"]] * len(tree)
    return [loc.text or "" for loc in tree.iter(f"{space}loc")]


def test_the_sitemap_has_the_pages_for_visitors_and_only_those() -> None:
    files = render(small(), {}).files
    paths = [each.removeprefix(ADDRESS) for each in listed(small())]
    pages = {path for path in files if path.endswith(".html")}
    own = {path for path in pages if path.startswith("players/") and path != "players/index.html"}
    assert {*paths} == pages - own - {"offline.html", "embed.html"}
    assert len(paths) == len({*paths})
    assert b'content="noindex"' in files["embed.html"]


def test_both_need_a_public_address_and_stay_from_save_to_save() -> None:
    for address in ("", "just words"):
        files = {*render(with_event(small(), address=address), {}).files}
        assert not {"sitemap.xml", "robots.txt"} & files
    playing = next(table.number for table in small().rounds[-1].tables if not table.finished)
    later = replace(sample.with_result(small(), playing), as_of="2026-11-21T15:00:00+00:00")
    before, after = render(small(), {}).files, render(later, {}).files
    for path in ("sitemap.xml", "robots.txt"):
        assert before[path] == after[path]


def test_robots_leaves_out_the_screens_and_names_the_sitemap() -> None:
    lines = render(small(), {}).files["robots.txt"].decode().splitlines()
    assert lines == ["User-agent: *", "Disallow: /lisbon/display/", "Disallow: /lisbon/overlay/",
                     "", f"Sitemap: {ADDRESS}sitemap.xml"]  # fmt: skip


def test_an_ampersand_in_the_address_is_no_markup() -> None:
    odd = with_event(small(), address="https://example.org/a&b/")
    assert listed(odd)[0] == "https://example.org/a&b/index.html"


# --- the page to embed ---------------------------------------------------------------------------


def test_the_page_to_embed_has_both_lists_and_no_navigation() -> None:
    page = render(small(), {}).files["embed.html"].decode()
    assert '<base target="_top">' in page
    assert not re.search(r"<(nav|header|footer|form)\b", page)
    for player in small().rounds[-1].everybody:
        assert page.count(f'href="players/{player}.html"') == 2, player
    before = render(sample.before_the_first_round(), {}).files["embed.html"].decode()
    assert "The ranking appears with the first result." in before
    assert "Round 1 is not paired yet." in before


def test_the_page_to_embed_tells_nothing_that_is_hidden() -> None:
    names = [each.name for each in over().players.values()]
    files = render(with_players(over(), shown=Shown.HIDDEN), {}).files
    for path in ("index.html", "embed.html", "feed.xml", "sitemap.xml", "robots.txt"):
        if path in files:
            text = files[path].decode()
            assert not [name for name in names if name in text], path
    veiled = replace(small(), phases=tuple(replace(each, standings=()) for each in small().phases))
    page = render(veiled, {}).files["embed.html"].decode()
    assert "<table>" not in page


def test_in_the_end_it_has_the_places_of_the_whole_event() -> None:
    page = render(over(), {}).files["embed.html"].decode()
    assert "Standings of the whole event" in page
    assert over().players[over().final[0].player].name in page


def embedded(snapshot: Snapshot) -> str:
    """The words of the page to embed."""
    return words(render(snapshot, {}).files["embed.html"].decode())


def test_it_says_what_is_going_on() -> None:
    tables = len(small().rounds[-1].tables)
    title = f"{small().event.name} {small().title(small().rounds[-1].id)}"
    assert f"{title} · {tables - 2} of {tables} tables done" in embedded(small())
    assert "Round 1 is not paired yet Standings" in embedded(sample.before_the_first_round())
    champion = over().players[over().final[0].player].name
    assert f"{over().event.name} Champion {champion} Standings" in embedded(over())


def test_once_the_round_is_over_it_has_results_in_place_of_tables() -> None:
    during = embedded(small()).partition(" Pairings, ")[2]
    assert (during.count(" Table ") > 20, " Win" in during) == (True, False)
    after = embedded(sample.snapshot(Plan(players=26, waiting=0))).partition(" Pairings, ")[2]
    assert (after.count(" Table "), " Win" in after) == (0, True)
