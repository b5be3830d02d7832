"""Publishing all day: each state of the site is sent as soon as it is whole, by a process of its
own, so that pages in the hall never wait.

While a target cannot be reached it is tried again with growing pauses. Only the latest state is
sent then, however many saves there were meanwhile.
"""

from contextlib import suppress
from dataclasses import replace
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event as Stop
from time import monotonic

from runner.app import kept_ledger, time_zone
from runner.app.background_job import BackgroundJob, reporting
from runner.app.event_folder import EventFolder
from runner.app.events import Emit, Level, Message, message, of_problem
from runner.app.upload import state
from runner.app.upload.destination import Destination, DestinationError, destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.secrets import secret_for
from runner.app.upload.state import State
from runner.app.upload.targets import Access
from runner.app.upload.upload import LATE, Progress, Uploaded, site_fingerprint, upload
from runner.core.event import Event
from runner.core.language import count
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse

POLLING_INTERVAL = 0.2
"""Seconds between two checks whether the site has changed."""
PAUSES = (2.0, 5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 300.0)
"""Seconds before each new attempt; the last one for all that follow."""


class Beside:
    """Keeps one process for the destination of the event; none while it has none."""

    def __init__(self, folder: EventFolder, site: Path, emit: Emit) -> None:
        self._folder, self._site, self._emit = folder, site, emit
        self._to = ""
        self._job: BackgroundJob | None = None

    def publish(self, event: Event) -> None:
        """Start, restart or end the process, if the destination is another than before: the one on
        the Event sheet or, where none was ever typed there, that of `runner publish`. A process
        that has ended by itself is started again."""
        to = self._wanted(event)
        if to != self._to:
            self.end()
            self._to = to
            if to:
                words = ("publish", str(self._folder.root), "--to", to, "--site", str(self._site))
                command = reporting(*words, "--follow", "--with-input")
                self._job = BackgroundJob(command, self._emit, self._folder.upload, restart=False)
        if self._job is not None:
            self._job.start()

    def end(self) -> None:
        """End the process; what is being sent is finished, if that takes a few seconds."""
        if self._job is not None:
            self._job.end()
            self._job = None

    def _wanted(self, event: Event) -> str:
        """Return where the event is to be published to, or "", and note what the sheet has."""
        known = state.read(self._folder)
        if not event.publish_to:
            if known and known.on_sheet:
                state.write(self._folder, None)
                return ""
            return known.to if known else ""
        try:
            to = destination(event.publish_to, self._folder.root).text
        except DestinationError:
            return ""
        if known is None or (known.to, known.on_sheet) != (to, "yes"):
            state.write(self._folder, State(to, on_sheet="yes"))
        return to


def publish_once(
    folder: EventFolder, site: Path, to: Destination, own: Path, progress: Progress | None = None
) -> Uploaded:
    """Send what the target lacks, and note for the desk how that went; `own` is a folder for the
    target's own files. A destination is remembered once it was reached. Raises UploadError."""
    before, began = state.read(folder), time_zone.now("")
    known = before if before and before.to == to.text else State(to.text)
    try:
        done = upload(site, to, Access(own, secret_for(to)), ledger_of(folder), progress)
    except Exception as error:  # whatever it is, the next attempt may succeed
        what, reason = f"{type(error).__name__}: {error}", error
        if not isinstance(reason, UploadError):
            reason = UploadError(Trouble.FAILED, to.text, what)
        if known is before:
            since, name = known.since or began, reason.trouble.name
            state.write(folder, replace(known, trouble=name, text=str(reason), since=since))
        raise reason from None
    state.write(folder, State(to.text, began, on_sheet=known.on_sheet))
    return done


def ledger_of(folder: EventFolder) -> Ledger:
    """Return the event's ledger."""
    return parse(kept_ledger.read(folder)[0])[0]


def follow(folder: EventFolder, site: Path, to: Destination, emit: Emit, stop: Stop) -> None:
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
