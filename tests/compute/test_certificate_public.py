"""What everybody may see of how a round was paired, and what stays with the organiser."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from typing import Any

import pytest

from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.seats import ShuffleSeats
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.round_sheet import RoundSheet, Row
from runner.interchange import schema
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.pairing.model import Certificate
from runner.render.desk.lists import log as told_on_the_desk
from runner.render.site import render
from tests.support import sample
from tests.support.events import ask, published, swiss, typed
from tests.support.hall import Hall
from tests.support.sample import Plan

pytestmark = pytest.mark.thorough  # left out of make quick


def played(rounds: int, now: Event | None = None) -> tuple[Snapshot, Ledger]:
    """An event of three rounds of which so many are out, all with their results."""
    now = replace(now or swiss(16), automatic=True)
    snapshot, ledger = published(now)
    for number in range(1, rounds + 1):
        now = typed(now, snapshot)
        if number == rounds:
            now = replace(now, automatic=False)
        snapshot, ledger = published(now, ledger)
    return snapshot, ledger


def pairings(snapshot: Snapshot, *, public: bool) -> list[dict[str, Any]]:
    document = snapshot_document(snapshot, public=public)
    assert not schema.problems(document, "runner-snapshot/1")
    return [each for each in document["pairings"] if "proposed" not in each]


def page(snapshot: Snapshot, number: int) -> str:
    return render(snapshot, {}).files[f"rounds/R{number}.html"].decode()


def test_the_seed_is_public_when_every_round_is_played_and_its_hash_from_the_start() -> None:
    committed = sha256(b"s").hexdigest()
    for rounds in (1, 2, 3):
        snapshot, _ = played(rounds)
        for each in pairings(snapshot, public=True):
            assert each["drawn_from"]["seed_sha256"] == committed
            assert each["drawn_from"].get("seed") == ("s" if rounds == 3 else None)
        assert all(each["drawn_from"]["seed"] == "s" for each in pairings(snapshot, public=False))
        shown = re.findall(r"<dt>Seed</dt><dd><bdi>(.*?)</bdi>", page(snapshot, 1))
        assert shown == (["s"] if rounds == 3 else [])
        assert committed in page(snapshot, 1)


def test_the_hash_of_the_inputs_is_that_of_the_ledger_s_state_without_keep_apart() -> None:
    snapshot, ledger = played(2)
    drawn = [each for each in ledger.entries if each.kind is EntryKind.PAIRED]
    for entry, each in zip(drawn, pairings(snapshot, public=True), strict=True):
        state = json.loads(json.dumps(entry.data["state"]))
        for player in state["players"]:
            player.pop("keep_apart", None)
        text = json.dumps(state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert each["drawn_from"]["inputs"] == sha256(text.encode()).hexdigest()
        assert each["drawn_from"]["engine"] == entry.data["algorithm"]


def test_nothing_public_depends_on_whom_somebody_is_kept_apart_from() -> None:
    plain = swiss(4, rounds=1)
    kept = replace(plain.players[0], keep_apart=(plain.players[1].name,))
    asked = replace(plain, players=(kept, *plain.players[1:]))
    (one, _), (two, ledger) = played(1, plain), played(1, asked)
    assert any("keep_apart" in each for each in ledger.entries[0].data["state"]["players"])
    assert pairings(two, public=False)[0]["certificate"]["club_clashes"] == 1
    assert pairings(one, public=True) == pairings(two, public=True)
    assert page(one, 1) == page(two, 1)


def test_a_round_that_the_organiser_changed_is_counted_as_it_is_played() -> None:
    now = ask(swiss(8), PairRound.KEY, 2)
    first, ledger = published(now)
    now = typed(now, first)
    second, ledger = published(now, ledger)
    assert second.pairings[1].certificate is not None
    names = {each.id: each.name for each in now.players}
    before = [table.players for table in first.rounds[0].tables]
    rows = tuple(
        Row(RowKey(RoundId(1, 2), RowKind.TABLE, number), number, tuple(map(names.get, players)))
        for number, players in enumerate(before, start=1)
    )
    changed = replace(now, rounds=(*now.rounds, RoundSheet(RoundId(1, 2), rows)))
    third, _ = published(changed, ledger)
    made = third.pairings[1].certificate
    assert made is not None
    assert [each.seats for each in third.pairings[1].tables] == before
    assert made.repeated_pairs == 12
    assert "The organiser filled table 1 by hand." in made.notes
    assert "12 pairs of players meet again" in page(third, 2)
    assert third.pairings[1].drawn_from == second.pairings[1].drawn_from


def test_nothing_is_shown_of_a_round_nobody_drew_or_whose_results_are_kept_back() -> None:
    made = sample.snapshot(Plan(players=26))
    assert all(each.drawn_from is None for each in made.pairings)
    assert "Check the draw" not in page(made, 2)
    assert "drawn_from" not in pairings(made, public=False)[0]
    assert "Paired up" not in page(told(hidden=True), 2)
    (_, second, _) = pairings(told(hidden=True), public=True)
    assert not {"moved_up", "moved_down"} & set(second["certificate"])
    (_, second, _) = pairings(told(hidden=True), public=False)
    assert {"moved_up", "moved_down"} <= set(second["certificate"])


def told(*, hidden: bool = False) -> Snapshot:
    """A sample whose second round has two players of another points group, and uneven seats."""
    made = sample.snapshot(Plan(players=26, waiting=2))
    table = made.pairings[1].tables[0]
    certificate = Certificate(
        1, 0, Fraction(14), moved_up=table.seats[:1], moved_down=table.seats[1:2], uneven_seats=3
    )
    second = replace(made.pairings[1], certificate=certificate)
    phase = made.phases[0]
    rules = replace(phase.ruleset, standings_hidden=hidden)
    return replace(
        made,
        phases=(replace(phase, ruleset=rules),),
        pairings=(made.pairings[0], second, *made.pairings[2:]),
    )


def test_a_round_s_page_names_who_is_paired_up_and_down_and_says_how_even_the_seats_are() -> None:
    text = page(told(), 2)
    assert "<summary>Paired up and down: 2 players</summary>" in text
    seats = told().pairings[1].tables[0].seats
    up, down = re.findall(r'<ul class="moves">(.*?)</ul>', text)
    assert f'href="../players/{seats[0]}.html"' in up
    assert f'href="../players/{seats[1]}.html"' in down
    assert re.search(r"Table \d+ · \d+ points?, paired with \d+", up)
    assert "Seats are uneven for 3 players." in page(told(), 2)
    even = replace(told().pairings[1], certificate=Certificate(uneven_seats=0))
    snapshot = replace(told(), pairings=(even,))
    assert "Seats are even for everybody." in page(snapshot, 2)
    unknown = replace(even, certificate=Certificate())
    assert "Seats are" not in page(replace(told(), pairings=(unknown,)), 2)


@pytest.mark.parametrize("made", [
    Certificate(),
    Certificate(1, 2, Fraction(7, 2), Fraction(3), False, ("A.",), 4, ("A",), ("B", "C"), 5),
])  # fmt: skip
def test_a_certificate_comes_back_from_its_document_as_it_was(made: Certificate) -> None:
    assert Certificate.from_document(json.loads(json.dumps(made.to_document()))) == made


def test_a_certificate_of_an_older_ledger_is_still_read_and_its_round_told_of_in_full() -> None:
    document = Certificate(1, 2, Fraction(3), Fraction(3), True, ("A note.",)).to_document()
    for key in ("club_clashes", "moved_up", "moved_down", "uneven_seats"):
        del document[key]
    assert Certificate.from_document(document) == Certificate(
        1, 2, Fraction(3), Fraction(3), True, ("A note.",)
    )
    new = ("club_clashes", "moved_up", "moved_down", "uneven_seats")
    snapshot, ledger = played(3, swiss(14))
    older = []
    for entry in ledger.entries:
        if entry.kind is EntryKind.PAIRED:
            made = entry.data["certificate"].items()
            said = {key: value for key, value in made if key not in new}
            entry = replace(entry, data={**entry.data, "certificate": said})
        older.append(entry)
    again = compute(snapshot.event, Ledger(tuple(older)))
    assert [each.certificate for each in again.pairings] == [
        each.certificate for each in snapshot.pairings
    ]
    assert any(each.certificate and each.certificate.moved_up for each in again.pairings)


@pytest.mark.parametrize(
    ("reason", "shown"),
    [("They asked.", "They asked."), ("They asked", "They asked."), ("", "."), ("Hm...", "Hm...")],
)
def test_a_reason_that_ends_in_a_full_stop_is_told_with_one(reason: str, shown: str) -> None:
    hall = Hall(swiss(8, 2))
    hall.say(ShuffleSeats.KEY, 1, table=1, reason=reason)
    text = render(hall.snapshot, {}).files["rounds/R1.html"].decode()
    (changed,) = re.findall(r"<bdi>(Changed by the organiser, .*?)</bdi>", text)
    on_desk = [each.words for each in told_on_the_desk(hall.snapshot, hall.lines("reseated"))]
    for said in (changed, *on_desk):
        assert said.endswith(shown)
        assert not re.search(r"[^.]\.\.$", said)
    assert len(on_desk) == 1
