"""The printed documents: one file each, printed, remembered and shown on the desk from here."""

from collections.abc import Mapping

from runner.render.documents.document import Document
from runner.render.documents.slips.document import Slips

SLIPS: Document = Slips()
REGISTRY: Mapping[str, Document] = {document.KEY: document for document in (SLIPS,)}
"""Every document, by its key."""
