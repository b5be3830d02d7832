"""Slips to PDF by WeasyPrint, which is loaded only when there is something to print.

WeasyPrint needs Pango, which comes with the operating system and not with Python.
"""

import ctypes
import gc
import logging
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape
from types import ModuleType
from typing import Any

from runner.render import fonts
from runner.render.documents.slips.fitting import must_be_measured
from runner.render.documents.slips.layout import USUAL, PageSetup
from runner.render.documents.slips.page import Stamps, to_stamped_html
from runner.render.documents.slips.slip import Slip
from runner.render.documents.slips.stamping import stamp
from runner.render.documents.slips.words import words

_MISSING = (
    "Slips cannot be made into a PDF, because Pango is not installed. On Debian or Ubuntu: "
    "sudo apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0. "
    "On Fedora: sudo dnf install pango. On macOS: brew install pango."
)
_LENT_SIZE = 100  # pixels
_LENT_STYLE = f'p {{ font: bold {_LENT_SIZE}px "Runner Sans", sans-serif; white-space: pre }}'
_NO_GLYPH = ".notdef glyph"


class PangoMissing(Exception):  # noqa: N818 - it says what is the matter, for the organiser
    """WeasyPrint's libraries cannot be loaded; the text says to an organiser what to install."""

    def __init__(self) -> None:
        super().__init__(_MISSING)


@dataclass(frozen=True, slots=True)
class Rendering:
    """A PDF, and the characters in it that no font on this computer can draw."""

    pdf: bytes
    missing: frozenset[str]


def to_pdf(slips: Sequence[Slip], choice: PageSetup = USUAL) -> bytes:
    """The slips as a PDF; the same slips give the same bytes. Raises PangoMissing."""
    return render(slips, choice).pdf


def render(slips: Sequence[Slip], choice: PageSetup) -> Rendering:
    """The slips as a PDF, with what could not be drawn. Raises PangoMissing."""
    with _missing_glyphs() as missing, _without_collecting():
        laid_out = lay_out(slips, choice)
        pdf: bytes = laid_out.document.write_pdf(
            finisher=lambda _, unfinished: stamp(unfinished, laid_out.stamps),
            pdf_identifier=sha256(laid_out.html.encode()).digest()[:16],
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
    return LaidOut(_document(html), html, stamps)


def _measured(slips: Sequence[Slip]) -> Mapping[str, float]:
    """How wide the characters are that other fonts lend, in multiples of their size."""
    texts = {text for slip in slips for text in (slip.event, slip.title, *slip.seats)} | {*words()}
    lent = sorted(filter(must_be_measured, set("".join(texts))))
    if not lent:
        return {}
    alone = "".join(f"<p>{escape(each)}</p><p>{escape(f'{each} {each}')}</p>" for each in lent)
    document = _document(f"<style>{_LENT_STYLE}</style>{alone}")
    boxes = (box for page in document.pages for box in page._page_box.descendants())
    found = {box.text: box.width / _LENT_SIZE for box in boxes if hasattr(box, "text")}
    widths = {each: found[each] for each in lent if each in found}
    spaces = (found.get(f"{each} {each}", 0.0) - 2 * wide for each, wide in widths.items())
    return widths | {" ": max(spaces, default=0.0)}  # between their letters it is theirs as well


def _document(html: str) -> Any:
    return _weasyprint().HTML(string=html).render(font_config=_fonts())


def _weasyprint() -> ModuleType:
    try:
        with warnings.catch_warnings():
            # Without the optional HarfBuzz-Subset it warns at import; PDFs are only made slower.
            warnings.simplefilter("ignore", DeprecationWarning)
            import weasyprint
            from weasyprint.text import ffi
    except OSError as reason:
        raise PangoMissing from reason
    _keep_loaded(ffi)
    module: ModuleType = weasyprint
    return module


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
