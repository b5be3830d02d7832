"""What the lines of the ledger record: their kinds, and what each has to say."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from runner.core.event import Player, RoundId


class EntryKind(StrEnum):
    """What a line records.

    `PAIRED`: a round paired and published. `IMPORTED`: a round taken over as it was. `REPAIRED`: a
    published round drawn anew. `OVERRIDDEN`: tables that the organiser changed in the workbook.
    `RESULTS`: results as they came in. `CORRECTED`: a result changed after it was recorded.
    `RETYPED`: what was set aside at some tables has left their cells, and what is typed there from
    now on counts. `WRITTEN`: the names of a round have arrived in the workbook,
    in all cells but those in which still stands what it has under "in_cells". `PHASE_ENDED`: no
    further round in a phase. `PHASE_REOPENED`: its rounds go on. `ROUND_ADDED`: a round more than
    were planned. `CUT_ANEW`: the cut into a phase made again, by the results as they were then.
    `REDRAWN`: a round that is not out yet is to be drawn again. `RESEATED`: places in a published
    round changed by a decision. `DELETED`: a published round taken back with its results. `UNDONE`:
    an earlier line that does not count any more. `CLEARED`: a line of Decisions that was carried
    out or refused says yes no longer, and may be used again. `REFUSED`: a line of Decisions that
    could not be carried out, or had no effect, as it was typed; it never acts later.
    `UNDO_REFUSED`: the same of an Undo, in earlier ledgers. `PLAYER`: somebody leaves, comes late
    or comes back. `RENAMED`: players whose names on the sheet are others now. `MEANT`: a save that
    was held back counts, since the organiser says so. `PROVED`: what was found, after a round was
    out, about how good its pairing is. `DOCUMENT`: how an imported document wrote what a workbook
    writes otherwise. `SEED`: the SHA-256 of the event's seed and what the hall has rolled,
    from which draws follow from there on; nothing takes it back. `RESUMED`: lines that followed are
    lost, and the ledger goes on all the same; how far it had gone, and from what it was made again.
    `ERASED`: a player's name has been taken out of the lines before; which they are, and how they
    were sealed until then. `DRAFTED`: the pods and seats of a phase's draft, drawn or changed by
    hand; it stands in the place of those before. `BUILDING`: the draft is over, decks are built,
    and its pods stay. `UNLOCKED`: they may be changed again. `REGISTERING`: sealed pools are being
    registered, or are to be built from at once; who sits at which table.
    """

    PAIRED = "paired"
    IMPORTED = "imported"
    REPAIRED = "repaired"
    OVERRIDDEN = "overridden"
    RESULTS = "results"
    CORRECTED = "corrected"
    RETYPED = "retyped"
    WRITTEN = "written"
    PHASE_ENDED = "phase ended"
    PHASE_REOPENED = "phase reopened"
    ROUND_ADDED = "round added"
    CUT_ANEW = "cut anew"
    REDRAWN = "to be drawn again"
    RESEATED = "reseated"
    DELETED = "deleted"
    UNDONE = "undone"
    CLEARED = "cleared"
    REFUSED = "refused"
    UNDO_REFUSED = "undo refused"
    PLAYER = "player"
    RENAMED = "renamed"
    MEANT = "changes are meant"
    DOCUMENT = "document"
    PROVED = "proved"
    SEED = "seed"
    RESUMED = "resumed"
    ERASED = "erased"
    DRAFTED = "draft pods"
    BUILDING = "building begun"
    UNLOCKED = "draft pods unlocked"
    REGISTERING = "registration begun"


DRAWN = (EntryKind.PAIRED, EntryKind.REPAIRED)
"""What Runner drew."""

PUBLISHING = (*DRAWN, EntryKind.IMPORTED)
"""What puts a round out."""

LOSES_RESULTS = (EntryKind.REPAIRED, EntryKind.DELETED)
"""What takes the results of a round away; undone, they count again where they are still typed."""

OF_A_PAIRING = (
    *PUBLISHING,
    EntryKind.OVERRIDDEN,
    EntryKind.RESEATED,
    EntryKind.RETYPED,
    EntryKind.WRITTEN,
    EntryKind.PROVED,
)
"""What is about one pairing of a round, and counts no more when that does not."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing recorded; `data` is plain JSON. `at` (ISO 8601) is stamped when it is written."""

    kind: EntryKind
    round: RoundId
    data: Mapping[str, Any]
    at: str = ""


def sets_names(entry: Entry) -> bool:
    """Whether from a line on other names are to stand in the cells of its round than before."""
    return entry.kind in (*PUBLISHING, EntryKind.RESEATED) or changes_pairing(entry)


def changes_pairing(entry: Entry) -> bool:
    """Whether a line takes a pairing of its round away, or brings one back."""
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
