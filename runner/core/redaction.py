"""Full names that are not shown, addresses and telephone numbers, kept out of every text that goes
out.

A name is found as a whole, however it is spelt ("EXAMPLE,Ana", `name_finder.py`), and not within a
longer name of somebody who is shown in full.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from runner.core import contacts, names, spelling
from runner.core.name_finder import Found, NameFinder


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
        self._names = NameFinder(instead)
        self._around = NameFinder(
            key
            for name in (shown if instead else ())
            for key in spelling.keys(name)
            if key not in instead and self._names.may_find(key, name) and self._names.find(name)
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
        clean = names.clean(text)
        return any(
            spelling.folded(clean[found.start : found.end]) not in but
            for found in self._found(clean)
        )

    def _found(self, clean: str) -> Iterator[Found]:
        """The names in a clean text that are neither somebody's who is shown, nor within one."""
        if not self._instead or not self._names.may_find(spelling.folded(clean), clean):
            return
        found = self._names.find(clean)
        shown = self._around.find(clean) if found else ()
        for name in found:
            within = any(each.start <= name.start and name.end <= each.end for each in shown)
            if not within and names.key(clean[name.start : name.end]) not in self._exactly:
                yield name

    def _replaced(self, text: str) -> str:
        clean = names.clean(text)
        made, end = [], 0
        for name in self._found(clean):
            made += [clean[end : name.start], _apart(clean, name, self._instead[name.key])]
            end = name.end
        return "".join((*made, clean[end:])) if end else text


def _apart(clean: str, name: Found, instead: str) -> str:
    """What takes the place of a name, apart from what was written together with it."""
    before, behind = clean[name.start - 1 : name.start], clean[name.end : name.end + 1]
    joined = before.isdigit() or (before.isalpha() and clean[name.start].isupper())
    goes_on = behind.isdigit() or behind.isupper()
    return f"{' ' * joined}{instead}{' ' * goes_on}"


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
