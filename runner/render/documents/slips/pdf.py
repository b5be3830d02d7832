"""Slips as a PDF."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from runner.render.documents.drawn import drawn
from runner.render.documents.pdf import PangoMissing, Rendering, document, heard, written
from runner.render.documents.slips.fitting import must_be_measured
from runner.render.documents.slips.layout import USUAL, PageSetup
from runner.render.documents.slips.page import Stamps, to_stamped_html
from runner.render.documents.slips.slip import Slip
from runner.render.documents.slips.stamping import stamp
from runner.render.documents.slips.words import words

__all__ = ["LaidOut", "PangoMissing", "Rendering", "lay_out", "render", "to_pdf"]

_LENT_SIZE = 100  # pixels
_LENT_STYLE = f'p {{ font: bold {_LENT_SIZE}px "Runner Sans", sans-serif; white-space: pre }}'


def to_pdf(slips: Sequence[Slip], choice: PageSetup = USUAL) -> bytes:
    """The slips as a PDF; the same slips give the same bytes. Raises PangoMissing."""
    return render(slips, choice).pdf


def render(slips: Sequence[Slip], choice: PageSetup) -> Rendering:
    """The slips as a PDF, with what could not be drawn. Raises PangoMissing."""
    with heard() as missing:
        laid_out = lay_out(slips, choice)
        pdf = written(
            laid_out.document,
            f"{laid_out.html}{laid_out.stamps}",
            finisher=lambda _, unfinished: stamp(unfinished, laid_out.stamps),
        )
    return Rendering(pdf, frozenset(missing))


@dataclass(frozen=True, slots=True)
class LaidOut:
    """Slips as they will be printed: a document of WeasyPrint's, and what it was made from."""

    document: Any
    html: str
    stamps: Stamps


def lay_out(slips: Sequence[Slip], choice: PageSetup) -> LaidOut:
    """The slips in Runner's own font. Raises PangoMissing."""
    html, stamps = to_stamped_html(slips, choice, _measured(slips))
    return LaidOut(drawn(document(html), stamps.looks, stamps.text), html, stamps)


def _measured(slips: Sequence[Slip]) -> Mapping[str, float]:
    """How wide the characters are that other fonts lend, in multiples of their size."""
    texts = {text for slip in slips for text in (slip.event, slip.title, *slip.seats)} | {*words()}
    lent = sorted(filter(must_be_measured, set("".join(texts))))
    if not lent:
        return {}
    alone = "".join(f"<p>{escape(each)}</p><p>{escape(f'{each} {each}')}</p>" for each in lent)
    laid_out = document(f"<style>{_LENT_STYLE}</style>{alone}")
    boxes = (box for page in laid_out.pages for box in page._page_box.descendants())
    found = {box.text: box.width / _LENT_SIZE for box in boxes if hasattr(box, "text")}
    widths = {each: found[each] for each in lent if each in found}
    spaces = (found.get(f"{each} {each}", 0.0) - 2 * wide for each, wide in widths.items())
    return widths | {" ": max(spaces, default=0.0)}  # between their letters it is theirs as well
