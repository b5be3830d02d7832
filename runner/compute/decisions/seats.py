"""Decisions about single places in a published round: byes, late arrivals, seats."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, ClassVar

from runner import phases
from runner.compute.decisions.model import (
    DecisionContext,
    DecisionError,
    DecisionType,
    Made,
    Turn,
    drawn_again,
)
from runner.compute.decisions.repair import CLEAR_FIRST
from runner.compute.decisions.reseat import Hall, Refused
from runner.compute.reconcile.decisions import CLEAR, DecisionLines, request
from runner.compute.reconcile.players import PlayerResolver
from runner.core.event import Decision
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.phase import Mode
from runner.core.player import Player
from runner.core.problems import Problem, note
from runner.core.rounds import Round
from runner.core.seating import Seating
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger, seed_in_force
from runner.ledger.published import difference, names_in, seating_of
from runner.pairing import seats


class SeatDecision(DecisionType):
    """A decision about a player's place in the latest round."""

    TURN = Turn.SEATS
    ENTRY = EntryKind.RESEATED
    INSTEAD_OF_UNDO = CLEAR_FIRST

    def reseated(
        self, line: Decision, hall: Hall, player: str, day: DecisionContext
    ) -> Seating | None:
        """Return the new round; None if nothing changes. Raise Refused if it is impossible."""
        raise NotImplementedError

    def too_early(self, line: Decision, day: DecisionContext) -> DecisionError:
        """Return the error for a round that is not published yet."""
        return DecisionError("decision.shuffle-too-early",
            f"{day.title(line.round)} is not out yet, so it has no seats.", CLEAR)  # fmt: skip

    def draw(self, line: Decision, hall: Hall, day: DecisionContext) -> dict[str, Any]:
        """Return what the ledger needs to repeat the random part."""
        return {}

    def carry_out(self, line: Decision, day: DecisionContext) -> Iterator[Made]:
        """Yield the changed round."""
        if line.round not in day.rounds:
            raise self.too_early(line, day)
        if line.round != max(day.rounds):
            raise DecisionError("decision.round-over",
                f"{day.title(line.round)} is over, so a decision cannot change its seats.",
                "Type names over those on the round’s sheet.")  # fmt: skip
        directory = PlayerResolver(day.progress.reconciled.players, day.ledger.names)
        player = directory.find(line.player)
        if player is None and self.NEEDS_PLAYER:
            yield directory.unknown(line.player, line.place)
            return
        hall, name = hall_of(day.rounds[line.round], day), directory.name(player) if player else ""
        try:
            seating = self.reseated(line, hall, player or "", day)
        except Refused as refused:
            why, column = refused.why.replace("{}", name, 1), "table" if refused.table else ""
            raise DecisionError("decision.seat-refused", why, refused.fix, column=column) from None
        if seating is None:
            raise DecisionError("decision.bye-anyway",
                f"{name} has a bye in {day.title(line.round)} anyway.", CLEAR, note)  # fmt: skip
        data = {
            **difference(hall.seating, seating),
            "names": names_in(seating, day.progress.reconciled.players),
            "decision": self.KEY,
            "reason": line.reason,
            "spent": day.lines.ticked(line),
            **self.draw(line, hall, day),
        }
        yield Entry(self.ENTRY, line.round, data)


# --- byes -----------------------------------------------------------------------------------------


class _Bye(SeatDecision):
    """A bye in a round that is not published yet takes effect when it is paired."""

    THEN: ClassVar[str]

    def waits(self, line: Decision, day: DecisionContext) -> Iterable[Problem]:
        """Yield a note until the round is published."""
        planned = day.result(line).planned
        if line.round in day.rounds or (planned is not None and line.round.number > planned):
            return
        directory = PlayerResolver(day.progress.reconciled.players, day.ledger.names)
        if (player := directory.find(line.player)) is None:
            yield directory.unknown(line.player, line.place)
        else:
            why = f"{day.title(line.round)} is not out yet: {directory.name(player)} {self.THEN}."
            yield note("decision.bye-waits", line.place, why)

    def too_early(self, line: Decision, day: DecisionContext) -> DecisionError:
        """Return the error for a round that the phase does not have."""
        result = day.result(line)
        return DecisionError("decision.seats-too-early",
            f"{result.phase.name} has {count(result.planned or 0, 'round')}.",
            "Correct the number under Round, or clear the Go cell.")  # fmt: skip


class GiveBye(_Bye):
    """Give a player a bye: when the round is paired or, afterwards, from now on."""

    KEY = "give a bye"
    LABEL = "Give a bye"
    SPELLINGS = ("bye", "give bye")
    NEEDS_PLAYER = "who gets the bye"
    AT_PAIRING = "{} was given a bye"
    THEN = "has a bye when it is paired"

    def reseated(
        self, line: Decision, hall: Hall, player: str, day: DecisionContext
    ) -> Seating | None:
        """Return the round with the bye; None if it was paired with it."""
        return None if player in hall.seating.byes else hall.with_bye(player)


