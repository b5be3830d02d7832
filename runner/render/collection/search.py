"""What the search over all events looks in: small files by the first two letters of a word, of
which a phone fetches those that it needs."""

import json
from collections.abc import Iterable
from typing import NamedTuple

from runner.core.names import in_order

_LETTERS = 2


class Entry(NamedTuple):
    """What is found by the words of `name`: an event, or somebody in the `event`, with its day, an
    address from the index, and the place reached."""

    name: str
    event: str
    day: str
    href: str
    place: str = ""


def files(entries: Iterable[Entry]) -> dict[str, bytes]:
    """Return the files by name. Each is a call of `found` with the two letters and a list of
    [name, [[event, day, address, place], ...]], equal names together, in the order of the
    entries."""
    parts: dict[str, dict[str, list[list[str]]]] = {}
    for name, *where in entries:
        words = (word for spelt in in_order(name) for word in spelt.split())
        for start in {word[:_LETTERS] for word in words}:
            parts.setdefault(start, {}).setdefault(name, []).append(where)
    return {
        f"search/{start.encode().hex()}.js": _call(start, [*names.items()])
        for start, names in parts.items()
    }


def _call(start: str, names: object) -> bytes:
    values = json.dumps([start, names], ensure_ascii=False, separators=(",", ":"))
    return f"found(...{values});\n".encode()
