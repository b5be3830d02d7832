"""A booster draft on its way for tests: its sheet, what Runner writes there, what hands change."""

from collections.abc import Sequence
from dataclasses import replace

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, DraftLine, Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.screens import Screen
from runner.ledger.entries import Entry, EntryKind
from tests.support import events
from tests.support.day import Day
from tests.support.events import AT, phase


class DraftDay(Day):
    """An event whose Draft sheet is written at each save, as a closed workbook's is."""

    def __init__(self, now: Event) -> None:
        self.open = False
        super().__init__(now)

    def save(self) -> Snapshot:
        super().save()
        while not self.open and self._written():
            super().save()
        return self.snapshot

    def _written(self) -> bool:
        """Write all pods into the sheet; whether that is news to the ledger."""
        new = [draft for draft in self.ledger.drafts.values() if not draft.arrived]
        if not new:
            return False
        lines = {(line.phase, line.player): line for line in self.event.draft}
        for draft in new:
            known = {player for phase, player in lines if phase == draft.phase}
            for player in (*draft.spots, *known - {*draft.spots}):
                pod, seat = draft.spots.get(player, (None, None))
                lines[draft.phase, player] = self.line(draft.phase, player, pod, seat, len(lines))
        self.event = replace(self.event, draft=tuple(lines.values()))
        written = [Entry(EntryKind.WRITTEN, RoundId(draft.phase, 0), {}, AT) for draft in new]
        self.ledger, _ = self.ledger.extended(written)
        return True

    def line(
        self, phase: int, player: str, pod: int | None, seat: int | None, at: int
    ) -> DraftLine:
        """A line of the sheet, in the row where the player stands, or in a new one."""
        there = {(line.phase, line.player): line for line in self.event.draft}
        known = there.get((phase, player))
        row = int(known.places["pod"].cell[1:]) if known else at + 5
        places = {key: Place("Draft", f"{letter}{row}")
                  for key, letter in (("player", "C"), ("pod", "D"), ("seat", "E"))}  # fmt: skip
        return DraftLine(phase, player, pod, seat, places)

    def move(self, player: str, pod: int | None, seat: int | None, phase: int = 1) -> Snapshot:
        new = self.line(phase, player, pod, seat, len(self.event.draft))
        others = [line for line in self.event.draft if (line.phase, line.player) != (phase, player)]
        return self.change(draft=(*others, new))

    def ask(self, kind: str, number: int = 0, phase: int = 1, table: int | None = None) -> Snapshot:
        place = Place("Decisions", f"A{len(self.event.decisions) + 5}")
        line = Decision(kind, RoundId(phase, number), table=table, place=place)
        return self.change(decisions=(*self.event.decisions, line))

    @property
    def draft(self) -> Draft:
        return self.snapshot.drafts[-1]

    @property
    def pods(self) -> dict[int, tuple[str, ...]]:
        return dict(self.draft.pods)


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
