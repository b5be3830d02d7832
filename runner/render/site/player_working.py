"""A value of a player with its arithmetic, line by line."""

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
    """Return a value worked out; `exact` is the fraction, "" where the value is none.

    `column` is that of the ranking where it has one, `rule` the place on the page on scoring that
    describes it, `titles` the names of the rounds that count, in order.
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
    """Return one line of a working; `file` links the opponent it is about, or is ""."""
    value = "" if line.value is None else _with_unit(line.value, column)
    return SimpleNamespace(
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
