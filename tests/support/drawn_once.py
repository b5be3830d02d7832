"""Drawings that are verified again and again."""

import json
from functools import cache
from typing import Any

import pytest

from runner.compute import verify_public
from runner.compute.verify import drawn_again
from runner.ledger.seal import canonical


def drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw each state again once, however often what was published is verified."""

    @cache
    def again(algorithm: str, state: str) -> Any:
        return drawn_again(algorithm, json.loads(state))

    monkeypatch.setattr(
        verify_public, "drawn_again", lambda name, state: again(name, canonical(state))
    )
