"""The pictures that links to players are shown with after the event: who, and which place."""

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
"""Where they are: apart from the pages, none of which waits for them."""
Cards = Mapping[str, Callable[[], bytes]]
"""How each picture is made, by its path."""


def result_cards(snapshot: Snapshot, directory: Directory) -> Cards:
    """The pictures of all whose place is known and whose name can be drawn;
    none before the end, and none of a site without an address, which no link can lead to."""
    event, many = snapshot.event, len(snapshot.final)
    if not snapshot.over or not frame.address(snapshot):
        return {}
    found: dict[str, Callable[[], bytes]] = {}
    for place in snapshot.final:
        name, file = directory[place.player].name, directory[place.player].file
        if drawable(name):
            words = _("Place {places} of {n}", places=texts.span(place.first, place.last), n=many)
            if place.first == place.last == 1:
                words = _("Champion")
            found[path_of(file)] = partial(card, name, words, accent_of(event), event.name)
    return found


def path_of(file: str) -> str:
    """Where the picture of the player with that page is."""
    return f"{FOLDER}{file}.png"


def winners(snapshot: Snapshot, directory: Directory, cards: Cards) -> str:
    """The path of the picture of who has won the event alone; "" if there is none."""
    first = [place.player for place in snapshot.final if place.first == place.last == 1]
    path = path_of(directory[first[0]].file) if first else ""
    return path if path in cards else ""
