"""Reading a JSON object key by key: typed values out, a sentence for everything else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from runner.core.numbers import exact
from runner.core.phase import SettingValue

_NUMBER = re.compile(r"\s*[+-]?\d{1,1000}([./,]\d{1,1000})?\s*%?", re.ASCII)
_LARGEST = 10**9  # of a number that stands for a text
_MOST = 99_999  # of all that is counted: rounds, seats, tables
Json = Any  # a value as the json module reads it


class Reader:
    """One JSON object. Each method reads one key and gives a value of the right type always.

    What is wrong is kept as a sentence in `sentences`, shared with the readers of the objects
    inside, each sentence once. A key that is missing or null has its default value; that is
    wrong only where it is required.
    """

    def __init__(self, where: str, value: Json, sentences: list[str] | None = None) -> None:
        self._where = where
        self._is_object = isinstance(value, dict)
        self._values: dict[str, Json] = value if self._is_object else {}
        self.sentences: list[str] = [] if sentences is None else sentences
        if not self._is_object:
            self._say(f"{where or 'The document'} must be an object with named values.")

    def _say(self, sentence: str) -> None:
        if sentence not in self.sentences:
            self.sentences.append(sentence)

    def _name(self, key: str) -> str:
        return f'"{key}" of {self._where}' if self._where else f'"{key}"'

    def _wrong(self, key: str, must: str) -> None:
        self._say(f"{self._name(key)} must be {must}, not {_shown(self._values.get(key))}.")

    def _value(self, key: str, required: bool) -> Json:
        value = self._values.get(key)
        if value is None and required and self._is_object:
            self._say(f"{self._name(key)} is missing.")
        return value

    def text(self, key: str, *, required: bool = False) -> str:
        """Return a text, "" by default; a whole number counts as its digits."""
        value = self._value(key, required)
        if isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST:
            return str(value)
        if _is_text(value):
            if required and not value:
                self._say(f"{self._name(key)} is empty.")
            return str(value)
        if value is not None:
            self._wrong(key, "a text")
        return ""

    def choice(
        self, key: str, choices: Sequence[str], default: str, *, required: bool = True
    ) -> str:
        """One of the texts."""
        value = self._value(key, required=required)
        if value is None:
            return default
        if isinstance(value, str) and value in choices:
            return value
        self._wrong(key, f"one of {', '.join(choices)}")
        return default

    def optional_whole(self, key: str, *, least: int = 0) -> int | None:
        """Return a whole number from `least`, or None."""
        value = self._values.get(key)
        if value is None or (_is_whole(value) and least <= value <= _MOST):
            return value
        most = f" to {_MOST}" if _is_whole(value) and value > _MOST else ""
        self._wrong(key, f"a whole number from {least}{most}")
        return None

    def whole(self, key: str, default: int, *, least: int = 0, required: bool = False) -> int:
        """Return a whole number from `least`."""
        self._value(key, required)
        value = self.optional_whole(key, least=least)
        return default if value is None else value

    def wholes(self, key: str, *, least: int = 0) -> tuple[int, ...]:
        """Return a list of whole numbers from `least`."""
        must = f"a list of whole numbers from {least}"
        return self._every(key, lambda value: _is_whole(value) and least <= value <= _MOST, must)

    def number(self, key: str, *, required: bool = False) -> Fraction:
        """Return an exact number, 0 by default: 7, 0.5, "1/3"."""
        value = self._value(key, required)
        number = Fraction(0) if value is None else _number(value)
        if number is None:
            self._wrong(key, 'a number or a fraction like "1/3"')
            return Fraction(0)
        return number

    def numbers(self, key: str) -> tuple[Fraction, ...]:
        """Return a list of exact numbers; null, a value that nobody could know yet, counts as 0."""
        must = 'a list of numbers or fractions like "1/3"'
        values = self._every(key, lambda value: value is None or _number(value) is not None, must)
        return tuple(_number(value) or Fraction(0) for value in values)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts."""
        return self._every(key, _is_text, "a list of texts")

    def _every(self, key: str, fits: Callable[[Json], bool], must: str) -> tuple[Any, ...]:
        """Return a list in which every value fits, or an empty one."""
        values = self._list(key)
        if all(map(fits, values)):
            return tuple(values)
        self._wrong(key, must)
        return ()

    def settings(self, key: str) -> dict[str, SettingValue]:
        """Return an object of settings; what each may be is for the rules to say."""
        value = self._values.get(key)
        if value is None:
            return {}
        if not isinstance(value, dict):
            self._wrong(key, "an object of settings")
            return {}
        settings: dict[str, SettingValue] = {}
        for name, setting in value.items():
            parts = setting if isinstance(setting, list) else [setting]
            if all(part is None or isinstance(part, str | int | float | bool) for part in parts):
                settings[name] = setting
            else:
                self._say(f'The setting "{name}" must be a value or a list of values.')
        return settings

    def objects(self, key: str, *, required: bool = False) -> list[Reader]:
        """Return a list of objects, each with its own reader."""
        self._value(key, required)
        return [
            Reader(f'entry {at} of "{key}"', value, self.sentences)
            for at, value in enumerate(self._list(key), start=1)
        ]

    def _list(self, key: str) -> list[Json]:
        value = self._values.get(key)
        if value is None:
            return []
        if isinstance(value, list):
            return value
        self._wrong(key, "a list")
        return []


def _is_whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_text(value: Json) -> bool:
    """Return whether it is a text that UTF-8 can write: JSON allows halves of characters."""
    if not isinstance(value, str):
        return False
    return not any("\ud800" <= character <= "\udfff" for character in value)


def _number(value: Json) -> Fraction | None:
    """Return the exact number, or None. Texts are limited so that none asks for endless
    arithmetic."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str) and not _NUMBER.fullmatch(value):
        return None
    try:
        return exact(value)
    except (ValueError, OverflowError):
        return None


def _shown(value: Json) -> str:
    """Return the value as people may recognise it, never long."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list with something else in it" if value else "an empty list"
    text = f'"{value}"' if isinstance(value, str) else repr(value).lower()
    text = text.encode("utf-8", "replace").decode()
    return text if len(text) <= 40 else f"{text[:39]}…"
