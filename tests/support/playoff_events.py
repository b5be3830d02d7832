"""Whole events with a playoff for tests, published round by round as the pipeline does."""

from dataclasses import replace

from runner.app.sample_players import players
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.snapshot import Snapshot
from runner.core.event import (
    Decision,
    Event,
    Mode,
    Phase,
    RoundId,
    RoundSheet,
    Row,
    RowKey,
    RowKind,
)
from runner.core.problems import Place
from runner.ledger.ledger import Ledger

AT = "2026-11-21T10:00:00+00:00"


def event(
    count: int,
    mode: Mode,
    *,
    swiss: int = 2,
    cut: int | None = None,
    type_: str = "single_elimination",
) -> Event:
    """Swiss and then a playoff, or the playoff alone; every round goes out by itself."""
    swiss_phase = Phase(1, "Swiss", mode, "swiss", rounds=swiss)
    playoff = Phase(2, "Playoff", mode, type_, cut=cut)
    phases = (swiss_phase, playoff) if swiss else (replace(playoff, number=1),)
    go = Decision(PairRound.KEY, RoundId(1, 1), place=Place("Decisions", "F5"))
    return Event(
        "Friday", "2026-11-21", seed="s", phases=phases, players=players(count),
        automatic=True, decisions=(go,),
    )  # fmt: skip


def published(now: Event, ledger: Ledger) -> tuple[Snapshot, Ledger]:
    """What the pipeline does: write down what is decided until nothing more is."""
    while (snapshot := compute(now, ledger)).entries:
        ledger, _ = ledger.extended(replace(each, at=AT) for each in snapshot.entries)
    return snapshot, ledger


def typed(now: Event, snapshot: Snapshot, result: str = "A") -> Event:
    """The result of every table of the current round, typed."""
    current = snapshot.current_round
    assert current is not None
    rows = tuple(
        Row(RowKey(current.id, RowKind.TABLE, table.number), table.number, (), result)
        for table in current.tables
    )
    return replace(now, rounds=(*now.rounds, RoundSheet(current.id, rows)))


def until(now: Event, phase: int, number: int) -> tuple[Event, Snapshot, Ledger]:
    """The event as far as a round that is out and waits for its results."""
    snapshot, ledger = published(now, Ledger())
    while snapshot.rounds[-1].id < RoundId(phase, number):
        now = typed(now, snapshot)
        before = len(snapshot.rounds)
        snapshot, ledger = published(now, ledger)
        assert len(snapshot.rounds) > before, snapshot.problems
    return now, snapshot, ledger


def gone(now: Event, player: str, after_round: int) -> Event:
    """The player drops after that round of the event."""
    return replace(
        now,
        players=tuple(
            replace(each, drops_after=after_round) if each.id == player else each
            for each in now.players
        ),
    )


def ids(snapshot: Snapshot) -> list[str]:
    """Those who made the cut, by seed."""
    return [player.id for player in snapshot.phases[1].field]
