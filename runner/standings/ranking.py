"""The ranking: match points, then the tiebreakers in order, then the seed; and why (docs/rules.md
3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.language import _, current, listed
from runner.core.numbers import as_text, total
from runner.core.player import Player
from runner.core.randomness import Stream
from runner.core.rounds import Outcome, Round
from runner.rules.ruleset import Ruleset
from runner.standings.model import (
    History,
    Record,
    RoundKind,
    StandingRow,
    Standings,
    Working,
    WorkingLine,
)
from runner.standings.scoring import REGISTRY as SCORINGS
from runner.standings.tiebreakers import REGISTRY as TIEBREAKERS
from runner.standings.tiebreakers import Tiebreaker
from runner.standings.tiebreakers.field import Field
from runner.standings.tiebreakers.tiebreaker import each_round

_MOST_DECIMALS = 8  # to tell two values apart; if they are not enough, fractions are shown
_NEAREST = 50  # equals listed above and below a row: after round 1 half the field is equal

Groups = tuple[tuple[str, ...], ...]


def standings(
    rules: Ruleset,
    rounds: Sequence[Round],
    players: Sequence[Player],
    *,
    after: RoundId,
    complete: bool,
    seed: str,
    round_offset: int = 0,
    groups: Groups = (),
    carried: Sequence[Round] = (),
    only_met: Sequence[Player] = (),
) -> Standings:
    """Return the ranking after these rounds of a phase.

    `players` is the phase's field; those who enter later are left out. `carried` are rounds of
    earlier phases that count too, and `only_met` are players of those who are no longer ranked.
    `round_offset` is how many rounds of the event came before all these. Players who are equal in
    everything are ordered by the seed, and their rows name each other. With `groups` each group has
    its own ranking, one after the other.
    """
    counted, everybody = (*carried, *rounds), (*players, *only_met)
    histories = SCORINGS[rules.scoring].histories(rules, counted, everybody, round_offset)
    now = round_offset + len(counted)
    entered = [
        player for player in players if player.enters <= max(now, 1) or histories[player.id].rounds
    ]
    field = Field(rules, histories, len(counted), seed, after.phase)
    known = {player: at for at, group in enumerate(groups) for player in group}
    parts: list[list[Player]] = [[] for _ in range(len(groups) + 1)]
    for player in entered:  # last those who are in no group
        parts[known.get(player.id, len(groups))].append(player)
    rows = [
        row
        for part in parts
        for row in _ranked(field, part, Stream(seed, *after, "standings"), now)
    ]
    ids = tuple(round_.id for round_ in carried)
    return Standings(
        after, complete, tuple(rows), histories, rules, seed, groups=groups, carried=ids
    )


def _ranked(field: Field, players: Sequence[Player], chance: Stream, now: int) -> list[StandingRow]:
    """Return the rows of players who are ranked together; `now` is the last round, counted over the
    event."""
    _, values, sort_keys = _compared(field, [player.id for player in players])
    tiebreakers = {key: TIEBREAKERS[key] for key in field.rules.tiebreakers}
    drawn = chance.shuffled(sorted(players, key=lambda player: player.id))
    order = sorted(drawn, key=lambda player: sort_keys[player.id], reverse=True)
    rows: list[StandingRow] = []
    for _, equals in groupby(order, key=lambda player: sort_keys[player.id]):
        tied = list(equals)
        ids = tuple(player.id for player in tied)
        for at, player in enumerate(tied):
            history = field.history(player.id)
            rows.append(
                StandingRow(
                    rank=len(rows) + 1,
                    player=player.id,
                    match_points=history.match_points,
                    record=record_of(history),
                    tiebreakers=values[player.id],
                    tied_with=ids[max(0, at - _NEAREST) : at] + ids[at + 1 : at + 1 + _NEAREST],
                    dropped=player.drops_after is not None
                    and player.drops_after <= now
                    and (player.returns is None or player.returns > now + 1),
                    counts_as={
                        key: counted
                        for key, value in values[player.id].items()
                        if (counted := tiebreakers[key].counts_as(field, value)) is not None
                        and counted != value
                    },
                )
            )
    return rows


class Rankings:
    """A cache of rankings, which are reused as long as their arguments are the same. Whoever
    recomputes an event at every save keeps one: a result of round 5 leaves the rankings of rounds 1
    to 4 unchanged."""

    def __init__(self) -> None:
        self._known: dict[RoundId, tuple[object, Standings]] = {}

    def standings(self, *given: Any, after: RoundId, **named: Any) -> Standings:
        """Return what the function `standings` returns for these arguments."""
        known = self._known.get(after)
        if known is None or known[0] != (given, named):
            ranking = standings(*given, after=after, **named)
            self._known[after] = known = ((given, named), ranking)
        return known[1]


def in_order(ranking: Standings, players: Sequence[str]) -> Standings:
    """Return the ranking in another order than that of points: the order of `players`."""
    at = {player: place for place, player in enumerate(players)}
    rows = sorted(ranking.rows, key=lambda row: at.get(row.player, len(at)))
    return replace(
        ranking,
        by_place=True,
        rows=tuple(replace(row, rank=rank, tied_with=()) for rank, row in enumerate(rows, 1)),
    )


Values = Mapping[str, Fraction | None]
SortKey = tuple[int, ...]


def _compared(
    field: Field, players: Sequence[str]
) -> tuple[Field, dict[str, Values], dict[str, SortKey]]:
    """Return the field, each player's tiebreakers, and the players' sort keys: match points, then
    each tiebreaker as it counts. The field has the groups of equals that contextual tiebreakers
    use."""
    keys = field.rules.tiebreakers
    columns: list[list[Fraction | None]] = []
    ranked_by = [_whole([field.history(player).match_points for player in players])]
    for key in keys:
        tiebreaker = TIEBREAKERS[key]
        if tiebreaker.CONTEXTUAL:
            field = field.among(key, {**field.equals.get(key, {}), **_equals(players, ranked_by)})
        values = [tiebreaker.value(field, player) for player in players]
        columns.append(values)
        ranked_by.append(_whole([tiebreaker.counts_as(field, value) for value in values]))
    rows = zip(*columns, strict=True) if columns else ((),) * len(players)
    return (
        field,
        {
            player: dict(zip(keys, row, strict=True))
            for player, row in zip(players, rows, strict=True)
        },
        dict(zip(players, zip(*ranked_by, strict=True), strict=True)),
    )


def _equals(players: Sequence[str], columns: Sequence[Sequence[int]]) -> dict[str, frozenset[str]]:
    """Return the players who are equal in all these columns, by player; those without equals are
    left out."""
    groups: dict[SortKey, list[str]] = {}
    for player, sort_key in zip(players, zip(*columns, strict=True), strict=True):
        groups.setdefault(sort_key, []).append(player)
    shared = (frozenset(group) for group in groups.values() if len(group) > 1)
    return {player: group for group in shared for player in group}


def _whole(column: Sequence[Fraction | None]) -> list[int]:
    """Return whole numbers with the order and equalities of the values, which compare much faster.
    None becomes less than any value."""
    common = lcm(*{value.denominator for value in column if value is not None})
    scaled = [value if value is None else value.numerator * (common // value.denominator)
             for value in column]  # fmt: skip
    least = min((number for number in scaled if number is not None), default=0) - 1
    return [least if number is None else number for number in scaled]


def record_of(history: History) -> Record:
    """Return the matches won, drawn and lost in a history, and its byes."""
    outcomes = [line.outcome for line in history.rounds if line.kind is not RoundKind.BYE]
    wins, draws = outcomes.count(Outcome.WIN), outcomes.count(Outcome.DRAW)
    scored = outcomes.count(Outcome.POINTS)
    byes = sum(1 for line in history.rounds if line.kind is RoundKind.BYE)
    return Record(wins, draws, len(outcomes) - wins - draws - scored, byes)


def field_of(ranking: Standings) -> Field:
    """Return the field from which the tiebreakers of a ranking were computed."""
    rules, after = ranking.ruleset, ranking.after
    field = Field(rules, ranking.histories, ranking.counted, ranking.seed, after.phase)
    if any(TIEBREAKERS[key].CONTEXTUAL for key in rules.tiebreakers):
        rows = [row.player for row in ranking.rows]
        starts = [at for at, row in enumerate(ranking.rows) if row.rank == 1]  # of each group
        for start, end in zip(starts, [*starts[1:], len(rows)], strict=False):
            field = _compared(field, rows[start:end])[0]
    return field


def workings(
    ranking: Standings, player: str, names: Mapping[str, str], field: Field | None = None
) -> tuple[Working, ...]:
    """Return the working of a player's match points and of each tiebreaker, in the ranking's order.
    Pass `field` to avoid recomputing it for many players."""
    field = field or field_of(ranking)
    return (
        _match_points(field.history(player)),
        *(TIEBREAKERS[key].working(field, player, names) for key in ranking.ruleset.tiebreakers),
    )


def _match_points(history: History) -> Working:
    """Return the working of match points: the rounds; with wagers, the starting stack first."""
    begun = history.match_points - total(line.points for line in history.rounds)
    # Note: the points that everybody begins with.
    first = WorkingLine(_("Start"), text=current().number(begun), value=begun)
    start = (first,) if begun else ()
    formula = (
        _("The start and the change of each round, added up.")
        if start
        else _("The points of all rounds, added up.")
    )
    lines = (*start, *(each_round(line, line.points) for line in history.rounds))
    return Working("match_points", _("Match points"), _("MP"), history.match_points, formula, lines)


def why_row_below(
    ranking: Standings, above: StandingRow, below: StandingRow, names: Mapping[str, str]
) -> str:
    """Return one sentence with the first difference between two rows of a ranking, with both
    values. Raise ValueError unless `above` ranks above `below`."""
    if above.rank >= below.rank:
        raise ValueError("the player above must be the one with the better rank")
    who = {
        "player": names.get(below.player, below.player),
        "other": names.get(above.player, above.player),
    }
    if above.match_points != below.match_points:
        won = [current().number(row.match_points) for row in (below, above)]
        if won[0] == won[1]:
            won = [as_text(row.match_points) for row in (below, above)]
        return _(
            "{player} is below {other}: {value} against {better} in match points.",
            value=won[0], better=won[1], **who,
        )  # fmt: skip
    equal = [_("match points")]
    for key in ranking.ruleset.tiebreakers:
        tiebreaker = TIEBREAKERS[key]
        pair = (below.tiebreakers[key], above.tiebreakers[key])
        counts = (below.ranks_by(key), above.ranks_by(key))
        if counts[0] != counts[1]:
            mine, theirs = _shown(tiebreaker, pair, counts)
            return _(
                "{player} is below {other}: equal in {equal}, then {value} against {better} in "
                "{tiebreaker}.",
                equal=listed(equal), value=mine, better=theirs,
                tiebreaker=_(tiebreaker.ABBREVIATION), **who,
            )  # fmt: skip
        equal.append(_(tiebreaker.ABBREVIATION))
    return _(
        "{player} is below {other} by the event’s seed alone: equal in {equal}.",
        equal=listed(equal), **who,
    )  # fmt: skip


def _shown(
    tiebreaker: Tiebreaker, values: Sequence[Fraction | None], counts: Sequence[Fraction | None]
) -> list[str]:
    """Return two values that count differently, with enough decimals to differ, or as exact
    fractions."""
    percent = tiebreaker.ABBREVIATION.endswith("%")
    places = tiebreaker.DECIMALS - 2 if percent else tiebreaker.DECIMALS

    def written(value: Fraction | None, decimals: int) -> str:
        if value is None:
            return _("nothing yet")
        if decimals > _MOST_DECIMALS:
            return as_text(value)
        spoken = current()
        if not percent:
            return spoken.decimal(value, decimals)
        return spoken.percent(spoken.decimal(value * 100, decimals))

    while places <= _MOST_DECIMALS and written(counts[0], places) == written(counts[1], places):
        places += 1
    return [
        written(value, places)
        if value == count
        # Note: a value as it is, and as it counts in the ranking; stands within a sentence.
        else _(
            "{value}, which counts as {counted},",
            value=written(value, places),
            counted=written(count, places),
        )
        for value, count in zip(values, counts, strict=True)
    ]
