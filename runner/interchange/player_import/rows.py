"""The rows of a list: decode bytes, and split JSON, HTML or lines into rows of cells."""

import codecs
import csv
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from html import unescape
from typing import Any

from runner.core import names
from runner.interchange.player_import.cells import is_suffix, may_be_name
from runner.interchange.player_import.columns import LOOKED_AT, SHARE, is_heading_row
from runner.interchange.player_import.patterns import BETWEEN, PATTERN, TABLE, normal
from runner.interchange.player_import.player_list import SourceLine

_MISREAD = re.compile("[ÃÂÄÅâãäåæçèéÐÑØÙ][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹Œ‘’“”•–—˜™š›œžŸ¡-¿]")
"""Letters of UTF-8 that were decoded with another encoding: "JosÃ©"."""
_LETTERS = frozenset({"Lu", "Ll", "Pd", "Pf", "Pi"})
_KANA_OR_KANJI = re.compile("[\u3040-\u30ff\u4e00-\u9fff]")


def decode(data: bytes) -> tuple[str, str]:
    """Return the text of a file, and what is unusual about its encoding, or "". Never raises."""
    zeros = [data[at::2].count(0) for at in (0, 1)]
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        text = data.decode("utf-32", "replace")
    elif data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    elif max(zeros) > len(data) // 8:  # Latin letters, blanks and line ends have zero bytes
        text = data.decode("utf-16-le" if zeros[1] > zeros[0] else "utf-16-be", "replace")
    else:
        lines = data.removeprefix(codecs.BOM_UTF8).split(b"\n")
        code = _code_of(b"\n".join(line for line in lines if not _is_utf_8(line)))
        text = "\n".join(
            line.decode("utf-8" if _is_utf_8(line) else code, "replace") for line in lines
        )
        if code:
            words = TABLE["codes"][code]
            return text, f"It is not in UTF-8, and was read as {words}: check accented letters."
    better = _repaired(text)
    odd = "Accented letters had been spoilt by another program, and were put right."
    return better, "" if better == text else odd


def _is_utf_8(line: bytes) -> bool:
    with suppress(UnicodeDecodeError):
        return line.decode("utf-8") is not None
    return False


def _code_of(data: bytes) -> str:
    """Return the encoding in which the bytes are most likely names; "" if there are no bytes."""
    if not data:
        return ""
    if sum(byte > 127 for byte in data) > sum(map(str.isalpha, data.decode("ascii", "ignore"))):
        text = data.decode("cp932", "replace")
        if "\ufffd" not in text and _KANA_OR_KANJI.search(text):
            return "cp932"
        if not _odd_letters(data.decode("cp1251", "replace")):
            return "cp1251"
    return min(("cp1252", "cp1250"), key=lambda code: _odd_letters(data.decode(code, "replace")))


def _odd_letters(text: str) -> int:
    """Return how many characters of a text do not occur in names."""
    return sum(not each.isascii() and unicodedata.category(each) not in _LETTERS for each in text)


def _repaired(text: str) -> str:
    """Return the text with wrongly decoded letters repaired, in lines where that is possible."""
    lines = text.split("\n") if _MISREAD.search(text) else []
    for at, line in enumerate(lines):
        with suppress(UnicodeError):
            lines[at] = line.encode("cp1252").decode("utf-8") if _MISREAD.search(line) else line
    return "\n".join(lines) or text


_LISTS, *_FIELDS = TABLE["documents"].items()
_LONGEST_VALUE = 300


