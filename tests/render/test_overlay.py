"""The stream overlay: feature tables with who plays there, what is at stake, who is kept off."""

import json
from dataclasses import replace
from typing import Any

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.core.screens import Screen, Show
from runner.render.screens import Screens
from tests.support import displays, sample
from tests.support.events import swiss_and_playoff, up_to

ONE = Screen("Stream", Show.FEATURE)


def part(made: Snapshot, *screens: Screen) -> dict[str, Any]:
    event = replace(made.event, screens=screens)
    said = Screens().render(replace(made, event=event))["display/data/feature.js"].decode()
    found: dict[str, Any] = json.loads(said[said.index("{") : -3])
    return found


def numbers(made: Snapshot, *screens: Screen) -> list[int]:
    return [table["number"] for table in part(made, *screens)["tables"]]


def test_tables_are_those_of_the_sheet_or_the_first() -> None:
    made = displays.event(24, waiting=3)
    assert numbers(made) == []
    assert numbers(made, ONE) == [1]
    assert numbers(made, replace(ONE, part="5, 2"), Screen("B", Show.STAKES, "2, 99")) == [5, 2]


def test_a_table_has_names_seats_records_decks_and_its_result() -> None:
    made = displays.event(24, waiting=3, odd=False)
    done = next(table for table in made.rounds[-1].tables if table.finished)
    (table,) = part(made, replace(ONE, part=str(done.number)))["tables"]
    seats = table["seats"]
    assert [seat["letter"] for seat in seats] == ["A", "B", "C", "D"][: len(done.seats)]
    players = [made.players[player] for player in done.players]
    assert [f"{seat['first']} {seat['last']}" for seat in seats] == [each.name for each in players]
    assert [seat["deck"] for seat in seats] == [each.extra.get("Commander", "") for each in players]
    assert all(seat["record"] for seat in seats)
    assert sum(seat["won"] for seat in seats) == 1
    open_ = next(table for table in made.rounds[-1].tables if not table.finished)
    (table,) = part(made, replace(ONE, part=str(open_.number)))["tables"]
    assert (table["result"], any(seat["won"] for seat in table["seats"])) == ("", False)


def test_nobody_who_is_kept_off_camera_is_on_a_feature_table() -> None:
    made = displays.event(24, waiting=3)
    tables = {table.number: table for table in made.rounds[-1].tables}
    shy = made.players[tables[1].players[2]]
    line = replace(ONE, part="1, 2", off_camera=(shy.name.upper(), "Nobody"))
    assert numbers(made, line) == [2]
    whole = Screens().render(replace(made, event=replace(made.event, screens=(line,))))
    assert shy.name.upper() not in b"".join(whole.values()).decode()
    players = {**made.players, shy.id: replace(shy, shown=Shown.HIDDEN)}
    hidden = replace(made, players=players)
    hidden = replace(hidden, event=replace(made.event, players=tuple(players.values())))
    assert numbers(hidden, line) == [2], "also where the pages name the player otherwise"


def test_stakes_are_those_of_the_cut_ahead() -> None:
    planned = swiss_and_playoff(12, Mode.HEAD_TO_HEAD, swiss=3, cut=4)
    _, made, _ = up_to(planned, 1, 3)
    found = part(made, replace(ONE, part="1, 2, 3, 4, 5, 6"))
    said = {seat["stake"] for table in found["tables"] for seat in table["seats"]}
    assert found["goal"] == "Top 4"
    assert said & {"Clinched", "A draw is enough", "A win is enough"}
    assert said <= {"Clinched", "A draw is enough", "A win is enough", "Depends on other tables",
                    "Out"}  # fmt: skip
    assert part(sample.head_to_head(), ONE)["goal"] == ""


def test_each_page_of_the_overlay_shows_one_view_and_nothing_of_a_player() -> None:
    made = displays.event(24, waiting=3)
    files = Screens().render(made)
    pages = {path: page.decode() for path, page in files.items() if path.startswith("overlay/")}
    shows = [Show.FEATURE, Show.STAKES, Show.CLOCK, Show.STANDINGS, Show.BRACKET]
    for show, page in zip(shows, pages.values(), strict=True):
        assert f'data-show="{show.value}"' in page
        assert not any(player.name in page for player in made.players.values())
