"""The pages that lead to events, made from what each event says of itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from types import SimpleNamespace
from uuid import NAMESPACE_URL, uuid5

from runner import languages
from runner.circuit.people import Appearance, People
from runner.circuit.ratings import Step
from runner.circuit.summary import Summary
from runner.core.language import _, current, ngettext, speaking
from runner.core.stage import Stage
from runner.render import scripts
from runner.render.collection import hall, people, search
from runner.render.collection.listed import OWN, Listed
from runner.render.collection.template import from_template
from runner.render.feeds.calendar import Day, calendar_of
from runner.render.site import static
from runner.render.templating import folder

NOBODY = People()
_FRONT = 40  # events that are over and on the front page; the others are on pages by month
_LONG_AGO = timedelta(days=2)  # after which an event that was never ended is over
_ICS = f"{OWN}events.ics"
_STYLE, _SCRIPT = f"{OWN}events.css", f"{OWN}events.js"


def index(
    events: Sequence[Listed], title: str, today: date, known: People = NOBODY,
    ratings: Sequence[Step] | None = None, series: Sequence[tuple[str, str]] = (),
) -> dict[str, bytes]:  # fmt: skip
    """Return the files over these events by name: the front page, a page for each month and for
    everybody `known` from several events, and what the search looks in. `title` is the heading, ""
    for a general one, and `today` decides what is over. `ratings` are shown unless None, and
    `series` are addresses and titles."""
    with speaking(languages.language(language_of(events))):
        listed = sorted(events, key=lambda each: (each.day, each.slug), reverse=True)
        past = [each for each in listed if _is_over(each, today)]
        months = _by_month(past)
        front = SimpleNamespace(
            title=title or _("Events"),
            here="",
            sections=[*_ahead(listed, today), *_section(_("Results"), Stage.OVER, past[:_FRONT])],
            links=[*_links(listed, series, today)],
            months=[(month, _month(month), len(those)) for month, those in months.items()],
            total=len(events),
        )
        pages = {"index.html": from_template("index.html", "", view=front)}
        for month, those in months.items():
            view = SimpleNamespace(
                title=front.title, here=_month(month), total=len(events), months=[], links=[],
                sections=_section(_month(month), Stage.OVER, those),
            )  # fmt: skip
            pages[f"{OWN}{month}.html"] = from_template("index.html", view=view)
        parts = search.files(_names(listed, known))
        found = {f"{OWN}{name}": content for name, content in parts.items()}
        persons = people.files(listed, front.title, known, ratings)
        return {**pages, **_around(), **persons, **found, **_calendar(listed)}


def _links(
    listed: Sequence[Listed], series: Sequence[tuple[str, str]], today: date
) -> Iterator[tuple[str, str]]:
    """Yield addresses and titles of what there is over several events."""
    if hall.running(listed, today):
        yield hall.PAIRINGS, _("Pairings of all events")
    yield from series
    if _calendar(listed):
        yield _ICS, _("Calendar")


def _calendar(listed: Sequence[Listed]) -> dict[str, bytes]:
    """Return the calendar of all events that have a day, as a file by name."""
    content = calendar_of(
        Day(str(uuid5(NAMESPACE_URL, f"runner {each.slug} {each.day}")), each.name, each.day,
            each.summary.venue)
        for each in reversed(listed)
    )  # fmt: skip
    return {_ICS: content} if content else {}


def language_of(events: Sequence[Listed]) -> str:
    """Return the code of the language that most events have."""
    codes = Counter(each.summary.language for each in events)
    return codes.most_common(1)[0][0] if codes else ""


def _is_over(event: Listed, today: date) -> bool:
    if event.summary.stage == Stage.OVER:
        return True
    return bool(event.day) and date.fromisoformat(event.day) < today - _LONG_AGO


def _ahead(known: Sequence[Listed], today: date) -> Iterator[SimpleNamespace]:
    """Yield the sections of events that are not over, the earliest first in each."""
    left = [each for each in reversed(known) if not _is_over(each, today)]
    for stage, heading in ((Stage.RUNNING, _("Now")), (Stage.PLANNED, _("Next"))):
        yield from _section(heading, stage, [e for e in left if e.summary.stage == stage])


def _section(heading: str, stage: Stage, events: Sequence[Listed]) -> list[SimpleNamespace]:
    """Return a section of events that are at a stage; none without events."""
    lines = [(each, _state(each.summary)) for each in events]
    return [SimpleNamespace(heading=heading, id=stage, events=lines)] if lines else []


def _by_month(past: Sequence[Listed]) -> dict[str, list[Listed]]:
    """Return the events by month ("2026-11"; "undated"), if the front page cannot have all."""
    months: dict[str, list[Listed]] = {}
    if len(past) > _FRONT:
        for each in past:
            months.setdefault(each.day[:7] or "undated", []).append(each)
    return months


def _month(month: str) -> str:
    return _("Without a date") if month == "undated" else month


def _state(summary: Summary) -> str:
    """Return the round that is played, who has won, or how many are expected."""
    if summary.stage is Stage.RUNNING:
        return summary.round
    entrants = summary.entrants
    first = entrants[0] if entrants else None
    if summary.stage is Stage.OVER and first and first.first == first.last == 1:
        return _("Won by {name}", name=first.name)
    if summary.entrant == "team":
        return ngettext("{n} team", "{n} teams", len(entrants))
    return ngettext("{n} player", "{n} players", len(entrants))


def _names(events: Sequence[Listed], known: People) -> Iterator[search.Entry]:
    """Yield what can be found: each event; whoever is known from several; and each of the others
    with the place reached."""
    spelt: dict[str, list[tuple[str, str]]] = {}
    for each in events:
        yield search.Entry(each.name, "", each.when, each.href)
        teams = (team for team in each.summary.entrants if team.members)
        for entrant in (*teams, *each.summary.people):
            if key := known.key_of.get(Appearance(each.slug, entrant.id)):
                spelt.setdefault(key, []).append((entrant.name, each.when))
                continue
            href = each.page_of(entrant)
            yield search.Entry(entrant.name, each.name, each.when, href, entrant.place)
    for key, there in spelt.items():
        number = ngettext("{n} event", "{n} events", len(there))
        name, *others = dict.fromkeys(name for name, _day in there)
        also = " ".join(others)
        yield search.Entry(name, number, there[0][1], people.address(key), also=also)


def _around() -> dict[str, bytes]:
    """Return the files that all pages load."""
    spoken, own, site = current(), folder("collection"), folder("site") / "js"
    sources = (site / "start.js", site / "search.js", own / "events.js", own / "pairings.js")
    read = "\n".join(path.read_text("utf-8") for path in sources)
    script = f'"use strict";\n(() => {{\n{scripts.words(spoken)}\n{read}}})();\n'
    style = (own / "events.css").read_text("utf-8")
    shared = static.files(spoken)
    return {
        _STYLE: scripts.bare(style).encode(),
        _SCRIPT: scripts.translated(scripts.bare(script), spoken).encode(),
        **{f"{OWN}{name}": content for name, content in shared.items()
           if name == static.STYLE or "/fonts/" in name},
    }  # fmt: skip
