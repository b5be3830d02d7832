"""Search for a proof that a published round could not have been paired better.

Runs in the background. The result is appended to the ledger and shown on the round's page.
"""

from runner.app import journal
from runner.app.event_folder import EventFolder
from runner.app.load import record
from runner.core.identifiers import RoundId
from runner.ledger.entries import DRAWN, Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.pairing import engine
from runner.pairing.bounds.effort import THOROUGH
from runner.pairing.state import PairingInput, from_document
from runner.process_locks import wait_for_lock


def waiting(ledger: Ledger) -> Entry | None:
    """Return the entry of the latest round's draw if no proof has been searched for yet."""
    latest = max(ledger.rounds, default=None)
    if latest is None:
        return None
    last, *later = ledger.of_pairing(latest)
    if last.kind not in DRAWN or not last.data.get("state"):
        return None
    if any(entry.kind is EntryKind.PROVED for entry in later):
        return None
    certificate = last.data.get("certificate") or {}
    same = last.data.get("algorithm") == engine.ALGORITHM
    return last if same and not certificate.get("proved_optimal") else None


def prove_latest(folder: EventFolder) -> RoundId | None:
    """Search for the proof of the latest round and record the result in the ledger. Return the
    round, or None if there was nothing to prove.

    Raises BusyError if another Runner keeps the ledger locked for too long.
    """
    draw = waiting(_ledger(folder))
    state = from_document(draw.data["state"]) if draw else None
    if draw is None or not isinstance(state, PairingInput):
        return None
    result = engine.with_bound(state, engine.pair(state), THOROUGH)
    entry = Entry(EntryKind.PROVED, draw.round, {"certificate": result.certificate.to_document()})
    with wait_for_lock(folder.lock):
        ledger = _ledger(folder)
        if waiting(ledger) != draw:  # drawn anew meanwhile
            return None
        record(folder, ledger, [entry], "")
    return draw.round


def _ledger(folder: EventFolder) -> Ledger:
    return parse(journal.read(folder.ledger).complete)[0]
