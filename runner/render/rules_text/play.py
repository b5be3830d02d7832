"""Who meets whom, who sits where, how long it takes."""

from collections.abc import Iterator

from runner import phases
from runner.core.event import Phase
from runner.core.phrases import count, plural
from runner.phases.phase_type import PhaseType
from runner.render.rules_text.minutes import Level, minutes
from runner.rules.voice import Section, Sentence, Voice


def playing(
    voice: Voice, phase: Phase | None, planned: int | None, level: Level
) -> Iterator[Section]:
    """Pairing, tables and time of a phase; of Swiss rounds where there is none."""
    type_ = phases.find(phase.type) if phase else phases.USUAL
    yield from type_.in_words(voice, phase)
    stated = phase is not None and phase.rounds is not None
    rounds = _rounds(voice, type_, planned, stated=stated)
    yield Section("time", "Rounds and time", (*rounds, *minutes(voice, phase, type_, level)))


def _rounds(
    voice: Voice, type_: PhaseType, planned: int | None, *, stated: bool
) -> Iterator[Sentence]:
    rules = voice.rules
    if planned:
        yield voice.says(
            f"There {plural(planned, 'is', 'are')} {count(planned, 'round')}.",
            source="As the organiser says" if stated else type_.ROUNDS,
        )
    elif type_.ADVISED:
        yield voice.says("Where the event does not say, as many rounds are played as the rules "
                         "recommend for the number of players.", "advice")  # fmt: skip
    if isinstance(rules.best_of, tuple):
        *first, last = rules.best_of
        told = ", ".join(f"best of {games} in round {at}" for at, games in enumerate(first, 1))
        later = f"best of {last} from round {len(rules.best_of)} on"
        yield voice.says(f"A {voice.contest} is {told} and {later}.", "best_of")
    elif rules.best_of == 1:
        yield voice.says(f"A {voice.contest} is one game.", "best_of")
    else:
        yield voice.says(
            f"A {voice.contest} is best of {rules.best_of}: {rules.best_of // 2 + 1} games win it.",
            "best_of",
        )
