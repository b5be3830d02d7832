"""Which port each event's pages have on this computer, so that a printed QR code leads to them
again after a restart, and never to those of another event.

A port is assigned once. Events are known by the marks of their sites, which go with their folders
(`runner.app.publish.owner`), so that an event keeps its port when its folder is renamed or moved.
"""

import json
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NamedTuple

from runner.app.event_folder import EventFolder
from runner.app.http import Server
from runner.app.own_folder import own_folder
from runner.app.publish.folder import read_manifest
from runner.app.publish.owner import known_by
from runner.app.serve.announce import EVERYWHERE
from runner.app.serve.hall import Hall
from runner.disk import read_regular_file, real, replace_synced
from runner.process_locks import wait_for_lock

_NAME = "ports.json"
FIRST = 8000
"""The port of the first event that is shown on a computer; the next one has the next."""
PATIENCE = 3.0  # seconds for an earlier server that is about to end


class PortTakenError(Exception):
    """Another program, or another window, has the event's port."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} is taken by another program, and the QR codes of these pages lead there. "
            "Another window may show them already: end that, or the other program."
        )


class _Port(NamedTuple):
    """A port that is assigned, and the site for which it was last used."""

    port: int
    site: str


def open_server(
    site: Path,
    port: int | None = None,
    *,
    anew: bool = False,
    reports_of: EventFolder | None = None,
) -> Server:
    """Return the server of a site, at the port of its event, or at the first from `port` on that is
    free and no other event's; with `anew` at another one. 0 is any free port, and is not
    remembered. It takes results by phone for the event `reports_of`, or for all that are in that
    folder. Raises PortTakenError, and OSError where no port is free."""
    if port == 0:
        return Server(Hall(site, reports_of), EVERYWHERE, 0)
    own = own_folder()
    with ExitStack() as lock:
        with suppress(OSError):  # without a folder of one's own nothing is remembered
            own.mkdir(parents=True, exist_ok=True)
            lock.enter_context(wait_for_lock(own / "ports.lock"))
        ports = _read(own)
        event, mine = _port_of(site, ports)
        if mine and port is None and not anew:
            server = _server_at(Hall(site, reports_of), mine.port)
        else:
            kept = None if anew else mine
            others = {each.port for each in ports.values() if each != kept}
            server = Server(Hall(site, reports_of), EVERYWHERE, port or FIRST, others=others)
        # A port that the event has no more stays its own: printed codes lead there.
        left = {key: each for key, each in ports.items()
                if each != mine or each.port != server.port}  # fmt: skip
        if mine and mine.port != server.port:
            left[f"{event} {mine.port}"] = mine
        left[event] = _Port(server.port, str(real(site)))
        with suppress(OSError):
            replace_synced(own / _NAME, json.dumps(left).encode())
        return server


def expected(site: Path) -> int:
    """Return the port that a site has, or would have if it were shown now and all were free."""
    ports = _read(own_folder())
    _, mine = _port_of(site, ports)
    used = {each.port for each in ports.values()}
    return mine.port if mine else next(each for each in range(FIRST, 65536) if each not in used)


def _server_at(hall: Hall, port: int) -> Server:
    """Return a server at that port and no other."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Server(hall, EVERYWHERE, port, tried=1)
        except OSError:
            if time.monotonic() > until:
                raise PortTakenError(port) from None
        time.sleep(0.1)


def _port_of(site: Path, ports: Mapping[str, _Port]) -> tuple[str, _Port | None]:
    """Return a site's key (its mark; its path if it has none or is a copy) and its port."""
    place, mark = str(real(site)), _mark(site)
    port = ports.get(mark) if mark else None
    if not mark or (port and port.site != place and _mark(Path(port.site)) == mark):
        return place, ports.get(place)
    return mark, port or ports.get(place)


def _mark(site: Path) -> str:
    manifest = read_manifest(site)
    return known_by(manifest.owner) if manifest else ""


def _read(own: Path) -> dict[str, _Port]:
    try:
        saved = json.loads(read_regular_file(own / _NAME))
        return {str(event): _Port(int(port), str(site)) for event, (port, site) in saved.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}
