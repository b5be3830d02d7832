"""What-if by brute force: small events with rounds left, and everything that can still happen.
Nothing here is taken from `runner/compute/outlook`: results are played out one by one, and ranked
by the standings themselves."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product
from random import Random

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.phases.cut import Cut
from runner.phases.model import PhaseResult
from runner.rules.ruleset import ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings
from tests.support.rounds_as_text import players as players_of
from tests.support.rounds_as_text import rounds as as_played

W, D, L, C = Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.CONCESSION


@dataclass(frozen=True)
class End:
    """Who makes the cut by one way in which all can end, and how open matches ended by seat;
    `order` are all by rank, where the round was paired."""

    into: tuple[str, ...]
    own: Mapping[str, Outcome]
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Made:
    phases: tuple[PhaseResult, PhaseResult]

    @classmethod
    def of(
        cls, text: str, planned: int, *, mode: Mode = Mode.MULTIPLAYER,
        into: Mapping[str, object] | None = None, players: Sequence[Player] = (),
        standing: bool = True, **settings: object,
    ) -> "Made":  # fmt: skip
        """An event whose rounds are text; `into` are the settings of the phase after it."""
        phase = Phase(1, "Swiss", mode, "swiss", settings=settings)  # type: ignore[arg-type]
        after = Phase(2, "Playoff", mode, "single_elimination", settings=into or {})  # type: ignore[arg-type]
        rules, wrong = ruleset(phase, {})
        more, also_wrong = ruleset(after, {})
        assert not [*wrong, *also_wrong]
        rounds, field = as_played(text), tuple(players) or players_of(text)
        result = PhaseResult(phase, rules, field, tuple(rounds), planned=planned)
        made = cls((result, PhaseResult(after, more, planned=1)))
        done = (
            rounds if any(table.finished for table in rounds[-1].tables) else rounds[:-1] or rounds
        )
        ranking = made.ranking(done, complete=done[-1].finished)
        return cls((replace(result, standings=(ranking,) if standing else ()), made.phases[1]))

    @property
    def before(self) -> PhaseResult:
        return self.phases[0]

    @property
    def cut(self) -> Cut:
        return Cut.of(self.phases[1].phase, self.phases[1].ruleset)

    def ranking(self, rounds: Sequence[Round], *, complete: bool = True) -> Standings:
        return standings(
            self.before.ruleset, rounds, self.before.field, after=rounds[-1].id,
            complete=complete, seed="s",
        )  # fmt: skip

    def into(self, rounds: Sequence[Round]) -> tuple[str, ...]:
        """Who makes the cut after these rounds."""
        ranking = self.ranking(rounds)
        return self.cut.made([row.player for row in ranking.rows if not row.dropped], ranking)

    def ends(self) -> Iterator[End]:
        """Every way the open tables of the last round can end."""
        *earlier, last = self.before.rounds
        ways = [endings(table) if not table.finished else [table] for table in last.tables]
        open_ = {seat.player for table in last.tables if not table.finished for seat in table.seats}
        for tables in product(*ways):
            ranking = self.ranking([*earlier, replace(last, tables=tables)])
            order = tuple(row.player for row in ranking.rows if not row.dropped)
            yield End(self.cut.made(order, ranking), _own(tables, open_), order)

    def shares(self) -> dict[str, float]:
        """How likely each player makes the cut, where draws are as likely as they were so far (and
        one of five before there were any) and else each seat as likely as the others."""
        tables = [table for round_ in self.before.rounds for table in round_.tables
                  if table.finished]  # fmt: skip
        drawn = sum(any(seat.outcome is D for seat in table.seats) for table in tables)
        draw = (drawn + 1) / (len(tables) + 5)
        *earlier, last = self.before.rounds
        found = dict.fromkeys((player.id for player in self.before.field), 0.0)
        for ended_ in product(*([table] if table.finished else usual(table)
                                for table in last.tables)):  # fmt: skip
            weight = 1.0
            for before, after in zip(last.tables, ended_, strict=True):
                won = any(seat.outcome is W for seat in after.seats)
                if not before.finished:
                    weight *= (1 - draw) / len(after.seats) if won else draw
            for player in self.into([*earlier, replace(last, tables=ended_)]):
                found[player] += weight
        return found

    def after_one_more(self) -> Iterator[End]:
        """Every way one more round can be paired and end, with the usual results."""
        id_ = RoundId(1, len(self.before.rounds) + 1)
        there = [player.id for player in self.before.field if player.plays(id_.number)]
        for tables, byes in seatings(there, self.before.ruleset.pod_size):
            for ended_ in product(*map(usual, tables)):
                last = Round(id_, ended_, byes)
                yield End(self.into([*self.before.rounds, last]), _own(ended_, {*there} - {*byes}))

    def points_after(self, rounds: int) -> set[tuple[int, ...]]:
        """All match points that the players can have after so many more rounds, however paired."""
        who = [player.id for player in self.before.field]
        rows = {row.player: int(row.match_points) for row in self.before.standings[-1].rows}
        found = {tuple(rows[player] for player in who)}
        for number in range(len(self.before.rounds) + 1, len(self.before.rounds) + rounds + 1):
            there = [player.id for player in self.before.field if player.plays(number)]
            gains = set(self._gains(who, there))
            found = {tuple(map(sum, zip(*each, strict=True))) for each in product(found, gains)}
        return found

    def _gains(self, who: Sequence[str], there: Sequence[str]) -> Iterator[tuple[int, ...]]:
        rules = self.before.ruleset
        worth = {W: rules.win, D: rules.draw, L: rules.loss}
        for tables, byes in seatings(there, rules.pod_size):
            for ended_ in product(*map(usual, tables)):
                got = {seat.player: worth[seat.outcome or L] for table in ended_
                       for seat in table.seats} | dict.fromkeys(byes, rules.bye)  # fmt: skip
                yield tuple(int(got.get(player, 0)) for player in who)


def _own(tables: Iterable[Table], players: Collection[str]) -> dict[str, Outcome]:
    return {
        seat.player: seat.outcome if seat.outcome in (W, D) else L
        for table in tables
        for seat in table.seats
        if seat.player in players
    }


class Truth:
    """For each player, and for each own result: the set of whether they made the cut."""

    def __init__(self, players: Iterable[str], ends: Iterable[End]) -> None:
        self.players: dict[str, set[bool]] = {player: set() for player in players}
        self.own: dict[tuple[str, Outcome], set[bool]] = {}
        for end in ends:
            for player in self.players:
                into = player in end.into
                self.players[player].add(into)
                if player in end.own:
                    self.own.setdefault((player, end.own[player]), set()).add(into)


def made(
    chance: Random, mode: Mode, players: int, rounds: int, open_: int, cut: int,
    planned: int | None = None, **settings: object,
) -> "Made":  # fmt: skip
    """An event paired and played by chance, with open tables, a leaver, and a bye."""
    phase = Phase(1, "Swiss", mode, "swiss", settings=settings)  # type: ignore[arg-type]
    rules, wrong = ruleset(phase, {})
    after = Phase(2, "Playoff", mode, "single_elimination", cut=cut)
    assert not wrong
    gone = {chance.randrange(players): chance.randint(1, rounds)} if chance.random() < 0.3 else {}
    field = tuple(
        Player(f"P{at:02}", f"P{at:02}", drops_after=gone.get(at)) for at in range(players)
    )
    played = []
    for number in range(1, rounds + 1):
        there = [player.id for player in field if player.plays(number)]
        paired = chance.choice([*seatings(there, rules.pod_size, chance)])
        left = open_ if number == rounds else 0
        tables = tuple(
            table if at < left else chance.choice(usual(table))
            for at, table in enumerate(paired[0])
        )
        played.append(Round(RoundId(1, number), tables, paired[1]))
    result = PhaseResult(phase, rules, field, tuple(played), planned=planned or rounds)
    found = Made((result, PhaseResult(after, ruleset(after, {})[0], planned=1)))
    standing = standings(
        rules, played, field, after=played[-1].id, complete=played[-1].finished, seed="s"
    )
    return Made((replace(result, standings=(standing,)), found.phases[1]))


def seatings(
    players: Sequence[str], size: int, chance: Random | None = None
) -> Iterator[tuple[tuple[Table, ...], tuple[str, ...]]]:
    """Every way to seat players at tables and give byes, or one by chance."""
    if chance:
        order = chance.sample(list(players), len(players))
        tables, byes = _sizes(len(order), size)
        starts = [sum(tables[:at]) for at in range(len(tables))]
        yield (
            tuple(Table(at + 1, tuple(map(Seat, order[start : start + seats])))
                  for at, (start, seats) in enumerate(zip(starts, tables, strict=True))),
            tuple(order[len(order) - byes :]) if byes else (),
        )  # fmt: skip
        return
    tables, byes = _sizes(len(players), size)
    for resting in combinations(players, byes):
        left = [player for player in players if player not in resting]
        for parts in _parts(left, tables):
            yield (
                tuple(Table(at, tuple(map(Seat, part))) for at, part in enumerate(parts, 1)),
                resting,
            )


def _sizes(players: int, size: int) -> tuple[list[int], int]:
    if size == 2:
        return [2] * (players // 2), players % 2
    if players == 5:
        return [5], 0
    threes = next(n for n in range(players) if (players - 3 * n) % 4 == 0 and players >= 3 * n)
    return [4] * ((players - 3 * threes) // 4) + [3] * threes, 0


def _parts(players: Sequence[str], sizes: Sequence[int]) -> Iterator[list[tuple[str, ...]]]:
    if not sizes:
        yield []
        return
    for size in {*sizes}:
        left = [*sizes]
        left.remove(size)
        for others in combinations(players[1:], size - 1):
            part = (players[0], *others)
            rest = [player for player in players if player not in part]
            for parts in _parts(rest, left):
                yield [part, *parts]


def endings(table: Table) -> list[Table]:
    """Every way a table can end, concessions and games included."""
    found = usual(table)
    seats = len(table.seats)
    found += [ended(table, [L] * seats)]
    if seats > 2:
        for many in range(1, seats):
            found += [ended(table, [C if at in who else D for at in range(seats)])
                      for who in combinations(range(seats), many)]  # fmt: skip
    else:
        found += [ended(table, [W, L], (2, 1)), ended(table, [L, W], (1, 2)),
                  ended(table, [D, D], (0, 0), 3)]  # fmt: skip
    return found


def usual(table: Table) -> list[Table]:
    """One wins, or all draw."""
    seats = len(table.seats)
    found = [ended(table, [D] * seats, [1] * seats if seats == 2 else None)]
    for winner in range(seats):
        games = [2 * (at == winner) if seats == 2 else int(at == winner) for at in range(seats)]
        found.append(ended(table, [W if at == winner else L for at in range(seats)], games))
    return found


def ended(
    table: Table, outcomes: Sequence[Outcome], games: Iterable[int] | None = None, drawn: int = 0
) -> Table:
    won = [*games] if games is not None else [0] * len(outcomes)
    return replace(table, games_drawn=drawn, seats=tuple(
        Seat(seat.player, outcome, many)
        for seat, outcome, many in zip(table.seats, outcomes, won, strict=True)
    ))  # fmt: skip
