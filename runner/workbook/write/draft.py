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
        tables, spots = {each: at for at, ids in draft.tables.items() for each in ids}, draft.spots
        for player in _everybody(result, draft, players):
            pod, seat = spot = spots.get(player.id) or (None, None)
            line: dict[str, str | int | None] = {
                "phase": phase, "id": player.id, "player": player.name,
                "pod": pod, "seat": seat, "building": tables.get(player.id),
            }  # fmt: skip
            row = sheet.rows.get((phase, player.id)) or sheet.rows.get((phase, player.name))
            if row is None:
                below += 1
                for column, value in line.items():
                    if value is not None:
                        yield from sheet.change(column, below, value, like_row=sheet.header + 1)
            else:
                known = [spot, *draft.typed.get(player.id, ())]
                ours = {
                    "phase": set[str](), "id": set[str](), "player": {*spelt.get(player.id, ())},
                    "pod": {str(pod) for pod, _ in known if pod},
                    "seat": {str(seat) for _, seat in known if seat},
                }  # fmt: skip
                yield from _changed(sheet, row, line, ours)


def _changed(
    sheet: DraftLayout, row: int, line: Mapping[str, str | int | None], ours: Mapping[str, set[str]]
) -> Iterator[CellChange]:
    """The cells of a line that differ, if what is there is Runner's: one of the texts that are
    `ours`, and in a column that is missing there any."""
    for column, value in line.items():
        found = sheet.texts.get((column, row), "")
        known = ours.get(column, {found}) - {""}
        for change in sheet.change(column, row, value, *known):
            if change.text != found and found in {"", *known}:
                yield change  # else somebody has typed there, and it is reported or done


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
