"""HTML to tagged PDF with WeasyPrint, in Runner's own font.

Only documented features of WeasyPrint and pydyf are used, to stay compatible with later versions.
WeasyPrint needs Pango, which is part of the operating system, not of Python, so it is imported only
for printing.
"""

import ctypes
import logging
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from functools import cache
from html import escape
from io import StringIO
from types import ModuleType
from typing import Any, NamedTuple

from runner.render import fonts

Finisher = Callable[[Any, Any], None]
"""Completes a PDF; called with WeasyPrint's document and the `pydyf.PDF`."""

_NO_GLYPH = ".notdef glyph"
_LANGUAGE = re.compile(r'<section [^>]*\blang="([\w-]+)"')
_HOW_TO_INSTALL = {
    "win32": "Install MSYS2 (msys2.org), there: pacman -S mingw-w64-ucrt-x86_64-pango; and if it "
    "is still not found, set WEASYPRINT_DLL_DIRECTORIES to C:\\msys64\\ucrt64\\bin.",
    "darwin": "brew install pango; if it is still not found: "
    "export DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib",
}
_ON_LINUX = (
    "On Debian or Ubuntu install libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0; "
    "on Fedora pango."
)
_WITH_THREADS = {"win32": "libpangoft2-1.0-0.dll", "darwin": "libpangoft2-1.0.0.dylib"}


class PangoMissing(Exception):  # noqa: N818 - it says what is the matter, for the organiser
    """WeasyPrint's libraries cannot be loaded; the text tells the organiser what to install."""

    def __init__(self) -> None:
        super().__init__(
            f"Slips cannot be made into a PDF, because Pango is not installed. {how_to_install()}"
        )


class Rendering(NamedTuple):
    """A PDF, and the characters in it that no font on this computer can draw."""

    pdf: bytes
    missing: frozenset[str]


class Sample(NamedTuple):
    """A text to be measured in an element with this `tag` and CSS class `of`."""

    text: str
    tag: str = "p"
    of: str = ""


def how_to_install() -> str:
    """Return a sentence on how to install Pango on this system."""
    return _HOW_TO_INSTALL.get(sys.platform, _ON_LINUX)


def weasyprint() -> ModuleType:
    """Import WeasyPrint and return it. Raises PangoMissing."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()):
        # Without the optional HarfBuzz-Subset, it is only slower, but warns at import. What
        # it prints if Pango is missing is in the exception.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            import weasyprint
        except OSError as reason:
            raise PangoMissing from reason
    _keep_pango()
    module: ModuleType = weasyprint
    return module


def render(html: str, finisher: Finisher | None = None) -> Rendering:
    """Return a page as a tagged PDF with an outline; equal pages give equal bytes.

    `finisher` is called last, with the finished document. Raises PangoMissing.
    """
    languages = _LANGUAGE.findall(html)

    def finish(laid_out: Any, pdf: Any) -> None:
        _tag_languages(languages, pdf)
        if finisher:
            finisher(laid_out, pdf)

    with _missing_glyphs() as missing:
        pdf = written(document(html), finish)
    return Rendering(pdf, frozenset(missing))


def document(html: str) -> Any:
    """Return a page laid out in Runner's font as a `weasyprint.Document`. Raises PangoMissing."""
    return weasyprint().HTML(string=html).render(font_config=_fonts())


def written(laid_out: Any, finisher: Finisher) -> bytes:
    """Return a `weasyprint.Document` as a tagged PDF; equal documents give equal bytes."""
    pdf: bytes = laid_out.write_pdf(pdf_variant="pdf/ua-1", finisher=finisher)
    return pdf


def measure(samples: list[Sample], css: str) -> list[float]:
    """Return the width of each sample on a line of its own, in CSS pixels. Raises PangoMissing."""
    lines = "".join(
        f'<{tag}><a href="#t" class="{of}">{escape(text)}</a></{tag}>' for text, tag, of in samples
    )
    style = "@page { margin: 0 } body, p, h1, h2 { margin: 0 } p, h1, h2 { white-space: pre }"
    laid_out = document(f'<html id="t"><style>{style}\n{css}</style>{lines}</html>')
    # Links begin at the left edge, so their right end is their width.
    return [rectangle[2] for page in laid_out.pages for _, _, rectangle, _ in page.links]


@cache
def _fonts() -> Any:
    """Return one font configuration for all documents: creating one takes longer than a page."""
    from weasyprint import CSS
    from weasyprint.text.fonts import FontConfiguration

    configuration = FontConfiguration()
    CSS(string=fonts.for_paper(inside=False), font_config=configuration)  # loads the files
    return configuration


@cache
def _keep_pango() -> None:
    """Keep Pango in memory until the process ends.

    Python unloads libraries at exit while Pango may still be sorting fonts in threads that nobody
    joins: one run in two hundred crashed after its work was done. A library that ctypes has loaded
    too stays in memory.
    """
    with suppress(OSError):  # on this system, Pango has another name
        ctypes.CDLL(_WITH_THREADS.get(sys.platform, "libpangoft2-1.0.so.0"))


def _tag_languages(codes: list[str], pdf: Any) -> None:
    """Set the language of each section that has its own: screen readers need it, and WeasyPrint
    sets only the language of the document."""
    elements = (each for each in pdf.objects if isinstance(each, dict))
    sections = (each for each in elements if each.get("S") == "/Sect")
    for section, code in zip(sections, codes, strict=False):
        section["Lang"] = f"({code})"


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
    log, handler = logging.getLogger("weasyprint"), _GlyphLog()
    log.addHandler(handler)
    try:
        yield handler.missing
    finally:
        log.removeHandler(handler)
