"""What a browser sends with a form: fields, and files that were chosen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qs

MOST = 24 << 20
"""Bytes that a form may have; a workbook of players is far smaller."""
_MOST_FIELDS = 200


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


def read_form(kind: str, body: bytes) -> Form | None:
    """The form, or None where it is none."""
    what = kind.partition(";")[0].strip().lower()
    try:
        if what == "application/x-www-form-urlencoded":
            found = parse_qs(
                body.decode("utf-8"), keep_blank_values=True, max_num_fields=_MOST_FIELDS
            )
            return Form({name: tuple(values) for name, values in found.items()})
        if what == "multipart/form-data":
            return _parts(kind, body)
    except (ValueError, UnicodeDecodeError, LookupError):
        return None
    return Form() if not body else None


def _parts(kind: str, body: bytes) -> Form | None:
    head = b"Content-Type: " + kind.encode("latin-1", "replace") + b"\r\n\r\n"
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    fields: dict[str, tuple[str, ...]] = {}
    files: dict[str, tuple[str, bytes]] = {}
    if not message.is_multipart():
        return None
    for part in message.iter_parts():
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes):
            continue
        file = part.get_filename()
        if file is None:
            fields[name] = (*fields.get(name, ()), content.decode("utf-8", "replace"))
        elif content:
            files[name] = (file, content)
    return Form(fields, files)
