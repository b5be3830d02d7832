"""What each column of a table without headings holds, by what stands in it."""

import re
from collections.abc import Sequence

from runner.interchange.players_in.headings import Kind
from runner.interchange.players_in.order import words
from runner.interchange.players_in.tidy import tidied, word_says

_E_MAIL = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_WEB = re.compile(r"(?:https?://|www\.)\S+|\S+\.(?:com|gg|net|org)/\S*", re.IGNORECASE)
_FIGURES = re.compile(r"[#№]?\s*[-+]?[\d.,:/%()\s-]+[.)]?")
_LONG = re.compile(r"\D*(?:\d\D?){7,}")
_HANDLE = re.compile(r"@\S+|\S+#\d{4,5}")
_TABLE = re.compile(r"(?:table|tisch|mesa|tavolo|round|pod|seat|t|r)\.?\s?\d+", re.IGNORECASE)
_SHARE = 0.6


def kinds_by_content(rows: Sequence[Sequence[str]]) -> list[Kind]:
    """What each column holds; names are the first column of full names, or two of halves."""
    width = max(map(len, rows), default=0)
    columns = [[row[at].strip() for row in rows if at < len(row)] for at in range(width)]
    found = [_kind(column, len(rows)) for column in columns]
    texts = [at for at, kind in enumerate(found) if kind is Kind.NAME]
    keep = _names(columns, texts)
    return [
        keep.get(at, Kind.OTHER) if kind is Kind.NAME else kind for at, kind in enumerate(found)
    ]


def _kind(column: Sequence[str], rows: int) -> Kind:
    filled = [text for text in column if text]
    if not filled:
        return Kind.NUMBER
    for pattern, kind in (
        (_E_MAIL, Kind.E_MAIL), (_WEB, Kind.DECKLIST), (_LONG, Kind.PRIVATE),
        (_FIGURES, Kind.NUMBER), (_TABLE, Kind.NUMBER), (_HANDLE, Kind.PRIVATE),
    ):  # fmt: skip
        if _most(sum(pattern.fullmatch(text) is not None for text in filled), filled):
            return kind
    if _most(sum(bool(word_says(text)) or not _letters(text) for text in filled), filled):
        return Kind.STATUS
    return Kind.NAME


def _letters(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def _most(count: int, texts: Sequence[str]) -> bool:
    return count >= _SHARE * len(texts)


def _names(columns: Sequence[Sequence[str]], texts: Sequence[int]) -> dict[int, Kind]:
    """Which of the columns of texts have names: the first with two words in most cells; else the
    first two are halves of names."""
    if not texts:
        return {}
    full = [at for at in texts if _are_full(columns[at])]
    if full:
        return {full[0]: Kind.NAME}
    if len(texts) > 1 and _filled(columns[texts[1]]) >= _filled(columns[texts[0]]) * _SHARE:
        return {texts[0]: Kind.FIRST, texts[1]: Kind.LAST}
    return {texts[0]: Kind.NAME}


def _filled(column: Sequence[str]) -> int:
    return sum(bool(text) for text in column)


def _are_full(column: Sequence[str]) -> bool:
    filled = [tidied(text).name for text in column if text]
    several = sum(words(text) > 1 or "," in text for text in filled)
    return bool(filled) and several >= _SHARE * len(filled)
