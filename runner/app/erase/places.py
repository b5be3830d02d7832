"""Every file that Runner writes into an event's folder and into a site: who may read it, what of a
player it can hold, and what becomes of it when one is erased.

Whatever fits none of these lines is somebody else's, and is only searched for the name: as whoever
opens it would find it, archives unpacked, pages without their markup, old saves put together.
"""

import html
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from runner.app.history.saves import ChunkStore, DamagedError
from runner.disk import read_regular_file
from runner.workbook.write.erase import Erased


class Reader(StrEnum):
    """Who may read a file."""

    STAFF = "staff"
    EVERYBODY = "everybody"


class Fate(StrEnum):
    """What erasing does to a file. `AGAIN`: it is made again from other files."""

    REWRITTEN = "the name is replaced in it"
    SEALED = "the name is replaced in it, and its lines are sealed anew"
    REMOVED = "it is removed"
    AGAIN = "it is made again"
    NOTHING = "nothing; it holds nothing of a player"


class Place(NamedTuple):
    """Files of one kind: where they lie (* is any text without a /), what they are, who may read
    them, what of a player they can hold, and what becomes of them."""

    pattern: str
    what: str
    reader: Reader
    holds: str
    fate: Fate

    def has(self, name: str) -> bool:
        """Return whether a file, by its path from the folder, is of this kind."""
        return re.fullmatch(re.escape(self.pattern).replace(r"\*", "[^/]*"), name) is not None


_ALL = "everything that was typed"
_S, _E = Reader.STAFF, Reader.EVERYBODY
_PUBLIC = "the name as it is shown, club, public columns, results, reasons"
EVENT = (
    Place(".runner/.*.new", "half of any file, left by a crash", _S, _ALL, Fate.REMOVED),
    Place(".*.new", "half of any file, left by a crash", _S, _ALL, Fate.REMOVED),
    Place(".runner/*/.*.new", "half of any file, left by a crash", _S, _ALL, Fate.REMOVED),
    Place(".runner/saves.*/*", "a history that an earlier version was making anew", _S, _ALL,
          Fate.REMOVED),
    Place("slips/.*.new", "half of any file, left by a crash", _S, _ALL, Fate.REMOVED),
    Place("lists/.*.new", "half of any file, left by a crash", _S, _ALL, Fate.REMOVED),
    Place("*.xlsx", "the workbook, and copies of it", _S, _ALL, Fate.REWRITTEN),
    Place("ledger.jsonl", "the ledger", _S, "full names, clubs, reasons, notes, results",
          Fate.SEALED),
    Place("ledger*.jsonl", "ledgers that were set aside", _S,
          "full names, clubs, reasons, notes, results", Fate.SEALED),
    Place("workbook.txt", "the workbook’s content as text", _S, "full names, clubs, penalties, why",
          Fate.AGAIN),
    Place("desk.html", "the desk", _S, "full names, reasons, what was typed", Fate.AGAIN),
    Place("grand-melee.html", "the circle of a Grand Melee", _S, "full names", Fate.REMOVED),
    Place("compare.html", "the event under all presets", _S, "full names, ranks", Fate.REMOVED),
    Place("slips/*", "match slips", _S, "full names, tables", Fate.REMOVED),
    Place("lists/*", "lists and charts on paper", _S, "full names, clubs, tables",
          Fate.REMOVED),
    Place("restored/*.xlsx", "saves that were restored", _S, _ALL, Fate.REWRITTEN),
    Place(".runner/saves/*.xlsx", "the kept saves", _S, _ALL, Fate.REWRITTEN),
    Place(".runner/saves/*.json", "when each was saved, and what had changed", _S, _ALL,
          Fate.REWRITTEN),
    Place(".runner/saves/*.save", "saves as earlier versions kept them", _S, _ALL, Fate.REMOVED),
    Place(".runner/saves/ledger.jsonl", "the ledger a second time", _S,
          "full names, clubs, reasons, notes, results", Fate.SEALED),
    Place(".runner/displaced/kept-*.xlsx", "edits that were rescued", _S, _ALL, Fate.REWRITTEN),
    Place(".runner/displaced/*.xlsx", "the workbook before Runner last wrote into it", _S, _ALL,
          Fate.REMOVED),
    Place(".runner/displaced/*.json", "checksums of those", _S, "nothing", Fate.REMOVED),
    Place(".runner/erasing.json", "whose name is being taken out, until it is", _S, "full names",
          Fate.REMOVED),
    Place(".runner/rehearsal.json", "which results a rehearsal has made up", _S, "nothing",
          Fate.NOTHING),
    Place(".runner/made.json", "checksums of the sheets that Runner has made", _S, "nothing",
          Fate.NOTHING),
    Place(".runner/web.json", "the link of the workbook on the web", _S, "nothing", Fate.NOTHING),
    Place(".runner/upload.json", "where the pages go on the internet, and how that stands", _S,
          "nothing", Fate.NOTHING),
    Place(".runner/site.json", "by what a site knows its event", _S, "nothing", Fate.NOTHING),
    Place(".runner/phones/round.json", "what the hall’s server knows about the round", _S,
          "the name as it is shown, results", Fate.AGAIN),
    Place(".runner/phones/reports.jsonl", "what phones have sent", _S,
          "what judges have typed; ids, results, penalties", Fate.REWRITTEN),
    Place(".runner/phones/seats.jsonl", "which phone speaks for which seat", _S, "nothing; ids",
          Fate.NOTHING),
    Place(".runner/phones/secret", "the secret of the tables’ codes", _S, "nothing", Fate.NOTHING),
    Place(".runner/phones/*.lock", "held while something is added", _S, "nothing", Fate.NOTHING),
    Place(".runner/*.json", "checksums of what slips and lists were made from, "
          "scripts that no font had", _S, "nothing",
          Fate.REMOVED),
    Place(".runner/*.lock", "who publishes, watches or writes just now", _S,
          "nothing; the computer’s user", Fate.NOTHING),
    Place(".runner/*.js", "signs of life for an open desk", _S, "nothing", Fate.NOTHING),
)  # fmt: skip
"""In the folder of an event; of several lines that fit, the first."""

