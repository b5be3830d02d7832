"""The codes that open a table's page, and those of the staff; which are on paper.

They follow from a secret that stays on this computer, in a file that only this user can read: it is
in no page, ledger, export or log. A table's code belongs to one pairing of a round.
"""

import hmac
import json
import secrets
from hashlib import sha256
from pathlib import Path

from runner.app.event_folder import EventFolder
from runner.app.phones import open_round
from runner.app.phones.inbox import Inbox
from runner.core.actions import Build
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phone_reports import OpenRound, Role
from runner.core.problems import Problem, note
from runner.disk import read_regular_file, replace_synced
from runner.process_locks import wait_for_lock

LENGTH = 7
"""Letters of a code: there are 34 thousand million of them."""

_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, O, 1 and I
_BYTES = 32

Codes = tuple[tuple[int, str], ...]
"""The code of each table."""


def secret(path: Path, *, renew: bool = False) -> bytes:
    """Return the event's secret, which is made at the first use. `renew`: another is made, so the
    codes that followed from the former one open nothing any more."""
    with wait_for_lock(path.with_name("secret.lock")):  # one of several processes makes it
        known = read_regular_file(path) if path.exists() and not renew else b""
        if len(known) != _BYTES:
            known = secrets.token_bytes(_BYTES)
            replace_synced(path, known, mode=0o600)
        return known


def renew(folder: EventFolder) -> None:
    """Make all codes worthless, and let the desk show those that hold now. Seats stay taken."""
    secret(folder.phone_secret, renew=True)
    Inbox(folder.phone_reports).touch()


def table_code(key: bytes, pairing: str, table: int) -> str:
    """Return the code of a table in one pairing of a round."""
    return _code(key, f"table {pairing} {table}")


def staff_code(key: bytes, role: Role) -> str:
    """Return the code that opens a role's page."""
    return _code(key, f"role {role}")


def _code(key: bytes, what: str) -> str:
    digest = hmac.new(key, what.encode(), sha256).digest()
    return "".join(_LETTERS[byte % len(_LETTERS)] for byte in digest[:LENGTH])


def typed(text: str) -> str:
    """Return a typed code in the form of `table_code`: capitals, without spaces and dashes."""
    return "".join(each for each in text.upper() if each.isalnum())


def staff_codes(folder: EventFolder) -> dict[Role, str]:
    """Return the codes of the staff in two groups, as they are read out: "ABC DEFG"."""
    key = secret(folder.phone_secret)
    known = {role: staff_code(key, role) for role in Role}
    return {role: f"{code[:3]} {code[3:]}" for role, code in known.items()}


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
    """Return what the desk says where slips of the round were printed first with other codes."""
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
        "Hand out the slips that are in the folder slips now. A watch prints new ones by itself; "
        "without a watch:", Build(),
    )  # fmt: skip


def _key(round_id: RoundId) -> str:
    return f"{round_id.prefix} codes"


def _codes(folder: EventFolder, now: OpenRound) -> Codes:
    if not now.phones.of_players:
        return ()
    key = secret(folder.phone_secret)
    return tuple((table, table_code(key, now.pairing, table)) for table in now.tables)


def _digest(printed: Codes) -> str:
    """Return what tells codes apart, and from which nobody can learn them."""
    return sha256(repr(printed).encode()).hexdigest()[:16]
