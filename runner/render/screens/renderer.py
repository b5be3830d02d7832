"""The files of `display/` and `overlay/`: pages, their script and CSS, and the data they fetch."""

import json
import re
from collections.abc import Mapping
from functools import cache, lru_cache

from runner import languages
from runner.compute.reconcile.players import PlayerResolver
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import seat_letter
from runner.core.language import Language, current, speaking
from runner.core.screens import Show
from runner.render import fonts, scripts
from runner.render import text as texts
from runner.render.screens.hall import Hall
from runner.render.screens.parts import REGISTRY
from runner.render.site.static import checksum, script_call
from runner.render.templating import environment, folder

FOLDER = "display"
_OVERLAYS = {
    "index": Show.FEATURE,
    "stakes": Show.STAKES,
    "clock": Show.CLOCK,
    "standings": Show.STANDINGS,
    "bracket": Show.BRACKET,
}
PULSE = f"{FOLDER}/pulse.js"
"""The file that open screens poll every few seconds; to be published after all others."""


class Screens:
    """Renders the screens of successive snapshots, reusing unchanged pages."""

    def __init__(self) -> None:
        self._page: tuple[object, dict[str, bytes]] = (None, {})

    def render(self, snapshot: Snapshot) -> Mapping[str, bytes]:
        """Return all files of the screens and the overlay. Equal snapshots give equal bytes,
        regardless of earlier calls."""
        with speaking(languages.language(snapshot.event.language)):
            return self._files(Hall(snapshot.for_players, _off_camera(snapshot)))

    def _files(self, hall: Hall) -> Mapping[str, bytes]:
        language, public = current(), hall.snapshot
        parts = {name: part(hall) for name, part in REGISTRY.items()}
        versions = {
            name: checksum(json.dumps(data, separators=(",", ":")).encode())
            for name, data in parts.items()
        }
        as_of = public.as_of and texts.instant(public.as_of, public.event.time_zone)
        pulse = {"asOf": as_of, "code": _code(language), "parts": versions}
        return {
            **_assets(language),
            **{
                f"{FOLDER}/data/{name}.js": script_call("runnerPart", name, versions[name], data)
                for name, data in parts.items()
            },
            **self._pages(hall, parts),
            **_overlay(public.event.name, public.rehearsal, language),
            PULSE: script_call("runnerPulse", pulse),
        }

    def _pages(self, hall: Hall, parts: Mapping[str, object]) -> dict[str, bytes]:
        """Return the default page, and a page for each named display. Without scripts, they show
        the pairings, and the seats of a draft in progress."""
        event, round_ = hall.snapshot.event, hall.round
        title = hall.snapshot.title(round_.id) if round_ else ""
        names = {"index": "", **{screen.file: screen.name for screen in event.screens}}
        rehearsal, language, pairings = hall.snapshot.rehearsal, current(), parts["pairings"]
        seats = parts["draft"] if hall.draft and not hall.draft.over else None
        shown = (event.name, title, names, pairings, seats, rehearsal, language)
        if self._page[0] != shown:
            template = environment("display").get_template("display.html")
            pages = {
                f"{FOLDER}/{file}.html": template.render(
                    event=event.name, title=title, file=file, name=name, pairings=pairings,
                    seats=seats, code=_code(language), seat=seat_letter,
                    rehearsal=rehearsal,
                ).encode()
                for file, name in names.items()
            }  # fmt: skip
            self._page = (shown, pages)
        return self._page[1]


def _off_camera(snapshot: Snapshot) -> frozenset[str]:
    """Return the ids of the players named under Off camera."""
    directory = PlayerResolver(snapshot.players, snapshot.spellings)
    typed = (name for screen in snapshot.event.screens for name in screen.off_camera)
    return frozenset(filter(None, map(directory.find, typed)))


@lru_cache(maxsize=4)
def _overlay(event: str, rehearsal: bool, language: Language) -> Mapping[str, bytes]:
    """Return the pages of the stream overlay: the script of the screens, with one view on a
    transparent background."""
    template = environment("display").get_template("overlay.html")
    return {
        f"overlay/{name}.html": template.render(
            event=event, rehearsal=rehearsal, show=show.value, code=_code(language)
        ).encode()
        for name, show in _OVERLAYS.items()
    }


@cache
def _assets(language: Language) -> Mapping[str, bytes]:
    """Return the CSS with the site's font, and everything that runs as one script."""
    there = folder("display")
    font = fonts.style_sheet().replace("url(fonts/", "url(../static/fonts/")
    files = [*sorted(there.glob("*.js")), *sorted((there / "views").glob("*.js"))]
    pieces = [path.read_text(encoding="utf-8") for path in files]
    start = ['"use strict";\n(function () {', scripts.words(language)]
    whole = "\n".join((*start, *pieces, "start();\n})();\n"))
    style = font + _logical(scripts.bare((there / "screen.css").read_text(encoding="utf-8")))
    return {
        f"{FOLDER}/screen.css": style.encode(),
        f"{FOLDER}/refresh.js": (there / "plain" / "refresh.js").read_bytes(),
        f"{FOLDER}/screen.js": scripts.translated(
            scripts.bare(f"{scripts.clock()}\n{whole}"), language
        ).encode(),
    }


def _logical(style: str) -> str:
    """Return the CSS with logical margins and paddings repeated under Chromium 63's names."""
    named = re.compile(r"(margin|padding)-inline-(start|end)(:[^;}]+)")
    return named.sub(r"-webkit-\1-\2\3; \g<0>", style)


@cache
def _code(language: Language) -> str:
    """Return a version of CSS and script; open screens reload themselves when it changes."""
    return checksum(b"".join(_assets(language).values()))
