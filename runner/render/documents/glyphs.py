"""What no font on this computer can draw, told to the organiser."""

from collections.abc import Collection, Iterator, Sequence
from html import escape

from runner.compute.snapshot import Snapshot
from runner.core.names import last_first
from runner.core.problems import Place, Problem, warning

_FONTS = "Install the Noto fonts for that script (on Debian: fonts-noto-core, fonts-noto-cjk)."
_SOME = 3  # of all that are missing, as examples


def about_glyphs(snapshot: Snapshot, html: str, missing: Collection[str]) -> Iterator[Problem]:
    """Whose name on a page, or what else, has characters that cannot be drawn."""
    if not missing:
        return
    yield from _no_words(snapshot, missing)
    for player in snapshot.players.values():
        if any(escape(name) in html for name in (player.name, last_first(player.name))):
            yield from no_glyph(player.place, "player", player.name, missing)
    yield from no_glyph(snapshot.event.at("name"), "event", snapshot.event.name, missing)
    for phase in snapshot.event.phases:
        yield from no_glyph(phase.at("name"), "phase", phase.name, missing)


def _no_words(snapshot: Snapshot, missing: Collection[str]) -> Iterator[Problem]:
    """A warning where characters are missing that stand in no name: the page has words in a
    language that cannot be drawn."""
    event = snapshot.event
    names = [event.name, *(phase.name for phase in event.phases)]
    names += [text for player in snapshot.players.values() for text in (player.name, player.club)]
    lacking = sorted(set(missing).difference(*names))
    if lacking:
        yield warning(event.at("language"), _cannot(lacking[:_SOME], "on this page"), _FONTS)


def no_glyph(place: Place, what: str, name: str, missing: Collection[str]) -> Iterator[Problem]:
    """A warning where the name has any of these characters."""
    lacking = [character for character in dict.fromkeys(name) if character in missing]
    if lacking:
        yield warning(place, _cannot(lacking, f'in the name of the {what} "{name}"'), _FONTS)


def _cannot(lacking: Sequence[str], where: str) -> str:
    listed = ", ".join(f"{character} (U+{ord(character):04X})" for character in lacking)
    return f"No font on this computer can print {listed} {where}."
