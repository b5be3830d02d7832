"""The folder of an event's kept saves: one file a save, numbered from 1, never changed again."""

import re
import zlib
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from runner.app.history.saves.kept import DamagedError, Kept, from_line, to_bytes
from runner.app.history.saves.pieces import cut, together
from runner.disk import contents, fingerprint, make_own, replace_synced

_NAME = re.compile(r"(\d{6,})\.save")


class Store:
    """The saves that lie in a folder, which need not be there yet.

    Only one process may `keep` at a time: the caller sees to that. Reading disturbs nobody.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[int, Kept] = {}
        self._damaged: dict[int, str] = {}
        self._where: dict[str, int] = {}

    # --- looking ------------------------------------------------------------------------------

    def all(self) -> list[Kept]:
        """Every save whose file is as it was written, oldest first; `damaged` says which of them
        lacks a piece all the same. Raises OSError where the folder is closed."""
        self._look()
        return [self._known[number] for number in sorted(self._known)]

    def damaged(self) -> Mapping[int, str]:
        """The saves that cannot be used, by number, and why: their own files are not as they were
        written, or the one is gone that a piece of theirs lay in."""
        self._look()
        lacking = {
            number: "it lacks a piece that an earlier one had"
            for number, save in self._known.items()
            if any(name not in self._where for _, name in save.order)
        }
        return dict(sorted((self._damaged | lacking).items()))

    def find(self, number: int) -> Kept | None:
        """The save of that number, or None."""
        self._look()
        return self._known.get(number)

    def data(self, save: Kept) -> bytes:
        """The workbook as it was saved, byte by byte.

        Raises DamagedError where it can no longer be had whole, OSError where the disk fails.
        """
        own = contents(self._path(save.number))
        files = {save.number: own}
        pieces: dict[str, bytes] = {}
        for _, name in save.order:
            number = self._where.get(name)
            if number is None:
                raise DamagedError(f"save {save.number} lacks a piece that an earlier one had")
            if number not in files:
                files[number] = contents(self._path(number))
            start, end = self._known[number].places[name]
            pieces[name] = files[number][start:end]
        try:
            mortar = zlib.decompress(own[save.start : save.start + save.mortar])
        except zlib.error as reason:
            raise DamagedError(f"save {save.number} is damaged") from reason
        data = together(mortar, save.order, pieces)
        if sha256(data).hexdigest() != save.digest:
            raise DamagedError(f"save {save.number}, or one that it rests on, is damaged")
        return data

    # --- keeping ------------------------------------------------------------------------------

    def keep(
        self,
        data: bytes,
        at: str,
        words: tuple[str, ...],
        number: int | None = None,
        name: str = "",
    ) -> Kept:
        """Keep a save, under the next number or under one of its own, with the name of its file; it
        is on the disk when this returns.

        Raises OSError where the disk fails: the folder is then as it was.
        """
        self._look()
        number = number or max((*self._known, *self._damaged), default=0) + 1
        pieces = cut(data)
        new = tuple(name for name in pieces.pieces if name not in self._where)
        content = to_bytes(number, at, words, data, sha256(data).hexdigest(), pieces, new, name)
        path = self._path(number)
        make_own(path.parent)
        self._clear()
        try:
            replace_synced(path, content)
        except OSError:
            self._clear()
            raise
        save = from_line(content[: content.index(b"\n") + 1])
        self._add(save)
        return save

    # --- the folder ---------------------------------------------------------------------------

    def _path(self, number: int) -> Path:
        return self._folder / f"{number:06}.save"

    def _clear(self) -> None:
        """Take away what a crash or a full disk has left of a save that was never relied on."""
        for left in self._folder.glob(".*.new"):
            left.unlink(missing_ok=True)

    def _look(self) -> None:
        """Learn of saves that came, or went, since the last look."""
        there = {
            int(found[1])
            for path in (self._folder.iterdir() if self._folder.is_dir() else ())
            if (found := _NAME.fullmatch(path.name))
        }
        if {*self._known, *self._damaged} - there:
            self._known, self._damaged, self._where = {}, {}, {}
        for number in sorted(there - {*self._known, *self._damaged}):
            try:
                self._add(self._read(number))
            except DamagedError as reason:
                self._damaged[number] = str(reason)

    def _read(self, number: int) -> Kept:
        path = self._path(number)
        try:
            _, length, _ = fingerprint(path)  # of a file: a pipe would be waited for
            with path.open("rb") as file:
                save = from_line(file.readline())
        except OSError as reason:
            raise DamagedError(f"it cannot be read: {reason.strerror}") from reason
        if save.number != number:
            raise DamagedError(f"it says that it is save {save.number}")
        if save.length != length:
            raise DamagedError(f"it has {length} bytes, and should have {save.length}")
        return save

    def _add(self, save: Kept) -> None:
        self._known[save.number] = save
        for name, _ in save.new:
            self._where.setdefault(name, save.number)
