"""Events for tests, in few words: phases, players, decisions, results, and what is published."""

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from typing import Any

from runner.app.sample_players import players
from runner.compute.compute import compute
from runner.compute.decisions.pair import PairRound
from runner.compute.snapshot import Snapshot
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Table
from runner.ledger.ledger import Ledger
from runner.standings.model import Standings

AT = "2026-11-21T10:00:00+00:00"
"""When everything goes out."""
GO = Place("Decisions", "F5")
"""Where round 1 is asked for."""
NOTHING = Ledger()
"""The ledger before anything was decided."""
TITLES = {"swiss": "Day {}", "single_elimination": "Playoff"}
OF_A_PHASE = {each.name for each in fields(Phase)}
Result = str | Callable[[Table], str]
"""What is typed for a table."""


def phase(
    number: int = 1, type_: str = "swiss", mode: Mode = Mode.MULTIPLAYER, **more: object
) -> Phase:
    """A phase whose row is the one of its number on Phases; what is no column is a setting."""
    own: dict[str, Any] = {key: more.pop(key) for key in [*more] if key in OF_A_PHASE}
    place = Place("Phases", f"A{number + 4}")
    basics = {"name": TITLES.get(type_, "Phase {}").format(number), "place": place} | own
    settings = {**basics.pop("settings", {}), **more}
    return Phase(number, mode=mode, type=type_, settings=settings, **basics)


def event(
    who: int | Sequence[Player], *phases: Phase, automatic: bool = True, **more: object
) -> Event:
    """So many players, or these, and these phases; round 1 is asked for."""
    basics = {
        "date": "2026-11-21", "seed": "s", "phases": phases, "automatic": automatic,
        "players": players(who) if isinstance(who, int) else tuple(who),
        "decisions": (Decision(PairRound.KEY, RoundId(1, 1), place=GO),),
    }  # fmt: skip
    return Event(**{"name": "Friday", **basics, **more})  # type: ignore[arg-type]


def swiss(
    who: int | Sequence[Player] = 12, rounds: int | None = 3, *, automatic: bool = False,
    **more: object,
) -> Event:  # fmt: skip
    """One phase of Swiss; round 1 is asked for, and so is every other, unless told otherwise."""
    return event(who, phase(1, rounds=rounds, **more), automatic=automatic)


def swiss_and_playoff(
    count: int, mode: Mode, *, swiss: int = 2, cut: int | None = None,
    type_: str = "single_elimination",
) -> Event:  # fmt: skip
    """Rounds of Swiss and then a playoff, or that alone; every round goes out by itself."""
    before = [phase(1, mode=mode, name="Swiss", rounds=swiss)] if swiss else []
    return event(count, *before, phase(len(before) + 1, type_, mode, name="Playoff", cut=cut))


def planned(
    who: int | Sequence[Player] = 8, *phases: Phase, rounds: int = 3, **more: object
) -> Event:
    """An event of which nothing has been decided yet: these phases, or so many rounds of pods."""
    phases = phases or (phase(1, name="Swiss", rounds=rounds),)
    return event(who, *phases, **{"automatic": False, "decisions": (), **more})


def ask(now: Event, kind: str, number: int, player: str = "") -> Event:
    decision = Decision(kind, RoundId(1, number), player, place=GO)
    return replace(now, decisions=(*now.decisions, decision))


def published(now: Event, ledger: Ledger = NOTHING) -> tuple[Snapshot, Ledger]:
    """What the pipeline does: write down what is decided until nothing more is."""
    while (snapshot := compute(now, ledger)).entries:
        ledger, _ = ledger.extended(replace(each, at=AT) for each in snapshot.entries)
    return snapshot, ledger


def typed(now: Event, snapshot: Snapshot, result: Result = "A") -> Event:
    """The result of every table of the current round, typed."""
    current = snapshot.current_round
    rows = tuple(
        Row(
            RowKey(current.id, RowKind.TABLE, table.number), table.number,
            result=said(result, table),
        )
        for table in current.tables
    )  # fmt: skip
    return replace(now, rounds=(*now.rounds, RoundSheet(current.id, rows)))


def up_to(now: Event, phase: int, number: int) -> tuple[Event, Snapshot, Ledger]:
    snapshot, ledger = published(now)
    while snapshot.rounds[-1].id < RoundId(phase, number):
        now = typed(now, snapshot)
        before = len(snapshot.rounds)
        snapshot, ledger = published(now, ledger)
        assert len(snapshot.rounds) > before, snapshot.problems
    return now, snapshot, ledger


def played_on(
    now: Event, snapshot: Snapshot, ledger: Ledger, result: Result = "A"
) -> tuple[Event, Snapshot, Ledger]:
    now = typed(now, snapshot, result)
    return now, *published(now, ledger)


def latest_ranking(snapshot: Snapshot, phase: int = 1) -> Standings:
    found = snapshot.phases[phase - 1].current
    assert found is not None
    return found


def ids(snapshot: Snapshot) -> list[str]:
    return [player.id for player in snapshot.phases[1].field]


def said(result: Result, table: Table) -> str:
    return result if isinstance(result, str) else result(table)


def lower_id_wins(table: Table) -> str:
    """A result by who sits there, not where."""
    return "ABCDE"[table.players.index(min(table.players))]


def dropped(now: Event, player: str | None, after: int) -> Event:
    """The player, if it is one, leaves after that round of the event."""
    people = (
        replace(each, drops_after=after) if each.id == player else each for each in now.players
    )
    return replace(now, players=tuple(people))
