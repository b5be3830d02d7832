"""Whether slips come out as PDF, and which scripts have letters on them."""

import sys
from collections.abc import Iterator
from html import escape

from runner.app.doctor.findings import Finding, Patient, look, ok
from runner.core.phrases import listed

SCRIPTS = {
    "Latin": "Łşñ", "Cyrillic": "ЖяЇ", "Greek": "Ωήξ", "Vietnamese": "ễđờ", "Chinese": "汉漢们",
    "Japanese": "のカ駅", "Korean": "한글", "Arabic": "عربي", "Hebrew": "שלום", "Thai": "กขไ",
    "emoji": "😀🏆",
}  # fmt: skip
"""Some letters of each that somebody’s name may need."""

_FONTS = {
    "win32": "Settings, Time & language, Language: add the language, which brings its fonts.",
    "darwin": "Install the Noto fonts for it (fonts.google.com/noto).",
}
_FONTS_ELSEWHERE = (
    "On Debian or Ubuntu: sudo apt install fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji. "
    "Elsewhere install the Noto fonts (fonts.google.com/noto)."
)


def paper(_: Patient) -> Iterator[Finding]:
    """Pango, by making a page that has every script."""
    from runner.render.documents.engine import PangoMissing
    from runner.render.documents.pango import how_to_install
    from runner.render.documents.pdf import render
    from runner.render.fonts import for_paper

    letters = "".join(f"<p>{escape(each)}</p>" for each in SCRIPTS.values())
    style = f'{for_paper(inside=False)} p {{ font-family: "Runner Sans", sans-serif }}'
    try:
        missing = render(f"<html lang=en><style>{style}</style>{letters}").missing
    except PangoMissing:
        yield look(
            "Paper",
            "Pango is missing: paper comes out as HTML, to print from a browser",
            how_to_install(),
        )
        return
    yield ok("Paper", f"PDF, by WeasyPrint and Pango {_pango()}")
    yield _letters(missing)


def _letters(missing: frozenset[str]) -> Finding:
    lacking = [script for script, letters in SCRIPTS.items() if missing & set(letters)]
    there = [script for script in SCRIPTS if script not in lacking]
    if not lacking:
        return ok("Letters", listed(there))
    said = f"{listed(there)}; on paper no font has {listed(lacking)}"
    return look("Letters", said, _FONTS.get(sys.platform, _FONTS_ELSEWHERE))


def _pango() -> str:
    """Its version."""
    from weasyprint.text.ffi import pango

    number = int(pango.pango_version())
    return f"{number // 10_000}.{number // 100 % 100}.{number % 100}"
