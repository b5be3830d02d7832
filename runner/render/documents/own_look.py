"""An organiser's own CSS for paper, reduced to what cannot break the layout.

Fonts, colours and a logo are allowed. Positions and sizes stay Runner's, so that names fit and
slips are cut in the right place.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from runner.core.problems import Place, Problem, warning
from runner.render.documents.layout import OwnLook

FILE = "paper.css"
LOGO = ".logo"
_PICTURE = "background-image"
_STYLES = frozenset({"normal", "italic", "oblique"})
_MAY = (
    "It may have color, background-color, font-family, font-style, @font-face, and "
    "background-image for .logo."
)


class CannotUse(Exception):  # noqa: N818 - it says why, for the organiser
    """A file named in the CSS cannot be used; the text is a sentence."""


FileOf = Callable[[str], str]
"""Returns the file named in the CSS as a `data:` URL. Raises CannotUse."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The CSS in use, and a problem for each part that was ignored."""

    look: OwnLook
    problems: tuple[Problem, ...] = ()


def understood(typed: str, file_of: FileOf) -> Understood:
    """Return the allowed part of the CSS `typed`; `file_of` reads the files that it names."""
    reader = _Reader(file_of)
    rules = reader.css.parse_stylesheet(typed, skip_comments=True, skip_whitespace=True)
    kept = [rule for rule in map(reader.rule, rules) if rule]
    css = "\n".join(kept).replace("<", r"\3c ")  # the CSS is embedded in a page
    return Understood(OwnLook(css, reader.logo), tuple(reader.problems))


class _Reader:
    """Reads one rule after another, and records what is ignored."""

    def __init__(self, file_of: FileOf) -> None:
        import tinycss2  # comes with WeasyPrint; loaded only if there is such CSS

        self._file_of, self.logo, self.css = file_of, "", tinycss2
        self.problems: list[Problem] = []

    def rule(self, rule: Any) -> str:
        """Return the allowed part of a rule, or ""."""
        if rule.type == "error":
            self._no(rule.source_line, "is not CSS")
        elif rule.type == "at-rule" and rule.lower_at_keyword == "font-face" and rule.content:
            return self._font(rule)
        elif rule.type == "at-rule":
            self._no(rule.source_line, f"(@{rule.at_keyword}) is left out", _MAY)
        else:
            return self._look(rule)
        return ""

    def _look(self, rule: Any) -> str:
        from cssselect2 import SelectorError, compile_selector_list

        selector = self.css.serialize(rule.prelude).strip()
        try:
            compile_selector_list(rule.prelude)
        except SelectorError:
            text = f"(“{selector}”) names nothing"
            self._no(rule.source_line, text, "Write .name, for instance.")
            return ""
        kept = [
            text for each in self._declared(rule) if (text := self._declaration(each, selector))
        ]
        return f"{selector} {{ {'; '.join(kept)} }}" if kept else ""

    def _declared(self, rule: Any) -> Iterator[Any]:
        usual = {"skip_comments": True, "skip_whitespace": True}
        for each in self.css.parse_blocks_contents(rule.content, **usual):
            if each.type == "declaration":
                yield each
            else:
                self._no(each.source_line, "is not CSS", "Write color: navy; for instance.")

    def _declaration(self, declared: Any, selector: str) -> str:
        name, value = declared.lower_name, self.css.serialize(declared.value).strip()
        values = [token for token in declared.value if token.type not in {"whitespace", "comment"}]
        if name == _PICTURE and selector == LOGO:
            self.logo = self._address(values, declared) or self.logo
            return ""
        if name not in _FITS:
            self._no(declared.source_line, f"({name}) is left out", _MAY)
        elif not _FITS[name](values):
            self._no(declared.source_line, f"({name}: {value}) is left out, for that is no {name}")
        else:
            return f"{name}: {value}{' !important' if declared.important else ''}"
        return ""

    def _font(self, rule: Any) -> str:
        kept = list[str]()
        for declared in self._declared(rule):
            value = self.css.serialize(declared.value).strip()
            if declared.lower_name == "src":
                if not (address := self._address(declared.value, declared)):
                    return ""
                value = f"url({address})"
            kept.append(f"{declared.lower_name}: {value}")
        return f"@font-face {{ {'; '.join(kept)} }}"

    def _address(self, values: Sequence[Any], declared: Any) -> str:
        """Return the first file named in `values` as a `data:` URL, or ""."""
        for token in values:
            named = token.type == "function" and token.lower_name == "url" and token.arguments
            if token.type == "url" or named:
                try:
                    return self._file_of(named[0].value if named else token.value)
                except CannotUse as reason:
                    self._no(declared.source_line, f"is left out: {reason}")
                    return ""
        text = f"({declared.lower_name}) names no file"
        self._no(declared.source_line, text, "Write url(logo.png), for instance.")
        return ""

    def _no(self, line: int, why: str, fix: str = "") -> None:
        self.problems.append(
            warning("paper.css-line-unused", Place(), f"Line {line} of {FILE} {why}.", fix)
        )


def _colour(values: Sequence[Any]) -> bool:
    from tinycss2.color4 import parse_color

    return len(values) == 1 and parse_color(values[0]) is not None


def _family(values: Sequence[Any]) -> bool:
    return bool(values) and all(each.type in {"ident", "string"} or each == "," for each in values)


def _style(values: Sequence[Any]) -> bool:
    return len(values) == 1 and values[0].type == "ident" and values[0].lower_value in _STYLES


_FITS: dict[str, Callable[[Sequence[Any]], bool]] = {
    "color": _colour, "background-color": _colour, "font-family": _family, "font-style": _style,
}  # fmt: skip
