"""Which port each event's pages have on this computer, so that a QR code of before leads to them
again after a new start, and never to those of another event.

A port is given once. Events are known by the marks of their sites, which go with their folders
(`runner.app.publish.owner`), so that an event keeps its port when its folder is renamed or moved.
"""

import json
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

from runner.app.http import Server
from runner.app.own_folder import own_folder
from runner.app.publish.manifest import read_manifest
from runner.app.publish.owner import known_by
from runner.app.serve.hall import EVERYWHERE, Hall
from runner.disk import read_regular_file, real, replace_synced, wait_for_lock

_NAME = "ports.json"
FIRST = 8000
"""The port of the first event that is shown on a computer; the next one has the next."""
PATIENCE = 3.0  # seconds for a server of before that is about to end


class PortTakenError(Exception):
    """Another program, or another window, has the event's port."""

    def __init__(self, port: int) -> None:
        super().__init__(
            f"Port {port} is taken by another program, and the QR codes of these pages lead there. "
            "Another window may show them already: end that, or the other program."
        )


class _Given(NamedTuple):
    """A port that was given, and the site for which it was last used."""

    port: int
    site: str


def open_server(site: Path, port: int | None = None, *, anew: bool = False) -> Server:
    """The server of a site, at the port that its event has had before, or at the first from `port`
    on that is free and no other event's; with `anew` at another one. 0 is any free port, and is
    not remembered. Raises PortTakenError, and OSError where no port is free."""
    if port == 0:
        return Server(Hall(site), EVERYWHERE, 0)
    own = own_folder()
    with ExitStack() as lock:
        with suppress(OSError):  # without a folder of one's own nothing is remembered
            own.mkdir(parents=True, exist_ok=True)
            lock.enter_context(wait_for_lock(own / "ports.lock"))
        given = _read(own)
        event, mine = _known(site, given)
        if mine and port is None and not anew:
            server = _at(site, mine.port)
        else:
            kept = None if anew else mine
            others = {each.port for each in given.values() if each != kept}
            server = Server(Hall(site), EVERYWHERE, port or FIRST, others=others)
        _write(own, given, event, mine, _Given(server.port, str(real(site))))
        return server


def expected(site: Path) -> int:
    """The port that a site has, or would have if it were shown now and all ports were free."""
    given = _read(own_folder())
    _, mine = _known(site, given)
    used = {each.port for each in given.values()}
    return mine.port if mine else next(each for each in range(FIRST, 65536) if each not in used)


def _at(site: Path, port: int) -> Server:
    """A server at that port and no other."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return Server(Hall(site), EVERYWHERE, port, tried=1)
        except OSError:
            if time.monotonic() > until:
                raise PortTakenError(port) from None
        time.sleep(0.1)


def _known(site: Path, given: Mapping[str, _Given]) -> tuple[str, _Given | None]:
    """By what the event of a site is remembered, and its port: by its mark, or by its place where
    nobody has said whose it is, and where it is a copy of which nothing was published yet."""
    place, mark = str(real(site)), _mark(site)
    found = given.get(mark) if mark else None
    if not mark or (found and found.site != place and _mark(Path(found.site)) == mark):
        return place, given.get(place)
    return mark, found or given.get(place)


def _mark(site: Path) -> str:
    found = read_manifest(site)
    return known_by(found.owner) if found else ""


def _read(own: Path) -> dict[str, _Given]:
    try:
        said: Mapping[str, Any] = json.loads(read_regular_file(own / _NAME))
        return {str(event): _Given(int(port), str(site)) for event, (port, site) in said.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _write(
    own: Path, given: Mapping[str, _Given], event: str, before: _Given | None, now: _Given
) -> None:
    """Remember a port. One that an event has no more stays its own: printed codes lead there."""
    left = {key: each for key, each in given.items() if each != before or each.port != now.port}
    if before and before.port != now.port:
        left[f"{event} {before.port}"] = before
    with suppress(OSError):
        replace_synced(own / _NAME, json.dumps({**left, event: now}).encode())
