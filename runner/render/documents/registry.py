"""The table of printed documents: each is printed, remembered and shown on the desk from here."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import cast

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.render.documents.document import Document, Printable, Printout
from runner.render.documents.layout import USUAL, PageSetup

LISTS = "lists"
"""The folder of all that hangs on walls."""


@dataclass(eq=False)
class Entry:
    """A line of the table; its class, as "module:class" below this package, is imported when the
    document is printed, since most commands need nothing but its names."""

    KEY: str
    NAME: str
    place: str
    FOLDER: str = LISTS

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return `Printable.inputs`."""
        return printable(self.place).inputs(snapshot, round_id, setup)

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """Return `Printable.render`."""
        return printable(self.place).render(snapshot, round_id, setup)


@cache
def printable(place: str) -> Printable:
    """Return the document of a "module:class"; the module is imported the first time."""
    module, name = place.split(":")
    return cast(Printable, getattr(import_module(f"runner.render.documents.{module}"), name)())


SLIPS: Document = Entry("slips", "slips", "slips.document:Slips", "slips")
DRAFT: Document = Entry("draft", "charts and lists of the draft", "sheets.small_sheets:DraftSheets")
OF_A_ROUND: tuple[Document, ...] = (
    SLIPS,
    Entry("pairings", "pairings by name", "sheets.pairings:PairingsByName"),
    Entry("tables", "pairings by table", "sheets.pairings:PairingsByTable"),
    Entry("standings", "standings", "sheets.rankings:StandingsSheet"),
)
"""What is made of every round that goes out, the slips first."""
BEFORE_ROUND_1: tuple[Document, ...] = (
    Entry("players", "check-in list", "sheets.small_sheets:CheckIn"),
    Entry("numbers", "table numbers", "sheets.small_sheets:TableNumbers"),
    Entry("badges", "name badges", "sheets.small_sheets:Badges"),
)
"""What is there as soon as there are players; with a round it is that round's."""
_MORE: tuple[Document, ...] = (
    Entry("outstanding", "tables still playing", "sheets.pairings:Outstanding"),
    Entry("bracket", "bracket", "sheets.bracket:BracketSheet"),
    Entry("final", "final standings", "sheets.rankings:FinalStandings"),
    Entry("prizes", "prize list", "sheets.rankings:PrizeList"),
    Entry("certificate", "certificate of the pairing", "sheets.small_sheets:CertificateSheet"),
)
OF_THE_EVENT: tuple[Document, ...] = (
    Entry("cards", "table cards", "sheets.cards:TableCards"),
    Entry("judge", "judge’s card", "sheets.cards:JudgeCard"),
)
"""What no round has to be out for."""
REGISTRY: Mapping[str, Document] = {
    document.KEY: document
    for document in (*OF_A_ROUND, DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT)
}
"""Every document, by its key."""
ON_REQUEST = frozenset(document.KEY for document in (DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT))
"""The keys of those that do not go with every round."""


def with_every_round() -> list[Document]:
    """Return the documents that are printed of every round."""
    return [document for key, document in REGISTRY.items() if key not in ON_REQUEST]
