"""The saves of an event: plain copies of its workbook, each with a description beside it.

    000012-3f2a9c01.xlsx   the workbook, byte for byte as it was saved
    000012.json            when that was, what had changed, and the size and SHA-256 of the copy

The digits behind the number are the first of the SHA-256, so a description names its copy, which is
written first: a crash leaves a new save whole or not there, and a rewritten one as it was or as it
was to be.

Earlier versions of Runner cut workbooks into chunks and kept each chunk once. A file `000012.save`
begins with a line of JSON; after it come the compressed residue (all bytes of the workbook that are
in no chunk) and the chunks that no earlier save had. Nothing writes this format any more:
`Store.convert` turns such saves into plain copies.
"""

import json
import re
import zlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from runner.disk import fingerprint, make_own, read_regular_file, remove_patiently, replace_synced

FORMAT, _CHUNKED = "runner-copy/1", "runner-save/1"
UNUSABLE = "It could not be used"
"""How the words of a save begin that nothing was made of."""

_FILE = re.compile(r"(?P<number>[0-9]{6,})(?P<kind>\.json|\.save|-[0-9a-f]{8}\.xlsx)")
_LACKING = "it lacks a piece that an earlier one had"


class DamagedError(Exception):
    """A kept save is not as it was written; the message says which and how."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is known of a save: its number, when it was kept (ISO 8601), what had changed in words,
    its size in bytes and its SHA-256, and the name of the workbook's file; "" where a save of an
    early version does not have that."""

    number: int
    at: str
    words: tuple[str, ...]
    size: int
    digest: str
    name: str = ""

    @property
    def usable(self) -> bool:
        """Whether something was made of it."""
        return not (self.words and self.words[0].startswith(UNUSABLE))

    def to_bytes(self) -> bytes:
        """Return its description."""
        document = {
            "format": FORMAT,
            "number": self.number,
            "at": self.at,
            "words": self.words,
            "size": self.size,
            "sha256": self.digest,
            "name": self.name,
        }
        return json.dumps(document, ensure_ascii=False).encode()

    @property
    def files(self) -> tuple[str, str]:
        """The names of its copy and of its description."""
        return f"{self.number:06}-{self.digest[:8]}.xlsx", f"{self.number:06}.json"


