"""Elimination head-to-head: the standard bracket, and what a round leaves of it (rules.md 5).

A bracket is a row of slots, as many as a power of two; each slot has an id or nobody. Neighbours
meet, and each pair leaves one slot of the next row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from runner.model import Round, Table
from runner.phases.advancing import Seeds

Slots = tuple[str | None, ...]
Winner = Callable[[Table], str | None]
"""Who goes on from a table, or None for nobody."""


def standard(players: Sequence[str]) -> Slots:
    """The bracket of players in the order of their seeds.

    1 meets the lowest, and the two highest can meet in the final only: 1v8, 4v5, 2v7, 3v6. Where
    the field is no power of two the highest seeds have nobody against them.
    """
    order = [1]
    while len(order) < len(players):
        total = 2 * len(order) + 1
        order = [seed for high in order for seed in (high, total - high)]
    return tuple(players[seed - 1] if seed <= len(players) else None for seed in order)


def pairs(slots: Slots) -> list[tuple[str, ...]]:
    """Those who are there of each two neighbours."""
    return [
        tuple(each for each in slots[at : at + 2] if each is not None)
        for at in range(0, len(slots), 2)
    ]


def live(slots: Slots) -> tuple[str, ...]:
    """Everybody who is in the bracket."""
    return tuple(each for each in slots if each is not None)


def advanced(slots: Slots, round_: Round, seeds: Seeds, winner: Winner) -> Slots:
    """The next row, after a round as it was really played.

    A table, or a bye, stands for the pair in which its highest seed was due; where the organiser
    has changed that, for the next pair that is free to it. If there is none, the bracket is made
    anew for those who are left. Beside the final, a table with nobody of it is for third place.
    """
    due = {player: at // 2 for at, player in enumerate(slots) if player is not None}
    every = range(len(slots) // 2)
    row: dict[int, str | None] = {}
    units = _units(slots, round_, seeds, winner)
    for players, on in units:
        wanted = [due[each] for each in players if each in due] or every
        pair = next((each for each in wanted if each not in row), None)
        if pair is None:
            return standard(seeds.order([on for _, on in units if on is not None]))
        row[pair] = on
    return tuple(row.get(pair) for pair in every)


def _units(
    slots: Slots, round_: Round, seeds: Seeds, winner: Winner
) -> list[tuple[tuple[str, ...], str | None]]:
    """The tables and byes of a round, each by seed and with who goes on from it; those of the
    highest seeds first, and last those with nobody who was due."""
    played = [(seeds.order(table.players), winner(table)) for table in round_.tables]
    played += [((player,), player) for player in round_.byes]
    final = len(slots) == 2
    units = [each for each in played if each[0] and not (final and not {*each[0]} & {*slots})]
    first = Seeds.of(seeds.order([players[0] for players, _ in units]))
    return sorted(units, key=lambda each: (not {*each[0]} & {*slots}, first.place[each[0][0]]))


def without(slots: Slots, there: Collection[str]) -> Slots:
    """The bracket without those who have left: whoever was to meet them has a bye."""
    return tuple(each if each in there else None for each in slots)


def shortened(slots: Slots) -> Slots:
    """The bracket without rounds in which nobody would meet anybody."""
    while len(slots) > 1 and all(len(pair) < 2 for pair in pairs(slots)):
        slots = tuple(next(iter(pair), None) for pair in pairs(slots))
    return slots
