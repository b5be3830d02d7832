"""Rounds at tables of many sizes in plain language: Melee, Grand Melee and the like."""

from collections.abc import Iterator

from runner.core.language import _
from runner.rules.explain import RuleExplainer, Sentence


def pairing(voice: RuleExplainer) -> Iterator[Sentence]:
    """Who sits together."""
    rules = voice.rules
    if rules.played_as and rules.played_as.circle:
        yield voice.says(_("All players sit in one circle."))
        return
    yield voice.says(
        _("The first round is drawn at random from the event’s seed."),
        source=voice.source("method"),
    )
    if rules.method == "random":
        text = _("So is every other round: neither points nor earlier opponents count.")
        yield voice.says(text, "method")
    elif rules.method == "power":
        yield voice.says(
            _("From then on tables are filled strictly by rank, from the top down."), "method"
        )
    else:
        text = _("From then on as few players as possible meet an earlier opponent again.")
        yield voice.says(text, "method")
        yield voice.says(_("Then, players with equal points meet."), "method")
    if rules.keep_clubs_apart:
        yield voice.says(
            _("Players of one club meet only where it cannot be avoided."), "keep_clubs_apart"
        )
    yield voice.says(_("A published round is never re-paired by itself."))


def tables(voice: RuleExplainer) -> Iterator[Sentence]:
    """How many sit at a table."""
    variant = voice.rules.played_as
    if variant is None or variant.circle:
        return
    yield voice.says(
        _(
            "{fewest} to {most} players sit at a table. Tables are as even as possible, and as "
            "near to {best} players as possible.",
            fewest=variant.fewest, most=variant.most, best=voice.rules.pod_size,
        ),
        "pod_size",
    )  # fmt: skip


def seats(voice: RuleExplainer) -> Iterator[Sentence]:
    """Who sits where."""
    yield voice.says(
        _("Seats are in turn order: seat B is to the left of seat A. They are drawn at random, so "
          "that nobody has the same player to the left again where that can be avoided.")
    )  # fmt: skip
