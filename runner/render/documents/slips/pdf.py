"""Slips as a PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from runner.render.documents.drawn import drawn
from runner.render.documents.engine import PangoMissing
from runner.render.documents.layout import OwnLook
from runner.render.documents.lent import widths_of
from runner.render.documents.pdf import Rendering, document, heard, written
from runner.render.documents.slips.layout import USUAL, PageSetup
from runner.render.documents.slips.page import NAMED, Letters, Stamps, to_stamped_html
from runner.render.documents.slips.slip import Slip
from runner.render.documents.slips.stamping import stamp
from runner.render.documents.slips.words import words

__all__ = ["LaidOut", "PangoMissing", "Rendering", "lay_out", "render", "to_pdf"]


def to_pdf(slips: Sequence[Slip], choice: PageSetup = USUAL) -> bytes:
    """The slips as a PDF; the same slips give the same bytes. Raises PangoMissing."""
    return render(slips, choice).pdf


def render(slips: Sequence[Slip], choice: PageSetup) -> Rendering:
    """The slips as a PDF, with what could not be drawn. Raises PangoMissing."""
    with heard() as missing:
        laid_out = lay_out(slips, choice)
        stamps = laid_out.stamps
        pdf = written(laid_out.document, lambda _, unfinished: stamp(unfinished, stamps))
    return Rendering(pdf, frozenset(missing))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Slips as they will be printed: a document of WeasyPrint's, and what is stamped onto it."""

    document: Any
    stamps: Stamps


def lay_out(slips: Sequence[Slip], choice: PageSetup) -> LaidOut:
    """The slips in Runner's own font. Raises PangoMissing."""
    html, stamps = to_stamped_html(slips, choice, _letters(slips, choice.own))
    return LaidOut(drawn(document(html), stamps.looks, stamps.text), stamps)


def _letters(slips: Sequence[Slip], own: OwnLook) -> Letters:
    said = {*words()}
    texts = {text for slip in slips for text in (slip.event, slip.title, *slip.seats, *slip.points)}
    if not own.css:
        same = widths_of(texts | said, own, NAMED)
        return Letters(same, same)
    notes = {f"{slip.title} {slip.table}" for slip in slips}
    return Letters(widths_of(said, OwnLook(), NAMED), widths_of(texts | notes, own, NAMED))
