"""Seats that the organiser has shuffled: how they are drawn, and whether they come out again.

A draw rests on its name and on who sits at the table, and on nothing else: the event's seed, phase,
round, which shuffle of the round it is, and the table (docs/randomness.md).
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from runner.core.event import RoundId
from runner.core.randomness import Stream
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.published import PublishedRound, seating_of

SHUFFLE = "shuffle seats"
"""The decision, and a part of the name of its draws."""


def draw(seed: str, round_id: RoundId, number: int) -> tuple[object, ...]:
    """The name of a draw, but for the table; `number` is which shuffle of the round it is, from
    1."""
    return (seed, *round_id, SHUFFLE, number)


def drawn_seats(players: Iterable[str], table: int, name: Sequence[object]) -> tuple[str, ...]:
    """Who sits in which seat of a table, in turn order."""
    return tuple(Stream(*name, table).shuffled(sorted(players)))


def shuffles(entries: Iterable[Entry], round_id: RoundId) -> list[Entry]:
    """The lines by which seats of a round were shuffled, undone ones too."""
    return [
        entry
        for entry in entries
        if entry.round == round_id
        and entry.kind is EntryKind.RESEATED
        and entry.data.get("decision") == SHUFFLE
    ]


# --- drawn again ------------------------------------------------------------------------------


def difference(
    shuffle: Mapping[str, Any], before: PublishedRound | None, due: Sequence[object]
) -> str:
    """What a line of the ledger tells otherwise than it would come out again; "" where nothing is.

    `before` is the round as it stood before that line, and `due` the name that the draw must have,
    with "" for a seed that is not known.
    """
    name = shuffle["stream"]
    if [*name[1:]] != [*due[1:]] or due[0] not in ("", name[0]):
        return "its draw is NOT the one that was due"
    if before is None:
        return "the round was NOT out"
    should = {
        number: drawn_seats(seats, number, name) if number in shuffle["shuffled"] else seats
        for number, seats in before.seating.tables
    }
    now = dict(seating_of(shuffle).tables)
    other = sorted(at for at in {*should, *now} if should.get(at, ()) != now.get(at, ()))
    if other:
        return f"drawn again, and NOT the same at table {', '.join(map(str, other))}"
    if [*before.seating.byes] != shuffle["byes"] or [*before.seating.absent] != shuffle["absent"]:
        return "byes or absences are NOT those of before"
    return ""
