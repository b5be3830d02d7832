"""The list of printed documents: printing, tracking and the desk all use it."""

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
"""The folder of all documents except slips."""


@dataclass(eq=False)
class Entry:
    """A document in the list. Its class, `place` as "module:class" below this package, is imported
    only when it is printed, since most commands need only the names."""

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
    """Import and return the document "module:class", once."""
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
"""The documents of every published round, the slips first."""
BEFORE_ROUND_1: tuple[Document, ...] = (
    Entry("players", "check-in list", "sheets.small_sheets:CheckIn"),
    Entry("numbers", "table numbers", "sheets.small_sheets:TableNumbers"),
    Entry("badges", "name badges", "sheets.small_sheets:Badges"),
    Entry("decks", "decklists and checks of decks", "sheets.decks:DeckSheet"),
)
"""Documents available as soon as there are players; given a round, they are that round's."""
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
"""Documents that need no published round."""
REGISTRY: Mapping[str, Document] = {
    document.KEY: document
    for document in (*OF_A_ROUND, DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT)
}
"""All documents by key."""
ON_REQUEST = frozenset(document.KEY for document in (DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT))
"""The keys of the documents that are not printed with every round."""


def with_every_round() -> list[Document]:
    """Return the documents that are printed with every round."""
    return [document for key, document in REGISTRY.items() if key not in ON_REQUEST]
