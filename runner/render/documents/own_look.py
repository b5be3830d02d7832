"""An organiser's own CSS for paper: what of it changes the look and nothing else.

Fonts, colours and a logo may be had. Where things are and how large they are stays Runner's, so
that names fit and slips are cut where they end, whatever is typed.
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
    """A file that the CSS names cannot be used; the text is a sentence."""


FileOf = Callable[[str], str]
"""A file that the CSS names, as a `data:` address. Raises CannotUse."""


@dataclass(frozen=True, slots=True)
class Understood:
    """What is used of the CSS, and a sentence for each thing that is not."""

    look: OwnLook
    problems: tuple[Problem, ...] = ()


def understood(typed: str, file_of: FileOf) -> Understood:
    """The CSS as far as it may be used."""
    reader = _Reader(file_of)
    rules = reader.css.parse_stylesheet(typed, skip_comments=True, skip_whitespace=True)
    kept = [rule for rule in map(reader.rule, rules) if rule]
    css = "\n".join(kept).replace("<", r"\3c ")  # within a string; it stands in a page
    return Understood(OwnLook(css, reader.logo), tuple(reader.problems))


class _Reader:
    """Reads one rule after the other, and notes what is left out."""

    def __init__(self, file_of: FileOf) -> None:
        import tinycss2  # comes with WeasyPrint; loaded where there is such CSS

        self._file_of, self.logo, self.css = file_of, "", tinycss2
        self.problems: list[Problem] = []

    def rule(self, rule: Any) -> str:
        """A rule as it is used, "" for nothing."""
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
            said = f"(“{selector}”) names nothing"
            self._no(rule.source_line, said, "Write .name, for instance.")
            return ""
        kept = [
            said for each in self._declared(rule) if (said := self._declaration(each, selector))
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
        name, said = declared.lower_name, self.css.serialize(declared.value).strip()
        values = [token for token in declared.value if token.type not in {"whitespace", "comment"}]
        if name == _PICTURE and selector == LOGO:
            self.logo = self._address(values, declared) or self.logo
            return ""
        if name not in _FITS:
            self._no(declared.source_line, f"({name}) is left out", _MAY)
        elif not _FITS[name](values):
            self._no(declared.source_line, f"({name}: {said}) is left out, for that is no {name}")
        else:
            return f"{name}: {said}{' !important' if declared.important else ''}"
        return ""

    def _font(self, rule: Any) -> str:
        kept = list[str]()
        for declared in self._declared(rule):
            said = self.css.serialize(declared.value).strip()
            if declared.lower_name == "src":
                if not (address := self._address(declared.value, declared)):
                    return ""
                said = f"url({address})"
            kept.append(f"{declared.lower_name}: {said}")
        return f"@font-face {{ {'; '.join(kept)} }}"

    def _address(self, values: Sequence[Any], declared: Any) -> str:
        """The first file that is named there."""
        for token in values:
            named = token.type == "function" and token.lower_name == "url" and token.arguments
            if token.type == "url" or named:
                try:
                    return self._file_of(named[0].value if named else token.value)
                except CannotUse as reason:
                    self._no(declared.source_line, f"is left out: {reason}")
                    return ""
        said = f"({declared.lower_name}) names no file"
        self._no(declared.source_line, said, "Write url(logo.png), for instance.")
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
