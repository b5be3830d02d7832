"""How standings are ordered, and what is done about those who were not there."""

from collections.abc import Iterator

from runner.core.numbers import points
from runner.rules.voice import Section, Sentence, Voice, number_of
from runner.standings.tiebreakers import REGISTRY
from runner.standings.tiebreakers.working import floor_text


def ranking(voice: Voice) -> Iterator[Section]:
    """The order of the standings, then floors, byes and small pods as far as they matter."""
    yield Section("standings", "Standings", tuple(_order(voice)), numbered=True)
    details = tuple(_details(voice))
    if details:
        yield Section("details", "Standings in detail", details)


def _order(voice: Voice) -> Iterator[Sentence]:
    yield voice.says("Points: all that was won in the rounds so far.", "tiebreakers")
    for key in voice.rules.tiebreakers:
        tiebreaker = REGISTRY[key]
        name, short = tiebreaker.NAME, tiebreaker.ABBREVIATION
        called = name if short == name else f"{name} ({short})"
        yield voice.says(f"{called}: {_lowered(tiebreaker.MEANING)}", "tiebreakers", key=key)
    yield voice.says(
        "The event’s seed: players who are equal in all of this are put in an order drawn from it, "
        "and marked with =."
    )


def _lowered(text: str) -> str:
    """The text to follow a colon; an abbreviation at its beginning stays."""
    return text if text[1:2].isupper() or text[1:2] == "%" else text[0].lower() + text[1:]


def _details(voice: Voice) -> Iterator[Sentence]:
    used = voice.rules.tiebreakers
    shaped_by = {name for key in used for name in REGISTRY[key].SETTINGS}
    if "own_floor" in shaped_by:
        yield _own_floor(voice)
    if "bye_is_match" in shaped_by and not voice.rules.bye_is_match:
        yield voice.says("The points of byes count in no MW%.", "bye_is_match")
    if "opponent_floor" in shaped_by:
        yield from _opponents(voice)
    if "phantom_in_oamp" in shaped_by:
        yield from _average(voice)
    if "game_floor" in shaped_by:
        floor = floor_text(voice.rules.game_floor)
        yield voice.says(f"Nobody’s GW% counts less than {floor} in a comparison.", "game_floor")
    if voice.rules.standings_hidden:
        yield voice.says("Standings are hidden until the phase is over.", "standings_hidden")
    if used:
        yield voice.says(
            "Values are compared as exact fractions; what is shown is rounded for reading only."
        )


def _own_floor(voice: Voice) -> Sentence:
    floor = voice.rules.own_floor
    if floor is None:
        return voice.says("One’s own MW% has no floor.", "own_floor")
    return voice.says(f"One’s own MW% counts at least {floor_text(floor)}.", "own_floor")


def _opponents(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    yield voice.says(
        f"An opponent’s MW% counts at least {floor_text(rules.opponent_floor)} in OMW%.",
        "opponent_floor",
    )
    yield voice.says(
        "An opponent who dropped keeps the rounds they played; one met twice counts twice.",
        source="MAMTR App. C" if voice.pods else "MTR App. C",
    )
    if rules.bye_opponents:
        who = number_of(rules.bye_opponents, "opponent")
        yield voice.says(f"A bye counts as {who} at the floor in OMW%.", "bye_opponents")
    else:
        yield voice.says("One’s own byes are left out of OMW%.", "bye_opponents")
    if voice.pods:
        yield voice.says(
            "Each seat that a small pod lacks counts as an opponent at the floor in OMW%."
            if rules.phantom_in_small_pods
            else "A small pod simply has fewer opponents in OMW%.",
            "phantom_in_small_pods",
        )


def _average(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    if rules.phantom_in_oamp:
        share = points(rules.opponent_floor * rules.win)
        yield voice.says(
            f"In OAMP too: each empty seat counts as an opponent with {share} for every round.",
            "phantom_in_oamp",
        )
    elif rules.phantom_in_small_pods and voice.pods:
        yield voice.says("OAMP has no such extra opponent.", "phantom_in_oamp")
