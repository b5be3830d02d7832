"""Where the real tournaments are, and how a test gets at one."""

import json
from pathlib import Path
from typing import Any

import pytest

from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.interchange.event_in import event_from
from runner.ledger.ledger import Ledger

FOLDER = Path(__file__).parents[3] / "shared" / "data"
NAMES = sorted(path.name.removesuffix(".event.json") for path in FOLDER.glob("*.event.json"))
HEAD_TO_HEAD = [name for name in NAMES if name.startswith("h2h")]

needs_data = pytest.mark.skipif(not NAMES, reason="the real tournaments are not here")


def document(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.event.json").read_text(encoding="utf-8"))


def expected(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.expected.json").read_text(encoding="utf-8"))


def snapshot(event_document: Any) -> Snapshot:
    imported, problems = event_from(event_document)
    assert imported is not None, problems
    ledger, _ = Ledger().extended(imported.entries)
    return compute(imported.event, ledger)
