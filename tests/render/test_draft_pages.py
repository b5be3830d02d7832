import json
from collections.abc import Callable
from html import unescape
from itertools import pairwise

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.render.directory import Directory
from runner.render.screens import Screens
from runner.render.site import render
from runner.render.site.draft_page import around, chart
from tests.support import displays, events
from tests.support.bracket_pages import whole
from tests.support.draft_day import DraftDay, building, drafting
from tests.support.events import phase


def planned(count: int = 19, **more: object) -> Event:
    first = phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    return events.event(count, first, automatic=False, decisions=(), **more)


def site(day: DraftDay) -> dict[str, str]:
    files = render(day.snapshot, {}).files
    return {path: unescape(text.decode()) for path, text in files.items() if path.endswith(
        (".html", ".js"))}  # fmt: skip


def said(script: str) -> dict[str, object]:
    found: dict[str, object] = json.loads(script[script.index("(") + 1 : script.rindex(")")])
    return found


@pytest.mark.parametrize("count", range(1, 17))
def test_the_seats_of_a_pod_go_round_its_table(count: int) -> None:
    spots = around(count)
    assert len({*spots}) == count
    for at in range(count // 2 if count % 2 == 0 else 0):
        (row, column), (other_row, other_column) = spots[at], spots[at + count // 2]
        last = max(row for row, _ in spots)
        assert (row + other_row, column + other_column) == (1 + last, 4), "opposite seats"
    foot = chart(1, ["?"] * count, Directory(drafting(0).snapshot)).foot
    assert not any(column == 2 and 2 <= row < foot for row, column in spots), "where its number is"
    across = 1 + count % 2  # at the foot, where an odd number leaves a gap
    steps = [(abs(a - c), abs(b - d)) for (a, b), (c, d) in pairwise(spots)]
    assert all(rows <= 1 and columns <= across for rows, columns in steps)


def test_everybody_finds_pod_seat_and_building_table() -> None:
    day = DraftDay(planned())
    assert "draft.html" not in site(day)
    day.ask("make pods")
    pages = site(day)
    page = pages["draft.html"]
    tables = {player: at for at, ids in day.draft.tables.items() for player in ids}
    for player, (pod, seat) in day.draft.spots.items():
        line = page[page.index(f'<li id="{player}"') :]
        line = line[: line.index("</li>")]
        assert f"</span>{pod}</b>" in line
        assert f"</span>{seat}</i>" in line
        assert f"Building table {tables[player]}" in line
        own = pages[f"players/{player}.html"]
        assert f'<span class="label">Pod</span><b class="number">{pod}</b>' in own
        assert f'<b class="me">{seat}</b>' in own
        ids = day.draft.pods[pod]
        for far, words in ((-1, "1 seat to your right"), (1, "1 seat to your left")):
            name = day.snapshot.players[ids[(seat - 1 + far) % len(ids)]].name
            assert f"<bdi>{name}</bdi></a><i>{words}</i>" in own
    assert "Find your draft seat" in pages["index.html"]
    assert 'href="pairings.html"' not in pages["draft.html"]
    seats = said(pages["seats.js"])["players"]
    assert isinstance(seats, list)
    assert {line[0]: line[2:5] for line in seats} == {
        player: [str(pod), str(seat), f"Pod {pod}, seat {seat}"]
        for player, (pod, seat) in day.draft.spots.items()
    }


def test_while_decks_are_built_everybody_finds_their_table_and_the_time() -> None:
    day = DraftDay(planned(time_zone="Europe/Lisbon"))
    day.ask("make pods")
    day.ask("start building")
    pages = site(day)
    assert "Build your deck" in pages["index.html"]
    assert "until 10:30" in pages["index.html"]
    now = said(pages["version.js"])["now"]
    assert isinstance(now, dict)
    assert (now["state"], now["short"]) == ("draft", "Building")
    assert now["clock"]["called"] == "2026-11-21T10:30:00+00:00"
    for table, ids in day.draft.tables.items():
        for player in ids:
            own = pages[f"players/{player}.html"]
            assert f'<span class="label">Building table</span><b class="number">{table}</b>' in own
            others = [day.snapshot.players[each].name for each in ids if each != player]
            assert all(f"with {name}" in own for name in others)


@pytest.mark.parametrize(("make", "words"), [(drafting, "Pod"), (building, "Table")])
def test_home_has_everybodys_seat_unless_they_are_too_many(
    make: Callable[[int], DraftDay], words: str
) -> None:
    page = whole(render(make(20).snapshot, {}).files["index.html"].decode())
    groups = page.all("ul", "seating")[0].children("li")
    assert [group.all("h3")[0].text for group in groups] == [
        f"{words} {number}" for number in range(1, len(groups) + 1)
    ]
    assert sum(len(group.all("a")) for group in groups) == 20
    assert b"seating" not in render(make(104).snapshot, {}).files["index.html"]


def test_once_round_1_is_out_the_draft_steps_back() -> None:
    day = DraftDay(planned())
    day.ask("make pods")
    day.ask("start building")
    day.ask("pair round", 1)
    pages = site(day)
    assert "Where do I sit?" in pages["index.html"]
    assert 'href="pairings.html"' in pages["index.html"]
    assert "The draft" in pages["draft.html"]
    assert 'href="draft.html"' in pages["index.html"], "below, for whoever wants to look"


def test_nobody_hidden_is_named_in_a_draft() -> None:
    now = planned()
    first = now.players[0]
    hidden = events.replace(now, players=(
        events.replace(first, shown=Shown.HIDDEN), *now.players[1:]))  # fmt: skip
    day = DraftDay(hidden)
    day.ask("make pods")
    assert all(first.name not in text for text in site(day).values())
    assert len([*filter(None, day.draft.spots)]) == 19


def part(made: Snapshot, name: str) -> dict[str, object]:
    said = Screens().render(made)[f"display/data/{name}.js"].decode()
    found: dict[str, object] = json.loads(said[said.index("{") : said.rindex("}") + 1])
    return found


@pytest.mark.parametrize("count", [0, 6, 60, 400])
def test_everybody_has_pod_seat_and_table_by_last_name(count: int) -> None:
    day = drafting(count)
    found = part(day.snapshot, "draft")
    rows = found["rows"]
    assert isinstance(rows, list)
    assert len(rows) == count
    assert [row[2] for row in rows] == sorted(row[2] for row in rows)
    if not count:
        return
    spots = sorted([row[3], row[4]] for row in rows)
    assert spots == sorted([*spot] for spot in day.draft.spots.values())
    tables = {at: len(ids) for at, ids in day.draft.tables.items()}
    assert {at: sum(row[5] == at for row in rows) for at in tables} == tables
    assert {len(ids) for ids in day.pods.values()} == {int(size) for size in found["around"]}  # type: ignore[attr-defined]


def test_screens_know_how_far_the_draft_is() -> None:
    day = drafting(0)
    assert part(day.snapshot, "now")["draft"] == "awaited"
    day = drafting(16)
    now = part(day.snapshot, "now")
    assert (now["draft"], now["building"]) == ("drafting", None)
    day.ask("start building")
    now = part(day.snapshot, "now")
    assert now["draft"] == "building"
    assert now["building"]["called"] == "2026-11-21T10:30:00+00:00"  # type: ignore[index]
    day.ask("pair round", 1)
    now = part(day.snapshot, "now")
    assert (now["draft"], now["building"], now["round"]) == ("", None, "R1")
    assert len(part(day.snapshot, "draft")["rows"]) == 16  # type: ignore[arg-type]
    nothing = part(displays.event(24, waiting=2), "now")
    assert (nothing["draft"], nothing["building"]) == ("", None)


def test_the_picks_are_those_of_the_draft() -> None:
    found = part(drafting(8, settings={"draft_packs": 2, "pack_cards": 15}).snapshot, "draft")
    steps = found["steps"]
    assert isinstance(steps, list)
    assert steps[0] == [1, 1, 15, 1, 40]
    assert [step for step in steps if not step[1]] == [[1, 0, 0, 0, 60]]
    assert len(steps) == 31
    by_twos = part(drafting(8, mode=Mode.MULTIPLAYER, drafted=True).snapshot, "draft")["steps"]
    assert by_twos[:2] == [[1, 1, 20, 2, 60], [1, 2, 18, 2, 60]]  # type: ignore[index]
    assert part(displays.event(24, waiting=2), "draft")["steps"] == []


@pytest.mark.parametrize(("make", "words"), [(drafting, "Pod "), (building, "Building table ")])
def test_the_plain_page_has_the_draft(make: object, words: str) -> None:
    day = make(19)  # type: ignore[operator]
    page = Screens().render(day.snapshot)["display/index.html"].decode()
    assert page.count("<li>") == page.count(f'<b class="at">{words}') == 19
