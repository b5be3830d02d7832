"""The state of a double elimination: what is decided, who is left, what is played next.

A place in the bracket is what counts: whoever sits where another was due takes over that place, and
the other takes theirs, if they had one. After a round that fits the bracket in no such way, it is
made anew for those who have not lost and those who have lost once.

Four players, of whom the higher seed wins but in the grand final:

    round   playable               decided                                   out
      1     W1M1 1 v 4  W1M2 2 v 3  W1M1: 1, then 4   W1M2: 2, then 3
      2     W2M1 1 v 2  L1M1 4 v 3  W2M1: 1, then 2   L1M1: 3, then 4        4
      3     L2M1 2 v 3              L2M1: 2, then 3                          3
      4     F1   1 v 2              F1:   2, then 1, who has lost once only
      5     F2   2 v 1              F2:   2, then 1                          1
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner.core.rounds import Round, Table
from runner.phases.bracket import Seeds
from runner.phases.elimination import tree
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.tree import (
    FINAL,
    RESET,
    Decided,
    Fixture,
    Pair,
    Player,
    Side,
    fixtures,
    who,
)


@dataclass(frozen=True, slots=True)
class BracketState:
    """A double elimination at some moment.

    `winners` and `losers` are who was in the two brackets, by seed, when they were made, `decided`
    what has come of their matches, and `out` who had gone out before, in groups that share their
    places, the first to go first. `reset` is whether the grand final is played again where the
    losers' champion wins it; `made` counts how often the brackets were made anew. `tables` says,
    where a round is drawn, for which match each table number stands.
    """

    seeds: Seeds
    winners: tuple[str, ...]
    losers: tuple[str, ...] = ()
    decided: Decided = field(default_factory=dict)
    out: tuple[tuple[str, ...], ...] = ()
    reset: bool = True
    made: int = 0
    tables: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, seeds: Seeds, document: Mapping[str, Any]) -> BracketState | None:
        """As `to_document` wrote it; None where that is no such document."""
        parts = [document.get(name) for name in ("winners", "losers", "out")]
        decided = document.get("decided")
        if not all(isinstance(part, list) for part in parts) or not isinstance(decided, Mapping):
            return None
        winners, losers, out = (part or [] for part in parts)
        tables = document.get("matches") or {}
        return cls(
            seeds, tuple(winners), tuple(losers),
            {key: tuple(players) for key, players in decided.items()},
            tuple(tuple(group) for group in out), bool(document.get("reset", True)),
            int(document.get("made", 0)), {int(number): key for number, key in tables.items()},
        )  # fmt: skip

    def to_document(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "winners": list(self.winners),
            "losers": list(self.losers),
            "decided": {key: list(players) for key, players in self.decided.items()},
            "out": [list(group) for group in self.out],
            "reset": self.reset,
            "made": self.made,
        }

    @property
    def entrants(self) -> tuple[str, ...]:
        """Everybody in the two brackets, as the fixtures number them."""
        return (*self.winners, *self.losers)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All matches of the two brackets."""
        return fixtures(len(self.winners), len(self.losers))

    def who(self, there: Collection[str] | None = None) -> dict[str, Pair]:
        """Who is in each match; those who are not there count as nobody."""
        return who(self.fixtures, self.entrants, self.decided, there)

    def playable(self, there: Collection[str] | None = None) -> dict[str, tuple[str, str]]:
        """Return the matches that can be played, with their players."""
        return {
            key: (one, other)
            for key, (one, other) in self.who(there).items()
            if key not in self.decided and one and other
        }

    def lives(self) -> dict[str, int]:
        """Return how many defeats each player left can take: 2 in the winners' bracket, else 1."""
        found = dict.fromkeys(self.winners, 2) | dict.fromkeys(self.losers, 1)
        sides = {fixture.key: fixture.side for fixture in self.fixtures}
        for key, (won, *lost) in self.decided.items():
            beaten = {player: 1 if sides[key] is Side.WINNERS else 0 for player in lost if player}
            if key == FINAL:  # its second match says who is out
                beaten = {player: 1 for player in (won, *lost) if player}
            found |= beaten
        return {player: lives for player, lives in found.items() if lives}

    def gone_out(self) -> list[tuple[str, ...]]:
        """Who is out, in groups that share their places, the first to go first."""
        groups: dict[tuple[bool, int], list[str]] = {}
        for fixture in self.fixtures:
            final = fixture.side is Side.FINAL
            if fixture.side is Side.LOSERS or fixture.key == RESET:
                lost = self.decided.get(fixture.key, (None,))[1:]
                groups.setdefault((final, fixture.stage), []).extend(one for one in lost if one)
        ordered = (tuple(groups[key]) for key in sorted(groups))
        return [*self.out, *(group for group in ordered if group)]

    def stands(self, round_: Round) -> tuple[dict[str, Table], list[Table]]:
        """Return the match that each table stands for, and the tables that stand for none.

        That in which most of its players were due; of several the one that its number was drawn
        for, or else that of the highest seed. A table with nobody who was due stands for the match
        of its number, or for one that is free; so does one whose players' matches are played by
        others, where one is free in their bracket.
        """
        due = self.playable()
        where = {player: key for key, pair in due.items() for player in pair}
        free = [key for key, pair in due.items() if not {*pair} & {*round_.byes}]
        found: dict[str, Table] = {}
        extra: list[Table] = []

        def wanted(table: Table) -> list[str]:
            keys = [where[player] for player in self.seeds.order(table.players) if player in where]
            number = self.tables.get(table.number)
            return sorted(dict.fromkeys(keys), key=lambda key: (-keys.count(key), key != number))

        def turn(table: Table) -> tuple[int, bool, int]:
            keys = wanted(table)
            sure = sum(where.get(player) in keys[:1] for player in table.players)
            first = min(self.seeds.place.get(player, len(where)) for player in table.players)
            return (-sure, self.tables.get(table.number) not in keys[:1], first)

        for table in sorted((table for table in round_.tables if table.seats), key=turn):
            number = self.tables.get(table.number)
            others = [*([number] if number in free else []), *free]
            key = next((match for match in wanted(table) or others if match not in found), None)
            if key is None:
                extra.append(table)
            else:
                found[key] = table
        sides = {fixture.key: fixture.side for fixture in self.fixtures}
        none: list[Table] = []
        for table in extra:
            own = {sides.get(where.get(player, "")) for player in table.players}
            key = next((key for key in free if key not in found and own == {sides[key]}), None)
            if key is None:
                none.append(table)
            else:
                found[key] = table
        return found, none

    def after(self, round_: Round, playoff: Playoff) -> BracketState:
        """Return how far it has come with that round, of which some tables may still be played."""
        stood, extra = self.stands(round_)
        now, displaced = self._seated(stood)
        # Who has no other place and has not lost twice: how many defeats they can still take.
        seated, lives = {*round_.seated}, now.lives()
        strays = {
            player: 2 - lost
            for player in displaced
            if player not in seated and player not in lives and player in playoff.there
            if (lost := playoff.defeats(player)) < 2
        }
        found, decided, odd = now.who(), dict(now.decided), bool(extra or strays)
        for fixture in now.fixtures:
            table = stood.get(fixture.key)
            if table is None or playoff.undecided(table):
                continue
            there = {*table.players, *round_.byes}
            absent = [player for player in found[fixture.key] if player and player not in there]
            if len(table.players) == 1 and not absent:
                continue  # whoever was due against them has been given a bye: it waits
            outcome = now._outcome(fixture, table, absent, found[fixture.key], playoff)
            if outcome is None:
                odd = True
            else:
                decided |= outcome
        if odd and not any(playoff.undecided(table) for table in round_.tables):
            return now._anew(round_, strays, playoff)
        return replace(now, decided=decided, tables={})

    def _seated(self, stood: Mapping[str, Table]) -> tuple[BracketState, list[str]]:
        """Return the course with places taken over by those who sat there, and who was not
        there."""
        now, due, displaced = self, self.playable(), list[str]()
        for key, table in stood.items():
            new = [player for player in table.players if player not in due[key]]
            missing = [player for player in due[key] if player not in table.players]
            displaced += missing
            for one, other in zip(missing, new, strict=False):
                now = now._swapped(one, other)
                due = now.playable()
        return now, displaced

    def _swapped(self, one: str, other: str) -> BracketState:
        """Two players with each other's places; one of them may have had none."""

        def exchanged(players: Sequence[Player]) -> tuple[Any, ...]:
            return tuple({one: other, other: one}.get(player or "", player) for player in players)

        return replace(
            self,
            winners=exchanged(self.winners),
            losers=exchanged(self.losers),
            decided={key: exchanged(players) for key, players in self.decided.items()},
            out=tuple(map(exchanged, self.out)),
        )

    def _outcome(
        self, fixture: Fixture, table: Table, absent: Sequence[str], due: Pair, playoff: Playoff
    ) -> dict[str, tuple[Player, ...]] | None:
        """What a table decides; None where that does not fit the bracket."""
        won = playoff.winner(table)
        players = self.seeds.order(table.players)
        lost = [player for player in (*players, *absent) if player != won]
        if len(players) > 2:
            return None
        if fixture.side is Side.WINNERS and len(lost) > 1:
            lost.sort(key=lambda player: player not in playoff.there)
            if lost[1] in playoff.there:
                return None
        if fixture.side is Side.FINAL and won is None:
            won = due[0]
            lost = [player for player in lost if player != won]
        return self._as_decided(fixture, (won, *lost), due)

    def _as_decided(
        self, fixture: Fixture, outcome: tuple[Player, ...], due: Pair
    ) -> dict[str, tuple[Player, ...]]:
        """Return a decided match; a grand final that is not played again decides that as well."""
        if fixture.key != FINAL or (self.reset and outcome[0] != due[0]):
            return {fixture.key: outcome}
        beaten = (player for player in due if player != outcome[0])
        return {FINAL: outcome, RESET: (outcome[0], *beaten)}

    def _anew(self, round_: Round, strays: Mapping[str, int], playoff: Playoff) -> BracketState:
        """Return the brackets made anew for all who are left."""
        lives = {**self.lives(), **strays}
        for table in round_.tables:
            won = playoff.winner(table)
            for player in table.players:
                least = 1 if player == won else 0
                left = lives[player] - 1 + least if player in lives else 2 - playoff.defeats(player)
                lives[player] = max(left, least)
        gone = tuple(player for player, left in lives.items() if left < 1)
        order = self.seeds.order([player for player, left in lives.items() if left > 0])
        winners = tuple(player for player in order if lives[player] > 1)
        losers = tuple(player for player in order if lives[player] == 1)
        out = tuple(filter(None, (*self.gone_out(), self.seeds.order(gone))))
        return BracketState(self.seeds, winners, losers, {}, out, self.reset, self.made + 1)

    def passing(self) -> dict[str, str]:
        """Return the matches that are not played because nobody is against the one who is in
        them."""
        return {
            key: player
            for key, pair in self.who().items()
            if key not in self.decided and None in pair and (player := pair[0] or pair[1])
        }

    def without(self, there: Collection[str]) -> BracketState:
        """With every match decided in which somebody meets one who is not there: a walkover."""
        now, found = self, self.who()
        for fixture in self.fixtures:
            players = [player for player in found[fixture.key] if player]
            if fixture.key in now.decided or len(players) < 2 or {*players} <= {*there}:
                continue
            order = sorted(self.seeds.order(players), key=lambda player: player not in there)
            step = self._as_decided(fixture, tuple(order), found[fixture.key])
            now = replace(now, decided={**now.decided, **step})
            found = now.who()
        return now


