"""What the lines of the ledger record: their kinds, and what each has to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.player import Player


class EntryKind(StrEnum):
    """What a line records."""

    PAIRED = "paired"  # a round paired and published
    IMPORTED = "imported"  # a round taken over as it was
    REPAIRED = "repaired"  # a published round drawn anew
    OVERRIDDEN = "overridden"  # tables that the organiser changed in the workbook
    RESULTS = "results"  # results as they came in
    CORRECTED = "corrected"  # a result changed after it was recorded
    # What was set aside at some tables has left their cells, and what is typed there now counts.
    RETYPED = "retyped"
    # The names of a round are in the workbook, but for cells in which still stands "in_cells".
    WRITTEN = "written"
    PHASE_ENDED = "phase ended"  # no further round in a phase
    PHASE_REOPENED = "phase reopened"  # its rounds go on
    ROUND_ADDED = "round added"  # a round more than were planned
    CUT_ANEW = "cut anew"  # the cut into a phase made again, by the results as they were then
    REDRAWN = "to be drawn again"  # of a round that is not out yet
    RESEATED = "reseated"  # places in a published round changed by a decision
    DELETED = "deleted"  # a published round taken back with its results
    UNDONE = "undone"  # an earlier line that does not count any more
    # A line of Decisions that was carried out or refused says yes no longer, and may be used again.
    CLEARED = "cleared"
    # A line of Decisions could not be carried out, or had no effect, as typed; it never acts later.
    REFUSED = "refused"
    UNDO_REFUSED = "undo refused"  # the same of an Undo, in earlier ledgers
    PLAYER = "player"  # somebody leaves, comes late or comes back
    RENAMED = "renamed"  # players whose names on the sheet are others now
    MEANT = "changes are meant"  # a save that was held back counts, since the organiser says so
    DOCUMENT = "document"  # how an imported document wrote what a workbook writes otherwise
    PROVED = "proved"  # what was found, after a round was out, about how good its pairing is
    # The SHA-256 of the event's seed and what the hall has rolled, from which draws follow from
    # there on; nothing takes it back.
    SEED = "seed"
    # Lines that followed are lost, and the ledger goes on; how far it had gone, and from what it
    # was made again.
    RESUMED = "resumed"
    # A player's name was taken out of lines before; which they are, and how they were sealed.
    ERASED = "erased"
    # The pods and seats of a phase's draft, drawn or changed by hand; in the place of those before.
    DRAFTED = "draft pods"
    BUILDING = "building begun"  # the draft is over, decks are built, and its pods stay
    UNLOCKED = "draft pods unlocked"  # they may be changed again
    # Sealed pools are being registered, or are to be built from at once; who sits at which table.
    REGISTERING = "registration begun"


DRAWN = (EntryKind.PAIRED, EntryKind.REPAIRED)
"""What Runner drew."""

PUBLISHING = (*DRAWN, EntryKind.IMPORTED)
"""What puts a round out."""

LOSES_RESULTS = (EntryKind.REPAIRED, EntryKind.DELETED)
"""What takes the results of a round away; undone, they count again where they are still typed."""

OF_A_PAIRING = (*PUBLISHING, EntryKind.OVERRIDDEN, EntryKind.RESEATED, EntryKind.RETYPED,
                EntryKind.WRITTEN, EntryKind.PROVED)  # fmt: skip
"""What is about one pairing of a round, and counts no more when that does not."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing recorded; `data` is plain JSON. `at` (ISO 8601) is stamped when it is written."""

    kind: EntryKind
    round: RoundId
    data: Mapping[str, Any]
    at: str = ""


def sets_names(entry: Entry) -> bool:
    """Return whether from a line on other names are to stand in the cells of its round than
    before."""
    return entry.kind in (*PUBLISHING, EntryKind.RESEATED) or changes_pairing(entry)


def changes_pairing(entry: Entry) -> bool:
    """Return whether a line takes a pairing of its round away, or brings one back."""
    kinds = (*PUBLISHING, EntryKind.DELETED, EntryKind.RESEATED)
    undone = entry.kind is EntryKind.UNDONE and entry.data["what"] in kinds
    return undone or entry.kind is EntryKind.DELETED


UNDO = "undo the last decision"
"""The decision that takes another back; the ledger knows it, since earlier ones name it alone."""

Request = tuple[str, int, int, str, int]
"""What a line of Decisions asks for: its kind, phase, round, player by `names.key`, and table."""

Asked = tuple[str, int, int, str, int, str]
"""A line of Decisions as it was typed: its kind, phase, round, player, table and reason."""

Coming = tuple[int | None, ...]
"""The rounds of the event that a player enters in, drops after, and returns in."""

ALWAYS: Coming = (1, None, None)


def coming(player: Player) -> Coming:
    """In which rounds a player plays, as the ledger has it."""
    return (player.enters, player.drops_after, player.returns)
