"""A text as lines and their cells."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runner.interchange.players_in.headings import is_heading_row
from runner.interchange.players_in.model import Source
from runner.interchange.players_in.order import is_suffix, may_be_name

_LINE_END = re.compile("\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_RULE = re.compile(r"[|+:\s=_*.\-–—~]*")
_WIDE = re.compile(r"(?<=\S)(?: {2,}|\u3000{2,})(?=\S)")
_BLANKS = r"(?<!\s)\s+"  # looked for from their first alone, so that a line is gone over once
_DASH = re.compile(
    rf"{_BLANKS}[-–—]+\s+|(?:{_BLANKS})?[–—]\s*(?=\S)|{_BLANKS}-+>\s+|(?:{_BLANKS})?[→⇒]\s*"
)
_COLON = re.compile(rf"(?:{_BLANKS})?[:：]\s+|：")
_NUMBERED = re.compile(r"^\W{0,3}\d{1,4}\s*[.)\]:\-–]+\s+")
_AT_END = "".join(filter(str.isspace, map(chr, range(0x3001)))) + ",;|、，；"
_SHARE = 0.6  # of the lines that have to agree on what stands between cells
_LOOKED_AT = 200
_MOST_JOINED = 8  # lines of one quoted cell
_ONE_COMMA = 1
_IN_BRACKETS = re.compile(r"\([^()\"]*\)|\[[^\[\]\"]*\]")
_AFTER_COMMA = re.compile(r",\s*([^\s,\"]+)(?=\s*(?:[,\"]|$))")
_HELD = "\ufdd0"  # stands for a comma meanwhile; no text has it

COMMA, SPACES, DASH, COLON, NONE = ",", "  ", " - ", ": ", ""
WORDS = {
    "\t": "a table, cells separated by tabs",
    ";": "a table, cells separated by semicolons",
    COMMA: "a table, cells separated by commas",
    "|": "a table, cells separated by “|”",
    SPACES: "a table, cells separated by spaces",
    DASH: "a list with dashes",
    COLON: "a list with colons",
    NONE: "a list, one player a line",
}


class Split(NamedTuple):
    """The lines with their cells, and what separates these; `spaced`: a blank follows it."""

    sources: list[Source]
    separator: str
    spaced: bool = False


def lines_of(text: str) -> list[str]:
    """The lines of a text, however they end; none for the end of the last one."""
    lines = _LINE_END.split(text)
    return lines[:-1] if len(lines) > 1 and not lines[-1].strip("\ufeff\0") else lines


def split(text: str) -> Split:
    """The text as rows of cells."""
    lines = lines_of(text)
    if not any(is_heading_row(_cells(line, COMMA)) for line in lines[:3]):
        lines = [_AFTER_COMMA.sub(_with_suffix, line) for line in lines]
    filled = [line for line in lines if line.strip() and not is_rule(line)]
    separator = _separator(filled)
    sources = _separated(lines, separator)
    spaced = sum(", " in line for line in filled) * 2 > sum("," in line for line in filled)
    return Split(sources, separator, spaced)


def _with_suffix(found: re.Match[str]) -> str:
    """What follows a comma, without it where it is no cell of its own: "Martin King, Jr."."""
    suffix = is_suffix(found[1]) and not may_be_name(found[1])
    return f" {found[1]}" if suffix else found[0]


def is_rule(line: str) -> bool:
    """Whether a line only draws one: "---|:---:", "=====", "+----+"."""
    return len(line.strip()) > 1 and _RULE.fullmatch(line) is not None


def _separator(lines: Sequence[str]) -> str:
    """What separates cells in most of the lines; "" where each is one cell."""
    looked = [_NUMBERED.sub("", line).rstrip(_AT_END) for line in lines[:_LOOKED_AT]]
    if not looked:
        return NONE
    for separator in ("\t", ";", COMMA, "|"):
        rows = (_cells(line, separator) for line in lines[:3])
        if any(len(row) > 1 and is_heading_row(row) for row in rows):
            return separator
    for separator in ("\t", "|", ";"):
        if _agree(sum(separator in line for line in looked), looked):
            return separator
    commas = Counter(len(_cells(line, COMMA)) - 1 for line in looked)
    with_many = sum(count for at, count in commas.items() if at > _ONE_COMMA)
    if _agree(with_many, looked) or _agree(commas[_ONE_COMMA], looked):
        return COMMA
    for separator, found in ((SPACES, _WIDE), (DASH, _DASH), (COLON, _COLON)):
        if len(looked) > 1 and _agree(sum(bool(found.search(line)) for line in looked), looked):
            return separator
    return NONE


def _agree(count: int, lines: Sequence[str]) -> bool:
    return count >= _SHARE * len(lines) and count > 0


def _separated(lines: Sequence[str], separator: str) -> list[Source]:
    sources, at = list[Source](), 0
    while at < len(lines):
        joined = _joined(lines, at, separator)
        text = "\n".join(lines[at : at + joined])
        sources.append(Source(at + 1, tuple(_cells(text, separator)), text))
        sources += [Source(at + more + 1, (), "") for more in range(1, joined)]
        at += joined
    return sources


def _joined(lines: Sequence[str], at: int, separator: str) -> int:
    """How many lines a row takes, whose last cell begins with a quote and goes on below."""
    if separator not in ("\t", ";", COMMA) or '"' not in lines[at]:
        return 1
    for count in range(1, _MOST_JOINED + 1):
        text = "\n".join(lines[at : at + count])
        if not _open(text, separator):
            return count
        if at + count >= len(lines):
            break
    return 1


def _open(text: str, separator: str) -> bool:
    """Whether a quote has begun and not ended."""
    return quoted(text, separator) is None


def _cells(line: str, separator: str) -> list[str]:
    match separator:
        case "":
            return [line]
        case "|":
            return line.strip().strip("|").split("|") if line.strip("| \t") else [""]
        case "  ":
            return _WIDE.split(line.strip())
        case " - ":
            return _DASH.split(_unnumbered(line), maxsplit=1)
        case ": ":
            return _COLON.split(_unnumbered(line), maxsplit=1)
    line = _held(line) if separator == COMMA else line
    found = quoted(line, separator)
    return [_let_go(each) for each in (line.split(separator) if found is None else found)]


def _held(line: str) -> str:
    """The line without commas in brackets, where none separates: "Ana (Urza, Lord)"."""
    return _IN_BRACKETS.sub(lambda found: found[0].replace(COMMA, _HELD), line)


def _let_go(cell: str) -> str:
    return cell.replace(_HELD, COMMA)


def _unnumbered(line: str) -> str:
    return _NUMBERED.sub("", line)


def quoted(line: str, separator: str) -> list[str] | None:
    """The cells of a line whose cells may be quoted; None where a quote does not end."""
    cells, at = list[str](), 0
    while True:
        begin = _AFTER_BLANKS.match(line, at).end()  # type: ignore[union-attr]  # fits anywhere
        if line[begin : begin + 1] == '"':
            end = _end_of_quote(line, begin)
            if end < 0:
                return None
            cells.append(line[begin + 1 : end].replace('""', '"'))
            stop = line.find(separator, end)
        else:
            stop = line.find(separator, at)
            cells.append(line[at:] if stop < 0 else line[at:stop])
        if stop < 0:
            return cells
        at = stop + len(separator)


_AFTER_BLANKS = re.compile(" *")


def _end_of_quote(line: str, start: int) -> int:
    """Where the quote that begins there ends; -1 where it does not."""
    at = start + 1
    while (at := line.find('"', at)) >= 0:
        if line[at + 1 : at + 2] != '"':
            return at
        at += 2
    return -1


def split_inside(text: str) -> list[str]:
    """A line that holds several people: "Anna, Ben, Carla", "Smith, John; Doe, Jane"."""
    for separator in (";", "；", "、", "，", ",", " / ", " | ", "•", "·", "\t"):
        if separator in text:
            return [_let_go(part.strip()) for part in _held(text).split(separator)]
    return [text]


def texts(rows: Iterable[tuple[int, Sequence[str]]]) -> list[Source]:
    """Rows of a table as sources."""
    return [
        Source(number, tuple(cells), " | ".join(filter(None, (cell.strip() for cell in cells))))
        for number, cells in rows
    ]
