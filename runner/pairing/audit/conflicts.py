"""Pairs at one table that should not be: named, explained, and held against the fewest there
could be."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from runner.core.phrases import count
from runner.pairing.audit.arrangements import MOST_PLAYERS, Fewest, fewest_pairs
from runner.pairing.audit.reasons import APART, MET, ConflictKind, why_either, why_together
from runner.pairing.audit.seated import AuditedRound, AuditedTable, Pair
from runner.pairing.audit.words import SAID, counted, sentence

_LOOKED_AT = 24  # pairs for which a reason is looked for


@dataclass(frozen=True)
class Conflicts:
    """The conflicts of one kind in a round; `one`, `many` and `two_do` are how they are told."""

    round_: AuditedRound
    kind: ConflictKind
    one: str
    many: str
    two_do: str

    @cached_property
    def found(self) -> list[tuple[AuditedTable, Pair]]:
        """Each pair with its table, in order of the ids."""
        return self.round_.pairs(self.kind.relation)

    @cached_property
    def fewest(self) -> Fewest | None:
        """The fewest pairs that the tables could have which the pairing filled; None where the
        field is too large to go through all arrangements."""
        players, made = self.round_.paired, self._made
        if not made:
            return Fewest(0, proved=True)
        if len(players) > MOST_PLAYERS:
            return None
        related = [
            sum(
                1 << at
                for at, other in enumerate(players)
                if other.id != player.id and self.kind.relation(player, other)
            )
            for player in players
        ]
        return fewest_pairs(related, self.round_.sizes, made)

    @property
    def _made(self) -> int:
        """How many of the pairs the pairing made, and not the organiser."""
        return sum(not table.by_hand for table, _ in self.found)

    @property
    def unavoidable(self) -> bool:
        """Whether it is proved that these tables could not have fewer."""
        fewest = self.fewest
        return fewest is not None and fewest.proved and fewest.pairs == self._made

    @property
    def open(self) -> bool:
        """Whether the pairing made some of which it is not proved that they must be."""
        return self._made > 0 and not self.unavoidable

    def sentences(self) -> Iterator[str]:
        """Who it is; then why, as far as a count shows it, and whether it could be had better."""
        if not self.found:
            return
        reasons = list(dict.fromkeys(filter(None, map(self._reason, self.found[:_LOOKED_AT]))))[
            :SAID
        ]
        if self.unavoidable and self._made and not (reasons and len(self.found) == 1):
            least = count(self._made, self.one, self.many)
            reasons.append(f"in every arrangement of {self._field}, at least {least}")
        if len(self.found) == 1 and reasons:
            one, two = self.found[0][1]
            yield f"{one.id} and {two.id} {self.two_do}: {reasons[0]}."
        else:
            names = [f"{one.id} and {two.id}" for _, (one, two) in self.found]
            yield from counted(names, f"1 {self.one}", self.many)
            yield from map(sentence, reasons)
        yield from self._better()

    def _reason(self, found: tuple[AuditedTable, Pair]) -> str:
        table, pair = found
        reason = why_together(self.round_, table, pair, self.kind)
        return reason or (why_either(self.round_, pair) if self.kind is APART else "")

    def _better(self) -> Iterator[str]:
        """That there is an arrangement with fewer, where one was found. Only of repeats: whatever
        else there could be less of may have more of them, and they count for more."""
        if self.kind is MET and self.fewest and self.fewest.pairs < self._made:
            fewer = count(self.fewest.pairs, self.one, self.many)
            fewer = f"only {fewer}" if self.fewest.pairs else f"no {self.one}"
            yield f"There is an arrangement of {self._field} in which {fewer}."

    @property
    def _field(self) -> str:
        return f"the {len(self.round_.paired)} players at these tables"


def repeats(round_: AuditedRound) -> Conflicts:
    """Pairs who have met before (docs/rules.md 4, aim 1)."""
    return Conflicts(round_, MET, "pair meets again", "pairs meet again", "meet again")


def clashes(round_: AuditedRound) -> Conflicts:
    """Pairs whom the organiser wants apart, by club or by name (docs/rules.md 4, aim 3)."""
    return Conflicts(
        round_,
        APART,
        "pair that was to be kept apart sits at one table",
        "pairs that were to be kept apart sit at one table",
        "were to be kept apart and sit at one table",
    )
