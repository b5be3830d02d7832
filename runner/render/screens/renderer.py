"""The files of `display/` and `overlay/`: pages, their script and style, and the data that they
fetch."""

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
"""What open screens ask for every few seconds; to be published when all else is there."""


class Screens:
    """Renders the screens of snapshots one after another; pages that are the same stay."""

    def __init__(self) -> None:
        self._page: tuple[object, dict[str, bytes]] = (None, {})

    def render(self, snapshot: Snapshot) -> Mapping[str, bytes]:
        """Every file below `display/`. The same snapshot gives the same bytes, whatever was
        rendered before."""
        with speaking(languages.language(snapshot.event.language)):
            return self._files(Hall(snapshot.for_players, _off_camera(snapshot)))

    def _files(self, hall: Hall) -> Mapping[str, bytes]:
        language, public = current(), hall.snapshot
        parts = {name: part(hall) for name, part in REGISTRY.items()}
        versions = {
            name: checksum(json.dumps(said, separators=(",", ":")).encode())
            for name, said in parts.items()
        }
        as_of = public.as_of and texts.instant(public.as_of, public.event.time_zone)
        pulse = {"asOf": as_of, "code": _code(language), "parts": versions}
        return {
            **_assets(language),
            **{
                f"{FOLDER}/data/{name}.js": script_call("runnerPart", name, versions[name], said)
                for name, said in parts.items()
            },
            **self._pages(hall, parts),
            **_overlay(public.event.name, public.rehearsal, language),
            PULSE: script_call("runnerPulse", pulse),
        }

    def _pages(self, hall: Hall, parts: Mapping[str, object]) -> dict[str, bytes]:
        """A page for whoever opens it, and one for each named display; where scripts do not run,
        they have the pairings, and the seats of a draft that is under way."""
        event, round_ = hall.snapshot.event, hall.round
        title = hall.snapshot.title(round_.id) if round_ else ""
        names = {"index": "", **{screen.file: screen.name for screen in event.screens}}
        rehearsal, language, pairings = hall.snapshot.rehearsal, current(), parts["pairings"]
        seats = parts["draft"] if hall.draft and not hall.draft.over else None
        shown = (event.name, title, names, pairings, seats, rehearsal, language)
        if self._page[0] != shown:
            template = environment("display").get_template("display.html")
            made = {
                f"{FOLDER}/{file}.html": template.render(
                    event=event.name, title=title, file=file, name=name, pairings=pairings,
                    seats=seats, code=_code(language), seat=seat_letter,
                    rehearsal=rehearsal,
                ).encode()
                for file, name in names.items()
            }  # fmt: skip
            self._page = (shown, made)
        return self._page[1]


def _off_camera(snapshot: Snapshot) -> frozenset[str]:
    """The ids of those whose names are typed under Off camera."""
    directory = PlayerResolver(snapshot.players, snapshot.spellings)
    typed = (name for screen in snapshot.event.screens for name in screen.off_camera)
    return frozenset(filter(None, map(directory.find, typed)))


@lru_cache(maxsize=4)
def _overlay(event: str, rehearsal: bool, language: Language) -> Mapping[str, bytes]:
    """The pages of the stream overlay: the script of the screens, with one view on a transparent
    ground."""
    template = environment("display").get_template("overlay.html")
    return {
        f"overlay/{name}.html": template.render(
            event=event, rehearsal=rehearsal, show=show.value, code=_code(language)
        ).encode()
        for name, show in _OVERLAYS.items()
    }


@cache
def _assets(language: Language) -> Mapping[str, bytes]:
    """The style with the site's font, and all that runs as one script."""
    there = folder("display")
    font = fonts.style_sheet().replace("url(fonts/", "url(../static/fonts/")
    files = [*sorted(there.glob("*.js")), *sorted((there / "views").glob("*.js"))]
    pieces = [path.read_text(encoding="utf-8") for path in files]
    start = ['"use strict";\n(function () {', scripts.words(language)]
    whole = "\n".join((*start, *pieces, "start();\n})();\n"))
    style = font + _logical((there / "screen.css").read_text(encoding="utf-8"))
    return {
        f"{FOLDER}/screen.css": style.encode(),
        f"{FOLDER}/refresh.js": (there / "plain" / "refresh.js").read_bytes(),
        f"{FOLDER}/screen.js": scripts.said(f"{scripts.clock()}\n{whole}", language).encode(),
    }


def _logical(style: str) -> str:
    """The style with margins and paddings at the start and end also as Chromium 63 names them."""
    named = re.compile(r"(margin|padding)-inline-(start|end)(:[^;}]+)")
    return named.sub(r"-webkit-\1-\2\3; \g<0>", style)


@cache
def _code(language: Language) -> str:
    """A version of style and script: an open screen loads itself anew when it changes."""
    return checksum(b"".join(_assets(language).values()))
