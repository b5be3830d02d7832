"""The cut into a phase: by rank, by match points, or by both (MAMTR App. E).

points                   21 18 18 15 14 12
Top 4                    21 18 18 15 advance
15 or more               21 18 18 15
Top 3 with 15 or more    21 18 18
Top 5 with 15 or more    21 18 18 15
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from runner.core.language import _, current
from runner.core.phase import Phase
from runner.rules.ruleset import Ruleset
from runner.rules.settings import BY_NAME
from runner.standings.model import Standings


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut: of the players still in, by seed, at most `most` advance, and only those with at least
    `points` match points. Without either, everybody advances."""

    most: int | None = None
    points: Fraction | None = None

    @classmethod
    def of(cls, phase: Phase, rules: Ruleset) -> Cut:
        """Return the cut into a phase; the first phase has none."""
        return cls() if phase.number == 1 else cls(stated(phase), rules.cut_points)

    def __bool__(self) -> bool:
        return self.most is not None or self.points is not None

    def made(self, still_in: Sequence[str], ranking: Standings | None) -> tuple[str, ...]:
        """Return who advances, of the ids still in by seed; if a player leaves, the next one moves
        up."""
        ids = tuple(still_in)
        if self.points is not None:
            won = {row.player: row.match_points for row in ranking.rows} if ranking else {}
            ids = tuple(player for player in ids if won.get(player, Fraction(0)) >= self.points)
        return ids[: self.most]

    @property
    def sentence(self) -> str:
        """The cut in words for players; "" if everybody advances."""
        if self.points is None:
            return _("Top {n} advance", n=self.most) if self.most is not None else ""
        enough = current().number(self.points)
        if self.most is None:
            return _("All with {points} or more match points advance", points=enough)
        return _("Top {n} advance, with {points} or more match points", n=self.most, points=enough)


def stated(phase: Phase) -> int | None:
    """Return the size of the cut that a phase states, in its own column or its settings; None if
    none."""
    if phase.cut is not None:
        return phase.cut
    try:
        most = BY_NAME["cut"].read(phase.settings.get("cut"))
    except ValueError:
        return None  # reported with the rules
    return most if isinstance(most, int) else None
