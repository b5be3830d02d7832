"""Double elimination: whoever has lost twice is out (docs/rules.md 5).

A match is played in the first round in which both its players are known. So the two brackets are
played side by side, nobody sits out for longer than the bracket makes them, and a field of n takes
as few rounds as it can: at most two for each time that n can be halved, and one more where the
grand final is played again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from runner.core.event import Mode, Phase, Round
from runner.core.language import N_, _
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, PairingInput, to_document
from runner.pairing.tables import seated_around
from runner.phases.advancing import Seeds
from runner.phases.by_hand import as_typed
from runner.phases.elimination import double_tree
from runner.phases.elimination.course import Course
from runner.phases.elimination.in_words import double
from runner.phases.elimination.places import Place, shared
from runner.phases.elimination.playoff import Playoff
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.elimination.running import Running
from runner.phases.elimination.tree import Side, Tree
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.schedule import Schedule, opponents
from runner.rules.explain import RuleExplainer, Section


class DoubleElimination(PlayoffType):
    """A playoff head-to-head in two brackets, by seed: the rank in the phase before."""

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
        """As in any playoff; the organiser pairs pods."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return situation.phase.rounds
        return super().planned_rounds(situation)

    def last_round(self, playoff: Playoff) -> int:
        """The grand final is only counted twice once it is sure to be played again."""
        return Running.of(playoff).last()

    def may_be_final(self, result: PhaseResult, round_: Round) -> bool:
        """Only the last round is: a losers' bracket can have a single table before."""
        return result.planned is not None and round_.id.number >= result.planned

    def propose(self, situation: RoundContext) -> Proposal | None:
        """The next round; None while it is open who is in it, and where one is left."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return as_typed(situation)
        playoff = Playoff.of(situation)
        if playoff.waits:
            return None
        running = Running.of(playoff)
        course, passing = running.coming, running.passing()
        state = _state(playoff, course)
        seating = _draw(state, course, [*passing.values()])
        if not seating.tables:
            return None
        document = {
            **to_document(state),
            **course.to_document(),
            "field": [player.id for player in situation.field],
            "seeds": list(playoff.ids),
            "passing": [*passing.values()],
            "matches": _matches(course, seating),
        }
        pairing = Pairing(situation.next, seating, proposed=True)
        return Proposal(pairing, document, self.ALGORITHMS[0])

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """The round of the brackets that the document has."""
        seeds, passing = document.get("seeds"), document.get("passing")
        if not isinstance(seeds, list) or not isinstance(passing, list):
            return None
        course = Course.read(Seeds.of(seeds), document)
        return None if course is None else Drawn(_draw(state, course, passing))

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """As the two brackets have it; None for pods, which Runner does not pair."""
        if result.phase.mode is Mode.MULTIPLAYER:
            return None
        before = Playoff.before_latest(result)
        course = Course.read(before.seeds, result.drawn[-1]) if result.drawn else None
        course = course or Running.of(before).coming
        pairs = {key: pair for key, pair in course.who().items() if key not in course.decided}
        met = opponents(pair for pair in pairs.values() if "" not in pair)
        return Schedule(tuple(course.lives()), met, before.seeds.place)

    def places(self, situation: RoundContext, gone: Collection[str]) -> list[Place] | None:
        """1, 2, 3, 4, 5-6, 7-8, 9-12: everybody's place by the round of the losers' bracket that
        was reached; the organiser ranks pods, which Runner does not pair."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return None
        course = Running.of(Playoff.of(situation)).course
        lives = course.lives()
        left = sorted(course.seeds.order([*lives]), key=lambda player: -lives[player])
        return shared(
            (
                [player for player in left if player not in gone],
                [player for player in left if player in gone],
                *(course.seeds.order(group) for group in reversed(course.gone_out())),
                [player.id for player in situation.field],
            )
        )

    def tree(self, result: PhaseResult) -> Tree | None:
        """Both brackets and the grand final; None for pods, which Runner does not pair."""
        return None if result.phase.mode is Mode.MULTIPLAYER else double_tree.tree(result)

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """How the two brackets hang together, and who meets whom."""
        yield Section("playoff", _("Playoff"), tuple(double(voice)))


# --- one round ------------------------------------------------------------------------------------


def _state(playoff: Playoff, course: Course) -> PairingInput:
    """Those who are left, by seed, and what the organiser has set."""
    now = playoff.situation
    inside = {player for player in course.lives() if player in playoff.there}
    byes = [player for player in now.byes if player in inside]
    inside |= {*now.placed.seated}
    fixed = {player.id: player.fixed_table for player in now.players}
    ids = course.seeds.order(tuple(inside))
    return now.state((Entrant(player, fixed_table=fixed.get(player)) for player in ids), byes=byes)


def _matches(course: Course, seating: Seating) -> dict[str, str]:
    """The match that each table was drawn for, by its number; not of those made by hand."""
    keys = {frozenset(pair): key for key, pair in course.playable().items()}
    found = {str(number): keys.get(frozenset(seats)) for number, seats in seating.tables}
    return {number: key for number, key in found.items() if key}


def _draw(state: PairingInput, course: Course, passing: Sequence[str]) -> Seating:
    """Every match whose players are known, around what the organiser has set: first those of the
    winners' bracket; the higher seed has seat 1.

    Those whose opponents the organiser has seated elsewhere meet each other, the highest with the
    lowest. Whose opponent has been given a bye waits for them.
    """
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
