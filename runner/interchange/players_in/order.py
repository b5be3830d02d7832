"""Which half of a name is the last one, decided for a whole column.

In "Kim Lee, Anna" as in "Anna,Meyer" one line cannot tell. The column can: capitals, first names
that are common, particles, initials, and the half by which the list is sorted.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from runner.core import spelling
from runner.interchange.players_in.first_names import FIRST_NAMES

_PARTICLES = frozenset("al da de del della den der di dos du el la le ter van von zu".split())
_NAMES_TOO = frozenset("jun junior sen senior md filho neto netto sobrinho fils hijo nieto".split())
"""What follows a name as "junior" does, and is a first name elsewhere: Jun, Sen, Md, Neto."""
_SUFFIXES = _NAMES_TOO | frozenset("jr jnr sr snr ii iii iv 2nd 3rd phd esq".split())
_SHORT = 3  # letters of a suffix that is an abbreviation
_SORTED = 5  # pairs that no chance sorts
_FEW = 0.5
_TWO = 2


class Order(NamedTuple):
    """Whether the last name comes first, and why that is believed; `sure`: something told it."""

    last_first: bool
    why: str
    sure: bool


class Pair(NamedTuple):
    """The two halves of a name, in the order of the list."""

    left: str
    right: str


def order(pairs: Sequence[Pair], *, usual: bool) -> Order:
    """Whether the left halves are last names. `usual`: what is believed where nothing tells."""
    votes = {
        "capitals": sum(map(_by_capitals, pairs)),
        "first names that are common": sum(map(_by_first_names, pairs)),
        "particles and initials": sum(map(_by_particles, pairs)),
        "the half by which the list is sorted": _by_sorting(pairs),
    }
    total = sum(votes.values())
    if not total:
        return Order(usual, "", sure=False)
    why = max(votes, key=lambda word: votes[word] * (1 if total > 0 else -1))
    return Order(total > 0, f"told by {why}", sure=True)


def _by_capitals(pair: Pair) -> int:
    left, right = (half.isupper() and len(half) > 2 for half in pair)
    return 2 * (left - right)


def _by_first_names(pair: Pair) -> int:
    return is_first_name(pair.right) - is_first_name(pair.left)


def is_first_name(text: str) -> bool:
    """Whether all words of it are, or can follow, a common first name."""
    words = spelling.plain(text).replace("-", " ").replace(".", " ").split()
    return bool(words) and words[0] in FIRST_NAMES


def _by_particles(pair: Pair) -> int:
    of_last = _has_particle(pair.left) - _has_particle(pair.right)
    with_suffix = len(pair.left.split()) > 1 and is_suffix(pair.left.split()[-1])
    return of_last + with_suffix + _has_initial(pair.right) - _has_initial(pair.left)


def _has_particle(text: str) -> bool:
    words = text.casefold().split()
    return len(words) > 1 and words[0] in _PARTICLES


def _has_initial(text: str) -> bool:
    words = text.split()
    return any(len(word.rstrip(".")) == 1 and word.rstrip(".").isalpha() for word in words[-1:])


def _by_sorting(pairs: Sequence[Pair]) -> int:
    """Half as many votes as there are pairs, for the half that is sorted."""
    if len(pairs) < _SORTED:
        return 0
    left, right = (_is_sorted(pair[at] for pair in pairs) for at in (0, 1))
    return (left - right) * max(len(pairs) // 2, 2)


def _is_sorted(halves: Iterable[str]) -> bool:
    found = [spelling.folded(half) for half in halves]
    return found == sorted(found) and len({*found}) > len(found) * _FEW


def is_suffix(text: str) -> bool:
    """Whether that follows a name and is none: "Jr.", "III"."""
    return text.casefold().replace(".", "").strip() in _SUFFIXES


def may_be_name(text: str) -> bool:
    """Whether what could follow a name could as well be a first name: "Jun", not "Jun."."""
    return text.casefold().strip() in _NAMES_TOO


def follows(last: str, after: str, turned: bool | None, *, one_word: bool) -> bool:
    """Whether what stands behind a comma follows that name, as in "Davis, Jr.", and is no first
    name, as in "Sato, Jun". Of words that can be either the list tells: `turned` as `Order` has it,
    None where no other name has a comma; `one_word` where its names have no last names."""
    if not is_suffix(after) or not may_be_name(after):
        return is_suffix(after)
    if words(last) < _TWO:
        return turned is None and one_word
    return not turned or is_first_name(last)


def by_their_words(pairs: Sequence[Pair]) -> bool | None:
    """Whether the left halves are last names where each right half is "Jun" or the like: those of
    one word are, as in "Sato, Jun", and full names, as in "Sammy Davis, Junior", are not. None
    where there are no two pairs, or as many of the one kind as of the other."""
    either = [pair for pair in pairs if may_be_name(pair.right) and pair.left]
    short = sum(words(pair.left) == 1 for pair in either)
    return 2 * short > len(either) if len(either) > 1 and 2 * short != len(either) else None


def together(pair: Pair, *, last_first: bool) -> str:
    """The name with its first half first: "Kim Lee" and "Anna" as "Anna Kim Lee", "King" and
    "Martin Jr." as "Martin King Jr."."""
    first, last = (pair.right, pair.left) if last_first else pair
    words = first.split()
    if last_first and len(words) > 1 and _is_last(words[-1]):
        return " ".join((*words[:-1], last, words[-1]))
    return " ".join(filter(None, (first, last)))


def _is_last(word: str) -> bool:
    """Whether the last word of first names belongs behind the last name."""
    name = may_be_name(word) and len(word) <= _SHORT and not word.islower()
    return is_suffix(word) and not name


def words(text: str) -> int:
    """How many words a half has, particles, initials and suffixes not counted."""
    found = text.replace(".", " ").split()
    kept = [word for word in found if word.casefold() not in _PARTICLES | _SUFFIXES]
    return max(len(kept), 1) if found else 0
