"""Whatever is taken out of published data, added or changed is noticed, or said to be unchecked."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.cli import main
from runner.compute import verify_public
from runner.compute.verify import SEAL, sealed
from runner.core.phase import Mode, Phase
from runner.interchange import schema
from runner.ledger.seal import canonical
from tests.support.drawn_once import drawn_once
from tests.support.events import planned
from tests.support.folders import event_folder

Documents = tuple[Any, Any]
Path_ = tuple[str | int, ...]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of a finished event: pods, then a final table."""
    root = tmp_path_factory.mktemp("complete")
    phases = (
        Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=2),
        Phase(2, "Top 4", Mode.MULTIPLAYER, "single_elimination", cut=4),
    )
    folder = event_folder(root / "friday", planned(players(9), *phases, seed="heron"))
    snapshot = play(Pipeline(folder, root / "site"), 99).report.snapshot
    assert snapshot is not None
    assert snapshot.over
    return root / "site"


@pytest.fixture(scope="module")
def published(site: Path) -> Documents:
    return tuple(document(site, name) for name in ("snapshot", "rounds"))


def document(site: Path, name: str) -> Any:
    return json.loads((site / "data" / f"{name}.json").read_bytes())


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_once(monkeypatch)


@pytest.fixture(autouse=True)
def _with_results(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The results are as they were published."""
    monkeypatch.setitem(EVENT, "now", document(site, "event"))


EVENT: dict[str, Any] = {}


def code(snapshot: Any, rounds: Any) -> int:
    try:
        found = verify_public.check(snapshot, rounds, EVENT["now"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return 1
    if any(each.sound is False for each in found):
        return 1
    return 3 if any(each.unchecked for each in found) else 0


def places(value: Any, at: Path_ = ()) -> Iterator[Path_]:
    """Every key and every element, but of long lists only the first two and the last."""
    if at:
        yield at
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*at, key))
    elif isinstance(value, list):
        for index in sorted({0, 1, len(value) - 1} & {*range(len(value))}):
            yield from places(value[index], (*at, index))


def removed(parent: Any, key: Any) -> None:
    del parent[key]


def changed(parent: Any, key: Any) -> None:
    value = parent[key]
    if isinstance(value, bool):
        parent[key] = not value
    elif isinstance(value, int | float):
        parent[key] = value + 1
    elif isinstance(value, str):
        parent[key] = f"{value}0"
    elif isinstance(value, list):
        parent[key] = [*value, *value[:1]] or ["P001"]
    elif isinstance(value, dict):
        parent[key] = {}
    else:
        parent[key] = 1


def doubled(parent: Any, key: Any) -> None:
    if isinstance(parent, list):
        parent.append(copy.deepcopy(parent[key]))
    else:
        parent[f"{key} again"] = copy.deepcopy(parent[key])


CHANGES = (removed, changed, doubled)


def forged(
    published: Documents, which: int, at: Path_, change: Callable[[Any, Any], None]
) -> Documents:
    """The documents once a place in one of them is no longer what it was."""
    documents = list(published)
    documents[which] = copy.deepcopy(documents[which])
    parent = documents[which]
    for key in at[:-1]:
        parent = parent[key]
    change(parent, at[-1])
    return documents[0], documents[1]


def found(document: Any, at: Path_) -> Any:
    for key in at:
        document = document[key]
    return document


@pytest.mark.thorough
def test_what_was_published_is_sealed_and_sound(site: Path, published: Documents) -> None:
    assert schema.problems(published[1], "runner-rounds/1") == []
    assert code(*published) == 0
    done = CliRunner().invoke(main, ["verify", "--published", str(site)])
    assert done.exit_code == 0, done.output
    assert "rankings recomputed from the results: the same" in done.output


@pytest.mark.thorough
@pytest.mark.parametrize("which", [0, 1], ids=["snapshot", "rounds"])
def test_whatever_is_removed_changed_or_added_is_noticed(published: Documents, which: int) -> None:
    missed = [
        (change.__name__, at)
        for at in places(published[which])
        for change in CHANGES
        if (made := forged(published, which, at, change)) != published and not code(*made)
    ]
    assert missed == []


def resealed(documents: Documents) -> Documents:
    """The documents with the seal that somebody computes who knows how."""
    snapshot, rounds = documents
    without = {key: value for key, value in rounds.items() if key != SEAL}
    return snapshot, sealed(without, canonical(snapshot), canonical(EVENT["now"]))


DRAWN_LATER = ("standings", "final", "problems", "format", "ledger")
"""What follows from results, and which ledger it is, which only the organiser can compare."""


def about_a_draw(at: Path_) -> bool:
    """Whether a place says who sits where, or from what that was drawn."""
    other = (at[0] == "event" and "as_of_round" not in at) or at[-1] == "at"
    return at[0] not in (*DRAWN_LATER, SEAL) and not other and "notes" not in at


def says_nothing(value: Any, now: Any, at: Path_) -> bool:
    """Whether a change leaves what is said: nothing changed, the one promise of a seed is there a
    second time, or there is something in place of no certificate."""
    return value == now or at == ("seeds",) or (at[-1] == "certificate" and value is None)


@pytest.mark.thorough
@pytest.mark.parametrize("which", [0, 1], ids=["snapshot", "rounds"])
@pytest.mark.parametrize("change", [removed, changed], ids=["removed", "changed"])
def test_with_the_seal_computed_anew_what_is_about_a_draw_is_noticed_all_the_same(
    published: Documents, which: int, change: Callable[[Any, Any], None]
) -> None:
    missed = []
    for at in filter(about_a_draw, places(published[which])):
        documents = forged(published, which, at, change)
        if change is changed and says_nothing(
            found(published[which], at), found(documents[which], at), at
        ):
            continue
        documents = resealed(documents)
        if not code(*documents) and not told(*documents):
            missed.append(at)
    assert missed == [], missed


def told(snapshot: Any, rounds: Any) -> bool:
    """Whether a changed table or bye is said, or that a proof was found later."""
    return any(
        "changed by the organiser" in each.what or "found later" in each.what
        for each in verify_public.check(snapshot, rounds)
    )


@pytest.mark.parametrize("key", ["drawn_from", "certificate"])
@pytest.mark.thorough
def test_a_round_without_what_it_was_drawn_from_is_never_sound(
    published: Documents, key: str
) -> None:
    snapshot, rounds = copy.deepcopy(published)
    del snapshot["pairings"][0]["drawn_from"]
    if key == "certificate":
        snapshot["pairings"][0]["certificate"] = None
        for each in ("engine", "state"):
            del rounds["rounds"][0][each]
    snapshot, rounds = resealed((snapshot, rounds))
    assert code(snapshot, rounds) == (3 if key == "certificate" else 1)


@pytest.mark.parametrize("phase", [1, 2])
def test_a_round_that_is_in_neither_document_is_missed(published: Documents, phase: int) -> None:
    snapshot, rounds = copy.deepcopy(published)
    for document, name in ((snapshot, "pairings"), (rounds, "rounds")):
        document[name] = [
            each for each in document[name] if (each["phase"], each["round"]) != (phase, 1)
        ]
    assert code(*resealed((snapshot, rounds))) == 1


def test_a_seed_never_promised_and_a_site_without_a_seal_are_said_to_be_unchecked(
    published: Documents,
) -> None:
    snapshot, rounds = copy.deepcopy(published)
    del snapshot["seeds"]
    assert code(snapshot, rounds) == 1
    assert code(*resealed((snapshot, rounds))) == 3
    snapshot, rounds = published
    assert code(snapshot, {key: value for key, value in rounds.items() if key != SEAL}) == 3


def test_a_proof_that_was_found_after_the_round_was_out_is_told_and_no_fault(
    published: Documents,
) -> None:
    snapshot, rounds = copy.deepcopy(published)
    certificate = snapshot["pairings"][1]["certificate"]
    certificate["proved_optimal"] = not certificate["proved_optimal"]
    documents = resealed((snapshot, rounds))
    assert code(*documents) == (0 if certificate["proved_optimal"] else 1)
    assert told(*documents) is certificate["proved_optimal"]
