"""A folder: a mounted share, the folder of a sync service, a stick."""

import errno
import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.targets import Access, Sent, Target, folders, unfinished
from runner.disk import read_regular_file, remove_patiently, replace_patiently

_TROUBLES = {
    errno.ENOSPC: Trouble.FULL, errno.EDQUOT: Trouble.FULL, errno.EACCES: Trouble.READ_ONLY,
    errno.EPERM: Trouble.READ_ONLY, errno.EROFS: Trouble.READ_ONLY, errno.ENOENT: Trouble.OFFLINE,
    errno.ENOTDIR: Trouble.MISSING, errno.EIO: Trouble.CUT, errno.ENODEV: Trouble.OFFLINE,
}  # fmt: skip


class Folder(Target):
    """A site in a folder, which is made where only it is missing: a share that is not mounted is
    not made."""

    def __init__(self, to: Destination, access: Access) -> None:
        self._root = Path(to.address)
        with self._troubles():
            self._root.mkdir(exist_ok=True)

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
            for folder in folders(files):
                (self._root / folder).mkdir(exist_ok=True)
            for name, content in files.items():
                new = self._root / unfinished(name)
                new.write_bytes(content)
                replace_patiently(new, self._root / name)
                sent(len(content))

    def remove(self, names: Collection[str]) -> None:
        """Remove files, what was begun of them, and folders that are empty then."""
        with self._troubles():
            for name in names:
                for each in (unfinished(name), name):
                    remove_patiently(self._root / each)
            for folder in reversed(folders(names)):
                with suppress(OSError):
                    (self._root / folder).rmdir()

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except OSError as reason:
            known = _TROUBLES.get(reason.errno or 0, Trouble.FAILED)
            more = os.strerror(reason.errno or 0)
            raise UploadError(known, str(self._root), more) from None
