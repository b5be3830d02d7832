"""The rows of a list: from bytes to a text, and from JSON, HTML or lines to rows of cells."""

import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any, NamedTuple

from runner.core import names
from runner.interchange.player_import.cells import is_suffix, may_be_name
from runner.interchange.player_import.columns import is_heading_row
from runner.interchange.player_import.patterns import normal
from runner.interchange.player_import.player_list import SourceLine

# ---- bytes as a text

_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
_CODES = {
    "cp1252": "Western European (Windows-1252)",
    "cp1250": "Central European (Windows-1250)",
    "cp1251": "Cyrillic (Windows-1251)",
    "cp932": "Japanese (Shift JIS)",
}
_MISREAD = re.compile("[ÃÂÄÅâãäåæçèéÐÑØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ¡-¿]")
"""Letters of UTF-8 that were read as those of another code: "JosÃ©"."""
_LETTERS = frozenset({"Lu", "Ll", "Pd", "Pf", "Pi"})
_KANA_OR_KANJI = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and in words what was odd about its code, or "". Never raises;
    bytes that mean nothing are marked in the text."""
    for mark, code in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _repaired(data[len(mark) :].decode(code, "replace"))
    zeros = [data[at::2].count(0) for at in (0, 1)]
    if max(zeros) > len(data) // 8:  # beside Latin letters, blanks and line ends
        return _repaired(
            data.decode("utf-16-le" if zeros[1] > zeros[0] else "utf-16-be", "replace")
        )
    try:
        return _repaired(data.decode("utf-8"))
    except UnicodeDecodeError:
        pass
    lines = [_as_utf_8(line) for line in data.split(b"\n")]  # some may be
    code = _code_of(b"\n".join(line for line in lines if isinstance(line, bytes)))
    text = "\n".join(
        line if isinstance(line, str) else line.decode(code, "replace") for line in lines
    )
    return text, f"It is not in UTF-8, and was read as {_CODES[code]}: check accented letters."


def _as_utf_8(line: bytes) -> str | bytes:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line


def _code_of(data: bytes) -> str:
    """Return the code of one country in which the bytes are most likely names."""
    high = sum(byte > 127 for byte in data)
    if high > sum(chr(byte).isalpha() for byte in data if byte < 128):
        text = data.decode("cp932", "replace")
        if "\ufffd" not in text and _KANA_OR_KANJI.search(text):
            return "cp932"
        if not _odd_letters(data.decode("cp1251", "replace")):
            return "cp1251"
    return min(("cp1252", "cp1250"), key=lambda code: _odd_letters(data.decode(code, "replace")))


def _odd_letters(text: str) -> int:
    """Return how many signs that no name has are in a text."""
    return sum(not each.isascii() and unicodedata.category(each) not in _LETTERS for each in text)


def _repaired(text: str) -> tuple[str, str]:
    """Return the text with letters put right that another program has misread."""
    if not _MISREAD.search(text):
        return text, ""
    better = "\n".join(map(_repaired_line, text.split("\n")))
    changed = "Accented letters had been spoilt by another program, and were put right."
    return better, "" if better == text else changed


def _repaired_line(line: str) -> str:
    try:
        return line.encode("cp1252").decode("utf-8") if _MISREAD.search(line) else line
    except UnicodeError:
        return line


# ---- documents in JSON: logs of EDH_matchmaker, events of Runner's own, lists of names or players

_LISTS = ("players", "participants", "entrants", "attendees", "registrations", "standings", "data")
_FIELDS = {
    "Name": "name displayname fullname playername player",
    "Club": "club team",
    "Commander": "commander commanders deckname",
    "Decklist": "decklist decklisturl deckurl deck",
    "Email": "email mail",
    "Discord": "discord discordusername",
}
"""The columns of players in JSON, and by which fields they are known, without capitals and "_"."""
_LONGEST_VALUE = 300


def document_rows(text: str) -> tuple[list[list[str]], str] | None:
    """Return the players of a JSON document, headings first, and what it was taken for; None where
    it is no JSON, or has none."""
    begin, end = text.lstrip()[:1], text.rstrip()[-1:]
    if begin != "{" and not (begin == "[" and end == "]" and '"' in text):
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fields = document if isinstance(document, Mapping) else {}
    lists = (fields.get(key) for key in _LISTS)
    people = document if isinstance(document, list) else next(
        (each for each in lists if isinstance(each, list | Mapping)), None)  # fmt: skip
    if people is None:
        return None
    people = [*people.values()] if isinstance(people, Mapping) else people
    dropped = {
        uid
        for round_ in _of_type(fields.get("rounds"), list)
        for uid in _of_type(_of_type(round_, dict).get("dropped"), list)
        if isinstance(uid, str)
    }
    rows = [[*_FIELDS, "Status"], *(_person(each, dropped) for each in people)]
    if str(fields.get("format", "")).startswith("runner-event/"):
        return rows, "an event document of Runner’s"
    if "rounds" in fields and "config" in fields:
        version = _text(fields.get("format_version")) or "1.0"
        return rows, f"EDH_matchmaker’s log {version}"
    return rows, "a document in JSON" if fields else "a list in JSON"


def _of_type(value: Any, wanted: type) -> Any:
    """Return the value, or an empty one where it is of another type."""
    return value if isinstance(value, wanted) else wanted()


def _person(player: Any, dropped: set[str]) -> list[str]:
    if isinstance(player, str):
        player = {"name": player}
    player = _of_type(player, dict)
    more = _of_type(player.get("extra"), dict)
    fields = {normal(key): _text(value) for key, value in (*more.items(), *player.items())}
    row = [
        next(filter(None, (fields.get(key, "") for key in keys.split())), "")
        for keys in _FIELDS.values()
    ]
    row[0] = row[0] or f"{fields.get('firstname', '')} {fields.get('lastname', '')}".strip()
    return [*row, "dropped" if player.get("uid") in dropped else ""]


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " / ".join(filter(None, map(_text, value)))[:_LONGEST_VALUE]
    return names.prose(value)[:_LONGEST_VALUE] if isinstance(value, str) else ""


# ---- tables and lists of HTML

_HTML = re.compile(r"<(?:table|tr|td|li|html|body|div|p|br)\b[^<>]*>", re.IGNORECASE)
_MOST_UNENDED = 2_000
"""Characters behind the begin of a tag that never ends; html.parser tries each "<" in them anew."""
_CELL_TAGS = frozenset(("td", "th"))
_LINE_TAGS = frozenset("tr li p div br h1 h2 h3 h4 dt dd option".split())
_UNSEEN_TAGS = frozenset(("script", "style", "head", "title", "template"))


def page_rows(text: str) -> list[list[str]] | None:
    """Return the rows of the tables and the lines of the lists of a web page; None where the text
    is no HTML, or its tags cannot be made out."""
    if len(_HTML.findall(text[:20_000])) < 2:
        return None
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
    return page.rows


class _Page(HTMLParser):
    """Gathers cells into rows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self._cells: list[str] = []
        self._text: list[str] = []
        self._in_cell = False
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a cell or a line."""
        self._unseen += tag in _UNSEEN_TAGS
        self._tag(tag)
        self._in_cell |= tag in _CELL_TAGS

    def handle_endtag(self, tag: str) -> None:
        """End a cell or a line."""
        self._unseen = max(self._unseen - (tag in _UNSEEN_TAGS), 0)
        self._tag(tag)

    def _tag(self, tag: str) -> None:
        if tag in _CELL_TAGS:
            self._end_cell()
        elif tag in ("tr", "table") or (tag in _LINE_TAGS and not self._in_cell):
            self.end_row()
        elif tag in _LINE_TAGS:
            self._text.append(" ")
        elif tag in ("s", "del", "strike"):
            self._text.append("~~")

    def handle_data(self, data: str) -> None:
        """Add a text."""
        if not self._unseen:
            self._text.append(data)

    def _end_cell(self) -> None:
        text = " ".join("".join(self._text).split())
        if self._in_cell or text:
            self._cells.append(text)
        self._text, self._in_cell = [], False

    def end_row(self) -> None:
        """Keep the row, if anything stands in it."""
        self._end_cell()
        if any(self._cells):
            self.rows.append(self._cells)
        self._cells = []


# ---- lines and their cells

TAB, SEMICOLON, COMMA, PIPE, SPACES, DASH, COLON, NONE = "\t", ";", ",", "|", "  ", " - ", ": ", ""
SEPARATORS = {
    TAB: "a table, cells separated by tabs",
    SEMICOLON: "a table, cells separated by semicolons",
    COMMA: "a table, cells separated by commas",
    PIPE: "a table, cells separated by “|”",
    SPACES: "a table, cells separated by spaces",
    DASH: "a list with dashes",
    COLON: "a list with colons",
    NONE: "a list, one player a line",
}
_LINE_END = re.compile("\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_RULE = re.compile(r"[|+:\s=_*.\-–—~]*")
_BLANKS = r"(?<!\s)\s+"  # looked for from their first alone, so that a line is gone over once
_BETWEEN = {
    SPACES: re.compile(r"(?<=\S)(?: {2,}|\u3000{2,})(?=\S)"),
    DASH: re.compile(
        rf"{_BLANKS}[-–—]+\s+|(?:{_BLANKS})?[–—]\s*(?=\S)|{_BLANKS}-+>\s+|(?:{_BLANKS})?[→⇒]\s*"
    ),
    COLON: re.compile(rf"(?:{_BLANKS})?[:：]\s+|："),
}
_NUMBERED = re.compile(r"^\W{0,3}\d{1,4}\s*[.)\]:\-–]+\s+")
_AT_END = "".join(filter(str.isspace, map(chr, range(0x3001)))) + ",;|、，；"
_SHARE = 0.6  # of the lines that have to agree on what stands between cells
_LOOKED_AT = 200
_MOST_JOINED = 8  # lines of one quoted cell
_IN_BRACKETS = re.compile(r"\([^()\"]*\)|\[[^\[\]\"]*\]")
_AFTER_COMMA = re.compile(r",\s*([^\s,\"]+)(?=\s*(?:[,\"]|$))")
_HELD = "\ufdd0"  # stands for a comma meanwhile; no text has it


class Rows(NamedTuple):
    """Lines with their cells, and what separates these; `spaced`: a blank follows it."""

    lines: list[SourceLine]
    separator: str
    spaced: bool = False


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, however they end; none for the end of the last one."""
    lines = _LINE_END.split(text)
    return lines[:-1] if len(lines) > 1 and not lines[-1].strip("\ufeff\0") else lines


