"""A folder: a mounted share, the folder of a sync service, a stick."""

import errno
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.targets import Access, Sent, Target
from runner.disk import read_regular_file, remove_patiently, replace_patiently

_NEW = ".new"  # behind the name of a file that is being written
_TROUBLES = {
    errno.ENOSPC: Trouble.FULL, errno.EDQUOT: Trouble.FULL, errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY, errno.EROFS: Trouble.READ_ONLY, errno.ENOENT: Trouble.OFFLINE,
    errno.ENOTDIR: Trouble.MISSING, errno.EIO: Trouble.CUT, errno.ENODEV: Trouble.OFFLINE,
}  # fmt: skip


class Folder(Target):
    """A site in a folder."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""
        with self._troubles():
            try:
                return read_regular_file(self._root / name)
            except FileNotFoundError:
                return None

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files, each of them atomically."""
        with self._troubles():
            within = {PurePosixPath(name.rpartition("/")[0]) for name in files}
            for folder in sorted({each for one in within for each in (one, *one.parents)})[1:]:
                (self._root / folder).mkdir(exist_ok=True)  # never the folder itself
            for name, content in files.items():
                path = self._root / name
                new = path.with_name(f".{path.name}{_NEW}")
                with new.open("wb") as file:
                    file.write(content)
                replace_patiently(new, path)
                sent(len(content))

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, what was begun of them, and folders that are empty then."""
        with self._troubles():
            for name in names:
                path = self._root / name
                path.with_name(f".{path.name}{_NEW}").unlink(missing_ok=True)
                with suppress(FileNotFoundError):
                    remove_patiently(path)
                for folder in path.relative_to(self._root).parents[:-1]:
                    with suppress(OSError):
                        (self._root / folder).rmdir()

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except OSError as reason:
            where = str(self._root)
            known = _TROUBLES.get(reason.errno or 0, Trouble.FAILED)
            raise UploadError(known, where, os.strerror(reason.errno or 0)) from None


def opened(destination: Destination, access: Access) -> Folder:
    """Return the folder, made where only it is missing: a share that is not mounted is not made."""
    root = Path(destination.address)
    try:
        root.mkdir(exist_ok=True)
    except FileNotFoundError:
        raise UploadError(Trouble.OFFLINE, str(root)) from None
    except OSError as reason:
        known = _TROUBLES.get(reason.errno or 0, Trouble.FAILED)
        raise UploadError(known, str(root), str(reason.strerror)) from None
    return Folder(root)
