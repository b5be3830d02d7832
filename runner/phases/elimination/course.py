"""How far a double elimination has come: what is decided, who is left, and what is played next.

What counts is the place in the bracket: whoever sits where somebody else was due has taken that
place over, and the other has theirs, if they had one. A round that does not fit the bracket in
any such way has it made anew, for those who have not lost and those who have lost once.

Four players, of whom the higher seed wins but in the grand final:

    round   playable               decided                                   out
      1     W1M1 1 v 4  W1M2 2 v 3  W1M1: 1, then 4   W1M2: 2, then 3
      2     W2M1 1 v 2  L1M1 4 v 3  W2M1: 1, then 2   L1M1: 3, then 4        4
      3     L2M1 2 v 3              L2M1: 2, then 3                          3
      4     F1   1 v 2              F1:   2, then 1, who has lost once only
      5     F2   2 v 1              F2:   2, then 1                          1
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner.core.event import Round, Table
from runner.phases.advancing import Seeds
from runner.phases.elimination.double_bracket import FINAL, RESET, fixtures
from runner.phases.elimination.fixtures import Decided, Fixture, Pair, Player, who
from runner.phases.elimination.tree import Side

Winner = Callable[[Table], str | None]
Open = Callable[[Table], bool]


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What the results say: who goes on from a table, None for nobody, and whether that is open.
    `lost` counts somebody's defeats as the results stand now; `there` is who is in the event."""

    winner: Winner
    open: Open
    lost: Callable[[str], int]
    there: Collection[str]


