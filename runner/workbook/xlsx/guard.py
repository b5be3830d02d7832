"""Validate a workbook before it is unzipped: refuse what is no workbook, or could do harm."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn
from xml.parsers import expat

from runner.core.problems import Place, Problem, error
from runner.workbook.xlsx.zip import Archive, ArchiveError

MOST_PARTS = 5_000
LARGEST_PART = 64 * 1024 * 1024
LARGEST_BOOK = 192 * 1024 * 1024
# Deflate cannot exceed 1032; sheets of one repeated style come close to 100.
HIGHEST_RATIO = 250
_SMALL = 8 * 1024 * 1024  # parts up to this size do no harm, however well they are packed

_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # an OLE container: .xls, or encrypted .xlsx
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_OPEN_DOCUMENT = b"mimetypeapplication/vnd.oasis.opendocument"
_AGAIN = "Save the workbook again from Excel or LibreOffice, as “Excel Workbook (.xlsx)”."


class Refused(ArchiveError):  # noqa: N818 - it says what became of the file
    """The file cannot be read as a workbook; `problem` is the sentence for the organiser."""

    def __init__(self, message: str, fix: str = _AGAIN, code: str = "damaged") -> None:
        super().__init__(message)
        self.problem: Problem = error(f"workbook.{code}", Place(), message, fix, fatal=True)


def admit(data: bytes) -> Archive:
    """Return the archive of a workbook that is safe to unpack. Raises Refused."""
    _check_kind(data)
    try:
        archive = _Measured(data)
    except ArchiveError:
        raise Refused(
            "The workbook is damaged or only half saved.",
            "Save it once more; if that doesn’t help, go back to your last good copy.",
        ) from None
    if len(archive.names) > MOST_PARTS:
        raise _absurd()
    return archive


def _check_kind(data: bytes) -> None:
    old = data.startswith(_OLD_EXCEL)
    for wrong, code, message, fix in (
        (not data.strip(b"\0"), "empty", "The file is empty.", _AGAIN),
        (old and _ENCRYPTED in data, "encrypted",
         "The workbook is locked with a password, so it can’t be read.",
         "Save it without a password: File, Info, Protect Workbook, Encrypt with Password, and "
         "leave the field empty."),
        (old, "not-xlsx",
         "The file is a workbook of the old kind (.xls), whatever its name ends in.", _AGAIN),
        (_OPEN_DOCUMENT in data[:128], "not-xlsx",
         "The file is an OpenDocument spreadsheet (.ods), whatever its name ends in.", _AGAIN),
        (not data.startswith(b"PK"), "not-xlsx",
         "The file is not an Excel workbook; it looks like a text file or something else.", _AGAIN),
    ):  # fmt: skip
        if wrong:
            raise Refused(message, fix, code)


class _Measured(Archive):
    """An archive that unpacks nothing of an absurd size: each part is measured before it is
    unpacked, by what the directory declares and no part may exceed. What nobody reads, such as
    somebody's own sheet of a million cells, is not measured."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        self._unpacked: dict[str, int] = {}

    def read(self, name: str) -> bytes:
        """Return the inflated bytes of a part. Raises ArchiveError where it is missing or damaged,
        and Refused where it is too large."""
        if name in self:
            size, packed = self.sizes(name)
            self._unpacked[name.lower()] = size
            bomb = size > _SMALL and size / max(packed, 1) > HIGHEST_RATIO
            if bomb or size > LARGEST_PART or sum(self._unpacked.values()) > LARGEST_BOOK:
                raise _absurd()
        return super().read(name)


def _absurd() -> Refused:
    return Refused(
        "The workbook would unpack to an absurd size, so it isn’t opened.",
        "Copy what you need into the workbook of a new event.",
        code="oversized",
    )


def safe_parser() -> expat.XMLParserType:
    """Return an XML parser that accepts no document types, and so no entities."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = _refuse_doctype
    return parser


def _refuse_doctype(*_: object) -> NoReturn:
    raise Refused("The workbook holds definitions (DOCTYPE) that no spreadsheet program writes.",
        code="doctype")  # fmt: skip


@contextmanager
def damage_refused() -> Iterator[None]:
    """Turn errors in an archive's parts into Refused."""
    try:
        yield
    except Refused:
        raise
    except ArchiveError as reason:
        raise Refused(f"The workbook is damaged. {reason}") from None
