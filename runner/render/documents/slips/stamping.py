"""Lays pages of empty forms under pages of text, inside a PDF that WeasyPrint is about to write.

Each form is then in the file once, however many slips are printed on it.
"""

from typing import Any, Protocol

from runner.render.documents.slips import layout
from runner.render.documents.slips.form import Code
from runner.render.documents.slips.page import Stamps

_POINTS_A_MILLIMETRE = 72 / 25.4


class UnfinishedPdf(Protocol):
    """What is used of a `pydyf.PDF`, which WeasyPrint gives to a `finisher`."""

    objects: list[Any]
    pages: Any


def stamp(pdf: UnfinishedPdf, stamps: Stamps) -> None:
    """Turns the first pages of the document into forms and draws them under the other pages."""
    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    forms, sheets = pages[: stamps.forms], pages[stamps.forms :]
    resources = _referred(pdf, sheets[0]["Resources"])
    for number, page in enumerate(forms):
        drawing = _referred(pdf, page["Contents"])
        drawing.extra.update(
            Type="/XObject", Subtype="/Form", BBox=page["MediaBox"], Resources=page["Resources"]
        )
        resources["XObject"][f"form{number}"] = drawing.reference
    for page, places in zip(sheets, stamps.sheets, strict=True):
        text = _referred(pdf, page["Contents"]).stream
        text[:0] = [_draw(form, place, stamps.height) for place, (form, _) in enumerate(places)]
        text[:0] = [_code(code, place, stamps) for place, (_, code) in enumerate(places) if code]
    # A page takes three entries here: its number, its generation and "R".
    del pdf.pages["Kids"][: 3 * len(forms)]
    pdf.pages["Count"] = len(sheets)


def _draw(form: int, place: int, height: float) -> bytes:
    """The form moved down to its place; a PDF counts upwards, in points."""
    return f"q 1 0 0 1 0 {-place * height * _POINTS_A_MILLIMETRE:.3f} cm /form{form} Do Q".encode()


def _code(code: Code, place: int, stamps: Stamps) -> bytes:
    """The QR code in the corner of a place, as squares run together. The page counts upwards."""
    side = layout.HEADER / code.modules * _POINTS_A_MILLIMETRE
    left = (stamps.paper.width - layout.MARGIN - layout.HEADER) * _POINTS_A_MILLIMETRE
    down = (place * stamps.height + layout.PADDING) * _POINTS_A_MILLIMETRE
    top = stamps.paper.height * _POINTS_A_MILLIMETRE - down
    runs = " ".join(f"{x} {-y - 1} {length} 1 re" for x, y, length in code.runs)
    return f"q 0 g {side:.4f} 0 0 {side:.4f} {left:.3f} {top:.3f} cm {runs} f Q".encode()


def _referred(pdf: UnfinishedPdf, reference: bytes) -> Any:
    """The object behind a reference such as `b"12 0 R"`."""
    return pdf.objects[int(reference.split()[0])]
