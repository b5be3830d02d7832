"""Pods, seats and building tables, for the Draft sheet of the workbook."""

from collections.abc import Iterable, Iterator, Mapping

from runner.core.event import Player, RoundId
from runner.ledger.drafts import PublishedDraft
from runner.ledger.ledger import Ledger
from runner.phases.model import PhaseResult
from runner.workbook.layout import DraftLayout, Layout
from runner.workbook.xlsx.edit import CellChange


def wanted_draft(
    results: Iterable[PhaseResult],
    players: Mapping[str, Player],
    ledger: Ledger,
    sheet: DraftLayout,
    spelt: Mapping[str, frozenset[str]],
) -> Iterator[CellChange]:
    """Yield the cells of the Draft sheet that differ, with a line for everybody who plays, below
    all existing lines."""
    below = sheet.last_row
    for result in results:
        phase, draft = result.phase.number, ledger.drafts.get(result.phase.number)
        if draft is None:
            continue
        tables = {seat: at for at, ids in draft.tables.items() for seat in ids}
        lines = _Lines(draft, sheet, tables, spelt)
        for player in _everybody(result, draft, players):
            row = sheet.rows.get((phase, player.id)) or sheet.rows.get((phase, player.name))
            if row is None:
                below += 1
                yield from lines.new(below, player)
            else:
                yield from lines.changed(row, player)


def drafts_arrived(
    ledger: Ledger, waiting: Iterable[CellChange], layout: Layout
) -> Iterator[RoundId]:
    """Yield the drafts that are complete on the Draft sheet."""
    if layout.draft is None or any(change.sheet == layout.draft.sheet for change in waiting):
        return
    for phase, draft in ledger.drafts.items():
        if not draft.arrived:
            yield RoundId(phase, 0)


def _everybody(
    result: PhaseResult, draft: PublishedDraft, players: Mapping[str, Player]
) -> Iterator[Player]:
    """Those in pods, pod by pod, and those who play and are in none."""
    there = [player for ids in draft.in_order for player in ids]
    field = [player.id for player in result.field] if not result.rounds else []
    left = [player for player in (*field, *draft.typed) if player not in draft.spots]
    playing = {*there, *result.playing, *draft.typed}
    for player in dict.fromkeys((*there, *left)):
        if player in players and player in playing:
            yield players[player]


class _Lines:
    """The lines of one draft."""

    def __init__(
        self,
        draft: PublishedDraft,
        sheet: DraftLayout,
        tables: Mapping[str, int],
        spelt: Mapping[str, frozenset[str]],
    ) -> None:
        self._draft, self._sheet, self._tables, self._spelt = draft, sheet, tables, spelt
        self._spots = draft.spots

    def new(self, row: int, player: Player) -> Iterator[CellChange]:
        """Yield the cells of a line that the sheet does not have yet."""
        for column, value in (self._head(player) | self._wanted(player)).items():
            if value is not None:
                yield from self._sheet.change(column, row, value, like_row=self._sheet.header + 1)

    def changed(self, row: int, player: Player) -> Iterator[CellChange]:
        """Yield the cells of a line that differ, if what is there is Runner's."""
        left = self._draft.typed.get(player.id, frozenset())
        spot = self._spots.get(player.id)
        spots = [*left, *([spot] if spot else [])]
        ours = {
            "pod": {str(pod) for pod, _ in spots if pod},
            "seat": {str(seat) for _, seat in spots if seat},
            "phase": set(),
            "id": set(),
            "player": self._spelt.get(player.id, frozenset()),
        }
        for column, value in (self._head(player) | self._wanted(player)).items():
            found = self._sheet.texts.get((column, row), "")
            known = ours.get(column, {found}) - {""}
            for change in self._sheet.change(column, row, value, *known):
                if change.text != found and found in {"", *known}:
                    yield change  # else a hand has typed there, and it is told of or done

    def _head(self, player: Player) -> dict[str, str | int | None]:
        return {"phase": self._draft.phase, "id": player.id, "player": player.name}

    def _wanted(self, player: Player) -> dict[str, str | int | None]:
        spot = self._spots.get(player.id)
        pod, seat = spot or (None, None)
        return {"pod": pod, "seat": seat, "building": self._tables.get(player.id)}
