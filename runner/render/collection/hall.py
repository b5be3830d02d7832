"""A hall with several events at once: pairings by name over all of them, and a screen that shows
the screens of all in turn."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from urllib.parse import quote

from runner.core import names
from runner.core.language import _, current
from runner.core.stage import Stage
from runner.render import scripts
from runner.render.collection.listed import OWN, Listed
from runner.render.directory import file_name
from runner.render.site import static
from runner.render.templating import environment, folder

PAIRINGS, SCREEN = f"{OWN}pairings.html", f"{OWN}screen.html"


def files(events: Sequence[Listed], several: str) -> dict[str, bytes]:
    """Return the files by name; none unless two events are played. `several` is what the events are
    called together. Texts are in the language that is spoken."""
    running = [each for each in events if each.summary.stage is Stage.RUNNING]
    if len(running) < 2:
        return {}
    seats = sorted(_seats(running), key=lambda seat: seat.sort)
    view = SimpleNamespace(title=_("Pairings"), several=several or _("Events"), seats=seats)
    shows = [f"../{quote(each.slug)}/display/index.html" for each in running]
    return {
        PAIRINGS: _page("pairings.html", view=view),
        SCREEN: _page("screen.html", view=view, shows=shows),
        f"{OWN}screen.js": scripts.bare(_script("screen.js")).encode(),
    }


def _seats(running: Sequence[Listed]) -> Iterator[SimpleNamespace]:
    """Yield everybody who is seated at a table that still plays."""
    for event in running:
        entrants = {each.id: each for each in event.summary.entrants}
        for table, ids in event.summary.seated:
            for entrant in (entrants[id_] for id_ in ids):
                href = f"{quote(event.slug)}/players/{file_name(entrant.id)}.html"
                for name in entrant.members or (entrant.name,):
                    last = names.last_first(name) if entrant.whole else name
                    yield SimpleNamespace(
                        name=last, sort=(names.key(last), table), href=href, table=table,
                        event=event.summary.name or event.slug,
                    )  # fmt: skip


def _page(template: str, **more: object) -> bytes:
    text = environment("collection").get_template(template).render(
        **more, root="../", own=OWN, style=static.STYLE, language_=current()
    )  # fmt: skip
    return text.encode()


def _script(name: str) -> str:
    return (folder("collection") / name).read_text("utf-8")
