"""The tree of an elimination in pods: each stage takes those left, by seed (docs/rules.md 5)."""

from collections.abc import Iterator, Sequence

from runner.core.event import Round
from runner.phases.elimination import pod_bracket
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import From, Match, Place, Side, Source, Tree
from runner.phases.model import PhaseResult


def tree(result: PhaseResult) -> Tree | None:
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