SITE = (
    Place(".manifest.json", "whose site it is, and its files", _E, "nothing", Fate.AGAIN),
    Place(".publishing.lock", "held while pages are written", _E, "nothing", Fate.NOTHING),
    Place(".staging/*", "half of a page, left by a crash", _E, _PUBLIC, Fate.AGAIN),
    Place("*.html", "pages", _E, _PUBLIC, Fate.AGAIN),
    Place("players/*.html", "a player’s page", _E, _PUBLIC, Fate.AGAIN),
    Place("rounds/*.html", "a round’s page", _E, _PUBLIC, Fate.AGAIN),
    Place("data/*.json", "results and standings for other programs", _E,
          "id, results, and the club where clubs are kept apart", Fate.AGAIN),
    Place("data/*.csv", "the same for spreadsheets", _E, "the name as it is shown, club, public "
          "columns, results", Fate.AGAIN),
    Place("data/*.txt", "the latest round, to paste into a chat", _E, "the name as it is shown, "
          "results", Fate.AGAIN),
    Place("data/*.html", "the list of these", _E, "nothing", Fate.AGAIN),
    Place("manifest.webmanifest", "the name for a telephone’s first screen", _E, "nothing",
          Fate.AGAIN),
    Place("feed.xml", "the rounds for feed readers", _E, "nothing", Fate.AGAIN),
    Place("sitemap.xml", "the pages for search engines", _E, "nothing", Fate.AGAIN),
    Place("robots.txt", "where the sitemap is", _E, "nothing", Fate.AGAIN),
    Place("event.ics", "the day and its rounds for calendars", _E, "nothing", Fate.AGAIN),
    Place("standings/*.html", "the ranking after a round", _E, _PUBLIC, Fate.AGAIN),
    Place("cards/*.png", "the pictures that links are shown with, once all is over", _E,
          "the name as it is shown, place", Fate.AGAIN),
    Place("seats.js", "where everybody sits, for the search", _E, "the name as it is shown, table",
          Fate.AGAIN),
    Place("display/*.html", "a screen of the hall", _E, _PUBLIC, Fate.AGAIN),
    Place("display/data/*.js", "what the screens show", _E, _PUBLIC, Fate.AGAIN),
    Place("display/pulse.js", "which of it is the latest", _E, "nothing", Fate.NOTHING),
    Place("display/*", "style and script of the screens", _E, "nothing", Fate.NOTHING),
    Place("overlay/*.html", "a page of the stream overlay", _E, "nothing", Fate.NOTHING),
    Place("ranks.js", "how everybody stands, for who follows a player", _E,
          "the id, rank, points, record", Fate.AGAIN),
    Place("version.js", "which round is the latest", _E, "nothing", Fate.NOTHING),
    Place("players.js", "which of their pages are new", _E, "the id", Fate.AGAIN),
    Place("sw.js", "keeps copies of pages in a browser", _E, "nothing", Fate.NOTHING),
    Place("pulse.js", "whether anything is new", _E, "nothing", Fate.NOTHING),
    Place("static/*", "style, script and pictures", _E, "nothing", Fate.NOTHING),
    Place("static/fonts/*", "the font", _E, "nothing", Fate.NOTHING),
)  # fmt: skip
"""In the folder of a site."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file, by its path from the folder, and its kind; None for a file that is not Runner's."""

    path: Path
    name: str
    place: Place | None

    @property
    def fate(self) -> Fate | None:
        """What becomes of it when somebody is erased."""
        return self.place.fate if self.place else None


