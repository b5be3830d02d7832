"""Jinja environments for the template folders."""

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
_STAFF = ("staff", "door")  # these show text from files by others: names, locks


def _harmless(value: Any) -> Any:
    """Return text without characters that change the direction of the text around it."""
    return names.prose(value) if type(value) is str else value


def _said_in(context: str, message: str, /, **values: object) -> str:
    """Return a translated text with escaped values; values that are markup stay markup. The
    `pgettext` of templates, and with an empty context `_`."""
    return _filled(language.current().text(message, context), values)


def _counted(one: str, many: str, number: int, /, **values: object) -> str:
    spoken = language.current()
    return _filled(spoken.plural(one, many, number), {"n": spoken.number(number), **values})


def _filled(text: str, values: dict[str, object]) -> str:
    if not values:
        return text
    safe = {
        name: value if type(value) in _SAFE else _escaped(str(value))
        for name, value in values.items()
    }
    return Markup(_escaped(text).format(**safe))  # noqa: S704 - all of it is escaped


@lru_cache(maxsize=10_000)
def _escaped(text: str) -> str:
    return str(escape(text))


def folder(name: str) -> Path:
    """Return the folder of templates called `name` ("slips", "site")."""
    return resources.folder(f"_templates/{name}", f"templates/{name}")


def _worded(source: str, spoken: Language) -> str:
    """Return a template with all texts without values translated: once, not for each page."""

    def text(match: re.Match[str]) -> str:
        return str(escape(spoken.text(match[2], match[1] or "")))

    return _PLAIN.sub(text, source)


@cache
def tokens() -> Markup:
    """Return the colours and sizes shared by all pages, for a self-contained page."""
    return Markup((folder("site") / "css" / "tokens.css").read_text("utf-8"))  # noqa: S704 - ours


def environment(name: str) -> Environment:
    """Return the templates of one folder in the current language; text is escaped, and an unknown
    name is an error."""
    return _environment(name, language.current())


@cache
def _environment(name: str, spoken: Language) -> Environment:
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # only when pages are made

    from runner.render.compiled import compiled

    there = folder(name)
    result = Environment(
        loader=FunctionLoader(lambda file: _worded((there / file).read_text("utf-8"), spoken)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=compiled(f"{name}-{spoken.code}"),
    )
    result.globals.update(fonts=fonts, tokens=tokens, language=language.current)
    result.globals.update(_=partial(_said_in, ""), pgettext=_said_in, ngettext=_counted)
    result.filters["pieces"] = pieces
    if name in _STAFF:
        result.finalize = _harmless
    return result
