"""Every published round can be drawn again: by the organiser, and by anybody from the site."""

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.cli import main
from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.seats import ShuffleSeats
from runner.compute.decisions.undo import Undo
from runner.compute.verify import Finding, verify
from runner.compute.verify_public import check
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.interchange import schema
from runner.interchange.rounds_out import rounds_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.pairing import engine
from runner.workbook.write.write_back import Outcome, WriteBack, write_back
from runner.workbook.xlsx.edit import CellChange
from tests.support.events import event, phase, planned
from tests.support.folders import event_folder, opened
from tests.support.hall import Hall
from tests.support.problems import fix_text
from tests.support.soak import some
from tests.support.waiting import until

SHUFFLE, UNDO = ShuffleSeats.KEY, Undo.KEY
PODS, DUELS = Mode.MULTIPLAYER, Mode.HEAD_TO_HEAD
EVENTS = {
    "pods, then a final table": (
        Phase(1, "Swiss", PODS, "swiss", rounds=2),
        Phase(2, "Top 4", PODS, "single_elimination", cut=4),
    ),
    "matches, then a bracket": (
        Phase(1, "Swiss", DUELS, "swiss", rounds=2),
        Phase(2, "Top 4", DUELS, "single_elimination", cut=4),
    ),
    "matches, then two lives": (
        Phase(1, "Swiss", DUELS, "swiss", rounds=1),
        Phase(2, "Top 4", DUELS, "double_elimination", cut=4),
    ),
    "everybody against everybody": (Phase(1, "League", DUELS, "round_robin"),),
}


def made(root: Path, people: tuple[Player, ...], *phases: Phase) -> Pipeline:
    folder = event_folder(root, planned(people, *phases, seed="heron"))
    return Pipeline(folder, root.parent / "site")


