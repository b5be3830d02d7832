"""Where an event's site goes when nobody says so, and which site an event's folder stands for."""

from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.publish.manifest import read_manifest
from runner.app.publish.owner import no_site, others, private
from runner.core.actions import Build, Parts, Serve
from runner.disk import real

CHECKOUT = Path("site_out")
"""The folder for the site in a checkout of Runner, for the events in it."""


def usual(event: Path) -> Path:
    """The folder for an event's site: `site` in its own; but `site_out`, where the working folder
    has that and the event lies in it, and has no site yet."""
    own = EventFolder(event).site
    if CHECKOUT.is_dir() and not own.is_dir() and real(event).is_relative_to(real(Path.cwd())):
        return CHECKOUT
    return own


def shown_by(folder: Path | None) -> Path | Parts:
    """Return the site that is meant by a folder, which is a site or an event, or by none at all; or
    why there is none to show."""
    if folder is None:
        folder = CHECKOUT if CHECKOUT.is_dir() else Path()
        if not private(folder) and read_manifest(folder) is None and folder != CHECKOUT:
            return (
                "Which site? Give the folder of the event, or that of the site itself.",
                Serve(),
            )
    if not private(folder) or read_manifest(folder) is not None:
        return no_site(folder) or folder
    event = EventFolder(folder)
    found = [site for site in (event.site, usual(folder)) if read_manifest(site) is not None]
    own = [site for site in found if not others(event, site)]
    if own:
        return no_site(own[0]) or own[0]
    if found and found[0] == event.site:
        why = f"{found[0]} holds the site of another event, “{others(event, found[0])}”."
        return why, "Delete it, and make this event’s own.", Build(str(folder))
    why = f"{folder} holds {private(folder)}, which is not for everybody, and its site is not made "
    return f"{why}yet.", Build(str(folder))
