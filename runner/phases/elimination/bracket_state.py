"""The state of a double elimination: what is decided, who is left, what is played next.

Places in the bracket count, not players: a player who sits where another was due takes over that
place, and the other takes theirs, if they had one. If a round does not fit the bracket in this way,
new brackets are made of those who have not lost and those who have lost once.

Four players; the higher seed wins except in the grand final:

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

    `winners` and `losers` are the players of the two brackets, by seed, when these were made,
    `decided` the results of their matches, and `out` those who were out before, in groups that
    share their places, earliest first. `reset`: the grand final is played again if the losers'
    champion wins it. `made` is how often new brackets were made. `tables` has the match of each
    table number, if a round is paired.
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
        """Return the state of a document written by `to_document`; None for other documents."""
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
        """Return the state as plain JSON."""
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
        """The players of the two brackets, as the fixtures number them."""
        return (*self.winners, *self.losers)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All matches of the two brackets."""
        return fixtures(len(self.winners), len(self.losers))

    def who(self, there: Collection[str] | None = None) -> dict[str, Pair]:
        """Return the players of each match; those not in `there` count as nobody."""
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
        lives_left = dict.fromkeys(self.winners, 2) | dict.fromkeys(self.losers, 1)
        for fixture in self.fixtures:  # in the order of play, which a document does not keep
            won, *lost = self.decided.get(fixture.key, (None,))
            beaten = {player: int(fixture.side is Side.WINNERS) for player in lost if player}
            if fixture.key == FINAL:  # its second match says who is out
                beaten = {player: 1 for player in (won, *lost) if player}
            lives_left |= beaten
        return {player: lives for player, lives in lives_left.items() if lives}

    def gone_out(self) -> list[tuple[str, ...]]:
        """Return who is out, in groups that share their places, earliest first."""
        groups: dict[tuple[bool, int], list[str]] = {}
        for fixture in self.fixtures:
            final = fixture.side is Side.FINAL
            if fixture.side is Side.LOSERS or fixture.key == RESET:
                lost = self.decided.get(fixture.key, (None,))[1:]
                groups.setdefault((final, fixture.stage), []).extend(one for one in lost if one)
        ordered = (tuple(groups[key]) for key in sorted(groups))
        return [*self.out, *(group for group in ordered if group)]

    def stands(self, round_: Round) -> tuple[dict[str, Table], list[Table]]:
        """Return the table of each match, and the tables that belong to no match.

        A table belongs to the match in which most of its players were due; of several, to the one
        that its number was paired for, or else to that of the highest seed. A table without a
        player who was due belongs to the match of its number, or to a free one; so does a table
        whose players' matches are played by others, if one is free in their bracket.
        """
        due = self.playable()
        where = {player: key for key, pair in due.items() for player in pair}
        free = [key for key, pair in due.items() if not {*pair} & {*round_.byes}]
        by_match: dict[str, Table] = {}
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
            key = next((match for match in wanted(table) or others if match not in by_match), None)
            if key is None:
                extra.append(table)
            else:
                by_match[key] = table
        sides = {fixture.key: fixture.side for fixture in self.fixtures}
        none: list[Table] = []
        for table in extra:
            own = {sides.get(where.get(player, "")) for player in table.players}
            key = next((key for key in free if key not in by_match and own == {sides[key]}), None)
            if key is None:
                none.append(table)
            else:
                by_match[key] = table
        return by_match, none

    def after(self, round_: Round, playoff: Playoff) -> BracketState:
        """Return the state after a round, some of whose tables may still be played."""
        stood, extra = self.stands(round_)
        now, displaced = self._seated(stood)
        # Players without a place who have not lost twice: how many defeats they can still take.
        seated, lives = {*round_.seated}, now.lives()
        strays = {
            player: 2 - lost
            for player in displaced
            if player not in seated and player not in lives and player in playoff.there
            if (lost := playoff.defeats(player)) < 2
        }
        due, decided, odd = now.who(), dict(now.decided), bool(extra or strays)
        for fixture in now.fixtures:
            table = stood.get(fixture.key)
            if table is None or playoff.undecided(table):
                continue
            there = {*table.players, *round_.byes}
            absent = [player for player in due[fixture.key] if player and player not in there]
            if len(table.players) == 1 and not absent:
                continue  # their opponent has been given a bye: the match waits
            outcome = now._outcome(fixture, table, absent, due[fixture.key], playoff)
            if outcome is None:
                odd = True
            else:
                decided |= outcome
        if odd and not any(playoff.undecided(table) for table in round_.tables):
            return now._anew(round_, strays, playoff)
        return replace(now, decided=decided, tables={})

    def _seated(self, stood: Mapping[str, Table]) -> tuple[BracketState, list[str]]:
        """Return the state in which players who sat elsewhere have taken over those places, and the
        players who were displaced."""
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
        """Return the state with two players exchanged; one of them may have had no place."""

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
        """Return what a table decides; None if that does not fit the bracket."""
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
        """Return a decided match; a grand final that is not played again decides its second match
        too."""
        if fixture.key != FINAL or (self.reset and outcome[0] != due[0]):
            return {fixture.key: outcome}
        beaten = (player for player in due if player != outcome[0])
        return {FINAL: outcome, RESET: (outcome[0], *beaten)}

    def _anew(self, round_: Round, strays: Mapping[str, int], playoff: Playoff) -> BracketState:
        """Return new brackets of all players left."""
        lives = {**self.lives(), **strays}
        for table in round_.tables:
            won = playoff.winner(table)
            for player in table.players:
                least = 1 if player == won else 0
                left = lives[player] - 1 + least if player in lives else 2 - playoff.defeats(player)
                lives[player] = max(left, least)
        out_now = tuple(player for player, left in lives.items() if left < 1)
        order = self.seeds.order([player for player, left in lives.items() if left > 0])
        winners = tuple(player for player in order if lives[player] > 1)
        losers = tuple(player for player in order if lives[player] == 1)
        out = tuple(filter(None, (*self.gone_out(), self.seeds.order(out_now))))
        return BracketState(self.seeds, winners, losers, {}, out, self.reset, self.made + 1)

    def passing(self) -> dict[str, str]:
        """Return the players who advance without playing, by match, as they have no opponent."""
        return {
            key: player
            for key, pair in self.who().items()
            if key not in self.decided and None in pair and (player := pair[0] or pair[1])
        }

    def without(self, there: Collection[str]) -> BracketState:
        """Return the state in which every match against a player who is not in `there` is a
        walkover."""
        now, pairs = self, self.who()
        for fixture in self.fixtures:
            players = [player for player in pairs[fixture.key] if player]
            if fixture.key in now.decided or len(players) < 2 or {*players} <= {*there}:
                continue
            order = sorted(self.seeds.order(players), key=lambda player: player not in there)
            step = self._as_decided(fixture, tuple(order), pairs[fixture.key])
            now = replace(now, decided={**now.decided, **step})
            pairs = now.who()
        return now


