"""A playoff on paper: its stages one below the other, each match as a card to write on."""

from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, RoundId
from runner.render.directory import Directory
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.names import Names


class Stage(NamedTuple):
    """What it is called, and its matches."""

    title: str
    cards: tuple[Card, ...]


class BracketSheet(Sheet):
    """The bracket of the round's phase, with what is known of it."""

    KEY, NAME, TEMPLATE, ACROSS = "bracket", "bracket", "bracket.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """None for a phase that is no playoff."""
        phase = snapshot.phases[round_id.phase - 1]
        tree = phases.tree(phase)
        if tree is None:
            return None
        names = Names(tree, pods=phase.phase.mode is not Mode.HEAD_TO_HEAD)
        cards = Cards(names, phase, snapshot, Directory(snapshot)).by_stage
        stages = zip(names.stages, cards, strict=True)
        return Content(phase.phase.name, tuple(Stage(each.title, all_) for each, all_ in stages))
