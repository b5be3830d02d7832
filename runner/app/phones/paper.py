"""The codes of results by phone on paper: which are printed now, and whether others were before."""

import json
from hashlib import sha256

from runner.app.event_folder import EventFolder
from runner.app.phones import codes, open_round
from runner.core.actions import Build
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phone_reports import OpenRound
from runner.core.problems import Problem, note
from runner.disk import read_regular_file

Codes = tuple[tuple[int, str], ...]
"""The code of each table."""


def printed_codes(folder: EventFolder, round_id: RoundId) -> Codes:
    """Return the code of each table for results by phone; () where players send none."""
    now = open_round.read(folder.phone_round)
    return _codes(folder, now) if now and now.round == round_id else ()


def first_codes(folder: EventFolder, round_id: RoundId, known: dict[str, str]) -> dict[str, str]:
    """Return what a memory of documents, which is `known`, has to keep about a round that is
    printed now: its pairing and the codes with which it was printed first."""
    now, key = open_round.read(folder.phone_round), _key(round_id)
    if now is None or now.round != round_id or known.get(key, "").startswith(now.pairing):
        return {}
    without = round_id.prefix in known and key not in known  # nobody could report then
    return {key: f"{now.pairing} {_digest(() if without else _codes(folder, now))}"}


def old_slips(folder: EventFolder, event: Event, now: OpenRound) -> Problem | None:
    """Return what the desk says where slips of the round were printed with other codes than now, or
    with none."""
    try:
        known = json.loads(read_regular_file(folder.memory("slips")))
        first_printed = known.get(_key(now.round), f"{now.pairing} {_digest(())}")
        pairing, _, first = first_printed.partition(" ")
    except (OSError, ValueError, AttributeError):
        return None
    new, printed = _codes(folder, now), now.round.prefix in known and pairing == now.pairing
    if not (new and printed) or first == _digest(new):
        return None
    return note(
        "phones.old-slips", event.at("phones"),
        f"Slips of {now.title} that were printed first have old codes, or none.",
        "Print the slips again. Where no watch makes them anew by itself:", Build(),
    )  # fmt: skip


def _key(round_id: RoundId) -> str:
    return f"{round_id.prefix} codes"


def _codes(folder: EventFolder, now: OpenRound) -> Codes:
    if not now.phones.of_players:
        return ()
    key = codes.secret(folder.phone_secret)
    return tuple((table, codes.table_code(key, now.pairing, table)) for table in now.tables)


def _digest(printed: Codes) -> str:
    """Return what tells codes apart, and from which nobody can learn them."""
    return sha256(repr(printed).encode()).hexdigest()[:16]
