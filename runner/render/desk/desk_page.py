"""The desk as a page: one file that needs nothing else, and two small scripts that it asks for.

Browsers fetch nothing on `file://` but scripts, so the page asks for one that tells which page is
the latest, and for one that tells that somebody is watching.
"""

import json
from hashlib import blake2b

from runner.compute.snapshot import Snapshot
from runner.render.desk.circle_view import circle_views
from runner.render.desk.desk_view import desk_view
from runner.render.desk.facts import Facts
from runner.render.desk.files import ALIVE as ALIVE
from runner.render.desk.files import CIRCLE as CIRCLE
from runner.render.desk.files import FILE as FILE
from runner.render.desk.files import VERSION as VERSION
from runner.render.templating import environment
from runner.render.wording import in_terminal, on_page

_MARK = b'data-version=""'


def page(snapshot: Snapshot | None, facts: Facts) -> tuple[bytes, str]:
    """The page and its version; the same for the same snapshot and facts."""
    template = environment("staff").get_template(FILE)
    view = desk_view(snapshot, facts)
    content = template.render(view=view, in_terminal=in_terminal, on_page=on_page).encode()
    version = blake2b(content, digest_size=8).hexdigest()
    return content.replace(_MARK, f'data-version="{version}"'.encode(), 1), version


def circle_page(snapshot: Snapshot | None, facts: Facts, version: str) -> bytes:
    """The judge's page of a Grand Melee, which is new whenever the desk is; empty where none is
    played."""
    circles = circle_views(snapshot) if snapshot else ()
    if snapshot is None or not circles:
        return b""
    view = desk_view(snapshot, facts)
    content = environment("staff").get_template(CIRCLE).render(view=view, circles=circles)
    return content.encode().replace(_MARK, f'data-version="{version}"'.encode(), 1)


def version_script(version: str) -> bytes:
    """What an open desk asks for, to learn whether it is still the latest."""
    return f"runnerDesk({json.dumps(version)});\n".encode()


def alive_script(at: str, *, watching: bool | None, why: str = "") -> bytes:
    """What tells an open desk that the workbook is watched, was until then, or never was (None);
    `why` the watch ended, as in "it was ended in its window"."""
    said = {"at": at, "watching": watching, "why": why}
    return f"runnerAlive({json.dumps(said)});\n".encode()
