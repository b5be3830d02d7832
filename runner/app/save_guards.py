"""Guards that decide whether a save may be used: each compares the workbook as it was read with the
ledger, the workbook as it last counted and the kept saves, and yields problems.

A guard that stops ends the search where it finds something fatal: what else would be found follows
from that. Whoever types “Keep the changes” on Decisions lets a save past the questions of those.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from enum import IntEnum
from typing import NamedTuple

from runner.app import kept_ledger
from runner.app.history.lost import lost, sheets_gone
from runner.app.history.older import older
from runner.app.identity import Save
from runner.compute.checks.published import contradictions
from runner.compute.save_guards import misread, not_asking
from runner.core.event import Event
from runner.core.problems import Place, Problem, Severity
from runner.workbook.round_schema import round_of_sheet


def another_event(save: Save) -> Iterable[Problem]:
    """Yield a problem where files are of two events, or the ledger is only lost."""
    if problem := save.mixed_up():
        yield (None if save.ledger.entries else _behind_site(save)) or problem


def ledger_lost(save: Save) -> Iterable[Problem]:
    """Yield a problem where the ledger does not go on from the one that is kept."""
    return kept_ledger.mislaid(save.folder, save.ledger, save.lines, save.event)


def written_elsewhere(save: Save) -> Iterable[Problem]:
    """Yield a problem where Runner has written into the workbook with another ledger."""
    if problem := save.elsewhere():
        yield _behind_site(save) or problem


def without_a_sheet(save: Save) -> Iterable[Problem]:
    """Yield a problem for each sheet that had something on it and is gone."""
    return sheets_gone(save.sheets, save.folder, save.store)


def rows_of_another_sheet(save: Save) -> Iterable[Problem]:
    """Yield a problem where sheets or columns seem to have changed places."""
    return misread(save.event, save.ledger, save.before)


def older_save(save: Save) -> Iterable[Problem]:
    """Yield a problem where the workbook is as it was in an earlier save."""
    return older(save.event, save.digest, save.ledger, save.folder, save.store)


def against_rounds_out(save: Save) -> Iterable[Problem]:
    """Yield a problem where Phases contradicts rounds that are out."""
    return contradictions(save.event, save.ledger)


def results_lost(save: Save) -> Iterable[Problem]:
    """Yield a problem for each round of which results, rows or the sheet are gone."""
    return lost(save.event, save.ledger, save.folder)


def _behind_site(save: Save) -> Problem | None:
    """Return what is wrong where the site has more than the ledger, which can then be put back."""
    if save.site is None:
        return None
    return kept_ledger.behind(save.folder, save.ledger, save.event, save.site)


class _Trust(IntEnum):
    """How far the ledger can be relied on: whether it has broken lines, can be read, and is the one
    that is backed up."""

    BROKEN = 0
    READ = 1
    KEPT = 2


class _Guard(NamedTuple):
    find: Callable[[Save], Iterable[Problem]]
    needs: _Trust = _Trust.BROKEN
    stops: bool = False


GUARDS = (
    _Guard(another_event, _Trust.READ, stops=True),
    _Guard(ledger_lost, _Trust.READ),
    _Guard(written_elsewhere, _Trust.KEPT, stops=True),
    _Guard(without_a_sheet),
    _Guard(rows_of_another_sheet, stops=True),
    _Guard(older_save, _Trust.READ, stops=True),
    _Guard(against_rounds_out, _Trust.KEPT),
    _Guard(results_lost, _Trust.KEPT),
)
"""In the order in which they are asked."""


def guarded(save: Save, problems: Sequence[Problem], *, broken: bool) -> tuple[Problem, ...]:
    """Return the `problems` of reading and those that the guards find; where one is fatal the save
    is not to be used. `broken` says that the ledger cannot be read to its end."""
    trust, every = _Trust.BROKEN if broken else _Trust.KEPT, tuple(problems)
    for guard in GUARDS:
        more = tuple(guard.find(save)) if guard.needs <= trust else ()
        if guard.find is ledger_lost and more:
            trust = _Trust.READ
        elif guard.find is rows_of_another_sheet and more:
            every = _on_other_sheets(every, more)
        elif guard.find is results_lost:
            every, more = _one_for_each_sheet(every, more)
        every = (*more, *every) if guard.find is older_save else (*every, *more)
        if guard.stops and any(problem.fatal for problem in more):
            return every
    return _with_lists_needed(every, save.before)


def stopped(save: Save) -> bool:
    """Return whether a guard would stop the save if it did not ask to keep the changes."""
    asked = replace(save, event=not_asking(save.event, save.ledger))
    return any(problem.fatal for guard in GUARDS if guard.stops for problem in guard.find(asked))


def _on_other_sheets(problems: Iterable[Problem], wrong: Iterable[Problem]) -> tuple[Problem, ...]:
    """Leave out the problems of sheets of rounds and of `wrong` ones, which follow from that."""
    sheets = {problem.place.sheet for problem in wrong}
    return tuple(
        each
        for each in problems
        if each.place.sheet not in sheets and round_of_sheet(each.place.sheet) is None
    )


def _one_for_each_sheet(
    problems: Iterable[Problem], lost: Iterable[Problem]
) -> tuple[tuple[Problem, ...], tuple[Problem, ...]]:
    """Return the problems, and those of what was lost, with one for each sheet that is gone: that
    another tab may be it, or else what it held; none where it is there, and lacks a heading."""
    there = {each.place.sheet for each in problems if each.fatal and each.place.cell}
    by_place = {each.place: each for each in lost if each.place.sheet not in there}
    for each in problems:
        if each.place in by_place and each.code == "sheet.renamed":
            by_place[each.place] = replace(each, fatal=True)
    kept = (each for each in problems if each.place.cell or each.place not in by_place)
    return tuple(kept), tuple(by_place.values())


def _with_lists_needed(problems: Iterable[Problem], before: Event | None) -> tuple[Problem, ...]:
    """Make errors of the whole sheets Penalties and Decisions fatal if they had lines before."""
    lists = {"Penalties": before.penalties, "Decisions": before.decisions} if before else {}
    needed = {Place(sheet) for sheet, lines in lists.items() if lines}
    return tuple(
        replace(each, fatal=True)
        if each.place in needed and each.severity is Severity.ERROR
        else each
        for each in problems
    )
