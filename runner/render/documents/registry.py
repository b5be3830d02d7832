"""The printed documents: one file each, printed, remembered and shown on the desk from here."""

from collections.abc import Mapping

from runner.render.documents.document import Document
from runner.render.documents.sheets.draft import DraftSheets
from runner.render.documents.sheets.pairings import PairingsByName, PairingsByTable
from runner.render.documents.sheets.players import CheckIn
from runner.render.documents.sheets.sheet import Sheet
from runner.render.documents.sheets.standings import StandingsSheet
from runner.render.documents.slips.document import Slips

SLIPS: Document = Slips()
DRAFT: Document = DraftSheets()
ON_REQUEST = frozenset({DRAFT.KEY, CheckIn.KEY})
"""The keys of those that do not go with every round."""
LISTS = Sheet.FOLDER
"""Where all that hangs on walls goes."""
OF_A_ROUND: tuple[Document, ...] = (
    SLIPS,
    PairingsByName(),
    PairingsByTable(),
    StandingsSheet(),
)
"""What is made of every round that goes out, the slips first."""
REGISTRY: Mapping[str, Document] = {
    document.KEY: document for document in (*OF_A_ROUND, DRAFT, CheckIn())
}
"""Every document, by its key."""
