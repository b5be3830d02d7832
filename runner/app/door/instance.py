"""One door for each user: the first start opens it, every other brings it up in the browser.

A lock, which the system lets go of however the door ends, says whether there is one. A file beside
it tells the port and a secret that only this user can read; with the secret the second start asks
the first for an address that opens it.
"""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from runner.disk import read_regular_file, try_lock, write_synced

SECRET = "X-Runner-Secret"  # noqa: S105 - a header's name
KNOCK = "/knock"
_PATIENCE = 10.0  # seconds that another door has to begin, or to answer


class Address(NamedTuple):
    """Where a door is, and what it is opened with."""

    port: int
    secret: str


@contextmanager
def only_one(folder: Path) -> Iterator[bool]:
    """Hold the one place that there is for a door; yields False where another has it."""
    folder.mkdir(parents=True, exist_ok=True)
    with try_lock(folder / "door.lock") as ours:
        if ours:
            _remove(folder)  # of one that was killed
        try:
            yield ours
        finally:
            if ours:
                _remove(folder)


def tell(folder: Path, address: Address) -> None:
    """Write down where this door is, for this user alone."""
    made = folder / f".door.{os.getpid()}.new"
    made.unlink(missing_ok=True)
    write_synced(made, json.dumps(address._asdict()).encode(), mode=0o600)
    made.replace(folder / "door.json")


def bring_up(folder: Path) -> str:
    """The address that opens the door which is there already; "" where it gives no answer."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        found = _told(folder)
        if found and (key := _knock(found)):
            return key
        time.sleep(0.1)
    return ""


def _told(folder: Path) -> Address | None:
    try:
        said = json.loads(read_regular_file(folder / "door.json"))
        return Address(int(said["port"]), str(said["secret"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _knock(address: Address) -> str:
    asked = HTTPConnection("127.0.0.1", address.port, timeout=3)
    try:
        asked.request("POST", KNOCK, headers={SECRET: address.secret, "Content-Length": "0"})
        answer = asked.getresponse()
        return answer.read(500).decode("ascii") if answer.status == 200 else ""
    except (OSError, HTTPException, ValueError):
        return ""
    finally:
        asked.close()


def _remove(folder: Path) -> None:
    with suppress(OSError):
        (folder / "door.json").unlink(missing_ok=True)
