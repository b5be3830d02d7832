"""The rules in force in one phase: a preset with what the event overrides."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Every value by its name in event-json.md, typed; the preset it came from goes with it.

    Points are match points. `own_floor` is None where one's own MW% has no floor. `table_gaps`
    are ranges of table numbers, both ends included, that stay empty.
    """

    preset: str
    scoring: str = "match_points"
    win: Fraction = Fraction(3)
    draw: Fraction = Fraction(1)
    loss: Fraction = Fraction(0)
    bye: Fraction = Fraction(3)
    tiebreakers: tuple[str, ...] = ()
    opponent_floor: Fraction = Fraction(33, 100)
    own_floor: Fraction | None = None
    game_floor: Fraction = Fraction(33, 100)
    phantom_in_small_pods: bool = False
    phantom_in_oamp: bool = False
    bye_opponents: int = 0
    pod_size: int = 2
    uneven: str = "byes"
    max_byes: int | None = None
    method: str = "swiss"
    seats: str = "balanced"
    best_of: int = 3
    first_table: int = 1
    table_order: str = "up"
    table_gaps: tuple[tuple[int, int], ...] = ()
    round_minutes: int | None = None
    extra_turns: str = ""
    extra_turn_minutes: int | None = None
    last_round_by_standing: bool = False
