"""What Decisions asks of single places in a published round: byes, late arrivals, seats."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from runner.compute.decisions.reseat import Hall, Refused
from runner.compute.progress import Progress
from runner.compute.reconcile.decisions import CLEAR, Lines
from runner.compute.reconcile.players import Directory
from runner.core.event import Decision, DecisionKind, Mode, Round
from runner.core.problems import Problem, error, note
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import seed_in_force
from runner.ledger.seating import difference, names_in
from runner.pairing.shuffle import draw, shuffles
from runner.phases.due import due
from runner.phases.model import PhaseResult

_BYE, _NO_BYE = DecisionKind.BYE, DecisionKind.NO_BYE
_SEAT, _SHUFFLE = DecisionKind.SEAT, DecisionKind.SHUFFLE


@dataclass(frozen=True, slots=True)
class SeatDecisions:
    """Turns such decisions into ledger entries, given how far the event has come."""

    progress: Progress
    lines: Lines
    results: tuple[PhaseResult, ...]

    def entries(self) -> Iterator[Entry | Problem]:
        """An entry for each decision that can be carried out, and why others cannot be. The second
        about one round waits for the first to be written down."""
        changed = set()
        for decision in self.lines.fresh():
            if decision.kind not in (_BYE, _NO_BYE, _SEAT, _SHUFFLE):
                continue
            if decision.round in changed:
                continue
            found = self._carried_out(decision)
            if isinstance(found, Entry):
                changed.add(decision.round)
            if found:
                yield found

    def _carried_out(self, decision: Decision) -> Entry | Problem | None:
        rounds = self.progress.settled.rounds
        if decision.round not in rounds:
            return self._too_early(decision)
        if decision.round != max(rounds):
            why = f"{decision.round.sheet} is over, so its seats are not changed by a decision."
            return error(decision.place, why, "Type names over those on the round's sheet.")
        directory = Directory(self.progress.settled.players, self.progress.ledger.names)
        player = directory.find(decision.player)
        if player is None and decision.kind is not _SHUFFLE:
            if decision.kind is _BYE:
                return None  # told by a check
            return directory.unknown(decision.player, decision.place)
        now = rounds[decision.round]
        if decision.kind is _BYE and player in now.byes:
            return None  # the round was paired so
        hall, name = self._hall(now), directory.name(player) if player else ""
        try:
            made = self._made(decision, hall, player or "")
        except Refused as refused:
            return error(decision.place, refused.why.replace("{}", name, 1), refused.fix)
        return self._entry(decision, hall, made)

    def _made(self, decision: Decision, hall: Hall, player: str) -> Seating:
        if decision.kind is _BYE:
            return hall.with_bye(player)
        if decision.kind is _NO_BYE:
            return hall.without_bye(player)
        if decision.kind is _SEAT:
            return hall.with_player(player)
        return hall.shuffled(decision.table, self._draw(decision))

    def _draw(self, decision: Decision) -> tuple[object, ...]:
        """The name of the draw that shuffles seats, but for the table."""
        entries = self.progress.ledger.entries
        seed = seed_in_force(entries) or self.progress.event.seed
        return draw(seed, decision.round, len(shuffles(entries, decision.round)) + 1)

    def _too_early(self, decision: Decision) -> Problem | None:
        """What to say of a decision about a round that is not out: byes count when it is paired."""
        sheet = decision.round.sheet
        if decision.kind in (_BYE, _NO_BYE):
            return None
        if decision.kind is _SEAT:
            why = f"{sheet} is not out yet: {decision.player} is paired with everybody else then."
            fix = "See that “Enters in round” and “Drops after round” on Players let them."
            return note(decision.place, why, fix)
        return error(decision.place, f"{sheet} is not out yet, so it has no seats.", CLEAR)

    def _hall(self, now: Round) -> Hall:
        """The round as it is being played."""
        result = self.results[now.id.phase - 1]
        rules, before = result.ruleset, [each for each in result.rounds if each.id < now.id]
        latest = next((each for each in reversed(result.standings) if each.after < now.id), None)
        sheet = self.progress.event.sheet(now.id)
        typed = {row.key.number for row in sheet.rows if row.result or row.games} if sheet else ()
        event_round = self.progress.offset(result.phase) + now.id.number
        awarded = {
            each.id for each in self.progress.event.players if each.awarded_byes >= event_round
        }
        return Hall(
            seating=Seating.of(now),
            pod=2 if result.phase.mode is Mode.HEAD_TO_HEAD else rules.pod_size,
            busy={each.number for each in now.tables
                  if each.seats and (each.finished or each.number in typed)},
            keeps={*awarded, *self.progress.decided_byes(now.id)},
            points={row.player: row.match_points for row in latest.rows} if latest else {},
            met={
                frozenset(pair)
                for each in (*result.carried, *before)
                for table in each.tables
                for pair in combinations(table.players, 2)
            },
            first_table=max(rules.first_table, 1) if rules.table_order == "up" else 1,
            gaps=rules.table_gaps,
            due=due(result, self.progress.ledger.of_pairing(now.id)[0].data["tables"]),
        )  # fmt: skip

    def _entry(self, decision: Decision, hall: Hall, new: Seating) -> Entry:
        data = difference(hall.seating, new)
        data["names"] = names_in(new, self.progress.settled.players)
        data["decision"] = decision.kind.value
        data["reason"] = decision.reason
        data["spent"] = self.lines.carried_out(decision)
        if decision.kind is _SHUFFLE:
            data["stream"] = list(self._draw(decision))
            data["shuffled"] = list(hall.to_shuffle(decision.table))
        return Entry(EntryKind.RESEATED, decision.round, data)
