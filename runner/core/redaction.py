"""Keep full names that are not shown, addresses and telephone numbers out of published texts.

A name is found as a whole, however it is spelt, and not within a longer name that is shown in full:

    Oisín Murphy      OISIN MURPHY  Murphy,Oisín  OisínMurphy  Oisín Murphys  Oisín (Ossie) Murphy
                      Oisín P. Murphy  Oisín Patrick Murphy  TeamOisínMurphy  oisinmurphy99
    not               O. Murphy  Oisín  Oisín and Murphy  Oisín beats Murphy

Two capital letters make one word of two, or its length does: “anton” does not contain An Ton. In
scripts without blanks between words, such as Japanese, names of three letters and more are found
anywhere.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Any, NamedTuple

from runner.core import contacts, names

_WORD = re.compile(r"\w+")
_MOST_JOINTS = 4
"""Longer names are searched with all of their words joined, or none."""
_LONG_ENOUGH = 7
_LONG_ENOUGH_WITHIN = 3
_MOST_BETWEEN, _MOST_IN_NICKNAMES = 3, 8  # words
_WIDEST_GAP, _WIDEST_PLAIN_GAP = 3, 5
_HISSING = ("s", "x", "z", "ß")
_NEVER_BETWEEN = re.compile(r"[&+]")
_PLAINLY_BETWEEN = re.compile(r"[\s.\-'’\u2010-\u2015·_]*")
# A nickname between two words of a name: in brackets, in quotation marks, or between two marks.
_NICKNAME = re.compile(
    r"\([^()]*\)|\[[^\[\]]*\]|\{[^{}]*\}|<[^<>]*>|【[^【】]*】|「[^「」]*」|『[^『』]*』|〈[^〈〉]*〉|《[^《》]*》"
    r"|(?<!\w)[\"“”„‟«»‹›][^\"“”„‟«»‹›]*[\"“”„‟«»‹›]|(?<!\w)['‘’‚‛`´].*?['‘’‚‛`´](?!\w)"
    r"|(?<!\w)([*/~|_])[^*/~|_]+\1(?!\w)"
)
_ALSO_CALLED = frozenset("aka alias called genannt gen dit dite detto detta".split())
# Words that are more often between two people than within a name.
_BETWEEN_PEOPLE = frozenset(
    "a and or vs versus v against with to for from by beat beats met meets lost won plays played "
    "und oder gegen mit fur von schlagt spielt et ou contre avec pour bat joue y e o u con contra "
    "para por vence juega ed od per batte gioca com ganha joga i is was are were has had not no "
    "the then but in on at of as".split()
)


class Found(NamedTuple):
    """A name found in a text: start, end, and its key."""

    start: int
    end: int
    key: str


class _Form(NamedTuple):
    """A name as words, some of which may be several joined; `joints` has where the later parts
    begin in each."""

    words: tuple[str, ...]
    joints: tuple[tuple[int, ...], ...]
    key: str


class _Token(NamedTuple):
    word: str
    start: int
    end: int


class NameFinder:
    """Finds names in texts by their folded spellings."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._forms: dict[str, list[_Form]] = {}
        self._bare: list[str] = []
        self._within: dict[str, str] = {}
        for key in keys:
            if not (words := tuple(_WORD.findall(key))):
                self._bare.append(key)
            elif _has_no_case(key) and len("".join(words)) >= _LONG_ENOUGH_WITHIN:
                self._within |= {key: key, "".join(words): key}
            for form in _forms(words, key):
                self._forms.setdefault(form.words[0], []).append(form)

    def may_find(self, folded: str, clean: str) -> bool:
        """Return whether a text, given folded and clean, may contain a name: a cheap test before
        `find`."""
        words, known = {*_WORD.findall(folded), *_pieces(clean)}, self._forms
        return (
            bool(self._bare)
            or any(word in known or any(stem in known for stem in _stems(word)) for word in words)
            or any(name in folded for name in self._within)
        )

    def find(self, clean: str) -> list[Found]:
        """Return the names in a clean text (`names.clean`), the longest if several overlap."""
        folded, places = names.letters(clean)
        exactly = [(rf"(?<!\w){re.escape(key)}(?!\w)", key) for key in self._bare]
        exactly += [(re.escape(name), key) for name, key in self._within.items()]
        matches = [
            Found(places[each.start()], places[each.end() - 1] + 1, key)
            for pattern, key in exactly
            for each in re.finditer(pattern, folded)
        ]
        whole = [(each.start(), each.end()) for each in _WORD.finditer(folded)]
        cut = [piece for word in whole for piece in _cut(*word, folded, places, clean)]
        for spans in (whole, cut) if len(cut) > len(whole) else (whole,):
            tokens = [_Token(folded[x:y], places[x], places[y - 1] + 1) for x, y in spans]
            matches += self._at_each(tokens, clean, several=spans is cut)
        return _set_apart(matches)

    def _at_each(self, tokens: Sequence[_Token], clean: str, *, several: bool) -> Iterator[Found]:
        """Yield the names that begin at a word; `several`: skip names of one word or with a
        digit."""
        for at, token in enumerate(tokens):
            for begun in (token.word, *_stems(token.word)):
                for form in self._forms.get(begun, ()):
                    alone = len(form.words) == 1 and not form.joints[0]
                    if several and (alone or any(map(str.isdigit, form.key))):
                        continue
                    if end := _end(form, tokens, at, clean):
                        yield Found(token.start, end, form.key)


