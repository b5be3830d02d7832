"""The texts for the catalogues; `python -m tests.support.messages` brings those up to date."""

import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from runner.languages import LANGUAGES
from runner.rules import presets

ROOT = Path(__file__).parents[2]
CATALOGUES = ROOT / "runner" / "languages" / "catalogues"
_WORDS = {"_": None, "N_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
_WAYS = {
    "runner": [("**.py", "python")],
    "templates": [("**.html", "jinja2.ext:babel_extract"), ("**.svg", "jinja2.ext:babel_extract"),
                  ("**.js", "javascript")],
}  # fmt: skip
_NOTES = ("Note:",)
_REFERENCE = re.compile(r"(MTR|MAMTR)( 2023)?( App\.)? [\d.A-Z]+")


def messages() -> Catalog:
    found = Catalog(project="Runner", charset="utf-8", fuzzy=False)
    for folder, ways in _WAYS.items():
        for file, line, message, notes, context in extract_from_dir(
            ROOT / folder, ways, keywords=_WORDS, comment_tags=_NOTES
        ):
            if message not in {"", '"@PLURAL@"'}:
                found.add(message, locations=[(f"{folder}/{file}", line)], auto_comments=notes,
                          context=context)  # fmt: skip
    for source, preset in _sources():
        found.add(source, locations=[(f"runner/rules/presets/{preset}.toml", 1)])
    return found


def _sources() -> Iterator[tuple[str, str]]:
    """Where presets have their values from, as far as that takes words, each with its preset."""
    for key in presets.names():
        for level in (presets.COMPETITIVE, presets.REGULAR):
            for source in presets.load(key, level).sources.values():
                if not _REFERENCE.fullmatch(source):
                    yield source, key


def catalogue(code: str) -> Catalog:
    """The catalogue of a language as it stands; a new one where there is none."""
    path = CATALOGUES / f"{code}.po"
    if not path.exists():
        return Catalog(locale=code, project="Runner", fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=code)


def codes() -> Iterator[str]:
    return (known.code for known in LANGUAGES if known.code != "en")


def _update(code: str, template: Catalog) -> int:
    """Write the catalogue anew; gives how many texts it does not have yet."""
    known = catalogue(code)
    template.creation_date = known.creation_date
    known.update(template, no_fuzzy_matching=True)
    known.obsolete.clear()
    known.header_comment = (
        f"# What Runner says to players, in the language “{code}”. See docs/languages.md."
    )
    known.last_translator = known.language_team = ""
    with (CATALOGUES / f"{code}.po").open("wb") as file:
        write_po(file, known, width=100, include_lineno=False, sort_by_file=True)
    return sum(not (all(each.string) if each.pluralizable else each.string) for each in known)


if __name__ == "__main__":
    every = messages()
    for each in codes():
        print(f"{each}: {_update(each, every)} of {len(every)} to be translated")  # noqa: T201
