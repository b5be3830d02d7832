"""How good a pairing is, and how good any pairing could have been (docs/open-format.md).

Made by counting what anybody can count (`runner.pairing.audit`), for any round, whoever filled
its tables: nothing here is shared with the engine that pairs.
"""

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from runner.core.numbers import total
from runner.core.seating import SeatedTable
from runner.pairing.audit import notes as audit
from runner.pairing.audit.conflicts import clashes, repeats
from runner.pairing.audit.notes import seats_again, uneven_seats
from runner.pairing.audit.seated import AuditedRound, AuditedTable, difference, least_difference
from runner.pairing.model import LIMITED, Certificate
from runner.pairing.state import PairingInput

_APART_LIMITED = "The search reached its limit: more pairs may be possible to keep apart."
_PROVED = "It is proved that no other way to fill the tables keeps to the rules better."


def certify(
    state: PairingInput,
    tables: Sequence[SeatedTable],
    byes: Sequence[str],
    *,
    proved: bool,
    notes: Sequence[str] = (),
    bound: Fraction | None = None,
    searched: bool = False,
) -> Certificate:
    """Return the certificate of a whole round, tables filled by hand included.

    `proved` tells that the search has ruled out anything better, in the order of the aims.
    `bound` is a number that no pairing's points mismatch is below which is as good in the aims
    before it; the audit has one of its own and takes the larger. `notes` are what the pairing
    itself has to say, and follow what was found. `searched` tells that a search with a limit filled
    the tables, so that a note is due of what it has left open.

    Optimal is also proved where nothing is left to be wished: differences of points at their
    bound, every conflict of another kind proved unavoidable, and every bye where the rules want
    it (docs/rules.md 4). All of that is counted in exact points.
    """
    audited = _Audit(AuditedRound.of(state, tables, byes), bound)
    mismatch, least = audited.mismatch, audited.lower_bound
    best = proved or (mismatch == least and audited.rest_is_best)
    sentences = [*audited.notes(), *notes, *([_PROVED] if proved and mismatch > least else [])]
    sentences += audited.left_open() if searched and not best else ()
    return Certificate(
        repeated_pairs=len(audited.repeats.found),
        small_pod_repeats=audited.small_again,
        points_mismatch=mismatch,
        lower_bound=least,
        proved_optimal=best,
        notes=tuple(dict.fromkeys(sentences)),
        club_clashes=len(audited.clashes.found),
        moved_up=audit.ids(audited.moves, up=True),
        moved_down=audit.ids(audited.moves, up=False),
        uneven_seats=uneven_seats(audited.round_),
    )


class _Audit:
    """The conflicts and differences of a round, and how many of them are unavoidable."""

    def __init__(self, round_: AuditedRound, bound: Fraction | None) -> None:
        self.round_, self.bound = round_, bound
        self.repeats, self.clashes = repeats(round_), clashes(round_)
        self.moves = audit.moves(round_)
        self.small_again = sum(1 for _ in round_.small_again())
        self.mismatch = _differences(round_.tables)

    @property
    def lower_bound(self) -> Fraction:
        """The least that they could be, tables filled by hand and byes being as they are.

        A bound from outside that the round itself is below is none, and is left out.
        """
        free = [player.points for player in self.round_.paired]
        by_hand = _differences(table for table in self.round_.tables if table.by_hand)
        own = by_hand + least_difference(free, self.round_.sizes)
        if self.bound is None or self.bound > self.mismatch:
            return own
        return max(own, self.bound)

    @property
    def rest_is_best(self) -> bool:
        """Whether all but the differences of points is as the rules want it, or cannot be had.

        A bye may be what a conflict would need to go away, so with byes there must be none.
        """
        if not audit.byes_in_turn(self.round_) or audit.share_fixed_tables(self.round_):
            return False
        if not audit.small_pods_lowest(self.round_):
            return False
        if not (self.repeats.found or self.clashes.found or self.small_again):
            return True
        return (
            not self.round_.byes
            and audit.small_pods_unavoidable(self.round_)
            and self.repeats.unavoidable
            and self.clashes.unavoidable
        )

    def left_open(self) -> Iterator[str]:
        """Yield a sentence for each kind of conflict of which it is not proved that it must be."""
        small = self.small_again and not audit.small_pods_unavoidable(self.round_)
        others = audit.byes_of_others(self.round_)
        if self.repeats.open or small or (others and (self.repeats.found or self.small_again)):
            yield LIMITED
        if self.clashes.open or (others and self.clashes.found):
            yield _APART_LIMITED

    def notes(self) -> Iterator[str]:
        """Yield a sentence for everything that could not be had, with its reason where one is
        known."""
        drawn = self.round_.state.ruleset.method == "random"
        yield from self.repeats.sentences()
        if self.repeats.found and drawn:
            yield "Tables are drawn at random, whoever has met before."
        yield from audit.small_pods(self.round_)
        yield from self.clashes.sentences()
        yield from audit.byes(self.round_)
        yield from audit.fixed_tables(self.round_)
        if not drawn:
            yield from audit.sentences(self.round_, self.moves)
        yield from seats_again(self.round_)


def _differences(tables: Iterable[AuditedTable]) -> Fraction:
    """Return the differences of points in all pairs at those tables."""
    points = ([player.points for player in table.players] for table in tables)
    return total(filter(None, map(difference, points)))
