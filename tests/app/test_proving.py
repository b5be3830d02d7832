"""The proof that a round is best, looked for once it is out, and kept in the ledger."""

from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.prove import prove_latest, waiting
from runner.app.rehearse import play
from runner.compute.verify import verify
from runner.core.event import RoundId
from runner.ledger import ledger as ledgers
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.pairing import engine
from runner.pairing.engine import Result
from tests.support.events import planned
from tests.support.folders import data_of, event_folder, opened

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    return event_folder(tmp_path / "friday", planned(61, rounds=5))


@pytest.fixture
def pipeline(folder: EventFolder, tmp_path: Path) -> Pipeline:
    made = Pipeline(folder, tmp_path / "site")
    play(made, 2)
    return made


def ledger(folder: EventFolder) -> Ledger:
    return ledgers.parse(folder.ledger.read_bytes())[0]


def test_a_round_s_proof_comes_after_it_and_stays(folder: EventFolder, pipeline: Pipeline) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    before = ledger(folder)
    assert before.rounds[RoundId(1, 3)].certificate is not None
    assert not before.rounds[RoundId(1, 3)].certificate["proved_optimal"]
    assert prove_latest(folder) == RoundId(1, 3)
    after = ledger(folder)
    certificate = after.rounds[RoundId(1, 3)].certificate
    assert certificate is not None
    assert certificate["lower_bound"] > before.rounds[RoundId(1, 3)].certificate["lower_bound"]
    assert after.rounds[RoundId(1, 3)].seating == before.rounds[RoundId(1, 3)].seating
    assert prove_latest(folder) is None
    assert len(ledger(folder).entries) == len(after.entries)
    assert all(finding.sound is not False for finding in verify(after))


def test_the_pages_show_it(folder: EventFolder, pipeline: Pipeline, tmp_path: Path) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    page = tmp_path / "site" / "rounds" / "R3.html"
    before = page.read_text()
    prove_latest(folder)
    pipeline.run(data_of(folder))
    assert page.read_text() != before
    loaded = opened(folder)
    shown = loaded.snapshot.pairings[2].certificate
    assert shown is not None
    assert shown.lower_bound > 0


def test_a_round_drawn_anew_meanwhile_gets_no_proof_of_the_old_one(
    folder: EventFolder, pipeline: Pipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipeline.run(data_of(folder), publish_next=True)
    old = waiting(ledger(folder))
    assert old is not None
    proved = engine.with_bound

    def drawn_anew(*arguments: object) -> Result:
        folder.ledger.write_bytes(b"")
        return proved(*arguments)  # type: ignore[arg-type]  # passed on as they came

    monkeypatch.setattr(engine, "with_bound", drawn_anew)
    assert prove_latest(folder) is None
    assert all(each.kind is not EntryKind.PROVED for each in ledger(folder).entries)


def test_nothing_is_looked_for_before_a_round_is_out(folder: EventFolder) -> None:
    assert waiting(Ledger()) is None
    assert prove_latest(folder) is None