@dataclass(frozen=True, slots=True)
class PlayoffProgress:
    """The progress of a double elimination: `before` has the states from which the rounds, or only
    the latest, were paired, and `course` the state after all of them."""

    playoff: Playoff
    before: tuple[BracketState, ...]
    course: BracketState

    @classmethod
    def of(cls, playoff: Playoff, drawn: Sequence[Mapping[str, Any]] = ()) -> PlayoffProgress:
        """Return the progress, using the recorded states of all rounds, or of the latest one, if
        there are any, and results otherwise."""
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
        """The state from which the next round is paired, without players who have left."""
        return self.course.without(self.playoff.there)

    @property
    def latest(self) -> BracketState:
        """The state as far as known: without players who have left, once the last round is over."""
        return self.course if self.playoff.waits else self.coming

    def passing(self) -> dict[str, str]:
        """Return the players who advance without playing during the next round, by match."""
        now = self.coming
        beaten = {
            key: won for key, (won, *_) in now.decided.items() if key not in self.course.decided
        }
        same = self.before and self.before[-1].made == now.made
        known = self.before[-1].passing() if same else {}
        new = {key: player for key, player in now.passing().items() if known.get(key) != player}
        return {key: player for key, player in {**beaten, **new}.items() if player}

    def rounds(self) -> dict[str, int]:
        """Return the round in which each undecided match is, or would be, played."""
        played = self.playoff.situation.rounds
        playing: dict[str, int] = {}
        if played and self.playoff.waits:
            stood, _ = self.before[-1].stands(played[-1])
            playing = {key: 0 for key, table in stood.items() if self.playoff.undecided(table)}
        course = self.latest
        there = course.who(self.playoff.there)
        numbers = tree.rounds(course.fixtures, there, course.decided, playing)
        return {key: len(played) + number for key, number in numbers.items()}

    def last(self) -> int:
        """Return the last round that is certain to be played; the grand final's second match is
        not, until the first is played."""
        course = self.latest
        there = course.who(self.playoff.there)
        sure = [
            number
            for key, number in self.rounds().items()
            if None not in there[key] and (key != RESET or FINAL in course.decided)
        ]
        return max([len(self.playoff.situation.rounds), *sure])
