"""Nobody chooses a draw: the seed is promised before round 1, the hall rolls, all is held to."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline, Report
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.player import Player
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from tests.support.commands import run
from tests.support.events import GO, planned, typed
from tests.support.folders import event_folder, new_workbook, set_back, workbook_of

pytestmark = pytest.mark.thorough  # left out of make quick


class Hall:
    """An event in a folder whose workbook is written anew from what the event is."""

    def __init__(self, root: Path, **more: object) -> None:
        self.site = root / "site"
        root.mkdir(exist_ok=True)
        self.now = planned(12, rounds=1, seed="heron", **more)
        self.folder = event_folder(root / "friday", self.now)
        self.pipeline = Pipeline(self.folder, self.site)

    def save(self, **more: object) -> Report:
        self.now = replace(self.now, **more)
        workbook_of(self.folder).write_bytes(new_workbook(self.now))
        return self.pipeline.run(workbook_of(self.folder).read_bytes())

    def pair(self, number: int = 1) -> Report:
        return self.save(decisions=(Decision("pair round", RoundId(1, number), place=GO),))

    def finish(self) -> Report:
        now = typed(self.now, self.pipeline.last.snapshot)
        return self.save(rounds=now.rounds)

    @property
    def ledger(self) -> Ledger:
        return parse(self.folder.ledger.read_bytes())[0]

    @property
    def front(self) -> str:
        page = (self.site / "index.html").read_text(encoding="utf-8")
        return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page))

    def data(self, name: str) -> Any:
        return json.loads((self.site / "data" / f"{name}.json").read_bytes())

    def tables(self) -> list[list[str]]:
        return [list(table.players) for table in self.pipeline.last.snapshot.rounds[-1].tables]


@pytest.fixture
def hall(tmp_path: Path) -> Hall:
    found = Hall(tmp_path)
    found.save()
    return found


def promise(seed: str) -> str:
    return sha256(seed.encode()).hexdigest()


def test_a_new_event_has_promised_its_seed_before_anything_is_drawn(tmp_path: Path) -> None:
    said = run("new", tmp_path / "friday", "--sample", 8)
    folder = EventFolder(tmp_path / "friday")
    (line,) = parse(folder.ledger.read_bytes())[0].entries
    assert line.kind is EntryKind.SEED
    assert line.at
    assert line.data["sha256"] in said
    Pipeline(folder, tmp_path / "site").run(workbook_of(folder).read_bytes())
    assert line.data["sha256"] in (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert len(parse(folder.ledger.read_bytes())[0].entries) == 1


def test_the_hash_stands_on_the_site_from_the_first_build_on_and_the_seed_at_the_end(
    hall: Hall,
) -> None:
    assert promise("heron") in hall.front
    assert [line["seed_sha256"] for line in hall.data("snapshot")["seeds"]] == [promise("heron")]
    hall.pair()
    assert "heron" not in hall.front
    hall.finish()
    assert "heron" in hall.front
    said = run("verify", "--published", hall.site)
    assert "its seed is the one that was promised" in said


def test_a_changed_seed_is_in_the_ledger_with_its_time_and_told_on_the_site(hall: Hall) -> None:
    hall.save(seed="crane")
    lines = hall.ledger.seeds
    assert [line.data["sha256"] for line in lines] == [promise("heron"), promise("crane")]
    assert all(line.at for line in lines)
    assert f"its SHA-256 was {promise('heron')} until then." in hall.front
    hall.save()
    assert len(hall.ledger.seeds) == 2, "nothing has changed since"
    hall.pair()
    run("verify", hall.folder.root)
    hall.finish()
    assert "its seed was changed 1 time" in run("verify", "--published", hall.site)


def test_the_hall_roll_is_mixed_into_every_draw(tmp_path: Path) -> None:
    drawn = []
    for roll in ("", "4711", "4712"):
        hall = Hall(tmp_path / f"roll {roll}", hall_roll=roll)
        hall.save()
        hall.pair()
        drawn.append(hall.tables())
        assert ("Hall roll " + roll in hall.front) == bool(roll)
        hall.finish()
        run("verify", hall.folder.root)
        said = run("verify", "--published", hall.site)
        assert (f"mixed with the hall roll {roll}" in said) == bool(roll)
    assert drawn[0] != drawn[1] != drawn[2] != drawn[0]


@pytest.mark.parametrize(("before", "after"), [("", "7"), ("4711", "7"), ("4711", "")])
def test_a_roll_that_comes_after_round_1_is_told_and_counts_no_more(
    tmp_path: Path, before: str, after: str
) -> None:
    hall = Hall(tmp_path, hall_roll=before)
    hall.save()
    hall.pair()
    told = hall.save(hall_roll=after)
    (problem,) = [each for each in told.problems if "hall roll" in each.text]
    assert (f"“{before}” counts" if before else "none counts") in problem.text
    assert problem.place.sheet == "Event"
    assert problem.place.cell
    deleted = Decision("delete round", RoundId(1, 1), reason="again", place=GO)
    first = hall.tables()
    hall.save(decisions=(*hall.now.decisions, deleted))
    hall.save(decisions=())
    hall.pair()
    assert hall.tables() == first, "a round that is taken back gives no second try"
    assert hall.ledger.seeds[-1].data["roll"] == before
    hall.finish()
    run("verify", hall.folder.root)
    run("verify", "--published", hall.site)


def test_a_round_that_was_drawn_from_another_seed_than_was_promised_is_found(hall: Hall) -> None:
    hall.pair()
    forged = [
        replace(entry, data={**entry.data, "sha256": promise("crane")})
        if entry.kind is EntryKind.SEED
        else entry
        for entry in hall.ledger.entries
    ]
    hall.folder.ledger.write_bytes(Ledger().extended(forged)[1])
    said = run("verify", hall.folder.root, code=1)
    assert "its seed is NOT the one that was promised before" in said


def test_a_promise_that_was_changed_on_the_site_is_found(hall: Hall) -> None:
    hall.pair()
    hall.finish()
    path, snapshot = hall.site / "data" / "snapshot.json", hall.data("snapshot")
    snapshot["seeds"][0]["seed_sha256"] = promise("crane")
    path.write_text(json.dumps(snapshot), encoding="utf-8")
    run("verify", "--published", hall.site, code=1)


def test_an_event_without_promises_verifies_as_before(hall: Hall) -> None:
    hall.pair()
    old = [entry for entry in hall.ledger.entries if entry.kind is not EntryKind.SEED]
    set_back(hall.folder, Ledger().extended(old)[1], hall.site)
    hall.pipeline = Pipeline(hall.folder, hall.site)
    hall.save()
    hall.finish()
    assert hall.ledger.seeds == (), "an old event keeps its seed without a line"
    assert "seeds" not in hall.data("snapshot")
    run("verify", hall.folder.root)
    said = run("verify", "--published", hall.site, code=3)
    assert "? The event: no SHA-256 of its seed from before round 1" in said


def apart(players: tuple[Player, ...], names: Mapping[int, int]) -> tuple[Player, ...]:
    found = list(players)
    for one, two in names.items():
        found[one] = replace(found[one], keep_apart=(found[two].name,))
    return tuple(found)


def test_what_names_kept_apart_have_changed_is_told(hall: Hall, tmp_path: Path) -> None:
    hall.pair()
    together = hall.tables()[0]
    other = Hall(tmp_path / "two")
    at = {player.id: place for place, player in enumerate(other.now.players)}
    other.save(players=apart(other.now.players, {at[together[0]]: at[together[1]]}))
    other.pair()
    (line,) = [entry for entry in other.ledger.entries if entry.kind is EntryKind.PAIRED]
    assert line.data["kept_apart"]["pairs"] == 1
    assert line.data["kept_apart"]["tables"] >= 2
    page = next((other.site / "rounds").glob("*1*.html")).read_text(encoding="utf-8")
    assert "1 pair of players is kept apart by name, which changes" in page
    assert "1 pair of players is kept apart by name" in run("verify", other.folder.root)
    forged = [
        replace(entry, data={**entry.data, "kept_apart": {"pairs": 1, "tables": 0}})
        if entry.kind is EntryKind.PAIRED
        else entry
        for entry in other.ledger.entries
    ]
    other.folder.ledger.write_bytes(Ledger().extended(forged)[1])
    run("verify", other.folder.root, code=1)


def rolled(tmp_path: Path) -> Hall:
    hall = Hall(tmp_path)
    hall.save()
    told = hall.save(hall_roll="4711")
    assert not [each for each in told.problems if "rolled" in each.text]
    return hall


CHANGES: dict[str, tuple[Callable[[Event], dict[str, Any]], str]] = {
    "came": (
        lambda now: {"players": (*now.players, Player("", "Late Comer"))}, "1 player came",
    ),
    "left": (lambda now: {"players": now.players[1:]}, "1 player left"),
    "never came": (
        lambda now: {"players": (replace(now.players[0], drops_after=0), *now.players[1:])},
        "1 player left",
    ),
    "clubs": (
        lambda now: {"players": tuple(replace(each, club="X") for each in now.players)},
        "12 players changed",
    ),
    "apart": (
        lambda now: {"players": (
            replace(now.players[0], keep_apart=(now.players[1].name,)), *now.players[1:]
        )},
        "1 player changed",
    ),
    "ids": (
        lambda now: {"players": (
            replace(now.players[0], name=now.players[1].name),
            replace(now.players[1], name=now.players[0].name), *now.players[2:],
        )},
        "2 players changed",
    ),
    "rules": (lambda now: {"settings": {"seats": "random"}}, "the rules were changed"),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_what_is_changed_between_the_roll_and_round_1_is_told_at_the_desk_and_in_public(
    tmp_path: Path, what: str
) -> None:
    change, said = CHANGES[what]
    hall = rolled(tmp_path)
    told = hall.save(**change(hall.now))
    (problem,) = [each for each in told.problems if "Since the hall rolled 4711" in each.text]
    assert said in problem.text
    assert problem.place.cell
    hall.pair()
    page = re.sub(r"\s+", " ", (hall.site / "rounds" / "R1.html").read_text(encoding="utf-8"))
    assert f"Between the roll of the hall and this draw {said}." in page
    assert hall.data("snapshot")["pairings"][0]["since_roll"]
    assert not [each for each in hall.save().problems if "Since the hall" in each.text]
    hall.finish()
    run("verify", hall.folder.root)
    # names kept apart are private, so that nobody else can draw the round again
    run("verify", "--published", hall.site, code=3 if what == "apart" else 0)


def test_another_roll_and_a_corrected_name_are_nothing_to_tell(tmp_path: Path) -> None:
    hall = rolled(tmp_path)
    first = replace(hall.now.players[0], name=f"{hall.now.players[0].name}e")
    told = hall.save(players=(first, *hall.now.players[1:]))
    assert not [each for each in told.problems if "Since the hall" in each.text]
    hall.save(players=(*hall.now.players, Player("", "Late Comer")))
    told = hall.save(hall_roll="815")
    assert not [each for each in told.problems if "Since the hall" in each.text]
    hall.pair()
    assert "since_roll" not in hall.data("snapshot")["pairings"][0]
    assert "Between the roll" not in (hall.site / "rounds" / "R1.html").read_text(encoding="utf-8")
