"""Print documents into an event's folder, only if they would come out differently.

CUPS, if installed, sends them to a printer. The organiser's own CSS lies beside the workbook.
"""

import json
import shutil
import subprocess
from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import unquote

import click

from runner.app.event_folder import EventFolder
from runner.app.phones.codes import first_codes, printed_codes
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.problems import Place, Problem, warning
from runner.disk import (
    HeldError,
    NotAFileError,
    held_problem,
    make_own,
    read_regular_file,
    remove_patiently,
    replace_synced,
)
from runner.render.documents.document import Document, Printout, stem
from runner.render.documents.layout import PAPERS, USUAL, OwnLook, PageSetup
from runner.render.documents.own_look import FILE, CannotUse, Understood, understood

_SETUP = "setup"
LACKING = "lacking"
"""The key in a memory of the scripts that no font here has."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Printed:
    """The files of a document of a round, new or unchanged, and the problems in making them."""

    document: Document
    files: tuple[Path, ...]
    problems: tuple[Problem, ...] = ()


class _Plan(NamedTuple):
    """A document, its existing files, and whether they are as they would come out now."""

    document: Document
    setup: PageSetup
    known: dict[str, str]
    there: tuple[Path, ...]
    current: bool


def print_round(
    folder: EventFolder,
    snapshot: Snapshot,
    round_id: RoundId,
    wanted: Iterable[Document],
    chosen: Mapping[str, Any] = _NOTHING,
    tell: Callable[[str], None] = lambda _: None,
) -> list[Printed]:
    """Bring documents of a round up to date; return each. Nothing heavy is imported if nothing
    changed. The fields of `PageSetup` in `chosen` are remembered for each document. `tell` is
    called with the progress in words, and with "" at the end."""
    own = own_look(folder.root)
    of_tables = printed_codes(folder, round_id)
    if of_tables:
        chosen = {**chosen, "codes": of_tables, "report_at": report_address(folder)}
    plans = [
        _plan(
            folder, snapshot, round_id, document,
            {**chosen, **_fingerprint(document, snapshot), "own": own.look},
        )
        for document in wanted
    ]  # fmt: skip
    new, printed = [plan for plan in plans if not plan.current], list[Printed]()
    for plan in plans:
        if plan.current:
            printed.append(Printed(plan.document, plan.there))
            continue
        tell(f"{plan.document.NAME.capitalize()}, {new.index(plan) + 1} of {len(new)} …")
        printout = plan.document.render(snapshot, round_id, plan.setup)
        printed.append(_write(folder, round_id, plan, printout))
    tell("")
    return [replace(each, problems=(*own.problems, *each.problems)) for each in printed]


def _fingerprint(document: Document, snapshot: Snapshot) -> Mapping[str, str]:
    """Return what final standings have beside the address of the site."""
    from runner.interchange.event_out import fingerprint, public_document

    results = public_document(snapshot) if document.KEY == "final" else None
    return {"fingerprint": fingerprint(results)} if results else {}


def report_address(folder: EventFolder) -> str:
    """Return the address on this network to which a code is added; "" without a network."""
    from runner.app.phones.visits import AT
    from runner.app.publish import shown_in
    from runner.app.serve.announce import addresses
    from runner.app.serve.ports import expected

    network = addresses()
    return f"http://{network[0]}:{expected(shown_in(folder.root))}/{AT}/" if network else ""


def _plan(
    folder: EventFolder,
    snapshot: Snapshot,
    round_id: RoundId,
    document: Document,
    chosen: Mapping[str, Any],
) -> _Plan:
    known = remembered(folder.memory(document.KEY))
    setup = replace(_setup(known.get(_SETUP, "")), **chosen)
    there = tuple(sorted((folder.root / document.FOLDER).glob(f"{stem(document, round_id)}.*")))
    current = bool(there) and known.get(round_id.prefix) == document.inputs(
        snapshot, round_id, setup
    )
    return _Plan(document, setup, known, there, current)


def _write(folder: EventFolder, round_id: RoundId, plan: _Plan, printout: Printout) -> Printed:
    """Write the files into the folder, and the record of what they were made from."""
    place, memory = folder.root / plan.document.FOLDER, folder.memory(plan.document.KEY)
    place.mkdir(exist_ok=True)
    mode = 0o600 if plan.setup.codes else 0o666  # whoever has a table's code can report for it
    try:
        for file, data in printout.files.items():
            replace_synced(place / file, data, mode=mode)
        for path in plan.there:
            if path.name not in printout.files:  # the HTML of a day without Pango, or the other way
                remove_patiently(path)
    except HeldError as reason:  # nothing is remembered, so the next run prints it
        return Printed(
            plan.document, plan.there, (held_problem(Path(reason.filename)), *printout.problems)
        )
    make_own(memory.parent)
    of_phones = first_codes(folder, round_id, plan.known)
    known, setup = {**plan.known, **of_phones, round_id.prefix: printout.inputs}, plan.setup
    known.pop(LACKING, None)
    if printout.lacking:
        known[LACKING] = ", ".join(printout.lacking)
    if replace(setup, own=USUAL.own, fingerprint="") != USUAL or _SETUP in known:
        known[_SETUP] = f"{setup.paper.name} {setup.most} {setup.back:d} {setup.second}".strip()
    replace_synced(memory, json.dumps(known, indent=1, sort_keys=True).encode())
    return Printed(plan.document, tuple(place / file for file in printout.files), printout.problems)


def _setup(words: str) -> PageSetup:
    try:
        paper, most, back, *second = words.split()
        return PageSetup(PAPERS[paper], back == "1", int(most), "".join(second))
    except (ValueError, KeyError):
        return USUAL


def remembered(memory: Path) -> dict[str, str]:
    """Return for each round the hash of what its files were made from, and what else is known."""
    try:
        known = json.loads(read_regular_file(memory))
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def send(printer: str, files: Sequence[Path]) -> None:
    """Send the PDFs to a printer with `lp`. Raises click.ClickException where lp fails."""
    ready = [file for file in files if file.suffix == ".pdf"]
    program = shutil.which("lp")
    if program is None:
        raise click.ClickException(
            "This computer has no CUPS (the program lp), so nothing was sent. "
            "Open the files and print them from there."
        )
    for file in ready:
        done = subprocess.run(  # noqa: S603 - nothing of it is a shell's
            [program, "-d", printer, "--", str(file)], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise click.ClickException(f"{file.name} was not sent: {done.stderr.strip()}")
    click.echo(f"Sent to {printer}: {len(ready)} of {len(files)} files.")


_LARGEST = 3_000_000  # bytes of a font or a picture
_KINDS = {
    ".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".svg": "image/svg+xml",
    ".ttf": "font/ttf", ".otf": "font/otf", ".woff": "font/woff", ".woff2": "font/woff2",
}  # fmt: skip


def own_look(root: Path) -> Understood:
    """Return the changes of the organiser's own CSS; none if there is no such file."""
    try:
        typed = read_regular_file(root / FILE).decode("utf-8-sig")
    except FileNotFoundError:
        return Understood(OwnLook())
    except (OSError, NotAFileError):
        return _unused("cannot be read")
    except UnicodeDecodeError:
        return _unused("is no text in UTF-8")
    return understood(typed, lambda name: _inside(root, name))


def _unused(why: str) -> Understood:
    problem = warning(
        "paper.css-unreadable",
        Place(),
        f"{FILE} {why}, so paper looks as it does without.",
        "Save it anew.",
    )
    return Understood(OwnLook(), (problem,))


def _inside(root: Path, name: str) -> str:
    """Return a file of the event's folder as an address with its content. Raises CannotUse."""
    path = root / unquote(name.partition("?")[0])
    kind = _KINDS.get(path.suffix.lower())
    if kind is None:
        raise CannotUse(f"“{name}” is no PNG, JPEG, SVG, TTF, OTF or WOFF")
    try:
        if not path.resolve().is_relative_to(root.resolve()):
            raise CannotUse(f"“{name}” is not in the event’s folder")
        content = read_regular_file(path)
    except (OSError, ValueError, NotAFileError):
        raise CannotUse(f"there is no file “{name}” beside the workbook") from None
    if len(content) > _LARGEST:
        raise CannotUse(f"“{name}” has more than {_LARGEST // 1_000_000} MB")
    return f"data:{kind};base64,{b64encode(content).decode('ascii')}"
