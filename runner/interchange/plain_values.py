"""What JSON can say and no file of an event can hold: half characters, numbers and nesting without
measure. Everything here goes through a document without recursion, however deep it is."""

import math
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from runner.core.problems import Place, Problem, error

_HALF = re.compile("[\ud800-\udfff]")
_MOST = 12  # of the same problem
_DEEPEST = 20  # levels; the format itself has eight
_LARGEST = 10**15  # beyond it spreadsheets and other programs keep no whole number


class _At(NamedTuple):
    """A value in the document: where, and how many levels down."""

    where: str
    value: Any
    depth: int


def wrong(where: str, message: str) -> Problem:
    """A problem with a value of the document."""
    return error(
        "document.value-unusable",
        Place(),
        f"In {where}: {message}",
        "Correct the document and import it again.",
    )


def problems(document: Any) -> list[Problem]:
    """The first values that cannot be kept."""
    return list(islice(_problems(document), _MOST))


def _problems(document: Any) -> Iterator[Problem]:
    waiting = [_At("the document", document, 0)]
    while waiting:
        at = waiting.pop()
        why = _why_not(at.value) if at.depth <= _DEEPEST else "the values are nested too deeply."
        if why:
            yield wrong(at.where.replace("the document.", "").replace("'", "")[:200], why)
        if at.depth <= _DEEPEST:
            waiting += _inside(at)


def _inside(at: _At) -> Iterator[_At]:
    where, value, depth = at
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield _At(f"{where}.{key!a}", part, depth + 1)
            yield _At(f"the name of {where}.{key!a}", key, depth + 1)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield _At(f"{where}[{index}]", part, depth + 1)


def _why_not(value: Any) -> str:
    """Why a value cannot be kept; "" where it can."""
    if isinstance(value, str) and _HALF.search(value):
        return f"{value[:60]!a} holds half a character, which cannot be written."
    if isinstance(value, float) and not math.isfinite(value):
        return "the number is infinite."
    if isinstance(value, int | float) and abs(value) > _LARGEST:
        return "the number is larger than any that is kept exactly."
    return ""


def whole(document: Any) -> Any:
    """The document with 3.0 as 3, as JSON has no difference between the two."""
    if isinstance(document, Mapping):
        return {key: whole(value) for key, value in document.items()}
    if isinstance(document, list):
        return [whole(value) for value in document]
    if isinstance(document, float) and document.is_integer():
        return int(document)
    return document
