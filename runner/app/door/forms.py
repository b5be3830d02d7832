"""What a browser sends with a form: fields, and files that were chosen.

The first field of a form is its token. Nothing after it is read before it is checked.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import unquote_plus

from python_multipart.multipart import Field, File, FormParser, parse_options_header

MOST = 24 << 20
"""Bytes that a form may have; a workbook of players is far smaller."""
TOKEN = "token"  # noqa: S105 - a field's name
_MOST_PARTS = 200
_LONGEST_FIELD = 8 << 20  # bytes of a field that is no file: a list that is pasted
_FIRST, _CHUNK = 4096, 1 << 16  # bytes that are read until the token is there, and from then on
_FORM = "application/x-www-form-urlencoded"
_CONFIG = {"MAX_MEMORY_FILE_SIZE": MOST, "MAX_FIELDS": _MOST_PARTS}

logging.getLogger("python_multipart").addHandler(logging.NullHandler())
logging.getLogger("python_multipart").propagate = False


class NotAFormError(ValueError):
    """What came is no form, or one that is larger than any of Runner's."""


class NotOursError(Exception):
    """The form is of no page that this visitor was shown."""


class Source(Protocol):
    """Where a body is read from."""

    def read(self, size: int, /) -> bytes:
        """So many bytes; fewer only at the end."""


@dataclass(frozen=True, slots=True)
class Form:
    """Fields by name, of which some come more than once; files by name, each with the name that it
    had on the disk."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)

    def text(self, name: str, most: int = 500) -> str:
        """One field, without what no text has; "" where it is not there."""
        found = self.fields.get(name, ("",))[0]
        return "".join(each for each in found if each.isprintable())[:most].strip()

    def raw(self, name: str) -> str:
        """One field as it came, with its lines; "" where it is not there."""
        return self.fields.get(name, ("",))[0]

    def all(self, name: str) -> tuple[str, ...]:
        """A field that may come several times."""
        return self.fields.get(name, ())

    def number(self, name: str, least: int, most: int) -> int | None:
        """A whole number within bounds, or None."""
        typed = self.text(name)
        if not typed.isdecimal() or len(typed) > 6:
            return None
        return min(max(int(typed), least), most)


def read_form(kind: str, length: int, source: Source, is_token: Callable[[str], bool]) -> Form:
    """The form of that media type and length. Raises NotOursError as soon as it is seen that its
    first field is not a right token, and NotAFormError; the rest of the source is not read then."""
    parts = _Parts(kind, is_token)
    left = length
    while left:
        data = source.read(min(left, _CHUNK if parts.ours else _FIRST))
        if not data:
            raise NotAFormError
        parts.write(data)
        left -= len(data)
        if left and not parts.ours:
            raise NotOursError
    return parts.form()


class _Parts:
    """The parts of one form, as they come in."""

    def __init__(self, kind: str, is_token: Callable[[str], bool]) -> None:
        self.ours = False
        self._is_token = is_token
        self._many = 0
        self._ended = False
        self._fields: dict[str, tuple[str, ...]] = {}
        self._files: dict[str, tuple[str, bytes]] = {}
        what, options = parse_options_header(kind)
        self._encoded = what.decode("latin-1") == _FORM
        try:
            self._parser = FormParser(
                what.decode("latin-1"), self._field, self._file, self._end,
                boundary=options.get(b"boundary"), config=_CONFIG,
            )  # fmt: skip
        except ValueError as reason:
            raise NotAFormError from reason

    def write(self, data: bytes) -> None:
        """The next bytes of the body."""
        try:
            self._parser.write(data)
        except ValueError as reason:
            raise NotAFormError from reason

    def form(self) -> Form:
        """All of it, once the body is at its end."""
        try:
            self._parser.finalize()
        except ValueError as reason:
            raise NotAFormError from reason
        if not self.ours:
            raise NotOursError
        if not self._ended:
            raise NotAFormError
        return Form(self._fields, self._files)

    def _field(self, part: Field) -> None:
        name, value = self._text(part.field_name), self._text(part.value)
        if not self.ours:
            self.ours = name == TOKEN and self._is_token(value)
            if not self.ours:
                raise NotOursError
        self._count(len(part.value or b"") > _LONGEST_FIELD)
        self._fields[name] = (*self._fields.get(name, ()), value)

    def _file(self, part: File) -> None:
        if not self.ours:
            raise NotOursError
        self._count(too_long=False)
        part.file_object.seek(0)
        content = part.file_object.read()
        part.close()
        if content:
            self._files[self._text(part.field_name)] = self._text(part.file_name), content

    def _count(self, too_long: bool) -> None:
        self._many += 1
        if too_long or self._many > _MOST_PARTS:
            raise NotAFormError

    def _end(self) -> None:
        self._ended = True

    def _text(self, data: bytes | None) -> str:
        text = (data or b"").decode("utf-8", "replace")
        return unquote_plus(text) if self._encoded else text