def table_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> list[SourceLine]:
    """Return the rows of a table, each with its number, as lines of a list."""
    return [
        SourceLine(number, tuple(cells), " | ".join(filter(None, map(str.strip, cells))))
        for number, cells in rows
    ]


def text_rows(lines: Sequence[str]) -> Rows:
    """Return lines with their cells."""
    if not any(is_heading_row(_cells([line], COMMA)[0]) for line in lines[:3]):
        lines = [_AFTER_COMMA.sub(_with_suffix, line) for line in lines]
    filled = [line for line in lines if line.strip() and not is_rule(line)]
    separator = _separator(filled)
    spaced = sum(", " in line for line in filled) * 2 > sum("," in line for line in filled)
    return Rows([*_separated(lines, separator)], separator, spaced)


def _with_suffix(found: re.Match[str]) -> str:
    """Return what follows a comma, without it where it is no cell: "Martin King, Jr."."""
    suffix = is_suffix(found[1]) and not may_be_name(found[1])
    return f" {found[1]}" if suffix else found[0]


def is_rule(line: str) -> bool:
    """Return whether a line only draws one: "---|:---:", "=====", "+----+"."""
    return len(line.strip()) > 1 and _RULE.fullmatch(line) is not None


def _separator(lines: Sequence[str]) -> str:
    """Return what separates cells in most of the lines; NONE where each is one cell."""
    looked = [_NUMBERED.sub("", line).rstrip(_AT_END) for line in lines[:_LOOKED_AT]]
    for separator in (TAB, SEMICOLON, COMMA, PIPE):
        rows = (_cells([line], separator)[0] for line in lines[:3])
        if any(map(is_heading_row, rows)):
            return separator
    most = max(_SHARE * len(looked), 1)
    for separator in (TAB, PIPE, SEMICOLON):
        if sum(separator in line for line in looked) >= most:
            return separator
    commas = Counter(len(_cells([line], COMMA)[0]) - 1 for line in looked)
    if commas[1] >= most or sum(commas[at] for at in commas if at > 1) >= most:
        return COMMA
    for separator, pattern in _BETWEEN.items():
        if len(looked) > 1 and sum(bool(pattern.search(line)) for line in looked) >= most:
            return separator
    return NONE


