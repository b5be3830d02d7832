"""Workbooks spoilt by chance, each reproducible from a number, and what reading them comes to."""

import faulthandler
import io
import json
import random
import re
import resource
import struct
import sys
import tempfile
import time
import traceback
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.app.sample_players import players
from runner.core.event import Event
from runner.core.phase import Mode, Phase
from runner.workbook import column, round_schema, schema
from runner.workbook.read.phases import PHASES
from runner.workbook.read.read import read
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.grid import Failure, Formula, Moment
from tests.support.events import planned
from tests.support.folders import event_folder, new_workbook, set_back
from tests.support.workbooks import with_shared_strings

LONGEST = 5.0  # seconds of computing that a workbook may take, whatever is in it
MOST_MEMORY = 500 * 1024 * 1024  # bytes on top of what the program takes by itself

Mutation = Callable[[random.Random, bytes], bytes]


@dataclass(frozen=True)
class Base:
    workbook: bytes
    ledger: bytes


@cache
def bases() -> tuple[Base, ...]:
    """Pods and matches, as Runner writes them and as office programs do, in the middle of a day."""
    pods = _played(Mode.MULTIPLAYER, 11)
    duel = _played(Mode.HEAD_TO_HEAD, 9)
    fresh = planned(7, _phase(Mode.MULTIPLAYER), name="Open", date="")
    return (
        pods, replace(pods, workbook=with_shared_strings(pods.workbook)), duel,
        Base(with_shared_strings(new_workbook(fresh)), b""),
    )  # fmt: skip


def _phase(mode: Mode) -> Phase:
    return Phase(1, "Swiss", mode, "swiss", rounds=3)


def _played(mode: Mode, count: int) -> Base:
    people = tuple(replace(each, notes=f"private {each.id}") for each in players(count))
    with tempfile.TemporaryDirectory() as name:
        folder = event_folder(Path(name) / "event", planned(people, _phase(mode), name="Open"))
        root = folder.root
        pipeline = Pipeline(folder, Path(name) / "site")
        play(pipeline, 2)
        pipeline.run((root / "event.xlsx").read_bytes())
        pipeline.write_names(unlocked_for=0)
        return Base((root / "event.xlsx").read_bytes(), folder.ledger.read_bytes())


def _flip(chance: random.Random, data: bytes) -> bytes:
    spoilt = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 8, 64))):
        spoilt[chance.randrange(len(spoilt))] ^= 1 << chance.randrange(8)
    return bytes(spoilt)


def _cut(chance: random.Random, data: bytes) -> bytes:
    at = chance.randrange(len(data))
    return data[:at] if chance.random() < 0.5 else data[:at] + data[at + chance.randrange(400) :]


def _insert(chance: random.Random, data: bytes) -> bytes:
    at = chance.choice((0, len(data), chance.randrange(len(data))))
    return data[:at] + chance.randbytes(chance.randrange(1, 300)) + data[at:]


def _blank(chance: random.Random, data: bytes) -> bytes:
    at, length = chance.randrange(len(data)), chance.randrange(1, 5000)
    return data[:at] + bytes(len(data[at : at + length])) + data[at + length :]


def _directory_number(chance: random.Random, data: bytes) -> bytes:
    mark, length = chance.choice(((b"PK\1\2", 46), (b"PK\3\4", 30), (b"PK\5\6", 22)))
    places = [found.start() for found in re.finditer(re.escape(mark), data)]
    if not places:
        return data
    at = chance.choice(places) + chance.randrange(4, length - 1)
    value = chance.choice((0, 1, 8, 99, 0xFFFF, 0xFFFFFFFF, 0x7FFFFFFF, chance.randrange(1 << 32)))
    form, size = chance.choice((("<H", 2), ("<I", 4)))
    return data[:at] + struct.pack(form, value % (1 << 8 * size)) + data[at + size :]


