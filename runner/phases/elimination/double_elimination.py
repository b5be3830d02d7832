"""Double elimination: a player who has lost twice is out (docs/rules.md 5).

A match is played in the first round in which both its players are known, so the two brackets are
played side by side, and a field of n takes as few rounds as possible: at most two for each time
that n can be halved, and one more if the grand final is played again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from runner.core.language import N_, _
from runner.core.phase import Mode, Phase
from runner.core.rounds import Round, Table
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import PairingInput, to_document
from runner.pairing.tables import seated_around
from runner.phases.bracket import Seeds
from runner.phases.elimination.bracket_state import BracketState, PlayoffProgress
from runner.phases.elimination.explain import double
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.playoff_type import PlaceRange, PlayoffType, shared
from runner.phases.elimination.tree import (
    FINAL,
    RESET,
    Fixture,
    From,
    Match,
    Pair,
    Side,
    Source,
    Tree,
    places,
    seated,
)
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.phase_type import Schedule, as_typed, opponents
from runner.rules.explain import RuleExplainer, Section


@dataclass
class _DoubleTree:
    """The matches so far, by their keys in the tree. New brackets are placed after earlier ones:
    `behind` is how many stages of each side these had."""

    playoff: Playoff
    matches: dict[str, Match] = field(default_factory=dict)
    made: int = 0
    behind: dict[Side, int] = field(default_factory=dict)

    def drawn(self, course: BracketState, number: int) -> None:
        """Add the players who advance without playing, from the round in which that was certain."""
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

    def played(self, course: BracketState, round_: Round) -> None:
        """Add the tables of a published round."""
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
            self.unmatched(course, due, round_.id.number, table)

    def unmatched(
        self, course: BracketState, due: Mapping[str, Pair], number: int, table: Table
    ) -> None:
        """Add a table that belongs to no match, so that everybody who has played is in the tree:
        where the first of its players was due, or at the end of the losers' bracket."""
        left = (fixture for fixture in course.fixtures if fixture.key not in course.decided)
        home = next((fixture for fixture in left if {*due[fixture.key]} & {*table.players}), None)
        side, stage = Side.LOSERS, 1
        if home is not None and home.side is not Side.FINAL:
            side, stage = home.side, home.stage
        elif below := [fixture.stage for fixture in course.fixtures if fixture.side is side]:
            stage = max(below)
        stage += self.behind.get(side, 0)
        key = f"{side.value[0].upper()}{stage}R{number}T{table.number}"
        seats = places((), table.players, self.playoff.seeds.place)
        won, bye = self.playoff.winner(table) or "", len(table.players) == 1
        self.matches[key] = Match(key, side, stage, number, seats, table.number, won, bye)

    def to_come(self, progress: PlayoffProgress) -> None:
        """Add the undecided matches, with the players who are known."""
        course = progress.latest
        rounds, last = progress.rounds(), self.playoff.situation.phase.rounds
        self.drawn(course, len(self.playoff.situation.rounds) + 1)
        there = course.who(self.playoff.there)
        for fixture in course.fixtures:
            number, pair = rounds.get(fixture.key, 0), there[fixture.key]
            left = [player for player in pair if player is not None]
            second = fixture.key == RESET and FINAL not in course.decided
            never = second and not (course.reset and None not in pair)
            known = self.moved(fixture.key) in self.matches or fixture.key in course.decided
            if left and not known and not never and (last is None or number <= last):
                alone = len(left) == 1
                self.add(course, fixture, pair, number, won=left[0] if alone else "", bye=alone)

    def moved(self, key: str) -> str:
        """Return a key of the current brackets, shifted past earlier brackets."""
        if not key:
            return ""
        side = next(side for side in Side if side.value.startswith(key[0].lower()))
        stage, letter, number = key[1:].partition("M")
        return f"{key[0]}{int(stage) + self.behind.get(side, 0)}{letter}{number}"

    def add(
        self,
        course: BracketState,
        fixture: Fixture,
        players: tuple[str | None, ...],
        number: int,
        table: int | None = None,
        won: str = "",
        *,
        bye: bool = False,
    ) -> None:
        """Add a match, with its sources numbered for the whole tree."""
        sources = [self.source(course, source) for source in fixture.places]
        seats = places(sources, players, self.playoff.seeds.place)
        key = self.moved(fixture.key)
        stage = fixture.stage + self.behind.get(fixture.side, 0)
        self.matches[key] = Match(key, fixture.side, stage, number, seats, table, won, bye)

    def source(self, course: BracketState, source: Source) -> Source:
        """Return a source: a seed or, in new brackets, the rank among those left."""
        if source.kind is not From.SEED:
            return replace(source, match=self.moved(source.match))
        if not course.made or not source.number:
            return source
        order = course.seeds.order(course.entrants)
        return Source(From.LEFT, order.index(course.entrants[source.number - 1]) + 1)


