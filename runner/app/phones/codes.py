"""The codes that open a table's page, and those of the staff.

They follow from a secret that stays on this computer, in a file that only this user can read: it is
in no page, ledger, export or log. A table's code belongs to one pairing of a round.
"""

import hmac
import secrets
from hashlib import sha256
from pathlib import Path

from runner.core.phone_reports import Role
from runner.disk import make_own, read_regular_file, replace_synced
from runner.process_locks import wait_for_lock

LENGTH = 7
"""Letters of a code: there are 34 thousand million of them."""

_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # no 0, O, 1 and I
_BYTES = 32


def secret(path: Path) -> bytes:
    """Return the event's secret, which is made at the first use."""
    if len(known := _read(path)) == _BYTES:
        return known
    make_own(path.parent)
    with wait_for_lock(path.with_name("secret.lock")):  # one of several processes makes it
        return known if len(known := _read(path)) == _BYTES else _new(path)


def renew(path: Path) -> None:
    """Make another secret: the codes that followed from the former one open nothing any more."""
    make_own(path.parent)
    with wait_for_lock(path.with_name("secret.lock")):
        _new(path)


def _new(path: Path) -> bytes:
    made = secrets.token_bytes(_BYTES)
    replace_synced(path, made, mode=0o600)
    return made


def _read(path: Path) -> bytes:
    try:
        return read_regular_file(path)
    except FileNotFoundError:
        return b""


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
    """Return a code as it was typed, in the form of `table_code`: capitals, without spaces and
    dashes."""
    return "".join(each for each in text.upper() if each.isalnum())
