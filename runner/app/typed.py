"""A path as it is typed into a terminal, in a command that somebody is to copy."""

import re
from pathlib import Path

_PLAIN = re.compile(r"[\w./\\:~+,=@-]+")


def typed(path: Path) -> str:
    """In quotes where it has spaces or signs that a terminal would take for its own."""
    name = str(path)
    return name if _PLAIN.fullmatch(name) else f'"{name}"'
