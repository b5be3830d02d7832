"""The scripts of pages and screens, translated into the current language."""

import json
import re
from functools import cache

from runner.core.language import Language
from runner.render.templating import folder

_TEXT = r'"((?:[^"\\\n]|\\.)*)"'
_MESSAGE = re.compile(rf"(?<![\w.])_\({_TEXT}")
_IN_CONTEXT = re.compile(rf"(?<![\w.])pgettext\({_TEXT},\s*{_TEXT}")
_PLURAL = re.compile(rf"(?<![\w.])ngettext\(\s*{_TEXT},\s*{_TEXT}")
_NEEDLESS = re.compile(r"^ *//[^\n]*\n|^ *\n|^ *(?!\s)|/\*.*?\*/\n?", re.M | re.S)


def bare(code: str) -> str:
    """Return a script or style without comments, empty lines and indentation."""
    return _NEEDLESS.sub("", code)


@cache
def words(language: Language) -> str:
    """Return the script that defines `_`, `pgettext` and `ngettext` for a language."""
    text = (folder("shared") / "words.js").read_text("utf-8")
    return text.replace('"@PLURAL@"', language.plural_form)


@cache
def clock() -> str:
    """Return the script of the clock, to be included before its users."""
    return (folder("shared") / "clock.js").read_text("utf-8")


def translated(script: str, language: Language) -> str:
    """Return the script with all its texts translated into `language`."""

    def message(match: re.Match[str]) -> str:
        return f"_({_quoted(language.text(_read(match[1])))}"

    def in_context(match: re.Match[str]) -> str:
        context, text = _read(match[1]), _read(match[2])
        return f"pgettext({_quoted(context)}, {_quoted(language.text(text, context))}"

    def plural(match: re.Match[str]) -> str:
        forms = language.forms(_read(match[1]), _read(match[2]))
        return f"ngettext([{', '.join(map(_quoted, forms))}]"

    return _MESSAGE.sub(message, _IN_CONTEXT.sub(in_context, _PLURAL.sub(plural, script)))


def _read(literal: str) -> str:
    text: str = json.loads(f'"{literal}"')
    return text


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
