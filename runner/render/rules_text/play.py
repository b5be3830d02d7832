"""Sections on pairing, seating and time, and on the table of a variant."""

from collections.abc import Iterator

from runner import phases
from runner.core.language import N_, _, listed, ngettext
from runner.core.phase import Phase
from runner.phases.phase_type import PhaseType
from runner.render.cards import card as figures
from runner.render.cards.card import Played
from runner.render.cards.variant_cards import CARDS
from runner.render.rules_text.minutes import Level, minutes
from runner.rules.explain import RuleExplainer, Section, Sentence
from runner.rules.ruleset import Ruleset


def playing(
    voice: RuleExplainer, phase: Phase | None, planned: int | None, level: Level
) -> Iterator[Section]:
    """Yield the sections on pairing, tables and time of a phase; without one, of Swiss rounds."""
    type_ = phases.find(phase.type) if phase else phases.USUAL
    yield from type_.in_words(voice, phase)
    stated = phase is not None and phase.rounds is not None
    rounds = _rounds(voice, type_, planned, stated=stated)
    games = voice.says(_games(voice), "best_of")
    times = minutes(voice, phase, type_, planned, level)
    yield Section("time", _("Rounds and time"), (*rounds, games, *times))


def _rounds(
    voice: RuleExplainer, type_: PhaseType, planned: int | None, *, stated: bool
) -> Iterator[Sentence]:
    if planned:
        yield voice.says(
            ngettext("There is {n} round.", "There are {n} rounds.", planned),
            source=N_("As the organiser says") if stated else type_.ROUNDS,
        )
    elif type_.OPEN:
        text = _(
            "Where the event does not say, as many rounds are played as the rules recommend for "
            "the number of players."
        )
        yield voice.says(text, "advice")


def _games(voice: RuleExplainer) -> str:
    games, pods = voice.rules.best_of, voice.pods
    if isinstance(games, tuple):
        rounds = _staged(games)
        # Note: {rounds} is "best of 1 in round 1 and best of 3 from round 2 on".
        return _("A pod is {rounds}.", rounds=rounds) if pods else _("A match is {rounds}.",
                 rounds=rounds)  # fmt: skip
    if games == 1:
        return _("A pod is one game.") if pods else _("A match is one game.")
    enough = games // 2 + 1
    if pods:
        return ngettext(
            "A pod is best of {games}: {n} game wins it.",
            "A pod is best of {games}: {n} games win it.", enough, games=games,
        )  # fmt: skip
    return ngettext(
        "A match is best of {games}: {n} game wins it.",
        "A match is best of {games}: {n} games win it.", enough, games=games,
    )  # fmt: skip


def _staged(best_of: tuple[int, ...]) -> str:
    *first, last = best_of
    parts = [
        _("best of {games} in round {round}", games=games, round=round_)
        for round_, games in enumerate(first, 1)
    ]
    later = _("best of {games} from round {round} on", games=last, round=len(best_of))
    return listed([*parts, later])


_IN_OTHER_SECTIONS = (figures.time, figures.points)


def at_the_table(rules: Ruleset, phase: Phase | None) -> Iterator[Section]:
    """Yield the section on seats, goal, turns, attacks and elimination, as on the table card.

    Yield nothing without a variant: the rules of the game are enough.
    """
    variant = rules.played_as
    if variant is None:
        return
    card = CARDS[variant.key]
    played = [Played(phase or figures.usual(card).phase, rules)]
    sentences = [Sentence(" · ".join(figures.facts(card, rules)), "")]
    for line in card.lines:
        if line.by in (None, rules.classic) and line.follows not in _IN_OTHER_SECTIONS:
            text = figures.words(line, played)
            about = _("{name}: {meaning}", name=_(line.about), meaning=text) if line.about else text
            sentences.append(Sentence(about, line.source))
    yield Section("table", _(variant.name), tuple(sentences))
