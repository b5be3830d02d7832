"""The tree of a double elimination, as it was played and as it will be (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from runner.core.event import Round, Table
from runner.phases.elimination.course import Course
from runner.phases.elimination.double_bracket import FINAL, RESET
from runner.phases.elimination.fixtures import Fixture, Pair, seated
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.running import Running
from runner.phases.elimination.tree import From, Match, Place, Side, Source, Tree
from runner.phases.model import PhaseResult


def tree(result: PhaseResult) -> Tree | None:
    """Every match of both brackets and the final. The final's second match is there until it is
    known that it is not played."""
    playoff = Playoff.after(result)
    if not playoff.ids:
        return None
    running = Running.of(playoff, result.drawn)
    growing = _Growing(playoff)
    for round_, course in zip(result.rounds, running.before, strict=True):
        growing.drawn(course, round_.id.number)
        growing.played(course, round_)
    growing.to_come(running)
    order = [*Side]
    matches = sorted(
        growing.matches.values(), key=lambda match: (order.index(match.side), match.stage)
    )
    return Tree(tuple(matches), playoff.ids)


@dataclass
class _Growing:
    """The matches so far, by their keys in the tree. Brackets that were made anew stand behind
    those before: `behind` is how many stages of each side these had."""

    playoff: Playoff
    matches: dict[str, Match] = field(default_factory=dict)
    made: int = 0
    behind: dict[Side, int] = field(default_factory=dict)

    # --- what was played --------------------------------------------------------------------------

    def drawn(self, course: Course, number: int) -> None:
        """Who goes on without playing, from the round in which that was clear."""
        if course.made != self.made:
            self.made = course.made
            for match in self.matches.values():
                self.behind[match.side] = max(self.behind.get(match.side, 0), match.stage)
        there, passing = course.who(), course.passing()
        for fixture in course.fixtures:
            known = self.moved(fixture.key) in self.matches
            walkover = fixture.key in course.decided and fixture.key != RESET
            if not known and (walkover or fixture.key in passing):
                won = course.decided[fixture.key][0] if walkover else passing[fixture.key]
                pair = there[fixture.key]
                left = (
                    pair[0] if pair[0] == won else None,
                    pair[1] if pair[1] == won and pair[0] != won else None,
                )
                self.add(course, fixture, left, number, won=won or "", bye=True)

    def played(self, course: Course, round_: Round) -> None:
        """The tables of a published round."""
        stood, extra = course.stands(round_)
        due = course.who()
        for fixture in course.fixtures:
            if fixture.key in stood:
                table = stood[fixture.key]
                won = self.playoff.winner(table) or ""
                bye = len(table.players) == 1
                seats = seated(due[fixture.key], table.players)
                self.add(course, fixture, seats, round_.id.number, table.number, won, bye=bye)
        for table in extra:
            self.beside(course, due, round_.id.number, table)

    def beside(self, course: Course, due: Mapping[str, Pair], number: int, table: Table) -> None:
        """A table that stands for no match: it is where the first of its players was due, or at the
        end of the losers' bracket, so that everybody who has played is in the tree."""
        left = (fixture for fixture in course.fixtures if fixture.key not in course.decided)
        home = next((fixture for fixture in left if {*due[fixture.key]} & {*table.players}), None)
        side, stage = Side.LOSERS, 1
        if home is not None and home.side is not Side.FINAL:
            side, stage = home.side, home.stage
        elif below := [fixture.stage for fixture in course.fixtures if fixture.side is side]:
            stage = max(below)
        stage += self.behind.get(side, 0)
        key = f"{side.value[0].upper()}{stage}R{number}T{table.number}"
        seeds = self.playoff.seeds.place
        sources = (Source(From.SEED, seeds.get(player, 0)) for player in table.players)
        places = tuple(map(Place, sources, table.players))
        won, bye = self.playoff.winner(table) or "", len(table.players) == 1
        self.matches[key] = Match(key, side, stage, number, places, table.number, won, bye)

    # --- what is to come --------------------------------------------------------------------------

    def to_come(self, running: Running) -> None:
        """What is not decided, with those in it who are known."""
        course = running.course if self.playoff.waits else running.coming
        rounds, last = running.rounds(), self.playoff.situation.phase.rounds
        self.drawn(course, len(self.playoff.situation.rounds) + 1)
        there = course.who(self.playoff.there)
        for fixture in course.fixtures:
            number, pair = rounds.get(fixture.key, 0), there[fixture.key]
            left = [player for player in pair if player is not None]
            second = fixture.key == RESET and FINAL not in course.decided
            never = second and not (course.reset and None not in pair)
            if self.moved(fixture.key) in self.matches or fixture.key in course.decided or not left:
                continue
            if never or (last is not None and number > last):
                continue
            alone = len(left) == 1
            self.add(course, fixture, pair, number, won=left[0] if alone else "", bye=alone)

    # --- matches ----------------------------------------------------------------------------------

    def moved(self, key: str) -> str:
        """A key of the brackets as they are now, behind those that were there before."""
        if not key:
            return ""
        sides = {"W": Side.WINNERS, "L": Side.LOSERS, "F": Side.FINAL}
        stage, letter, number = key[1:].partition("M")
        return f"{key[0]}{int(stage) + self.behind.get(sides[key[0]], 0)}{letter}{number}"

    def add(
        self,
        course: Course,
        fixture: Fixture,
        players: tuple[str | None, ...],
        number: int,
        table: int | None = None,
        won: str = "",
        *,
        bye: bool = False,
    ) -> None:
        """A match, with its sources as the whole tree numbers them."""
        sources = [self.source(course, source) for source in fixture.places]
        more = [Source(From.SEED, self.playoff.seeds.place.get(p or "", 0)) for p in players[2:]]
        places = tuple(
            Place(source, player) for source, player in zip((*sources, *more), players, strict=True)
        )
        key = self.moved(fixture.key)
        stage = fixture.stage + self.behind.get(fixture.side, 0)
        self.matches[key] = Match(key, fixture.side, stage, number, places, table, won, bye)

    def source(self, course: Course, source: Source) -> Source:
        """A seed, or in brackets that were made anew the rank among those left."""
        if source.kind is not From.SEED:
            return replace(source, match=self.moved(source.match))
        if not course.made or not source.number:
            return source
        order = course.seeds.order(course.entrants)
        return Source(From.LEFT, order.index(course.entrants[source.number - 1]) + 1)