def document_rows(text: str) -> tuple[list[list[str]], str] | None:
    """Return the players of a JSON document, headings first, and its format: a log of
    EDH_matchmaker, an event of Runner's, a list of names or players; None for other texts."""
    begin, end = text.lstrip()[:1], text.rstrip()[-1:]
    if begin != "{" and not (begin == "[" and end == "]" and '"' in text):
        return None
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return None
    fields = _of_type(document, dict)
    lists = [document, *(fields.get(key) for key in _LISTS[1].split())]
    people = next((each for each in lists[bool(fields) :] if isinstance(each, list | dict)), None)
    if people is None:
        return None
    rounds = _of_type(fields.get("rounds"), list)
    dropped = {
        str(uid) for each in rounds for uid in _of_type(_of_type(each, dict).get("dropped"), list)
    }
    each_one = people.values() if isinstance(people, dict) else people
    rows = [_person(each, dropped) for each in each_one]
    if str(fields.get("format", "")).startswith("runner-event/"):
        format_ = "an event document of Runner’s"
    elif "rounds" in fields and "config" in fields:
        format_ = f"EDH_matchmaker’s log {_text(fields.get('format_version')) or '1.0'}"
    else:
        format_ = "a document in JSON" if fields else "a list in JSON"
    return [[*(heading for heading, _ in _FIELDS), "Status"], *rows], format_


def _of_type(value: Any, wanted: type) -> Any:
    return value if isinstance(value, wanted) else wanted()


def _person(player: Any, dropped: set[str]) -> list[str]:
    player = {"name": player} if isinstance(player, str) else _of_type(player, dict)
    fields = {**_of_type(player.get("extra"), dict), **player}
    texts = {normal(key): _text(value) for key, value in fields.items()}
    row = [next(filter(None, map(texts.get, keys.split())), None) or "" for _, keys in _FIELDS]
    row[0] = row[0] or f"{texts.get('firstname', '')} {texts.get('lastname', '')}".strip()
    return [*row, "dropped" if str(player.get("uid")) in dropped else ""]


def _text(value: Any) -> str:
    texts = value if isinstance(value, list) else [value]
    return " / ".join(names.prose(each) for each in texts if isinstance(each, str))[:_LONGEST_VALUE]


_OF_TAGS = {tag: text for text, tags in TABLE["html"].items() for tag in tags.split()}


def page_rows(text: str) -> list[list[str]] | None:
    """Return the rows of tables and lists of a web page; None if the text is not a web page."""
    if len(PATTERN["page"].findall(text[:20_000])) < 2:
        return None
    parts, in_cell, hidden = list[str](), False, ""
    for part in PATTERN["tag"].split(text):
        name = PATTERN["tag_name"].match(part)
        tag, ends = (name[1].lower(), part[1] == "/") if name else (part, False)
        if hidden:
            hidden = "" if part == "-->" or (ends and tag == hidden) else hidden
        elif _OF_TAGS.get(tag) == "":
            hidden = "" if ends else tag
        elif not name:
            parts.append("" if PATTERN["tag"].fullmatch(part) else re.sub(r"\s+", " ", part))
        elif tag in ("td", "th"):
            in_cell = not ends
            parts.append("" if ends else "\t")
        elif tag in _OF_TAGS:
            in_cell &= tag not in ("tr", "table")
            stands_for = _OF_TAGS[tag]
            parts.append(" " if in_cell and stands_for == "\n" else stands_for)
    rows = [
        [" ".join(unescape(cell).split()) for cell in line.removeprefix("\t").split("\t")]
        for line in re.sub(r"\n +\t", "\n\t", "".join(parts)).split("\n")
    ]
    return [row for row in rows if any(row)]


TAB, SEMICOLON, COMMA, PIPE, SPACES, DASH, COLON, NONE = "\t", ";", ",", "|", "  ", " - ", ": ", ""
_LINE_END = re.compile("\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")
_AT_END = "".join(filter(str.isspace, map(chr, range(0x3001)))) + ",;|、，；"
_MOST_JOINED = 8  # lines of one quoted cell
_HELD = "\ufdd0"  # temporarily replaces a comma; a noncharacter, which texts do not have


def lines_of(text: str) -> list[str]:
    """Return the lines of a text with any line ends; one at the very end starts no other line."""
    lines = _LINE_END.split(text)
    return lines[:-1] if len(lines) > 1 and not lines[-1].strip("\ufeff\0") else lines


def table_rows(rows: Iterable[tuple[int, Sequence[str]]]) -> list[SourceLine]:
    """Return the rows of a table, each given with its number, as lines of a list."""
    return [
        SourceLine(number, tuple(cells), " | ".join(filter(None, map(str.strip, cells))))
        for number, cells in rows
    ]