@dataclass(frozen=True, slots=True)
class PlayoffProgress:
    """`before` are the courses from which the rounds were drawn, or only the latest of them was,
    and `course` how far it has come with all."""

    playoff: Playoff
    before: tuple[BracketState, ...]
    course: BracketState

    @classmethod
    def of(cls, playoff: Playoff, drawn: Sequence[Mapping[str, Any]] = ()) -> PlayoffProgress:
        """As the ledger has it, where it names the states that rounds were drawn from (all of them,
        or only the latest), and as results give it elsewhere."""
        rounds, states = playoff.situation.rounds, drawn
        if not drawn and playoff.situation.drawn:
            rounds, states = rounds[-1:], [playoff.situation.drawn]
        now = BracketState(
            playoff.seeds, playoff.ids, reset=playoff.situation.ruleset.grand_final_reset
        )
        before = []
        for at, round_ in enumerate(rounds):
            now = (BracketState.read(playoff.seeds, states[at]) if states else None) or now
            before.append(now)
            now = now.after(round_, playoff)
        return cls(playoff, tuple(before), now)

    @property
    def coming(self) -> BracketState:
        """The course from which the next round is drawn, without those who have left."""
        return self.course.without(self.playoff.there)

    @property
    def latest(self) -> BracketState:
        """The course as it is known: without those who have left, once the last round is over."""
        return self.course if self.playoff.waits else self.coming

    def passing(self) -> dict[str, str]:
        """Who goes on without playing while the next round is played, by the match."""
        now = self.coming
        beaten = {
            key: won for key, (won, *_) in now.decided.items() if key not in self.course.decided
        }
        same = self.before and self.before[-1].made == now.made
        known = self.before[-1].passing() if same else {}
        new = {key: player for key, player in now.passing().items() if known.get(key) != player}
        return {key: player for key, player in {**beaten, **new}.items() if player}

    def rounds(self) -> dict[str, int]:
        """Return the round in which each match that is not decided is, or would be, played."""
        played = self.playoff.situation.rounds
        playing: dict[str, int] = {}
        if played and self.playoff.waits:
            stood, _ = self.before[-1].stands(played[-1])
            playing = {key: 0 for key, table in stood.items() if self.playoff.undecided(table)}
        course = self.latest
        there = course.who(self.playoff.there)
        found = tree.rounds(course.fixtures, there, course.decided, playing)
        return {key: len(played) + number for key, number in found.items()}

    def last(self) -> int:
        """Return the last round that is sure to be played; the grand final's second match is not,
        until the first is played."""
        course = self.latest
        there = course.who(self.playoff.there)
        sure = [
            number
            for key, number in self.rounds().items()
            if None not in there[key] and (key != RESET or FINAL in course.decided)
        ]
        return max([len(self.playoff.situation.rounds), *sure])
