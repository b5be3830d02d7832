"""A hall with several events at once: pairings by name over all of them, a screen that shows the
screens of several in turn, and one code that leads to all."""

from collections.abc import Iterator, Sequence
from datetime import date
from types import SimpleNamespace

from runner.circuit.hall import is_near, played_now
from runner.core import names
from runner.core.language import _
from runner.render import scripts
from runner.render.collection.listed import OWN, Listed
from runner.render.collection.template import from_template
from runner.render.directory import by_letter
from runner.render.screens import qr_code
from runner.render.site.lists import ListView
from runner.render.templating import folder

PAIRINGS, SCREEN = f"{OWN}pairings.html", f"{OWN}screen.html"
CODE = f"{OWN}code.html"
"""The page with the code of the hall, which only the hall's server has: it knows the address."""


def running(events: Sequence[Listed], today: date) -> list[Listed]:
    """Return the events that are played in the hall, if there are several."""
    found = _played(events, today)
    return found if len(found) > 1 else []


def _played(events: Sequence[Listed], today: date) -> list[Listed]:
    return [Listed(*each) for each in played_now(dict(events), today).items()]


def files(events: Sequence[Listed], several: str, today: date) -> dict[str, bytes]:
    """Return the files by name; pairings only if several events are played. `several` is what the
    events are called together. Texts are in the language that is spoken."""
    shown, title = running(events, today), several or _("Events")
    played = [each.slug for each in _played(events, today)]
    there = {each.slug: each.name for each in events if is_near(each.summary.date, today)}
    script = folder("collection") / "screen.js"
    made = {
        SCREEN: from_template("screen.html", title=title, played=played, there=there),
        f"{OWN}screen.js": scripts.bare(script.read_text("utf-8")).encode(),
    }
    if shown:
        seats = sorted(_seats(shown), key=lambda seat: seat.sort)
        letters = by_letter((seat.sort[0], seat) for seat in seats)
        view = SimpleNamespace(
            here=_("Pairings"), title=title, total=len(shown), seats=len(seats), letters=letters,
            rail=ListView(len(seats), letters).rail,
        )  # fmt: skip
        made[PAIRINGS] = from_template("pairings.html", view=view)
    return made


def code(several: str, address: str) -> bytes:
    """Return the page with the code of the address, which is that of the front page."""
    code, title = qr_code(address), several or _("Events")
    return from_template("code.html", title=title, code=code, address=address)


def _seats(shown: Sequence[Listed]) -> Iterator[SimpleNamespace]:
    """Yield everybody who is seated at a table that still plays, and whoever has a bye meanwhile,
    at table 0."""
    for event in shown:
        entrants = {each.id: each for each in event.summary.entrants}
        seated = event.summary.seated
        for table, ids in (*seated, (0, event.summary.byes)) if seated else ():
            for entrant in (entrants[id_] for id_ in ids):
                for name in entrant.members or (entrant.name,):
                    last = names.last_first(name) if entrant.whole else name
                    yield SimpleNamespace(
                        name=last, sort=(names.plain(last), table), table=table,
                        href=event.page_of(entrant), event=event.name,
                    )  # fmt: skip
