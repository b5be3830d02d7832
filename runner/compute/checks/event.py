"""Checks of players, rounds and results, and of settings that have no effect."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from runner import phases
from runner.compute.decisions.seats import SeatPlayer
from runner.compute.penalties import PenaltyKind, kind_of
from runner.compute.progress import Progress
from runner.compute.reconcile.players import PlayerResolver
from runner.core import names
from runner.core.identifiers import seat_letter
from runner.core.language import count, plural
from runner.core.numbers import points
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place, Problem, error, note, warning
from runner.core.rounds import Round, Table
from runner.core.seating import Seating
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult, Results, called
from runner.phases.swiss.swiss import goes_by
from runner.rules.advice import least, sensible
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.settings import BY_NAME
from runner.standings.scoring import REGISTRY as SCORINGS

_SWISS, _ROUND_ROBIN = "swiss", "round_robin"
_SINGLE, _DOUBLE = "single_elimination", "double_elimination"


class _Row(NamedTuple):
    """A row of Phases with its rules, and whether it is the `first` or the `last`."""

    phase: Phase
    rules: Ruleset
    first: bool
    last: bool

    @property
    def pods(self) -> bool:
        """Whether more than two sit at a table."""
        return self.phase.mode is Mode.MULTIPLAYER

    def of(self, *types: str) -> bool:
        """Return whether its type is one of these."""
        return self.phase.type in types

    @property
    def decks(self) -> bool:
        """Whether decks are made before it is played."""
        return self.phase.drafts or self.phase.sealed


_TABLE: tuple[tuple[str, str, Callable[[_Row], bool]], ...] = (
    ("a Swiss phase", "method last_round_by_standing", lambda r: r.of(_SWISS)),
    ("a Swiss phase or a round robin", "keep_clubs_apart", lambda r: r.of(_SWISS, _ROUND_ROBIN)),
    ("Swiss in pods", "uneven max_byes small_pods_last", lambda r: r.pods and r.of(_SWISS)),
    ("pods", "pod_size phantom_in_small_pods phantom_in_oamp", lambda r: r.pods),
    ("a playoff", "drawn_elimination", lambda r: r.of(_SINGLE, _DOUBLE)),
    ("double elimination", "grand_final_reset", lambda r: r.of(_DOUBLE)),
    ("single elimination in pods", "elimination_pattern", lambda r: r.pods and r.of(_SINGLE)),
    ("single elimination between two", "third_place", lambda r: not r.pods and r.of(_SINGLE)),
    ("a round robin", "double_round group_size", lambda r: r.of(_ROUND_ROBIN)),
    ("a phase that follows another", "carry_points", lambda r: not r.first),
    (
        "a Swiss phase that another phase follows",
        "advance_points",
        lambda r: r.of(_SWISS) and not r.last,
    ),
    (
        "a round robin that another phase follows",
        "group_advance",
        lambda r: r.of(_ROUND_ROBIN) and not r.last,
    ),
    (
        "wager scoring",
        "start wager wager_draw wager_bye wager_rounding order_average seat_factors",
        lambda r: r.rules.scoring == "wager",
    ),
    ("points by finishing place", "place_points", lambda r: r.rules.scoring == "placement"),
    (
        "a phase that begins with a draft or sealed decks",
        "draft_pods draft_order pairing_scope first_pod first_building_table building_minutes "
        "draft_packs pack_cards",
        lambda r: r.decks,
    ),
    (
        "draft pods of a fixed size",
        "draft_pod_size",
        lambda r: r.decks and r.rules.draft_pods == "fixed",
    ),
    ("sealed decks", "registration_minutes", lambda r: r.phase.sealed),
    ("a variant", "variant_rules spell_range", lambda r: r.rules.played_as is not None),
)
_USES = {name: (words, holds) for words, settings, holds in _TABLE for name in settings.split()}
"""What each setting is for, in words, and whether it has an effect in a row."""


def meaningless_settings(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each setting in a phase's own row that has no effect there, unless it
    equals the default."""
    for at, result in enumerate(results):
        phase = result.phase
        if phase.type not in (_SWISS, _ROUND_ROBIN, _SINGLE, _DOUBLE):
            continue
        row = _Row(phase, result.ruleset, at == 0, at == len(results) - 1)
        stated = [*phase.settings, *(["pod_size"] if phase.pod_size not in (None, 2) else [])]
        for name in stated:
            words, holds = _USES.get(name, ("", lambda _: True))
            if not holds(row) and _changes(row, name, progress):
                yield warning("phase.setting-unused", phase.at(name),
                    f"“{BY_NAME[name].heading}” means nothing in the row of {phase.name}: it is "
                    f"for {words}.",
                    "Clear the cell, or type it in the row where it belongs.")  # fmt: skip


