"""What the screens of a booster draft are made from."""

import json

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode
from runner.render.screens import Screens
from tests.support import displays
from tests.support.draft_displays import building, drafting


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
