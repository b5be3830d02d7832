"""Swiss rounds in plain language."""

from collections.abc import Iterator

from runner.core.event import SEAT_LETTERS
from runner.core.numbers import points
from runner.core.phrases import count, listed
from runner.rules.voice import Section, Sentence, Voice
from runner.rules.win_rates import SOURCE


def sections(voice: Voice) -> Iterator[Section]:
    """Who meets whom, and who sits where."""
    yield Section("pairing", "Pairing", tuple(_pairing(voice)))
    yield Section("seats", "Tables and seats", (*_uneven(voice), *_seats(voice)))


def _pairing(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    yield voice.says(
        "The first round is drawn at random from the event’s seed.", source=voice.source("method")
    )
    yield from _METHODS[rules.method](voice)
    if rules.keep_clubs_apart:
        yield voice.says(
            "Players of one club meet only where it cannot be avoided.", "keep_clubs_apart"
        )
    if rules.last_round_by_standing:
        yield voice.says(
            "The last round is paired strictly by the standings.", "last_round_by_standing"
        )
    if rules.advance_points is not None:
        yield voice.says(
            f"Whoever reaches {points(rules.advance_points)} match points is in the next phase, "
            "and has byes for the rest of this one, which count as any other bye. They are seeded "
            "before all others, by the round in which they reached them, then by the tiebreakers "
            "as they were after that round.",
            "advance_points",
            source="MTR 10.4",
        )
    yield voice.says("A published round is never re-paired by itself.")


def _by_points(voice: Voice) -> Iterator[Sentence]:
    yield voice.says(
        "From then on nobody meets an earlier opponent again; where that cannot be, as few as "
        "possible do.",
        "method",
    )
    if voice.pods and voice.rules.uneven != "byes":
        yield voice.says("Then, nobody sits in a small pod a second time.", "method")
    if voice.pods and voice.rules.uneven != "byes" and voice.rules.small_pods_last:
        yield voice.says(
            "Then, small pods are as low in the standings as can be.", "small_pods_last"
        )
    yield voice.says("Then, players with equal points play each other.", "method")
    if voice.rules.method == "bubble" or not voice.pods:
        yield voice.says("Among equal points chance decides, by the seed.", "method")
    else:
        yield voice.says(
            "Then, tables follow the standings as closely as they can, from the top down.", "method"
        )


def _random(voice: Voice) -> Iterator[Sentence]:
    yield voice.says(
        "So is every other round: neither points nor earlier opponents count.", "method"
    )


def _power(voice: Voice) -> Iterator[Sentence]:
    yield voice.says(
        "From then on tables are filled strictly by rank, from the top down; whoever has met "
        "somebody there waits for the next table.",
        "method",
    )


_METHODS = {"swiss": _by_points, "bubble": _by_points, "random": _random, "power": _power}


def _uneven(voice: Voice) -> Iterator[Sentence]:
    rules, size = voice.rules, voice.rules.pod_size
    if voice.pods:
        yield voice.says(f"A full pod has {size} players.", "pod_size")
    else:
        yield voice.says("Two players sit at a table.", "pod_size")
    most = f", at most {count(rules.max_byes, 'bye')} a round" if rules.max_byes else ""
    lowest = "to the lowest in the standings who has had the fewest"
    if not voice.pods:
        yield voice.says(f"Where the number is odd, a bye goes {lowest}.", "uneven", "max_byes")
    elif rules.uneven == "byes":
        yield voice.says(
            f"Where the players do not fill the pods, byes go {lowest}{most}.", "uneven", "max_byes"
        )
    elif rules.uneven == "small_pods":
        yield voice.says(
            "Where the players do not fill the pods, as few pods as possible have one player less; "
            "nobody has a bye.",
            "uneven",
        )
    else:
        yield voice.says(
            "Where the players do not fill the pods, some have one player less; only where that "
            f"does not work out, byes go {lowest}{most}.",
            "uneven", "max_byes",
        )  # fmt: skip


def _seats(voice: Voice) -> Iterator[Sentence]:
    first = "Seats are in turn order: who sits in seat A begins. " if voice.pods else ""
    yield voice.says(first + _SEATS[voice.rules.seats], "seats")
    strengths = voice.rules.strengths[: len(SEAT_LETTERS)]
    if strengths and voice.rules.seats in ("balanced", "top_seed_first"):
        given = [
            f"{points(each)} in seat {SEAT_LETTERS[seat]}" for seat, each in enumerate(strengths)
        ]
        yield voice.says(
            f"Among equally even turns, nobody gets the better seats again: {listed(given)}.",
            "seat_strengths",
            source=SOURCE,
        )


_SEATS = {
    "balanced": "Over the event everybody sits in each seat about equally often.",
    "random": "Seats are drawn at random in every round.",
    "top_seed_first": "The best placed player has the first seat; the others share the rest "
    "evenly.",
    "sliding_window": "Nobody has a seat again before as many rounds as the table has seats are "
    "over, where it can be avoided.",
}