@dataclass(frozen=True, slots=True)
class Course:
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
    def read(cls, seeds: Seeds, document: Mapping[str, Any]) -> Course | None:
        """As `to_document` wrote it; None where that is no such document."""
        parts = [document.get(each) for each in ("winners", "losers", "out")]
        decided = document.get("decided")
        if not all(isinstance(each, list) for each in parts) or not isinstance(decided, Mapping):
            return None
        winners, losers, out = (each or [] for each in parts)
        tables = document.get("matches") or {}
        return cls(
            seeds, tuple(winners), tuple(losers),
            {key: tuple(each) for key, each in decided.items()},
            tuple(tuple(each) for each in out), bool(document.get("reset", True)),
            int(document.get("made", 0)), {int(each): key for each, key in tables.items()},
        )  # fmt: skip

    def to_document(self) -> dict[str, Any]:
        """As plain JSON."""
        return {
            "winners": list(self.winners),
            "losers": list(self.losers),
            "decided": {key: list(each) for key, each in self.decided.items()},
            "out": [list(each) for each in self.out],
            "reset": self.reset,
            "made": self.made,
        }

    # --- who is where -----------------------------------------------------------------------------

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
        """The matches that can be played, with their players."""
        found = self.who(there)
        return {
            key: (one, other)
            for key, (one, other) in found.items()
            if key not in self.decided and one and other
        }

    def lives(self) -> dict[str, int]:
        """How many defeats each of those who are left can still take: two in the winners' bracket,
        one in the losers'."""
        found = dict.fromkeys(self.winners, 2) | dict.fromkeys(self.losers, 1)
        sides = {each.key: each.side for each in self.fixtures}
        for key, (won, *lost) in self.decided.items():
            beaten = {each: 1 if sides[key] is Side.WINNERS else 0 for each in lost if each}
            if key == FINAL:  # its second match says who is out
                beaten = {each: 1 for each in (won, *lost) if each}
            found |= beaten
        return {player: lives for player, lives in found.items() if lives}

    def gone_out(self) -> list[tuple[str, ...]]:
        """Who is out, in groups that share their places, the first to go first."""
        groups: dict[tuple[bool, int], list[str]] = {}
        for each in self.fixtures:
            final = each.side is Side.FINAL
            if each.side is Side.LOSERS or each.key == RESET:
                lost = self.decided.get(each.key, (None,))[1:]
                groups.setdefault((final, each.stage), []).extend(one for one in lost if one)
        ordered = (tuple(groups[each]) for each in sorted(groups))
        return [*self.out, *(each for each in ordered if each)]

    # --- a round that was played ------------------------------------------------------------------

    def stands(self, round_: Round) -> tuple[dict[str, Table], list[Table]]:
        """The match that each table stands for, and the tables that stand for none.

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
            keys = [where[each] for each in self.seeds.order(table.players) if each in where]
            number = self.tables.get(table.number)
            return sorted(dict.fromkeys(keys), key=lambda key: (-keys.count(key), key != number))

        def turn(table: Table) -> tuple[int, bool, int]:
            keys = wanted(table)
            sure = sum(where.get(each) in keys[:1] for each in table.players)
            first = min(self.seeds.place.get(each, len(where)) for each in table.players)
            return (-sure, self.tables.get(table.number) not in keys[:1], first)

        for table in sorted((each for each in round_.tables if each.seats), key=turn):
            number = self.tables.get(table.number)
            others = [*([number] if number in free else []), *free]
            key = next((each for each in wanted(table) or others if each not in found), None)
            if key is None:
                extra.append(table)
            else:
                found[key] = table
        return found, self._elsewhere(found, extra, free, where)

    def _elsewhere(
        self,
        found: dict[str, Table],
        extra: Sequence[Table],
        free: Sequence[str],
        where: Mapping[str, str],
    ) -> list[Table]:
        """Gives tables the matches of their players' own bracket that are still free, as many as
        there are; the tables for which there is none."""
        sides = {each.key: each.side for each in self.fixtures}
        none: list[Table] = []
        for table in extra:
            own = {sides[where[each]] if each in where else None for each in table.players}
            key = next((each for each in free if each not in found and own == {sides[each]}), None)
            if key is None:
                none.append(table)
            else:
                found[key] = table
        return none

    def after(self, round_: Round, verdicts: Verdicts) -> Course:
        """How far it has come with that round, of which some tables may still be played."""
        stood, extra = self.stands(round_)
        now, displaced = self._seated(stood)
        strays = now._strays(displaced, round_, verdicts)
        found, decided, odd = now.who(), dict(now.decided), bool(extra or strays)
        for each in now.fixtures:
            table = stood.get(each.key)
            if table is None or verdicts.open(table):
                continue
            absent = [p for p in found[each.key] if p and p not in {*table.players, *round_.byes}]
            if len(table.players) == 1 and not absent:
                continue  # whoever was due against them has been given a bye: it waits
            outcome = now._outcome(each, table, absent, found[each.key], verdicts)
            if outcome is None:
                odd = True
            else:
                decided |= outcome
        if odd and not any(verdicts.open(table) for table in round_.tables):
            return now._anew(round_, strays, verdicts)
        return replace(now, decided=decided, tables={})

    def _seated(self, stood: Mapping[str, Table]) -> tuple[Course, list[str]]:
        """The course with places taken over by those who sat there, and who was not there."""
        now, due, displaced = self, self.playable(), list[str]()
        for key, table in stood.items():
            new = [each for each in table.players if each not in due[key]]
            missing = [each for each in due[key] if each not in table.players]
            displaced += missing
            for one, other in zip(missing, new, strict=False):
                now = now._swapped(one, other)
                due = now.playable()
        return now, displaced

    def _swapped(self, one: str, other: str) -> Course:
        """Two players with each other's places; one of them may have had none."""

        def named(player: Player) -> Player:
            return {one: other, other: one}.get(player or "", player)

        def all_named(players: Sequence[str]) -> tuple[str, ...]:
            return tuple(named(each) or "" for each in players)

        decided = {key: tuple(named(p) for p in each) for key, each in self.decided.items()}
        out = tuple(all_named(each) for each in self.out)
        return replace(
            self, winners=all_named(self.winners), losers=all_named(self.losers),
            decided=decided, out=out,
        )  # fmt: skip

    def _strays(
        self, displaced: Sequence[str], round_: Round, verdicts: Verdicts
    ) -> dict[str, int]:
        """Those who were displaced, have no other place, and have not lost twice: how many defeats
        they can still take."""
        seated = {each for table in round_.tables for each in table.players}
        lives = self.lives()
        return {
            each: 2 - verdicts.lost(each)
            for each in displaced
            if each not in seated and each not in lives and each in verdicts.there
            if verdicts.lost(each) < 2
        }

    def _outcome(
        self, fixture: Fixture, table: Table, absent: Sequence[str], due: Pair, verdicts: Verdicts
    ) -> dict[str, tuple[Player, ...]] | None:
        """What a table decides; None where that does not fit the bracket."""
        won = verdicts.winner(table)
        players = self.seeds.order(table.players)
        lost = [each for each in (*players, *absent) if each != won]
        if len(players) > 2:
            return None
        if fixture.side is Side.WINNERS and len(lost) > 1:
            lost.sort(key=lambda each: each not in verdicts.there)
            if lost[1] in verdicts.there:
                return None
        if fixture.side is Side.FINAL and won is None:
            won = due[0]
            lost = [each for each in lost if each != won]
        return self._as_decided(fixture, (won, *lost), due)

    def _as_decided(
        self, fixture: Fixture, outcome: tuple[Player, ...], due: Pair
    ) -> dict[str, tuple[Player, ...]]:
        """A decided match; a grand final that is not played again decides that as well."""
        again = self.reset and outcome[0] != due[0]
        if fixture.key != FINAL or again:
            return {fixture.key: outcome}
        return {FINAL: outcome, RESET: (outcome[0], *(each for each in due if each != outcome[0]))}

    def _anew(self, round_: Round, strays: Mapping[str, int], verdicts: Verdicts) -> Course:
        """The brackets made anew for all who are left."""
        lives = {**self.lives(), **strays}
        for table in round_.tables:
            won = verdicts.winner(table)
            for each in table.players:
                least = 1 if each == won else 0
                left = lives[each] - 1 + least if each in lives else 2 - verdicts.lost(each)
                lives[each] = max(left, least)
        gone = tuple(each for each, left in lives.items() if left < 1)
        groups = (*self.gone_out(), self.seeds.order(gone))
        order = self.seeds.order([each for each, left in lives.items() if left > 0])
        winners = tuple(each for each in order if lives[each] > 1)
        losers = tuple(each for each in order if lives[each] == 1)
        out_before = tuple(each for each in groups if each)
        return Course(self.seeds, winners, losers, {}, out_before, self.reset, self.made + 1)

    # --- who goes on without playing --------------------------------------------------------------

    def passing(self) -> dict[str, str]:
        """The matches that are not played because nobody is against the one who is in them."""
        alone = {
            key: tuple(each for each in pair if each is not None)
            for key, pair in self.who().items()
            if key not in self.decided
        }
        return {key: there[0] for key, there in alone.items() if len(there) == 1 and there[0]}

    def without(self, there: Collection[str]) -> Course:
        """With every match decided in which somebody meets one who is not there: a walkover."""
        now = self
        while (step := next(now._walkovers(there), None)) is not None:
            now = replace(now, decided={**now.decided, **step})
        return now

    def _walkovers(self, there: Collection[str]) -> Iterator[dict[str, tuple[Player, ...]]]:
        found = self.who()
        for each in self.fixtures:
            players = [player for player in found[each.key] if player]
            if each.key in self.decided or len(players) < 2 or {*players} <= {*there}:
                continue
            order = sorted(self.seeds.order(players), key=lambda player: player not in there)
            yield self._as_decided(each, tuple(order), found[each.key])
