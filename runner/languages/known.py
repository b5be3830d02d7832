"""Which languages there are, and how people call them."""

from functools import cache
from typing import NamedTuple

from runner.core.language import ENGLISH, Language


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
    wanted = typed.strip().casefold()
    for known in LANGUAGES:
        if wanted in {each.casefold() for each in known}:
            return known.code
    short = wanted.replace("_", "-").partition("-")[0]
    return short if short != wanted and short in {known.code for known in LANGUAGES} else ""


@cache
def language(code: str) -> Language:
    """The language with that code; English for "" and for one that there is no catalogue for."""
    if code in {"", ENGLISH.code} or code not in {known.code for known in LANGUAGES}:
        return ENGLISH
    from runner.languages.translated import translated  # reads a catalogue, which takes a moment

    return translated(code)
