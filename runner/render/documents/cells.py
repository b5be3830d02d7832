"""A line of text with cells at given places, which is far quicker than boxes for them.

Spaces of three widths lead from one cell to the next, exact to a tenth of a millimetre: WeasyPrint
sets such a line as one text. (It draws tabs a fortieth wider than it lays them out.) This takes the
exact widths of texts (`fitting.is_exact`); any other cell is a box of its own in the line.
"""

from html import escape
from math import floor

from runner.render.documents.fitting import EN, THIN, Fitted, Widths, runs_backwards

STYLE = "white-space: pre; font-kerning: none; font-variant-ligatures: none"
"""CSS for the element that has the line."""
MM = 25.4 / 72
"""Millimetres in a point."""


class Line:
    """A line that is being filled from the left; all places are millimetres from its beginning.

    `html` is its content. It is set in `points` of a font with these `widths`, unless a text has
    its own.
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
        """Put an exact text there."""
        self._advance(place)
        self._set.append(text)
        self._x += self._widths.exactly(text) * self._points * MM

    def styled(self, text: str, place: float, points: float, widths: Widths, tag: str) -> None:
        """Put an exact text there, in an element that has its own size and weight by CSS: "b"."""
        self._advance(place)
        self._flush()
        self._html.append(f"<{tag}>{escape(text)}</{tag.split()[0]}>")
        self._x += widths.exactly(text) * points * MM

    def box(
        self, fitted: Fitted, place: float, width: float, leading: float, height: float,
        *, css: str = "", of: str = "",
    ) -> None:  # fmt: skip
        """Put any text there, in a box of that width with lines so many millimetres apart, in the
        middle of a line of that `height`."""
        self._advance(place)
        self._flush()
        above = max(0.0, (height - leading * len(fitted.lines)) / 2)
        style = f"width:{width:.2f}mm;padding-top:{above:.2f}mm;line-height:{leading:.3f}mm"
        style += f";font-size:{fitted.points}pt;{css}"
        end = " "  # so that the next line or cell is another word
        if runs_backwards(fitted.text):  # a space would push a full line out of the box
            style, end = f"{style};direction:rtl;text-align:left", ""
        lines = escape(f"{end}\n".join(fitted.lines))
        self._html.append(f'<span class="{of} cell" style="{style}">{lines}{end}</span>')
        self._x = place + width

    def _advance(self, place: float) -> None:
        """Lead on to a place, by a space at least, so that cells are two words."""
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
