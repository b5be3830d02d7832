"""The rules of playoffs in plain language."""

from collections.abc import Iterator

from runner.core.language import _
from runner.core.phase import Mode, Phase
from runner.rules.explain import RuleExplainer, Sentence


def single(voice: RuleExplainer, phase: Phase | None) -> Iterator[Sentence]:
    """Yield the rules of single elimination, in pods or by a bracket."""
    rules = voice.rules
    yield voice.says(
        _("The winner of each pod advances.")
        if voice.pods
        else _("The winner of each match advances."),
        "elimination_pattern",
    )
    if voice.pods:
        yield voice.says(
            _("Seeds are spread over the pods back and forth, so that the pods are about equally "
              "strong.")
            if rules.elimination_pattern == "snake"
            else _("Seeds are dealt to the pods in turn."),
            "elimination_pattern",
        )  # fmt: skip
    else:
        drafted = phase is not None and phase.mode is Mode.DRAFT
        yield from _opponents(voice, drafted=drafted, first=phase is None or phase.number == 1)
    yield _drawn(voice)
    if rules.third_place:
        yield voice.says(_("There is a match for third place."), "third_place")


def double(voice: RuleExplainer) -> Iterator[Sentence]:
    """Yield the rules of double elimination: how its brackets are connected, and who meets whom."""
    yield voice.says(
        _("The winner of each pod advances. Whoever loses moves to the losers’ bracket; whoever "
          "loses there is out.")
        if voice.pods
        else _("The winner of each match advances. Whoever loses moves to the losers’ bracket; "
               "whoever loses there is out.")
    )  # fmt: skip
    yield voice.says(
        _("Losers cross over into the losers’ bracket, so that two who have met meet again as late "
          "as possible, and a pod is played as soon as its players are known.")
        if voice.pods
        else _("Losers cross over into the losers’ bracket, so that two who have met meet again as "
               "late as possible, and a match is played as soon as its players are known.")
    )  # fmt: skip
    yield voice.says(
        _("The winners of the two brackets meet in the grand final. If the winner of the losers’ "
          "bracket wins it, it is played once more.")
        if voice.rules.grand_final_reset
        else _("The winners of the two brackets meet in the grand final, which is played once."),
        "grand_final_reset",
    )  # fmt: skip
    if not voice.pods:
        yield from _opponents(voice, drafted=False, first=False)
    yield _drawn(voice)


def _drawn(voice: RuleExplainer) -> Sentence:
    """Return who advances from a drawn table."""
    pods, matches = (
        (_("In a drawn pod the highest-ranked player advances."),
         _("In a drawn match the highest-ranked player advances."))
        if voice.rules.drawn_elimination == "highest_seed"
        else (_("A drawn pod is played on until it has a winner."),
              _("A drawn match is played on until it has a winner."))
    )  # fmt: skip
    return voice.says(pods if voice.pods else matches, "drawn_elimination")


def _opponents(voice: RuleExplainer, *, drafted: bool, first: bool) -> Iterator[Sentence]:
    """Yield who meets whom in a bracket of matches; in a `first` phase there are no seeds."""
    inside = drafted and voice.rules.pairing_scope == "inside"
    yield voice.says(
        _("Seats at the draft table are drawn from the event’s seed, and players in opposite seats "
          "meet: in a pod of 8, seats 1 and 5, 3 and 7, 2 and 6, 4 and 8. The winners of the first "
          "two matches meet, and so do those of the other two.")
        if inside
        else _("The highest seed meets the lowest, the second highest the second lowest, and so "
               "on; the top two seeds can meet only in the last match of the bracket."),
        source="MTR 10.4",
    )  # fmt: skip
    if inside:
        yield voice.says(_("Where several tables draft, each plays down to its own winner."))
    yield voice.says(
        _("Where the players do not fill the bracket, just enough of them meet to fill the next "
          "round, each against the player who sits farthest away; all others have byes.")
        if inside and first
        else _("Where the players do not fill the bracket, the highest seeds have byes.")
    )  # fmt: skip
