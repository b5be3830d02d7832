"""Publishing on the internet, on the page of the hall: where to, how it stands, and the secret."""

from pathlib import Path
from typing import Any

from runner.app.door.programs import RefusedError
from runner.app.event_folder import EventFolder
from runner.app.upload import state
from runner.app.upload.destination import DestinationError, destination
from runner.app.upload.secrets import VARIABLE, keep


def view(root: Path) -> dict[str, Any]:
    """Return where the event in a folder is published to, or "", and how that stands."""
    known = state.read(EventFolder(root))
    problem = known.problem if known else None
    return {
        "to": known.to if known else "",
        "stands": problem.text if problem else "",
        "trouble": bool(known and known.trouble),
    }


def keep_secret(root: Path, to: str, secret: str) -> None:
    """Keep the password for a destination in the system's keyring. Raises RefusedError for what is
    no destination, and where there is no keyring."""
    try:
        where = destination(to, root)
    except DestinationError as reason:
        raise RefusedError(reason.what, reason.fix) from None
    if secret and not keep(where, secret):
        raise RefusedError(
            "This computer has no keyring for the password.",
            f"Put it into the environment variable {VARIABLE}, and start Runner again.",
        )
