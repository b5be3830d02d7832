"""The ranking: match points, then the tiebreakers in their order, then the seed, and it says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from math import lcm

from runner.fractions import points
from runner.history import History, Kind
from runner.model import Outcome, Player, Round, RoundId
from runner.randomness import Stream
from runner.rules.ruleset import Ruleset
from runner.scoring import REGISTRY as SCORINGS
from runner.snapshot import Record, StandingRow, Standings, Working, WorkingLine
from runner.tiebreakers import REGISTRY as TIEBREAKERS
from runner.tiebreakers.field import Field

_NEAREST = 50  # how many equals a row names above and below it: after round 1 half a field is equal


def standings(
    rules: Ruleset,
    rounds: Sequence[Round],
    players: Sequence[Player],
    *,
    after: RoundId,
    complete: bool,
    seed: str,
    round_offset: int = 0,
) -> Standings:
    """The ranking after these rounds of a phase.

    `players` is the phase's field; those who enter later are left out. `round_offset` is how many
    rounds of the event came before the phase. Rows that nothing parts are put in an order drawn
    from the seed, and name each other.
    """
    histories = SCORINGS[rules.scoring].histories(rules, rounds, players, round_offset)
    now = round_offset + len(rounds)
    entered = [each for each in players if each.enters <= max(now, 1) or histories[each.id].rounds]
    field = Field(rules, histories, len(rounds))
    values = {player.id: _values(field, player.id) for player in entered}
    merits = _merits(field, values)
    order = _order(entered, merits, Stream(seed, *after, "standings"))
    rows: list[StandingRow] = []
    for _, equals in groupby(order, key=lambda each: merits[each.id]):
        tied = list(equals)
        ids = tuple(each.id for each in tied)
        for at, player in enumerate(tied):
            history = histories[player.id]
            rows.append(
                StandingRow(
                    rank=len(rows) + 1,
                    player=player.id,
                    match_points=history.match_points,
                    record=_record(history),
                    tiebreakers=values[player.id],
                    tied_with=ids[max(0, at - _NEAREST) : at] + ids[at + 1 : at + 1 + _NEAREST],
                    dropped=_dropped(player, now),
                )
            )
    return Standings(after, complete, tuple(rows), histories, rules)


class Rankings:
    """Rankings worked out before, given again where nothing that they rest on has changed.

    Whoever computes the same event save after save keeps one of these: a result of round 5 leaves
    the rankings after rounds 1 to 4 as they were.
    """

    def __init__(self) -> None:
        self._known: dict[RoundId, tuple[object, Standings]] = {}

    def standings(
        self,
        rules: Ruleset,
        rounds: Sequence[Round],
        players: Sequence[Player],
        *,
        after: RoundId,
        complete: bool,
        seed: str,
        round_offset: int = 0,
    ) -> Standings:
        """What the function `standings` gives."""
        rests_on = (rules, tuple(rounds), tuple(players), complete, seed, round_offset)
        known = self._known.get(after)
        if known is None or known[0] != rests_on:
            ranking = standings(
                rules,
                rounds,
                players,
                after=after,
                complete=complete,
                seed=seed,
                round_offset=round_offset,
            )
            self._known[after] = known = (rests_on, ranking)
        return known[1]


def _values(field: Field, player: str) -> dict[str, Fraction | None]:
    return {key: TIEBREAKERS[key].value(field, player) for key in field.rules.tiebreakers}


def _merits(
    field: Field, values: Mapping[str, Mapping[str, Fraction | None]]
) -> dict[str, tuple[int, ...]]:
    """What the ranking compares: match points, then each tiebreaker as it counts."""
    columns = [_whole([field.history(player).match_points for player in values])]
    for key in field.rules.tiebreakers:
        merit = TIEBREAKERS[key].merit
        columns.append(_whole([merit(field, each[key]) for each in values.values()]))
    return dict(zip(values, zip(*columns, strict=True), strict=True))


def _whole(column: Sequence[Fraction | None]) -> list[int]:
    """Whole numbers in the same order, equal where the values are: they compare far faster.

    None is less than any value.
    """
    common = lcm(*{each.denominator for each in column if each is not None})
    found = [each if each is None else each.numerator * (common // each.denominator)
             for each in column]  # fmt: skip
    least = min((each for each in found if each is not None), default=0) - 1
    return [least if each is None else each for each in found]


def _order(
    players: Iterable[Player], merits: Mapping[str, tuple[int, ...]], chance: Stream
) -> list[Player]:
    """By merit, equals in an order drawn from the seed whatever order they came in."""
    drawn = chance.shuffled(sorted(players, key=lambda each: each.id))
    return sorted(drawn, key=lambda each: merits[each.id], reverse=True)


def _record(history: History) -> Record:
    outcomes = [line.outcome for line in history.rounds if line.kind is not Kind.BYE]
    wins, draws = outcomes.count(Outcome.WIN), outcomes.count(Outcome.DRAW)
    scored = outcomes.count(Outcome.POINTS)
    byes = sum(1 for line in history.rounds if line.kind is Kind.BYE)
    return Record(wins, draws, len(outcomes) - wins - draws - scored, byes)


def _dropped(player: Player, now: int) -> bool:
    """Whether the player has left by the end of that round of the event, and is not back next."""
    return (
        player.drops_after is not None
        and player.drops_after <= now
        and (player.returns is None or player.returns > now + 1)
    )


def field_of(ranking: Standings) -> Field:
    """The field that the tiebreakers of a ranking were worked out from."""
    return Field(ranking.ruleset, ranking.histories, ranking.after.number)


def workings(
    ranking: Standings, player: str, names: Mapping[str, str], field: Field | None = None
) -> tuple[Working, ...]:
    """How a player's match points and each tiebreaker come about, in the order of the ranking.

    `field` spares making it anew where many players are asked for.
    """
    field = field or field_of(ranking)
    return (
        _match_points(field.history(player)),
        *(TIEBREAKERS[key].working(field, player, names) for key in ranking.ruleset.tiebreakers),
    )


def _match_points(history: History) -> Working:
    lines = tuple(
        WorkingLine(
            f"Round {line.round}",
            text=points(line.points),
            value=line.points,
            remark={Kind.BYE: "bye", Kind.MISSED: "missed before entering"}.get(
                line.kind, line.outcome.value.replace("_", " ") if line.outcome else ""
            ),
        )
        for line in history.rounds
    )
    return Working(
        "match_points",
        "Match points",
        "MP",
        history.match_points,
        "The points of all rounds, added up.",
        lines,
    )