def _separated(lines: Sequence[str], separator: str) -> Iterator[SourceLine]:
    at = 0
    while at < len(lines):
        cells, count = _cells(lines[at : at + _MOST_JOINED], separator)
        yield SourceLine(at + 1, tuple(cells), "\n".join(lines[at : at + count]))
        yield from (SourceLine(at + more + 1, (), "") for more in range(1, count))
        at += count


def _cells(lines: Sequence[str], separator: str) -> tuple[list[str], int]:
    """Return the cells of the first of the lines, and how many lines these take: a cell that is
    quoted may go on below."""
    line = lines[0]
    if separator == NONE:
        return [line], 1
    if separator == PIPE:
        return line.strip().strip("|").split("|") if line.strip("| \t") else [""], 1
    if pattern := _BETWEEN.get(separator):
        one = separator != SPACES
        return pattern.split(_NUMBERED.sub("", line) if one else line.strip(), maxsplit=int(one)), 1
    held = [_hold_commas(each) if separator == COMMA else each for each in lines]
    cells, count = held[0].split(separator), 1
    if '"' in line:
        end = '"'  # ends a quote that does not end, which is none then
        reader = csv.reader([*(f"{each}\n" for each in held), end], delimiter=separator,
                            skipinitialspace=True)  # fmt: skip
        quoted = next(reader)
        if reader.line_num <= len(held):
            cells, count = quoted, reader.line_num
    return [cell.replace(_HELD, COMMA) for cell in cells], count


def _hold_commas(line: str) -> str:
    """Return the line without commas in brackets, where none separates: "Ana (Urza, Lord)"."""
    return _IN_BRACKETS.sub(lambda found: found[0].replace(COMMA, _HELD), line)


def split_inside(text: str) -> list[str]:
    """Return the people of a line that holds several: "Anna, Ben", "Smith, John; Doe, Jane"."""
    for separator in (";", "；", "、", "，", ",", " / ", " | ", "•", "·", "\t"):
        if separator in text:
            parts = _hold_commas(text).split(separator)
            return [part.strip().replace(_HELD, COMMA) for part in parts]
    return [text]
