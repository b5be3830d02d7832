"""The processes beside the watch of an event: they print, prove and publish."""

from pathlib import Path

from runner.app.background_job import BackgroundJob, reporting
from runner.app.event_folder import EventFolder
from runner.app.events import Emit
from runner.app.upload.follow import Beside
from runner.core.event import Event


class WatchJobs:
    """Prints documents if `slips`, proves pairings if `proof`, and publishes where the event goes;
    `emit` gets what the processes report."""

    def __init__(
        self, folder: EventFolder, site: Path, emit: Emit, *, slips: bool, proof: bool
    ) -> None:
        event = str(folder.root)
        printing = reporting("print", event, "--beside")
        proving = reporting("verify", event, "--prove", "--site", str(site), "--with-input")
        documents = BackgroundJob(printing, emit, folder.lock, restart=False)
        proofs = BackgroundJob(proving, emit, folder.lock, restart=True)
        self._work = [documents] * slips + [proofs] * proof
        self._online = Beside(folder, site, emit)

    def new_seats(self) -> None:
        """Print and prove: somebody sits elsewhere than before."""
        for each in self._work:
            each.start()

    def publish(self, event: Event) -> None:
        """Publish the event where it says, from now on after every save."""
        self._online.publish(event)

    def end(self) -> None:
        """Leave no process behind."""
        for each in self._work:
            each.end()
        self._online.end()