def text_rows(lines: Sequence[str]) -> tuple[list[SourceLine], str]:
    """Return lines with their cells, and the separator of these."""
    if not any(is_heading_row(_cells([line], COMMA)[0]) for line in lines[:3]):
        lines = [PATTERN["after_comma"].sub(_with_suffix, line) for line in lines]
    rule = PATTERN["rule"]  # "---|:---:", "=====", "+----+"
    drawn = {line for line in lines if len(line.strip()) > 1 and rule.fullmatch(line)}
    separator = _separator([line for line in lines if line.strip() and line not in drawn])
    sources, at = list[SourceLine](), 0
    while at < len(lines):
        cells, count = _cells(lines[at : at + _MOST_JOINED], separator)
        sources.append(SourceLine(at + 1, tuple(cells), "\n".join(lines[at : at + count])))
        sources += (SourceLine(at + more + 1, (), "") for more in range(1, count))
        at += count
    return sources, separator


def _with_suffix(match: re.Match[str]) -> str:
    """Return what follows a comma, without the comma if it is only a suffix: "Martin King, Jr."."""
    suffix = is_suffix(match[1]) and not may_be_name(match[1])
    return f" {match[1]}" if suffix else match[0]


def _separator(lines: Sequence[str]) -> str:
    """Return the separator of cells in most of the lines; NONE if each line is one cell."""
    looked = [PATTERN["number"].sub("", line).rstrip(_AT_END) for line in lines[:LOOKED_AT]]
    for separator in (TAB, SEMICOLON, COMMA, PIPE):
        if any(is_heading_row(_cells([line], separator)[0]) for line in lines[:3]):
            return separator
    most = max(SHARE * len(looked), 1)
    for separator in (TAB, PIPE, SEMICOLON):
        if sum(separator in line for line in looked) >= most:
            return separator
    commas = Counter(len(_cells([line], COMMA)[0]) - 1 for line in looked)
    if commas[1] >= most or sum(commas[at] for at in commas if at > 1) >= most:
        return COMMA
    for separator, pattern in BETWEEN.items():
        if len(looked) > 1 and sum(bool(pattern.search(line)) for line in looked) >= most:
            return separator
    return NONE


def _cells(lines: Sequence[str], separator: str) -> tuple[list[str], int]:
    """Return the cells of the first line, and how many lines it takes including quoted cells."""
    line = lines[0]
    if separator == NONE:
        return [line], 1
    if separator == PIPE:
        return line.strip().strip("|").split("|") if line.strip("| \t") else [""], 1
    if pattern := BETWEEN.get(separator):
        one = separator != SPACES
        text = PATTERN["number"].sub("", line) if one else line.strip()
        return pattern.split(text, maxsplit=int(one)), 1
    if '"' in line:
        end = '"'  # closes a quote that is not closed
        held = (f"{_hold_commas(each)}\n" for each in lines)
        reader = csv.reader([*held, end], delimiter=separator, skipinitialspace=True)
        with suppress(csv.Error):  # a longer cell than it takes
            cells = next(reader)
            if reader.line_num <= len(lines):
                return [cell.replace(_HELD, COMMA) for cell in cells], reader.line_num
    return _split(line, separator), 1


def _hold_commas(line: str) -> str:
    """Replace the commas in brackets, which separate nothing: "Ana (Urza, Lord)"."""
    return PATTERN["brackets_with_commas"].sub(lambda match: match[0].replace(COMMA, _HELD), line)


def _split(line: str, separator: str) -> list[str]:
    return [cell.strip().replace(_HELD, COMMA) for cell in _hold_commas(line).split(separator)]


def split_inside(text: str) -> list[str]:
    """Return the people of a line that has several: "Anna, Ben", "Smith, John; Doe, Jane"."""
    for separator in (";", "；", "、", "，", ",", " / ", " | ", "•", "·", "\t"):
        if separator in text:
            return _split(text, separator)
    return [text]
