"""What a match gives, for each way of scoring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from runner.core.event import SEAT_LETTERS
from runner.core.numbers import points
from runner.core.phrases import listed
from runner.rules.voice import Section, Sentence, Voice, number_of
from runner.standings.scoring import REGISTRY


def scoring(voice: Voice, carried: bool | None = None) -> Iterator[Section]:
    """The section on points; a way of scoring without sentences of its own is named. `carried` is
    whether those of the phase before go on counting, None where there is nothing to be said."""
    key = voice.rules.scoring
    told = _TOLD.get(key, _named)
    before = () if carried is None else (_carried(voice, carried=carried),)
    yield Section("match_points", "Points", (*before, *told(voice)))


def _carried(voice: Voice, *, carried: bool) -> Sentence:
    return voice.says(
        "Points, tiebreakers and opponents of the phase before go on counting."
        if carried
        else "Everybody begins anew: points, tiebreakers and opponents of the phase before do not "
        "count.",
        "carry_points",
    )


def _named(voice: Voice) -> Iterator[Sentence]:
    name = REGISTRY[voice.rules.scoring].NAME
    yield voice.says(f"Scored by {name[0].lower()}{name[1:]}.", "scoring")


# --- match points --------------------------------------------------------------------------------


def _match_points(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    win, draw = number_of(rules.win, "match point"), number_of(rules.draw, "match point")
    yield voice.says(f"Winning a {voice.contest} gives {win}.", "win")
    if voice.pods:
        who = "each" if rules.draw else "any"
        yield voice.says(
            f"A drawn pod gives {draw} to {who} of its players, also to those already out of the "
            "game.", "draw",
        )  # fmt: skip
    else:
        yield voice.says(f"A drawn match gives {draw} to both players.", "draw")
    yield voice.says(f"A loss gives {number_of(rules.loss, 'match point')}.", "loss")
    yield voice.says(
        "Who concedes, has a match loss as a penalty or does not show up gets no points, even "
        "where the others at the table draw.",
        source="MAMTR 2.1A" if voice.pods else "",
    )
    if voice.pods:
        yield voice.says(
            f"A pod with fewer than {rules.pod_size} players gives the same points.",
            "win", "pod_size",
        )  # fmt: skip
    yield _bye(voice)
    yield voice.says(
        "Rounds before a late entry are lost matches and count as played; a round that somebody is "
        "absent from does not count."
    )


def _bye(voice: Voice) -> Sentence:
    rules = voice.rules
    like = ", as much as a win" if rules.bye == rules.win else ""
    text = f"A bye gives {number_of(rules.bye, 'match point')}{like}"
    if rules.bye_is_match:
        games = rules.games(1) // 2 + 1
        text += f", and counts as a match won {games}-0"
    return voice.says(f"{text}.", "bye", *(["bye_is_match"] if rules.bye_is_match else []))


# --- wagers --------------------------------------------------------------------------------------


def _wagers(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    yield voice.says(f"Everybody begins with {number_of(rules.start, 'point')}.", "start")
    yield voice.says(
        f"In each {voice.contest} every player stakes {points(rules.wager)} per cent of the points "
        "they have.", "wager",
    )  # fmt: skip
    if rules.seat_factors:
        yield _seat_factors(voice)
    rounding = " Gains are rounded up to whole points." if rules.wager_rounding == "up" else ""
    yield voice.says(f"The winner takes all the stakes.{rounding}", "wager_rounding")
    yield voice.says(
        "In a draw the stakes are put together and split equally."
        if rules.wager_draw == "split"
        else "In a draw everybody loses their stake.",
        "wager_draw",
    )
    yield voice.says(_wager_bye(rules.wager_bye), "wager_bye")
    if rules.order_average:
        yield voice.says(
            "As stakes grow with the points, the order of rounds would matter. It does not here: "
            "points are the exact mean over all orders in which the rounds could have been played "
            "(beyond 12 rounds, over all rotations of their order).",
            "order_average",
        )


def _seat_factors(voice: Voice) -> Sentence:
    factors = [
        f"{points(factor)} times in seat {SEAT_LETTERS[seat]}"
        for seat, factor in enumerate(voice.rules.seat_factors[: len(SEAT_LETTERS)])
    ]
    return voice.says(f"The stake is multiplied: {listed(factors)}.", "seat_factors")


def _wager_bye(bye: str | None) -> str:
    if bye is None:
        return "A bye changes nothing."
    if bye == "average":
        return (
            "A bye gives what the player gains in a match on average, settled after the last round."
        )
    return f"A bye gives {bye} times what the player would have staked."


# --- places --------------------------------------------------------------------------------------


def _places(voice: Voice) -> Iterator[Sentence]:
    given = [points(each) for each in voice.rules.place_points]
    if given:
        yield voice.says(
            f"The places at a table, from the first, give {listed(given)} points.", "place_points"
        )
    yield voice.says("Equal places, draws among them, share what their places are worth.")
    yield voice.says(
        "Who concedes, has a match loss as a penalty or does not show up comes last and gets "
        "nothing."
    )
    yield voice.says(f"A bye gives {number_of(voice.rules.bye, 'point')}.", "bye")


_TOLD: Mapping[str, Callable[[Voice], Iterator[Sentence]]] = {
    "match_points": _match_points,
    "wager": _wagers,
    "placement": _places,
}
