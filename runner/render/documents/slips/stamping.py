"""Lays pages of empty forms under pages of text, inside a PDF that WeasyPrint is about to write.

Each form is then in the file once, however many slips are printed on it. So are the modules that
all QR codes have dark: those of one round differ in a fifth of theirs.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from runner.render.documents.slips import layout
from runner.render.documents.slips.codes import Code
from runner.render.documents.slips.page import Stamps

_POINTS_A_MILLIMETRE = 72 / 25.4


class UnfinishedPdf(Protocol):
    """What is used of a `pydyf.PDF`, which WeasyPrint gives to a `finisher`."""

    objects: list[Any]
    pages: Any

    def add_object(self, object_: Any) -> None:
        """Put one more into the file."""


def stamp(pdf: UnfinishedPdf, stamps: Stamps) -> None:
    """Turns the first pages of the document into forms and draws them under the other pages."""
    import pydyf  # loaded where there is something to print

    pages = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]
    forms, sheets = pages[: stamps.forms], pages[stamps.forms :]
    resources = _referred(pdf, sheets[0]["Resources"])
    for number, page in enumerate(forms):
        drawing = _referred(pdf, page["Contents"])
        drawing.extra.update(
            Type="/XObject", Subtype="/Form", BBox=page["MediaBox"], Resources=page["Resources"]
        )
        resources["XObject"][f"form{number}"] = drawing.reference
    codes = [code for sheet in stamps.sheets for _, code in sheet if code]
    shared = _shared(codes)
    for modules, code in shared.items():
        side = pydyf.Array([0, -modules, modules, 0])
        extra = pydyf.Dictionary({"Type": "/XObject", "Subtype": "/Form", "BBox": side})
        drawing = pydyf.Stream([_squares(code)], extra)
        pdf.add_object(drawing)
        resources["XObject"][f"code{modules}"] = drawing.reference
    for page, places in zip(sheets, stamps.sheets, strict=True):
        text = _referred(pdf, page["Contents"]).stream
        text[:0] = [_draw(form, place, stamps.height) for place, (form, _) in enumerate(places)]
        text[:0] = [
            _code(code, shared[code.modules], place, stamps)
            for place, (_, code) in enumerate(places)
            if code
        ]
    # A page takes three entries here: its number, its generation and "R".
    del pdf.pages["Kids"][: 3 * len(forms)]
    pdf.pages["Count"] = len(sheets)


def _draw(form: int, place: int, height: float) -> bytes:
    """The form moved down to its place; a PDF counts upwards, in points."""
    down = -place * height * _POINTS_A_MILLIMETRE
    return f"/Artifact BMC q 1 0 0 1 0 {down:.3f} cm /form{form} Do Q EMC".encode()


def _shared(codes: Iterable[Code]) -> Mapping[int, Code]:
    """What is dark in all codes of a size."""
    shared: dict[int, Code] = {}
    for code in codes:
        known = shared.get(code.modules, code)
        rows = tuple(one & other for one, other in zip(known.rows, code.rows, strict=True))
        shared[code.modules] = Code(code.modules, rows)
    return shared


def _code(code: Code, shared: Code, place: int, stamps: Stamps) -> bytes:
    """The QR code in the corner of a place: what all have, and its own. The page counts upwards."""
    side = layout.HEADER / code.modules * _POINTS_A_MILLIMETRE
    left = (stamps.paper.width - layout.MARGIN - layout.HEADER) * _POINTS_A_MILLIMETRE
    down = (place * stamps.height + layout.PADDING) * _POINTS_A_MILLIMETRE
    top = stamps.paper.height * _POINTS_A_MILLIMETRE - down
    rows = (row & ~known for row, known in zip(code.rows, shared.rows, strict=True))
    own = _squares(Code(code.modules, tuple(rows)))
    where = f"{side:.4f} 0 0 {side:.4f} {left:.3f} {top:.3f} cm"
    start = f"/Artifact BMC q 0 g {where} /code{code.modules} Do "
    return start.encode() + own + b" Q EMC"


def _squares(code: Code) -> bytes:
    """The dark modules of a code, each a unit wide, below and to the right of the origin."""
    runs = [f"{x} {-y - 1} {length} 1 re" for x, y, length in code.runs]
    return " ".join([*runs, "f" if runs else ""]).encode()


def _referred(pdf: UnfinishedPdf, reference: bytes) -> Any:
    """The object behind a reference such as `b"12 0 R"`."""
    return pdf.objects[int(reference.split()[0])]
