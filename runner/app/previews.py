"""What was changed since a round was previewed, in words that go into the ledger."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from runner.app.history.keep import words_of
from runner.app.history.look_back import event_of
from runner.app.history.saves import Store
from runner.app.load import Loaded
from runner.compute.decisions.pair import PairRound
from runner.core.decks import Deck
from runner.core.event import Event
from runner.core.problems import Place, Problem, note
from runner.ledger.entries import PRIVATE, Entry, EntryKind
from runner.ledger.words import verified

_MOST = 12  # changes that are named
_BY_PHONE = (EntryKind.REPORTED, EntryKind.RULED, EntryKind.RULING_UNDONE)
_LOST = "something in the workbook, of which that save is not kept any more"
_ELSE = "nothing in the workbook, so the draw itself: its seed, or the version of Runner"


def with_changes(entries: Sequence[Entry], loaded: Loaded, store: Store) -> tuple[Entry, ...]:
    """Return the entries; those about previews say what was changed since the last preview."""
    return tuple(
        _with_changes(entry, loaded, store) if entry.kind in PRIVATE else entry for entry in entries
    )


def _with_changes(entry: Entry, loaded: Loaded, store: Store) -> Entry:
    data, seen = dict(entry.data), loaded.ledger.previewed(entry.round)
    if entry.kind is EntryKind.PREVIEWED:
        data["workbook"] = loaded.digest
    if seen and not data.get("same"):
        data["changed"] = _named(seen[-1], loaded, store)
    return replace(entry, data=data)


def _named(seen: Entry, loaded: Loaded, store: Store) -> list[str]:
    words = [*_since(seen, loaded, store)] or [_ELSE]
    return words[:_MOST] + ([f"and {len(words) - _MOST} more"] if len(words) > _MOST else [])


def outdated(loaded: Loaded, store: Store) -> Iterator[Problem]:
    """Yield a note if the next round is no longer as it was previewed last."""
    for pairing in loaded.snapshot.pairings:
        seen = loaded.ledger.previewed(pairing.round) if pairing.proposed else ()
        if seen and seen[-1].data["sha256"] != loaded.snapshot.preview:
            changed = "; ".join(_named(seen[-1], loaded, store))
            yield note("preview.outdated", Place("Decisions"),
                f"{loaded.event.title(pairing.round)} is no longer as it was previewed. Changed "
                f"since: {changed}.",
                "Preview it again, or type yes to publish it as it is now.")  # fmt: skip


def _since(seen: Entry, loaded: Loaded, store: Store) -> Iterator[str]:
    """Yield what was typed, and what came by phone, since that preview."""
    if seen.data["workbook"] != loaded.digest:
        before = _workbook(seen, store)
        now = _without_asking(loaded.event)
        yield from words_of(_without_asking(before), now, ()) if before else (_LOST,)
    at = next(before for before, entry in loaded.ledger.previews if entry is seen)
    for entry in loaded.ledger.entries[at:]:
        if entry.kind in _BY_PHONE:
            yield f"{loaded.event.title(entry.round)}, {verified(entry)}"


def _workbook(seen: Entry, store: Store) -> Event | None:
    """Return the content of the workbook at that preview; None if it is not kept."""
    try:
        saves = [save for save in store.all() if save.digest == seen.data["workbook"]]
    except OSError:
        return None
    return event_of(store, saves[-1]) if saves else None


def _without_asking(event: Event) -> Event:
    """Return a workbook without what asks for a round or its preview, and without what is private
    and changes no pairing, such as notes."""
    players = tuple(
        replace(each, notes="", reason="", handle="", deck=Deck(), extra={})
        for each in event.players
    )  # fmt: skip
    others = tuple(line for line in event.decisions if line.kind != PairRound.KEY)
    return replace(event, saved="", decisions=others, previews=(), players=players)
