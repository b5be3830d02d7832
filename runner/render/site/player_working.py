"""The calculation of a player's value, line by line."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace

from runner.core.language import current
from runner.render import text as texts
from runner.render.directory import Person
from runner.render.rows import TiebreakerColumn
from runner.standings.model import Working, WorkingLine


def working_view(
    working: Working,
    column: TiebreakerColumn | None,
    people: Mapping[str, Person],
    rule: str,
    titles: Sequence[str],
) -> SimpleNamespace:
    """Return the calculation of a value; `exact` is the fraction, or "" if the value is not one.

    `column` is that of the ranking, if it has one; `rule` is the anchor of its description on the
    page on scoring; `titles` are the names of the rounds that count, in order.
    """
    value = working.value
    return SimpleNamespace(
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
) -> SimpleNamespace:
    """Return a line of a calculation; `file` is the page of the opponent it is about, or ""."""
    value = "" if line.value is None else _with_unit(line.value, column)
    return SimpleNamespace(
        label=line.called(titles[line.round - 1] if line.round else ""),
        file=people[line.player].file if line.player else "",
        text="" if line.text == value else line.text,
        value=value,
        remark=line.remark,
    )


def _with_unit(value: Fraction, column: TiebreakerColumn | None) -> str:
    """Return the value as in its column, with "%" for percentages; others are match points."""
    if column is None or (value.denominator == 1 and not column.percent):
        return current().number(value)
    shown = column.value(value)
    return current().percent(shown) if column.percent else shown
