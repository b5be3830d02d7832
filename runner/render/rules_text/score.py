"""What a match gives."""

from collections.abc import Iterator

from runner.core.language import _
from runner.rules.voice import Section, Sentence, Voice
from runner.standings.scoring import REGISTRY as SCORINGS


def scoring(voice: Voice, carried: bool | None = None) -> Iterator[Section]:
    """The section on points. `carried` is whether those of the phase before go on counting, None
    where there is nothing to be said."""
    told = SCORINGS[voice.rules.scoring].in_words(voice)
    before = () if carried is None else (_carried(voice, carried=carried),)
    yield Section("match_points", _("Points"), (*before, *told))


def _carried(voice: Voice, *, carried: bool) -> Sentence:
    return voice.says(
        _("Points, tiebreakers and opponents of the phase before still count.")
        if carried
        else _("Everybody starts from zero: nothing from the phase before counts."),
        "carry_points",
    )
