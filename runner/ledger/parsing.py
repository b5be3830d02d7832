"""Read the ledger from bytes: line by line, each with the seal that it has to carry.

What a ledger of these lines says is told by `runner.ledger.ledger`.
"""

import json

from runner.core.actions import Restore
from runner.core.identifiers import RoundId
from runner.core.problems import Place, Problem, error
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import NAME, Ledger, Lines
from runner.ledger.seal import as_written
from runner.ledger.words import verified

_CONFLICT = (b"<<<<<<<", b"|||||||", b"=======", b">>>>>>>")


def parse(data: bytes, begun: Ledger | None = None) -> tuple[Ledger, tuple[Problem, ...]]:
    """Return the ledger in these bytes and the problems; if a line is broken, the lines before it.
    `begun` is the ledger of the lines that precede these, if any.

    A last line without its line feed is the trace of a crash: it was never acted on and is ignored.
    Changes of form by other programs are undone. Anything else is an error: somebody has changed
    the file.
    """
    lines, _ = as_written(data)
    complete = lines[: lines.rfind(b"\n") + 1]
    begun = begun or Ledger()
    known = Lines(begun)
    first = len(begun.lines) + 1
    for number, line in enumerate(complete.split(b"\n")[:-1], first):
        try:
            known.add(_entry(line, known.seal), line)
        except (ValueError, KeyError, TypeError, RecursionError) as reason:
            return known.ledger, (_broken(number, line, sealed=isinstance(reason, _SealError)),)
    ledger = known.ledger
    if not complete or _makes_sense(ledger):
        return ledger, ()
    *before, last, _ = complete.split(b"\n")  # the last line is not sealed by another
    sound = Lines(begun)
    for line in before:
        sound.add(_entry(line, sound.seal), line)
    return sound.ledger, (_broken(first + len(before), last, sealed=False),)


def _makes_sense(ledger: Ledger) -> bool:
    """Return whether lines with valid seals also have valid data."""
    try:
        _ = ledger.rounds, ledger.results, ledger.carried_out, ledger.coming, ledger.people
        _ = ledger.seeds, ledger.hall_roll, ledger.given_up, ledger.undone, ledger.refused
        _ = ledger.drafts, ledger.marks, [verified(entry) for _, entry in ledger.previews[-1:]]
    except (KeyError, TypeError, ValueError, IndexError, AttributeError):
        return False
    return True


class _SealError(ValueError):
    """A line does not carry the seal of the one before it."""


def _entry(line: bytes, seal: str) -> Entry:
    """Return what a line records. Raise ValueError, KeyError or TypeError if it is not a line, and
    _SealError if its seal does not match."""
    document = json.loads(line)
    if document["seal"] != seal:
        raise _SealError
    id_ = RoundId(document["phase"], document["round"])
    return Entry(EntryKind(document["kind"]), id_, document["data"], document["at"])


def _broken(number: int, line: bytes, *, sealed: bool) -> Problem:
    why = "it cannot be read"
    if sealed:
        why = "its seal does not match, so an earlier line is missing, changed or moved"
    elif line.startswith(_CONFLICT):
        why = "it is a conflict marker left by version control"
    return error("ledger.line-broken", Place(NAME),
        f"Line {number} of the ledger is not as Runner wrote it: {why}.",
        "Nothing new is published until it is whole again.",
        Restore(),
        fatal=True)  # fmt: skip
