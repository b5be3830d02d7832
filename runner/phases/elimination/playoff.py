"""The state of a playoff before its next round, from the earlier rounds (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.core.rounds import Round, Table
from runner.pairing.state import Entrant, PairingInput
from runner.phases import bracket
from runner.phases.bracket import Seeds, goes_on, undecided
from runner.phases.elimination import pod_bracket
from runner.phases.model import PhaseResult, Pods, RoundContext

PODS, SEATS = "draft_pods", "draft_seats"
"""Keys of a round's state: the ids of each draft pod in seat order, or of the only one."""

_PLAY_ON, _INSIDE = "play_on", "inside"


@dataclass(frozen=True, slots=True)
class Playoff:
    """A playoff before its next round. `ids` are the players of its first round, by seed, and
    `seeds` the seed of each; `there` are those who play in the next round if they are still in."""

    situation: RoundContext
    ids: tuple[str, ...]
    seeds: Seeds
    there: frozenset[str]

    @classmethod
    def of(cls, situation: RoundContext) -> Playoff:
        """Return the playoff, with the recorded seeds of the first round, or else the current
        ones."""
        there = frozenset(player.id for player in situation.players)
        ids = situation.seeds or _first(situation, there)
        return cls(situation, ids, Seeds.of(ids), there)

    @classmethod
    def after(cls, result: PhaseResult) -> Playoff:
        """Return the playoff after the published rounds of a phase."""
        players = tuple(player for player in result.field if player.id in result.playing)
        return cls.of(
            RoundContext(
                phase=result.phase,
                ruleset=result.ruleset,
                next=RoundId(result.phase.number, len(result.rounds) + 1),
                players=players,
                standings=None,
                seed="",
                field=result.field,
                rounds=result.rounds,
                seeds=result.seeds,
                drawn=result.drawn[-1] if result.drawn else {},
                pods=result.pods,
            )
        )

    @classmethod
    def before_latest(cls, result: PhaseResult) -> Playoff:
        """Return the playoff before the latest round, including players who have left since."""
        there = {player for round_ in result.rounds for player in round_.everybody}
        earlier = replace(result, rounds=result.rounds[:-1], drawn=result.drawn[:-1])
        return replace(cls.after(earlier), there=frozenset({*result.seeds, *there}))

    @property
    def pods(self) -> bool:
        """Whether it is played in pods."""
        return self.situation.phase.mode is Mode.MULTIPLAYER

    @property
    def waits(self) -> bool:
        """Whether it is open who advances from some table of the last round."""
        rounds = self.situation.rounds
        return bool(rounds) and any(map(self.undecided, rounds[-1].tables))

    @property
    def _play_on(self) -> bool:
        return self.situation.ruleset.drawn_elimination == _PLAY_ON

    def winner(self, table: Table) -> str | None:
        """Return who advances from a table, as far as known."""
        return goes_on(table, self.seeds, play_on=self._play_on)

    def undecided(self, table: Table) -> bool:
        """Return whether it is open who advances from a table."""
        return undecided(table, play_on=self._play_on)

    def defeats(self, player: str) -> int:
        """Return how many tables a player has lost, by the current results."""
        return sum(
            player in table.players and not self.undecided(table) and self.winner(table) != player
            for round_ in self.situation.rounds
            for table in round_.tables
        )

    def stand_in(self, table: Table) -> str | None:
        """Return who advances or, while that is open, any player of the table, if only numbers
        matter."""
        if not self.undecided(table):
            return self.winner(table)
        there = (player for player in self.seeds.order(table.players) if player in self.there)
        return next(there, None)

    def to_come(self, *, stand_ins: bool = False) -> int:
        """Return how many rounds are still to be played."""
        if self.pods:
            left, stages = len(self.left(stand_ins=stand_ins)), 0
            while left > 1:
                left = pod_bracket.pod_round(left, self.situation.ruleset.pod_size).left
                stages += 1
            return stages
        return (len(self.slots(stand_ins=stand_ins)) // self.brackets - 1).bit_length()

    def left(self, *, stand_ins: bool = False) -> tuple[str, ...]:
        """Return, for pods, the players who have not lost and have not left, by seed."""
        on: set[str | None] = {*self.ids}
        if self.situation.rounds:
            winner = self.stand_in if stand_ins else self.winner
            latest = self.situation.rounds[-1]
            on = {*latest.byes, *(winner(table) for table in latest.tables)}
        return self.seeds.order([player for player in on if player in self.there])

    def slots(self, *, stand_ins: bool = False) -> bracket.Slots:
        """Return, for head-to-head, the bracket that is left; at most one slot if it is over.
        Brackets played at the same time are one row, each with equally many slots."""
        if self.pods:
            return ()
        slots = bracket.without(self._row(stand_ins=stand_ins), self.there)
        if len(slots) == 2 and self.third_place():
            return slots
        return bracket.shortened(slots, self.brackets)

    def _row(self, *, stand_ins: bool = False) -> bracket.Slots:
        winner = self.stand_in if stand_ins else self.winner
        slots, rounds = self.first_row(), self.situation.rounds
        if self.situation.drawn.get("bracket"):
            slots, rounds = tuple(self.situation.drawn["bracket"]), rounds[-1:]
        for played in rounds:
            slots = bracket.advanced(slots, played, self.seeds, winner, self.anew)
        return slots

    def anew(self, left: Sequence[str]) -> bracket.Slots:
        """Return a new bracket, or several, of the players left, given by seed, after a round that
        did not fit."""
        if self.brackets == 1:
            return bracket.standard(left)
        own = [[each for each in left if each in pod] for pod in self.draft_pods()]
        return bracket.beside([bracket.standard(pod) for pod in own])

    @property
    def drafted(self) -> bool:
        """Whether it is played by draft seats, each draft table separately."""
        now = self.situation
        return now.phase.mode is Mode.DRAFT and now.ruleset.pairing_scope == _INSIDE

    @property
    def brackets(self) -> int:
        """How many brackets are played at the same time: one per draft pod."""
        return max(1, len(self.draft_pods())) if self.drafted else 1

    def first_row(self) -> bracket.Slots:
        """Return the whole bracket, by seed or, after a draft, by the seats at the table."""
        if not self.drafted:
            return bracket.standard(self.ids)
        seeded = self.situation.phase.number > 1 or not self.draft_pods(sure=True)
        rows = [
            bracket.drafted(seats, self.seeds) if seeded else bracket.by_seat(seats)
            for seats in self.draft_pods()
        ]
        return bracket.beside(rows)

    def draft_pods(self, *, sure: bool = False) -> Pods:
        """Return the players of the first round by draft table, in seat order. If the seats are
        unknown, return those drawn with that round, or with `sure` nothing."""
        now = self.situation
        pods = now.drawn.get(PODS) or now.pods
        if pods:
            return tuple(tuple(each for each in pod if each in self.seeds.place) for pod in pods)
        if sure:
            return ()
        drawn = tuple(now.drawn.get(SEATS, ()))
        stream = Stream(now.seed, now.phase.number, "draft seats")
        return (drawn or tuple(stream.shuffled(sorted(self.ids))),)

    def as_drafted(self) -> dict[str, Any]:
        """Return what the state of a round records about the draft."""
        if not self.drafted:
            return {}
        pods = [list(pod) for pod in self.draft_pods()]
        return {PODS: pods} if self.draft_pods(sure=True) else {SEATS: pods[0]}

    def with_winners(self) -> tuple[Round, ...]:
        """Return the rounds, with a bye for each player who had won their own bracket and was no
        longer there."""
        rounds: list[Round] = []
        for round_ in self.situation.rounds:
            there, byes = {*round_.everybody}, list[str]()
            for pod in self.draft_pods() if rounds and self.brackets > 1 else ():
                before = (*rounds[-1].byes, *map(self.winner, rounds[-1].tables))
                on = [player for player in before if player in pod]
                byes += on if len(on) == 1 and not there & {*pod} else []
            rounds.append(replace(round_, byes=(*round_.byes, *filter(None, byes))))
        return tuple(rounds)

    def third_place(self) -> tuple[str, ...]:
        """Return the two who meet for third place while the final is played; empty if nobody
        does."""
        rules, rounds = self.situation.ruleset, self.situation.rounds
        wanted = rules.third_place and rounds and not self.pods and self.brackets == 1
        row = self._row() if wanted and not self.waits else ()
        if len(row) != 2:
            return ()
        lost = {*self.situation.rounds[-1].seated}
        losers = self.seeds.order([player for player in lost - {*row} if player in self.there])
        return losers if len(losers) == 2 else ()

    def last_table(self) -> tuple[str, ...]:
        """Return the players of the next round if it is the final; else empty."""
        if self.waits or self.brackets > 1:
            return ()
        left = self.left() if self.pods else bracket.live(self.slots())
        size = self.situation.ruleset.pod_size if self.pods else 2
        alone = len(left) == 2 or (self.pods and pod_bracket.pod_round(len(left), size).left == 1)
        return left if alone and len(left) > 1 else ()

    def state(self, left: Collection[str]) -> PairingInput:
        """Return the players left, by seed, with the organiser's tables and byes."""
        now = self.situation
        inside = self.seeds.order(tuple({*left, *now.placed.seated}))
        fixed = {player.id: player.fixed_table for player in now.players}
        entrants = (Entrant(player, fixed_table=fixed.get(player)) for player in inside)
        return now.state(entrants, byes=(player for player in now.byes if player in inside))


def _first(situation: RoundContext, there: Collection[str]) -> tuple[str, ...]:
    """Return the players of the first round by seed: by rank in the phase before, or drawn if there
    is none. If Runner did not pair that round, they are those who were in it; an imported document
    may omit who skipped that round, but not who came later."""
    seeds = [player.id for player in situation.field]
    if situation.phase.number == 1:
        seeds = Stream(situation.seed, situation.phase.number, "seeds").shuffled(sorted(seeds))
    begun = {player for round_ in situation.rounds for player in round_.there}
    return Seeds.of(seeds).order(tuple(begun or there))
