"""Words and lines that the workings of several tiebreakers share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction

from runner.core.numbers import as_text, points, total
from runner.core.phrases import count
from runner.standings.history import Played, RoundKind
from runner.standings.model import WorkingLine
from runner.standings.tiebreakers.field import Field, Ratio, mean


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
                remark=", ".join(_remarks(share, floor if raised else None)),
            )
        )
    return lines


def _remarks(share: Ratio, floor: Fraction | None) -> Iterator[str]:
    """What makes a share differ from what the standings let one expect."""
    if share.left_out:
        yield f"without {count(share.left_out, 'point')} for byes"
    if floor is not None:
        yield f"raised to the floor of {floor_text(floor)}"


def together(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """The last line of a mean: what was added up, divided by how many there were."""
    values = [line.value for line in lines if line.value is not None]
    text = f"{points(total(values))} / {len(values)}"
    return [WorkingLine("Together", text=text, value=mean(values))] if values else []


def left_out(line: Played) -> WorkingLine:
    """The line for a round that brought no opponent."""
    what = "bye" if line.kind is RoundKind.BYE else "missed"
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


def opponent_points(field: Field, player: str, names: Mapping[str, str]) -> list[WorkingLine]:
    """A line for each opponent with their match points, and for each round that brought none."""
    rounds = field.history(player).rounds
    return [step for line in rounds for step in points_in_round(field, line, names)]


def points_in_round(field: Field, line: Played, names: Mapping[str, str]) -> Iterator[WorkingLine]:
    """A line for each opponent of a round with their match points, or that it brought none."""
    if line.kind is not RoundKind.MATCH:
        yield left_out(line)
    for opponent in line.opponents:
        amount = field.history(opponent).match_points
        label = f"Round {line.round}, {names.get(opponent, opponent)}"
        yield WorkingLine(label, opponent, count(amount, "point"), amount)


def each_round(line: Played, value: Fraction, text: str = "") -> WorkingLine:
    """The line of a round that counts so much, with what it was."""
    return WorkingLine(
        f"Round {line.round}", text=text or points(value), value=value, remark=line.remark
    )


def summed(lines: Sequence[WorkingLine]) -> list[WorkingLine]:
    """The lines of a sum, and the sum below them."""
    values = [line.value for line in lines if line.value is not None]
    terms = " + ".join(map(points, values))
    return [*lines, WorkingLine("Together", text=terms or "nothing", value=total(values))]
