"""The page of a series: the ranking, each player's results line by line, what is still possible."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import quote

from runner.circuit.series import Basis, Counted, Fate, Line, Outlook, Row, Rules, Tie, outlooks
from runner.circuit.series import standings as ranking
from runner.core.language import N_, _, current, ngettext
from runner.core.problems import Problem
from runner.render import text as texts
from runner.render.collection.listed import OWN
from runner.render.collection.series_paper import SeriesSheet
from runner.render.collection.template import from_template
from runner.render.directory import file_name

Named = Callable[[str], tuple[str, str]]
"""Returns the name of a person, and the address of its page from the index or ""."""


def page(
    slug: str, title: str, several: str, events: Sequence[Counted], rules: Rules, named: Named,
    there: Callable[[str], bytes | None], *, printing: bool,
) -> tuple[dict[str, bytes], tuple[Problem, ...]]:  # fmt: skip
    """Return the files of a series by name, its page first, then the same on paper, and what is
    wrong with that. `slug` is the name of its folder, `several` what the events are called
    together, and `there` returns a file as it is in the site. Without `printing` there is no paper;
    it has a hash of its content in its name, so it is printed if it changes. Texts are in the
    language that is spoken."""
    rows, left = ranking(events, rules), sum(not event.over for event in events)
    possible = outlooks(events, rules) if rules.qualify else {}
    by_key = {event.key: event for event in events}
    view = SimpleNamespace(
        here=title, title=several or _("Events"), total=len(events), note=" ".join(_rules(rules)),
        lead=_progress(len(events) - left, left), invited=rules.qualify,
        rows=[_row(row, rules, possible, by_key, named, left) for row in rows],
    )  # fmt: skip
    printed, problems = _paper(slug, view, there) if rows and printing else ({}, ())
    view.paper = next(iter(printed), "")
    html = from_template("series.html", "../../", view=view)
    return {address(slug): html, **printed}, problems


def _paper(
    slug: str, view: SimpleNamespace, there: Callable[[str], bytes | None]
) -> tuple[dict[str, bytes], tuple[Problem, ...]]:
    sheet, stem = SeriesSheet(view), f"{OWN}series/{file_name(slug)}"
    name = f"{stem}-{sheet.mark}.pdf"
    if known := there(name):
        return {name: known}, ()
    printout = sheet.printout
    made = {f"{stem}{Path(file).suffix}": data for file, data in printout.files.items()}
    if not printout.problems:
        made = dict(zip([name], made.values(), strict=True))
    return made, printout.problems  # with these it is printed again at the next run


def address(slug: str) -> str:
    """Return where the page of a series is, from the index."""
    return f"{OWN}series/{file_name(slug)}.html"


def _progress(over: int, left: int) -> str:
    played = ngettext("{n} event played", "{n} events played", over)
    if not left:
        return played if over else ""
    return _("{played}, {left} to come", played=played, left=left)


def _row(
    row: Row, rules: Rules, possible: Mapping[str, Outlook], events: Mapping[str, Counted],
    named: Named, left: int,
) -> SimpleNamespace:  # fmt: skip
    name, href = named(row.player)
    outlook = possible.get(row.player)
    return SimpleNamespace(
        rank=row.rank or texts.NOTHING, name=name, href=href, points=number(row.points),
        played=row.events, events=ngettext("{n} event", "{n} events", row.events), wins=row.wins,
        fate=outlook.fate if outlook else "", status=_status(row, rules, outlook, left),
        cut=bool(rules.qualify) and row.rank == rules.qualify,
        lines=[_line(line, events[line.event]) for line in row.lines],
        reach=_reach(outlook) if outlook and left else "",
    )  # fmt: skip


def _status(row: Row, rules: Rules, outlook: Outlook | None, left: int) -> str:
    if outlook is None or outlook.fate is Fate.OPEN:
        return ""
    if outlook.fate is Fate.OUT:
        return _("Out of reach") if left else ""
    byes = rules.byes[row.rank - 1] if row.rank and row.rank <= len(rules.byes) else 0
    if not byes or left:
        return _("Certainly invited") if left else _("Invited")
    return ngettext("Invited, {n} bye", "Invited, {n} byes", byes)


def _reach(outlook: Outlook) -> str:
    if outlook.most is None:
        return _("At the end at least {points} points.", points=number(outlook.least))
    least, most = number(outlook.least), number(outlook.most)
    if least == most:
        return _("At the end {points} points.", points=least)
    return _("At the end from {least} to {most} points.", least=least, most=most)


def _line(line: Line, event: Counted) -> SimpleNamespace:
    result = line.result
    weighted = f"{number(line.worth)} × {number(event.weight)} = " if event.weight != 1 else ""
    return SimpleNamespace(
        name=event.name, href=f"{quote(event.key)}/index.html",
        place=texts.span(result.first, result.last) if result else _("missed"),
        points=f"{weighted}{number(line.points)}", counts=line.counts,
    )  # fmt: skip


def number(value: Fraction) -> str:
    """Return a number exactly: with at most three decimals, else as a mixed fraction, "3 1/7"."""
    if 1000 % value.denominator == 0:
        return texts.decimal(value, 3).rstrip("0").rstrip(current().mark)
    whole, rest = divmod(abs(value), 1)
    sign = "−" if value < 0 else ""
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"


def _rules(rules: Rules) -> Iterator[str]:
    """Yield what the series counts, as sentences."""
    if rules.basis is Basis.PLACE:
        table = ", ".join(map(number, rules.table))
        table, beyond = table or texts.NOTHING, number(rules.beyond)
        yield _("Points by place: {points}; further places {beyond}.", points=table, beyond=beyond)
    elif rules.basis is Basis.MATCH_POINTS:
        yield _("The match points of each event count.")
    if rules.attendance:
        yield _("Taking part gives {points}.", points=number(rules.attendance))
    if rules.missed:
        yield _("A missed event counts {points}.", points=number(rules.missed))
    if rules.best:
        yield ngettext("The best result counts.", "The best {n} results count.", rules.best)
    if rules.minimum > 1:
        yield _("Ranked from {n} events on.", n=rules.minimum)
    if rules.ties:
        ties = ", ".join(_(_TIES[tie]) for tie in rules.ties)
        yield _("Equal points: {ties}.", ties=ties)
    if rules.qualify:
        yield ngettext("{n} player is invited.", "{n} players are invited.", rules.qualify)


_TIES = {
    Tie.WINS: N_("events won"),
    Tie.BEST_PLACES: N_("the best places"),
    Tie.ALL_POINTS: N_("all points"),
    Tie.EVENTS: N_("events played"),
    Tie.LATEST: N_("the latest event"),
}
