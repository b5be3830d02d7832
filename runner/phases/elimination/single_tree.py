"""The tree of a single elimination, head-to-head and in pods (docs/rules.md 5).

Head-to-head it is built row by row, as the bracket is: each slot of a row holds an id, "" while it
is open, or None for nobody. In pods each stage takes those who are left, by seed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from runner.core.event import Round
from runner.phases import bracket
from runner.phases.bracket import Unit
from runner.phases.elimination import pod_bracket
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import From, Match, Place, Player, Side, Source, Tree, seated
from runner.phases.model import PhaseResult

Row = Sequence[str | None]


def match_tree(result: PhaseResult) -> Tree | None:
    """Every round up to the final, and the match for third place."""
    playoff = Playoff.after(result)
    if not playoff.ids:
        return None
    growing = _MatchTree(playoff)
    for round_, drawn in zip(result.rounds, result.drawn, strict=True):
        growing.played(round_, tuple(drawn.get("bracket") or ()))
    growing.to_come()
    growing.third_place()
    return Tree(tuple(growing.matches), playoff.ids)


@dataclass
class _MatchTree:
    """A tree up to some row. `row` is who is in the next stage and `sources` where they come from;
    `semifinals` are the latest two matches of one stage, `latest` is the round of the last stage.
    """

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

    # --- what was played --------------------------------------------------------------------------

    def played(self, round_: Round, drawn: bracket.Slots) -> None:
        """A published round, which was drawn from those slots, if that is known."""
        slots = drawn or tuple(player or None for player in self.row)
        there = {*bracket.live(slots)}
        while len(self.row) > max(len(slots), 1):
            row = [player if player in there else None for player in self.row]
            self.skipped(round_.id.number, row)
        if not self.leads_to(slots):
            left = self.playoff.seeds.order(tuple(there))
            ranks = {player: rank for rank, player in enumerate(left, 1)}
            self.sources = [Source(From.LEFT, ranks.get(player or "", 0)) for player in slots]
        self.row = slots
        fits = bracket.stands(slots, round_, self.playoff.seeds)
        units = bracket.units(slots, round_, self.playoff.seeds)
        stood = dict(enumerate(units)) if fits is None else fits
        count = max(len(slots) // 2, max(stood, default=-1) + 1)
        made = [self.as_played(at, round_, stood.get(at)) for at in range(count)]
        self.add(made)
        self.row = [self.next_of(match, stood.get(at)) for at, match in enumerate(made)]
        if fits is None and not self.playoff.waits:
            self.anew()

    def leads_to(self, slots: bracket.Slots) -> bool:
        """Whether the slots of a round are the row that comes before it, but for those who have
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
        """The match of a published round at that place in the row."""
        due = self.row[2 * at : 2 * at + 2]
        there = seated(due, unit.players if unit else ())
        numbers = self.playoff.seeds.place
        more = [Source(From.SEED, numbers.get(player or "", 0)) for player in there[len(due) :]]
        sources = [*self.sources[2 * at : 2 * at + 2], *more]
        places = [Place(*pair) for pair in zip(sources, there, strict=True)]
        table = unit.table if unit else None
        won = (unit.on(self.playoff.winner) if unit else None) or ""
        bye = unit is not None and len(unit.players) == 1
        number = table.number if table else None
        return self.match(at, round_.id.number, tuple(places), number, won, bye=bye)

    def next_of(self, match: Match, unit: Unit | None) -> str | None:
        """Who comes out of a match, as far as that is known."""
        if unit is None or not match.players:
            return None
        open_ = unit.table is not None and self.playoff.undecided(unit.table)
        return "" if open_ else (match.winner or None)

    def anew(self) -> None:
        """The bracket made anew for those who are left, since the round did not fit it."""
        left = self.playoff.seeds.order([player for player in self.row if player])
        ranks = {player: rank for rank, player in enumerate(left, 1)}
        self.row = self.playoff.anew(left)
        self.sources = [Source(From.LEFT, ranks.get(player or "", 0)) for player in self.row]

    # --- what is to come --------------------------------------------------------------------------

    def to_come(self) -> None:
        """The stages that are not published, with those in them who are known."""
        there, last = self.playoff.there, self.playoff.situation.phase.rounds
        self.row = [player if player in there or player == "" else None for player in self.row]
        number = len(self.playoff.situation.rounds) + 1
        while len(self.row) > self.playoff.brackets and (last is None or number <= last):
            if self.is_skipped() and not (len(self.row) == 2 and self.playoff.third_place()):
                self.skipped(number, self.row)
                continue
            made = [self.match(at, number) for at in range(len(self.row) // 2)]
            self.add(made)
            self.row = [_through(match) for match in made]
            number += 1

    def is_skipped(self) -> bool:
        """Whether nobody would meet anybody in the next stage."""
        pairs = [self.row[at : at + 2] for at in range(0, len(self.row), 2)]
        return all(None in pair for pair in pairs)

    def skipped(self, number: int, row: Row) -> None:
        """A stage in which nobody meets anybody: everybody in it has a bye."""
        self.row = row
        made = [self.match(at, number) for at in range(len(row) // 2)]
        self.add(made)
        self.row = [_through(match) for match in made]

    def third_place(self) -> None:
        """The match of those who lost in the semifinals, where there is one."""
        playoff, rounds = self.playoff, self.playoff.situation.rounds
        wanted = playoff.situation.ruleset.third_place and playoff.brackets == 1
        wanted = wanted and len(self.semifinals) == 2
        if not wanted or not all(_of_two(match) for match in self.semifinals):
            return
        losers: tuple[Player, ...] = tuple(map(_loser, self.semifinals))
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
        places = tuple(Place(*pair) for pair in zip(sources, losers, strict=True))
        won = (playoff.winner(table) if table else None) or ""
        at, bye = (table.number if table else None), None in losers
        self.matches.append(Match("T1", Side.THIRD, 1, number, places, at, won, bye))

    # --- matches ----------------------------------------------------------------------------------

    def match(
        self,
        at: int,
        number: int,
        places: tuple[Place, ...] = (),
        table: int | None = None,
        won: str = "",
        *,
        bye: bool = False,
    ) -> Match:
        """The match at that place of the row; who has nobody against them goes on."""
        if not places:
            places = tuple(map(Place, self.sources[2 * at :], self.row[2 * at : 2 * at + 2]))
            there = [place.player for place in places if place.player is not None]
            bye = len(there) == 1
            won = there[0] or "" if bye else ""
        key = f"W{self.stage}M{at + 1}"
        return Match(key, Side.WINNERS, self.stage, number, places, table, won, bye)

    def add(self, made: list[Match]) -> None:
        """A whole stage; matches that nobody will ever be in are left out."""
        if len(made) == 2:
            self.semifinals = tuple(made)
        self.latest = made[0].round
        self.matches += [match for match in made if any(p.player is not None for p in match.places)]
        self.sources = [Source(From.WINNER, match=match.key) for match in made]
        self.stage += 1


def _through(match: Match) -> str | None:
    """Who comes out of a match that is not played yet: "" while that is open."""
    there = [place.player for place in match.places if place.player is not None]
    return None if not there else there[0] if len(there) == 1 else ""


def _of_two(match: Match) -> bool:
    """Whether two met, or are to meet, in a match."""
    return len(match.places) == 2 and all(place.player is not None for place in match.places)


def _loser(match: Match) -> str:
    """Who lost a match, "" while that is open."""
    lost = [player for player in match.players if match.winner and player != match.winner]
    return lost[0] if lost else ""


def pod_tree(result: PhaseResult) -> Tree | None:
    """Every stage up to the final: as played, as it will be drawn, and then by rank among those
    left, while it is open who that is."""
    playoff = Playoff.after(result)
    if not playoff.ids:
        return None
    matches = [
        match
        for at, round_ in enumerate(result.rounds)
        for match in _played(playoff, round_, result.rounds[at + 1 :])
    ]
    return Tree((*matches, *_to_come(playoff)), playoff.ids)


def _played(playoff: Playoff, round_: Round, later: Sequence[Round]) -> Iterator[Match]:
    """A published stage: its byes, then its pods. Who comes later had a bye, also where a document
    leaves that unsaid."""
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
        places = tuple(map(Place, sources, table.players))
        won = playoff.winner(table) or ""
        key = f"W{stage}M{at}"
        yield Match(key, Side.WINNERS, stage, stage, places, table.number, won)


def _to_come(playoff: Playoff) -> Iterator[Match]:
    """The stages that are not published yet; nobody is known of those after the next."""
    rules, stage = playoff.situation.ruleset, len(playoff.situation.rounds) + 1
    left: Sequence[str] = playoff.left(stand_ins=True)
    known = not playoff.waits
    last = playoff.situation.phase.rounds
    while len(left) > 1 and (last is None or stage <= last):
        size = pod_bracket.pod_round(len(left), rules.pod_size)
        places = [
            Place(_source(playoff, stage, rank, player if known else ""), player if known else "")
            for rank, player in enumerate(left, 1)
        ]
        for at, place in enumerate(places[: size.byes], 1):
            key, won = f"W{stage}B{at}", place.player or ""
            yield Match(key, Side.WINNERS, stage, stage, (place,), None, won, bye=True)
        pods = pod_bracket.dealt(places[size.byes :], size.pods, rules.elimination_pattern)
        for at, pod in enumerate(pods, 1):
            yield Match(f"W{stage}M{at}", Side.WINNERS, stage, stage, pod)
        left, known, stage = left[: size.left], False, stage + 1


def _source(playoff: Playoff, stage: int, rank: int, player: str) -> Source:
    """In the first stage a seed; later the rank by seed among those left."""
    if stage == 1:
        return Source(From.SEED, playoff.seeds.place.get(player, rank))
    return Source(From.LEFT, rank)