def _pieces(clean: str) -> Iterator[str]:
    """Yield the parts, folded, of words that are several words joined."""
    for word in _WORD.findall(clean):
        cuts = [at for at in range(1, len(word)) if _is_seam(word[at - 1], word[at])]
        for first, last in pairwise((0, *cuts, len(word))) if cuts else ():
            yield names.plain(word[first:last])


def _cut(
    start: int, end: int, folded: str, places: Sequence[int], clean: str
) -> Iterator[tuple[int, int]]:
    """Return the parts of a joined word: "Team", "Oisín", "Murphy", "99"."""
    seams = [
        at
        for at in range(start + 1, end)
        if places[at] > places[at - 1] and _is_seam(clean[places[at - 1]], clean[places[at]])
    ]
    return pairwise((start, *seams, end))


def _is_seam(one: str, other: str) -> bool:
    """Return whether a new word may begin between two letters: "mM", "y9"."""
    return (other.isupper() and one.islower()) or one.isdigit() != other.isdigit()


def _forms(words: Sequence[str], key: str) -> Iterator[_Form]:
    """Yield the words of a name separately, and with some or all of them joined."""
    between = range(1, len(words))
    if len(words) > _MOST_JOINTS + 1:
        cuts: Collection[tuple[int, ...]] = [(), tuple(between)]
    else:
        cuts = [cut for count in range(len(words)) for cut in combinations(between, count)]
    for cut in cuts if words else ():
        joined, joints = [], []
        for first, last in zip((0, *cut), (*cut, len(words)), strict=True):
            parts = words[first:last]
            joined.append("".join(parts))
            joints.append(tuple(len("".join(parts[:at])) for at in range(1, len(parts))))
        yield _Form(tuple(joined), tuple(joints), key)


def _stems(word: str) -> Iterator[str]:
    """Yield a word without its genitive ending."""
    if word.endswith("s"):
        yield word[:-1]
        if word.endswith("es") and word[:-2].endswith(_HISSING):
            yield word[:-2]


def _end(form: _Form, tokens: Sequence[_Token], at: int, clean: str) -> int | None:
    """Return where a name that begins with a word of the text ends; None if it is not there."""
    several = len(form.words) > 1 or form.joints[0]
    long = len("".join(form.words)) >= _LONG_ENOUGH
    for number, word in enumerate(form.words):
        last = number == len(form.words) - 1
        if number:
            end = min(at + 2 + _MOST_BETWEEN + _MOST_IN_NICKNAMES, len(tokens))
            like = (each for each in range(at + 1, end) if _is(tokens[each].word, word, last=last))
            next_at = next((x for x in like if _may_stand_between(tokens, at, x, clean)), None)
            if next_at is None:
                return None
            at = next_at
        token = tokens[at]
        if not _is(token.word, word, last=last and bool(several)):
            return None
        if form.joints[number] and not (long or _joined(form.joints[number], token, clean)):
            return None
    left = len(tokens[at].word) - len(form.words[-1])
    return tokens[at].end - left


def _is(written: str, word: str, *, last: bool) -> bool:
    """Return whether a word of a text is a word of a name; the `last` one may have a genitive
    ending."""
    return written == word or (last and word in _stems(written))


def _joined(joints: Sequence[int], token: _Token, clean: str) -> bool:
    """Return whether a word of the text may be several words of a name written together."""
    written = clean[token.start : token.end]
    if _has_no_case(written):
        return True
    return len(written) == len(token.word) and all(
        written[at].isupper() and not written[at - 1].isupper() for at in joints
    )


