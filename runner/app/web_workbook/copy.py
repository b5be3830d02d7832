"""The copy of a workbook on the web, in the event's folder, and what is known of its original."""

import json
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from runner.app.event_folder import EventFolder
from runner.app.web_workbook.fetch import SIGN_IN, Fetched, FetchError, Seen
from runner.core.problems import Problem
from runner.disk import make_own, read_regular_file, replace_synced, write_synced
from runner.ledger.seal import digest
from runner.workbook.read.read import read
from runner.workbook.xlsx.guard import Refused, admit
from runner.workbook.xlsx.zip import ArchiveError

_OF_NO_CONTENT = "docprops/"  # who exported it, and when


@dataclass(frozen=True, slots=True)
class Web:
    """The `link` of a workbook, by what its server knows the version that came last, its content
    and the SHA-256 of the copy that was made of it; the latter three are "" before the first."""

    link: str
    etag: str = ""
    modified: str = ""
    content: str = ""
    copy: str = ""


class Taken(NamedTuple):
    """What came of a download: whether the copy is another now, and where the workbook went to
    that was there before, where a hand had changed it."""

    changed: bool
    aside: Path | None = None


def followed(folder: EventFolder) -> Web | None:
    """Return the workbook on the web that the event's is a copy of; None where it is its own."""
    try:
        document = json.loads(read_regular_file(folder.web))
        return Web(**{key: str(document.get(key, "")) for key in Web.__slots__})
    except (OSError, ValueError, AttributeError):
        return None


def follow(folder: EventFolder, web: Web) -> None:
    """Note the link on the disk, readable by this user alone: who has it reads the workbook."""
    make_own(folder.web.parent)
    replace_synced(folder.web, json.dumps(asdict(web), indent=1).encode(), mode=0o600)


def forget(folder: EventFolder) -> None:
    """From now on the event's workbook is its own."""
    folder.web.unlink(missing_ok=True)


def seen(folder: EventFolder, web: Web) -> Seen:
    """Return the version of which the copy is there as it was made; none where it is not."""
    there = _there(_path(folder))
    return Seen(web.etag, web.modified) if there and digest(there) == web.copy else Seen()


def take(folder: EventFolder, web: Web, fetched: Fetched) -> tuple[Web, Taken]:
    """Make what was fetched the event's workbook, where its content is another than that of the
    copy. Raises FetchError where it is no workbook, and OSError."""
    content = _content(fetched.data)
    path = _path(folder)
    there = _there(path)
    now = replace(web, etag=fetched.seen.etag, modified=fetched.seen.modified, content=content)
    if there is not None and content in (_content_or_none(there), found_in(web, there)):
        now = replace(now, copy=digest(there))
        if now != web:
            follow(folder, now)
        return now, Taken(changed=False)
    if not web.content:
        _must_be_an_event(fetched.data)
    aside = _set_aside(folder, there) if there and digest(there) != web.copy else None
    folder.root.mkdir(exist_ok=True)
    follow(folder, web)  # before the copy is there: nothing is ever written into it
    replace_synced(path, fetched.data)
    now = replace(now, copy=digest(fetched.data))
    follow(folder, now)
    return now, Taken(changed=True, aside=aside)


def found_in(web: Web, there: bytes) -> str:
    """Return the content of the copy, where it is as it was made."""
    return web.content if digest(there) == web.copy else ""


def _path(folder: EventFolder) -> Path:
    workbook = folder.workbook()
    return folder.root / f"{folder.slug}.xlsx" if isinstance(workbook, Problem) else workbook


def _there(path: Path) -> bytes | None:
    try:
        return read_regular_file(path)
    except FileNotFoundError:
        return None


def _set_aside(folder: EventFolder, data: bytes) -> Path:
    path = folder.aside("as changed here")
    path.parent.mkdir(exist_ok=True)
    write_synced(path, data)
    return path


def _content(data: bytes) -> str:
    """Return what tells workbooks apart, whenever and however they were exported: all parts but
    those about the export. Raises FetchError for what is no workbook."""
    if data.lstrip()[:1] == b"<":
        raise FetchError(SIGN_IN)
    try:
        archive = admit(data)
        parts = sorted(
            name for name in archive.names if not name.lower().startswith(_OF_NO_CONTENT)
        )
        whole = sha256()
        for name in parts:
            whole.update(sha256(name.encode()).digest() + sha256(archive.read(name)).digest())
    except Refused as reason:
        raise FetchError(f"What is at the link cannot be used. {reason.problem.text}") from None
    except ArchiveError as reason:
        raise FetchError(f"What is at the link cannot be used. {reason}") from None
    return whole.hexdigest()


def _content_or_none(data: bytes) -> str | None:
    try:
        return _content(data)
    except FetchError:
        return None


def _must_be_an_event(data: bytes) -> None:
    event, problems, _ = read(data)
    if event is None:
        worst = next((each.text for each in problems if each.fatal), "")
        why = f"The workbook at the link is none that Runner has made. {worst}".strip()
        raise FetchError(f"{why} Upload the workbook of a new event.")
