"""Where the files that Runner brings with it stand, and what it runs as.

In a checkout they are beside the package; an installed wheel carries them inside it, under a name
that begins with an underscore, and so does the standalone program.
"""

import sys
from pathlib import Path

_PACKAGE = Path(__file__).parent


def folder(in_wheel: str, in_checkout: str) -> Path:
    """The folder of that name; raises FileNotFoundError when the installation is broken."""
    for candidate in (_PACKAGE / in_wheel, _PACKAGE.parent / in_checkout):
        if candidate.is_dir():
            return candidate
    raise FileNotFoundError(f"Runner’s own files ({in_checkout}) are missing: install it again.")


def standalone() -> bool:
    """Whether this is the program that `make standalone` builds: `sys.executable` is Runner itself
    then, and no Python."""
    return bool(getattr(sys, "frozen", False))
