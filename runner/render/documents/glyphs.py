"""What no font on this computer can draw, told to the organiser."""

from collections.abc import Collection, Iterator
from html import escape

from runner.compute.snapshot import Snapshot
from runner.core.names import last_first
from runner.core.problems import Place, Problem, warning


def about_glyphs(snapshot: Snapshot, html: str, missing: Collection[str]) -> Iterator[Problem]:
    """Whose name on a page, or what else, has characters that cannot be drawn."""
    if not missing:
        return
    for player in snapshot.players.values():
        if any(escape(name) in html for name in (player.name, last_first(player.name))):
            yield from no_glyph(player.place, "player", player.name, missing)
    yield from no_glyph(snapshot.event.at("name"), "event", snapshot.event.name, missing)
    for phase in snapshot.event.phases:
        yield from no_glyph(phase.at("name"), "phase", phase.name, missing)


def no_glyph(place: Place, what: str, name: str, missing: Collection[str]) -> Iterator[Problem]:
    """A warning where the name has any of these characters."""
    lacking = [character for character in dict.fromkeys(name) if character in missing]
    if lacking:
        listed = ", ".join(f"{character} (U+{ord(character):04X})" for character in lacking)
        yield warning(
            place,
            f'No font on this computer can print {listed} in the name of the {what} "{name}".',
            "Install the Noto fonts for that script (on Debian: fonts-noto-core, fonts-noto-cjk).",
        )
