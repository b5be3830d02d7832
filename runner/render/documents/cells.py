"""A line of text with cells at given positions, laid out much faster than with boxes.

Spaces of three widths fill the gap before each cell, exact to a tenth of a millimetre, so that
WeasyPrint sets the line as one text. (It draws tabs a fortieth wider than it lays them out.) This
needs exact text widths (`fitting.is_exact`); any other cell is a box in the line.
"""

from html import escape
from math import floor

from runner.core.language import current
from runner.render.documents.fitting import EN, THIN, Fitted, Widths, runs_backwards

STYLE = "white-space: pre; font-kerning: none; font-variant-ligatures: none"
"""CSS for the element that contains the line."""
MM = 25.4 / 72
"""Millimetres per point."""


class Line:
    """A line that is filled from the left; positions are in millimetres from its left end.

    `html` is its content, set in `points` of a font with these `widths`, except for cells with
    their own.
    """

    def __init__(self, widths: Widths, points: float) -> None:
        self._widths, self._points = widths, points
        self._html, self._set = list[str](), list[str]()
        self._x = 0.0

    @property
    def html(self) -> str:
        """The line's content as HTML."""
        self._flush()
        return "".join(self._html)

    def text(self, text: str, place: float) -> None:
        """Add text with exact widths at `place`."""
        self._advance(place)
        self._set.append(text)
        self._x += self._widths.exactly(text) * self._points * MM

    def styled(self, text: str, place: float, points: float, widths: Widths, tag: str) -> None:
        """Add text with exact widths at `place`, in an element styled by CSS: "b"."""
        self._advance(place)
        self._flush()
        self._html.append(f"<{tag}>{escape(text)}</{tag.split()[0]}>")
        self._x += widths.exactly(text) * points * MM

    def box(
        self, fitted: Fitted, place: float, width: float, leading: float, height: float,
        *, css: str = "", of: str = "",
    ) -> None:  # fmt: skip
        """Add any text at `place` in a box of the given `width`, with lines `leading` apart,
        vertically centred in a line of the given `height`; all in millimetres."""
        self._advance(place)
        self._flush()
        above = max(0.0, (height - leading * len(fitted.lines)) / 2)
        style = f"width:{width:.2f}mm;padding-top:{above:.2f}mm;line-height:{leading:.3f}mm"
        style += f";font-size:{fitted.points}pt;{css}"
        end = " "  # separates it from the next line or cell
        if runs_backwards(fitted.text):  # a space would overflow a full line
            side = "right" if current().direction == "rtl" else "left"
            style, end = f"{style};direction:rtl;text-align:{side}", ""
        lines = escape(f"{end}\n".join(fitted.lines))
        self._html.append(f'<span class="{of} cell" style="{style}">{lines}{end}</span>')
        self._x = place + width

    def _advance(self, place: float) -> None:
        """Fill the gap up to `place` with spaces, at least one to separate cells as words."""
        em = self._points * MM
        for at, sign in enumerate((" ", EN, " ", THIN)):
            width = (self._widths.space if sign == " " else self._widths[sign]) * em
            times = (place - self._x) / width
            whole = round(times) if sign == THIN else floor(times)
            if at == 0:
                whole = min(whole, 1) if self._set or self._html else 0
            if whole > 0:
                self._set.append(sign * whole)
                self._x += whole * width

    def _flush(self) -> None:
        if self._set:
            self._html.append(escape("".join(self._set)))
            self._set.clear()
