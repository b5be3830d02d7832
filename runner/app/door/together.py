"""All events of the folder together: one watch that follows every workbook, and their common site
in the hall."""

import time
from typing import Any

from runner.app.door.local_app import LocalApp
from runner.app.door.programs import HALL, WATCH, RefusedError
from runner.app.door.wording import on_page
from runner.app.events import Address
from runner.render.door.views import Notice

_PATIENCE = 60.0  # seconds for the first front page


def start(app: LocalApp) -> Notice:
    """Watch all events in one program, instead of each in its own, and show them in the hall."""
    folder = app.events.folder
    for kind, root in app.programs.running():
        if kind == WATCH and root.parent == folder:
            app.stop(kind, root)
    watch = app.watch_all()
    until = time.monotonic() + _PATIENCE
    while not (app.common_site / "index.html").is_file():
        if not watch.on or time.monotonic() > until:
            raise RefusedError("The events cannot be shown together.", *watch.reason)
        time.sleep(0.1)
    hall = app.show_all()
    if not hall.began(Address, _PATIENCE):
        raise RefusedError("All events are watched, but not shown.", *hall.reason)
    return Notice("All events are watched, and can be seen in the hall together.")


def stop(app: LocalApp) -> Notice:
    """Stop both."""
    for kind in (HALL, WATCH):
        app.stop(kind, app.events.folder)
    return Notice("The events are not watched together any more. What was published stays.")


def view(app: LocalApp) -> dict[str, Any]:
    """Return whether that is on, the addresses, and why one of the two has ended by itself."""
    watch, hall = (app.programs.find(kind, app.events.folder) for kind in (WATCH, HALL))
    addresses = hall.addresses if hall else ()
    return {
        "on": app.together or bool(addresses),
        "address": next((each.url for each in addresses if not each.local), ""),
        "own": next((each.url for each in addresses if each.local), ""),
        "ended": [on_page(*each.reason) for each in (watch, hall) if each and each.reason],
    }
