"""Where the templates are, and the one way in which they are filled in."""

from __future__ import annotations

import re
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from runner import resources
from runner.core import language, names
from runner.core.language import Language
from runner.render import fonts
from runner.render.timed_text import pieces

if TYPE_CHECKING:
    from jinja2 import Environment


_PLAIN = re.compile(r'\{\{ (?:_\(|pgettext\("([^"\\]+)", )"([^"\\]+)"\) \}\}')
_SAFE = (Markup, int)
_STAFF = ("staff", "door")  # what these show comes from files of others too: names, locks


def _harmless(value: Any) -> Any:
    """A text in which nothing turns the text around it."""
    return names.prose(value) if type(value) is str else value


def _said_in(context: str, message: str, /, **values: object) -> str:
    """`pgettext`, and `_` with no context, of `runner.core.language` for templates: values are
    escaped, markup stays markup."""
    return _filled(language.current().text(message, context), values)


def _counted(one: str, many: str, number: int, /, **values: object) -> str:
    spoken = language.current()
    return _filled(spoken.plural(one, many, number), {"n": spoken.number(number), **values})


def _filled(said: str, values: dict[str, object]) -> str:
    if not values:
        return said
    safe = {
        name: value if type(value) in _SAFE else _escaped(str(value))
        for name, value in values.items()
    }
    return Markup(_escaped(said).format(**safe))  # noqa: S704 - all of it is escaped


@lru_cache(maxsize=10_000)
def _escaped(text: str) -> str:
    return str(escape(text))


def folder(name: str) -> Path:
    """The folder of templates with that name ("slips", "site")."""
    return resources.folder(f"_templates/{name}", f"templates/{name}")


def _worded(source: str, spoken: Language) -> str:
    """A template with every text that has no values said already: once, and not on each page."""

    def text(found: re.Match[str]) -> str:
        return str(escape(spoken.text(found[2], found[1] or "")))

    return _PLAIN.sub(text, source)


@cache
def tokens() -> Markup:
    """The colours and sizes that all pages share, for one that stands alone."""
    return Markup((folder("site") / "css" / "tokens.css").read_text("utf-8"))  # noqa: S704 - ours


def environment(name: str) -> Environment:
    """The templates of one folder in the language that is spoken: all text is escaped, and an
    unknown name is an error."""
    return _environment(name, language.current())


@cache
def _environment(name: str, spoken: Language) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # where pages are made

    from runner.render.compiled import compiled

    there = folder(name)
    made = Environment(
        loader=FunctionLoader(lambda file: _worded((there / file).read_text("utf-8"), spoken)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=compiled(f"{name}-{spoken.code}"),
    )
    made.globals.update(fonts=fonts, tokens=tokens, language=language.current)
    made.globals.update(_=partial(_said_in, ""), pgettext=_said_in, ngettext=_counted)
    made.filters["pieces"] = pieces
    if name in _STAFF:
        made.finalize = _harmless
    return made
