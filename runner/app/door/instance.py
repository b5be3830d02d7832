"""One local page for each user: the first start opens it, every other opens it in the browser.

A lock, which the system releases however Runner ends, says whether there is one. A file beside it
has the port and a secret that only this user can read; with the secret the second start asks the
first for an address that opens the page.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from runner.disk import read_regular_file, write_synced
from runner.process_locks import try_lock

SECRET = "X-Runner-Secret"  # noqa: S105 - a header's name
KNOCK = "/knock"
_LOCK, _FILE = "door.lock", "door.json"
_PATIENCE = 10.0  # seconds that another Runner has to begin, or to answer


@contextmanager
def single_instance(folder: Path) -> Iterator[bool]:
    """Yield whether this is the only instance with a local page, and keep others from
    becoming one."""
    folder.mkdir(parents=True, exist_ok=True)
    with try_lock(folder / _LOCK) as ours:
        if ours:
            _remove(folder)  # of one that was killed
        try:
            yield ours
        finally:
            if ours:
                _remove(folder)


def write_address(folder: Path, port: int, secret: str) -> None:
    """Save the address of the local page in a file that only this user can read."""
    new = folder / f".door.{os.getpid()}.new"
    new.unlink(missing_ok=True)
    write_synced(new, json.dumps({"port": port, "secret": secret}).encode(), mode=0o600)
    new.replace(folder / _FILE)


def running_address(folder: Path) -> str:
    """Return the address that opens the running local page; "" if it does not answer."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        if address := _knock(folder):
            return address
        time.sleep(0.1)
    return ""


def _knock(folder: Path) -> str:
    try:
        known = json.loads(read_regular_file(folder / _FILE))
        asked = HTTPConnection("127.0.0.1", int(known["port"]), timeout=3)
        headers = {SECRET: str(known["secret"]), "Content-Length": "0"}
    except (OSError, ValueError, TypeError, KeyError):
        return ""
    try:
        asked.request("POST", KNOCK, headers=headers)
        answer = asked.getresponse()
        return answer.read(500).decode("ascii") if answer.status == 200 else ""
    except (OSError, HTTPException, ValueError):
        return ""
    finally:
        asked.close()


def _remove(folder: Path) -> None:
    with suppress(OSError):
        (folder / _FILE).unlink(missing_ok=True)
