"""A value of a player with its arithmetic, line by line."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from runner.core.language import current
from runner.render import text as texts
from runner.render.directory import Person
from runner.render.rows import TiebreakerColumn
from runner.standings.model import Working, WorkingLine


class WorkingStep(NamedTuple):
    """One line of a working; `file` links the opponent it is about, or is ""."""

    label: str
    file: str
    text: str
    value: str
    remark: str


class WorkingView(NamedTuple):
    """A value with its arithmetic. `exact` is the fraction, "" where the value is no fraction;
    `rule` is where the page on scoring tells of it."""

    abbreviation: str
    name: str
    value: str
    exact: str
    formula: str
    steps: tuple[WorkingStep, ...]
    rule: str


def working_view(
    working: Working,
    column: TiebreakerColumn | None,
    people: Mapping[str, Person],
    rule: str,
    titles: Sequence[str],
) -> WorkingView:
    """A value worked out; `column` is that of the ranking where it has one, `rule` the place on the
    page on scoring that tells of it, `titles` what the rounds are called that count, in order."""
    value = working.value
    return WorkingView(
        abbreviation=working.abbreviation,
        name=working.name,
        value=texts.NOTHING if value is None else _with_unit(value, column),
        exact="" if value is None or value.denominator == 1 else str(value),
        formula=working.formula,
        steps=tuple(_step(line, column, people, titles) for line in working.lines),
        rule=rule,
    )


def _step(
    line: WorkingLine,
    column: TiebreakerColumn | None,
    people: Mapping[str, Person],
    titles: Sequence[str],
) -> WorkingStep:
    value = "" if line.value is None else _with_unit(line.value, column)
    return WorkingStep(
        label=line.called(titles[line.round - 1] if line.round else ""),
        file=people[line.player].file if line.player else "",
        text="" if line.text == value else line.text,
        value=value,
        remark=line.remark,
    )


def _with_unit(value: Fraction, column: TiebreakerColumn | None) -> str:
    """As in its column, shares with their sign; what has no column are match points."""
    if column is None or (value.denominator == 1 and not column.percent):
        return current().number(value)
    shown = column.value(value)
    return current().percent(shown) if column.percent else shown
