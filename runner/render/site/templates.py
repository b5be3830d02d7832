"""The compiled templates of the site, with an escape that remembers.

The same names and numbers stand on thousands of pages. Escaping each of them once instead of
every time halves the time that the pages take.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from markupsafe import escape

from runner.render.templating import environment
from runner.render.templating import folder as there

if TYPE_CHECKING:
    from jinja2 import Environment, Template


class _Escaped(dict[str, str]):
    """Every text that was escaped so far, escaped.

    Only plain text is kept: markup that is safe already equals the plain text of the same
    letters, and must never be taken for it. True and 1 are equal as well.
    """

    def __missing__(self, value: object) -> str:
        found = str(escape(value))
        if type(value) is str:
            self[value] = found
        return found


_escaped = _Escaped()


def templates() -> Mapping[str, Template]:
    """Each template of the site by its file's name, in the language that is spoken."""
    return _templates(environment("site"))


@cache
def _templates(folder: Environment) -> Mapping[str, Template]:
    names = sorted(path.name for path in there("site").glob("*.html"))
    found = {name: folder.get_template(name) for name in names}
    for template in found.values():
        # What Jinja compiles calls `escape` by this name; were it to call it otherwise, its own
        # would do the same work more slowly.
        template.root_render_func.__globals__["escape"] = _escaped.__getitem__
    return found


def forget() -> None:
    """Let go of all texts, so that a long day does not fill the memory."""
    _escaped.clear()
