"""What looks wrong with an event that reads well: a list of plain functions, each one question.

A check sees the event, what was settled and the phases' results, and yields problems. What is
wrong in a single cell is found where that cell is read.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from runner import phases
from runner.compute.decisions.seats import GiveBye
from runner.compute.reconcile.players import Directory
from runner.compute.reconcile.reconcile import Settled
from runner.core import names
from runner.core.event import (
    SEAT_LETTERS,
    Event,
    Mode,
    Player,
    Round,
    RowKey,
    RowKind,
)
from runner.core.numbers import points
from runner.core.phrases import plural
from runner.core.problems import Place, Problem, error, note, warning
from runner.phases import remarks
from runner.phases.advancing import undecided
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.phases.swiss.swiss import Swiss
from runner.rules.advice import least

Check = Callable[[Event, Settled, tuple[PhaseResult, ...]], Iterable[Problem]]


def check(event: Event, settled: Settled, results: tuple[PhaseResult, ...]) -> list[Problem]:
    """Every problem that some check finds, in the order of the checks."""
    return [problem for one in CHECKS for problem in one(event, settled, results)]


def unpaired_players(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Somebody should play in the current round, but sits nowhere in it."""
    rounds = [each for result in results for each in result.rounds]
    if not rounds:
        return
    result = results[rounds[-1].id.phase - 1]
    if Cut.of(result.phase, result.ruleset):
        return
    now, count = rounds[-1], len(rounds)
    seated = {player for table in now.tables for player in table.players}
    seated |= {*now.byes, *now.absent}
    played_before = {
        player for each in rounds[:-1] for table in each.tables for player in table.players
    } | {player for each in rounds[:-1] for player in each.byes}
    placeless = {player.id for player in remarks.without_place(result)}  # told of elsewhere
    yield from (_without_table(each, now) for each in _left_out(result, seated, count))
    for player in settled.players.values():
        if not player.plays(count) or player.id in seated | played_before | placeless:
            continue
        yield warning(
            player.place,
            f"{player.name} is in no table of {now.id.sheet}.",
            f"For a late entry write {count + 1} under “Enters in round” (the rounds before count "
            f"as losses), or type the name into a free seat of {now.id.sheet}.",
        )


def _left_out(result: PhaseResult, seated: set[str], count: int) -> Iterator[Player]:
    """Who is missing from a Swiss round that is being played, and was in the one before: they were
    taken for gone when it was paired."""
    if result.phase.type != Swiss.KEY or result.rounds[-1].finished or len(result.rounds) < 2:
        return
    before = result.rounds[-2]
    there = {*before.byes, *(player for table in before.tables for player in table.players)}
    for player in result.field:
        if player.plays(count) and player.id in there - seated:
            yield player


def _without_table(player: Player, now: Round) -> Problem:
    where = now.id.sheet
    return warning(
        player.place,
        f"{player.name} is in no table of {where}, though in the event and in the round before.",
        f"Pair {where} anew while it has no result, or type the name into a free seat; who sits "
        "out stands in a row “absent”.",
    )


