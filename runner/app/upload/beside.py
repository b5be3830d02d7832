"""The process that publishes an event beside its watch, so that pages in the hall never wait."""

from pathlib import Path

from runner.app.background_job import BackgroundJob, reporting
from runner.app.event_folder import EventFolder
from runner.app.events import Emit
from runner.app.upload import state
from runner.app.upload.destination import DestinationError, destination
from runner.app.upload.state import State
from runner.core.event import Event
from runner.core.problems import Problem, error


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


def unusable(event: Event, folder: Path) -> Problem | None:
    """Return what is wrong with the destination on the Event sheet."""
    try:
        if event.publish_to:
            destination(event.publish_to, folder)
    except DestinationError as reason:
        place = event.at("publish_to")
        return error("event.publish-to-unusable", place, reason.what, reason.fix)
    return None
