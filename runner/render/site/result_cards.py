"""Preview images of links to players after the event: name and place."""

from collections.abc import Callable, Mapping
from functools import partial

from runner.compute.snapshot import Snapshot
from runner.core.language import _
from runner.render import text as texts
from runner.render.brand.card import card, drawable
from runner.render.directory import Directory
from runner.render.site import frame
from runner.render.site.brand import accent_of

FOLDER = "cards/"
"""The folder of the images, which no page depends on."""
Cards = Mapping[str, Callable[[], bytes]]
"""Functions that make each image, by path."""


def result_cards(snapshot: Snapshot, directory: Directory) -> Cards:
    """Return the images of players whose place is known and whose name can be drawn. There are none
    before the end, or for a site without an address, to which nobody can link."""
    event, many = snapshot.event, len(snapshot.final)
    if not snapshot.over or not frame.address(snapshot):
        return {}
    cards: dict[str, Callable[[], bytes]] = {}
    for place in snapshot.final:
        name, file = directory[place.player].name, directory[place.player].file
        if drawable(name):
            # Note: {places} is one place, or several that are shared: “3–4”.
            words = _("Place {places} of {n}", places=texts.span(place.first, place.last), n=many)
            if place.first == place.last == 1:
                words = _("Champion")
            cards[path_of(file)] = partial(card, name, words, accent_of(event), event.name)
    return cards


def path_of(file: str) -> str:
    """Return the path of the image of the player with that page."""
    return f"{FOLDER}{file}.png"


def winners(snapshot: Snapshot, directory: Directory, cards: Cards) -> str:
    """Return the path of the image of the event's sole winner, or ""."""
    first = [place.player for place in snapshot.final if place.first == place.last == 1]
    path = path_of(directory[first[0]].file) if first else ""
    return path if path in cards else ""