def _changes(row: _Row, name: str, progress: Progress) -> bool:
    """Return whether the rules would differ without the setting; True for the pod size of tables of
    two."""
    event, others = progress.event, dict(row.phase.settings)
    if others.pop(name, None) is None:
        return name == "pod_size"
    usual, _ = ruleset(replace(row.phase, settings=others), event.settings, event.enforcement)
    return bool(getattr(usual, name) != getattr(row.rules, name))


def unpaired_players(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each player who should play in the current round but has no place in
    it."""
    if not (rounds := [round_ for result in results for round_ in result.rounds]):
        return
    result = results[rounds[-1].id.phase - 1]
    if Cut.of(result.phase, result.ruleset):
        return
    now, number = rounds[-1], len(rounds)
    title, seated = progress.event.title(now.id), {*Seating.of(now).everybody}
    before = map(Seating.of, rounds[:-1])
    played_before = {player for was in before for player in (*was.seated, *was.byes)}
    type_ = phases.find(result.phase.type)
    placeless = {player.id for player in type_.without_place(result)}  # reported by another check
    for player in _left_out(result, seated, number):
        yield warning("player.dropped-out-of-round", player.place,
            f"{player.name} is at no table of {title}, though still in the event and seated in the "
            "round before.",
            "Re-pair the round while it has no result, or type the name into a free seat of "
            f"{now.id.sheet}; anybody who sits out goes into a row “absent”.")  # fmt: skip
    there = seated | played_before | placeless
    for player in progress.reconciled.players.values():
        if player.plays(number) and player.id not in there:
            why = f"{player.name} is at no table of {title}."
            fix = _for_a_late_entry(progress, results, number)
            yield warning("player.not-paired", player.place, why, fix)


def _for_a_late_entry(progress: Progress, results: Results, number: int) -> str:
    """Return what to do about a player who is in no round yet; `number` rounds are published."""
    now = max(progress.reconciled.rounds)
    phase, later = results[now.phase - 1], results[now.phase :]
    last = phase.ended or (phase.planned is not None and now.number >= phase.planned)
    coming = not last or any(not Cut.of(each.phase, each.ruleset) for each in later)
    seat = (
        f"choose “{SeatPlayer.LABEL}” on Decisions, or type the name into a free seat of a table "
        f"or a free “bye” row on {now.sheet}."
    )
    if not coming:
        return f"{seat[:1].upper()}{seat[1:]}"
    return (
        f"For a late entry write {number + 1} under “Enters in round” (the rounds before count as "
        f"losses); or {seat}"
    )


def _left_out(result: PhaseResult, seated: set[str], number: int) -> Iterator[Player]:
    """Yield the players who were in the previous Swiss round and are missing from the current
    one."""
    type_, rounds = phases.find(result.phase.type), result.rounds
    playing_on = type_.OPEN and len(rounds) > 1 and not rounds[-1].finished
    missing = {*rounds[-2].there} - seated if playing_on else set()
    return (player for player in result.field if player.plays(number) and player.id in missing)


def late_without_round(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each player who came late without “Enters in round”: the rounds before
    count neither as lost nor as played, unlike those before a late entry (docs/rules.md 4)."""
    rounds = [round_ for result in results for round_ in result.rounds]
    latest = results[rounds[-1].id.phase - 1] if rounds else None
    counting = {each.id for each in (*latest.carried, *latest.rounds)} if latest else set()
    first: dict[str, int] = {}
    for number, round_ in enumerate(rounds, 1):
        for identity in Seating.of(round_).everybody:
            first.setdefault(identity, number)
    for identity, came in first.items():
        player = progress.reconciled.players[identity]
        missed = [round_.id for round_ in rounds[: came - 1] if round_.id in counting]
        if player.enters == 1 and player.place.sheet and missed:
            title = progress.event.title(rounds[came - 1].id)
            yield warning("player.late-without-round", player.at("enters"),
                f"{player.name} first plays in {title}, but “Enters in round” is empty, so the "
                "rounds before do not count as losses.",
                f"For a late entry type {came} there: then each missed round is a loss, and counts "
                "as played.")  # fmt: skip


def impossible_rounds(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each player who drops before entering."""
    for player in progress.reconciled.players.values():
        if player.drops_after is not None and player.drops_after < player.enters - 1:
            yield warning("player.drops-before-entering", player.at("drops_after"),
                f"{player.name} enters in round {player.enters} but drops after round "
                f"{player.drops_after}.",
                "Correct one of the two; as it is, the player never plays.")  # fmt: skip


def played_after_drop(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each player who sits in a round after dropping."""
    rounds = (round_ for result in results for round_ in result.rounds)
    for number, round_ in enumerate(rounds, 1):
        for table in round_.tables:
            for seat, identity in enumerate(table.players):
                player = progress.reconciled.players[identity]
                if not player.plays(number) and number >= player.enters:
                    last = called(results, player.drops_after or 0)
                    yield warning("player.seated-after-drop", player.at("drops_after"),
                        f"{player.name} dropped after {last}, but sits at table {table.number}, "
                        f"seat {seat_letter(seat)}, in {progress.event.title(round_.id)}.",
                        _out_of_seat(round_, table, seat, progress))  # fmt: skip


def _out_of_seat(round_: Round, table: Table, seat: int, progress: Progress) -> str:
    slip = "Correct “Drops after round” if that was a mistake."
    if table.finished or round_.id != max(progress.reconciled.rounds):
        return f"The result counts. {slip}"
    cell = progress.event.table_cell(round_.id, table.number, f"seat {seat + 1}")
    return (
        f"Type “-” over the name at {cell}, and “Seat a player” on Decisions gives the seat to "
        f"somebody else. {slip}"
    )


def unknown_names(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a problem for each penalty, and name off camera, of nobody who is in Players."""
    directory = PlayerResolver(progress.reconciled.players, {})
    for penalty in progress.event.penalties:
        if not penalty.player:
            yield error("penalty.no-player", penalty.place,
                "This line names no player.", "Choose the player from the list.")  # fmt: skip
        elif directory.find(penalty.player) is None:
            yield directory.unknown(penalty.player, penalty.place)
    for screen in progress.event.screens:
        for name in screen.off_camera:
            if directory.find(name) is None:
                yield directory.unknown(name, screen.places["off_camera"])


def losses_without_match(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each game or match loss of a player without a match in its round."""
    directory = PlayerResolver(progress.reconciled.players, {})
    rounds = progress.reconciled.rounds
    order = dict(enumerate(sorted(rounds), 1))
    for penalty in progress.event.penalties:
        who, id_ = directory.find(penalty.player), order.get(penalty.round)
        loss = kind_of(penalty) in (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)
        if who and id_ and loss and who not in rounds[id_].seated:
            title = progress.event.title(id_)
            why = f"{penalty.player} has no match in {title}, so this penalty takes nothing."
            fix = "Type the round of the match that it is for: between rounds, that of the next."
            yield warning("penalty.no-match", penalty.place, why, fix)


def unknown_avoidances(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each unknown player or club in Keep apart."""
    players = progress.reconciled.players.values()
    known = {key for player in players for key in goes_by(player)}
    for player in players:
        for name in player.keep_apart:
            if names.folded(name) not in known:
                yield warning("player.keeps-apart-unknown", player.at("keep_apart"),
                    f"{player.name} is to be kept apart from “{name}”, which is neither a player "
                    "nor a club here.",
                    "Correct the spelling, or clear it.")  # fmt: skip


def shared_fixed_tables(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each fixed table that several players need."""
    fixed: dict[int, list[Player]] = defaultdict(list)
    for player in progress.reconciled.players.values():
        if player.fixed_table is not None:
            fixed[player.fixed_table].append(player)
    for table, people in fixed.items():
        if len(people) > 1:
            yield warning("player.fixed-table-shared", people[-1].at("fixed_table"),
                f"Table {table} is fixed for {' and '.join(player.name for player in people)}.",
                "Give each of them a table of their own; in one round only one can have it.",
            )  # fmt: skip


def lost_results(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield an error for each finished round with results that have gone missing."""
    rounds = [round_ for result in results for round_ in result.rounds]
    for round_ in rounds[:-1]:
        open_ = {table.number for table in round_.tables if not table.finished}
        missing = [
            table.number
            for table in progress.reconciled.rounds[round_.id].tables
            if table.number in open_ and not table.finished  # else a penalty removed it
        ]
        if missing:
            yield error("round.result-missing", progress.event.table_cell(round_.id, missing[0]),
                f"{progress.event.title(round_.id)} is over, but has no result for table "
                f"{', '.join(map(str, missing))}.",
                "Enter the result again; the next round waits for it.")  # fmt: skip


def impossible_places(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield an error for each table, in placement scoring, with numbers that are not places of
    it."""
    for round_ in result.rounds if SCORINGS[result.ruleset.scoring].PLACES else ():
        for table in round_.tables:
            wrong = [
                f"{seat_letter(at)} {points(seat.points)}"
                for at, seat in enumerate(table.seats)
                if seat.points is not None and seat.points not in range(1, len(table.seats) + 1)
            ]
            if wrong:
                yield error(
                    "result.places-out-of-range",
                    progress.event.table_cell(round_.id, table.number),
                    f"Table {table.number} has {', '.join(wrong)}, but places at a table of "
                    f"{len(table.seats)} go from 1 to {len(table.seats)}.",
                    "Type each seat’s place: A 1, B 2 ...; equal places share their points.",
                )


def fewer_than_usual(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a note, before the first round, if the enforcement level asks for more players or
    rounds."""
    if not results or not results[0].field or results[0].rounds:
        return
    first = results[0]
    playing = sum(1 for player in first.field if player.plays(1))
    players, rounds = least(first.ruleset, progress.event.enforcement)
    played = first.ruleset.played_as
    who = played.entrant if played else "player"
    level = f"At {progress.event.enforcement.capitalize()} the rules ask for at least"
    if playing < players:
        yield note("event.few-players", Place("Players"),
            f"{level} {count(players, who)}; {playing} would play in round 1.",
            "The event works anyway; a lower enforcement level may fit it better.")  # fmt: skip
    if first.planned is not None and first.planned < rounds:
        yield note("phase.few-rounds", first.phase.at("rounds"),
            f"{level} {count(rounds, 'round')}; "
            f"{first.planned} {plural(first.planned, 'is', 'are')} planned.",
            "The event works anyway; correct “Rounds” if that was a mistake.")  # fmt: skip


def more_than_usual(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning if the number of rounds may be a typing error, until so many are
    published."""
    phase, expected = result.phase, sensible(result.ruleset, len(result.field))
    if phase.rounds and not result.over and max(expected, len(result.rounds)) < phase.rounds:
        yield warning("phase.many-rounds", phase.at("rounds"),
            f"{phase.name} has {phase.rounds} rounds, and more than {expected} are unusual for "
            f"{count(len(result.field), 'player')}.",
            "Correct the number if it is a slip. If not, there is nothing to do: sheets for later "
            "rounds are added as they are needed.")  # fmt: skip


def types_by_hand(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a note before a phase that this version cannot pair."""
    if result.phase.type not in phases.REGISTRY and not result.rounds:
        known = ", ".join(sorted(phases.REGISTRY))
        yield note("phase.paired-by-hand", result.phase.at("type"),
            f"This version does not pair “{result.phase.type}” by itself yet ({known}).",
            "Type the names into the phase’s round sheets and ask for the round on Decisions; "
            "results, pages and slips work anyway.")  # fmt: skip


def open_questions(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield what has to be chosen before a phase can be paired."""
    yield from filter(None, map(phases.question, results))


def pods_where_two_play(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield an error for a phase in pods whose type is for two at a table."""
    type_ = phases.find(result.phase.type)
    if type_.INSTEAD and result.phase.mode is Mode.MULTIPLAYER and not result.rounds:
        yield error("phase.pods-where-two-play", result.phase.at("mode"),
            f"A {type_.NAME.lower()} is for two at a table; Runner cannot pair one in pods.",
            f"Choose head-to-head under “Mode” or {type_.INSTEAD} under “Type”, or type the names "
            "into the phase’s round sheets.")  # fmt: skip


def remarks(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield the remarks of each phase type about its phase and the transition to the next."""
    for result, following in zip(results, (*results[1:], None), strict=True):
        yield from phases.find(result.phase.type).remarks(result, following)
