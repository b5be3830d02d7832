"""The rules of Swiss rounds in plain language: in the whole field, inside draft pods, at large
tables."""

from collections.abc import Iterator

from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import N_, _, current, listed, ngettext
from runner.pairing.circles import played_in_circles
from runner.rules.explain import RuleExplainer, Section, Sentence, amount
from runner.rules.ruleset import WIN_RATES_SOURCE


def _draft_pairing(voice: RuleExplainer) -> Iterator[Sentence]:
    """Yield who meets whom inside a draft pod."""
    yield voice.says(_("Everybody plays inside their own draft pod."), "pairing_scope")
    yield from map(voice.says, (
        _("In the first round players in opposite seats of the draft table meet: in a pod of 8, "
          "seats 1 and 5, 2 and 6, 3 and 7, 4 and 8. In an odd pod a bye is drawn from the event’s "
          "seed."),
        _("In the second round the winners of every second match meet: of four matches, those of "
          "the first and the third, and of the second and the fourth. So do the losers. Whoever "
          "drew, or has no such opponent, is paired by points."),
        _("From the third round on players with equal points meet."),
        _("After the first round nobody meets an earlier opponent again; where that cannot be "
          "avoided, as few as possible do. That counts before all else."),
        _("Among equal points chance decides, by the seed."),
        _("A published round is never re-paired by itself."),
    ))  # fmt: skip


def sections(voice: RuleExplainer, *, inside: bool = False) -> Iterator[Section]:
    """Yield who meets whom, and who sits where; `inside`: in the pods of a draft."""
    circles = played_in_circles(voice.rules)
    pairing = _draft_pairing(voice) if inside else _pairing(voice, circles=circles is not None)
    yield Section("pairing", _("Pairing"), tuple(pairing))
    yield Section("seats", _("Tables and seats"), (*_uneven(voice, inside=inside), *_seats(voice)))


def _pairing(voice: RuleExplainer, *, circles: bool) -> Iterator[Sentence]:
    """Yield who meets whom; `circles`: at tables with turns round them."""
    rules = voice.rules
    if circles and rules.played_as and rules.played_as.circle:
        yield voice.says(_("All players sit in one circle."))
        return
    yield voice.says(
        _("The first round is drawn at random from the event’s seed."),
        source=voice.source("method"),
    )
    if rules.method == "random":
        yield voice.says(
            _("So is every other round: neither points nor earlier opponents count."), "method"
        )
    elif rules.method == "power" and circles:
        yield voice.says(
            _("From then on tables are filled strictly by rank, from the top down."), "method"
        )
    elif rules.method == "power":
        text = _(
            "From then on tables are filled strictly by rank, from the top down; whoever has met "
            "somebody there waits for the next table."
        )
        yield voice.says(text, "method")
    elif circles:
        yield voice.says(
            _("From then on as few players as possible meet an earlier opponent again."), "method"
        )
        yield voice.says(_("Then, players with equal points meet."), "method")
    else:
        yield from _by_points(voice)
    if rules.keep_clubs_apart:
        yield voice.says(
            _("Players of one club meet only where it cannot be avoided."), "keep_clubs_apart"
        )
    if rules.last_round_by_standing and not circles:
        yield voice.says(
            _("The last round is paired strictly by the standings."), "last_round_by_standing"
        )
    if rules.advance_points is not None and not circles:
        text = ngettext(
            "Whoever reaches {n} match point is in the next phase, and has byes for the rest of "
            "this one, which count as any other bye. They are seeded before all others, by the "
            "round in which they reached it, then by the tiebreakers as they were after that "
            "round.",
            "Whoever reaches {n} match points is in the next phase, and has byes for the rest of "
            "this one, which count as any other bye. They are seeded before all others, by the "
            "round in which they reached them, then by the tiebreakers as they were after that "
            "round.",
            rules.advance_points,
        )
        yield voice.says(text, "advance_points", source="MTR 10.4")
    yield voice.says(_("A published round is never re-paired by itself."))


def _by_points(voice: RuleExplainer) -> Iterator[Sentence]:
    yield voice.says(
        _("From then on nobody meets an earlier opponent again; where that cannot be avoided, as "
          "few as possible do."),
        "method",
    )  # fmt: skip
    if voice.pods and voice.rules.uneven != "byes":
        yield voice.says(_("Then, nobody sits in a small pod a second time."), "method")
    if voice.pods and voice.rules.uneven != "byes" and voice.rules.small_pods_last:
        yield voice.says(
            _("Then, small pods are as low in the standings as possible."), "small_pods_last"
        )
    yield voice.says(_("Then, players with equal points meet."), "method")
    if voice.rules.method == "bubble" or not voice.pods:
        yield voice.says(_("Among equal points chance decides, by the seed."), "method")
    else:
        yield voice.says(
            _("Then, tables follow the standings as closely as they can, from the top down."),
            "method",
        )