def _may_stand_between(tokens: Sequence[_Token], one: int, other: int, clean: str) -> bool:
    """Return whether the text between two words may occur within a name: blanks and marks,
    initials, other first names, or a nickname in brackets or quotation marks."""
    begin, end = tokens[one].end, tokens[other].start
    gap = clean[begin:end]
    nicknames = [(begin + x.start(), begin + x.end()) for x in _NICKNAME.finditer(gap)]
    left = [
        token
        for token in tokens[one + 1 : other]
        if not any(first <= token.start < last for first, last in nicknames)
    ]
    if len(left) > _MOST_BETWEEN or _NEVER_BETWEEN.search(bare := _NICKNAME.sub("", gap)):
        return False
    if not left:
        plainly = _PLAINLY_BETWEEN.fullmatch(bare) is not None
        return len(bare.strip()) <= (_WIDEST_PLAIN_GAP if plainly else _WIDEST_GAP)
    around = (tokens[one], *left, tokens[other])
    plainly = all(
        _PLAINLY_BETWEEN.fullmatch(_NICKNAME.sub("", clean[before.end : behind.start]))
        for before, behind in pairwise(around)
    )
    return plainly and all(_of_a_name(token, tokens[one], clean) for token in left)


def _of_a_name(token: _Token, before: _Token, clean: str) -> bool:
    """Return whether a word is an initial or another first name, capitalised like the word before
    it."""
    written, first = clean[token.start : token.end], clean[before.start : before.end]
    dotted = clean[token.end : token.end + 1] == "."
    initial = len(written) == 1 and written.isalpha() and (dotted or written.isupper())
    if initial or token.word in _ALSO_CALLED:
        return True
    alike = written[0].isupper() or not first[0].isupper()
    return alike and written.isalpha() and token.word not in _BETWEEN_PEOPLE


def _has_no_case(text: str) -> bool:
    """Return whether a text is in a script without capital letters."""
    return text.upper() == text.lower() and any(map(str.isalpha, text))


def _set_apart(overlapping: Iterable[Found]) -> list[Found]:
    """Return the names that do not overlap, preferring the longest of those that begin together."""
    kept: list[Found] = []
    for each in sorted(overlapping, key=lambda each: (each.start, -each.end, each.key)):
        if not kept or each.start >= kept[-1].end:
            kept.append(each)
    return kept


class Unnamed:
    """Replaces full names that are not shown. `instead` has the replacements by each of
    `names.keys`, and `shown` the names that stay as they are. Addresses and telephone numbers are
    removed, but texts that are one of `ids` are left alone."""

    def __init__(
        self, instead: Mapping[str, str], shown: Collection[str], ids: Collection[str] = ()
    ) -> None:
        self._instead, self._ids = instead, ids
        self._exactly = {names.key(name) for name in shown}
        self._replaced_texts: dict[str, str] = {}
        self._names = NameFinder(instead)
        self._around = NameFinder(
            key
            for name in (shown if instead else ())
            for key in names.keys(name)
            if key not in instead and self._names.may_find(key, name) and self._names.find(name)
        )

    def __call__(self, text: str, *, numbers: bool = False) -> str:
        """Return the text without hidden names and contacts; `numbers` as in `contacts.without`."""
        if text in self._ids:
            return text
        return contacts.without(self.renamed(text), numbers=numbers)

    def renamed(self, text: str) -> str:
        """Return the text without hidden names; unchanged if it has none."""
        if not self._instead or text in self._ids:
            return text
        if text not in self._replaced_texts:
            self._replaced_texts[text] = self._replaced(text)
        return self._replaced_texts[text]

    def in_all(self, document: Any) -> Any:
        """Return plain JSON with hidden names and contacts removed from every text; keys are
        unchanged."""
        return _in_all(document, self)

    def renamed_in_all(self, document: Any) -> Any:
        """Return plain JSON with hidden names removed from every text, but not contacts."""
        return _in_all(document, self.renamed) if self._instead else document

    def told_by(self, document: Any) -> bool:
        """Return whether any text in plain JSON has a hidden name."""
        return bool(self._instead) and self.renamed_in_all(document) != _in_all(document, str)

    def names_in(self, text: str, but: Collection[str] = ()) -> bool:
        """Return whether a text has one of the names, other than the folded names in `but`."""
        clean = names.clean(text)
        named = (clean[match.start : match.end] for match in self._hidden_names(clean))
        return any(names.folded(each) not in but for each in named)

    def _hidden_names(self, clean: str) -> Iterator[Found]:
        """Yield the hidden names in a clean text, except those within a name that is shown."""
        if not self._instead or not self._names.may_find(names.folded(clean), clean):
            return
        hidden = self._names.find(clean)
        shown = self._around.find(clean) if hidden else ()
        for name in hidden:
            within = any(each.start <= name.start and name.end <= each.end for each in shown)
            if not within and names.key(clean[name.start : name.end]) not in self._exactly:
                yield name

    def _replaced(self, text: str) -> str:
        clean = names.clean(text)
        pieces, end = [], 0
        for name in self._hidden_names(clean):
            pieces += [clean[end : name.start], _apart(clean, name, self._instead[name.key])]
            end = name.end
        return "".join((*pieces, clean[end:])) if end else text


def _apart(clean: str, name: Found, instead: str) -> str:
    """Return the replacement of a name, separated from letters and digits that were joined to
    it."""
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
