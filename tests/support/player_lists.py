"""Lists of players with what has to be understood of each line, from `lists.txt` of their tests."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

LISTS = Path(__file__).parents[1] / "interchange" / "player_import" / "lists.txt"
_BESIDE = re.compile(r"^(.*?) *=> (.*)$")
_MORE = re.compile(r"^(?P<name>.*?) ?\{(?P<more>.*)\}$")
_FIELD = re.compile(r"(?P<key>[^:]+): (?P<text>.*?)(?:, (?=[^:,]+: )|$)")
_MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}


class Person(NamedTuple):
    """A player as expected, and what goes beside the name."""

    name: str
    beside: dict[str, str]


@dataclass
class Expected:
    """What a line becomes: "player", "#", ".", "-" or "=", its players, a word of the reason."""

    fate: str
    people: list[Person] = field(default_factory=list)
    word: str = ""


@dataclass
class Case:
    title: str
    how: set[str]
    source: list[str] = field(default_factory=list)
    lines: list[Expected] = field(default_factory=list)
    format: str = ""
    notes: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return self.title

    @property
    def data(self) -> bytes:
        end = "\r\n" if "crlf" in self.how else "\r" if "cr" in self.how else "\n"
        text = "".join(line + end for line in self.source)
        if "mixed" in self.how:
            codes = ("utf-8", "cp1252")
            return b"".join(f"{line}{end}".encode(codes[at % 2])
                            for at, line in enumerate(self.source))  # fmt: skip
        codes = self.how - {"bom", "crlf", "cr", "rows"}
        code = codes.pop() if codes else "utf-8"
        return (_MARKS[code] if "bom" in self.how else b"") + text.encode(code)


def cases() -> list[Case]:
    found: list[Case] = []
    for line in LISTS.read_text(encoding="utf-8").split("\n"):
        if line.startswith("=== "):
            title, _, how = line[4:].partition(" | ")
            found.append(Case(title, {*how.split()}))
        elif found:
            _take(found[-1], line)
    return found


def _take(case: Case, line: str) -> None:
    match = _BESIDE.match(line)
    if match:
        source = match[1].replace("⇥", "\t").replace("␣", " ")
        if "rows" not in case.how:
            case.source += source.split("\\n")
        case.lines.append(_expected(match[2]))
        case.lines += [Expected(".") for _ in range(source.count("\\n"))]
    elif line.startswith("! "):
        case.format = line[2:]
    elif line.startswith("? "):
        case.notes.append(line[2:])
    elif line.strip():
        case.source.append(line)


def _expected(text: str) -> Expected:
    if text[0] in "#.-=" and text[1:2] in ("", " "):
        return Expected(text[0], word=text[2:])
    return Expected("player", [_person(each) for each in text.split(" + ")])


def _person(text: str) -> Person:
    found = _MORE.match(text)
    if not found:
        return Person(text, {})
    return Person(found["name"], {each["key"]: each["text"] for each in
                                  _FIELD.finditer(found["more"])})  # fmt: skip
