"""Explanations of rules: sections of sentences, each with the source of what it states."""

from dataclasses import dataclass
from fractions import Fraction

from runner.core.language import N_, _
from runner.rules import presets
from runner.rules.ruleset import Ruleset, to_document

_OWN = N_("Runner’s own")


@dataclass(frozen=True, slots=True)
class Sentence:
    """One statement about the rules. `changed`: the event differs from its preset here; otherwise
    `source` is the source of the rule. `key` is what the sentence is about if something links to
    it: the key of a tiebreaker."""

    text: str
    source: str
    changed: bool = False
    key: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Sentences on one subject, in order where `numbered`; `key` is unique in an explanation."""

    key: str
    heading: str
    sentences: tuple[Sentence, ...]
    numbered: bool = False


def amount(number: int | Fraction, text: str, nothing: str) -> str:
    """Return the text that states a number, or `nothing` if the number is 0."""
    return text if number else nothing


class RuleExplainer:
    """Writes sentences about one set of rules at a rules enforcement level."""

    def __init__(self, rules: Ruleset, enforcement: str = presets.COMPETITIVE) -> None:
        self.rules = rules
        self._changed = to_document(rules, enforcement, rules.variant).keys()
        self._sources = dict(presets.load(rules.preset, enforcement).sources)
        if played := rules.played_as:
            self._sources |= {name: played.sources.get(name, "") for name in played.usual}

    @property
    def pods(self) -> bool:
        """Whether more than two sit at a table."""
        return self.rules.pod_size > 2

    def source(self, name: str) -> str:
        """Return the preset's source for the value of a setting, or ""."""
        return self._sources.get(name, "")

    def says(self, text: str, *names: str, key: str = "", source: str = "") -> Sentence:
        """Return a sentence about the settings of these names. Its sources are those of the preset,
        or else `source`, or else Runner's own. The text is translated already; sources are message
        ids."""
        if any(name in self._changed for name in names):
            return Sentence(text, "", changed=True, key=key)
        stated = dict.fromkeys(filter(None, map(self.source, names)))
        # "App. C, byes" says no more beside "App. C, byes: left out".
        whole = [one for one in stated if not any(each.startswith(f"{one}:") for each in stated)]
        sources = [source] if source else whole or [_OWN]
        return Sentence(text, "; ".join(map(_, sources)), key=key)
