"""Bytes as text, in whatever code they were written."""

import re
import unicodedata
from typing import NamedTuple

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_NOTHING = ""
_TWICE = re.compile("[ÃÂÄÅâãäåæçèéÐÑØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ¡-¿]")
"""Letters of UTF-8 that were read as those of another code: "JosÃ©"."""


class Text(NamedTuple):
    """The text, and in words what was odd about its code; "" where nothing was."""

    text: str
    odd: str = ""


def text_of(data: bytes) -> Text:
    """The text of a file. Never raises; bytes that mean nothing are marked in it."""
    for mark, code in _MARKS:
        if data.startswith(mark):
            return _repaired(data[len(mark) :].decode(code, "replace"))
    if code := _wide(data):
        return _repaired(data.decode(code, "replace"))
    try:
        return _repaired(data.decode("utf-8"))
    except UnicodeDecodeError:
        return _legacy(data)


def _wide(data: bytes) -> str:
    """UTF-16 without a mark, told by the zeros beside Latin letters, blanks and line ends."""
    even, odd = data[0::2].count(0), data[1::2].count(0)
    most = len(data) // 8
    if max(even, odd) <= most or not data:
        return _NOTHING
    return "utf-16-le" if odd > even else "utf-16-be"


def _legacy(data: bytes) -> Text:
    """A code of one country. Lines that are UTF-8 are read so, for lists that were put together."""
    lines = data.split(b"\n")
    broken = [line for line in lines if not _is_utf_8(line)]
    code = _code(b"\n".join(broken))
    text = "\n".join(_decoded(line, "utf-8" if _is_utf_8(line) else code) for line in lines)
    words = _CODES[code]
    return Text(text, f"It is not in UTF-8, and was read as {words}: check accented letters.")


_CODES = {
    "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp932": "Japanese (Shift JIS)",
}


def _is_utf_8(line: bytes) -> bool:
    try:
        line.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _code(data: bytes) -> str:
    high = sum(byte > 127 for byte in data)
    letters = high + sum(chr(byte).isalpha() for byte in data if byte < 128)
    if high > 0.5 * letters:
        try:
            if any(_kana_or_kanji(letter) for letter in data.decode("cp932")):
                return "cp932"
        except UnicodeDecodeError:
            pass
        if _odd_letters(_decoded(data, "cp1251")) == 0:
            return "cp1251"
    western, central = (_odd_letters(_decoded(data, code)) for code in ("cp1252", "cp1250"))
    return "cp1250" if central < western else "cp1252"


def _kana_or_kanji(letter: str) -> bool:
    return "\u3040" <= letter <= "\u30ff" or "\u4e00" <= letter <= "\u9fff"


def _odd_letters(text: str) -> int:
    """How many signs that no name has are in a text, beside letters."""
    return sum(
        not letter.isascii() and unicodedata.category(letter) not in ("Lu", "Ll", "Pd", "Pf", "Pi")
        for letter in text
    )


def _decoded(data: bytes, code: str) -> str:
    """The text; what the code has no letter for is taken as the byte's number."""
    try:
        return data.decode(code)
    except UnicodeDecodeError:
        return "".join(_letter(byte, code) for byte in data)


def _letter(byte: int, code: str) -> str:
    try:
        return bytes((byte,)).decode(code)
    except UnicodeDecodeError:
        return chr(byte)


def _repaired(text: str) -> Text:
    """The text with letters put right that another program has read as those of another code."""
    if not _TWICE.search(text):
        return Text(text)
    lines = [_once(line) for line in text.split("\n")]
    if (better := "\n".join(lines)) == text:
        return Text(text)
    return Text(better, "Accented letters had been spoilt by another program, and were put right.")


def _once(line: str) -> str:
    try:
        return "".join(line).encode("cp1252").decode("utf-8") if _TWICE.search(line) else line
    except UnicodeError:
        return line
