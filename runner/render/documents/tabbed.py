"""A line of text with cells at given places, which is far quicker than boxes for them.

Tabs lead from one cell to the next: WeasyPrint sets such a line as one text. Where a place is
between two tab stops, spaces lead on to it, exact to a tenth of a millimetre. This takes the exact
widths of texts (`fitting.is_exact`); any other cell is a box of its own in the line.
"""

from html import escape
from math import floor

from runner.render.documents.fitting import THIN, Fitted, Widths, runs_backwards

PITCH = 16 * 25.4 / 96
"""Millimetres from one tab stop to the next."""
STYLE = "white-space: pre; tab-size: 16px; font-kerning: none; font-variant-ligatures: none"
"""CSS for the element that has the line."""
MM = 25.4 / 72
"""Millimetres in a point."""
_CLOSE = 0.06


class Tabbed:
    """A line that is being filled from the left; all places are millimetres from its beginning.

    `html` is its content. It is set in `points` of a font with these `widths`, unless a text has
    its own.
    """

    def __init__(self, widths: Widths, points: float) -> None:
        self._widths, self._points = widths, points
        self._html, self._set = list[str](), list[str]()
        self._x = self._stops_from = 0.0

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
        self._stops_from = self._x

    def box(
        self,
        fitted: Fitted,
        place: float,
        width: float,
        leading: float,
        css: str = "",
        of: str = "",
    ) -> None:
        """Put any text there, in a box of that width with lines so many millimetres apart."""
        self._advance(place)
        self._flush()
        rtl = ";direction:rtl;text-align:left" if runs_backwards(fitted.text) else ""
        style = f"width:{width:.2f}mm;font-size:{fitted.points}pt;line-height:{leading:.2f}mm"
        lines = escape(" \n".join(fitted.lines))
        self._html.append(f'<span class="{of} cell" style="{style}{rtl};{css}">{lines} </span>')
        self._x = self._stops_from = place + width

    def _advance(self, place: float) -> None:
        """Lead on to a place by a space, so that cells are two words, then tabs, then spaces."""
        space, thin = (
            wide * self._points * MM for wide in (self._widths.space, self._widths[THIN])
        )
        if (self._set or self._html) and place - self._x >= space:
            self._fill(" ", 1, space)
        last = floor((place + _CLOSE - self._stops_from) / PITCH) * PITCH + self._stops_from
        while last - self._x > 0 and self._is_near_a_stop() and last - self._x > thin:
            self._fill(THIN, 1, thin)
        tabs = round((last - self._stops_from) / PITCH) - floor(
            (self._x - self._stops_from) / PITCH
        )
        if last - self._x > _CLOSE and tabs > 0:
            self._set.append("\t" * tabs)
            self._x = last
        self._fill(" ", floor((place - self._x) / space), space)
        self._fill(THIN, round((place - self._x) / thin), thin)

    def _is_near_a_stop(self) -> bool:
        """Return whether a rounding would decide which stop is the next one."""
        beyond = (self._x - self._stops_from) % PITCH
        return self._x > self._stops_from and not _CLOSE < beyond < PITCH - _CLOSE

    def _fill(self, sign: str, times: int, width: float) -> None:
        if times > 0:
            self._set.append(sign * times)
            self._x += times * width

    def _flush(self) -> None:
        if self._set:
            self._html.append(escape("".join(self._set)))
            self._set.clear()
            self._stops_from = self._x
