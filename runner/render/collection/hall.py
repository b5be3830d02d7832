"""A hall with several events at once: pairings by name over all of them, and a screen that shows
the screens of all in turn."""

from collections.abc import Iterator, Sequence
from datetime import date
from types import SimpleNamespace
from urllib.parse import quote

from runner.circuit.hall import played_now
from runner.core import names
from runner.core.language import _, current
from runner.render import scripts
from runner.render.collection.listed import OWN, Listed
from runner.render.directory import file_name
from runner.render.site import static
from runner.render.templating import environment, folder

PAIRINGS, SCREEN = f"{OWN}pairings.html", f"{OWN}screen.html"


def running(events: Sequence[Listed], today: date) -> list[Listed]:
    """Return the events that are played in the hall, if there are several."""
    found = [Listed(*each) for each in played_now(dict(events), today).items()]
    return found if len(found) > 1 else []


def files(events: Sequence[Listed], several: str, today: date) -> dict[str, bytes]:
    """Return the files by name; none unless several events are played. `several` is what the events
    are called together. Texts are in the language that is spoken."""
    shown = running(events, today)
    if not shown:
        return {}
    seats = sorted(_seats(shown), key=lambda seat: seat.sort)
    title, total = several or _("Events"), len(shown)
    view = SimpleNamespace(here=_("Pairings"), title=title, total=total, seats=seats)
    shows = [f"../{quote(each.slug)}/display/index.html" for each in shown]
    return {
        PAIRINGS: _page("pairings.html", view=view),
        SCREEN: _page("screen.html", view=view, shows=shows),
        f"{OWN}screen.js": scripts.bare(_script("screen.js")).encode(),
    }


def _seats(shown: Sequence[Listed]) -> Iterator[SimpleNamespace]:
    """Yield everybody who is seated at a table that still plays."""
    for event in shown:
        entrants = {each.id: each for each in event.summary.entrants}
        for table, ids in event.summary.seated:
            for entrant in (entrants[id_] for id_ in ids):
                href = f"{quote(event.slug)}/players/{file_name(entrant.id)}.html"
                for name in entrant.members or (entrant.name,):
                    last = names.last_first(name) if entrant.whole else name
                    yield SimpleNamespace(
                        name=last, sort=(names.plain(last), table), href=href, table=table,
                        event=event.summary.name or event.slug,
                    )  # fmt: skip


def _page(template: str, **more: object) -> bytes:
    text = environment("collection").get_template(template).render(
        **more, root="../", own=OWN, style=static.STYLE, language_=current()
    )  # fmt: skip
    return text.encode()


def _script(name: str) -> str:
    return (folder("collection") / name).read_text("utf-8")
