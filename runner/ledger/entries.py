"""The kinds of ledger lines, and the data of each."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.player import Player


class EntryKind(StrEnum):
    """What a line records."""

    PAIRED = "paired"  # a round paired and published
    IMPORTED = "imported"  # a round imported as it was played
    REPAIRED = "repaired"  # a published round paired again
    OVERRIDDEN = "overridden"  # tables that the organiser changed in the workbook
    RESULTS = "results"  # new results
    CORRECTED = "corrected"  # a result changed after it was recorded
    # Results set aside at some tables are no longer in their cells; what is typed there now counts.
    RETYPED = "retyped"
    # A result that phones have sent counts as if it were typed; "by" are the seats or roles that
    # reported it. An empty one withdraws it.
    REPORTED = "reported by phone"
    ARRIVED = "reports are in their cells"  # at these tables only the cells count from now on
    # What a judge has sent by phone counts: extra minutes, a penalty, a drop, a note or a call; or
    # that a player drops, sent from the seat in "by" as the report number "last". The "rows" are
    # the equal ones in the workbook at that time.
    RULED = "ruled by phone"
    RULING_UNDONE = "ruling undone"  # by who has sent it
    RULING_WRITTEN = "rulings are in the workbook"  # of these only the workbook counts from now on
    # What was undone has left the workbook; "by_hand": it was gone, or changed, at a save.
    RULING_CLEARED = "rulings are out of the workbook"
    # The names of a round are in the workbook, except in the cells that still have "in_cells".
    WRITTEN = "written"
    PHASE_ENDED = "phase ended"  # no further round in a phase
    PHASE_REOPENED = "phase reopened"  # it has further rounds again
    ROUND_ADDED = "round added"  # one more round than planned
    CUT_ANEW = "cut anew"  # the cut into a phase redone with the results of that moment
    REDRAWN = "to be drawn again"  # a round that is not published yet
    RESEATED = "reseated"  # seats of a published round changed by a decision
    DELETED = "deleted"  # a published round withdrawn with its results
    UNDONE = "undone"  # an earlier line that no longer counts
    # A line of Decisions that was carried out or refused no longer says yes: it can be used again.
    CLEARED = "cleared"
    # A line of Decisions could not be carried out, or had no effect, as typed; it never acts later.
    REFUSED = "refused"
    UNDO_REFUSED = "undo refused"  # the same for an Undo, in earlier ledgers
    PLAYER = "player"  # a player drops, comes late or returns
    RENAMED = "renamed"  # players whose names on the sheet have changed
    MEANT = "changes are meant"  # a save that was held back counts by the organiser's decision
    DOCUMENT = "document"  # how an imported document spelled what a workbook spells differently
    PROVED = "proved"  # a certificate of a pairing that was found after publication
    # The SHA-256 of the event's seed and the number rolled at the venue, which determine all draws
    # from then on; it cannot be undone.
    SEED = "seed"
    # Later lines are lost, and the ledger continues; how far it had gone, and from what it was
    # restored.
    RESUMED = "resumed"
    # A player's name was removed from earlier lines; which, and their previous seals.
    ERASED = "erased"
    # The pods and seats of a phase's draft, drawn or changed by hand; they replace earlier ones.
    DRAFTED = "draft pods"
    BUILDING = "building begun"  # the draft is over, decks are built, and its pods are final
    UNLOCKED = "draft pods unlocked"  # the pods may be changed again
    # Sealed pools are registered, or decks built from them at once; who sits at which table.
    REGISTERING = "registration begun"
    # The staff have looked at the next round before it is published: the SHA-256 of what they saw,
    # that of the workbook, and what was changed since they looked before.
    PREVIEWED = "previewed"
    # A previewed round is published: whether it equals the last preview, or what was changed.
    COMPARED = "compared with its preview"
    # Whose decks are checked in a round; "lot" is what they were drawn from.
    DECKS = "deck checks drawn"


DRAWN = (EntryKind.PAIRED, EntryKind.REPAIRED)
"""Kinds of lines in which Runner paired a round."""

PRIVATE = (EntryKind.PREVIEWED, EntryKind.COMPARED)
"""Kinds of lines on which nothing public depends: `Ledger.previews`."""

PUBLISHING = (*DRAWN, EntryKind.IMPORTED)
"""Kinds of lines that publish a round."""

LOSES_RESULTS = (EntryKind.REPAIRED, EntryKind.DELETED)
"""Kinds of lines that discard the results of a round; undone, those that are still typed count
again."""

OF_A_PAIRING = (*PUBLISHING, EntryKind.OVERRIDDEN, EntryKind.RESEATED, EntryKind.RETYPED,
                EntryKind.WRITTEN, EntryKind.PROVED, EntryKind.REPORTED,
                EntryKind.ARRIVED)  # fmt: skip
"""Kinds of lines about one pairing of a round, which are void when it is."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One recorded fact; `data` is plain JSON. `at` (ISO 8601) is set when it is written."""

    kind: EntryKind
    round: RoundId
    data: Mapping[str, Any]
    at: str = ""


def sets_names(entry: Entry) -> bool:
    """Return whether the cells of a round need other names after a line than before."""
    return entry.kind in (*PUBLISHING, EntryKind.RESEATED) or changes_pairing(entry)


def changes_pairing(entry: Entry) -> bool:
    """Return whether a line withdraws a pairing of its round, or restores one."""
    kinds = (*PUBLISHING, EntryKind.DELETED, EntryKind.RESEATED)
    undone = entry.kind is EntryKind.UNDONE and entry.data["what"] in kinds
    return undone or entry.kind is EntryKind.DELETED


UNDO = "undo the last decision"
"""The decision that undoes another; it is defined here because earlier ledgers mention it alone."""

Request = tuple[str, int, int, str, int]
"""What a line of Decisions asks for: kind, phase, round, player by `names.key`, and table."""

Asked = tuple[str, int, int, str, int, str]
"""A line of Decisions as typed: kind, phase, round, player, table and reason."""

Coming = tuple[int | None, ...]
"""The rounds of the event in which a player enters, drops after, and returns."""

ALWAYS: Coming = (1, None, None)


def coming(player: Player) -> Coming:
    """Return when a player takes part, in the form of the ledger."""
    return (player.enters, player.drops_after, player.returns)
