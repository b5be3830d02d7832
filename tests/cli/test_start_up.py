"""What a command loads before it does anything: the packages that it needs, and no others."""

import json
from itertools import islice
from pathlib import Path

import pytest

from runner.core.phase import Mode
from runner.pairing.state import to_document
from tests.support import processes
from tests.support.states import event

pytestmark = pytest.mark.thorough  # left out of make quick

ROOT = Path(__file__).parents[2]
EXAMPLE = str(ROOT / "events" / "example-pods")


def loaded(*words: str, given: str = "") -> set[str]:
    """The heavy packages that came with a run of `what_is_loaded`."""
    done = processes.run("what_is_loaded", *words, input=given, text=True)
    return {*done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize("words", [("--help",), ("build", "--help"), ("status", EXAMPLE)])
def test_a_look_loads_nothing_heavy(words: tuple[str, ...]) -> None:
    assert loaded("command", *words) == set()


def test_types_and_rooms_load_nothing_heavy() -> None:
    modules = (
        "core.event", "ledger.ledger", "rules.ruleset", "rules.presets", "standings.ranking",
        "standings.scoring", "pairing.model", "pairing.engine", "pairing.bounds.effort", "phases",
        "phases.model", "compute.compute", "compute.verify", "workbook.read.read",
        "interchange.event_out", "render.desk.status", "render.site", "app.load", "app.pipeline",
    )  # fmt: skip
    assert loaded("modules", *(f"runner.{each}" for each in modules)) == set()


@pytest.mark.parametrize(
    ("mode", "expected"), [(Mode.MULTIPLAYER, {"numpy"}), (Mode.HEAD_TO_HEAD, {"rustworkx"})]
)
def test_pairing_loads_what_it_pairs_with(mode: Mode, expected: set[str]) -> None:
    _, (state, _) = (next(rounds) for rounds in [event(64, mode)] for _ in range(2))
    assert loaded("command", "pair", given=json.dumps(to_document(state))) == expected


def test_a_round_whose_bound_needs_a_linear_programme_loads_its_solver_and_no_more() -> None:
    *_, (state, _) = islice(event(64, Mode.MULTIPLAYER), 5)
    given = json.dumps(to_document(state))
    assert loaded("command", "pair", given=given) == {"numpy", "highspy"}


def test_what_is_looked_for_would_be_found() -> None:
    assert loaded("modules", "scipy.optimize") == {"numpy", "scipy"}
