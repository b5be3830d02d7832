"""A cache of compiled templates in the user's cache folder: saves a sixth of the CPU time of
`runner build`.

A template is compiled again when its source or the compiler has changed.
"""

from __future__ import annotations

import os
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import platformdirs
from jinja2 import __version__ as jinja_version
from jinja2.bccache import Bucket, FileSystemBytecodeCache

from runner import __version__

_APP = "runner"


class Compiled(FileSystemBytecodeCache):
    """A cache for templates of one `kind` (folder and language) that ignores unreadable or
    unwritable files. Raises OSError if the cache folder cannot be used."""

    def __init__(self, kind: str) -> None:
        super().__init__(str(_folder()), f"{kind}-%s.jinja")
        self._compiler = _compiler()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return one file name for each template, whatever its content."""
        return name.replace("/", "-")

    def get_source_checksum(self, source: str) -> str:
        """Return a hash of the template and of its compiler."""
        return sha256(f"{self._compiler}\n{source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Load a template from the cache, if it is there and intact."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a damaged file can raise anything: compile anew
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Save a template in the cache, if possible."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled(kind: str) -> Compiled | None:
    """Return the cache for templates of one kind, or None if there is no usable folder."""
    with suppress(OSError):
        return Compiled(kind)
    return None


def _folder() -> Path:
    """Return the cache folder, which must belong to this user: its code is executed."""
    folder = platformdirs.user_cache_path(_APP, appauthor=False) / "templates"
    if not folder.is_absolute():
        raise FileNotFoundError(f"{folder}: nobody knows where this user's home is")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and folder.stat().st_uid != os.getuid():
        raise PermissionError(str(folder))
    return folder


def _compiler() -> str:
    """Return a hash of the versions of Jinja and Runner, and of the code that configures Jinja."""
    hashed = sha256(f"{jinja_version} {__version__}".encode())
    for name in ("templating.py", "timed_text.py"):
        with suppress(OSError):
            hashed.update(Path(__file__).with_name(name).read_bytes())
    return hashed.hexdigest()
