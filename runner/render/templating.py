"""Where the templates are, and the one way in which they are filled in."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from runner import resources
from runner.core import language, names
from runner.render import fonts
from runner.render.told import pieces

if TYPE_CHECKING:
    from jinja2 import Environment


_STAFF = "staff"  # what it shows comes from files of others too: names of theirs, locks


def _harmless(value: Any) -> Any:
    """A text in which nothing turns the text around it."""
    return names.prose(value) if type(value) is str else value


def _said(message: str, /, **values: object) -> str:
    """`_` of `runner.core.language` for templates: values are escaped, markup stays markup."""
    return _filled(language.current().text(message), values)


def _said_in(context: str, message: str, /, **values: object) -> str:
    return _filled(language.current().text(message, context), values)


def _counted(one: str, many: str, number: int, /, **values: object) -> str:
    spoken = language.current()
    return _filled(spoken.plural(one, many, number), {"n": spoken.number(number), **values})


def _filled(said: str, values: dict[str, object]) -> str:
    if not values:
        return said
    safe = {name: escape(value) for name, value in values.items()}
    return Markup(str(escape(said)).format(**safe))  # noqa: S704 - all of it is escaped


def folder(name: str) -> Path:
    """The folder of templates with that name ("slips", "site")."""
    return resources.folder(f"_templates/{name}", f"templates/{name}")


@cache
def tokens() -> Markup:
    """The colours and sizes that all pages share, for one that stands alone."""
    return Markup((folder("site") / "css" / "tokens.css").read_text("utf-8"))  # noqa: S704 - ours


@cache
def environment(name: str) -> Environment:
    """The templates of one folder: all text is escaped, and an unknown name is an error."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # where pages are made

    made = Environment(
        loader=FileSystemLoader(folder(name)),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals.update(fonts=fonts, tokens=tokens, language=language.current)
    made.globals.update(_=_said, pgettext=_said_in, ngettext=_counted)
    made.filters["pieces"] = pieces
    if name == _STAFF:
        made.finalize = _harmless
    return made