def impossible_rounds(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A player leaves before coming, or comes back without having left."""
    for player in settled.players.values():
        if player.drops_after is not None and player.drops_after < player.enters - 1:
            yield warning(
                player.place,
                f"{player.name} enters in round {player.enters} but drops after round "
                f"{player.drops_after}.",
                "Correct one of the two; as it stands the player never plays.",
            )
        if player.returns is not None and (
            player.drops_after is None or player.returns <= player.drops_after
        ):
            yield warning(
                player.place,
                f"{player.name} returns in round {player.returns} without having dropped before.",
                "Fill in “Drops after round”, or clear “Returns in round”.",
            )


def played_after_drop(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Somebody sits in a round that they are not in the event for."""
    count = 0
    for result in results:
        for each in result.rounds:
            count += 1
            for table in each.tables:
                for seat, identity in enumerate(table.players):
                    player = settled.players[identity]
                    if not player.plays(count) and count >= player.enters:
                        yield warning(
                            player.place,
                            f"{player.name} dropped after round {player.drops_after}, but sits at "
                            f"table {table.number}, seat {SEAT_LETTERS[seat]}, in {each.id.sheet}.",
                            "The result counts. Correct “Drops after round” if it is a slip.",
                        )


def unknown_names(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A penalty or a decision names somebody who is not in Players."""
    directory = Directory(settled.players, {})
    named = [(penalty.player, penalty.place) for penalty in event.penalties]
    named += [
        (decision.player, decision.place)
        for decision in event.decisions
        if decision.kind == GiveBye.KEY
    ]
    for name, place in named:
        if not name:
            yield error(place, "This line names no player.", "Choose the player from the list.")
        elif directory.find(name) is None:
            yield directory.unknown(name, place)


def unknown_avoidances(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Keep apart names somebody, or a club, that is not there."""
    known = {names.key(each.name) for each in settled.players.values()}
    known |= {names.key(each.club) for each in settled.players.values() if each.club}
    for player in settled.players.values():
        for each in player.keep_apart:
            if names.key(each) not in known:
                yield warning(
                    player.place,
                    f"{player.name} is to be kept apart from “{each}”, which is no player and no "
                    "club here.",
                    "Correct the spelling, or clear it.",
                )


def shared_fixed_tables(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Two players need the same table, so they can only be there together."""
    at: dict[int, list[str]] = defaultdict(list)
    places: dict[int, Place] = {}
    for player in settled.players.values():
        if player.fixed_table is not None:
            at[player.fixed_table].append(player.name)
            places[player.fixed_table] = player.place
    for table, people in at.items():
        if len(people) > 1:
            yield warning(
                places[table],
                f"Table {table} is fixed for {' and '.join(people)}.",
                "Give each of them a table of their own; in one round only one can have it.",
            )


def lost_results(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A result of a round that is over has gone missing."""
    rounds = [each for result in results for each in result.rounds]
    for each in rounds[:-1]:
        missing = [str(table.number) for table in each.tables if not table.finished]
        if missing:
            yield error(
                Place(each.id.sheet),
                f"{each.id.sheet} is over, but has no result for table {', '.join(missing)}.",
                "Enter the result again; the next round waits for it.",
            )


def impossible_places(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Where places are scored, a number typed for a seat is no place of that table."""
    for result in results:
        if result.ruleset.scoring != "placement":
            continue
        for each in result.rounds:
            sheet = event.sheet(each.id)
            typed = {row.key: row for row in sheet.rows} if sheet else {}
            for table in each.tables:
                wrong = [
                    f"{SEAT_LETTERS[at]} {points(seat.points)}"
                    for at, seat in enumerate(table.seats)
                    if seat.points is not None and seat.points not in range(1, len(table.seats) + 1)
                ]
                row = typed.get(RowKey(each.id, RowKind.TABLE, table.number))
                if wrong:
                    yield error(
                        row.place("result") if row else Place(each.id.sheet),
                        f"Table {table.number} has {', '.join(wrong)}, but places at a table of "
                        f"{len(table.seats)} go from 1 to {len(table.seats)}.",
                        "Type each seat's place: A 1, B 2 ...; equal places share their points.",
                    )


def fewer_than_usual(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Before the first round: the field or the rounds are fewer than the level asks for."""
    if not results or not results[0].field or results[0].rounds:
        return
    first = results[0]
    playing = sum(1 for player in first.field if player.plays(1))
    players, rounds = least(first.ruleset, event.enforcement)
    level = f"At {event.enforcement.capitalize()} the rules ask for at least"
    if playing < players:
        yield note(
            Place("Players"),
            f"{level} {players} players; {playing} would play in round 1.",
            "The event works all the same; a lower enforcement level may fit it better.",
        )
    if first.planned is not None and first.planned < rounds:
        yield note(
            first.phase.place,
            f"{level} {rounds} rounds; {first.planned} {plural(first.planned, 'is', 'are')} "
            "planned.",
            "The event works all the same; correct “Rounds” if it is a slip.",
        )


def types_by_hand(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A phase that this version cannot pair is about to begin."""
    for result in results:
        if result.phase.type not in phases.REGISTRY and not result.rounds:
            known = ", ".join(sorted(phases.REGISTRY))
            yield note(
                result.phase.place,
                f"This version does not pair “{result.phase.type}” by itself yet ({known}).",
                "Type the names into the phase's round sheets and ask for the round on Decisions; "
                "results, pages and slips work all the same.",
            )


_FOR_TWO = {
    "round_robin": ("A round robin", "Swiss"),
    "double_elimination": ("A double elimination", "single elimination"),
}
"""Phase types that have no way to be played in pods, and what to choose instead."""


def pods_where_two_play(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A phase is to be played in pods whose type is for two at a table."""
    for result in results:
        name, other = _FOR_TWO.get(result.phase.type, ("", ""))
        if name and result.phase.mode is Mode.MULTIPLAYER and not result.rounds:
            yield error(
                result.phase.place,
                f"{name} is for two at a table; Runner cannot pair one in pods.",
                f"Choose head-to-head under “Mode” or {other} under “Type”, or type the names into "
                "the phase's round sheets.",
            )


def round_robin_late(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Somebody enters a round robin that has begun, and has no place left."""
    for result in results:
        yield from remarks.late_entries(result)


def groups_and_cut(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """The cut after groups, or after Swiss with points that are enough, takes fewer than those who
    were to go on."""
    for result, following in pairwise(results):
        yield from remarks.fewer_than_promised(result, following)
        yield from remarks.more_than_the_cut(result, following)


def fallen_below(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """Somebody had byes as being in the playoff, and has not the points for it any more."""
    for result in results:
        yield from remarks.fallen(result)


def drawn_playoff(
    event: Event, settled: Settled, results: tuple[PhaseResult, ...]
) -> Iterator[Problem]:
    """A drawn table of a playoff that is to be played on holds up the next round."""
    for result in results:
        on = result.ruleset.drawn_elimination == "play_on"
        if not phases.playoff(result.phase.type) or not (on and result.rounds):
            continue
        last = result.rounds[-1]
        for table in last.tables:
            if table.finished and undecided(table, play_on=True):
                yield warning(
                    Place(last.id.sheet),
                    f"Table {table.number} of {last.id.sheet} is drawn, and is played on until it "
                    "has a winner.",
                    "Type the winner when it is decided; the next round waits for it.",
                )


CHECKS: tuple[Check, ...] = (
    unpaired_players,
    impossible_rounds,
    played_after_drop,
    unknown_names,
    unknown_avoidances,
    shared_fixed_tables,
    lost_results,
    impossible_places,
    fewer_than_usual,
    types_by_hand,
    pods_where_two_play,
    round_robin_late,
    groups_and_cut,
    fallen_below,
    drawn_playoff,
)
