"""Draws lines of plain text into a PDF as WeasyPrint does, and knows what it has drawn before."""

from collections.abc import Hashable, Sequence
from copy import copy
from typing import Any


class Pen:
    """For the lines of one document.

    Most texts of a list stand in it many times: points, records, percentages. Pango sets each of
    them once.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[Hashable, str], tuple[Sequence[bytes], Sequence[Any]]] = {}

    def write(self, stream: Any, look: Hashable, text: str, box: Any) -> None:
        """That text in the place and style of that box of WeasyPrint's; boxes of one look have one
        style."""
        from weasyprint.draw.text import draw_emojis

        letters, emojis = self._letters(stream, look, text, box)
        if not letters:
            return
        baseline = box.position_y + box.baseline
        stream.set_color(box.style["color"])
        stream.begin_text()
        stream.set_text_matrix(1, 0, 0, -1, box.position_x, baseline)
        stream.stream += letters
        stream._current_font = None  # they have named theirs themselves
        stream.end_text()
        draw_emojis(stream, box.style, box.position_x, baseline, emojis)

    def _letters(
        self, stream: Any, look: Hashable, text: str, box: Any
    ) -> tuple[Sequence[bytes], Sequence[Any]]:
        """What shows them, but for where, and the emojis to be drawn after."""
        from weasyprint.draw.text import draw_first_line
        from weasyprint.matrix import Matrix

        known = self._known.get((look, text))
        if known is None:
            apart = stream.clone(tags=None)
            emojis = draw_first_line(apart, _ready(box, text), "clip", "none", Matrix())
            known = self._known[look, text] = apart.stream[1:], emojis
        return known


def _ready(box: Any, text: str) -> Any:
    """The box with that text in it, laid out by Pango."""
    from weasyprint.text.line_break import Layout

    made = copy(box)
    made.text, made.pango_layout = text, Layout(box.style)
    made.pango_layout.set_text(text, justify=True)
    return made
