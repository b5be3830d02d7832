"""Results that a preset keeps back until the phase is over (hareruya-shop; docs/rules.md 3)."""

from dataclasses import replace
from functools import cache

from runner.compute.snapshot import Snapshot
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.render.site import Site, render
from tests.support import sample
from tests.support.sample import Plan

CLASSES = ("res", "pts", "score", "win", "draw", "loss", "mp")
SIGNS = (
    *(f'class="{each}"' for each in CLASSES),
    "points before",
    "<dt>Rank</dt>",
    ">Tiebreakers<",
)


@cache
def event(over: bool) -> Snapshot:
    """Three rounds of five, or all five, of an event that keeps its standings back."""
    rounds = 5 if over else 3
    made = sample.snapshot(Plan(players=26, rounds=rounds, waiting=0 if over else 2))
    phase = made.phases[0]
    return replace(
        made, phases=(replace(phase, ruleset=replace(phase.ruleset, standings_hidden=True)),)
    )


@cache
def site(over: bool) -> Site:
    return render(event(over), {})


def test_no_page_tells_a_result_or_a_rank_before_the_phase_is_over() -> None:
    files = site(False).files.items()
    pages = {path: data.decode() for path, data in files if not str(path).endswith(".woff2")}
    assert not [path for path in pages if path.startswith("standings/")]
    assert '"players":{}' in pages["ranks.js"]
    for path, page in pages.items():
        if path.endswith(".html") and path != "scoring.html":
            for sign in SIGNS:
                assert sign not in page, (path, sign)
    words = "Results and standings are shown when the last round of Swiss is over."
    for path in ("index.html", "standings.html", "tables.html", "rounds/R1.html"):
        assert words in pages[path]


def test_a_player_still_finds_table_and_opponents_of_every_round() -> None:
    first = event(False).rounds[0].tables[0]
    page = site(False).files[f"players/{first.players[0]}.html"].decode()
    assert ">Rounds<" in page
    assert f"Table {first.number}, seat A" in page
    assert "Results and standings are shown" in page


def test_when_the_phase_is_over_everything_is_shown() -> None:
    pages = site(True).files
    assert {f"standings/R{number}.html" for number in range(1, 6)} <= set(pages)
    assert b"Final standings" in pages["index.html"]
    assert b"are shown when" not in b"".join(pages.values())


def test_the_public_data_holds_no_standings_and_the_organiser_s_all() -> None:
    public = snapshot_document(event(False), public=True)
    assert schema.problems(public, "runner-snapshot/1") == []
    assert public["standings"] == []
    assert len(snapshot_document(event(False))["standings"]) == 3
    assert len(snapshot_document(event(True), public=True)["standings"]) == 5


def test_neighbours_are_told_what_parts_them() -> None:
    shown = event(True)
    current = shown.phases[0].current
    assert current is not None
    first, second = current.rows[:2]
    sentences = [
        row["why_below"] for row in snapshot_document(shown)["standings"][-1]["rows"][1:]
    ]  # fmt: skip
    names = [shown.players[row.player].name for row in (first, second)]
    assert f" is below {names[0]}: " in sentences[0]
    assert sentences[0].startswith(names[1])
    page = site(True).files[f"players/{second.player}.html"].decode()
    assert page.count(" is below ") == 2
    assert site(True).files[f"players/{first.player}.html"].decode().count(" is below ") == 1