class Store:
    """The saves in a folder, which need not be there yet.

    Only one process at a time may change them: the caller sees to that. Reading disturbs nobody.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._names: set[str] = set()
        self._known: dict[int, Kept] = {}
        self._damaged: dict[int, str] = {}
        self._chunks = ChunkStore(folder, ())
        self._unconverted: dict[int, int] = {}  # number here -> number there

    def all(self) -> list[Kept]:
        """Return every save whose files are as they were written, oldest first; of those in chunks
        `damaged` says which lack one all the same. Raises OSError where the folder is closed."""
        self._look()
        chunked = (replace(self._chunks.saves[there].kept, number=number)
                   for number, there in self._unconverted.items())  # fmt: skip
        return sorted((*self._known.values(), *chunked), key=lambda save: save.number)

    def damaged(self) -> Mapping[int, str]:
        """Return the saves that cannot be used, by number, and why. Bytes that changed in a copy
        are only noticed by `data`."""
        self._look()
        lacking = {
            number: self._chunks.damaged[there]
            for number, there in self._unconverted.items()
            if there in self._chunks.damaged
        }
        unread = {
            number: why
            for number, why in self._chunks.damaged.items()
            if number not in self._chunks.saves
        }
        return dict(sorted((unread | lacking | self._damaged).items()))

    def data(self, save: Kept) -> bytes:
        """Return the workbook as it was saved, byte by byte.

        Raises DamagedError where it can no longer be had whole, OSError where the disk fails.
        """
        if save.number in self._unconverted:
            return self._chunks.data(self._unconverted[save.number])
        data = read_regular_file(self._folder / save.files[0])
        if sha256(data).hexdigest() != save.digest:
            raise DamagedError(f"save {save.number} is damaged")
        return data

    def keep(
        self,
        data: bytes,
        at: str,
        words: tuple[str, ...],
        number: int | None = None,
        name: str = "",
    ) -> Kept:
        """Keep a save, under the next number or instead of one that is there, with the name of its
        file; it is on the disk when this returns.

        Raises OSError where the disk fails: the folder is then as it was.
        """
        self._look()
        number = number or self._highest() + 1
        save = Kept(number, at, words, len(data), sha256(data).hexdigest(), name)
        make_own(self._folder)
        self._write(save, data)
        return save

    def convert(self) -> None:
        """Turn the saves of earlier versions into plain copies, then remove the old files.

        Stopped at any moment, it is continued by the next call; as long as one save cannot be read,
        all old files stay. Raises OSError where the disk fails.
        """
        self._look()
        if not self._chunks.numbers:
            return
        whole = len(self._chunks.saves) == len(self._chunks.numbers)
        for save in self.all():
            if save.number in self._unconverted:
                try:
                    self._write(save, self.data(save))
                except DamagedError:
                    whole = False
        if whole:
            for number in self._chunks.numbers:
                remove_patiently(self._chunks.path(number))

    def remove_all_but(self, saves: Collection[Kept]) -> None:
        """Remove every file of other saves, those that cannot be read included."""
        staying = {name for save in saves for name in save.files}
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if path.name not in staying and (_FILE.fullmatch(path.name) or _is_left(path)):
                remove_patiently(path)
        self._look()

    def _highest(self) -> int:
        return max((*self._known, *self._damaged, *self._chunks.numbers, *self._unconverted),
                   default=0)  # fmt: skip

    def _write(self, save: Kept, data: bytes) -> None:
        copy, description = (self._folder / name for name in save.files)
        before = self._known.get(save.number)
        try:
            replace_synced(copy, data)
            replace_synced(description, save.to_bytes())
        except OSError:
            self._clear(save.number, before)
            raise
        self._clear(save.number, save)
        self._known[save.number] = save

    def _clear(self, number: int, save: Kept | None) -> None:
        """Remove what a crash or a full disk has left, and copies under a number but that of its
        save."""
        for path in self._folder.iterdir():
            match = _FILE.fullmatch(path.name)
            copy = match and match["kind"].endswith(".xlsx") and int(match["number"]) == number
            if _is_left(path) or (copy and not (save and path.name in save.files)):
                remove_patiently(path)

    def _look(self) -> None:
        """Learn of saves that came, changed or went since the last look."""
        names = {path.name for path in self._folder.iterdir()} if self._folder.is_dir() else set()
        if names == self._names:
            return
        self._names = names
        numbers: dict[str, set[int]] = {".json": set(), ".save": set()}
        for match in filter(None, map(_FILE.fullmatch, names)):
            numbers.setdefault(match["kind"], set()).add(int(match["number"]))
        self._known = {number: save for number, save in self._known.items()
                       if names.issuperset(save.files)}  # fmt: skip
        self._damaged = {}
        for number in numbers[".json"] - self._known.keys():
            try:
                self._known[number] = self._read(number)
            except DamagedError as reason:
                self._damaged[number] = str(reason)
        if numbers[".save"] != self._chunks.numbers:
            self._chunks = ChunkStore(self._folder, numbers[".save"])
        self._unconverted = {}
        if not self._chunks.numbers:
            return
        there = {replace(save, number=0) for save in self._known.values()}
        free = count(self._highest() + 1)
        for number, chunked in self._chunks.saves.items():
            if replace(chunked.kept, number=0) not in there:
                taken = number in self._known or number in self._damaged
                self._unconverted[next(free) if taken else number] = number

    def _read(self, number: int) -> Kept:
        path = self._folder / f"{number:06}.json"
        try:
            save = _kept(json.loads(read_regular_file(path)), FORMAT)
            _, size, _ = fingerprint(self._folder / save.files[0])
        except OSError as reason:
            raise DamagedError(f"it cannot be read: {reason.strerror}") from reason
        except (ValueError, KeyError, TypeError, AttributeError) as reason:
            raise DamagedError(f"{path.name} cannot be read") from reason
        if save.number != number:
            raise DamagedError(f"it says that it is save {save.number}")
        if save.size != size:
            raise DamagedError(f"it has {size} bytes, and should have {save.size}")
        return save


@dataclass(frozen=True, slots=True)
class ChunkedSave:
    """One file: `order` has, chunk by chunk, how many bytes of residue stand before it and its
    name; `new` the chunks in this file with their lengths; `residue` is the length of the
    compressed residue, which begins at `start`."""

    kept: Kept
    order: tuple[tuple[int, str], ...]
    new: tuple[tuple[str, int], ...]
    residue: int
    start: int

    @property
    def length(self) -> int:
        """How many bytes the file has."""
        return self.start + self.residue + sum(length for _, length in self.new)


class ChunkStore:
    """The saves in the `.save` files of a folder.

    `saves` are those whose own files are as they were written; `damaged` says of each number why
    its workbook cannot be put together.
    """

    def __init__(self, folder: Path, numbers: Collection[int]) -> None:
        self._folder = folder
        self.numbers = frozenset(numbers)
        self.saves: dict[int, ChunkedSave] = {}
        self.damaged: dict[int, str] = {}
        self._where: dict[str, tuple[int, int, int]] = {}  # save, begin and end of each chunk
        for number in sorted(numbers):
            try:
                self._add(number, _read(self.path(number), number))
            except DamagedError as reason:
                self.damaged[number] = str(reason)
        for number, save in self.saves.items():
            if any(name not in self._where for _, name in save.order):
                self.damaged[number] = _LACKING

    def _add(self, number: int, save: ChunkedSave) -> None:
        self.saves[number] = save
        at = save.start + save.residue
        for name, length in save.new:
            self._where.setdefault(name, (number, at, at + length))
            at += length

    def path(self, number: int) -> Path:
        """Return the file of a save."""
        return self._folder / f"{number:06}.save"

    def data(self, number: int) -> bytes:
        """Return the workbook as it was saved. Raises DamagedError where it can no longer be had
        whole, OSError where the disk fails."""
        save = self.saves[number]
        files = {number: read_regular_file(self.path(number))}
        chunks: dict[str, bytes] = {}
        for _, name in save.order:
            if name not in self._where:
                raise DamagedError(f"save {number} lacks a piece that an earlier one had")
            owner, begin, end = self._where[name]
            if owner not in files:
                files[owner] = read_regular_file(self.path(owner))
            chunks[name] = files[owner][begin:end]
        try:
            residue = zlib.decompress(files[number][save.start : save.start + save.residue])
        except zlib.error as reason:
            raise DamagedError(f"save {number} is damaged") from reason
        data = join(residue, save.order, chunks)
        if sha256(data).hexdigest() != save.kept.digest:
            raise DamagedError(f"save {number}, or one that it rests on, is damaged")
        return data


def join(residue: bytes, order: tuple[tuple[int, str], ...], chunks: Mapping[str, bytes]) -> bytes:
    """Return the file that was cut. Raises KeyError where a chunk is missing."""
    parts: list[bytes] = []
    at = 0
    for length, name in order:
        parts += (residue[at : at + length], chunks[name])
        at += length
    return b"".join((*parts, residue[at:]))


def _read(path: Path, number: int) -> ChunkedSave:
    try:
        _, length, _ = fingerprint(path)  # of a file: a pipe would be waited for
        with path.open("rb") as file:
            line = file.readline()
    except OSError as reason:
        raise DamagedError(f"it cannot be read: {reason.strerror}") from reason
    try:
        document: dict[str, Any] = json.loads(line)
        save = ChunkedSave(
            _kept(document, _CHUNKED),
            tuple((int(length), str(name)) for length, name in document["order"]),
            tuple((str(name), int(length)) for name, length in document["new"]),
            int(document["mortar"]),
            len(line),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as reason:
        raise DamagedError("its first line cannot be read") from reason
    if save.kept.number != number:
        raise DamagedError(f"it says that it is save {save.kept.number}")
    if save.length != length:
        raise DamagedError(f"it has {length} bytes, and should have {save.length}")
    return save


def _kept(document: Mapping[str, Any], known: str) -> Kept:
    """Read a description. Raises DamagedError for a format that is not known, and ValueError,
    KeyError, TypeError or AttributeError where something is missing."""
    if document["format"] != known:
        raise DamagedError(f"this Runner does not know its format: it is not {known}")
    return Kept(
        number=int(document["number"]),
        at=datetime.fromisoformat(document["at"]).isoformat(),
        words=tuple(str(line) for line in document["words"]),
        size=int(document["size"]),
        digest=str(document["sha256"]),
        name=str(document.get("name", "")),
    )


def _is_left(path: Path) -> bool:
    return path.name.startswith(".") and path.name.endswith(".new")
