"""Booster drafts on the displays of a hall, as far as a test wants them."""

from collections.abc import Sequence
from dataclasses import replace

from runner.core.event import Mode, Player
from runner.core.screens import Screen
from tests.support import events
from tests.support.draft_day import DraftDay
from tests.support.events import phase


def drafting(who: int | Sequence[Player] = 60, **more: object) -> DraftDay:
    """An event whose draft has its pods, where anybody plays; nobody has drafted yet."""
    settings = {"mode": Mode.DRAFT, "name": "Draft", "rounds": 3, **more}
    now = events.event(who, phase(1, "swiss", **settings), automatic=False, decisions=())  # type: ignore[arg-type]
    day = DraftDay(replace(now, name="Lisbon Draft Open", time_zone="Europe/Lisbon"))
    if who:
        day.ask("make pods")
    return day


def building(who: int | Sequence[Player] = 60, **more: object) -> DraftDay:
    """The same once decks are built, since 10:00 (UTC)."""
    day = drafting(who, **more)
    day.ask("start building")
    return day


def with_screens(day: DraftDay, *screens: Screen) -> DraftDay:
    """The same with named displays."""
    day.change(screens=screens)
    return day
