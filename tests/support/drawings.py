"""Events whose last phase is a playoff, for the tests of its drawing: of any size, at any time."""

from collections.abc import Sequence
from dataclasses import replace

from runner import phases
from runner.app.sample_players import players as sample_players
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases import tree
from runner.phases.elimination.names import Names
from runner.phases.model import PhaseResult, Proposal, RoundContext
from runner.render.directory import Directory
from runner.render.site.bracket.cards import Cards
from runner.rules.ruleset import Ruleset, ruleset
from tests.support import sample
from tests.support.playoffs import after, as_result, leave

SEED = "drawings"


def event(
    size: int, *, pods: bool = False, double: bool = False, rounds: int = 99, open_tables: int = 0,
    draws: bool = False, odd: bool = False, leaving: int = 0, by_hand: bool = False,
    **rules: object,
) -> Snapshot:  # fmt: skip
    """A playoff after so many rounds, of the last of which so many tables still play. With `draws`
    the first table of each round is drawn, and the highest seed goes on; with `odd` names are as
    people have them, and of those who have played one in `leaving` leaves the event after each
    round. With `by_hand` the organiser has seated everybody anew."""
    mode = Mode.MULTIPLAYER if pods else Mode.HEAD_TO_HEAD
    kind = "double_elimination" if double else "single_elimination"
    phase = Phase(2, f"Top {size}", mode, kind, cut=size)
    rules = {"drawn_elimination": "highest_seed", **rules}
    now = _before(phase, replace(ruleset(phase, {})[0], **rules), odd)  # type: ignore[arg-type]  # settings
    states, chance = [], Stream(SEED, size, kind)
    type_ = phases.find(kind)
    while len(now.rounds) < rounds and (made := type_.propose(now)) is not None:
        last = len(now.rounds) + 1 == rounds
        if by_hand:
            made = _seated_anew(made, chance)
        played = _played(made, chance, open_tables if last else 0, draws)
        states.append(made.state)
        now = after(now, made, played)
        if leaving:
            there = sorted(each for table in played.tables for each in table.players)
            now = leave(now, *(each for each in there if not chance.below(leaving)))
    return with_playoff(as_result(now, states))


def drawn(result: PhaseResult) -> tuple[Names, Cards]:
    made = tree(result)
    assert made is not None
    names, snapshot = Names(made, pods=result.phase.mode is Mode.MULTIPLAYER), with_playoff(result)
    return names, Cards(names, result, snapshot, Directory(snapshot))


def with_playoff(result: PhaseResult) -> Snapshot:
    """The event of a playoff: a Swiss phase that is over stands before it."""
    swiss = Phase(1, "Swiss", result.phase.mode, "swiss", rounds=0)
    before = PhaseResult(swiss, ruleset(swiss, {})[0], result.field, planned=0)
    happening = Event(
        name="Lisbon Commander Open", date="2026-11-21", seed=SEED,
        phases=(swiss, result.phase), players=result.field,
    )  # fmt: skip
    return Snapshot(
        happening, {each.id: each for each in result.field}, (before, result), (),
        as_of="2026-11-21T18:05:00+00:00",
    )  # fmt: skip


def _before(phase: Phase, rules: Ruleset, odd: bool) -> RoundContext:
    made = list(sample_players(phase.cut or 0, SEED))
    for at, name in enumerate(sample.ODD_NAMES if odd else ()):
        made[at] = replace(made[at], name=name)
    field = tuple(made)
    return RoundContext(phase, rules, RoundId(2, 1), field, None, SEED, field=field)


def _seated_anew(made: Proposal, chance: Stream) -> Proposal:
    players = chance.shuffled([each for table in made.pairing.tables for each in table.seats])
    tables = []
    for table in made.pairing.tables:
        seats, players = players[: len(table.seats)], players[len(table.seats) :]
        tables.append(table._replace(seats=tuple(seats)))
    seating = replace(made.pairing.seating, tables=tuple(tables))
    return replace(made, pairing=replace(made.pairing, seating=seating))


def _played(made: Proposal, chance: Stream, open_tables: int, drawn: bool) -> Round:
    tables = []
    for at, paired in enumerate(made.pairing.tables):
        seats = tuple(Seat(each) for each in paired.seats)
        if at < len(made.pairing.tables) - open_tables:
            seats = _taken(seats, chance, draw=drawn and not at)
        tables.append(Table(paired.number, seats))
    return Round(made.pairing.round, tuple(tables), made.pairing.byes)


def _taken(seats: Sequence[Seat], chance: Stream, *, draw: bool) -> tuple[Seat, ...]:
    won = chance.below(len(seats))
    lost = chance.below(2)
    found = []
    for at, seat in enumerate(seats):
        outcome = Outcome.DRAW if draw else Outcome.WIN if at == won else Outcome.LOSS
        games = None if len(seats) > 2 else 1 if draw else 2 if at == won else lost
        found.append(replace(seat, outcome=outcome, games_won=games))
    return tuple(found)
