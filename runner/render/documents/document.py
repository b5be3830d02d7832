"""The interface of printed documents, and the result of printing one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from runner import __version__
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.problems import Problem
from runner.render import fonts
from runner.render.documents.layout import USUAL, PageSetup
from runner.render.templating import folder


@dataclass(frozen=True, slots=True)
class Printout:
    """Files by name, and `problems` for the organiser.

    While the document's `inputs` equal these `inputs`, the files are up to date. `inputs` is "" if
    there are problems, so that the next run tries again and reports again: the remedy (a font,
    Pango) is installed without any change to the workbook. `lacking` lists the scripts that no font
    here has.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    inputs: str = ""
    lacking: tuple[str, ...] = ()


class Printable(Protocol):
    """A generator of a document's files, whose names begin with `KEY`."""

    KEY: str

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return a hash of everything that the files depend on; quick to compute."""

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """Return the files, named by `stem` and a suffix; none if there is nothing to print."""


class Document(Printable, Protocol):
    """A document in the registry. `NAME` is its name within a sentence ("Print the slips"),
    `FOLDER` its folder inside the event's folder."""

    NAME: str
    FOLDER: str


def stem(document: Printable, round_id: RoundId) -> str:
    """Return the file name, without suffix, of a document of a round: "slips-R3". Round 0 stands
    for the draft of a phase: "draft", or "draft-P2"."""
    if round_id.number == 0:
        return document.KEY if round_id.phase == 1 else f"{document.KEY}-P{round_id.phase}"
    return f"{document.KEY}-{round_id.prefix}"


@cache
def drawn_by() -> str:
    """Return a hash of everything that draws documents, to print them again after a change:
    templates, fonts, code, and the versions of Runner and WeasyPrint."""
    from importlib.metadata import version  # loaded only when printing

    hashed = sha256(f"{__version__} {version('weasyprint')}".encode())
    for file in _files():
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files() -> Iterator[Path]:
    """Yield the files in the same order everywhere. Without source code, Runner's version stands
    for it."""
    for where in (folder("slips"), folder("paper")):
        yield from sorted(file for file in where.iterdir() if file.is_file())
    yield from fonts.files_for_paper().values()
    yield from sorted(Path(__file__).parent.rglob("*.py"))