def finished(root: Path, people: tuple[Player, ...], *phases: Phase) -> Pipeline:
    pipeline = made(root, people, *phases)
    snapshot = play(pipeline, 99).report.snapshot
    assert snapshot is not None
    assert snapshot.over
    return pipeline


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished event of eleven, as a folder that holds the event's and the site's."""
    root = tmp_path_factory.mktemp("finished")
    finished(root / "friday", players(11), Phase(1, "Swiss", PODS, "swiss", rounds=3))
    return root


@pytest.fixture
def copy(friday: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(friday, tmp_path / "copy"))


def runner(*arguments: object, text: str = "") -> Result:
    done = CliRunner().invoke(main, [str(each) for each in arguments], input=text)
    assert done.exception is None or isinstance(done.exception, SystemExit)
    return done


def document(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.thorough
@pytest.mark.parametrize("phases", EVENTS.values(), ids=EVENTS.keys())
def test_with_nothing_but_the_published_data_anybody_draws_every_round_again(
    tmp_path: Path, phases: tuple[Phase, ...]
) -> None:
    pipeline = finished(tmp_path / "friday", players(7 if len(phases) > 1 else 4), *phases)
    alone = tmp_path / "stranger"
    shutil.copytree(pipeline.site_out / "data", alone)
    shutil.rmtree(pipeline.folder.root)
    shutil.rmtree(pipeline.site_out)
    rounds = document(alone / "rounds.json")
    assert schema.problems(rounds, "runner-rounds/1") == []
    published = document(alone / "snapshot.json")["pairings"]
    assert len(rounds["rounds"]) == len(published) > 2
    done = runner("verify", "--published", alone)
    assert done.exit_code == 0, done.output
    assert f"{len(published)} of {len(published)} rounds were drawn again" in done.output
    assert "NOT" not in done.output


@pytest.mark.thorough
def test_runner_pair_draws_each_swiss_round_from_its_published_state(friday: Path) -> None:
    rounds = document(friday / "site" / "data" / "rounds.json")["rounds"]
    shown = document(friday / "site" / "data" / "snapshot.json")["pairings"]
    assert len(rounds) == len(shown) == 3
    for each, pairing_shown in zip(rounds, shown, strict=True):
        assert each["engine"] == engine.ALGORITHM
        text = json.dumps(each["state"])
        again = json.loads(runner("pair", text=text).output)
        assert again["tables"] == pairing_shown["tables"]
        assert again["byes"] == pairing_shown["byes"]
        plain = json.dumps(each["state"], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert sha256(plain.encode()).hexdigest() == pairing_shown["drawn_from"]["inputs"]


@pytest.mark.thorough
@pytest.mark.parametrize("where", ["site", "site/data", "site/data/rounds.json"])
def test_the_site_is_found_by_its_folder_its_data_or_a_file(friday: Path, where: str) -> None:
    assert runner("verify", "--published", friday / where).exit_code == 0


def exchanged(seats: list[str]) -> None:
    seats[0], seats[1] = seats[1], seats[0]


TAMPERED: dict[str, Callable[[Any, Any], object]] = {
    "tables": lambda rounds, snapshot: exchanged(rounds["rounds"][1]["tables"][0]["seats"]),
    "inputs": lambda rounds, snapshot: state(rounds)["players"][0].update(points=100),
    "seed": lambda rounds, snapshot: state(rounds).update(seed="crane"),
    "promise": lambda rounds, snapshot: drawn_from(snapshot).update(seed_sha256="0" * 64),
    "another seed": lambda rounds, snapshot: drawn_from(snapshot).update(seed="crane"),
    "missing": lambda rounds, snapshot: rounds["rounds"].pop(1),
}  # fmt: skip


def state(rounds: Any) -> Any:
    return rounds["rounds"][1]["state"]


def drawn_from(snapshot: Any) -> Any:
    return snapshot["pairings"][1]["drawn_from"]


def published(root: Path) -> tuple[Any, Any]:
    """What the site has: snapshot.json and rounds.json."""
    data = root / "site" / "data"
    return document(data / "snapshot.json"), document(data / "rounds.json")


def spoilt(root: Path, change: Callable[[Any, Any], object]) -> Result:
    """What is said of the site once somebody has changed its rounds and its snapshot."""
    snapshot, rounds = published(root)
    change(rounds, snapshot)
    for name, each in (("snapshot", snapshot), ("rounds", rounds)):
        path = root / "site" / "data" / f"{name}.json"
        path.write_text(json.dumps(each), encoding="utf-8")
    return runner("verify", "--published", root / "site")


@pytest.mark.thorough
@pytest.mark.parametrize("what", TAMPERED)
def test_a_published_round_that_was_tampered_with_is_found_out(copy: Path, what: str) -> None:
    done = spoilt(copy, TAMPERED[what])
    assert done.exit_code == 1
    assert "✗ Round 2: " in done.output
    assert "✗ Round 1: " not in done.output
    assert ("✗ The event: not all rounds" in done.output) is (what == "another seed")
    assert "2 of 3 rounds were drawn again, and are the same." in done.output


@pytest.mark.thorough
def test_a_round_whose_seed_or_inputs_are_not_those_promised_does_not_count_as_verified(
    copy: Path,
) -> None:
    def change(rounds: Any, snapshot: Any) -> None:
        rounds["rounds"][0]["state"]["players"][0]["club"] = "forged"
        TAMPERED["promise"](rounds, snapshot)

    done = spoilt(copy, change)
    assert done.exit_code == 1
    assert "✗ Round 1: its inputs are NOT those" in done.output
    assert "✗ Round 2: its seed is NOT the one" in done.output
    assert "NOT the same" not in done.output
    assert "1 of 3 rounds was drawn again, and is the same." in done.output


def said(snapshot: Any, rounds: Any, number: int) -> dict[str, bool | None]:
    """What is found of a round, and whether it is sound."""
    return {
        each.what: each.sound for each in check(snapshot, rounds) if each.round.number == number
    }


@pytest.mark.thorough
def test_points_that_were_corrected_since_are_told_and_are_no_fault(friday: Path) -> None:
    snapshot, rounds = published(friday)
    assert not any("corrected" in each.what for each in check(snapshot, rounds))
    rows = next(each for each in snapshot["standings"] if each["after_round"] == 1)["rows"]
    rows[3]["match_points"] += "0"
    rows[0]["match_points"] += "0"
    both = ", ".join(
        each["id"]
        for each in rounds["rounds"][1]["state"]["players"]
        if each["id"] in {rows[0]["player"], rows[3]["player"]}
    )
    assert said(snapshot, rounds, 2) == {
        "drawn again, the same": True, f"the points of {both} have been corrected since": None,
    }  # fmt: skip
    assert said(snapshot, rounds, 3) == {"drawn again, the same": True}


def test_a_round_that_nobody_drew_and_a_bye_that_was_given_since_are_told(friday: Path) -> None:
    snapshot, rounds = published(friday)
    del snapshot["pairings"][1]["drawn_from"]
    snapshot["pairings"][1]["certificate"] = None
    for key in ("engine", "state"):
        del rounds["rounds"][1][key]
    assert said(snapshot, rounds, 2) == {"nobody drew it: it was paired elsewhere or by hand": None}
    snapshot, rounds = published(friday)
    tables = snapshot["pairings"][2]["tables"]
    snapshot["pairings"][2]["byes"] = [tables[-1]["seats"].pop()]
    found = said(snapshot, rounds, 3)
    assert found["changed by the organiser since: who has a bye"] is None
    assert found[f"changed by the organiser since: table {len(tables)}"] is None


def test_a_round_of_another_algorithm_or_without_its_inputs_is_not_taken_on_trust(
    friday: Path,
) -> None:
    snapshot, rounds = published(friday)
    rounds["rounds"][1]["engine"] = snapshot["pairings"][1]["drawn_from"]["engine"] = "runner-99"
    assert said(snapshot, rounds, 2) == {
        "drawn by pairing algorithm runner-99, which this version does not have": None
    }
    rounds["rounds"][1]["engine"] = engine.ALGORITHM
    assert None in said(snapshot, rounds, 2).values(), "nor one that was not shown with the round"
    snapshot, rounds = published(friday)
    del snapshot["pairings"][1]["drawn_from"]["inputs"]
    found = said(snapshot, rounds, 2)
    assert found["its inputs are NOT those whose SHA-256 was shown with the round"] is False


@pytest.mark.thorough
def test_before_the_end_neither_seed_nor_inputs_are_on_the_site(tmp_path: Path) -> None:
    pipeline = made(tmp_path / "friday", players(11), Phase(1, "Swiss", PODS, "swiss", rounds=3))
    play(pipeline, 2)
    files = [path for path in pipeline.site_out.rglob("*") if path.is_file()]
    assert files
    assert not [path for path in files if b"heron" in path.read_bytes()]
    assert not (pipeline.site_out / "data" / "rounds.json").exists()
    done = runner("verify", "--published", pipeline.site_out)
    assert done.exit_code == 1
    assert "when the event is over" in done.output


@pytest.mark.thorough
def test_whom_somebody_is_kept_apart_from_never_leaves_the_desk(tmp_path: Path) -> None:
    people = players(11)
    shy = (replace(people[0], keep_apart=(people[1].name,)), *people[1:])
    pipeline = finished(tmp_path / "friday", shy, Phase(1, "Swiss", PODS, "swiss", rounds=2))
    for path in pipeline.site_out.rglob("*"):
        assert not path.is_file() or b"keep_apart" not in path.read_bytes(), path
    rounds = document(pipeline.site_out / "data" / "rounds.json")
    assert schema.problems(rounds, "runner-rounds/1") == []
    assert [("state" in each, each["withheld"]) for each in rounds["rounds"]] == [(False, True)] * 2
    done = runner("verify", "--published", pipeline.site_out)
    assert done.exit_code == 3, "nothing differs, and not all could be checked"
    assert done.output.count(
        "some of what it was drawn from is private (names kept apart, or somebody who is not "
        "shown): only the organiser can draw it again"
    ) == 2  # fmt: skip
    shown = document(pipeline.site_out / "data" / "snapshot.json")["pairings"]
    assert all("inputs" in each["drawn_from"] for each in shown)
    assert "0 of 2 rounds were drawn again" in done.output
    own = runner("verify", pipeline.folder.root)
    assert own.exit_code == 0
    assert "2 drawings: 2 come out the same." in own.output


@pytest.mark.parametrize("text", ["{}", '{"rounds": 3}', "[]", "null", '{"rounds": [{}]}'])
def test_what_is_no_publication_is_refused_in_a_sentence(copy: Path, text: str) -> None:
    (copy / "site" / "data" / "rounds.json").write_text(text, encoding="utf-8")
    done = runner("verify", "--published", copy / "site")
    assert done.exit_code == 1
    assert "This is not what Runner publishes" in done.output


def test_the_organiser_sees_each_drawing_come_out_the_same_of_the_event_that_is_named(
    friday: Path,
) -> None:
    done = runner("verify", friday / "friday")
    assert done.exit_code == 0, done.output
    assert "Round 3 drawn again, the same" in done.output
    assert "3 drawings: 3 come out the same. 0 changes by hand." in done.output
    assert "The ledger is whole." in done.output
    assert "The history is whole: " in done.output
    assert runner("verify").exit_code == 2
    assert runner("verify", "a", "--published", "b").exit_code == 1
    assert runner("verify", "http://a/", "--published", "b").exit_code == 2
    assert runner("verify", "no-such-folder").exit_code == 1


@pytest.mark.thorough
def test_without_its_workbook_the_ledger_is_verified_all_the_same(copy: Path) -> None:
    (copy / "friday" / "friday.xlsx").unlink()
    assert runner("verify", copy / "friday").exit_code == 0


def test_a_changed_line_breaks_the_chain(copy: Path) -> None:
    path = copy / "friday" / "ledger.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    lines[1] = lines[1].replace(b'"round":1', b'"round": 1', 1)
    path.write_bytes(b"".join(lines))
    done = runner("verify", copy / "friday")
    assert done.exit_code == 1
    assert "Line 3 of the ledger is not as Runner wrote it" in done.output
    assert "The ledger is whole." not in done.output


def test_a_forged_drawing_is_found_even_with_its_seals_made_new(copy: Path) -> None:
    path = copy / "friday" / "ledger.jsonl"
    ledger, _ = parse(path.read_bytes())
    forged = []
    for each in ledger.entries:
        data = json.loads(json.dumps(each.data))
        if each.round.number == 2 and data.get("state"):
            seats = data["tables"][0]["seats"]
            seats[0], seats[1] = seats[1], seats[0]
        forged.append(replace(each, data=data))
    path.write_bytes(type(ledger)().extended(forged)[1])
    done = runner("verify", copy / "friday")
    assert done.exit_code == 1
    assert "Round 2 drawn again, and NOT the same" in done.output
    assert "Round 3 drawn again, the same" in done.output
    assert "3 drawings: 2 come out the same." in done.output


def test_each_round_is_paired_once_when_it_is_verified(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[object] = []

    def counted(state: Any) -> Any:
        made.append(state)
        return pair(state)

    pair = engine.pair
    monkeypatch.setattr(engine, "pair", counted)
    assert all(each.sound is not False for each in verify_again(copy))
    assert len(made) == 3


def forged(root: Path, change: Callable[[dict[str, Any]], None]) -> Finding:
    """What is found of round 2 once its line is changed, and all seals are made new."""
    ledger, _ = parse((root / "friday" / "ledger.jsonl").read_bytes())
    entries = list(ledger.entries)
    at = next(
        at
        for at, each in enumerate(entries)
        if each.round.number == 2 and each.kind is EntryKind.PAIRED
    )
    change(data := json.loads(json.dumps(entries[at].data)))
    entries[at] = replace(entries[at], data=data)
    return verify(parse(Ledger().extended(entries)[1])[0])[at]


@pytest.mark.thorough
def test_a_forged_certificate_is_found(copy: Path) -> None:
    def change(data: dict[str, Any]) -> None:
        data["certificate"]["points_mismatch"] = 99

    assert forged(copy, lambda data: None).sound is True
    assert forged(copy, change).what == "drawn again, and NOT the same"
    assert forged(copy, lambda data: data.pop("certificate")).sound is False


def test_a_line_of_another_algorithm_is_said_to_be_so(copy: Path) -> None:
    found = forged(copy, lambda data: data.update(algorithm="runner-99"))
    assert found.what == "drawn by pairing algorithm runner-99, which this version does not have"
    assert found.sound is None


@pytest.mark.thorough
def test_what_was_changed_by_hand_is_listed_with_old_new_reason_and_time(copy: Path) -> None:
    pipeline = Pipeline(EventFolder(copy / "friday"), copy / "site")
    workbook = copy / "friday" / "friday.xlsx"
    loaded = opened(pipeline.folder)
    first, second = loaded.snapshot.rounds[2].tables[:2]
    names = {each.id: each.name for each in loaded.snapshot.players.values()}
    one, other = names[first.players[0]], names[second.players[0]]
    swapped = [
        CellChange("Round 3", "C5", other, frozenset({one})),
        CellChange("Round 3", "C6", one, frozenset({other})),
        CellChange("Round 3", "J5", "sat wrong", frozenset({"rehearsal"})),
    ]
    done: list[WriteBack] = []

    def written() -> bool:
        """Not yet while it looks as if somebody had saved late; then it has to be read again."""
        now = opened(pipeline.folder).digest
        done.append(write_back(workbook, now, swapped, unlocked_for=0))
        return done[-1].outcome is Outcome.WRITTEN

    until(written, done)
    assert len(done[-1].written) == 3
    report = pipeline.run(workbook.read_bytes())
    assert report.entries
    said = runner("verify", copy / "friday")
    assert said.exit_code == 0
    line = next(each for each in said.output.splitlines() if "by hand: " in each)
    assert f"{other} instead of {one}" in line
    assert "sat wrong" in line
    assert report.entries[0].kind.value == "overridden"
    (at,) = {each.at[11:19] for each in verify_again(copy) if each.what.startswith("by hand")}
    assert f", {at}: Round 3 by hand" in line
    assert "1 change by hand." in said.output
    public = runner("verify", "--published", copy / "site")
    assert public.exit_code == 0
    assert "Round 3: changed by the organiser since: table 1, 2" in public.output


def verify_again(root: Path) -> Any:
    return verify(parse((root / "friday" / "ledger.jsonl").read_bytes())[0])


@pytest.mark.thorough
def test_a_lost_save_is_told_and_counts_as_a_difference(copy: Path) -> None:
    (save,) = (copy / "friday" / ".runner" / "saves").glob("000002-*.xlsx")
    save.write_bytes(save.read_bytes()[:-3])
    done = runner("verify", copy / "friday")
    assert done.exit_code == 1
    assert "The ledger is whole." in done.output
    assert "✗ Save 2 of the history is lost" in done.output


def appended(root: Path, *entries: Entry, kept: bool = False) -> Result:
    """What is said with sealed lines at the ledger's end, and the second copy's if `kept`."""
    path = root / "friday" / "ledger.jsonl"
    more = parse(path.read_bytes())[0].extended(entries)[1]
    copies = [path, root / "friday" / ".runner" / "saves" / "ledger.jsonl"]
    for each in copies if kept else copies[:1]:
        each.write_bytes(each.read_bytes() + more)
    return runner("verify", root / "friday")


def results(round_: int, **texts: str) -> Entry:
    """A line of results; T1="A": that of table 1."""
    found = {table.removeprefix("T"): text for table, text in texts.items()}
    return Entry(EntryKind.RESULTS, RoundId(1, round_), {"results": found}, "2026-11-21T12:00:00")


def a_correction(round_: int, old: str) -> Entry:
    data = {"table": 1, "old": old, "new": "draw"}
    return Entry(EntryKind.CORRECTED, RoundId(1, round_), data, "2026-11-21T12:00:00")


def by_phone(round_: int, table: int) -> Entry:
    data = {"table": table, "result": "A", "games": "", "by": ["A", "B"], "last": 1}
    return Entry(EntryKind.REPORTED, RoundId(1, round_), data, "2026-11-21T12:00:00")


@pytest.mark.thorough
def test_a_line_that_only_the_ledger_has_is_told_and_is_not_taken_for_runner_s_own(
    copy: Path,
) -> None:
    written = Entry(EntryKind.WRITTEN, RoundId(1, 3), {}, "2026-11-21T12:00:00")
    done = appended(copy, written, written)
    assert done.exit_code == 3, done.output
    assert "? The last 2 lines are not in the copy that Runner keeps of the ledger" in done.output
    assert "The ledger is whole." not in done.output


@pytest.mark.thorough
@pytest.mark.parametrize("kept", [False, True], ids=["alone", "kept"])
@pytest.mark.parametrize(
    ("line", "why"),
    [
        (results(3, T1="draw"), "Round 3, table 1: the ledger has “draw”, and the workbook"),
        (results(2, T2="draw"), "Round 2, table 2: the ledger has “draw”, and the workbook"),
        (results(3, T9="A"), "the round has NO table 9"),
        (results(4, T1="A"), "the round is NOT out"),
        (a_correction(3, "X"), "what it says was recorded before is NOT what was recorded"),
        (a_correction(4, "A"), "the round is NOT out"),
        (by_phone(3, 9), "the round has NO table 9"),
        (by_phone(4, 1), "the round is NOT out"),
    ],
    ids=[
        "now",
        "before",
        "no table",
        "no round",
        "other old",
        "correction of no round",
        "phone of no table",
        "phone of no round",
    ],
)
def test_a_result_with_the_right_seal_that_nobody_typed_is_found(
    copy: Path, line: Entry, why: str, kept: bool
) -> None:
    done = appended(copy, line, kept=kept)
    assert done.exit_code == 1, done.output
    assert why in done.output
    assert "3 drawings: 3 " in done.output


@pytest.mark.thorough
@pytest.mark.parametrize(("kind", "of", "to", "why"), [
    (EntryKind.PAIRED, 3, 4, "its state is NOT that of this round"),
    (EntryKind.REPAIRED, 2, 3, "its state is NOT that of this round"),
    (EntryKind.PAIRED, 3, 3, "the round was out ALREADY"),
], ids=["a round more", "another’s pairing", "once more"])  # fmt: skip
def test_a_pairing_with_the_right_seal_that_runner_would_not_have_drawn_is_found(
    copy: Path, kind: EntryKind, of: int, to: int, why: str
) -> None:
    lines = parse((copy / "friday" / "ledger.jsonl").read_bytes())[0].entries
    data = next(each.data for each in lines if each.kind is EntryKind.PAIRED
                and each.round == RoundId(1, of))  # fmt: skip
    line = Entry(kind, RoundId(1, to), data, "2026-11-21T12:00:00")
    done = appended(copy, line, kept=True)
    assert done.exit_code == 1, done.output
    assert why in done.output


@pytest.mark.thorough
@pytest.mark.soak
@pytest.mark.parametrize(
    ("kind", "data"),
    some(product(EntryKind, [{}, {"table": "one", "results": ["A"], "tables": 3}]), 3),
)
def test_a_sealed_line_without_its_values_is_reported_in_a_sentence(
    copy: Path, kind: EntryKind, data: dict[str, object]
) -> None:
    done = appended(copy, Entry(kind, RoundId(1, 3), data, "at noon"), kept=True)
    assert done.exit_code in (0, 1), done.output  # not all kinds of lines need values
    assert "Traceback" not in done.output


@pytest.mark.thorough
def test_a_result_typed_while_nothing_watched_is_no_difference(copy: Path) -> None:
    workbook = copy / "friday" / "friday.xlsx"
    now = opened(EventFolder(copy / "friday")).digest
    typed = frozenset({"A", "B", "C", "D", "draw"})
    changed = [CellChange("Round 3", "G5", "draw", typed)]
    assert write_back(workbook, now, changed, unlocked_for=0).outcome is Outcome.WRITTEN
    assert runner("verify", copy / "friday").exit_code == 0


def shuffled() -> Hall:
    """An event of eight whose seats were shuffled: at one table, and then at all without a
    result; a line used again and an undone one count as draws, a cleared one does not."""
    hall = Hall(event(8, phase(1, mode=DUELS, rounds=2), automatic=False))
    hall.say(SHUFFLE, 1, table=2)
    hall.silence(SHUFFLE)
    hall.say(SHUFFLE, 1, table=2)
    hall.say(SHUFFLE, 1)
    hall.say(UNDO)
    assert len(hall.lines("undone")) == 1
    hall.silence(SHUFFLE, UNDO)
    hall.hand(T1_result="2-0")
    hall.say(SHUFFLE, 1, reason="the dice were lost")
    assert [each.data["stream"][-1] for each in hall.lines("reseated")] == [1, 2, 3, 4]
    return hall


def resealed(hall: Hall, change: Callable[[dict[str, Any]], object]) -> list[Finding]:
    """What is found once the last line of a shuffle is changed, and all seals are made new."""
    entries = list(hall.ledger.entries)
    line = max(at for at, each in enumerate(entries) if each.kind is EntryKind.RESEATED)
    change(data := json.loads(json.dumps(entries[line].data)))
    entries[line] = replace(entries[line], data=data)
    ledger, broken = parse(Ledger().extended(entries)[1])
    assert not broken
    return [each for each in verify(ledger) if each.number == line + 1]


def test_shuffled_seats_are_drawn_again_and_said_to_be_the_same() -> None:
    found = [each for each in verify(shuffled().ledger) if each.kind is EntryKind.RESEATED]
    assert [each.sound for each in found] == [True] * 4
    assert all(each.what.endswith("; drawn again, the same") for each in found)
    assert all(each.what.startswith("by hand: ") for each in found)


def somebody_else(data: dict[str, Any]) -> None:
    one, other = data["tables"][1]["seats"], data["tables"][2]["seats"]
    one[0], other[0] = other[0], one[0]


def the_next_draw(data: dict[str, Any]) -> None:
    data["stream"][-1] += 1
    for each in data["tables"]:
        if each["table"] in data["shuffled"]:
            each["seats"] = Stream(*data["stream"], each["table"]).shuffled(sorted(each["seats"]))


def a_seed_of_their_own(data: dict[str, Any]) -> None:
    data["stream"][-1] -= 1
    data["stream"][0] = "mine"
    the_next_draw(data)


SHUFFLES: dict[str, Callable[[dict[str, Any]], object]] = {
    "exchanged": lambda data: exchanged(data["tables"][1]["seats"]), "somebody else": somebody_else,
    "the table that had a result": lambda data: data["tables"][0]["seats"].reverse(),
    "the next draw": the_next_draw, "a seed of their own": a_seed_of_their_own,
    "a bye": lambda data: data["byes"].append("P999"),
}  # fmt: skip


@pytest.mark.thorough
@pytest.mark.parametrize("change", SHUFFLES.values(), ids=SHUFFLES)
def test_a_tampered_shuffle_is_found_even_with_its_seals_made_new(
    change: Callable[[dict[str, Any]], object],
) -> None:
    (found,) = resealed(shuffled(), change)
    assert found.sound is False
    assert "NOT" in found.what


@pytest.mark.thorough
def test_a_tampered_shuffle_makes_the_command_fail(tmp_path: Path) -> None:
    hall = shuffled()
    (tmp_path / "ledger.jsonl").write_bytes(hall.chain())
    assert runner("verify", tmp_path).exit_code == 0
    entries = list(hall.ledger.entries)
    last = max(at for at, each in enumerate(entries) if each.kind is EntryKind.RESEATED)
    data = json.loads(json.dumps(entries[last].data))
    exchanged(data["tables"][1]["seats"])
    entries[last] = replace(entries[last], data=data)
    (tmp_path / "ledger.jsonl").write_bytes(Ledger().extended(entries)[1])
    done = runner("verify", tmp_path)
    assert done.exit_code == 1
    assert "drawn again, and NOT the same at table 2" in done.output
    assert "5 drawings: 4 come out the same." in done.output


@pytest.mark.parametrize("key", ["shuffled", "stream"], ids=["as written once", "without its draw"])
def test_a_shuffle_whose_line_does_not_say_its_draw_is_taken_on_trust_and_said_to_be(
    key: str,
) -> None:
    (found,) = resealed(shuffled(), lambda data: data.pop(key))
    assert found.sound is None
    assert "taken on trust" in found.what


def over(hall: Hall) -> tuple[Any, Any]:
    hall.play_round("2-0")
    hall.play_round("2-0")
    assert hall.snapshot.over
    rounds = rounds_document(hall.snapshot, hall.ledger)
    assert schema.problems(rounds, "runner-rounds/1") == []
    return snapshot_document(hall.snapshot, public=True), json.loads(json.dumps(rounds))


def test_anybody_draws_the_shuffled_seats_again() -> None:
    snapshot, rounds = over(shuffled())
    assert [each["draw"] for each in rounds["rounds"][0]["shuffled"]] == [1, 2, 4]
    found = [each for each in check(snapshot, rounds) if "shuffled" in each.what]
    assert [(each.sound, each.pairing) for each in found] == [(True, False)] * 3
    assert [each.what for each in found] == [
        "the shuffled seats of table 2 (draw 1 of the round) drawn again, the same",
        "the shuffled seats of table 2 (draw 2 of the round) drawn again, the same",
        "the shuffled seats of table 2, 3, 4 (draw 4 of the round) drawn again, the same",
    ]
    assert not [each for each in check(snapshot, rounds) if "changed by the organiser" in each.what]
    seats = rounds["rounds"][0]["shuffled"][2]["tables"][0]["seats"]
    seats.reverse()
    found = [each for each in check(snapshot, rounds) if each.sound is False]
    assert [each.what for each in found] == [
        "shuffled seats (draw 4 of the round) drawn again, and NOT the same: table 2"
    ]


def test_a_draw_that_comes_again_or_too_late_is_found_out_with_its_number() -> None:
    snapshot, rounds = over(shuffled())
    shuffles = rounds["rounds"][0]["shuffled"]
    shuffles += [dict(shuffles[2]), dict(shuffles[1])]
    found = [each.what for each in check(snapshot, rounds) if each.sound is False]
    assert found == [
        "draw 4 of shuffled seats does NOT follow draw 4",
        "draw 2 of shuffled seats does NOT follow draw 4",
    ]


def test_draws_that_were_undone_show_in_the_number_of_the_one_that_stays() -> None:
    hall = Hall(event(8, phase(1, mode=DUELS, rounds=2), automatic=False))
    for undone in (True, True, False):
        hall.say(SHUFFLE, 1, table=2)
        hall.silence(SHUFFLE)
        if undone:
            hall.say(UNDO)
            hall.silence(UNDO)
    snapshot, rounds = over(hall)
    assert said(snapshot, rounds, 1)[
        "the shuffled seats of table 2 (draw 3 of the round) drawn again, the same"
    ]


def test_shuffles_of_a_round_nobody_drew_have_no_seed_and_none_stay_when_it_is_redrawn() -> None:
    snapshot, rounds = over(shuffled())
    del snapshot["pairings"][0]["drawn_from"]
    found = said(snapshot, rounds, 1)
    assert found["the seats of table 2 were shuffled from a seed not shown"] is None
    assert found["the seats of table 2, 3, 4 were shuffled from a seed not shown"] is None
    hall = Hall(event(8, phase(1, mode=DUELS, rounds=2), automatic=False))
    hall.say(SHUFFLE, 1)
    hall.say(RepairRound.KEY, 1)
    snapshot, rounds = over(hall)
    assert "shuffled" not in rounds["rounds"][0]
    assert all(each.sound is not False for each in check(snapshot, rounds))


@pytest.mark.thorough
def test_names_typed_over_before_and_after_a_shuffle_are_told_as_changed() -> None:
    hall = shuffled()
    ana, bo = hall.names(3)[0], hall.names(4)[0]
    hall.hand(T3_A=bo, T4_A=ana)
    hall.silence(SHUFFLE)
    hall.say(SHUFFLE, 1)
    snapshot, rounds = over(hall)
    found = {each.what: each.sound for each in check(snapshot, rounds)}
    assert found["changed by the organiser since: table 3, 4"] is None
    assert False not in found.values()


def test_a_shuffle_is_repeated_as_the_documentation_says() -> None:
    text = (Path(__file__).parents[2] / "docs/randomness.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    found: dict[str, Any] = {}
    exec("\n".join(blocks), found)
    hall = shuffled()
    line = hall.lines("reseated")[0].data
    ids = hall.ledger.entries[0].data["tables"][1]["seats"]
    assert found["shuffled_table"]("s", 1, 1, 1, 2, ids) == line["tables"][1]["seats"]


def test_where_every_table_has_a_result_no_seats_are_shuffled() -> None:
    hall = Hall(event(8, phase(1, mode=DUELS, rounds=2), automatic=False))
    hall.hand(**{f"T{at}_result": "2-0" for at in (1, 2, 3, 4)})
    hall.say(SHUFFLE, 1)
    assert (
        fix_text(hall.problem("Every table of this round has a result").fix) == "Clear the Go cell."
    )
    assert not hall.lines("reseated")
