"""The rounds of a booster draft in plain language."""

from collections.abc import Iterator

from runner.core.language import _
from runner.rules.explain import RuleExplainer, Sentence


def pairing(voice: RuleExplainer) -> Iterator[Sentence]:
    """Who meets whom inside a draft pod."""
    yield voice.says(_("Everybody plays inside their own draft pod."), "pairing_scope")
    yield voice.says(
        _("In the first round players in opposite seats of the draft table meet: in a pod of 8, "
          "seats 1 and 5, 2 and 6, 3 and 7, 4 and 8. In an odd pod a bye is drawn from the event’s "
          "seed.")
    )  # fmt: skip
    yield voice.says(
        _("In the second round the winners of every second match meet: of four matches, those of "
          "the first and the third, and of the second and the fourth. So do the losers. Whoever "
          "drew, or has no such opponent, is paired by points.")
    )  # fmt: skip
    yield voice.says(_("From the third round on players with equal points meet."))
    yield voice.says(
        _("After the first round nobody meets an earlier opponent again; where that cannot be "
          "avoided, as few as possible do. That counts before all else.")
    )  # fmt: skip
    yield voice.says(_("Among equal points chance decides, by the seed."))
    yield voice.says(_("A published round is never re-paired by itself."))


def byes(voice: RuleExplainer) -> Iterator[Sentence]:
    """Tables, and byes in odd pods."""
    yield voice.says(_("Two players sit at a table."), "pod_size")
    yield voice.says(
        _("From the second round on a bye in an odd pod goes to the lowest in the standings of "
          "those who have had the fewest.")
    )  # fmt: skip
    yield tables(voice)


def tables(voice: RuleExplainer) -> Sentence:
    """Which pod sits where."""
    return voice.says(
        _("Tables take turns by pod: the first match of each pod, then the second of each, and so "
          "on."),
        "first_table",
        "table_order",
    )  # fmt: skip
