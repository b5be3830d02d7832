"""Templates as Python compiled them, kept in the user's cache between one start of Runner and the
next: a sixth of the processor time of `runner build`.

They are made anew whenever what they come from has changed.
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
    """The templates of one `kind` (which folder, which language); whatever cannot be read or kept
    is compiled. Raises OSError where there is no folder to keep them in."""

    def __init__(self, kind: str) -> None:
        super().__init__(str(_folder()), f"{kind}-%s.jinja")
        self._compiler = _compiler()

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """One file for each template, whatever it comes to say."""
        return name.replace("/", "-")

    def get_source_checksum(self, source: str) -> str:
        """Of a template, and of what compiles it."""
        return sha256(f"{self._compiler}\n{source}".encode()).hexdigest()

    def load_bytecode(self, bucket: Bucket) -> None:
        """From the folder, if it is there and whole."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # whatever a damaged file brings about: it is compiled
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Into the folder, if that can be."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


def compiled(kind: str) -> Compiled | None:
    """Where those of this kind are kept; None where nothing is."""
    with suppress(OSError):
        return Compiled(kind)
    return None


def _folder() -> Path:
    """One that belongs to the user who runs this: what lies there is run."""
    made = platformdirs.user_cache_path(_APP, appauthor=False) / "templates"
    if not made.is_absolute():
        raise FileNotFoundError(f"{made}: nobody knows where this user's home is")
    made.mkdir(mode=0o700, parents=True, exist_ok=True)
    if hasattr(os, "getuid") and made.stat().st_uid != os.getuid():
        raise PermissionError(str(made))
    return made


def _compiler() -> str:
    """Jinja, and the code that tells it how; of a program without its source, its version."""
    hashed = sha256(f"{jinja_version} {__version__}".encode())
    for name in ("templating.py", "timed_text.py"):
        with suppress(OSError):
            hashed.update(Path(__file__).with_name(name).read_bytes())
    return hashed.hexdigest()
