"""Publishing all day: each state of the site is sent as soon as it is whole.

While a target cannot be reached it is tried again with growing pauses. Only the latest state is
sent then, however many saves there were meanwhile.
"""

from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event
from time import monotonic

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.events import Emit, Level, Message, message, of_problem
from runner.app.upload import state
from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.secrets import secret_for
from runner.app.upload.state import State
from runner.app.upload.targets import Access
from runner.app.upload.upload import (
    LATE,
    Progress,
    Uploaded,
    ignored,
    site_fingerprint,
    upload,
)
from runner.core.language import count
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse

POLLING_INTERVAL = 0.2
"""Seconds between two checks whether the site has changed."""
PAUSES = (2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 300.0)
"""Seconds before each new attempt; the last one for all that follow."""


def publish_once(
    folder: EventFolder, site: Path, to: Destination, own: Path, progress: Progress = ignored
) -> Uploaded:
    """Send what the target lacks, and note for the desk how that went; `own` is a folder for the
    target's own files. A destination is remembered once it was reached. Raises UploadError."""
    before, began = state.read(folder), _now()
    known = before if before and before.to == to.text else State(to.text)
    try:
        done = upload(site, to, Access(own, secret_for(to)), ledger_of(folder), progress)
    except Exception as error:  # whatever it is, the next attempt may succeed
        what = f"{type(error).__name__}: {error}"
        reason = (
            error if isinstance(error, UploadError) else UploadError(Trouble.FAILED, to.text, what)
        )
        if known is before:
            now = replace(known, trouble=reason.trouble.name, text=str(reason))
            state.write(folder, replace(now, since=known.since or began))
        raise reason from None
    state.write(folder, State(to.text, began, on_sheet=known.on_sheet))
    return done


def ledger_of(folder: EventFolder) -> Ledger:
    """Return the event's ledger."""
    return parse(kept_ledger.read(folder)[0])[0]


def follow(folder: EventFolder, site: Path, to: Destination, emit: Emit, stop: Event) -> None:
    """Send every state of the site until `stop` is set, or the event is no longer published there.
    Whatever goes wrong is reported by `emit`, each time that it is something else than before, and
    is tried again."""
    if not _goes_to(folder, to):
        state.write(folder, State(to.text))
    shown, known, failures, again = "", None, 0, inf
    with TemporaryDirectory(prefix="runner-upload-") as own:
        while _goes_to(folder, to) and not stop.is_set():
            now = site_fingerprint(site)
            if now is None or (now == known and monotonic() < again):
                stop.wait(POLLING_INTERVAL)
                continue
            try:
                done = publish_once(folder, site, to, Path(own))
            except UploadError as reason:
                if str(reason) != shown:
                    shown = str(reason)
                    emit(_trouble(folder, reason))
                stop.wait(PAUSES[min(failures, len(PAUSES) - 1)])
                failures += 1
                continue
            if done.written or done.removed or shown:
                emit(message(in_words(done, to)))
            shown, known, failures = "", now, 0
            again = monotonic() + LATE if done.late else inf
        newer = site_fingerprint(site) not in (known, None)
        if newer and not failures and _goes_to(folder, to):
            with suppress(UploadError):
                publish_once(folder, site, to, Path(own))


def _goes_to(folder: EventFolder, to: Destination) -> bool:
    """Return whether the event is published there; False once its pages were taken down."""
    known = state.read(folder)
    return known is not None and known.to == to.text


def in_words(done: Uploaded, to: Destination) -> str:
    """Return what an upload has done, as a sentence."""
    if not (done.written or done.removed):
        return f"{to.text} is up to date."
    removed = f", {count(len(done.removed), 'file')} removed" if done.removed else ""
    return f"Published to {to.text}: {count(len(done.written), 'file')}, {size(done)}{removed}."


def size(done: Uploaded) -> str:
    """Return the size of an upload, as people read it: "120 kB"."""
    return f"{done.size / 1e6:.1f} MB" if done.size >= 1e6 else f"{-(-done.size // 1000)} kB"


def _trouble(folder: EventFolder, reason: UploadError) -> Message:
    problem = next(state.problems(folder), None)
    return of_problem(problem) if problem else message(str(reason), level=Level.WARNING)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
