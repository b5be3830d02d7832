"""Which tests `make quick` leaves out: those that compare with an exact solver, play many events,
or start many processes.

`make test` runs them all.
"""

import pytest

THOROUGH = {
    "test_certificate_reasons",
    "test_certificate_recount",
    "test_pairing_bounds",
    "test_pairing_exact",
    "test_pairing_h2h_ahead",
    "test_pairing_h2h_best",
    "test_pairing_h2h_tiny",
    "test_pairing_look_ahead",
    "test_pairing_pods",
    "test_pairing_seats",
    "test_pairing_state",
    "test_pairing_tiny",
    "test_pod_elimination",
    "test_kill_build",
    "test_proving",
    "test_single_elimination",
    "test_slips",
    "test_write_back_races",
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, so that `-m "not thorough"` leaves them out."""
    for item in items:
        if item.path.stem in THOROUGH:
            item.add_marker(pytest.mark.thorough)
