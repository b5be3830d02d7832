"""Results that a preset keeps back until the phase is over (hareruya-shop; docs/rules.md 3)."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.rounds import Table
from runner.interchange import schema
from runner.interchange.sheets_out import csv_files
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.seal import canonical
from runner.pairing.model import Certificate, DrawnFrom
from runner.render.screens import Screens
from runner.render.site import Site, render
from runner.standings.ranking import standings
from tests.support import sample
from tests.support.events import latest_ranking
from tests.support.sample import Plan

CLASSES = ("res", "pts", "score", "win", "draw", "loss", "mp")
SIGNS = [f'class="{each}"' for each in CLASSES]
SIGNS += ["points before", "<dt>Rank</dt>", ">Tiebreakers<"]


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
    pages = {path: data.decode() for path, data in files if path.endswith((".html", ".js"))}
    assert not [path for path in pages if path.startswith("standings/")]
    assert '"players":{}' in pages["ranks.js"]
    for path, page in pages.items():
        if path.endswith(".html") and path != "scoring.html":
            for sign in SIGNS:
                assert sign not in page, (path, sign)
    words = "Results and standings are shown when the last round of Swiss is over."
    for path in ("index.html", "standings.html", "tables.html", "rounds/R1.html"):
        assert words in pages[path]


def otherwise(made: Snapshot) -> Snapshot:
    """The same with all other results and what follows from them, but for the seats."""
    phase = made.phases[0]
    rounds = tuple(
        replace(round_, tables=tuple(map(_reversed, round_.tables))) for round_ in phase.rounds
    )
    rankings = tuple(
        standings(
            phase.ruleset, rounds[:at], phase.field, after=rounds[at - 1].id,
            complete=rounds[at - 1].finished, seed=made.event.seed,
        )
        for at in range(1, len(rounds) + 1)
    )  # fmt: skip
    return drawn(replace(made, phases=(replace(phase, rounds=rounds, standings=rankings),)))


def _reversed(table: Table) -> Table:
    ended = [(seat.outcome, seat.games_won) for seat in reversed(table.seats)]
    seats = zip(table.seats, ended, strict=True)
    return replace(
        table, seats=tuple(replace(seat, outcome=how, games_won=won) for seat, (how, won) in seats)
    )


def drawn(made: Snapshot) -> Snapshot:
    """With pairings that tell of the points that they were drawn from, as Runner's do."""
    rankings = ((), *(ranking.rows for ranking in made.phases[0].standings))
    pairings = []
    for pairing, rows in zip(made.pairings, rankings, strict=False):
        inputs = sha256(repr([(row.player, row.match_points) for row in rows]).encode()).hexdigest()
        gaps = Fraction(sum(at * row.match_points for at, row in enumerate(rows, 1)))
        up = (rows[-1].player,) if rows else ()
        certificate = Certificate(0, 0, gaps, gaps / 2, moved_up=up)
        origin = DrawnFrom(made.event.seed, inputs, "6")
        pairings.append(replace(pairing, certificate=certificate, drawn_from=origin))
    return replace(made, pairings=tuple(pairings))


def published(made: Snapshot) -> dict[str, bytes]:
    sheets = {f"data/{name}.csv": content for name, content in csv_files(made).items()}
    document = {"data/snapshot.json": canonical(snapshot_document(made, public=True)).encode()}
    return dict(render(made, {**sheets, **document, **Screens().render(made)}).files)


@pytest.mark.parametrize("mode", [Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD])
def test_no_file_is_another_whatever_the_results_are(mode: Mode) -> None:
    made = sample.snapshot(Plan(players=26, rounds=3, waiting=2, mode=mode))
    phase = made.phases[0]
    rules = replace(phase.ruleset, standings_hidden=True)
    kept_back = drawn(replace(made, phases=(replace(phase, ruleset=rules),)))
    one, other = published(kept_back), published(otherwise(kept_back))
    assert [path for path in one | other if one.get(path) != other.get(path)] == []
    assert len(one) > 60
    shown = drawn(made)
    assert (
        published(shown)["data/snapshot.json"] != published(otherwise(shown))["data/snapshot.json"]
    )


def test_how_a_round_was_drawn_is_shown_with_the_results() -> None:
    signs = ("Point gaps add up to", "SHA-256 of the inputs")
    for over in (False, True):
        made = drawn(event(over))
        pages = render(made, {}).files
        assert [sign in pages["rounds/R3.html"].decode() for sign in signs] == [over, over]
        assert signs[1] in pages["rounds/R1.html"].decode()
        document = snapshot_document(made, public=True)
        assert schema.problems(document, "runner-snapshot/1") == []
        third = document["pairings"][2]
        assert ("inputs" in third["drawn_from"]) is over
        assert ("points_mismatch" in third["certificate"]) is over
    page = render(drawn(event(False)), {}).files["rounds/R3.html"].decode()
    assert "is shown with the results" in page


def test_a_player_still_finds_table_and_opponents_and_all_once_the_phase_is_over() -> None:
    first = event(False).rounds[0].tables[0]
    page = site(False).files[f"players/{first.players[0]}.html"].decode()
    assert ">Rounds<" in page
    assert f"Table {first.number}, seat A" in page
    assert "Results and standings are shown" in page
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
    current = latest_ranking(shown)
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
