"""The desk as a page: one self-contained file, and two small scripts that it polls.

On `file://`, browsers load nothing but scripts, so the page loads one with the latest version of
the desk, and one that says whether the workbook is being watched.
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
    """Return the page and its version; equal snapshots and facts give equal pages."""
    template = environment("staff").get_template(FILE)
    view = desk_view(snapshot, facts)
    content = template.render(view=view, in_terminal=in_terminal, on_page=on_page).encode()
    version = blake2b(content, digest_size=8).hexdigest()
    return content.replace(_MARK, f'data-version="{version}"'.encode(), 1), version


def circle_page(snapshot: Snapshot | None, facts: Facts, version: str) -> bytes:
    """Return the judge's page for a Grand Melee, with the desk's version; b"" if none is being
    played."""
    circles = circle_views(snapshot) if snapshot else ()
    if snapshot is None or not circles:
        return b""
    view = desk_view(snapshot, facts)
    content = environment("staff").get_template(CIRCLE).render(view=view, circles=circles)
    return content.encode().replace(_MARK, f'data-version="{version}"'.encode(), 1)


def version_script(version: str) -> bytes:
    """Return the script that tells an open desk whether it is still the latest."""
    return f"runnerDesk({json.dumps(version)});\n".encode()


def alive_script(at: str, *, watching: bool | None, why: str = "") -> bytes:
    """Return the script that tells an open desk whether the workbook is being watched. `watching`
    is None if it never was. `why` the watch ended: "it was ended in its window"."""
    state = {"at": at, "watching": watching, "why": why}
    return f"runnerAlive({json.dumps(state)});\n".encode()
