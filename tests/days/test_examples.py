"""The worked examples in `events` are golden: what follows from them changes only on purpose.
UPDATE_GOLDEN=1 writes the new snapshots, to be looked at before they are committed."""

import json
import os
from pathlib import Path

import pytest

from runner.app.event_folder import EventFolder
from runner.compute.verify import verify
from runner.interchange.snapshot_out import snapshot_document
from tests.support.folders import opened

EVENTS = Path(__file__).parents[2] / "events"
EXAMPLES = sorted(path.parent for path in EVENTS.glob("*/snapshot.json"))


def test_there_are_examples() -> None:
    assert [each.name for each in EXAMPLES] == ["example-duel", "example-pods"]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.name)
def test_an_example_gives_its_golden_snapshot(example: Path) -> None:
    folder = EventFolder(example)
    assert isinstance(folder.workbook(), Path)
    loaded = opened(folder)
    document = snapshot_document(loaded.snapshot, loaded.problems)
    golden = example / "snapshot.json"
    if "UPDATE_GOLDEN" in os.environ:
        golden.write_text(json.dumps(document, ensure_ascii=False, indent=1) + "\n")
    assert document == json.loads(golden.read_text(encoding="utf-8"))
    assert all(finding.sound is not False for finding in verify(loaded.ledger))
