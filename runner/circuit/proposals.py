"""Which names of several events may be those of one person, each with the reason, for an organiser
to say yes or no. Nothing is joined by a proposal.

Ten thousand names take seconds: only names that share a spelling, their first letters, or what is
left of them without one or two letters, are compared.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from runner.circuit.people import Appearance, Line, People, Who, linkable, named
from runner.circuit.summary import Summary
from runner.core import names
from runner.core.language import count

_TWO_TYPOS, _ONE_TYPO = 9, 5  # letters that a name must have for so many
_LONGEST = 48  # letters in which two typos are looked for, in longer names one
_COMMON = 3  # names with a word from which on it is a word of its own and no misspelt one
_MOST_WITH_INITIALS = 3  # people who may be meant by an initial; with more it says too little


class Proposal(NamedTuple):
    """Two names that may be those of one person, and why, as a sentence."""

    one: Who
    other: Who
    why: str

    @property
    def like(self) -> frozenset[tuple[str, str]]:
        """What is equal for two that propose the same."""
        return frozenset((self.one.like, self.other.like))


def proposals(
    events: Mapping[str, Summary], known: People, answered: Iterable[Line] = ()
) -> list[Proposal]:
    """Return what may be proposed, by name: no two who are one person already, who met in an event,
    or have different values in the chosen column, and nothing that the organiser has `answered`."""
    done = {line.like for line in answered}
    spelt = {names.key(entrant.name): entrant.name for _, entrant in linkable(events)}
    every = [_Name(spelt[key], where, known) for key, where in sorted(named(events).items())]
    found = [each for name in every for each in _of_one_name(name, known)]
    found += _of_two_names([name for name in every if not name.namesakes])
    return sorted(each for each in found if each.like not in done)


class _Name:
    """A name as it is written, who has it, and its folded words."""

    def __init__(self, text: str, where: Mapping[str, list[Appearance]], known: People) -> None:
        self.text, self.events = text, where.keys()
        self.twice = [event for event, who in where.items() if len(who) > 1]
        self.once = [who[0] for who in where.values() if len(who) == 1]
        self.ids = {known.ids[each] for each in self.once if each in known.ids}
        self.persons = {known.key_of.get(each, each) for each in self.once}
        self.words = names.folded(text).split()

    @property
    def namesakes(self) -> bool:
        """Whether more than one person has this name, for all that is known."""
        return bool(self.twice) or len(self.ids) > 1

    def may_be(self, other: "_Name") -> bool:
        """Whether both may be one person, and are not known to be."""
        return (
            self.events.isdisjoint(other.events)
            and not (self.ids and other.ids and self.ids != other.ids)
            and len(self.persons | other.persons) > 1
        )


def _of_one_name(name: _Name, known: People) -> Iterator[Proposal]:
    """Yield one line for all events; with namesakes, one for each event and the next."""
    if len(name.persons) < 2:
        return
    if not name.namesakes:
        why = f"The same name in {count(len(name.once), 'event')}."
        yield Proposal(Who(name.text), Who(name.text), why)
        return
    why = f"The same name, but two players have it in {name.twice[0]}." if name.twice else (
        "The same name, but there are two of that name."
    )  # fmt: skip
    for one, other in pairwise(name.once):
        same = known.key_of.get(one, one) == known.key_of.get(other, other)
        if not same and len({known.ids[each] for each in (one, other) if each in known.ids}) < 2:
            yield Proposal(Who(name.text, one.event), Who(name.text, other.event), why)


def _of_two_names(every: Sequence[_Name]) -> Iterator[Proposal]:
    seen = set[tuple[int, int]]()
    for kind in (_spelt_alike, _without_a_name, _with_initials, _misspelt):
        for one, other, why in kind(every):
            pair = min(one, other), max(one, other)
            if pair not in seen and every[one].may_be(every[other]):
                seen.add(pair)
                yield Proposal(Who(every[pair[0]].text), Who(every[pair[1]].text), why)


_Found = Iterator[tuple[int, int, str]]


def _spelt_alike(every: Sequence[_Name]) -> _Found:
    """Names that are equal but for accents, capitals, hyphens or the order of their words."""
    by_spelling: dict[str, list[int]] = {}
    for at, name in enumerate(every):
        for spelling in names.keys(name.text) | {" ".join(sorted(name.words))}:
            by_spelling.setdefault(spelling, []).append(at)
    for same in by_spelling.values():
        for one, other in combinations(same, 2):
            order = sorted(every[one].words) == sorted(every[other].words)
            moved = order and every[one].words != every[other].words
            yield one, other, (
                "The same words in another order." if moved
                else "The same but for accents, hyphens or capital letters."
            )  # fmt: skip


def _without_a_name(every: Sequence[_Name]) -> _Found:
    """Names of which one lacks a middle name, or the second last name."""
    short: dict[tuple[str, str], list[int]] = {}
    for at, name in enumerate(every):
        if len(name.words) > 1:
            short.setdefault((name.words[0], name.words[-1]), []).append(at)
    for at, name in enumerate(every):
        for last in dict.fromkeys(name.words[1:]) if len(name.words) > 2 else ():
            for other in short.get((name.words[0], last), ()):
                if _is_part(every[other].words, name.words):
                    middle = last == name.words[-1]
                    yield at, other, f"A {'middle' if middle else 'last'} name is missing."


def _is_part(few: Sequence[str], many: Sequence[str]) -> bool:
    rest = iter(many)
    return len(few) < len(many) and all(word in rest for word in few)


def _with_initials(every: Sequence[_Name]) -> _Found:
    """Names of which one has an initial where the other has a whole word."""
    by_letters: dict[str, list[int]] = {}
    for at, name in enumerate(every):
        by_letters.setdefault("".join(word[0] for word in name.words), []).append(at)
    for same in by_letters.values():
        for at in same:
            if all(len(word) > 1 for word in every[at].words):
                continue
            fit = [other for other in same if other != at and _fit(every[at], every[other])]
            if len(fit) <= _MOST_WITH_INITIALS:
                yield from ((at, other, "An initial stands for a name.") for other in fit)


def _fit(one: _Name, other: _Name) -> bool:
    pairs = [*zip(one.words, other.words, strict=True)]
    alike = all(a == b or 1 in (len(a), len(b)) for a, b in pairs)
    return alike and any(a == b and len(a) > 1 for a, b in pairs)


def _misspelt(every: Sequence[_Name]) -> _Found:
    """Names that differ in one letter or two, or in letters that changed places. Where all words in
    which they differ are those of several names, they are other names."""
    common = Counter(word for name in every for word in set(name.words))
    joined = ["".join(name.words) for name in every]
    for one, other in _near(joined):
        a, b = set(every[one].words), set(every[other].words)
        if all(common[word] >= _COMMON for word in a ^ b):
            continue
        letters = max(len(joined[one]), len(joined[other]))
        typos = distance(joined[one], joined[other])
        if typos <= allowed(letters):
            yield one, other, _TYPOS[typos]


_TYPOS = ("The same letters with blanks elsewhere.", "One letter differs.", "Two letters differ.")


def allowed(letters: int) -> int:
    """Return how many typos a name of so many letters may have to be taken for another."""
    return int(letters >= _ONE_TYPO) + int(letters >= _TWO_TYPOS)


def _near(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the pairs that have something in common once a letter or two are left out of both; not
    each of them is that similar. Digits are never left out: they are numbers, not typos."""
    marks = list[tuple[int, int]]()
    for at, text in enumerate(texts):
        digits = "".join(filter(str.isdigit, text))
        letters = "".join(each for each in text if not each.isdigit()) if digits else text
        marks += {(hash((digits, left)), at) for left in _shortened(letters, allowed(len(text)))}
    pairs = set[tuple[int, int]]()
    for _, same in groupby(sorted(marks), key=itemgetter(0)):
        pairs.update(combinations((at for _, at in same), 2))
    yield from sorted(pairs)


def _shortened(text: str, most: int) -> set[str]:
    """Return the text without up to so many of its letters."""
    left = {text}
    for _ in range(most if len(text) <= _LONGEST else min(most, 1)):
        left |= {each[:at] + each[at + 1 :] for each in left for at in range(len(each))}
    return left


def distance(one: str, other: str) -> int:
    """Return how many letters must be changed, left out, added, or exchanged with the next one, to
    make one text of the other (optimal string alignment)."""
    before: list[int] = []
    last: list[int] = [*range(len(other) + 1)]
    for i, a in enumerate(one, 1):
        now = [i]
        for j, b in enumerate(other, 1):
            cost = min(last[j] + 1, now[-1] + 1, last[j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and b == one[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            now.append(cost)
        before, last = last, now
    return last[-1]
