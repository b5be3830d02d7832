"""HTML forms as browsers send them: fields and chosen files, read by python-multipart.

The first field of a form is its token. Nothing after it is read before it is checked.
"""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote_plus

from python_multipart.multipart import Field, File, FormParser, parse_options_header

MOST = 24 << 20
"""Bytes that a form may have; a workbook of players is far smaller."""
TOKEN = "token"  # noqa: S105 - a field's name
_MOST_PARTS = 200
_LONGEST_FIELD = 8 << 20  # bytes of a field that is no file: a list that is pasted
_TOKEN_WITHIN = 4096  # bytes at the beginning of a form
_URLENCODED = "application/x-www-form-urlencoded"

logging.getLogger("python_multipart").addHandler(logging.NullHandler())
logging.getLogger("python_multipart").propagate = False


class NotAFormError(ValueError):
    """The body is not a form, is not complete, or exceeds the bounds of a form."""


class WrongTokenError(Exception):
    """The form does not begin with a valid token."""


@dataclass(frozen=True, slots=True)
class Form:
    """Fields by name, of which some come more than once; files by name, each with the name that it
    has on the visitor's disk and its content."""

    fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    files: Mapping[str, tuple[str, bytes]] = field(default_factory=dict)

    def text(self, name: str, most: int = 500) -> str:
        """Return the printable characters of a field, at most so many; "" if it is missing."""
        return "".join(filter(str.isprintable, self.raw(name)))[:most].strip()

    def raw(self, name: str) -> str:
        """Return a field as it was sent, with its line ends; "" if it is missing."""
        return self.fields.get(name, ("",))[0]

    def all(self, name: str) -> tuple[str, ...]:
        """Return all values of a field."""
        return self.fields.get(name, ())

    def number(self, name: str, least: int, most: int) -> int | None:
        """Return a whole number, at most `most`; None if the field has none, or one below
        `least`."""
        typed = self.text(name)
        if not typed.isdecimal() or len(typed) > 6:
            return None
        return min(int(typed), most) if int(typed) >= least else None


class FormReader:
    """Reads one form of a media type from the pieces of its body. `is_token` says whether the value
    of the first field is valid. All methods raise NotAFormError; WrongTokenError as soon as the
    token is seen to be missing or wrong."""

    def __init__(self, kind: str, is_token: Callable[[str], bool]) -> None:
        self._is_token = is_token
        self._trusted = False
        self._size = self._parts = 0
        self._complete = False
        self._fields: dict[str, tuple[str, ...]] = {}
        self._files: dict[str, tuple[str, bytes]] = {}
        raw_type, options = parse_options_header(kind)
        media_type = raw_type.decode("latin-1")
        self._urlencoded = media_type == _URLENCODED
        try:
            self._parser = FormParser(
                media_type, self._field, self._file, self._end, options.get(b"boundary"),
                config={"MAX_MEMORY_FILE_SIZE": float("inf"), "MAX_FIELDS": _MOST_PARTS},
            )  # fmt: skip
        except ValueError as reason:
            raise NotAFormError from reason

    def write(self, data: bytes) -> None:
        """Read the next piece of the body."""
        first = 0 if self._trusted else max(0, _TOKEN_WITHIN - self._size)
        self._size += len(data)
        try:
            self._parser.write(data[:first])
            if len(data) > first:
                if not self._trusted:
                    raise WrongTokenError
                self._parser.write(data[first:])
        except ValueError as reason:
            raise NotAFormError from reason

    def form(self) -> Form:
        """Return the form once all of the body is read."""
        try:
            self._parser.finalize()
        except ValueError as reason:
            raise NotAFormError from reason
        if not self._trusted:
            raise WrongTokenError
        if not self._complete:  # without its closing boundary
            raise NotAFormError
        return Form(self._fields, self._files)

    def _field(self, part: Field) -> None:
        name, value = self._text(part.field_name), self._text(part.value)
        if not self._trusted:
            self._trusted = name == TOKEN and self._is_token(value)
        self._count(len(name) + len(part.value or b""))
        self._fields[name] = (*self._fields.get(name, ()), value)

    def _file(self, part: File) -> None:
        self._count(0)
        part.file_object.seek(0)
        content = part.file_object.read()
        part.close()
        if content:
            self._files[self._text(part.field_name)] = self._text(part.file_name), content

    def _count(self, size: int) -> None:
        if not self._trusted:
            raise WrongTokenError
        self._parts += 1
        if self._parts > _MOST_PARTS or size > _LONGEST_FIELD:
            raise NotAFormError

    def _end(self) -> None:
        self._complete = True

    def _text(self, data: bytes | None) -> str:
        text = (data or b"").decode("utf-8", "replace")
        return unquote_plus(text) if self._urlencoded else text
