"""Documents of other programs in JSON: EDH_matchmaker's log of a tournament, an event of Runner's
own, and plain lists of names or of players.

EDH_matchmaker's log (`format_version` 1.0 and later) has its `players`, each with `uid`, `name` and
`decklist`, and `dropped` in each of its `rounds` with their uids.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from runner.core import names

_LISTS = ("players", "participants", "entrants", "attendees", "registrations", "standings", "data")
_NAMES = ("name", "displayName", "display_name", "fullName", "full_name", "playerName", "player")
_HALVES = (("firstName", "lastName"), ("first_name", "last_name"), ("FirstName", "LastName"))
_COLUMNS = {
    "club": ("club", "team"),
    "commander": ("commander", "commanders", "deckName"),
    "decklist": ("decklist", "decklistUrl", "deck_url", "deck"),
    "email": ("email", "Email", "mail"),
    "discord": ("discord", "discordUsername"),
}
_LONGEST = 300


class Document(NamedTuple):
    """Rows with their headings, what it was taken for, and the names of those who have left."""

    rows: list[list[str]]
    format: str
    left: tuple[str, ...] = ()


def is_document(text: str) -> bool:
    """Whether a text is meant to be JSON."""
    begin = text.lstrip()
    return begin.startswith("{") or (begin.startswith("[") and begin.rstrip().endswith("]")
                                     and ('"' in begin))  # fmt: skip


def document_of(text: str) -> Document | None:
    """The players of a document; None where it is no JSON, or has none."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    people = _people(found)
    if people is None:
        return None
    left = tuple(_left(found, people)) if isinstance(found, Mapping) else ()
    rows = [row for row in map(_row, people) if row is not None]
    headings = ["Name", *_HEADINGS.values(), "Status"]
    with_status = [[*row, "dropped" if row[0] in left else ""] for row in rows]
    return Document([headings, *with_status], _called(found), left)


_HEADINGS = {"club": "Club", "commander": "Commander", "decklist": "Decklist", "email": "Email",
             "discord": "Discord"}  # fmt: skip


def _people(found: Any) -> Sequence[Any] | None:
    if isinstance(found, list):
        return found
    if not isinstance(found, Mapping):
        return None
    for key in _LISTS:
        people = found.get(key)
        if isinstance(people, list):
            return people
        if isinstance(people, Mapping):
            return list(people.values())
    return None


def _called(found: Any) -> str:
    if not isinstance(found, Mapping):
        return "a list in JSON"
    if str(found.get("format", "")).startswith("runner-event/"):
        return "an event document of Runner’s"
    if "rounds" in found and "config" in found:
        return f"EDH_matchmaker’s log {_text(found.get('format_version')) or '1.0'}"
    return "a document in JSON"


def _left(found: Mapping[str, Any], people: Sequence[Any]) -> Iterator[str]:
    """The names of those who had left by the last round."""
    rounds = found.get("rounds")
    if not isinstance(rounds, list):
        return
    gone = {
        uid
        for round_ in rounds
        if isinstance(round_, Mapping) and isinstance(round_.get("dropped"), list)
        for uid in round_["dropped"]
        if isinstance(uid, str)
    }
    for player in people:
        if isinstance(player, Mapping) and player.get("uid") in gone and (row := _row(player)):
            yield row[0]


def _row(player: Any) -> list[str] | None:
    if isinstance(player, str):
        return [_text(player), *("" for _ in _HEADINGS)]
    if not isinstance(player, Mapping):
        return ["", *("" for _ in _HEADINGS)]
    name = next(filter(None, (_text(player.get(key)) for key in _NAMES)), "")
    for first, last in _HALVES:
        name = name or f"{_text(player.get(first))} {_text(player.get(last))}".strip()
    extra = player.get("extra")
    more = extra if isinstance(extra, Mapping) else {}
    found = [
        next(filter(None, (_text(player.get(key)) for key in keys)), "") or _text(more.get(heading))
        for heading, keys in ((_HEADINGS[key], keys) for key, keys in _COLUMNS.items())
    ]
    return [name, *found]


def _text(value: Any) -> str:
    if isinstance(value, list):
        return " / ".join(filter(None, map(_text, value)))[:_LONGEST]
    return names.prose(value)[:_LONGEST] if isinstance(value, str) else ""
