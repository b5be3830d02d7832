"""Full names that are not shown, addresses and telephone numbers, kept out of every text that goes
out.

A name is found as a whole, however it is spelt ("EXAMPLE,Ana", `spelling.keys`), and not within a
longer name of somebody who is shown in full.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from runner.core import contacts, names, spelling

_WORD = re.compile(r"\w+")


class Unnamed:
    """Puts other names in the place of full ones: `instead` has what to put, by each of
    `spelling.keys`, and `shown` the names that stay as they are. Addresses and telephone numbers
    go, but for `ids`, by which players are known."""

    def __init__(
        self, instead: Mapping[str, str], shown: Collection[str], ids: Collection[str] = ()
    ) -> None:
        self._instead = instead
        self._ids = ids
        self._exactly = {names.key(name) for name in shown}
        self._made: dict[str, str] = {}
        words = [_WORD.findall(name) for name in instead]
        self._last_words = {parts[-1] for parts in words} if all(words) else None
        if instead:
            self._names = _any_of(instead)
            self._around = _any_of(
                text
                for text in {key for name in shown for key in spelling.keys(name)}
                if text not in instead and self._may_name(text) and self._names.search(text)
            )

    def __call__(self, text: str, *, numbers: bool = False) -> str:
        """The text with no name that is not shown, no address and no telephone number; `numbers` as
        in `contacts.without`."""
        if text in self._ids:
            return text
        return contacts.without(self.renamed(text), numbers=numbers)

    def renamed(self, text: str) -> str:
        """The text with no name that is not shown; one that has none stays as it is."""
        if not self._instead or text in self._ids:
            return text
        if text not in self._made:
            self._made[text] = self._replaced(text)
        return self._made[text]

    def in_all(self, document: Any) -> Any:
        """Plain JSON with every text in it so; keys stay."""
        return _in_all(document, self)

    def renamed_in_all(self, document: Any) -> Any:
        """Plain JSON with every text in it so, addresses and telephone numbers as they are."""
        return _in_all(document, self.renamed) if self._instead else document

    def told_by(self, document: Any) -> bool:
        """Whether some text in plain JSON has a name that is not shown."""
        return bool(self._instead) and any(self.renamed(text) != text for text in _texts(document))

    def names_in(self, text: str, but: Collection[str] = ()) -> bool:
        """Whether a text, however long, has one of the names in it; `but` are folded names that
        do not count."""
        folded = spelling.folded(text)
        return bool(self._instead) and any(
            found[0] not in but
            and names.key(found[0]) not in self._exactly
            and not self._covered(found, folded)
            for found in self._names.finditer(folded)
        )

    def _covered(self, name: re.Match[str], folded: str) -> bool:
        """Whether a name that was found is part of a longer one that is shown."""
        around = self._around.finditer(folded)
        return any(each.start() <= name.start() and name.end() <= each.end() for each in around)

    def _may_name(self, text: str) -> bool:
        """A quick look, for most texts have no name: each name's last word is somewhere in them."""
        words = self._last_words  # None where a name has no word at all
        return words is None or not words.isdisjoint(_WORD.findall(text))

    def _replaced(self, text: str) -> str:
        clean = names.clean(text)
        if not self._may_name(spelling.folded(clean)):
            return text
        folded, places = spelling.letters(clean)
        shown = [found.span() for found in self._around.finditer(folded)]
        made, end = [], 0
        for found in self._names.finditer(folded):
            first, last = places[found.start()], places[found.end() - 1] + 1
            around = any(start <= found.start() and found.end() <= stop for start, stop in shown)
            if not around and names.key(clean[first:last]) not in self._exactly:
                made += [clean[end:first], self._instead[found[0]]]
                end = last
        return "".join((*made, clean[end:]))


def _any_of(known: Iterable[str]) -> re.Pattern[str]:
    """Finds these where they stand as whole words, the longest first; without any, nothing."""
    escaped = sorted(map(re.escape, known), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(escaped) or '(?!)'})(?!\w)")


def _in_all(document: Any, change: Callable[[str], str]) -> Any:
    if isinstance(document, str):
        return change(document)
    if isinstance(document, Mapping):
        return {key: _in_all(value, change) for key, value in document.items()}
    if isinstance(document, (list, tuple)):
        return [_in_all(value, change) for value in document]
    return document


def _texts(document: Any) -> Iterator[str]:
    """Every text in plain JSON."""
    left = [document]
    while left:
        value = left.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, (list, tuple)):
            left.extend(value)
        elif isinstance(value, Mapping):
            left.extend(value.values())
