"""Who meets whom, who sits where, how long it takes."""

from __future__ import annotations

from collections.abc import Iterator

from runner.core.event import SEAT_LETTERS, Mode, Phase
from runner.core.numbers import points
from runner.core.phrases import count, listed, plural
from runner.render.rules_text.minutes import Level, minutes
from runner.render.rules_text.voice import Section, Sentence, Voice

_SWISS = "swiss"
_ROUND_ROBIN = "round_robin"
_RECOMMENDED = "As recommended for so many players"


def playing(
    voice: Voice, phase: Phase | None, planned: int | None, level: Level
) -> Iterator[Section]:
    """Pairing, tables and time of a phase; of Swiss rounds where there is none."""
    kind = phase.type if phase else _SWISS
    if kind == _SWISS:
        yield Section("pairing", "Pairing", tuple(_pairing(voice)))
        yield Section("seats", "Tables and seats", (*_uneven(voice), *_seats(voice)))
    elif "elimination" in kind:
        drafted = phase is not None and phase.mode is Mode.DRAFT
        yield Section("playoff", "Playoff", tuple(_playoff(voice, kind, drafted=drafted)))
    elif kind == _ROUND_ROBIN:
        yield Section("pairing", "Pairing", tuple(_round_robin(voice, phase)))
    stated = phase is not None and phase.rounds is not None
    time = (*_rounds(voice, planned, stated, kind), *minutes(voice, phase, level))
    yield Section("time", "Rounds and time", time)


# --- Swiss rounds --------------------------------------------------------------------------------


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
    yield voice.says("What has been published is never paired anew by itself.")


def _by_points(voice: Voice) -> Iterator[Sentence]:
    yield voice.says(
        "From then on nobody meets an earlier opponent again; where that cannot be, as few as "
        "possible do.",
        "method",
    )
    if voice.pods and voice.rules.uneven != "byes":
        yield voice.says("Then, nobody sits in a small pod a second time.", "method")
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
        "From then on tables are filled strictly by rank; earlier opponents are kept apart by "
        "exchanging neighbours.",
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
    if voice.rules.seat_strengths:
        given = [
            f"{points(strength)} in seat {SEAT_LETTERS[seat]}"
            for seat, strength in enumerate(voice.rules.seat_strengths[: len(SEAT_LETTERS)])
        ]
        yield voice.says(
            f"Balanced seats even out how good they are: {listed(given)}.", "seat_strengths"
        )


_SEATS = {
    "balanced": "Over the event everybody sits in each seat about equally often.",
    "random": "Seats are drawn at random in every round.",
    "top_seed_first": "The best placed player has the first seat; the others share the rest "
    "evenly.",
    "sliding_window": "Nobody has a seat again before as many rounds as the table has seats are "
    "over, where it can be avoided.",
}


# --- round robin ---------------------------------------------------------------------------------


def _round_robin(voice: Voice, phase: Phase | None) -> Iterator[Sentence]:
    rules = voice.rules
    if rules.group_size is not None:
        yield from _groups(voice, phase)
    twice = "twice, from each seat once" if rules.double_round else "once"
    field = "of their group " if rules.group_size is not None else ""
    yield voice.says(f"Everybody meets everybody {field}{twice}.", "double_round")
    ranked = phase is not None and (
        phase.cut is not None
        or rules.cut_points is not None
        or (rules.group_size is not None and phase.number > 1)
    )
    given = "go by rank" if ranked else "are drawn from the event’s seed"
    yield voice.says(
        f"Numbers {given}, and the Berger tables say which numbers meet in each round.",
        source="FIDE C.05 Annex 1",
    )
    if rules.double_round:
        yield voice.says(
            "The last two rounds of the first time change places, so that nobody goes first three "
            "times running.",
            source="FIDE C.05 Annex 1",
        )
    yield voice.says(
        f"In an odd {'group' if field else 'field'} one player sits out each round, with a bye. So "
        "does the opponent of a player who has left."
    )


def _groups(voice: Voice, phase: Phase | None) -> Iterator[Sentence]:
    rules = voice.rules
    later = phase is not None and phase.number > 1
    how = "by rank, forth and back" if later else "at random from the event’s seed"
    yield voice.says(
        f"Players are dealt {how} into groups of {rules.group_size} at most, as even as can be.",
        "group_size",
    )
    if rules.keep_clubs_apart:
        yield voice.says(
            "Players of one club are in different groups as far as can be.", "keep_clubs_apart"
        )
    best = f"The best {rules.group_advance} of each group go on. " if rules.group_advance else ""
    yield voice.says(
        f"{best}Who is first in a group is seeded before who is second, and within that whoever "
        "has more match points a match, byes left out, then by the tiebreakers. In a bracket two "
        "of one group meet as late as can be.",
        "group_advance",
    )


# --- playoffs ------------------------------------------------------------------------------------


def _playoff(voice: Voice, kind: str, *, drafted: bool) -> Iterator[Sentence]:
    rules, double = voice.rules, kind.startswith("double")
    if double:
        yield from _double(voice)
    else:
        yield voice.says(f"The winner of each {voice.contest} goes on.", "elimination_pattern")
    if voice.pods and not double:
        yield voice.says(
            "Seeds are spread over the pods forth and back, so that the pods are about equally "
            "strong."
            if rules.elimination_pattern == "snake"
            else "Seeds are dealt to the pods in turn.",
            "elimination_pattern",
        )
    elif not voice.pods:
        yield from _opponents(voice, drafted=drafted and not double)
    yield voice.says(
        f"In a drawn {voice.contest} the player who stands highest goes on."
        if rules.drawn_elimination == "highest_seed"
        else f"A drawn {voice.contest} is played on until it has a winner.",
        "drawn_elimination",
        source="MAMTR 2.4C" if voice.pods else "",
    )
    if rules.third_place and not double:
        yield voice.says("The third place is played for.", "third_place")


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


def _double(voice: Voice) -> Iterator[Sentence]:
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


# --- rounds -----------------------------------------------------------------------------------


def _rounds(voice: Voice, planned: int | None, stated: bool, kind: str) -> Iterator[Sentence]:
    rules = voice.rules
    if planned:
        needed = "As many as it takes" if kind == _ROUND_ROBIN else _RECOMMENDED
        yield voice.says(
            f"There {plural(planned, 'is', 'are')} {count(planned, 'round')}.",
            source="As the organiser says" if stated else needed,
        )
    elif kind == _SWISS:
        yield voice.says("Where the event does not say, as many rounds are played as the rules "
                         "recommend for the number of players.", "advice")  # fmt: skip
    if isinstance(rules.best_of, tuple):
        *first, last = rules.best_of
        told = ", ".join(f"best of {each} in round {at}" for at, each in enumerate(first, 1))
        later = f"best of {last} from round {len(rules.best_of)} on"
        yield voice.says(f"A {voice.contest} is {told} and {later}.", "best_of")
    elif rules.best_of == 1:
        yield voice.says(f"A {voice.contest} is one game.", "best_of")
    else:
        yield voice.says(
            f"A {voice.contest} is best of {rules.best_of}: {rules.best_of // 2 + 1} games win it.",
            "best_of",
        )
