"""A round robin in plain language."""

from collections.abc import Iterator

from runner.core.event import Phase
from runner.rules.voice import Sentence, Voice


def sentences(voice: Voice, phase: Phase | None) -> Iterator[Sentence]:
    """Who meets whom, and how groups are made."""
    rules = voice.rules
    if rules.group_size is not None:
        yield from _groups(voice, phase)
    twice = "twice, from each seat once" if rules.double_round else "once"
    field = "of their group " if rules.group_size is not None else ""
    yield voice.says(f"Everybody meets everybody {field}{twice}.", "double_round")
    ranked = phase is not None and (
        phase.cut is not None
        or rules.cut_points is not None
        or (rules.group_size is not None and phase.number > 1)
    )
    given = "go by rank" if ranked else "are drawn from the event’s seed"
    yield voice.says(
        f"Numbers {given}, and the Berger tables say which numbers meet in each round.",
        source="FIDE C.05 Annex 1",
    )
    if rules.double_round:
        yield voice.says(
            "The last two rounds of the first time change places, so that nobody goes first three "
            "times running.",
            source="FIDE C.05 Annex 1",
        )
    yield voice.says(
        f"In an odd {'group' if field else 'field'} one player sits out each round, with a bye. So "
        "does the opponent of a player who has left."
    )


def _groups(voice: Voice, phase: Phase | None) -> Iterator[Sentence]:
    rules = voice.rules
    later = phase is not None and phase.number > 1
    how = "by rank, back and forth" if later else "at random from the event’s seed"
    yield voice.says(
        f"Players are dealt {how} into groups of {rules.group_size} at most, as even as can be.",
        "group_size",
    )
    if rules.keep_clubs_apart:
        yield voice.says(
            "Players of one club are in different groups as far as can be.", "keep_clubs_apart"
        )
    best = f"The best {rules.group_advance} of each group go on. " if rules.group_advance else ""
    yield voice.says(
        f"{best}Who is first in a group is seeded before who is second, and within that whoever "
        "has more match points a match, byes left out, then by the tiebreakers. In a bracket two "
        "of one group meet as late as can be.",
        "group_advance",
    )