class TakeBackBye(_Bye):
    """Take back a player's bye, so that they play."""

    KEY = "take back a bye"
    LABEL = "Take back a bye"
    SPELLINGS = ("take back bye", "no bye", "take bye back")
    NEEDS_PLAYER = "whose bye is taken back"
    AT_PAIRING = ""
    THEN = "has no bye by a line above when it is paired"
    TAKES_TABLE = True

    def reseated(self, line: Decision, hall: Hall, player: str, day: DecisionContext) -> Seating:
        """Return the round with the player at the typed table, or at the best place."""
        return hall.without_bye(player, line.table)


Byes = Mapping[RoundId, Mapping[str, bool]]
"""For each round, the players whom Decisions gives a bye (True) or takes it from (False)."""


def byes_decided(lines: DecisionLines, players: Mapping[str, Player]) -> Byes:
    """Return the byes that Decisions gives and takes back; of lines about one player the lowest
    counts, and undone or refused ones do not."""
    by_round: dict[RoundId, dict[str, bool]] = {}
    directory, undone = PlayerResolver(players, lines.ledger.names), lines.ledger.undone
    for line in lines.without_refused():
        byes, player = line.kind in (GiveBye.KEY, TakeBackBye.KEY), directory.find(line.player)
        if byes and player is not None and request(line) not in undone:
            by_round.setdefault(line.round, {})[player] = line.kind == GiveBye.KEY
    return by_round


# --- seats ----------------------------------------------------------------------------------------


class SeatPlayer(SeatDecision):
    """Seat a late arrival in the current round."""

    KEY = "seat a player"
    LABEL = "Seat a player"
    SPELLINGS = ("seat player", "late arrival", "pair a late arrival", "seat a late arrival")
    NEEDS_PLAYER = "who is to be seated"
    NOW = True
    TAKES_TABLE = True

    def reseated(self, line: Decision, hall: Hall, player: str, day: DecisionContext) -> Seating:
        """Return the round with the player at the typed table, or at the best place."""
        return hall.with_player(player, line.table)

    def too_early(self, line: Decision, day: DecisionContext) -> DecisionError:
        """Return that it is not needed before the round is published."""
        return DecisionError("decision.late-seat-too-early",
            f"{day.title(line.round)} is not out yet: "
            f"{line.player} is paired with everybody else then.",
            "Check “Enters in round” and “Drops after round” on Players.", note)  # fmt: skip


class ShuffleSeats(SeatDecision):
    """Draw the seats of one table, or of all without a result, again."""

    KEY = seats.SHUFFLE
    LABEL = "Shuffle seats"
    SPELLINGS = ("shuffle", "shuffle the seats")
    NOW = True
    TAKES_TABLE = True

    def reseated(self, line: Decision, hall: Hall, player: str, day: DecisionContext) -> Seating:
        """Return the round with the same players at the same tables."""
        return hall.shuffled(line.table, _draw(line, day))

    def draw(self, line: Decision, hall: Hall, day: DecisionContext) -> dict[str, Any]:
        """Return the name of the draw, and its tables."""
        return {"stream": list(_draw(line, day)), "shuffled": list(hall.to_shuffle(line.table))}

    def drawn_again(self, entry: Entry, before: Ledger) -> tuple[str, bool | None]:
        """Return whether the seats can be reproduced, given the ledger before the line."""
        if not {"stream", "shuffled"} <= {*entry.data}:
            why = "the line does not say how they were drawn, so these seats are taken on trust"
            return why, None
        number = len(seats.shuffles(before.entries, entry.round)) + 1
        name = seats.draw(seed_in_force(before.entries), entry.round, number)
        wrong = seats.difference(entry.data, before.rounds.get(entry.round), name)
        return (wrong, False) if wrong else drawn_again(True)


def _draw(line: Decision, day: DecisionContext) -> tuple[object, ...]:
    """Return the name of the draw that shuffles seats, without the table."""
    entries = day.ledger.entries
    seed = seed_in_force(entries) or day.event.chance
    return seats.draw(seed, line.round, len(seats.shuffles(entries, line.round)) + 1)


# --- the round as it is being played --------------------------------------------------------------


def hall_of(now: Round, day: DecisionContext) -> Hall:
    """Return a round as it is being played."""
    result = day.results[now.id.phase - 1]
    rules, before = result.ruleset, [played for played in result.rounds if played.id < now.id]
    latest, rows = result.ranking_before(now.id), day.event.table_rows(now.id)
    typed = {number for number, row in rows.items() if row.reported}
    event_round = day.progress.offset(result.phase) + now.id.number
    awarded = {player.id for player in day.event.players if player.awarded_byes >= event_round}
    decided = day.progress.byes.get(now.id, {})
    return Hall(
        seating=Seating.of(now),
        pod=2 if result.phase.mode is Mode.HEAD_TO_HEAD else rules.pod_size,
        busy={table.number for table in now.tables
              if table.seats and (table.finished or table.number in typed)},
        keeps={*awarded, *(player for player, has in decided.items() if has)},
        points={row.player: row.match_points for row in latest.rows} if latest else {},
        met={
            frozenset(pair)
            for played in (*result.carried, *before)
            for table in played.tables
            for pair in combinations(table.players, 2)
        },
        first_table=max(rules.first_table, 1) if rules.table_order == "up" else 1,
        gaps=rules.table_gaps,
        due=phases.schedule(result, seating_of(day.ledger.of_pairing(now.id)[0].data)),
    )  # fmt: skip
