"""By what readers of feeds and calendars know an event and its rounds again."""

from uuid import NAMESPACE_URL, uuid5

from runner.compute.snapshot import Snapshot


def mark(snapshot: Snapshot, of: str) -> str:
    """A UUID that stays whatever is corrected: of what the ledger first said of the seed, and of
    the event's name and date where it has said nothing."""
    promised = next((line.data["sha256"] for line in snapshot.seeds), "")
    event = promised or f"{snapshot.event.name} {snapshot.event.date}"
    return str(uuid5(NAMESPACE_URL, f"runner {event} {of}"))
