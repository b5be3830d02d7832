"""HTML to PDF by WeasyPrint, which is loaded only when there is something to print.

WeasyPrint needs Pango, which comes with the operating system and not with Python.
"""

import ctypes
import ctypes.util
import gc
import logging
import re
import sys
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from functools import cache, partial
from hashlib import sha256
from io import StringIO
from types import ModuleType
from typing import Any

from runner.render import fonts
from runner.render.documents.pango import how_to_install

_NO_GLYPH = ".notdef glyph"
_LANGUAGE = re.compile(r'<section [^>]*\blang="([\w-]+)"')


class PangoMissing(Exception):  # noqa: N818 - it says what is the matter, for the organiser
    """WeasyPrint's libraries cannot be loaded; the text says to an organiser what to install."""

    def __init__(self) -> None:
        super().__init__(
            f"Slips cannot be made into a PDF, because Pango is not installed. {how_to_install()}"
        )


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
        pdf = written(document(html), html, pdf_variant="pdf/ua-1", finisher=spoken)
    return Rendering(pdf, frozenset(missing))


def _tell_languages(codes: Sequence[str], _document: Any, pdf: Any) -> None:
    """Which language each section is in, where they have one of their own: whoever reads them
    aloud needs it, and WeasyPrint tells that of the whole document alone."""
    elements = [each for each in pdf.objects if isinstance(each, dict)]
    sections = [each for each in elements if each.get("S") == "/Sect"]
    for section, code in zip(sections, codes, strict=False):
        section["Lang"] = f"({code})"


def written(laid_out: Any, html: str, **how: Any) -> bytes:
    """A document of WeasyPrint's as a PDF whose identity follows from `html`; `how` is for
    WeasyPrint."""
    made: bytes = laid_out.write_pdf(pdf_identifier=sha256(html.encode()).digest()[:16], **how)
    return made


def document(html: str) -> Any:
    """A page laid out in Runner's own font: a document of WeasyPrint's. Raises PangoMissing."""
    return _weasyprint().HTML(string=html).render(font_config=_fonts())


def _weasyprint() -> ModuleType:
    try:
        with _known_names():
            module = _imported()
    except OSError:  # a system that has Pango by some name of its own
        try:
            module = _imported()
        except OSError as reason:
            raise PangoMissing from reason
    _keep_loaded(module.text.ffi)
    return module


def _imported() -> ModuleType:
    with warnings.catch_warnings(), redirect_stdout(StringIO()), _without_collecting():
        # Without the optional HarfBuzz-Subset it warns at import; PDFs are only made slower. What
        # it prints where Pango is missing, Runner says itself.
        warnings.simplefilter("ignore", DeprecationWarning)
        import weasyprint
        import weasyprint.text.ffi
    module: ModuleType = weasyprint
    return module


@contextmanager
def _known_names() -> Iterator[None]:
    """Meanwhile libraries are loaded by their full names alone, as WeasyPrint knows those of Linux.

    For each other name that it tries first, Python would start a compiler and more to look for
    it: a third of the import.
    """
    real = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = real


@cache
def _keep_loaded(ffi: ModuleType) -> None:
    """Keeps Pango and its kin in memory until the process is gone.

    Python unloads them as it shuts down. Pango sorts fonts in threads of its own that nobody waits
    for, and one that still runs then has its code taken away: the program crashes after its work
    is done, now and then. A reference that is never given back prevents the unloading.
    """
    for library in vars(ffi).values():
        if hasattr(library, "__cffi_close__"):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))


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
    with _missing_glyphs() as missing, _without_collecting():
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


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keeps Python from searching for garbage at every few hundred boxes: a fifth of the time."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
