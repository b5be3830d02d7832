"""The tree of a single elimination, head-to-head and in pods (docs/rules.md 5).

Head-to-head it is built row by row, like the bracket: each slot of a row has an id, "" while it is
open, or None for nobody. In pods each stage takes those who are left, by seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain

from runner.core.rounds import Round
from runner.phases import bracket
from runner.phases.bracket import Unit
from runner.phases.elimination import pod_bracket
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import (
    From,
    Match,
    Place,
    Player,
    Side,
    Source,
    Tree,
    places,
    seated,
)
from runner.phases.model import PhaseResult

Row = Sequence[str | None]


def match_tree(playoff: Playoff, result: PhaseResult) -> Tree:
    """Return every round up to the final, and the match for third place."""
    growing = _MatchTree(playoff)
    for round_, drawn in zip(result.rounds, result.drawn, strict=True):
        growing.played(round_, tuple(drawn.get("bracket") or ()))
    growing.to_come()
    growing.third_place()
    return Tree(tuple(growing.matches), playoff.ids)


@dataclass
class _MatchTree:
    """A tree up to some row. `row` has the players of the next stage and `sources` where they come
    from; `semifinals` are the latest two matches of one stage, `latest` is the round of the last
    stage."""

    playoff: Playoff
    matches: list[Match] = field(default_factory=list)
    row: Row = ()
    sources: list[Source] = field(default_factory=list)
    stage: int = 1
    semifinals: tuple[Match, ...] = ()
    latest: int = 1

    def __post_init__(self) -> None:
        self.row = self.playoff.first_row()
        seeds = self.playoff.seeds.place
        self.sources = [Source(From.SEED, seeds.get(player or "", 0)) for player in self.row]

    def played(self, round_: Round, drawn: bracket.Slots) -> None:
        """Add a published round; `drawn` are the slots from which it was paired, if known."""
        slots = drawn or tuple(player or None for player in self.row)
        there = {*bracket.live(slots)}
        while len(self.row) > max(len(slots), 1):
            row = [player if player in there else None for player in self.row]
            self.unplayed(round_.id.number, row)
        if not self.leads_to(slots):
            self.seeded_anew(self.playoff.seeds.order(tuple(there)), slots)
        self.row = slots
        fits = bracket.stands(slots, round_, self.playoff.seeds)
        units = bracket.units(slots, round_, self.playoff.seeds)
        stood = dict(enumerate(units)) if fits is None else fits
        count = max(len(slots) // 2, max(stood, default=-1) + 1)
        matches = [self.as_played(at, round_, stood.get(at)) for at in range(count)]
        self.add(matches)
        self.row = [
            None
            if unit is None or not match.players
            else ""
            if unit.table is not None and self.playoff.undecided(unit.table)
            else match.winner or None
            for match, unit in zip(matches, map(stood.get, range(count)), strict=True)
        ]
        if fits is None and not self.playoff.waits:
            left = self.playoff.seeds.order([player for player in self.row if player])
            self.seeded_anew(left, self.playoff.anew(left))

    def leads_to(self, slots: bracket.Slots) -> bool:
        """Return whether the slots of a round are the row before it, apart from players who have
        left and those whose results were corrected since."""
        latest = {match.key: match for match in self.matches}
        if len(slots) != len(self.row):
            return False
        for player, now, source in zip(slots, self.row, self.sources, strict=True):
            match = latest.get(source.match)
            if player is not None and player != now and not (match and player in match.players):
                return False
        return True

    def as_played(self, at: int, round_: Round, unit: Unit | None) -> Match:
        """Return the match of a published round at that place in the row."""
        there = seated(self.row[2 * at : 2 * at + 2], unit.players if unit else ())
        seats = places(self.sources[2 * at : 2 * at + 2], there, self.playoff.seeds.place)
        table = unit.table if unit else None
        won = (unit.on(self.playoff.winner) if unit else None) or ""
        bye = unit is not None and len(unit.players) == 1
        number = table.number if table else None
        return self.match(at, round_.id.number, seats, number, won, bye=bye)

    def seeded_anew(self, left: Sequence[str], row: Row) -> None:
        """Set a row of the players left, by seed, that does not follow from the one before."""
        ranks = {player: rank for rank, player in enumerate(left, 1)}
        self.row = row
        self.sources = [Source(From.LEFT, ranks.get(player or "", 0)) for player in row]

    def to_come(self) -> None:
        """Add the stages that are not published, with the players who are known."""
        there, last = self.playoff.there, self.playoff.situation.phase.rounds
        self.row = [player if player in there or player == "" else None for player in self.row]
        number = len(self.playoff.situation.rounds) + 1
        while len(self.row) > self.playoff.brackets and (last is None or number <= last):
            pairs = [self.row[at : at + 2] for at in range(0, len(self.row), 2)]
            met = any(None not in pair for pair in pairs)
            met = met or (len(self.row) == 2 and bool(self.playoff.third_place()))
            self.unplayed(number, self.row)
            number += met

    def unplayed(self, number: int, row: Row) -> None:
        """Add a stage that is not played: players without an opponent advance."""
        self.row = row
        matches = [self.match(at, number) for at in range(len(row) // 2)]
        self.add(matches)
        there = [
            [each.player for each in match.places if each.player is not None] for match in matches
        ]
        self.row = [
            (players[0] if len(players) == 1 else "") if players else None for players in there
        ]

    def third_place(self) -> None:
        """Add the match of those who lost in the semifinals, if there is one."""
        playoff, rounds = self.playoff, self.playoff.situation.rounds
        wanted = playoff.situation.ruleset.third_place and playoff.brackets == 1
        met = [[place.player for place in match.places] for match in self.semifinals]
        both = len(met) == 2 and all(len(pair) == 2 and None not in pair for pair in met)
        if not wanted or not both:
            return
        losers: tuple[Player, ...] = tuple(
            next((player for player in match.players if match.winner not in ("", player)), "")
            for match in self.semifinals
        )
        number, table = self.latest, None
        if number <= len(rounds):
            played = rounds[number - 1].tables
            table = next((table for table in played if {*losers} & {*table.players}), None)
            if table is None:
                return
            losers = seated(losers, table.players)[:2]
        elif self.semifinals[0].round == len(rounds) and not (
            playoff.waits or playoff.third_place()
        ):
            return
        sources = [Source(From.LOSER, match=match.key) for match in self.semifinals]
        won = (playoff.winner(table) if table else None) or ""
        at, bye = (table.number if table else None), None in losers
        self.matches.append(
            Match("T1", Side.THIRD, 1, number, places(sources, losers, {}), at, won, bye)
        )

    def match(
        self,
        at: int,
        number: int,
        seats: tuple[Place, ...] = (),
        table: int | None = None,
        won: str = "",
        *,
        bye: bool = False,
    ) -> Match:
        """Return the match at that place of the row; a player without an opponent advances."""
        if not seats:
            seats = tuple(map(Place, self.sources[2 * at :], self.row[2 * at : 2 * at + 2]))
            there = [place.player for place in seats if place.player is not None]
            bye = len(there) == 1
            won = there[0] or "" if bye else ""
        return Match(f"W{self.stage}M{at + 1}", Side.WINNERS, self.stage, number, seats, table, won,
            bye)  # fmt: skip

    def add(self, stage: list[Match]) -> None:
        """Add a whole stage; matches that nobody will ever be in are left out."""
        if len(stage) == 2:
            self.semifinals = tuple(stage)
        self.latest = stage[0].round
        self.matches += [
            match for match in stage if any(p.player is not None for p in match.places)
        ]
        self.sources = [Source(From.WINNER, match=match.key) for match in stage]
        self.stage += 1


def pod_tree(playoff: Playoff, rounds: Sequence[Round]) -> Tree:
    """Return every stage up to the final: as played, then as it will be paired, then by rank among
    those left while it is open who that is."""
    played = (_played(playoff, now, rounds[at:]) for at, now in enumerate(rounds, 1))
    return Tree((*chain.from_iterable(played), *_to_come(playoff)), playoff.ids)


def _played(playoff: Playoff, round_: Round, later: Sequence[Round]) -> Iterator[Match]:
    """Yield a published stage: byes (also of players who come later without a recorded bye), then
    pods."""
    stage = round_.id.number
    came = {player for other in later for player in other.there}
    byes = {*round_.byes, *(came - {*round_.there})}
    left = playoff.seeds.order(tuple({*round_.there} | byes))
    ranks = {player: rank for rank, player in enumerate(left, 1)}
    for at, player in enumerate(playoff.seeds.order(tuple(byes)), 1):
        place = Place(_source(playoff, stage, ranks[player], player), player)
        yield Match(f"W{stage}B{at}", Side.WINNERS, stage, stage, (place,), None, player, bye=True)
    tables = [table for table in round_.tables if table.seats]
    for at, table in enumerate(tables, 1):
        sources = (_source(playoff, stage, ranks[player], player) for player in table.players)
        seats = tuple(map(Place, sources, table.players))
        won = playoff.winner(table) or ""
        yield Match(f"W{stage}M{at}", Side.WINNERS, stage, stage, seats, table.number, won)


def _to_come(playoff: Playoff) -> Iterator[Match]:
    """Yield the stages that are not published yet; the players of those after the next are
    unknown."""
    rules, stage = playoff.situation.ruleset, len(playoff.situation.rounds) + 1
    left: Sequence[str] = playoff.left(stand_ins=True)
    known = not playoff.waits
    last = playoff.situation.phase.rounds
    while len(left) > 1 and (last is None or stage <= last):
        size = pod_bracket.pod_round(len(left), rules.pod_size)
        seats = [
            Place(_source(playoff, stage, rank, player if known else ""), player if known else "")
            for rank, player in enumerate(left, 1)
        ]
        for at, place in enumerate(seats[: size.byes], 1):
            key, won = f"W{stage}B{at}", place.player or ""
            yield Match(key, Side.WINNERS, stage, stage, (place,), None, won, bye=True)
        pods = pod_bracket.dealt(seats[size.byes :], size.pods, rules.elimination_pattern)
        for at, pod in enumerate(pods, 1):
            yield Match(f"W{stage}M{at}", Side.WINNERS, stage, stage, pod)
        left, known, stage = left[: size.left], False, stage + 1


def _source(playoff: Playoff, stage: int, rank: int, player: str) -> Source:
    """Return a seed in the first stage, later the rank by seed among those left."""
    if stage == 1:
        return Source(From.SEED, playoff.seeds.place.get(player, rank))
    return Source(From.LEFT, rank)
