"""Fills in the templates, once for each page that changed, and says which version each one is."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

from runner.compute.snapshot import Snapshot
from runner.render import text as texts
from runner.render.site import final_page, frame, rankings, scoring_page, views
from runner.render.site.bracket.page import Drawings
from runner.render.site.directory import Directory
from runner.render.site.frame import Frame, Page
from runner.render.site.players import PlayerPages
from runner.render.site.rounds import title
from runner.render.site.templates import forget, templates
from runner.render.templating import folder

_STATIC = ("static/site.css", "static/site.js", "static/icon.svg")
_MARK = b'data-version=""'  # quotes in a player's name are escaped, so only the page's own is found


@dataclass(frozen=True, slots=True)
class Site:
    """Every file of the site by its path from the root, with "/" between folders."""

    files: Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class _Made:
    """A page as it was rendered last, from what, and its version."""

    frame: Frame
    page: Page
    content: bytes
    version: str


class Renderer:
    """Renders snapshots one after another; a page whose display values are the same stays."""

    def __init__(self) -> None:
        self._made: dict[str, _Made] = {}

    def render(self, snapshot: Snapshot, data: Mapping[str, bytes]) -> Site:
        """The whole site. `data` are files that somebody else has made, taken over as they are.

        The same snapshot gives the same bytes, whatever was rendered before.
        """
        snapshot = snapshot.for_players
        static = _static()
        around = frame.frame(
            snapshot,
            checksum(static["static/site.css"]),
            checksum(static["static/site.js"]),
            "data/snapshot.json" in data,
        )
        directory = Directory(snapshot)
        pages = _pages(snapshot, directory)
        self._made = {page.path: self._page(around, page) for page in pages}
        forget()
        seats = _seats(snapshot, directory)
        return Site(
            {
                **static,
                **data,
                **{path: made.content for path, made in self._made.items()},
                "seats.js": seats,
                "version.js": self._versions(snapshot, checksum(seats)),
            }
        )

    def _page(self, around: Frame, page: Page) -> _Made:
        before = self._made.get(page.path)
        if before and before.page == page and before.frame == around:
            return before
        template = templates()[page.template]
        text = template.render(frame=around, page=page, view=page.view, root=page.root)
        content = text.encode()
        version = checksum(content)
        marked = content.replace(_MARK, f'data-version="{version}"'.encode(), 1)
        return _Made(around, page, marked, version)

    def _versions(self, snapshot: Snapshot, seats: str) -> bytes:
        """What open pages ask for, to learn whether they are still as published."""
        pages = {path.removesuffix(".html"): made.version for path, made in self._made.items()}
        as_of = snapshot.as_of and texts.instant(snapshot.as_of)
        return _call("runnerVersion", {"asOf": as_of, "pages": pages, "seats": seats})


def render(snapshot: Snapshot, data: Mapping[str, bytes]) -> Site:
    """The whole site of one snapshot, from nothing."""
    return Renderer().render(snapshot, data)


def checksum(content: bytes) -> str:
    """Eight characters that change with the content."""
    return blake2b(content, digest_size=4).hexdigest()


@cache
def _static() -> Mapping[str, bytes]:
    return {name: (folder("site") / name).read_bytes() for name in _STATIC}


def _seats(snapshot: Snapshot, directory: Directory) -> bytes:
    """Where everybody sits now, for the search on the front page and for those who follow one.

    A list a player: file, name, table ("" without one), seat letter, and words without a table.
    """
    view = views.pairings_view(snapshot, directory)
    lines = [
        [line.file, line.name, line.table, line.seat, line.words]
        for letter in view.letters
        for line in letter.rows
        if isinstance(line, views.PairingLine)
    ]
    return _call("runnerSeats", {"round": view.title, "players": lines})


def _call(function: str, value: object) -> bytes:
    """A script that hands over plain data: the only way that works on `file://` as well."""
    return f"{function}({json.dumps(value, separators=(',', ':'))});\n".encode()


# --- which pages there are -----------------------------------------------------------------------


def _pages(snapshot: Snapshot, directory: Directory) -> Iterator[Page]:
    name = snapshot.event.name
    current = snapshot.current_round
    now = title(snapshot, current.id) if current else "no round yet"
    latest = next((each.current for each in reversed(snapshot.phases) if each.current), None)
    ranking = rankings.standings_view(snapshot, directory, latest, latest=True) if latest else None
    places = final_page.final_view(snapshot, directory) if final_page.shown(snapshot) else None
    yield Page(
        "index.html", "index.html", "", "event", name,
        f"{name}: pairings, tables and standings.", views.event_view(snapshot, places or ranking),
    )  # fmt: skip
    yield Page(
        "pairings.html", "pairings.html", "", "pairings", f"Pairings, {now}",
        f"Who sits where in {name}, by last name.", views.pairings_view(snapshot, directory),
    )  # fmt: skip
    yield Page(
        "tables.html", "tables.html", "", "tables", f"Tables, {now}",
        f"The tables of {name} with results as they come in.",
        views.tables_view(snapshot, directory),
    )  # fmt: skip
    yield Page(
        "standings.html", "final.html" if places else "standings.html", "", "standings",
        "Standings", f"The ranking of {name}.",
        places or views.StandingsPage(ranking, "", views.veil(snapshot)),
    )  # fmt: skip
    yield Page(
        "players/index.html", "players.html", "../", "players", "Players",
        f"Everybody who plays in {name}.", views.players_view(snapshot, directory),
    )  # fmt: skip
    yield Page(
        "rounds/index.html", "rounds.html", "../", "rounds", "Rounds",
        f"Every round of {name}.", views.rounds_view(snapshot),
    )  # fmt: skip
    yield Page(
        scoring_page.PATH, "scoring.html", "", "scoring", "How this event is scored",
        f"Points, tiebreakers, pairing and time in {name}, in plain words.",
        scoring_page.scoring_view(snapshot),
    )  # fmt: skip
    yield from _round_pages(snapshot, directory)
    drawings = Drawings(snapshot, directory)
    for path, view in drawings.views().items():
        yield Page(
            path, "bracket.html", "", "bracket", f"Bracket, {view.title}",
            f"The bracket of {name}, with seeds and results as they come in.", view,
        )  # fmt: skip
    yield from _player_pages(snapshot, directory, drawings)


def _round_pages(snapshot: Snapshot, directory: Directory) -> Iterator[Page]:
    for index, each in enumerate(snapshot.rounds):
        yield Page(
            f"rounds/{each.id.prefix}.html", "round.html", "../", "rounds",
            title(snapshot, each.id), f"Tables and results of {snapshot.event.name}.",
            views.round_page(snapshot, directory, index),
        )  # fmt: skip
    for phase in snapshot.phases:
        for ranking in phase.standings:
            if ranking.complete:
                view = rankings.standings_view(snapshot, directory, ranking, latest=False)
                yield Page(
                    f"standings/{ranking.after.prefix}.html", "standings.html", "../",
                    "standings", f"Standings {view.title[:1].lower()}{view.title[1:]}",
                    f"The ranking of {snapshot.event.name}.",
                    views.StandingsPage(
                        view, ranking.after.prefix, whole=final_page.shown(snapshot)
                    ),
                )  # fmt: skip


def _player_pages(snapshot: Snapshot, directory: Directory, drawings: Drawings) -> Iterator[Page]:
    players = PlayerPages(snapshot, directory, drawings)
    for identity, person in directory.people.items():
        yield Page(
            f"players/{person.file}.html", "player.html", "../", "players", person.name,
            f"Table, rounds and tiebreakers in {snapshot.event.name}.", players.view(identity),
        )  # fmt: skip
