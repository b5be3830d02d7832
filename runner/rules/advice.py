"""The number of rounds and the cut that the rules recommend for a field. They are advice only.

Sources: MTR App. E; MAMTR App. E; docs/rules.md 6.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from runner.core.language import count
from runner.rules.ruleset import Ruleset
from runner.rules.variants import FREE_FOR_ALL

_PLAYOFF_DRAFTED = "or 4 rounds and a Top 8 where the playoff is a draft"
_ELIMINATION = "single elimination"
_ELIMINATION_POD = "one elimination pod"


@dataclass(frozen=True, slots=True)
class Advice:
    """Rounds and playoff for a field.

    `cut` is None if none is recommended. `counted` is the number that was looked up, with invisible
    players included. `remark` is what the rules add: that so few play single elimination, or an
    equal alternative. `of` is what takes part: a player or a team. If not `recommended`, no rules
    say anything, and the rounds are only a usual number.
    """

    players: int
    counted: int
    rounds: int
    cut: int | None
    remark: str = ""
    of: str = "player"
    recommended: bool = True

    def sentence(self, rounds: int | None = None, cut: int | None = None) -> str:
        """Return the advice in words and what the organiser has set instead, if anything: a number
        of rounds and a cut after them; None for what is not set."""
        instead = other_cut = f"a Top {cut}" if cut not in (None, self.cut) else ""
        if rounds is not None and rounds != self.rounds:
            instead = f"{rounds} and {other_cut}" if other_cut else count(rounds, "round")
        advised = f"For {count(self.players, self.of)} the rules suggest {self._what}"
        return f"{advised}; you set {instead}." if instead else f"{advised}."

    @property
    def _what(self) -> str:
        rounds = count(self.rounds, "round")
        if self.remark == _ELIMINATION_POD:
            return self.remark
        if self.remark == _ELIMINATION:
            return f"{rounds} of {self.remark}"
        cut = f" and a Top {self.cut}" if self.cut else ""
        return f"{rounds}{cut}{f', {self.remark}' if self.remark else ''}"


def is_advice(text: str) -> bool:
    """Return whether a text is a sentence that `Advice.sentence` may have written for some
    field."""
    return _SENTENCE.match(text) is not None


_SENTENCE = re.compile(
    r"\d+ players?\b.* recommended\.|For \d+ (?:players?|teams?) the rules suggest "
)
_Row = tuple[int, int, int | None]  # up to so many players: rounds, cut

_MTR: tuple[_Row, ...] = (
    (2, 1, None), (4, 2, None), (8, 3, None), (16, 5, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8),
    (226, 8, 8), (409, 9, 8),
)  # fmt: skip
_MTR_MOST = (10, 8)
_MTR_ELIMINATION, _MTR_DRAFT = 8, 16  # up to so many play single elimination; may draft a Top 8
_MAMTR: tuple[_Row, ...] = (
    (4, 1, None), (15, 2, 4), (24, 3, 10), (32, 4, 10), (64, 5, 16), (128, 6, 16), (256, 7, 40),
    (512, 8, 40),
)  # fmt: skip
_MAMTR_MOST = (9, 64)
_MAMTR_2023: tuple[_Row, ...] = (
    (4, 1, None), (15, 2, 4), (32, 3, 10), (64, 4, 16), (128, 5, 16), (256, 5, 40),
)  # fmt: skip
_BYE_COUNTS_AS = {0: 1, 1: 2, 2: 4}  # players, by the rounds of an awarded bye; three: 8


_LEAST_PODS = {"regular": (4, 1)}  # players, rounds (MAMTR App. E)
_LEAST_PODS_ELSE = (16, 2)
_LEAST_MTR = (4, 3)
_LEAST_TEAMS = (4, 2)
_OF_A_VARIANT = 3
"""Rounds of a variant for single players, for which no rules recommend a number: enough for an
evening."""


def least(rules: Ruleset, enforcement: str) -> tuple[int, int]:
    """Return the fewest players and rounds that an event of this enforcement level should have;
    below them there is a warning only. Sources: MTR App. E and MAMTR App. E; docs/rules.md 6."""
    if played := rules.played_as:
        return _LEAST_TEAMS if played.teams else (played.fewest, 1)
    if rules.advice == "mtr":
        return _LEAST_MTR
    return _LEAST_PODS.get(enforcement, _LEAST_PODS_ELSE)


def advice(rules: Ruleset, players: int, awarded: Sequence[int] = ()) -> Advice:
    """Return the recommended rounds and cut for a number of players. `awarded` has the rounds of
    each awarded bye. Invisible players count: in head-to-head those an awarded bye stands for; in
    the rules of 2023 the three that a player with a bye would have beaten; now the players missing
    from a small pod."""
    played = rules.played_as
    if played and not played.teams and played is not FREE_FOR_ALL:
        return Advice(
            players, players, 1 if played.circle else _OF_A_VARIANT, None, recommended=False
        )
    of, byes = played.entrant if played else "player", rules.uneven == "byes"
    if rules.advice == "mtr":
        counted = players + sum(_BYE_COUNTS_AS.get(each, 8) - 1 for each in awarded)
        rounds, cut = _looked_up(counted, _MTR, _MTR_MOST)
        remark = _PLAYOFF_DRAFTED if counted <= _MTR_DRAFT else ""
        remark = _ELIMINATION if counted <= _MTR_ELIMINATION else remark
        return Advice(players, counted, rounds, cut, remark, of)
    if rules.advice == "mamtr-2023":
        given = sum(awarded) + (players % rules.pod_size if byes else 0)
        counted = players + given * (rules.pod_size - 1)
        rounds, cut = _looked_up(counted, _MAMTR_2023, (_ceil_log4(counted) + 1, 40))
    else:
        counted = players + (0 if byes else -players % rules.pod_size)
        rounds, cut = _looked_up(counted, _MAMTR, _MAMTR_MOST)
    return Advice(players, counted, rounds, cut, _ELIMINATION_POD if rounds == 1 else "", of)


def sensible(rules: Ruleset, players: int) -> int:
    """Return the most rounds that need no warning: twice the recommendation for the field, but at
    least the largest recommendation of all."""
    return max(2 * advice(rules, players).rounds, _MTR_MOST[0])


def _looked_up(
    counted: int, table: tuple[_Row, ...], beyond: tuple[int, int | None]
) -> tuple[int, int | None]:
    return next(((rounds, cut) for most, rounds, cut in table if counted <= most), beyond)


def _ceil_log4(number: int) -> int:
    return -(-max(number - 1, 0).bit_length() // 2)