def found(root: Path, places: Iterable[Place]) -> list[Found]:
    """Return every file in a folder with its kind."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    named = [(path, path.relative_to(root).as_posix()) for path in files]
    known = tuple(places)
    return [
        Found(path, name, next((place for place in known if place.has(name)), None))
        for path, name in named
    ]


_MOST = 256 * 1024 * 1024  # bytes of a file that is looked through
_CODINGS = ("utf-8", "utf-16-le")
_CHECKSUM = re.compile(r"(?<!\w)(?=[a-f]*[0-9])[0-9a-f]{8,}(?!\w)")
_PARTS = re.compile(r'","|</b> ')  # between the last name and the first, on screens


def holding(root: Path, who: Erased) -> list[Path]:
    """Return the files in a folder that have one of the names, in their content or file name."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    holders = [path for path in files if path.suffix != ".save" and _holds(path, who)]
    return [*holders, *_saves(files, who)]


def _holds(path: Path, who: Erased) -> bool:
    try:
        if path.stat().st_size > _MOST:
            return False
        data = read_regular_file(path)
    except OSError:
        return False
    return tells(path.stem, who) or any(tells(text, who) for text in texts(data))


def _saves(files: list[Path], who: Erased) -> Iterator[Path]:
    """Yield the saves in chunks, as earlier versions kept them, whose words or workbooks have
    one."""
    for folder in {path.parent for path in files if path.suffix == ".save"}:
        numbers = [int(path.stem) for path in files if path.parent == folder
                   and path.suffix == ".save" and path.stem.isdecimal()]  # fmt: skip
        chunks = ChunkStore(folder, numbers)
        for number, save in chunks.saves.items():
            try:
                read = [*save.kept.words, *texts(chunks.data(number))]
            except (DamagedError, OSError):
                continue
            if any(tells(text, who) for text in read):
                yield chunks.path(number)


def texts(data: bytes) -> Iterator[str]:
    """Yield every text in a file's bytes, unpacking archives."""
    if data.startswith(b"PK"):
        try:
            with zipfile.ZipFile(BytesIO(data)) as archive:
                for name in archive.namelist():
                    yield name
                    yield from texts(archive.read(name))
        except (zipfile.BadZipFile, zlib.error, ValueError, OSError, RuntimeError, EOFError):
            yield data.decode("utf-8", "ignore")
        return
    for coding in _CODINGS if b"\0" in data else _CODINGS[:1]:
        yield html.unescape(_PARTS.sub(", ", data.decode(coding, "ignore")))


def tells(text: str, who: Erased) -> bool:
    """Return whether a text has one of the names, except those that other players have too.
    Checksums are no text: "...1bea" does not name Bea."""
    return who.fit.names_in(_CHECKSUM.sub("", text), who.shared | who.parts)
