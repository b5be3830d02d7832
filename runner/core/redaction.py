"""Full names that are not shown, addresses and telephone numbers, kept out of every text that goes
out.

A name is found as a whole, in whatever letters and whichever way round ("EXAMPLE, Ana"), and not
within a longer name of somebody who is shown in full.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from runner.core import contacts, names

_WORD = re.compile(r"\w+")


def spellings(name: str) -> set[str]:
    """A name as people write it: the first name before the last, or behind it and a comma."""
    last, comma, first = (part.strip() for part in name.partition(","))
    plain = f"{first} {last}" if comma and first and last else name
    words = plain.split()
    turned = (f"{' '.join(words[at:])}, {' '.join(words[:at])}" for at in range(1, len(words)))
    return {name, plain, *turned}


def keys(name: str) -> set[str]:
    """By which `names.key` a name is known, however it is spelt."""
    return {names.key(spelling) for spelling in spellings(name)}


class Unnamed:
    """Puts other names in the place of full ones: `instead` has what to put, by key, and `own` the
    keys of those that are shown as they are. Addresses and telephone numbers go, but for `ids`, by
    which players are known."""

    def __init__(
        self, instead: Mapping[str, str], own: Collection[str], ids: Collection[str] = ()
    ) -> None:
        self._instead = instead
        self._ids = ids
        self._made: dict[str, str] = {}
        words = [_WORD.findall(name) for name in instead]
        self._last_words = {parts[-1] for parts in words} if all(words) else None
        if instead:
            self._names = _any_of(instead)
            self._around = _any_of(
                text
                for text in own
                if text not in instead and self._may_name(text) and self._names.search(text)
            )

    def __call__(self, text: str) -> str:
        """The text with no name that is not shown, no address and no telephone number."""
        return text if text in self._ids else contacts.without(self._renamed(text))

    def _renamed(self, text: str) -> str:
        if not self._instead:
            return text
        if text not in self._made:
            self._made[text] = self._replaced(text)
        return self._made[text]

    def in_all(self, document: Any) -> Any:
        """Plain JSON with every text in it so; keys stay."""
        if isinstance(document, str):
            return self(document)
        if isinstance(document, Mapping):
            return {key: self.in_all(value) for key, value in document.items()}
        if isinstance(document, (list, tuple)):
            return [self.in_all(value) for value in document]
        return document

    def told_by(self, document: Any) -> bool:
        """Whether some text in plain JSON has a name that is not shown."""
        return bool(self._instead) and any(self._renamed(text) != text for text in _texts(document))

    def _may_name(self, text: str) -> bool:
        """A quick look, for most texts have no name: each name's last word is somewhere in them."""
        words = self._last_words  # None where a name has no word at all
        return words is None or not words.isdisjoint(_WORD.findall(text))

    def _replaced(self, text: str) -> str:
        clean = names.clean(text)
        if not self._may_name(names.key(clean)):
            return text
        folded, places = _folded(clean)
        shown = [found.span() for found in self._around.finditer(folded)]
        made, end = [], 0
        for found in self._names.finditer(folded):
            if not any(start <= found.start() and found.end() <= stop for start, stop in shown):
                other = self._instead.get(names.key(found[0]), "…")
                made += [clean[end : places[found.start()]], other]
                end = places[found.end() - 1] + 1
        return "".join((*made, clean[end:]))


def _any_of(known: Iterable[str]) -> re.Pattern[str]:
    """Finds these where they stand as whole words, the longest first; without any, nothing."""
    escaped = sorted(map(re.escape, known), key=lambda name: (-len(name), name))
    return re.compile(rf"(?<!\w)(?:{'|'.join(escaped) or '(?!)'})(?!\w)")


def _folded(text: str) -> tuple[str, list[int]]:
    """A text as names are compared, letter by letter, and where each letter of it stood."""
    letters = [(like, at) for at, letter in enumerate(text) for like in names.key(letter) or letter]
    return "".join(letter for letter, _ in letters), [at for _, at in letters]


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
