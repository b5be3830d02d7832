"""The champion’s story: record, opponents in the last playoff, deck and prize."""

from collections.abc import Iterator
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.compute.statistics import decks
from runner.core.language import _, current, ngettext
from runner.render import text as texts
from runner.render.directory import Directory
from runner.render.site import final_page
from runner.render.site.bracket.page import Brackets


class Line(NamedTuple):
    """A line of the story: its label, its text, a score or "", and whether that match was lost."""

    label: str
    text: str
    score: str = ""
    lost: bool = False


def story(snapshot: Snapshot, directory: Directory, player: str) -> tuple[Line, ...]:
    """Return the story of the event's winner, in chronological order."""
    path = _path(snapshot, directory, player)
    return (*_records(snapshot, player), *path, *_honours(snapshot, player))


def _records(snapshot: Snapshot, player: str) -> Iterator[Line]:
    """Yield the record in each phase that has points."""
    for phase in snapshot.phases:
        rows = phase.current.rows if phase.current and not phase.current.by_place else ()
        for row in rows:
            if row.player == player and not phase.veiled:
                label = phase.phase.name if len(snapshot.phases) > 1 else _("Record")
                points = ngettext("{n} point", "{n} points", row.match_points)
                yield Line(label, texts.record(row.record), points)


def _path(snapshot: Snapshot, directory: Directory, player: str) -> Iterator[Line]:
    """Yield each match of the latest playoff."""
    file = directory[player].file
    for way in Brackets(snapshot, directory).paths(player)[:1]:
        for title, card in way.matches:
            own = sorted(card.spots, key=lambda spot: spot.file != file)
            text = current().enumerated([spot.name for spot in own[1:]]) or _("Bye")
            scores = [spot.score for spot in own[:2]] if len(own) == 2 else []
            score = current().dash.join(scores) if all(scores) else ""
            how = score or current().enumerated(list(card.notes))
            yield Line(title, text, how, own[0].tone == "loss")


def _honours(snapshot: Snapshot, player: str) -> Iterator[Line]:
    yield from (Line(heading, text) for heading, text in decks(snapshot.players[player]) if text)
    if prize := final_page.prizes_of(snapshot).get(player):
        yield Line(_("Prize"), prize)
