"""Playoffs in plain language."""

from collections.abc import Iterator

from runner.core.event import Mode, Phase
from runner.rules.voice import Sentence, Voice


def single(voice: Voice, phase: Phase | None) -> Iterator[Sentence]:
    """Single elimination, in pods or by a bracket."""
    rules = voice.rules
    yield voice.says(f"The winner of each {voice.contest} goes on.", "elimination_pattern")
    if voice.pods:
        yield voice.says(
            "Seeds are spread over the pods back and forth, so that the pods are about equally "
            "strong."
            if rules.elimination_pattern == "snake"
            else "Seeds are dealt to the pods in turn.",
            "elimination_pattern",
        )
    else:
        yield from _opponents(voice, drafted=phase is not None and phase.mode is Mode.DRAFT)
    yield _drawn(voice)
    if rules.third_place:
        yield voice.says("There is a match for third place.", "third_place")


def double(voice: Voice) -> Iterator[Sentence]:
    """Double elimination."""
    yield from _two_brackets(voice)
    if not voice.pods:
        yield from _opponents(voice, drafted=False)
    yield _drawn(voice)


def _drawn(voice: Voice) -> Sentence:
    """Who goes on from a drawn table."""
    return voice.says(
        f"In a drawn {voice.contest} the highest-ranked player goes on."
        if voice.rules.drawn_elimination == "highest_seed"
        else f"A drawn {voice.contest} is played on until it has a winner.",
        "drawn_elimination",
    )


def _opponents(voice: Voice, *, drafted: bool) -> Iterator[Sentence]:
    """Who meets whom in a bracket of matches."""
    if drafted:
        yield voice.says(
            "Seats at the draft table are drawn from the event’s seed, and opposite seats meet: of "
            "8, 1 and 5, 3 and 7, 2 and 6, 4 and 8. The winners of the first two matches meet, and "
            "those of the other two.",
            source="MTR 10.4",
        )
    else:
        yield voice.says(
            "The highest seed meets the lowest, the second the second lowest, and so on; the first "
            "and the second seed can meet in the last match of the bracket only.",
            source="MTR 10.4",
        )
    yield voice.says("Where the players do not fill the bracket, the highest seeds have byes.")


def _two_brackets(voice: Voice) -> Iterator[Sentence]:
    """How the two brackets of a double elimination hang together."""
    yield voice.says(
        f"The winner of each {voice.contest} goes on. Whoever loses goes on in the losers’ "
        "bracket; who loses there is out."
    )
    yield voice.says(
        "Losers come into the losers’ bracket crossed, so that two who have met meet again as late "
        f"as can be, and a {voice.contest} is played as soon as its players are known."
    )
    yield voice.says(
        "The winners of the two brackets meet in the grand final. If the winner of the losers’ "
        "bracket wins it, it is played once more."
        if voice.rules.grand_final_reset
        else "The winners of the two brackets meet in the grand final, which is played once.",
        "grand_final_reset",
    )
