"""The pages that lead to events, made from what each event says of itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from types import SimpleNamespace
from typing import NamedTuple
from urllib.parse import quote

from runner import languages
from runner.circuit.summary import Summary
from runner.core.language import _, current, ngettext, speaking
from runner.core.stage import Stage
from runner.render import scripts
from runner.render import text as texts
from runner.render.collection import search
from runner.render.directory import file_name
from runner.render.site import static
from runner.render.templating import environment, folder

OWN = "-/"
"""The folder of everything but the front page; no event may have that name."""
_FRONT = 40  # events that are over and on the front page; the others are on pages by month
_LONG_AGO = timedelta(days=2)  # after which an event that was never ended is over
_STYLE, _SCRIPT = f"{OWN}events.css", f"{OWN}events.js"


class Listed(NamedTuple):
    """An event of the list: the name of its folder below the index, and its summary."""

    slug: str
    summary: Summary

    @property
    def href(self) -> str:
        """The address of its front page, from the index."""
        return f"{quote(self.slug)}/index.html"

    @property
    def day(self) -> str:
        """Its day (ISO 8601); "" if none that exists is typed."""
        day = self.summary.date[:10]
        return day if texts.is_day(day) else ""


def index(events: Sequence[Listed], title: str, today: date) -> dict[str, bytes]:
    """Return the files over these events by name: the front page, a page for each month, and what
    the search looks in. `title` is the heading, ""
    for a general one, and `today` decides what is over."""
    with speaking(languages.language(language_of(events))):
        known = sorted(events, key=lambda each: (each.day, each.slug), reverse=True)
        past = [each for each in known if _is_over(each, today)]
        months = _by_month(past)
        front = SimpleNamespace(
            title=title or _("Events"),
            here="",
            sections=[*_ahead(known, today), *_section(_("Results"), Stage.OVER, past[:_FRONT])],
            pairings=sum(each.summary.stage is Stage.RUNNING for each in events) > 1,
            months=[(month, _month(month), len(those)) for month, those in months.items()],
            total=len(events),
        )
        pages = {"index.html": _page(front, "")}
        for month, those in months.items():
            view = SimpleNamespace(
                title=front.title, here=_month(month), total=len(events), months=[], pairings=False,
                sections=_section(_month(month), Stage.OVER, those),
            )  # fmt: skip
            pages[f"{OWN}{month}.html"] = _page(view, "../")
        found = {f"{OWN}{name}": content for name, content in search.files(_names(known)).items()}
        return {**pages, **_around(), **found}


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
    lines = _lines(events)
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


def _lines(events: Sequence[Listed]) -> list[SimpleNamespace]:
    """Return the lines of a list."""
    return [
        SimpleNamespace(
            href=each.href,
            name=each.summary.name or each.slug,
            iso=each.day,
            day=texts.day(each.day) if each.day else each.summary.date,
            venue=each.summary.venue,
            rehearsal=each.summary.rehearsal,
            state=_state(each.summary),
        )
        for each in events
    ]


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


def _names(known: Sequence[Listed]) -> Iterator[search.Entry]:
    """Yield what can be found: each event, and each of its players with the place reached."""
    for each in known:
        name = each.summary.name or each.slug
        day = texts.day(each.day) if each.day else ""
        yield search.Entry(name, "", day, each.href)
        for entrant in each.summary.entrants:
            href = f"{quote(each.slug)}/players/{file_name(entrant.id)}.html"
            for one in (entrant.name, *entrant.members):
                yield search.Entry(one, name, day, href, entrant.place)


def _page(view: SimpleNamespace, root: str) -> bytes:
    template = environment("collection").get_template("index.html")
    text = template.render(view=view, root=root, own=OWN, style=static.STYLE, language_=current())
    return text.encode()


def _around() -> dict[str, bytes]:
    """Return the files that all pages load."""
    spoken, own, site = current(), folder("collection"), folder("site") / "js"
    sources = (site / "start.js", site / "search.js", own / "events.js")
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