def _parts(data: bytes) -> dict[str, bytes] | None:
    """The parts of an archive, or None where it is none any more."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(each.file_size for each in archive.infolist()) > 50_000_000:
                return None
            return {name: archive.read(name) for name in archive.namelist()}
    except Exception:
        return None


def _packed(parts: list[tuple[str, bytes]], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as archive:
        for name, content in parts:
            archive.writestr(zipfile.ZipInfo(name), content, method)
    return stream.getvalue()


def _whole_parts(chance: random.Random, data: bytes) -> bytes:
    """A part that is missing, there twice, elsewhere, another's, empty or enormous."""
    parts = _parts(data)
    if not parts:
        return data
    name, other = chance.choice(list(parts)), chance.choice(list(parts))
    lines = list(parts.items())
    match chance.randrange(8):
        case 0:
            lines = [each for each in lines if each[0] != name]
        case 1:
            lines.append((chance.choice((name, name.upper(), "/" + name)), parts[other]))
        case 2:
            lines = [(each if each != name else "../" + each, text) for each, text in lines]
        case 3:
            lines = [(each, parts[other] if each == name else text) for each, text in lines]
        case 4:
            lines = [(each, b"" if each == name else text) for each, text in lines]
        case 5:
            blown = parts[name] + b" " * chance.choice((10**6, 3 * 10**7))
            lines = [(each, blown if each == name else text) for each, text in lines]
        case 6:
            return _packed(lines, zipfile.ZIP_STORED)
        case _:
            chance.shuffle(lines)
    return _packed(lines)


_PIECES = (
    "", "<", ">", '"', "&", "&amp;", "&#0;", "&#x202e;", "&lol;", "]]>", "<![CDATA[", "<!-- -->",
    "99999999999", "-1", "1e400", "nan", "</row>", "</c>", "</sheetData>", "<sheetData>",
    "<row r='2'>", "<c r='B7'/>", "<c r='ZZZZ1'><v>1</v></c>", "<v>1</v>", "<f>1+1</f>", " t='d'",
    " t='e'", " t='b'", " t='s'", " t='str'", " s='9999'", " r='A1'", "<x/>" * 50,
    "<mergeCell ref='A1:XFD1048576'/>", "\ud7ff", "\U0001f525", "<!DOCTYPE a>", "<?x y?>",
    "xmlns='x'", "<is><t>a</t></is>", "<r><t>a</t></r>", "<" * 2000, "<a>" * 5000,
)  # fmt: skip
_VALUES = (
    "", "0", "-0", "1", "-1", "1.5", "1e3", "1E400", "-1e308", "nan", "inf", "99999999999999999999",
    "9" * 400, "abc", "46000", "46000.75", "2958466", "-5", "0.5", "TRUE", "#REF!", "#N/A", "1,5",
    "2026-01-06", "2026-01-06T00:00:00", "T", "9999999",
    "１２", "٣", "²", " ", "\n", "\u200b", "=1+1",
    "A", "draw", "1-6", "R1T1", "R9T9", "P2R1T1", "P001", "yes", "a" * 40_000,
)  # fmt: skip
_TABS = (
    "Round 0", "Round 99", "Round 2", "Players", "", "a" * 300, "round  1", "Event (2)",
    "Phase 2 Round 1", "🔥", "&lt;b&gt;",
)  # fmt: skip
_TYPES = ("n", "s", "str", "b", "e", "d", "inlineStr", "", "x")


def _inside(change: Callable[[random.Random, str, str], str], among: str) -> Mutation:
    """A mutation of the text of one part whose name fits."""

    def spoil(chance: random.Random, data: bytes) -> bytes:
        parts = _parts(data)
        names = [name for name in parts or () if re.search(among, name)]
        if not parts or not names:
            return data
        name = chance.choice(names)
        text = change(chance, parts[name].decode("utf-8", "replace"), name)
        parts[name] = text.encode("utf-8", "surrogatepass")
        return _packed(list(parts.items()))

    return spoil


def _piece(chance: random.Random, text: str, _: str) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + chance.choice(_PIECES) + text[at + chance.choice((0, 0, 1, 3, 12, 200)) :]


def _number(chance: random.Random, text: str, _: str) -> str:
    found = list(re.finditer(r'(?<==")[^"]*(?=")|(?<=>)[^<>]+(?=<)', text))
    if not found:
        return text
    at = chance.choice(found)
    return text[: at.start()] + _escaped(chance.choice(_VALUES)) + text[at.end() :]


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace('"', "&quot;")


def _elements(chance: random.Random, text: str, _: str) -> str:
    """A row, cell, relation or text deleted, doubled, or exchanged with another of its kind."""
    kind = chance.choice(("row", "c", "si", "sheet", "Relationship", "xf", "v", "col", "Override"))
    found = list(re.finditer(rf"<{kind}\b[^>]*?(?:/>|>.*?</{kind}>)", text, re.DOTALL))
    if not found:
        return text
    one, other = chance.choice(found), chance.choice(found)
    match chance.randrange(4):
        case 0:
            return text[: one.start()] + text[one.end() :]
        case 1:
            return text[: one.end()] + one[0] + text[one.end() :]
        case 2:
            return text[: one.start()] + other[0] + text[one.end() :]
        case _:
            at = chance.choice(found).start()
            return text[:at] + one[0] + text[at:]


