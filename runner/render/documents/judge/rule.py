"""What the judge's card is made of. Its words are marked for the catalogues, and said when
printed."""

from typing import NamedTuple


class Rule(NamedTuple):
    """What holds, the rule that says so, and what it is about where that is a table."""

    text: str
    source: str = ""
    about: str = ""


class Topic(NamedTuple):
    """Rules on one subject."""

    heading: str
    rules: tuple[Rule, ...]
