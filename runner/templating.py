"""Where the templates are, and the one way in which they are filled in.

In a checkout they stand beside the package, in `templates`; an installed wheel carries them inside
it, in `_templates`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

_PACKAGE = Path(__file__).parent


def folder(name: str) -> Path:
    """The folder of templates with that name ("slips", "site").

    Raises FileNotFoundError when it is in neither place: the installation is broken.
    """
    for parent in (_PACKAGE / "_templates", _PACKAGE.parent / "templates"):
        if (parent / name).is_dir():
            return parent / name
    raise FileNotFoundError(f"Runner's templates for {name} are missing: install it again.")


@cache
def environment(name: str) -> Environment:
    """The templates of one folder: all text is escaped, and a name that is not there is an error."""
    return Environment(
        loader=FileSystemLoader(folder(name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
