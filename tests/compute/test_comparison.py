"""The same event under all presets: who would stand where, who would make the cut."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from runner.app import compare as comparing
from runner.app.event_folder import EventFolder
from runner.cli import main
from runner.compute.comparison import Comparison, compare
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases.model import PhaseResult
from runner.rules import presets
from runner.rules.ruleset import ruleset
from runner.standings.ranking import standings
from tests.support import sample

SEED = "side by side"


def an_event(results: list[list[str]], cut: int | None = 2, **settings: object) -> Snapshot:
    """Eight players by letters; a pod lists the winner first, or "=" before those of a draw."""
    people = tuple(Player(each, f"Player {each}") for each in "ABCDEFGH")
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", "mamtr", settings=settings)  # type: ignore[arg-type]  # values of a test
    rules, problems = ruleset(phase, {})
    assert not problems
    rounds = tuple(
        Round(RoundId(1, number), tuple(_table(at, pod) for at, pod in enumerate(pods, 1)))
        for number, pods in enumerate(results, 1)
    )
    rankings = tuple(
        standings(rules, rounds[:count], people, after=each.id, complete=each.finished, seed=SEED)
        for count, each in enumerate(rounds, 1)
    )
    first = PhaseResult(phase, rules, people, rounds, rankings, len(rounds))
    final = Phase(2, "Final", Mode.MULTIPLAYER, "single_elimination", "mamtr", cut=cut)
    event = replace(sample.before_the_first_round().event, seed=SEED, players=people)
    phases = (first, PhaseResult(final, rules))
    return Snapshot(event, {each.id: each for each in people}, phases, ())


def _table(number: int, pod: str) -> Table:
    drawn = Outcome.DRAW if pod.startswith("=") else None
    ended = [drawn or Outcome.WIN, *[drawn or Outcome.LOSS] * 3]
    return Table(number, tuple(map(Seat, pod.removeprefix("="), ended)))


def found(snapshot: Snapshot) -> Comparison:
    comparison = compare(snapshot, 1)
    assert comparison is not None
    return comparison


# B draws three times; C wins, loses and draws: 3 points against 8, but 12 against 11 where a draw
# gives 4.
ROUNDS = [["CDEF", "=ABGH"], ["ACDE", "=BFGH"], ["AGHD", "=BCEF"]]


def test_each_other_preset_of_the_mode_has_the_ranking_that_it_gives_the_same_rounds() -> None:
    snapshot = an_event(ROUNDS)
    result = snapshot.phases[0]
    for each in found(snapshot).others:
        rules, _ = ruleset(replace(result.phase, preset=each.key, settings={}), {})
        last = result.rounds[-1].id
        alone = standings(rules, result.rounds, result.field, after=last, complete=True, seed=SEED)
        assert each.standings.rows == alone.rows
        assert [each.ranks[row.player] for row in alone.rows] == list(range(1, 9))
    keys = {each.key for each in found(an_event(ROUNDS)).others}
    of_mode = {key for key in presets.names() if presets.load(key).mode is Mode.MULTIPLAYER}
    assert keys == of_mode - {"mamtr"}


def test_an_event_that_changes_its_preset_is_compared_with_it_too() -> None:
    changed = found(an_event(ROUNDS, draw=4))
    mamtr = next(each for each in changed.others if each.key == "mamtr")
    assert changed.now.ranks["B"] == 2
    assert mamtr.ranks["B"] == 3
    assert changed.moves(mamtr).into == ("C",)
    assert changed.moves(mamtr).out == ("B",)


def test_who_dropped_makes_no_cut_under_any_rules() -> None:
    snapshot = an_event(ROUNDS, draw=4)
    first = snapshot.phases[0]
    people = tuple(replace(each, drops_after=3) if each.id == "C" else each for each in first.field)
    latest = standings(
        first.ruleset, first.rounds, people, after=first.rounds[-1].id, complete=True, seed=SEED
    )
    first = replace(first, field=people, standings=(*first.standings[:-1], latest))
    compared = found(replace(snapshot, phases=(first, *snapshot.phases[1:])))
    mamtr = next(each for each in compared.others if each.key == "mamtr")
    assert compared.moves(mamtr).into == ()


def test_players_in_and_out_of_the_cut_are_as_many() -> None:
    compared = found(sample.snapshot())
    assert compared.cut == 16
    assert compared.advised
    some = 0
    for each in compared.others:
        moves = compared.moves(each)
        assert len(moves.into) == len(moves.out)
        assert not set(moves.into) & set(moves.out)
        assert moves.moved <= len(compared.now.ranks)
        some += len(moves.into)
    assert some, "the sample has somebody who moves"


def test_two_at_a_table_are_not_compared_with_pods_nor_anything_without_a_result() -> None:
    snapshot = sample.head_to_head()
    phase = snapshot.phases[0]
    rules = replace(phase.ruleset, draw=phase.ruleset.loss)
    compared = found(replace(snapshot, phases=(replace(phase, ruleset=rules),)))
    assert [each.key for each in compared.others] == ["mtr"]
    assert compare(sample.before_the_first_round(), 1) is None


def test_the_table_has_the_first_players_and_says_who_moves_where_there_is_a_cut() -> None:
    snapshot = an_event(ROUNDS, draw=4)
    lines = list(comparing.lines(snapshot, found(snapshot), 3))
    head = next(index for index, line in enumerate(lines) if line.startswith("Rank"))
    assert lines[head].split()[2:] == [each.key for each in found(snapshot).others]
    assert lines[head + 4] == ""
    assert lines[head + 2].split()[:3] == ["2", "Player", "B"]
    assert "The cut is a Top 2." in lines
    (moved,) = [line for line in lines if line.startswith("mamtr: ")]
    assert moved.endswith("In: Player C. Out: Player B.")
    whole = list(comparing.lines(snapshot, found(snapshot), 0))
    assert len(whole) - len(lines) == 8 - 3
    snapshot = an_event(ROUNDS, cut=None, draw=4)
    lines = list(comparing.lines(snapshot, found(snapshot), 0))
    assert "There is no cut." in lines
    assert not any("In:" in line for line in lines)


def test_the_staff_page_has_everybody_and_asks_for_nothing(tmp_path: Path) -> None:
    snapshot = sample.snapshot()
    compared = found(snapshot)
    path = comparing.write_page(EventFolder(tmp_path), snapshot, compared)
    assert path == tmp_path / "compare.html"
    page = path.read_text(encoding="utf-8")
    assert page.count('<th scope="row"') == len(snapshot.players)
    assert page.count('class=" last"') + page.count('class="dropped last"') == 1
    assert not re.findall(r"<script|<link|src=|url\((?!data:)|https?:", page)
    assert "&lt;script&gt;" in page, "names are text"
    for each in compared.others:
        assert f">{each.key}</abbr>" in page
    comparing.write_page(EventFolder(tmp_path), snapshot, compared)
    assert path.read_text(encoding="utf-8") == page


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    root = tmp_path_factory.mktemp("compare")
    event, site = root / "event", root / "site"
    for words in (
        ["new", str(event), "--sample", "12", "--rounds", "3"],
        ["rehearse", str(event), "--site", str(site), "--rounds", "2"],
    ):
        done = CliRunner().invoke(main, words)
        assert done.exit_code == 0, done.output
    return event, site


@pytest.mark.thorough
def test_the_command_prints_and_writes_for_the_staff_only(played: tuple[Path, Path]) -> None:
    event, site = played
    before = {path: path.read_bytes() for path in site.rglob("*") if path.is_file()}
    ledger = (event / "ledger.jsonl").read_bytes()
    shown = CliRunner().invoke(main, ["compare", str(event), "--top", "2"])
    assert shown.exit_code == 0, shown.output
    assert "After round 2" in shown.output
    assert len(re.findall(r"^ +\d+=? ", shown.output, re.MULTILINE)) == 2
    assert (event / "compare.html").exists()
    assert {path: path.read_bytes() for path in site.rglob("*") if path.is_file()} == before
    assert (event / "ledger.jsonl").read_bytes() == ledger


@pytest.mark.thorough
def test_the_command_says_when_there_is_nothing_to_compare(tmp_path: Path) -> None:
    event = tmp_path / "event"
    CliRunner().invoke(main, ["new", str(event), "--sample", "12"])
    for phase in ("1", "7"):
        shown = CliRunner().invoke(main, ["compare", str(event), "--phase", phase])
        assert shown.exit_code == 1
        assert "nothing to compare" in shown.output
    assert not (event / "compare.html").exists()
