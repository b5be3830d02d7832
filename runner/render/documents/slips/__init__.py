"""Printed match slips: four to a sheet, in the order for one cut through the stack."""

from runner.render.documents.slips.documents import Documents, documents, inputs_hash
from runner.render.documents.slips.layout import A4, LETTER, Layout, Paper
from runner.render.documents.slips.page import to_html
from runner.render.documents.slips.pdf import PangoMissing, to_pdf
from runner.render.documents.slips.slip import Slip, slips_for

__all__ = [
    "A4",
    "LETTER",
    "Documents",
    "Layout",
    "PangoMissing",
    "Paper",
    "Slip",
    "documents",
    "inputs_hash",
    "slips_for",
    "to_html",
    "to_pdf",
]
