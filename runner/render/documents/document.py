"""What a printed document must offer, and what printing one gives."""

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
    """Files by name, and what the organiser should know about them.

    `inputs` is what to remember them by: while the document's `inputs` are the same, nothing need
    be made again. It is "" where there is a problem: the next time tries once more, since what
    helps (a font, Pango) is installed without any change to the workbook, and says so again.
    `lacking` are the scripts that no font here has.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    inputs: str = ""
    lacking: tuple[str, ...] = ()


class Printable(Protocol):
    """What makes the files of a document; `KEY` begins their names."""

    KEY: str

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return one hash of all that the finished files depend on; quick to compute."""

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """Return the files, named `stem` and a suffix; none where there is nothing to print."""


class Document(Printable, Protocol):
    """A document of the registry. `NAME` is what a sentence calls it ("Print the slips"), `FOLDER`
    the folder inside the event's that it lies in."""

    NAME: str
    FOLDER: str


def stem(document: Printable, round_id: RoundId) -> str:
    """What the files of a document of a round are called, without their ending: "slips-R3"; of a
    phase's draft, which is its round 0, "draft", or "draft-P2"."""
    if round_id.number == 0:
        return document.KEY if round_id.phase == 1 else f"{document.KEY}-P{round_id.phase}"
    return f"{document.KEY}-{round_id.prefix}"


@cache
def drawn_by() -> str:
    """Return a hash of what draws paper, so that another drawer makes it anew: templates, fonts,
    code, and the versions of Runner and of WeasyPrint."""
    from importlib.metadata import version  # loaded where there is something to print

    hashed = sha256(f"{__version__} {version('weasyprint')}".encode())
    for file in _files():
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files() -> Iterator[Path]:
    """Yield them in an order that is the same everywhere. Where Runner comes as a program without
    its source, its version stands for the code."""
    for where in (folder("slips"), folder("paper")):
        yield from sorted(file for file in where.iterdir() if file.is_file())
    yield from fonts.files_for_paper().values()
    yield from sorted(Path(__file__).parent.rglob("*.py"))