class DoubleElimination(PlayoffType):
    """A head-to-head playoff in two brackets, by seed: the rank in the phase before."""

    KEY = "double_elimination"
    NAME = "Double elimination"
    HOW = N_(
        "Players are paired by seed. Whoever loses moves to the losers’ bracket, and whoever loses "
        "there is out; the winners of the two brackets meet in the grand final."
    )

    ALGORITHMS = ("double elimination 1",)
    INSTEAD = "single elimination"
    LIVES = 2

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """Return the number of rounds as in any playoff; in pods, which the organiser pairs, as
        typed."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return situation.phase.rounds
        return super().planned_rounds(situation)

    def last_round(self, playoff: Playoff) -> int:
        """Return the last certain round; a second grand final only counts once it is certain."""
        return PlayoffProgress.of(playoff).last()

    def may_be_final(self, result: PhaseResult, round_: Round) -> bool:
        """Return whether it is the last round: in earlier ones, the losers' bracket can have a
        single table."""
        return result.planned is not None and round_.id.number >= result.planned

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round; None while it is open who is in it, and if one player is left."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return as_typed(situation)
        playoff = Playoff.of(situation)
        if playoff.waits:
            return None
        progress = PlayoffProgress.of(playoff)
        course, passing = progress.coming, progress.passing()
        state = playoff.state({player for player in course.lives() if player in playoff.there})
        seating = _draw(state, course, [*passing.values()])
        if not seating.tables:
            return None
        keys = {frozenset(pair): key for key, pair in course.playable().items()}
        matches = {str(at): keys.get(frozenset(seats)) for at, seats in seating.tables}
        document = {
            **to_document(state),
            **course.to_document(),
            "field": [player.id for player in situation.field],
            "seeds": list(playoff.ids),
            "passing": [*passing.values()],
            "matches": {number: key for number, key in matches.items() if key},
        }
        pairing = Pairing(situation.next, seating, proposed=True)
        return Proposal(pairing, document, self.ALGORITHMS[0])

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round of the brackets in a document; None if it has none."""
        seeds, passing = document.get("seeds"), document.get("passing")
        if not isinstance(seeds, list) or not isinstance(passing, list):
            return None
        course = BracketState.read(Seeds.of(seeds), document)
        return None if course is None else Drawn(_draw(state, course, passing))

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """Return the schedule of the two brackets; None for pods, which Runner does not pair."""
        if result.phase.mode is Mode.MULTIPLAYER:
            return None
        before = Playoff.before_latest(result)
        course = BracketState.read(before.seeds, result.drawn[-1]) if result.drawn else None
        course = course or PlayoffProgress.of(before).coming
        pairs = {key: pair for key, pair in course.who().items() if key not in course.decided}
        met = opponents(pair for pair in pairs.values() if "" not in pair)
        return Schedule(tuple(course.lives()), met, before.seeds.place)

    def places(
        self, situation: RoundContext, left_event: Collection[str]
    ) -> list[PlaceRange] | None:
        """Return places by the round of the losers' bracket that was reached: 1, 2, 3, 4, 5-6, 7-8,
        9-12; None for pods, which the organiser ranks."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return None
        course = PlayoffProgress.of(Playoff.of(situation)).course
        lives = course.lives()
        left = sorted(course.seeds.order([*lives]), key=lambda player: -lives[player])
        return shared(
            (
                [player for player in left if player not in left_event],
                [player for player in left if player in left_event],
                *(course.seeds.order(group) for group in reversed(course.gone_out())),
                [player.id for player in situation.field],
            )
        )

    def tree(self, result: PhaseResult) -> Tree | None:
        """Return both brackets and the grand final, with its second match unless it is certain not
        to be played; None for pods, which Runner does not pair."""
        playoff = Playoff.after(result)
        if playoff.pods or not playoff.ids:
            return None
        progress, growing = PlayoffProgress.of(playoff, result.drawn), _DoubleTree(playoff)
        for round_, course in zip(result.rounds, progress.before, strict=True):
            growing.drawn(course, round_.id.number)
            growing.played(course, round_)
        growing.to_come(progress)
        order, matches = [*Side], growing.matches.values()
        by_side = sorted(matches, key=lambda match: (order.index(match.side), match.stage))
        return Tree(tuple(by_side), playoff.ids)

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Yield how the two brackets are connected, and who meets whom."""
        yield Section("playoff", _("Playoff"), tuple(double(voice)))


def _draw(state: PairingInput, course: BracketState, passing: Sequence[str]) -> Seating:
    """Return every match whose players are known, around the organiser's tables: those of the
    winners' bracket first; the higher seed has seat 1. Players whose opponents the organiser seated
    elsewhere meet each other, highest against lowest. Those whose opponent was given a bye wait."""
    free = {player.id for player in state.free}
    seated = {player for _, seats in state.placed for player in seats}
    due, order = course.playable(), [*Side]
    fixtures = sorted(course.fixtures, key=lambda fixture: order.index(fixture.side))
    pairs = [due[fixture.key] for fixture in fixtures if fixture.key in due]
    tables = [course.seeds.order(pair) for pair in pairs if free.issuperset(pair)]
    left = [player for pair in pairs if seated & {*pair} for player in pair if player in free]
    strays = course.seeds.order(left)
    half = len(strays) // 2
    tables += zip(strays[:half], reversed(strays[len(strays) - half :]), strict=True)
    playing = {player for table in tables for player in table}
    byes = dict.fromkeys(player for player in passing if player in free and player not in playing)
    return seated_around(state, tables, tuple(byes))
