"""The rules of a round robin in plain language."""

from collections.abc import Iterator

from runner.core.language import _, ngettext
from runner.core.phase import Phase
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.ruleset import Ruleset

_BERGER = "FIDE C.05 Annex 1"


def sentences(voice: RuleExplainer, phase: Phase | None) -> Iterator[Sentence]:
    """Yield who meets whom, and how groups are made."""
    rules = voice.rules
    if rules.group_size is not None:
        yield from _groups(voice, phase)
    yield voice.says(_everybody(rules), "double_round")
    ranked = phase is not None and (
        phase.cut is not None
        or rules.cut_points is not None
        or (rules.group_size is not None and phase.number > 1)
    )
    yield voice.says(
        _("Numbers go by rank, and the Berger tables say which numbers meet in each round.")
        if ranked
        else _("Numbers are drawn from the event’s seed, and the Berger tables say which numbers "
               "meet in each round."),
        source=_BERGER,
    )  # fmt: skip
    if rules.double_round:
        text = _(
            "The last two rounds of the first cycle are swapped, so that nobody goes first three "
            "times in a row."
        )
        yield voice.says(text, source=_BERGER)
    yield voice.says(
        _("In an odd field one player sits out each round, with a bye. So does the opponent of a "
          "player who has left.")
        if rules.group_size is None
        else _("In an odd group one player sits out each round, with a bye. So does the opponent "
               "of a player who has left.")
    )  # fmt: skip


def _everybody(rules: Ruleset) -> str:
    once = _("Everybody meets everybody once.")
    twice = _("Everybody meets everybody twice, from each seat once.")
    if rules.group_size is not None:
        once = _("Everybody meets everybody of their group once.")
        twice = _("Everybody meets everybody of their group twice, from each seat once.")
    return twice if rules.double_round else once


def _groups(voice: RuleExplainer, phase: Phase | None) -> Iterator[Sentence]:
    size = voice.rules.group_size
    later = phase is not None and phase.number > 1
    yield voice.says(
        _("Players are dealt by rank, back and forth into groups of {size} at most, as even as "
          "possible.", size=size)
        if later
        else _("Players are dealt at random from the event’s seed into groups of {size} at most, "
               "as even as possible.", size=size),
        "group_size",
    )  # fmt: skip
    if voice.rules.keep_clubs_apart:
        yield voice.says(
            _("Players of one club are in different groups as far as possible."), "keep_clubs_apart"
        )
    yield voice.says(_going_on(voice.rules.group_advance), "group_advance")


def _going_on(best: int | None) -> str:
    seeded = _(
        "Group winners are seeded first, then those in second place, and so on; within a place by "
        "match points per match, byes left out, then by the tiebreakers. In a bracket two players "
        "of one group meet as late as possible."
    )
    if not best:
        return seeded
    # Note: {seeded} are the sentences from "Who is first in a group" on.
    return ngettext(
        "The winner of each group advances. {seeded}",
        "The best {n} of each group advance. {seeded}",
        best, seeded=seeded,
    )  # fmt: skip
