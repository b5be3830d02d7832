"""The languages that Runner's public text can be shown in: one catalogue each, in `catalogues/`.

To add a language, write its catalogue and add it to `LANGUAGES`.
"""

from functools import cache
from typing import NamedTuple
from unicodedata import combining, normalize

from runner.core.language import ENGLISH, Language

__all__ = ["LANGUAGES", "find", "language"]


class Known(NamedTuple):
    """A language by its code, as its own speakers call it, and in English."""

    code: str
    name: str
    english: str


LANGUAGES = (
    Known("en", "English", "English"),
    Known("de", "Deutsch", "German"),
    Known("es", "Español", "Spanish"),
    Known("fr", "Français", "French"),
    Known("it", "Italiano", "Italian"),
    Known("pt", "Português", "Portuguese"),
    Known("ja", "日本語", "Japanese"),
)
"""What the Language cell offers; each but English has its catalogue."""


def find(typed: str) -> str:
    """The code for what somebody wrote ("Deutsch", "german", "pt-BR"); "" where it is none."""
    wanted = _plain(typed)
    for known in LANGUAGES:
        if wanted in map(_plain, known):
            return known.code
    short = wanted.replace("_", "-").partition("-")[0]
    return short if short in {known.code for known in LANGUAGES} else ""


def _plain(text: str) -> str:
    """Without capitals and accents, so that "espanol" is Spanish."""
    folded = normalize("NFKD", text.strip().casefold())
    return "".join(letter for letter in folded if not combining(letter))


@cache
def language(code: str) -> Language:
    """The language with that code; English for "" and for one that there is no catalogue for."""
    if code in {"", ENGLISH.code} or code not in {known.code for known in LANGUAGES}:
        return ENGLISH
    from runner.languages.translated import translated  # reads a catalogue, which takes a moment

    return translated(code)
