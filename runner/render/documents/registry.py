"""The printed documents: one file each, printed, remembered and shown on the desk from here."""

from collections.abc import Mapping

from runner.render.documents.document import Document
from runner.render.documents.sheets.cards import TableCards
from runner.render.documents.sheets.draft import DraftSheets
from runner.render.documents.sheets.final import FinalStandings, PrizeList
from runner.render.documents.sheets.judge import JudgeCard
from runner.render.documents.sheets.pairings import Outstanding, PairingsByName, PairingsByTable
from runner.render.documents.sheets.sheet import Sheet
from runner.render.documents.sheets.small_sheets import (
    Badges,
    BracketSheet,
    CertificateSheet,
    CheckIn,
    TableNumbers,
)
from runner.render.documents.sheets.standings import StandingsSheet
from runner.render.documents.slips.document import Slips

SLIPS: Document = Slips()
DRAFT: Document = DraftSheets()
LISTS = Sheet.FOLDER
"""Where all that hangs on walls goes."""
OF_A_ROUND: tuple[Document, ...] = (
    SLIPS,
    PairingsByName(),
    PairingsByTable(),
    StandingsSheet(),
)
"""What is made of every round that goes out, the slips first."""
BEFORE_ROUND_1: tuple[Document, ...] = (CheckIn(), TableNumbers(), Badges())
"""What is there as soon as there are players; with a round it is that round's."""
_MORE: tuple[Document, ...] = (
    Outstanding(),
    BracketSheet(),
    FinalStandings(),
    PrizeList(),
    CertificateSheet(),
)
OF_THE_EVENT: tuple[Document, ...] = (TableCards(), JudgeCard())
"""What no round has to be out for."""
REGISTRY: Mapping[str, Document] = {
    document.KEY: document
    for document in (*OF_A_ROUND, DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT)
}
"""Every document, by its key."""
ON_REQUEST = frozenset(document.KEY for document in (DRAFT, *BEFORE_ROUND_1, *_MORE, *OF_THE_EVENT))
"""The keys of those that do not go with every round."""


def with_every_round() -> list[Document]:
    """The documents that do."""
    return [document for key, document in REGISTRY.items() if key not in ON_REQUEST]
