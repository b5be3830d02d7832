"""The series of a folder of events: each is a workbook in a folder of its own among them."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from runner.app.event_folder import SERIES_COPY
from runner.app.find_events import events_in
from runner.circuit.hall import played_now
from runner.circuit.people import Appearance, People, by_day
from runner.circuit.series import Counted, Rules
from runner.circuit.series_events import counted
from runner.circuit.summary import Summary
from runner.core.language import listed
from runner.core.problems import Place, Problem, error, note
from runner.disk import content_if_there, fingerprint_if_there, read_regular_file, replace_synced
from runner.render.collection import Listed, people
from runner.render.collection import series as pages
from runner.workbook.series import EVENTS, SERIES, SeriesSettings, is_series, read
from runner.workbook.xlsx.zip import ArchiveError

_UNTIL = "Until then the last usable workbook counts."


class Series(NamedTuple):
    """A series: the name of its folder, what is wrong with its workbook, and if any was ever
    usable its title, the events that count, and its rules."""

    slug: str
    problems: tuple[Problem, ...]
    title: str = ""
    events: Sequence[Counted] = ()
    rules: Rules | None = None


class Written(NamedTuple):
    """The files of all series by name, the pages that have a list of them (address and title), and
    the problems of their workbooks."""

    files: dict[str, bytes]
    listed: tuple[tuple[str, str], ...]
    problems: tuple[Problem, ...]


def write_series(
    folder: Path, site: Path, summaries: Mapping[str, Summary], known: People, several: str,
    today: date,
) -> Written:  # fmt: skip
    """Return the pages of the series in `folder`, whose events have these summaries and people.
    `several` is what the events are called together. Paper is taken from `site` if it is there;
    printing it takes seconds and waits while an event of the series is played `today`."""
    files, shown, problems = dict[str, bytes](), list[tuple[str, str]](), list[Problem]()
    named, playing = named_by(summaries, known), {*played_now(summaries, today)}
    for series in series_in(folder, summaries, known):
        problems += series.problems
        if series.rules is None:
            continue
        made, wrong = pages.page(
            series.slug, series.title, several, series.events, series.rules, named,
            lambda name: content_if_there(site / name),
            printing=playing.isdisjoint(each.key for each in series.events),
        )  # fmt: skip
        files |= made
        problems += (_in(folder / series.slug, each) for each in wrong)
        shown.append((next(iter(made)), series.title))
    return Written(files, tuple(shown), tuple(problems))


def series_in(folder: Path, summaries: Mapping[str, Summary], known: People) -> Iterator[Series]:
    """Yield the series in `folder`. Instead of a workbook that cannot be used the last usable state
    counts."""
    folders = {each.name.casefold(): each.name for each in folder.iterdir() if each.is_dir()}
    copied = {path.parent for path in folder.glob(f"*/{SERIES_COPY}")} - {*events_in(folder)}
    workbooks = {root.name: list[tuple[Path, bytes]]() for root in copied}
    for path, data in series_workbooks(folder):
        workbooks.setdefault(path.parent.name, []).append((path, data))
    for name in sorted(workbooks):
        settings, wrong = _settings(folder / name, workbooks[name])
        weights = {
            folders.get(slug.casefold(), slug): weight
            for slug, weight in (settings.weights.items() if settings else ())
        }
        wrong = (*wrong, *map(_to_come, weights.keys() - folders.values()))
        series = Series(name, tuple(_in(folder / name, each) for each in wrong))
        if settings:
            events = counted(summaries, weights, lambda *who: known.word_for(Appearance(*who)))
            series = Series(name, series.problems, settings.name or name, events, settings.rules)
        yield series


def _settings(
    root: Path, workbooks: Sequence[tuple[Path, bytes]]
) -> tuple[SeriesSettings | None, tuple[Problem, ...]]:
    """Return what the workbook in the folder of a series says, and what is wrong with it. Without
    exactly one workbook that can be used, it is what the copy of the last one says."""
    copy, settings = root / SERIES_COPY, None
    if len(workbooks) != 1:
        paths = [path.name for path, _ in workbooks]
        wrong: tuple[Problem, ...] = (_several(paths) if paths else _none_any_more(root),)
    else:
        ((_, data),) = workbooks
        settings, wrong = read(data)
    before = content_if_there(copy)
    if settings is None:
        return (read(before)[0] if before else None), wrong
    if before != data:
        with suppress(OSError):  # without it the page goes where the workbook cannot be used
            replace_synced(copy, data)
    return settings, wrong


def named_by(summaries: Mapping[str, Summary], known: People) -> pages.Named:
    """Return what returns the name of a person, as in the latest event, and the address."""
    names = {}
    for slug in by_day(summaries):
        event = Listed(slug, summaries[slug])
        for entrant in event.summary.people:
            where = Appearance(slug, entrant.id)
            key = known.key_of.get(where)
            page = people.address(key) if key else event.page_of(entrant)
            names[known.word_for(where)] = entrant.name, page
    return names.__getitem__


def _in(root: Path, problem: Problem) -> Problem:
    """Return the problem with the name of the series' folder."""
    sheet = f"{root.name}, {problem.place.sheet}" if problem.place.sheet else root.name
    return replace(problem, place=replace(problem.place, sheet=sheet))


def series_workbooks(folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the workbooks of series, each in a folder of its own in `folder`, with their bytes."""
    for root in sorted(each for each in folder.iterdir() if not each.name.startswith(".")):
        for path in sorted(root.glob("*.xlsx")) if root.is_dir() else ():
            if path.name.startswith(("~$", ".")):
                continue
            with suppress(OSError, ArchiveError):
                data = _read(path, fingerprint_if_there(path))
                if data is not None:
                    yield path, data


@lru_cache(maxsize=500)
def _read(path: Path, _: object) -> bytes | None:
    """Return the bytes of a workbook, if it is that of a series. Raises OSError and Refused."""
    data = read_regular_file(path)
    return data if is_series(data) else None


def _none_any_more(root: Path) -> Problem:
    what = f"{root.name} has no workbook of a series any more that can be read."
    fix = f"It has the sheets {SERIES} and {EVENTS}: put it back, or delete the folder. {_UNTIL}"
    return error("series.no-workbook", Place(), what, fix)


def _several(names: Sequence[str]) -> Problem:
    what = f"It has more than one workbook of a series: {listed(names)}. None of them is used."
    fix = "Keep one of them here, and move each of the others into a folder of its own beside it."
    return error("series.several-workbooks", Place(), what, f"{fix} {_UNTIL}")


def _to_come(slug: str) -> Problem:
    what = f"There is no folder “{slug}” yet, so it counts as an event to come."
    return note("series.event-to-come", Place(EVENTS), what)
