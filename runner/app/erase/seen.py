"""Looks for a name in files as whoever opens them would find it: archives unpacked, pages without
their markup, saves put together."""

import html
import re
import zipfile
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from runner.app.history.saves import ChunkStore, DamagedError
from runner.disk import contents
from runner.workbook.write.erase import Erased

_MOST = 256 * 1024 * 1024  # bytes of a file that is looked through
_CODINGS = ("utf-8", "utf-16-le")
_PARTS = re.compile(r'","|</b> ')  # between the last name and the first, on screens


def holding(root: Path, who: Erased) -> list[Path]:
    """The files in a folder that have one of the names, in their bytes or in their own name."""
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    found = [path for path in files if path.suffix != ".save" and _holds(path, who)]
    return [*found, *_saves(files, who)]


def _holds(path: Path, who: Erased) -> bool:
    try:
        if path.stat().st_size > _MOST:
            return False
        data = contents(path)
    except OSError:
        return False
    return tells(path.stem, who) or any(tells(text, who) for text in texts(data))


def _saves(files: list[Path], who: Erased) -> Iterator[Path]:
    """The saves in chunks, as earlier versions kept them, whose words or workbooks have one."""
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
    """Every text in a file's bytes, however it is packed."""
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
    """Whether a text has one of the names, but for those that others go by too."""
    return who.fit.names_in(text, who.shared | who.parts)
