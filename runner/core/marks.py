"""The mark on a round's sheet: which pairing of the round its names belong to.

A round that is drawn again leaves the names of the earlier pairing in the workbook until the new
ones are written. Runner writes the mark in the same step as the names. So every copy of the
workbook says by itself whether the names of a pairing are in it, also one that was open in a
spreadsheet program when they were written, and was closed without saving or restored later.
"""

import re

from runner.core.event import RoundId

_MARK = re.compile(r"(?:P[0-9]+)?R[0-9]+ pairing [0-9]+, .+")


def mark(round_id: RoundId, number: int, at: str) -> str:
    """The mark of the pairing with this number of a round, published at a time (ISO 8601); "" for
    the first one, before which there are no names that could be left."""
    return f"{round_id.prefix} pairing {number}, {at}" if number > 1 else ""


def is_mark(text: str) -> bool:
    """Whether a cell's text is a mark, of whichever round."""
    return bool(_MARK.fullmatch(text))
