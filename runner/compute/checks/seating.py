"""Checks of who has a place: byes, table sizes, Two-Color Star, teams, draft pods."""

from collections.abc import Iterator, Mapping

from runner.compute.decisions.seats import GiveBye
from runner.compute.progress import Progress
from runner.compute.reconcile.players import PlayerResolver
from runner.core.identifiers import RoundId, RowKind, seat_letter
from runner.core.language import count, listed, numbered, plural
from runner.core.player import Player, Shown
from runner.core.problems import Place, Problem, error, note, warning
from runner.ledger.drafts import Spot
from runner.pairing.circles import circle_sizes, out_of_bounds
from runner.pairing.draft.sizes import pod_sizes as draft_pods
from runner.pairing.draft.sizes import small_tables
from runner.pairing.tables import LARGEST_POD, SMALLEST_POD, Sizes, pod_sizes
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult, Results
from runner.phases.swiss.draft import is_inside
from runner.rules.variants import team_size
from runner.rules.variants.variant import NAMES, PAIRS, ResultForm, Variant

_MOST = 6


def in_a_final(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield an error for each bye in the final of a playoff, which is not paired before it is
    removed."""
    wanted = RoundId(result.phase.number, len(result.rounds) + 1)
    for player in progress.byes_in_the_final(result):
        name = progress.reconciled.players[player].name
        yield error("bye.in-final", _place(progress, wanted, player),
            f"{name} cannot have a bye in {progress.event.title(wanted)}: it is the final of "
            f"{result.phase.name}, so a bye would win nothing.",
            "Take the bye out, and the final is paired. For a player who cannot play, fill in "
            "“Drops after round” on Players.")  # fmt: skip


def _place(progress: Progress, wanted: RoundId, player: str) -> Place:
    """Return the cell of the bye: on Decisions, in the round's sheet, or the player's awarded
    byes."""
    directory = PlayerResolver(progress.reconciled.players, progress.ledger.names)
    lines = [
        line.place
        for line in progress.event.decisions
        if line.kind == GiveBye.KEY
        and line.round == wanted
        and directory.find(line.player) == player
    ]
    sheet = progress.event.sheet(wanted)
    rows = [
        row.place("seat 1")
        for row in (sheet.rows if sheet else ())
        if row.key.kind is RowKind.BYE and row.seats and directory.find(row.seats[0]) == player
    ]
    return next(iter((*lines[::-1], *rows)), progress.reconciled.players[player].at("awarded_byes"))


def tables_that_do_not_go(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning if tables of the current or the next round have sizes that the variant is not
    for."""
    variant = result.ruleset.played_as
    if variant is None or variant.teams or result.over:
        return
    sizes = _sizes(result, variant)
    if sizes.tables and out_of_bounds(sizes, variant):
        yield warning("phase.table-sizes-outside-variant", result.phase.at("mode"),
            _why_not(variant, sizes),
            "Nothing has to be done; another variant under Mode, or a player more or less, may "
            "suit better.")  # fmt: skip


def _sizes(result: PhaseResult, variant: Variant) -> Sizes:
    if result.rounds and not result.rounds[-1].finished:
        now = result.rounds[-1]
        return Sizes(tuple(len(table.seats) for table in now.tables), len(now.byes))
    rules, players = result.ruleset, len(result.playing)
    if variant.form is ResultForm.ORDER and rules.pod_size > LARGEST_POD:
        return circle_sizes(players, variant, rules)
    return pod_sizes(players, rules.pod_size, rules.uneven, rules.max_byes)


def _why_not(variant: Variant, sizes: Sizes) -> str:
    """Return a sentence: "Melee is for 6 to 10 players at a table: 11 players make tables of 6 and
    5"."""
    players, fits = sum(sizes.tables) + sizes.byes, str(variant.most)
    if variant.fewest < variant.most:
        fits = f"{variant.fewest} to {variant.most}"
    each = [str(size) for size in dict.fromkeys(sizes.tables)]
    tables = f"{'a table' if len(sizes.tables) == 1 else 'tables'} of {listed(each)}"
    left = f", and {count(sizes.byes, 'bye')}" if sizes.byes else ""
    return (
        f"{variant.name} is for {fits} players at a table: {count(players, 'player')} "
        f"make{'s' if players == 1 else ''} {tables}{left}."
    )


def chosen_by_all(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if some players have chosen colours and others have not."""
    for players in _there(progress, results):
        without = [player for player in players if not player.colours]
        if without and len(without) < len(players):
            names = listed([player.name for player in without], _MOST)
            yield warning("star.colours-missing", without[0].at("colours"),
                f"{names} {'has' if len(without) == 1 else 'have'} no colours yet, and others have "
                "chosen; until then Runner gives those that are fewest.",
                "Choose a pair for everybody under Colours, or for nobody: then seats say them.",
            )  # fmt: skip


def too_many(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if a pair of colours has more players than there can be tables."""
    for players in _there(progress, results):
        own = {pair: [each for each in players if each.colours == pair] for pair in PAIRS}
        if not all(player.colours for player in players):
            continue
        tables = min(map(len, own.values()))
        over = {pair: len(same) - tables for pair, same in own.items() if len(same) > tables}
        if over:
            excess = listed([f"{more} of {NAMES[pair]}" for pair, more in over.items()])
            rarest = listed([NAMES[pair] for pair, same in own.items() if len(same) == tables])
            most = max(over, key=lambda pair: over[pair])
            yield warning("star.too-many-of-colours", own[most][-1].at("colours"),
                f"A table of Two-Color Star has one of each pair of colours. The colours chosen "
                f"make {count(tables, 'table')}, and {excess} sit out each round.",
                f"Let some of them play {rarest}, or clear Colours for all: then the seats say "
                "them.")  # fmt: skip


def in_their_chairs(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning for each player seated by hand in the chair of other colours."""
    now = result.rounds[-1] if _star(result) and result.rounds else None
    players = {player.id: player for player in result.field}
    for table in now.tables if now else ():
        if now is None or table.finished or len(table.seats) != len(PAIRS):
            continue
        for at, (player, pair) in enumerate(zip(table.players, PAIRS, strict=True)):
            own = players[player].colours if player in players else ""
            if own and own != pair:
                yield warning(
                    "star.wrong-chair",
                    progress.event.table_cell(now.id, table.number, f"seat {at + 1}"),
                    f"{players[player].name} plays {NAMES[own]}, and seat {seat_letter(at)} of "
                    f"table {table.number} is that of {NAMES[pair]}.",
                    "Exchange the names, so that opponents sit across from each other.",
                )


def _there(progress: Progress, results: Results) -> Iterator[list[Player]]:
    """Yield the players of Two-Color Star in each phase's next round, if any has chosen colours."""
    for result in results:
        if not _star(result) or result.over:
            continue
        playing = {*result.playing}
        players = [
            player
            for player in progress.reconciled.players.values()
            if (player.id in playing if playing else player.plays(1))
        ]
        if any(player.colours for player in players):
            yield players


def _star(result: PhaseResult) -> bool:
    variant = result.ruleset.played_as
    return variant is not None and variant.across


def whole_teams(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for each active team whose number of members does not fit its variant."""
    size = team_size(progress.event.phases)
    number = sum(len(result.rounds) for result in results)
    for team in progress.reconciled.players.values():
        left = team.drops_after is not None and team.drops_after < max(number, 1)
        plays_on = not left or team.returns is not None
        there = team.shown is not Shown.ERASED and team.place.sheet and plays_on
        if size and there and len(team.members) > size:
            yield warning("team.too-many-members", team.at(f"member {size + 1}"),
                f"“{team.name}” has {len(team.members)} members; a team has {size}.",
                "Move those who do not play to Substitutes.")  # fmt: skip
        elif size and there and len(team.members) < size:
            has = count(len(team.members), "member") if team.members else "no members"
            yield warning("team.too-few-members", team.at(f"member {len(team.members) + 1}"),
                f"“{team.name}” has {has}; a team has {size}.",
                "Type a substitute over who has left, or fill in “Drops after round”."
                if number
                else "Type who else plays.")  # fmt: skip
        elif not size and team.members and number == 0:
            yield warning("team.no-team-phase", team.at("member 1"),
                f"“{team.name}” has members, but no phase is played by teams.",
                "Choose what the teams play under Mode on Phases, such as Two-Headed Giant, or "
                "clear the members.")  # fmt: skip


def games_of_seats(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning if the games of three seats were typed for a match of two players."""
    variant = result.ruleset.played_as
    if variant is not None and variant.form is ResultForm.DUELS:
        return
    for round_ in result.rounds:
        rows = progress.event.table_rows(round_.id)
        for table in round_.tables:
            if table.duels and (row := rows.get(table.number)):
                yield warning("result.seats-of-no-team", row.reported_at,
                    "This counts the matches of three seats, as of team trios, which is not what "
                    "is played here.",
                    "Type the games of this match alone: 2-1.")  # fmt: skip


# --- pods of booster drafts: exactly those who play should have one ------------------------------


_FULL_TABLES = "full_tables"


def pods_and_players(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield problems of players without a pod, and of pods with players who do not play, until
    round 1 is published."""
    draft = progress.ledger.drafts.get(result.phase.number)
    if draft is None or not draft.pods or result.rounds:
        return
    fixed = bool(draft.building)
    yield from _missing(progress, result, draft.spots, fixed=fixed)
    for player, spot in draft.spots.items():
        if player not in result.playing:
            yield _not_playing(progress, result, player, spot, fixed=fixed)


def _not_playing(
    progress: Progress, result: PhaseResult, player: str, spot: Spot, *, fixed: bool
) -> Problem:
    """Return the problem of a player in a pod who does not play; `fixed`: the draft of the phase is
    over."""
    cell, name, (pod, seat) = _cell(progress, result, player), _name(progress, player), spot
    if fixed:
        return note("draft.seat-left-empty", cell,
            f"{name} left after the draft of {result.phase.name}: seat {seat} of pod {pod} stays "
            "empty, and nobody takes it.",
            "There is nothing to do: the others play as they sat.")  # fmt: skip
    return warning("draft.pod-of-nobody-playing", cell,
        f"{name} has pod {pod}, seat {seat} of {result.phase.name}, but does not play.",
        "Before the draft clear pod and seat, and those behind move up; after it choose “Start "
        "building”, and everybody keeps their seat.")  # fmt: skip


def small_tables_in_pods(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning, until the draft is over, if other pods would make fewer small tables."""
    rules, draft = result.ruleset, progress.ledger.drafts.get(result.phase.number)
    inside = result.phase.drafts and is_inside(result.phase.mode, rules)
    if not inside or (result.rounds or (draft and draft.building)) or rules.pod_size < SMALLEST_POD:
        return
    if draft and draft.pods:
        sizes = tuple(map(len, draft.in_order))
    else:
        playing = len(result.playing)
        sizes = draft_pods(playing, rules.draft_pods, rules.draft_pod_size, rules.pod_size)
    better = draft_pods(sum(sizes), _FULL_TABLES, table=rules.pod_size)
    if sizes and small_tables(better, rules.pod_size) < small_tables(sizes, rules.pod_size):
        yield _more_small_tables(result, sizes, better)


def _more_small_tables(
    result: PhaseResult, sizes: tuple[int, ...], better: tuple[int, ...]
) -> Problem:
    size = result.ruleset.pod_size
    pods = f"{'a pod' if len(sizes) == 1 else 'pods'} of {listed([*map(str, sizes)])}"
    _, tables, always = small_tables(sizes, size)
    less = {3: "two", 4: "three", 5: "four"}.get(size, "fewer")
    what = f"{tables} {plural(tables, 'table')} of {less}"
    same = f", and {always} players sit at one in every round" if always else ""
    return warning("draft.more-small-tables", result.phase.at("draft_pods"),
        f"In {result.phase.name} {pods} make {what} each round{same}.",
        f"Pods of {' + '.join(map(str, better))} are better for that: choose “full tables” under "
        "Draft pods, and “Make pods” on Decisions, before the draft begins.")  # fmt: skip


def mates_who_build_together(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a note if players of one pod share a building table, as one pod is larger than all
    others together."""
    draft = progress.ledger.drafts.get(result.phase.number)
    if draft is None or not draft.pods or result.rounds:
        return
    spots = draft.spots
    mates = [
        number
        for number, ids in draft.tables.items()
        if len({spots[player][0] for player in ids if player in spots}) < len(ids)
    ]
    if mates:
        what = plural(len(mates), "building table")
        yield note("draft.pod-mates-at-table", Place("Draft"),
            f"At {what} {numbered(mates)} two of one pod sit together; no other seating has fewer "
            "such tables.",
            "Make pods of more even sizes, or let them sit alone.")  # fmt: skip


def _missing(
    progress: Progress, result: PhaseResult, spots: Mapping[str, Spot], *, fixed: bool
) -> Iterator[Problem]:
    if not (missing := [player for player in result.playing if player not in spots]):
        return
    names = listed([_name(progress, player) for player in missing], _MOST)
    has = "has no pod" if len(missing) == 1 else "have no pods"
    first = result.phase.title(1)
    after = f"type the name into a bye or a table of {first}"
    if fixed:
        fix = f"{after[:1].upper()}{after[1:]}, or drop the player."
    else:
        if Cut.of(result.phase, result.ruleset):
            after = "choose “Start building”, and nobody moves up"
        fix = "Before the draft type a pod and a seat for them on Draft, or choose “Make pods” "
        fix += f"again; after it {after}."
    yield warning("draft.players-missing", _cell(progress, result, missing[0]),
        f"{names} {has} in the draft of {result.phase.name}.",
        fix)  # fmt: skip


def _name(progress: Progress, player: str) -> str:
    known = progress.reconciled.players.get(player)
    return known.name if known else player


def _cell(progress: Progress, result: PhaseResult, player: str) -> Place:
    """Return the pod's cell in the player's line, or the whole sheet."""
    names = {player, _name(progress, player)}
    lines = (line for line in progress.event.draft if line.phase == result.phase.number)
    return next((line.places["pod"] for line in lines if line.player in names), Place("Draft"))
