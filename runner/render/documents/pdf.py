"""HTML to PDF by WeasyPrint, in Runner's own font."""

import logging
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Any

from runner.render import fonts
from runner.render.documents.engine import weasyprint, without_collecting

_NO_GLYPH = ".notdef glyph"
_LANGUAGE = re.compile(r'<section [^>]*\blang="([\w-]+)"')


@dataclass(frozen=True, slots=True)
class Rendering:
    """A PDF, and the characters in it that no font on this computer can draw."""

    pdf: bytes
    missing: frozenset[str]


def render(html: str) -> Rendering:
    """A page as a tagged PDF with its outline; the same page gives the same bytes. Raises
    PangoMissing."""
    with heard() as missing:
        spoken = partial(_tell_languages, _LANGUAGE.findall(html))
        pdf = written(document(html), finisher=spoken)
    return Rendering(pdf, frozenset(missing))


def _tell_languages(codes: Sequence[str], _document: Any, pdf: Any) -> None:
    """Which language each section is in, where they have one of their own: whoever reads them
    aloud needs it, and WeasyPrint tells that of the whole document alone."""
    elements = [each for each in pdf.objects if isinstance(each, dict)]
    sections = [each for each in elements if each.get("S") == "/Sect"]
    for section, code in zip(sections, codes, strict=False):
        section["Lang"] = f"({code})"


def written(laid_out: Any, finisher: Any = None) -> bytes:
    """A document of WeasyPrint's as a tagged PDF; the same one gives the same bytes. `finisher` is
    for WeasyPrint."""
    made: bytes = laid_out.write_pdf(pdf_variant="pdf/ua-1", finisher=finisher)
    return made


def document(html: str) -> Any:
    """A page laid out in Runner's own font: a document of WeasyPrint's. Raises PangoMissing."""
    return weasyprint().HTML(string=html).render(font_config=_fonts())


@cache
def _fonts() -> Any:
    """One font configuration for all documents: making one costs more than a page of slips."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    made = FontConfiguration()
    CSS(string=fonts.for_paper(inside=False), font_config=made)  # which hands it the files
    return made


class _GlyphLog(logging.Handler):
    """Collects the characters that WeasyPrint reports as having no glyph."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.missing: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if str(record.msg).startswith(_NO_GLYPH) and isinstance(record.args, tuple):
            self.missing.add(str(record.args[0]))


@contextmanager
def heard() -> Iterator[set[str]]:
    """The characters that no font can draw, as they come up; meanwhile nothing is collected."""
    with _missing_glyphs() as missing, without_collecting():
        yield missing


@contextmanager
def _missing_glyphs() -> Iterator[set[str]]:
    log = logging.getLogger("weasyprint")
    handler = _GlyphLog()
    log.addHandler(handler)
    try:
        yield handler.missing
    finally:
        log.removeHandler(handler)
