"""The state of the event: what all screens show around their content, and the clock's data."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from runner.core.colours import ENOUGH, contrast
from runner.core.language import listed
from runner.core.screens import Screen
from runner.phases import playoff
from runner.render import text as texts
from runner.render import timed_text
from runner.render.directory import link
from runner.render.screens.hall import Hall
from runner.render.site import draft_page
from runner.render.site.champion import story

_GROUND, _BLACK, _WHITE = "#141a21", "#11151b", "#ffffff"  # as in screen.css
_HONOURED = 7  # maximum of places below the champion's name


def part(hall: Hall) -> object:
    """Return event, round, clock, tables still playing, and the content of each named display."""
    snapshot, phase = hall.snapshot, hall.phase
    address = link(snapshot.event.address.strip())
    title, small = snapshot.event.name, ""
    if hall.round and phase:  # "Round 5" and "of 6", "Top 16" and "round 1 of 2"
        title, small = phase.phase.title_parts(hall.round.id.number, phase.planned)
    return {
        "event": snapshot.event.name,
        "rehearsal": snapshot.rehearsal,
        "address": address,
        "code": qr_code(address),
        "title": title,
        "small": small,
        "round": hall.round.id.prefix if hall.round else "",
        "clock": timed_text.clock_facts(hall.clock) if hall.clock else None,
        **_draft(hall),
        "called": timed_text.called(hall.clock) if hall.clock else "",
        "tables": len(hall.tables),
        "playing": hall.playing,
        "playoff": bool(phase and playoff(phase.phase.type)),
        "veiled": bool(phase and phase.veiled),
        "over": bool(hall.round) and snapshot.over,
        "champion": _champion(hall),
        "colours": colours(snapshot.event.accent),
        "screens": {screen.file: _screen(screen) for screen in snapshot.event.screens},
    }


def _draft(hall: Hall) -> dict[str, object]:
    """Return the draft's state, "drafting", "registering", "building", "awaited" (before the pods
    of a first draft are made) or "", and the clock of registration or building."""
    draft = hall.draft
    if draft and not draft.over:
        building = timed_text.building_facts(draft, hall.snapshot.event.time_zone)
        return {"draft": draft_page.state_of(draft), "building": building}
    first = bool(hall.snapshot.phases) and hall.snapshot.phases[0].phase.drafts
    awaited = first and not draft and hall.round is None
    return {"draft": "awaited" if awaited else "", "building": None}


def colours(accent: str) -> tuple[str, str, str] | None:
    """Return the organiser's colour, the colour of text on it, and of numbers on dark ground: white
    if the organiser's is hard to read. Return None without a colour."""
    if not accent:
        return None
    on = max(_BLACK, _WHITE, key=lambda ink: contrast(ink, accent))
    return accent, on, accent if contrast(accent, _GROUND) >= ENOUGH else _WHITE


def _champion(hall: Hall) -> object:
    """Return the champion's name and story, and the next places; None until the event is over."""
    snapshot = hall.snapshot
    if hall.round is None or not snapshot.over:
        return None
    places = [(texts.span(place.first, place.last), place.player) for place in snapshot.final]
    if not places:
        latest = next((phase.current for phase in reversed(snapshot.phases) if phase.current), None)
        rows = latest.rows if latest and not latest.groups else ()
        places = [(str(row.rank), row.player) for row in rows]
    if not places or places[0][0] != "1":
        return None
    return {
        "name": hall.directory[places[0][1]].name,
        "story": story(snapshot, hall.directory, places[0][1]),
        "members": listed([each.name for each in hall.directory.team(places[0][1])]),
        "places": [
            [place, *hall.name(player)] for place, player in whole_places(places[1:], _HONOURED)
        ],
    }


def whole_places(places: Sequence[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    """Return up to `most` places from the top, without splitting a shared place."""
    shown = list(places[:most])
    if len(places) > most:
        shown = [each for each in shown if each[0] != places[most][0]]
    return shown


def _screen(screen: Screen) -> object:
    return {
        "name": screen.name,
        "show": screen.show.value,
        "part": screen.part,
        "columns": screen.columns,
        "message": screen.message,
        "inches": screen.inches,
        "metres": screen.metres,
    }


@lru_cache(maxsize=4)
def qr_code(address: str) -> dict[str, object] | None:
    """Return the QR code of an address: its size and its SVG path, in modules.

    Return None without an address, or for one that is too long for a code.
    """
    if not address:
        return None
    import segno  # loaded only if there is an address

    try:
        matrix = segno.make_qr(address, error="m").matrix
    except segno.DataOverflowError:
        return None
    return {"size": len(matrix), "path": "".join(map(_qr_row, range(len(matrix)), matrix))}


def _qr_row(number: int, modules: bytearray) -> str:
    path, at = "", 0
    for dark, run in groupby(modules):
        wide = len(list(run))
        path += f"M{at} {number}h{wide}v1h-{wide}z" if dark else ""
        at += wide
    return path
