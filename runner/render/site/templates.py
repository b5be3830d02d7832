"""The compiled templates of the site, with a cache for escaped text.

The same names and numbers are on thousands of pages. Escaping each only once halves the time.
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
    """A cache of escaped text.

    Only plain strings are cached: safe markup equals the plain string with the same characters, but
    must not be confused with it. True and 1 are equal as well.
    """

    def __missing__(self, value: object) -> str:
        escaped = str(escape(value))
        if type(value) is str:
            self[value] = escaped
        return escaped


_escaped = _Escaped()


def templates() -> Mapping[str, Template]:
    """Return the templates of the site by file name, in the current language."""
    return _templates(environment("site"))


@cache
def _templates(folder: Environment) -> Mapping[str, Template]:
    names = sorted(path.name for path in there("site").glob("*.html"))
    loaded = {name: folder.get_template(name) for name in names}
    for template in loaded.values():
        # Compiled templates call `escape` by this name; under another name, Jinja's own would
        # do the same work more slowly.
        template.root_render_func.__globals__["escape"] = _escaped.__getitem__
    return loaded


def forget() -> None:
    """Clear the cache, so that it does not grow all day."""
    _escaped.clear()
