"""Tables and lists of HTML, as they come where a page of the web is copied or saved."""

import re
from html.parser import HTMLParser

_HTML = re.compile(r"<(?:table|tr|td|li|html|body|div|p|br)\b[^<>]*>", re.IGNORECASE)
_MOST_UNENDED = 2_000
"""Characters behind the begin of a tag that never ends; html.parser tries each "<" in them anew."""
_CELLS = frozenset(("td", "th"))
_LINES = frozenset(("tr", "li", "p", "div", "br", "h1", "h2", "h3", "h4", "dt", "dd", "option"))
_UNSEEN = frozenset(("script", "style", "head", "title", "template"))


def is_page(text: str) -> bool:
    """Whether a text is HTML."""
    return len(_HTML.findall(text[:20_000])) > 1


def rows_of(text: str) -> list[tuple[int, list[str]]] | None:
    """The rows of its tables and the lines of its lists, each with its number, from 1; None where
    its tags cannot be made out."""
    page = _Page()
    try:
        page.feed(text)
        if len(page.rawdata) > _MOST_UNENDED and page.cdata_elem is None:
            return None
        if page.cdata_elem is None:
            page.close()
    except AssertionError:  # as html.parser says of some that begin with "<!["
        return None
    page.end_row()
    return list(enumerate(page.rows, 1))


class _Page(HTMLParser):
    """Gathers cells into rows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._cells: list[str] = []
        self._text: list[str] = []
        self._inside = 0
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A cell or a line begins."""
        self._unseen += tag in _UNSEEN
        if tag in _CELLS:
            self._end_cell()
            self._inside = 1
        elif tag in _LINES and not self._inside:
            self.end_row()
        elif tag == "tr":
            self._inside = 0
            self.end_row()
        elif tag in _LINES:
            self._text.append(" ")
        elif tag in ("s", "del", "strike"):
            self._text.append("~~")

    def handle_endtag(self, tag: str) -> None:
        """A cell or a line ends."""
        self._unseen = max(self._unseen - (tag in _UNSEEN), 0)
        if tag in _CELLS:
            self._end_cell()
            self._inside = 0
        elif tag in ("tr", "table") or (tag in _LINES and not self._inside):
            self._inside = 0
            self.end_row()
        elif tag in ("s", "del", "strike"):
            self._text.append("~~")

    def handle_data(self, data: str) -> None:
        """A text."""
        if not self._unseen:
            self._text.append(data)

    def _end_cell(self) -> None:
        if self._inside or "".join(self._text).strip():
            self._cells.append(" ".join("".join(self._text).split()))
        self._text = []

    def end_row(self) -> None:
        """Keep the row, if anything stands in it."""
        self._end_cell()
        if any(self._cells):
            self.rows.append(self._cells)
        self._cells = []