def _cells(chance: random.Random, text: str, _: str) -> str:
    found = list(re.finditer(r"<c\b[^>]*?(?:/>|>.*?</c>)", text, re.DOTALL))
    for cell in sorted(
        chance.sample(found, min(len(found), chance.choice((1, 1, 3, 20)))),
        key=lambda each: -each.start(),
    ):
        reference = (re.search(r'r="([^"]*)"', cell[0]) or ["", "A1"])[1]
        if chance.random() < 0.15:
            reference = chance.choice(("A1", "XFD1048576", "B7", "a5", "7B", "", "AAAAAAA1", "B0"))
        place = f' r="{reference}"' if chance.random() > 0.1 else ""
        style = (
            f' s="{chance.choice((0, 1, 5, 14, 22, 9999, -1))}"' if chance.random() < 0.4 else ""
        )
        kind, value = chance.choice(_TYPES), _escaped(chance.choice(_VALUES))
        type_ = f' t="{kind}"' if kind else ""
        inner = chance.choice(
            (
                f"<v>{value}</v>", f"<is><t>{value}</t></is>", f"<f>{value}</f><v>{value}</v>",
                f"<f>{value}</f>", f"<v>{value}</v><v>2</v>", "",
            )
        )  # fmt: skip
        made = f"<c{place}{style}{type_}>{inner}</c>"
        text = text[: cell.start()] + made + text[cell.end() :]
    return text


def _lines(chance: random.Random, text: str, _: str) -> str:
    """Rows moved up or down by their numbers, columns by their letters, areas merged."""
    shift, start = chance.choice((-3, -1, 1, 2, 500, 2_000_000)), chance.randrange(1, 15)
    columns = "ABCDEFGH"
    match chance.randrange(3):
        case 0:
            return re.sub(
                r'(<row\b[^>]*?\br="|<c\b[^>]*?\br="[A-Z]+)(\d+)"',
                lambda at: f'{at[1]}{int(at[2]) + shift * (int(at[2]) >= start)}"',
                text,
            )
        case 1:
            swap = dict(zip(columns, chance.sample(columns, len(columns)), strict=True))
            return re.sub(
                r'(<c\b[^>]*?\br=")([A-Z]+)', lambda at: at[1] + swap.get(at[2], at[2]), text
            )
        case _:
            area = chance.choice(("B5:B8", "A1:Z99", "A5:XFD1048576", "B4:C4", "x", "B9:B5", ""))
            return text.replace(
                "</sheetData>", f'</sheetData><mergeCells><mergeCell ref="{area}"/></mergeCells>'
            )


def _tabs(chance: random.Random, text: str, _: str) -> str:
    found = list(re.finditer(r'(?<=<sheet )(?:[^>]*?)name="([^"]*)"', text))
    if not found:
        return text
    one, other = chance.choice(found), chance.choice(found)
    name = chance.choice((other[1], *_TABS))
    return text[: one.start(1)] + name + text[one.end(1) :]


_SHEETS = r"worksheets/sheet\d+\.xml$"
MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "zip": (_flip, _cut, _insert, _blank, _directory_number, _whole_parts),
    "XML": (
        _inside(_piece, _SHEETS),
        _inside(_piece, r"\.(xml|rels)$"),
        _inside(_number, r"\.(xml|rels)$"),
    ),
    "structure": (
        _inside(_elements, r"\.(xml|rels)$"), _inside(_elements, _SHEETS), _inside(_lines, _SHEETS),
        _inside(_tabs, r"workbook\.xml$"),
    ),
    "cells": (_inside(_cells, _SHEETS), _inside(_number, _SHEETS)),
}  # fmt: skip


def mutated(seed: int) -> tuple[str, Base, bytes]:
    """What was spoilt, the sound workbook, and the spoilt one: always the same for a number."""
    chance = random.Random(seed)
    base = chance.choice(bases())
    kind = tuple(MUTATIONS)[seed % len(MUTATIONS)]
    data = base.workbook
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        data = chance.choice(MUTATIONS[kind])(chance, data)
    return kind, base, data


