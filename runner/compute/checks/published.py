"""Checks of published rounds: made with another seed or phase, or before the seed was drawn."""

from collections.abc import Iterator
from fractions import Fraction

from runner import phases
from runner.compute import seeds
from runner.compute.progress import Progress
from runner.core.event import Event, Mode, Phase
from runner.core.language import count
from runner.core.numbers import points
from runner.core.problems import Place, Problem, error, warning
from runner.core.randomness import unmixed
from runner.ledger.entries import DRAWN, Entry
from runner.ledger.ledger import Ledger, seed_in_force
from runner.ledger.words import since_roll
from runner.phases.model import PhaseResult, Results
from runner.rules import presets, variants
from runner.rules.ruleset import ruleset, to_document
from runner.rules.settings import BY_NAME

_SCORED_BY = (
    "win", "draw", "loss", "bye", "tiebreakers", "scoring", "opponent_floor", "own_floor",
    "game_floor", "phantom_in_small_pods", "phantom_in_oamp", "bye_opponents", "bye_is_match",
    "start", "wager", "wager_draw", "wager_bye", "wager_rounding", "order_average", "seat_factors",
    "place_points",
)  # fmt: skip
"""The settings that rounds already out are scored by; the others shape rounds to come."""
_UNTIL_THEN = "Until then nothing new goes out, and the pages stay as they are."


def contradictions(event: Event, ledger: Ledger) -> Iterator[Problem]:
    """What makes published rounds unreadable: another mode or type, or no phase. All is fatal."""
    gone = {id_.phase: id_ for id_ in ledger.rounds if id_.phase > len(event.phases)}
    for number, id_ in sorted(gone.items()):
        why = f"{event.title(id_)} is out, but Phases has no row for phase {number} any more."
        fix = f"Put the row back as it was. {_UNTIL_THEN}"
        yield error("phases.row-of-published-gone", Place("Phases"), why, fix, fatal=True)
    for phase in event.phases:
        if drawn := _last_drawn(ledger, phase):
            changed = (*_another_type(event, phase, drawn), *_another_mode(event, phase, drawn))
            yield from changed[:1]


def _another_type(event: Event, phase: Phase, drawn: Entry) -> Iterator[Problem]:
    was, now = phases.drawn_by(str(drawn.data["algorithm"])), phases.find(phase.type)
    if not isinstance(now, type(was)) and now.ALGORITHMS:
        why = f"{event.title(drawn.round)} is out as {was.NAME}, but {phase.name}, which stands in "
        why += f"its row, is {now.NAME}, so who advances would be worked out wrongly."
        fix = f"Choose {was.NAME} under Type again; where a row was moved or deleted, put all back "
        fix += f"as it was. {_UNTIL_THEN}"
        yield error("phases.type-of-published-changed", phase.at("type"), why, fix, fatal=True)


def _another_mode(event: Event, phase: Phase, drawn: Entry) -> Iterator[Problem]:
    was = _said(Mode(drawn.data["state"]["mode"]), drawn.data.get("variant", ""))
    now = _said(phase.mode, phase.variant)
    if was != now:
        why = f"{event.title(drawn.round)} is out as {was}, but {phase.name} is {now} now, so its "
        why += "results would be misread."
        fix = f"Choose {was} under Mode again. {_UNTIL_THEN}"
        yield error("phases.mode-of-published-changed", phase.at("mode"), why, fix, fatal=True)


def another_seed(progress: Progress, results: Results) -> Iterator[Problem]:
    """The seed was changed under way."""
    chance = seed_in_force(progress.ledger.in_force)
    if chance and chance != progress.event.chance:
        seed = unmixed(chance, progress.event.hall_roll) or chance
        why = "The seed is not the one with which the last round was drawn: "
        why += "all that is drawn from now on follows from the new one."
        fix = f"Put “{seed}” back, so that one seed explains the whole event."
        yield warning("event.seed-changed", progress.event.at("seed"), why, fix)


def another_phase(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """A phase has another preset, other points, or fewer rounds than are out."""
    phase, planned, out = result.phase, result.planned, len(result.rounds)
    if drawn := _last_drawn(progress.ledger, phase):
        preset = str(drawn.data["state"]["preset"])
        if preset == result.ruleset.preset:
            yield from _other_points(result, drawn)
        else:
            now, was = presets.label(result.ruleset.preset), presets.label(preset)
            why = f"{phase.name} is scored by {now} now, and not by {was} as before: "
            why += "points and tiebreakers of all its rounds follow from that."
            fix = f"Choose {was} again, unless you meant it."
            yield warning("phases.preset-of-published-changed", phase.at("preset"), why, fix)
    if phase.rounds is not None and planned is not None and out > planned:
        why = f"{phase.name} has {count(planned, 'round')} by Phases, "
        why += f"but {phase.title(out)} is out."
        fix = "Correct the number under Rounds."
        yield warning("phases.fewer-rounds-than-published", phase.at("rounds"), why, fix)


def _other_points(result: PhaseResult, drawn: Entry) -> Iterator[Problem]:
    """By what all rounds are scored that are out, and were drawn under other rules."""
    phase, state = result.phase, drawn.data["state"]
    settings, variant = state.get("settings", {}), state.get("variant", phase.variant)
    then = Phase(1, "", phase.mode, "", state["preset"], settings=settings, variant=variant)
    before, _ = ruleset(then, {})
    stated = to_document(before), to_document(result.ruleset)
    for name in _SCORED_BY:
        was, now = (_value(getattr(rules, name)) for rules in (before, result.ruleset))
        if was != now and any(name in document for document in stated):
            why = f"{BY_NAME[name].heading}: {phase.name} is scored by {now} now, and was by {was} "
            why += f"when {phase.title(drawn.round.number)} was drawn. Points and tiebreakers of "
            why += "all its rounds follow from that."
            fix = f"Type {was} again, unless you meant it."
            yield warning("phases.points-of-published-changed", phase.at(name), why, fix)


def _value(value: object) -> str:
    if isinstance(value, Fraction):
        return points(value)
    if isinstance(value, tuple):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _last_drawn(ledger: Ledger, phase: Phase) -> Entry | None:
    """The latest line by which Runner drew a round of the phase."""
    lines = ledger.of_phase(phase.number, *DRAWN)
    return next((line for line in reversed(lines) if line.data.get("state")), None)


def _said(mode: Mode, variant: str) -> str:
    """A mode, or the variant that is played in it, as the Phases sheet calls it."""
    if played := variants.find(variant):
        return played.name
    return "Head-to-head" if mode is Mode.HEAD_TO_HEAD else mode.value.capitalize()


def before_round_1(progress: Progress, results: Results) -> Iterator[Problem]:
    """The list or the rules are not those that the hall rolled for, and round 1 is not out yet."""
    if not results or progress.ledger.hall_roll is not None:
        return
    first, players = results[0], progress.reconciled.players
    if found := seeds.since_roll(progress.ledger, players, first.phase, first.ruleset):
        yield warning("event.changed-since-roll", progress.event.at("hall_roll"),
            f"Since the hall rolled {progress.event.hall_roll}, {since_roll(found)}. Round 1 "
            "follows from that too, so its page will say so.",
            "Let the hall roll again, when the list is complete, and type the new number.",
        )  # fmt: skip
