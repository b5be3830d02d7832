"""The latest playoff: its stages with the cards of their matches."""

from runner.render.screens.hall import Hall
from runner.render.site.bracket.cards import Card
from runner.render.site.bracket.page import Brackets
from runner.render.site.bracket.stages import StageView


def part(hall: Hall) -> object:
    """The stages of the latest playoff as the page of the bracket has them; none before it."""
    views = tuple(Brackets(hall.snapshot, hall.directory).views().values())
    if not views:
        return {"title": "", "stages": []}
    return {"title": views[-1].title, "stages": [_stage(stage) for stage in views[-1].stages]}


def _stage(stage: StageView) -> object:
    return {
        "title": stage.title,
        "progress": stage.progress,
        "cards": [_card(cell.card) for cell in stage.cells],
    }


def _card(card: Card) -> object:
    """The card's heading, its state, what is below it, and a row a place: seed, name, score or
    seat, and how it ended."""
    return {
        "heading": card.heading,
        "state": card.state,
        "notes": card.notes,
        "spots": [
            [spot.seed, spot.name, spot.score or spot.seat, spot.tone if spot.file else "open"]
            for spot in card.spots
        ],
    }