_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def plainly_read(data: bytes) -> dict[str, dict[tuple[int, int], str]]:
    """The texts in the cells, sheet by sheet, without limits or meaning; a damaged file raises."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = {name.lower(): name for name in archive.namelist()}

        def tree(path: str) -> ElementTree.Element:
            return ElementTree.fromstring(archive.read(names[path.lower()]))

        relations = {
            each.get("Id"): each.get("Target", "") for each in tree("xl/_rels/workbook.xml.rels")
        }
        strings = [
            "".join(_leaves(item))
            for item in (tree("xl/sharedStrings.xml") if "xl/sharedstrings.xml" in names else ())
        ]
        found: dict[str, dict[tuple[int, int], str]] = {}
        for sheet in tree("xl/workbook.xml").iter():
            if _tag(sheet) == "sheet" and _matters(sheet.get("name", "")):
                target = relations[sheet.get(_RELATION)]
                path = target.lstrip("/") if target.startswith("/") else f"xl/{target}"
                cells = dict(_plain_cells(tree(path), strings))
                name = sheet.get("name", "")
                if name in found:
                    raise ValueError(f"two sheets are called {name}")
                found[name] = {at: text for at, text in cells.items() if text}
        return found


_READ = (schema.EVENT, schema.PLAYERS, schema.PENALTY, schema.DECISION, schema.TIME, PHASES)
_READ_TABS = {column.normal(text) for each in _READ for text in (each.name, *each.aliases)}


def _matters(tab: str) -> bool:
    """Whether a sheet of that name is read at all."""
    return round_schema.round_of_sheet(tab) is not None or column.normal(tab) in _READ_TABS


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _leaves(text: ElementTree.Element) -> Iterator[str]:
    """The pieces of a text, without the guides to its pronunciation."""
    for each in text:
        if _tag(each) == "t":
            yield each.text or ""
        elif _tag(each) == "r":
            yield from _leaves(each)


def _plain_cells(
    sheet: ElementTree.Element, strings: list[str]
) -> Iterator[tuple[tuple[int, int], str]]:
    number = 0
    for row in next((each for each in sheet if _tag(each) == "sheetData"), ()):
        number = int(row.get("r", number + 1))
        column = 0
        for cell in row:
            letters = re.match("[A-Za-z]*", cell.get("r", ""))
            column = _column(letters[0]) if letters and letters[0] else column + 1
            yield (number, column), _plain_text(cell, strings)


def _column(letters: str) -> int:
    column = 0
    for letter in letters.upper():
        column = column * 26 + ord(letter) - 64
    return column


def _plain_text(cell: ElementTree.Element, strings: list[str]) -> str:
    inside = {_tag(each): each for each in cell}
    if "f" in inside:
        return f"={inside['f'].text or ''}"
    if "is" in inside:
        return "".join(_leaves(inside["is"]))
    value = (inside["v"].text or "") if "v" in inside else ""
    if cell.get("t") == "s":
        return strings[int(value)] if value.strip() else ""
    return value


def faithful(data: bytes) -> bool:
    """Whether Runner takes from the cells exactly what stands in them, and the file is sound."""
    try:
        plain = plainly_read(data)
        book = Book(data)
        grids = {name: book.grid(name).rows for name in book.parts if _matters(name)}
    except Exception:
        return False
    return plain.keys() == grids.keys() and all(
        _alike(plain[name].get((row, column), ""), grids[name].get(row, {}).get(column))
        for name in plain
        for row, column in {
            *plain[name],
            *((row, column) for row, cells in grids[name].items() for column in cells),
        }
    )


def _alike(text: str, value: Any) -> bool:
    if isinstance(value, Formula):
        return text == value.text
    if isinstance(value, (Moment, Failure)):
        return bool(text.strip())
    if isinstance(value, bool):
        return value == (text.strip() == "1")
    if isinstance(value, (int, float)):
        return float(text) == value or str(value) == text
    if value is None:
        return not text.strip()
    return value == text or "_x" in text


class Wrong(Exception):  # noqa: N818 - it says what a workbook did, for a report
    """A workbook came to something that it must not come to."""


class Bench:
    """Event folders, each with a site, into which one spoilt workbook after the other is saved."""

    def __init__(self, root: Path) -> None:
        self.sites = root / "sites"
        self._root = root
        self._events: dict[int, Pipeline] = {}
        self._made = 0

    def outcome(self, seed: int) -> tuple[str, str]:
        """The kind of mutation, and what became of it. Raises Wrong for anything but

        "refused": a fatal problem says why, and site and ledger are as they were;
        "same": the event is read as it was, so that nothing is lost;
        "told": the event is another, and a problem that was not there before says so;
        "meant": the event is another, the file is sound, and it is what stands in the cells, by a
        second way of reading them: a workbook that somebody could have typed.
        """
        kind, base, data = mutated(seed)
        pipeline = self._pipeline(base)
        folder = pipeline.folder
        workbook = folder.root / "event.xlsx"
        workbook.write_bytes(data)
        standing = tree(self.sites)
        report = pipeline.run(data)
        if not all(each.text for each in report.problems):
            raise Wrong("a problem without words")
        if report.snapshot is None:
            if not any(each.fatal for each in report.problems):
                raise Wrong("not published, and nobody is told why")
            if tree(self.sites) != standing or folder.ledger.read_bytes() != base.ledger:
                raise Wrong("the last good site or the ledger was touched")
            return kind, "refused"
        pipeline.write_names(unlocked_for=0)
        written = workbook.read_bytes()
        if written != data and read(written)[0] is None:
            raise Wrong("could be read before names were written into it, and not afterwards")
        set_back(folder, base.ledger, pipeline.site_out)
        return kind, _told(base, data)

    def _pipeline(self, base: Base) -> Pipeline:
        """An event that has been published; a new one from time to time, as saves are kept."""
        at = bases().index(base)
        self._made += 1
        if at not in self._events or self._made % 100 == 0:
            root = self._root / f"event {self._made}"
            root.mkdir()
            folder = EventFolder(root)
            folder.ledger.write_bytes(base.ledger)
            (root / "event.xlsx").write_bytes(base.workbook)
            self._events[at] = Pipeline(folder, self.sites / root.name)
            self._events[at].run(base.workbook)
            set_back(folder, base.ledger, self._events[at].site_out)
        return self._events[at]


def tree(root: Path) -> dict[str, bytes]:
    return {
        str(path): path.read_bytes()
        for path in root.rglob("*")
        if path.is_file() and not path.name.startswith(".")
    }


@cache
def _read_base(base: Base) -> tuple[Event | None, frozenset[str]]:
    event, problems, _ = read(base.workbook)
    return event, frozenset(map(str, problems))


def _told(base: Base, data: bytes) -> str:
    before, known = _read_base(base)
    after, problems, _ = read(data)
    if after == before:
        return "same"
    if set(map(str, problems)) - known:
        return "told"
    if not faithful(data):
        raise Wrong("read as something else than stands in it, and nobody is told")
    return "meant"


def main(first: int, count: int) -> None:
    """Spoil, save, see; the memory is limited, and whatever takes too long ends the process."""
    bases()
    with tempfile.TemporaryDirectory(dir=quick_folder()) as name:
        bench = Bench(Path(name))
        bench.outcome(first)  # so that everything is loaded that there is to load
        limit = _memory() + MOST_MEMORY
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        def outcome(seed: int) -> str:
            say({"at": seed})
            # The clock on the wall is only for what would never end: others compute here too.
            faulthandler.dump_traceback_later(12 * LONGEST, exit=True)
            try:
                return " ".join(bench.outcome(seed))
            finally:
                faulthandler.cancel_dump_traceback_later()

        counted = count_outcomes(first, count, outcome, lambda seed: {"seed": seed})
        say({**counted, "memory": _most_memory()})


def count_outcomes(
    first: int, count: int, outcome: Callable[[int], str], about: Callable[[int], dict[str, Any]],
    longest: float = LONGEST,
) -> dict[str, Any]:  # fmt: skip
    """Try so many numbers; return how often each outcome came, and the slowest number. Print what
    is known `about` a number that comes to something that it must not, or takes too long."""
    counts: Counter[str] = Counter()
    slowest = 0.0, first
    for number in range(first, first + count):
        start = time.process_time()
        try:
            counts[outcome(number)] += 1
        except Wrong as wrong:
            say({**about(number), "wrong": str(wrong)[:1500]})
        except BaseException:
            say({**about(number), "wrong": traceback.format_exc(limit=-5)})
        seconds = time.process_time() - start
        if seconds > longest:
            say({**about(number), "wrong": f"took {seconds:.1f} s"})
        slowest = max(slowest, (round(seconds, 3), number))
    return {"counts": counts, "slowest": slowest}


def say(line: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(line) + "\n")
    sys.stdout.flush()


def quick_folder() -> str | None:
    """A folder in memory, where there is one: nobody waits for the disk here."""
    return "/dev/shm" if Path("/dev/shm").is_dir() else None


def _most_memory() -> int:
    """The most bytes in memory; `ru_maxrss` could be those of the process that started it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


def _memory() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()