def _uneven(voice: RuleExplainer, *, inside: bool) -> Iterator[Sentence]:
    """Yield the table size, and what happens if the players do not fill the tables."""
    variant = played_in_circles(voice.rules)
    if variant and not inside:
        text = _(
            "{fewest} to {most} players sit at a table. Tables are as even as possible, and as "
            "near to {best} players as possible.",
            fewest=variant.fewest, most=variant.most, best=voice.rules.pod_size,
        )  # fmt: skip
        yield from () if variant.circle else (voice.says(text, "pod_size"),)
        return
    if not voice.pods or inside:
        yield voice.says(_("Two players sit at a table."), "pod_size")
    if inside:
        yield voice.says(
            _("From the second round on a bye in an odd pod goes to the lowest in the standings of "
              "those who have had the fewest.")
        )  # fmt: skip
        text = _(
            "Tables take turns by pod: the first match of each pod, then the second of each, and "
            "so on."
        )
        yield voice.says(text, "first_table", "table_order")
        return
    if not voice.pods:
        text = _(
            "Where the number is odd, a bye goes to the lowest in the standings of those who have "
            "had the fewest."
        )
        yield voice.says(text, "uneven", "max_byes")
        return
    size = voice.rules.pod_size
    yield voice.says(
        ngettext("A full pod has {n} player.", "A full pod has {n} players.", size), "pod_size"
    )
    most, uneven = voice.rules.max_byes or 0, voice.rules.uneven
    if uneven == "small_pods":
        text = _(
            "Where the players do not fill the pods, as few pods as possible have one player "
            "fewer; nobody has a bye."
        )
    elif uneven == "byes":
        text = amount(
            most,
            ngettext(
                "Where the players do not fill the pods, byes go to the lowest in the standings of "
                "those who have had the fewest, at most {n} bye a round.",
                "Where the players do not fill the pods, byes go to the lowest in the standings of "
                "those who have had the fewest, at most {n} byes a round.",
                most,
            ),
            _("Where the players do not fill the pods, byes go to the lowest in the standings of "
              "those who have had the fewest."),
        )  # fmt: skip
    else:
        text = amount(
            most,
            ngettext(
                "Where the players do not fill the pods, some have one player fewer; only where "
                "that is not possible, byes go to the lowest in the standings of those who have "
                "had the fewest, at most {n} bye a round.",
                "Where the players do not fill the pods, some have one player fewer; only where "
                "that is not possible, byes go to the lowest in the standings of those who have "
                "had the fewest, at most {n} byes a round.",
                most,
            ),
            _("Where the players do not fill the pods, some have one player fewer; only where that "
              "is not possible, byes go to the lowest in the standings of those who have had the "
              "fewest."),
        )  # fmt: skip
    yield voice.says(text, "uneven", *([] if uneven == "small_pods" else ["max_byes"]))


def _seats(voice: RuleExplainer) -> Iterator[Sentence]:
    if played_in_circles(voice.rules):
        yield voice.says(
            _("Seats are in turn order: seat B is to the left of seat A. They are drawn at random, "
              "so that nobody has the same player to the left again where that can be avoided.")
        )  # fmt: skip
        return
    shared = _(_SEATS[voice.rules.seats])
    if voice.pods:
        # Note: {shared} is one more sentence, such as "Seats are drawn at random in every round."
        shared = _("Seats are in turn order: seat A goes first. {shared}", shared=shared)
    yield voice.says(shared, "seats")
    strengths = voice.rules.strengths
    if strengths and voice.rules.seats in ("balanced", "top_seed_first"):
        given = [
            # Note: how good a seat is: a number, and the letter of the seat.
            _("{strength} in seat {seat}", strength=current().number(each), seat=letter)
            for each, letter in zip(strengths, SEAT_LETTERS, strict=False)
        ]
        text = _(
            "Where several seatings are equally even, the better seats go to players who have had "
            "worse ones: {seats}.",
            seats=listed(given),
        )
        yield voice.says(text, "seat_strengths", source=WIN_RATES_SOURCE)


_SEATS = {
    "balanced": N_("Over the event everybody sits in each seat about equally often."),
    "random": N_("Seats are drawn at random in every round."),
    "top_seed_first": N_(
        "The highest-ranked player has the first seat; the others share the rest evenly."
    ),
    "sliding_window": N_(
        "Nobody has the same seat twice within as many rounds as the table has seats, where that "
        "can be avoided."
    ),
}
