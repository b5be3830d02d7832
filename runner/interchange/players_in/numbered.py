"""Numbers in front of names with nothing behind them: "4 Kim Lee"."""

import re
from collections.abc import Sequence

_SEVERAL = 2
_BARE = re.compile(r"^\s*\d{1,4}\s+(?=[^\W\d])")
_MARKED = re.compile(r"^\W{0,3}\d{1,4}\s*[.)\]:]")
_BEFORE_TURNED = re.compile(r"^\s*\d{1,4}\s+(?=[^\W\d][^,(]*,\s*[^\W\d])")


def without_numbers(texts: Sequence[str]) -> list[str]:
    """The texts without such numbers, where most have a number. Before a name that is turned there
    is never one that belongs to it: "4 Kim, Lee"."""
    bare = sum(_BARE.match(text) is not None for text in texts)
    numbered = bare + sum(_MARKED.match(text) is not None for text in texts)
    usual = 2 * numbered > len(texts) and numbered >= _SEVERAL
    return [(_BARE if usual else _BEFORE_TURNED).sub("", text) for text in texts]
