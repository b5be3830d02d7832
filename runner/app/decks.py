"""Draw whose decks are checked in the round that is out, and record it in the ledger."""

from dataclasses import replace
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.load import load, record
from runner.compute.decks import drawing
from runner.compute.snapshot import Snapshot
from runner.disk import contents_once_there
from runner.process_locks import wait_for_lock


def draw(folder: EventFolder, many: int) -> Snapshot | None:
    """Draw until `many` players are drawn for the round. Return the event with them; None if it
    cannot be used as it is, or no round is out."""
    with wait_for_lock(folder.lock):
        workbook = folder.workbook()
        loaded = (
            load(folder, contents_once_there(workbook))[0] if isinstance(workbook, Path) else None
        )
        if loaded is None or (now := loaded.snapshot.current_round) is None:
            return None
        known = loaded.snapshot
        line = drawing(known.event, loaded.ledger, known.players, now, many)
        if line is None:
            return known
        ledger = record(folder, loaded.ledger, [line], known.event.time_zone)
        return replace(known, deck_checks=ledger.deck_checks)
