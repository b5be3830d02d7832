"""The name in a cell or line: remove the text around it, and put its halves in order."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from runner.core import contacts, names
from runner.interchange.player_import import patterns
from runner.interchange.player_import.patterns import PATTERN, Remark, Rule
from runner.interchange.player_import.player_list import SourceLine

_LONGEST = 500  # characters; longer texts are not names
_SIGNS = frozenset({"So", "Sk", "Cf", "Co"})  # categories; combining marks end many Thai names
_JOINERS = "\ufe0e\ufe0f\u200d\u20e3"
_SHORT = 3  # letters; suffixes up to this length may be abbreviations
_SORTED = 5  # pairs; fewer may be sorted by chance


@dataclass(slots=True)
class Row:
    """A row while it is read: a name, or the `players` of a `team`, and the text beside them.

    `club` to `more` are as in `Entrant`. `remark` says whether the player comes, `word` why, and
    `notes` are sentences about what was done to the name. `halved`: the comma in the name was
    inserted between the cells of its halves; `apart`: the players play individually, as in a table
    of pairings.
    """

    source: SourceLine
    name: str = ""
    club: str = ""
    commander: str = ""
    decklist: str = ""
    private: dict[str, str] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    remark: Remark = Remark.NONE
    word: str = ""
    players: list[str] = field(default_factory=list)
    team: str = ""
    apart: bool = False
    halved: bool = False

    def keep(self, what: str, text: str) -> None:
        """Add private text, without repeating it."""
        there = self.private.get(what, "")
        if text not in there.split("; "):
            self.private[what] = "; ".join(filter(None, (there, text)))

    def mark(self, remark: Remark, word: str) -> None:
        """Record whether the player comes; the first clear remark counts."""
        if remark not in (Remark.NONE, Remark.COMING) and self.remark not in patterns.ABSENT:
            self.remark, self.word = remark, word or self.word

    def apply(self, rule: Rule, match: re.Match[str]) -> bool:
        """Record what a rule has matched. Return whether the rule applies."""
        groups = match.groupdict("")
        text = groups.get("text", "")
        match rule.effect:
            case "keep":
                self.keep(groups.get("what") or rule.what, text)
            case "decklist" if not self.decklist:
                self.decklist = text
            case "decklist" | "note":
                self.notes.append(rule.what.format(text))
            case "pronouns":
                self.more.setdefault("Pronouns", text)
            case "unsure":
                self.mark(Remark.UNSURE, "")
            case "remark" | "long_remark":
                remark = patterns.remark_of(text)
                if remark is Remark.COMING and rule.effect == "long_remark":
                    return len(text) >= _SHORT
                self.mark(remark, f"it says “{text.strip(' .!')}”")
                return bool(remark)
        return True


def clean_name(text: str, row: Row) -> str:
    """Return the name in a cell or line; the text around it is recorded in the row."""
    if len(text) > _LONGEST or (text.isascii() and text.isalpha()):  # or one plain word
        return names.clean(text[:_LONGEST])
    if match := PATTERN["crossed_out"].match(text.strip()):
        row.mark(Remark.DROPPED, "it is crossed out")
        text = match["text"] or match["html"] or ""
    text = _apply(text, patterns.ANYWHERE, row)
    text = _apply(text, patterns.BEFORE, row)
    text = PATTERN["brackets"].sub(lambda match: _bracket(match, row), text)
    text = _apply(text, patterns.NUMBERS, row)
    if (bare := contacts.without(text)) != text and patterns.has_letter(bare):
        match = PATTERN["dialled"].search(text)
        row.keep(patterns.PHONE, match[0] if match else "")
        text = bare
    text = _apply(text, patterns.BEHIND, row)
    text = _apply(text, patterns.BEFORE, row)
    if match := PATTERN["mention"].fullmatch(text.strip()):
        row.notes.append("a handle, taken as the name")
        text = match["handle"]
    elif " " in text.strip() and (match := PATTERN["mention"].search(text)):
        row.keep(patterns.DISCORD, match[0])
        text = PATTERN["mention"].sub(" ", text)
    text = names.clean(PATTERN["tag"].sub(" ", text)).strip(' ,;:|"“”')
    return text.replace(" ,", ",") if patterns.has_letter(text) else ""


def bare_name(text: str) -> str:
    """Return the name in a cell or line, without recording anything."""
    return clean_name(text, Row(SourceLine(0, (), "")))


def _apply(text: str, rules: Sequence[Rule], row: Row) -> str:
    """Return the text after applying the rules until none matches."""
    before = None
    while before != text:
        if rules is patterns.BEFORE or rules is patterns.BEHIND:
            text = _without_signs(text, rules is patterns.BEHIND, row)
        before = text
        for rule in rules:
            if (match := rule.pattern.search(text)) is None:
                continue
            rest = f"{text[: match.start()]}{match.expand(rule.instead)}{text[match.end() :]}"
            words = len(rest.split()) if patterns.has_letter(rest) else 0
            if words >= rule.words and row.apply(rule, match):
                text = rest
    return text


def _without_signs(text: str, behind: bool, row: Row) -> str:
    """Return the text without blanks, emoji, ticks and joining characters at one end."""
    at, blanks = (-1, patterns.BLANKS_BEHIND) if behind else (0, patterns.BLANKS)
    text = text.strip(blanks)
    while text and not text[at].isascii() and patterns.has_letter(text):
        if unicodedata.category(text[at]) not in _SIGNS and text[at] not in _JOINERS:
            break
        if text[at] in patterns.CROSSES:
            row.mark(Remark.DROPPED, f"it is marked {text[at]}")
        text = (text[:-1] if behind else text[1:]).strip(blanks)
    return text


def _bracket(match: re.Match[str], row: Row) -> str:
    """Return a bracket, or a blank if it is not part of a name."""
    inside = match["inside"].strip()
    for rule in patterns.IN_BRACKETS:
        if (inner := rule.pattern.fullmatch(inside)) and row.apply(rule, inner):
            return " "
    return match[0]


def without_numbers(texts: Sequence[str]) -> list[str]:
    """Return the texts without leading numbers ("4 Kim Lee"), if most have one. Before a reversed
    name ("4 Kim, Lee") a number is always removed."""
    kinds = (PATTERN["bare_number"], PATTERN["marked_number"])
    numbers = sum(kind.match(text) is not None for kind in kinds for text in texts)
    usual = 2 * numbers > len(texts) and numbers > 1
    number = PATTERN["bare_number" if usual else "number_before_turned"]
    return [number.sub("", text) for text in texts]


class Pair(NamedTuple):
    """The two halves of a name, in the order of the list."""

    left: str
    right: str


def order_of(pairs: Sequence[Pair], *, usual: bool) -> tuple[bool, str]:
    """Return whether the left halves are last names, and the reason, for all pairs together:
    capitals, common first names, particles, initials, or the half by which they are sorted. If all
    pairs are ambiguous, such as "Kim Lee, Anna" or "Anna,Meyer", return `usual` and ""."""
    votes = {
        word: sum(vote(pair.left) - vote(pair.right) for pair in pairs)
        for word, vote in _VOTES.items()
    }
    votes["particles and initials"] += sum(is_suffix(p.left.rpartition(" ")[2]) for p in pairs)
    if len(pairs) >= _SORTED:
        halves = [[names.folded(pair[at]) for pair in pairs] for at in (0, 1)]
        left, right = (each == sorted(each) and 2 * len({*each}) > len(each) for each in halves)
        votes["the half by which the list is sorted"] = (left - right) * (len(pairs) // 2)
    if not (total := sum(votes.values())):
        return usual, ""
    why = max(votes, key=lambda word: votes[word] if total > 0 else -votes[word])
    return total > 0, f"told by {why}"


def _particles(half: str) -> int:
    """Return the evidence for a last name: a particle in front, and no initial at the end."""
    words = half.split()
    initial = any(len(word.rstrip(".")) == 1 and word[0].isalpha() for word in words[-1:])
    return (len(words) > 1 and words[0].casefold() in patterns.PARTICLES) - initial


_VOTES: dict[str, Callable[[str], int]] = {
    "capitals": lambda half: 2 * (half.isupper() and len(half) > 2),
    "first names that are common": lambda half: -is_first_name(half),
    "particles and initials": _particles,
}


def is_first_name(text: str) -> bool:
    """Return whether the first word is a common first name."""
    words = names.plain(text).replace("-", " ").replace(".", " ").split()
    return bool(words) and words[0] in patterns.FIRST_NAMES


def is_suffix(text: str) -> bool:
    """Return whether the text is a suffix of a name: "Jr.", "III"."""
    return text.casefold().replace(".", "").strip() in patterns.SUFFIXES


def may_be_name(text: str) -> bool:
    """Return whether a suffix may also be a first name: "Jun", but not "Jun."."""
    return text.casefold().strip() in patterns.SUFFIXES_OR_NAMES


def together(pair: Pair, *, last_first: bool) -> str:
    """Return the name with its first name first: "Kim Lee" and "Anna" as "Anna Kim Lee"."""
    first, last = (pair.right, pair.left) if last_first else pair
    *words, end = first.split() or [""]
    name = may_be_name(end) and len(end) <= _SHORT and not end.islower()
    if last_first and words and is_suffix(end) and not name:
        return " ".join((*words, last, end))
    return " ".join(filter(None, (first, last)))


def word_count(text: str) -> int:
    """Count the words that are no particles or suffixes; at least 1 unless the text is empty."""
    words = text.replace(".", " ").split()
    few = patterns.PARTICLES | patterns.SUFFIXES
    return max(sum(word.casefold() not in few for word in words), bool(words))
