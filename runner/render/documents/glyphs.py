"""Warnings about characters that no font on this computer has: the script, and what to install."""

import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape

from runner.compute.snapshot import Snapshot
from runner.core.actions import InstallPackages, Parts
from runner.core.names import last_first
from runner.core.player import Player
from runner.core.problems import Place, Problem, note, warning

_SHOWN = 3  # letters listed in a sentence
_PICTURES = "\U0001f000"
_EMOJI = "emoji"
_NAMED = {
    "CJK": "Chinese or Japanese", "HIRAGANA": "Japanese", "KATAKANA": "Japanese",
    "HANGUL": "Korean", "BOPOMOFO": "Chinese",
}  # fmt: skip
_PACKAGES = {
    **dict.fromkeys(_NAMED.values(), "fonts-noto-cjk"),
    _EMOJI: "fonts-noto-color-emoji",
}
_ANY_PACKAGE = "fonts-noto-core"


def about_glyphs(snapshot: Snapshot, html: str, missing: Collection[str]) -> Iterator[Problem]:
    """Yield warnings about missing characters in names, or in other text, on the page `html`."""
    if not missing:
        return
    yield from _no_words(snapshot, missing)
    for player in snapshot.players.values():
        if any(escape(name) in html for name in (player.name, last_first(player.name))):
            yield from of_player(player, missing)
    yield from no_glyph(snapshot.event.at("name"), "event", snapshot.event.name, missing)
    for phase in snapshot.event.phases:
        yield from no_glyph(phase.at("name"), "phase", phase.name, missing)


def of_player(player: Player, missing: Collection[str]) -> Iterator[Problem]:
    """Yield warnings for a player, or for a team and each of its members, with their cells."""
    what = "team" if player.team else "player"
    yield from no_glyph(player.place, what, player.name, missing)
    for seat, member in enumerate(player.members, 1):
        if member not in player.name:  # a team that goes by its people
            yield from no_glyph(player.at(f"member {seat}"), "player", member, missing)


def _no_words(snapshot: Snapshot, missing: Collection[str]) -> Iterator[Problem]:
    """Yield a warning if characters outside names are missing: the words on the page are in a
    language that cannot be drawn."""
    event = snapshot.event
    names = [event.name, *(phase.name for phase in event.phases)]
    for player in snapshot.players.values():
        names += [player.name, player.club, *player.members, *player.extra.values()]
    lacking = sorted(set(missing).difference(*names))
    if lacking:
        yield _cannot(event.at("language"), lacking, "on this page")


def no_glyph(place: Place, what: str, name: str, missing: Collection[str]) -> Iterator[Problem]:
    """Yield a warning if the name contains any of the missing characters."""
    lacking = [character for character in dict.fromkeys(name) if character in missing]
    if lacking:
        yield _cannot(place, lacking, f'in the name of the {what} "{name}"')


def _cannot(place: Place, lacking: Sequence[str], where: str) -> Problem:
    shown = ", ".join(f"{each} (U+{ord(each):04X})" for each in lacking[:_SHOWN])
    which = scripts(lacking)
    text = f"No font on this computer has the letters for {', '.join(which)} {where}: {shown}"
    more = f" and {len(lacking) - _SHOWN} more" if len(lacking) > _SHOWN else ""
    return warning("font.letters-missing", place, f"{text}{more}.", *to_install(which))


def scripts(letters: Iterable[str]) -> tuple[str, ...]:
    """Return the scripts of the letters, sorted: "Hebrew", "emoji"."""
    return tuple(sorted(set(map(_script, letters))))


def to_install(which: Iterable[str]) -> Parts:
    """Return instructions for installing fonts for these scripts."""
    packages = tuple(sorted({_PACKAGES.get(script, _ANY_PACKAGE) for script in which}))
    elsewhere = "Elsewhere install the Noto fonts for it (fonts.google.com/noto). Then print again."
    return InstallPackages(packages), elsewhere


def on_desk(lacking: Iterable[str]) -> Iterator[Problem]:
    """Yield a note for the desk about these scripts, if there are any."""
    which = tuple(sorted(set(lacking)))
    if which:
        text = f"Some letters are boxes on paper: no font on this computer has {', '.join(which)}."
        yield note("font.letters-missing-on-desk", Place(), text, *to_install(which))


def _script(letter: str) -> str:
    if letter >= _PICTURES and unicodedata.category(letter) in ("So", "Sk", "Cn"):
        return _EMOJI
    first = unicodedata.name(letter, "other scripts").split()[0]
    return _NAMED.get(first, first.capitalize())
