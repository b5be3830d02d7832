"""Words and lines that the workings of several tiebreakers share."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from runner.fractions import as_text, points
from runner.history import Kind, Played
from runner.snapshot import WorkingLine
from runner.tiebreakers.field import Ratio


def division(ratio: Ratio) -> str:
    """ "14 / 21", or "nothing played"."""
    if not ratio.possible:
        return "nothing played"
    return f"{points(ratio.earned)} / {points(ratio.possible)}"


def floor_text(floor: Fraction) -> str:
    """A floor as the rules print it: "1/7", "0.33"."""
    if floor.denominator in (1, 2, 4, 5, 10, 20, 25, 50, 100):
        return f"{float(floor):.2f}"
    return as_text(floor)


def opponent_lines(
    match: Played,
    names: Mapping[str, str],
    ratio: Callable[[str], Ratio],
    floor: Fraction,
) -> list[WorkingLine]:
    """A line for each opponent of a match with their share."""
    lines = []
    for opponent in match.opponents:
        share = ratio(opponent)
        value = share.value
        raised = value is None or value < floor
        lines.append(
            WorkingLine(
                label=f"Round {match.round}, {names.get(opponent, opponent)}",
                player=opponent,
                text=division(share),
                value=floor if value is None or raised else value,
                remark=f"raised to the floor of {floor_text(floor)}" if raised else "",
            )
        )
    return lines


def left_out(line: Played) -> WorkingLine:
    """The line for a round that brought no opponent."""
    what = "bye" if line.kind is Kind.BYE else "missed"
    return WorkingLine(f"Round {line.round}, {what}", remark="no opponent, left out")


def stand_ins(line: Played, count: int, floor: Fraction, why: str) -> list[WorkingLine]:
    """Lines for opponents at the floor who were never there."""
    return [
        WorkingLine(
            f"Round {line.round}, {why}",
            text=floor_text(floor),
            value=floor,
            remark="counts as an opponent at the floor",
        )
        for _ in range(count)
    ]
