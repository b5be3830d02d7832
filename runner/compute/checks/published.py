"""Checks of published rounds: another seed or phase, or manual changes that may be mistakes."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

from runner import phases
from runner.compute import seeds
from runner.compute.progress import Progress
from runner.core.event import Event
from runner.core.identifiers import RowKey, seat_letter
from runner.core.language import count, listed
from runner.core.numbers import points
from runner.core.phase import Mode, Phase
from runner.core.problems import Place, Problem, error, warning
from runner.core.randomness import unmixed
from runner.core.rounds import Round, Table
from runner.ledger.entries import DRAWN, Entry, EntryKind
from runner.ledger.ledger import Ledger, seed_in_force
from runner.ledger.published import seating_of
from runner.ledger.words import since_roll
from runner.pairing.tables import LARGEST_POD, SMALLEST_POD
from runner.phases.model import PhaseResult, Results
from runner.rules import presets, variants
from runner.rules.ruleset import ruleset, to_document
from runner.rules.settings import BY_NAME

_SCORED_BY = (
    "win", "draw", "loss", "bye", "tiebreakers", "scoring", "opponent_floor", "own_floor",
    "game_floor", "phantom_in_small_pods", "phantom_in_oamp", "bye_opponents", "bye_is_match",
    "start", "wager", "wager_draw", "wager_bye", "wager_rounding", "order_average", "seat_factors",
    "place_points",
)  # fmt: skip
"""Settings by which published rounds are scored; the others affect only future rounds."""
_UNTIL_THEN = "Until then nothing new goes out, and the pages stay as they are."


def contradictions(event: Event, ledger: Ledger) -> Iterator[Problem]:
    """Yield fatal errors for phases that make published rounds unreadable: another mode or type, or
    a missing row."""
    without_row = {id_.phase: id_ for id_ in ledger.rounds if id_.phase > len(event.phases)}
    for number, id_ in sorted(without_row.items()):
        yield error("phases.row-of-published-gone", Place("Phases"),
            f"{event.title(id_)} is out, but Phases has no row for phase {number} any more.",
            f"Put the row back as it was. {_UNTIL_THEN}",
            fatal=True)  # fmt: skip
    for phase in event.phases:
        if drawn := _last_drawn(ledger, phase):
            yield from [*_another_type(event, phase, drawn), *_another_mode(event, phase, drawn)][
                :1
            ]


def _another_type(event: Event, phase: Phase, drawn: Entry) -> Iterator[Problem]:
    was, now = phases.drawn_by(str(drawn.data["algorithm"])), phases.find(phase.type)
    if not isinstance(now, type(was)) and now.ALGORITHMS:
        yield error("phases.type-of-published-changed", phase.at("type"),
            f"{event.title(drawn.round)} is out as {was.NAME}, but {phase.name}, which stands in "
            f"its row, is {now.NAME}, so who advances would be worked out wrongly.",
            f"Choose {was.NAME} under Type again; where a row was moved or deleted, put all back "
            f"as it was. {_UNTIL_THEN}",
            fatal=True)  # fmt: skip


def _another_mode(event: Event, phase: Phase, drawn: Entry) -> Iterator[Problem]:
    was = _mode_name(Mode(drawn.data["state"]["mode"]), drawn.data.get("variant", ""))
    now = _mode_name(phase.mode, phase.variant)
    if was != now:
        yield error("phases.mode-of-published-changed", phase.at("mode"),
            f"{event.title(drawn.round)} is out as {was}, but {phase.name} is {now} now, so its "
            "results would be misread.",
            f"Choose {was} under Mode again. {_UNTIL_THEN}",
            fatal=True)  # fmt: skip


def another_seed(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if the seed was changed during the event."""
    chance = seed_in_force(progress.ledger.in_force)
    if chance and chance != progress.event.chance:
        seed = unmixed(chance, progress.event.hall_roll) or chance
        yield warning("event.seed-changed", progress.event.at("seed"),
            "The seed is not the one with which the last round was drawn: "
            "all that is drawn from now on follows from the new one.",
            f"Put “{seed}” back, so that one seed explains the whole event.")  # fmt: skip


def another_phase(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning if a phase has another preset, other points, or fewer rounds than are
    published."""
    phase, planned, out = result.phase, result.planned, len(result.rounds)
    if drawn := _last_drawn(progress.ledger, phase):
        preset = str(drawn.data["state"]["preset"])
        if preset == result.ruleset.preset:
            yield from _other_points(result, drawn)
        else:
            now, was = presets.label(result.ruleset.preset), presets.label(preset)
            yield warning("phases.preset-of-published-changed", phase.at("preset"),
                f"{phase.name} is scored by {now} now, and not by {was} as before: "
                "points and tiebreakers of all its rounds follow from that.",
                f"Choose {was} again, unless you meant it.")  # fmt: skip
    if phase.rounds is not None and planned is not None and out > planned:
        yield warning("phases.fewer-rounds-than-published", phase.at("rounds"),
            f"{phase.name} has {count(planned, 'round')} by Phases, "
            f"but {phase.title(out)} is out.",
            "Correct the number under Rounds.")  # fmt: skip


def _other_points(result: PhaseResult, drawn: Entry) -> Iterator[Problem]:
    """Yield a warning for each setting that scores published rounds and has changed since they were
    paired."""
    phase, state = result.phase, drawn.data["state"]
    settings, variant = state.get("settings", {}), state.get("variant", phase.variant)
    then = Phase(1, "", phase.mode, "", state["preset"], settings=settings, variant=variant)
    before, _ = ruleset(then, {})
    stated = to_document(before), to_document(result.ruleset)
    for name in _SCORED_BY:
        was, now = (_value(getattr(rules, name)) for rules in (before, result.ruleset))
        if was != now and any(name in document for document in stated):
            yield warning("phases.points-of-published-changed", phase.at(name),
                f"{BY_NAME[name].heading}: {phase.name} is scored by {now} now, and was by {was} "
                f"when {phase.title(drawn.round.number)} was drawn. Points and tiebreakers of "
                "all its rounds follow from that.",
                f"Type {was} again, unless you meant it.")  # fmt: skip


def _value(value: object) -> str:
    if isinstance(value, Fraction):
        return points(value)
    if isinstance(value, tuple):
        return ", ".join(map(_value, value)) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "none" if value is None else str(value)


def _last_drawn(ledger: Ledger, phase: Phase) -> Entry | None:
    """Return the latest line in which Runner paired a round of the phase; None if there is none."""
    lines = ledger.of_phase(phase.number, *DRAWN)
    return next((line for line in reversed(lines) if line.data.get("state")), None)


def _mode_name(mode: Mode, variant: str) -> str:
    """Return the Phases sheet's name of a mode, or of the variant played in it."""
    if played := variants.find(variant):
        return played.name
    return "Head-to-head" if mode is Mode.HEAD_TO_HEAD else mode.value.capitalize()


def before_round_1(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if players or rules have changed since the roll at the venue, before round
    1."""
    if not results or progress.ledger.hall_roll is not None:
        return
    first, players = results[0], progress.reconciled.players
    if changes := seeds.since_roll(progress.ledger, players, first.phase, first.ruleset):
        yield warning("event.changed-since-roll", progress.event.at("hall_roll"),
            f"Since the hall rolled {progress.event.hall_roll}, {since_roll(changes)}. Round 1 "
            "follows from that too, so its page will say so.",
            "Let the hall roll again, when the list is complete, and type the new number.",
        )  # fmt: skip


# --- the latest round, changed by hand ------------------------------------------------------------


_BY_SEAT = re.compile(r"\b[A-Ja-j]\b|\d")  # a result that counts for a seat, not for a name


def changed_by_hand(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield the problems of the latest round; earlier rounds cannot be changed any more."""
    if rounds := progress.reconciled.rounds:
        now = rounds[max(rounds)]
        latest = Latest(progress, results[now.id.phase - 1], now)
        yield from latest.displaced()
        yield from latest.without_cell()
        yield from latest.rematches()
        yield from latest.sizes()
        yield from latest.moved_results()


class Latest(NamedTuple):
    """The latest round, its phase, and its sheet in the workbook."""

    progress: Progress
    result: PhaseResult
    now: Round

    @property
    def title(self) -> str:
        """What players call it."""
        return self.progress.event.title(self.now.id)

    def displaced(self) -> Iterator[Problem]:
        """Yield a warning for each player who has lost their place and does not play."""
        reconciled, id_ = self.progress.reconciled, self.now.id
        number = self.progress.offset(self.result.phase) + id_.number
        playing = {player.id for player in self.progress.event.players if player.plays(number)}
        for player in sorted(reconciled.displaced.get(id_, frozenset()) & playing):
            yield warning("round.displaced-player", self._cell_of(player),
                f"{self._name(player)} no longer has a place in {self.title}, and does not play in "
                "it.",
                "Type the name into a free seat of a table or a free “bye” row. If you meant it, "
                "type “-” in the seat; for a player who has left fill in “Drops after round” on "
                "Players.")  # fmt: skip

    def without_cell(self) -> Iterator[Problem]:
        """Yield a warning for each player without a column on the sheet, once the table's names are
        there."""
        rows = self.progress.event.table_rows(self.now.id)
        for table in self.now.tables:
            row = rows.get(table.number)
            seats = row.seats if row else ()
            if row is None or not all(seats) or not 0 < len(seats) < len(table.players):
                continue
            who = listed([*map(self._name, table.players[len(seats) :])])
            heading = f"Seat {seat_letter(len(seats))}"
            yield warning("round.seat-without-column", row.place(f"seat {len(seats)}"),
                f"Table {table.number} of {self.title} has {len(table.players)} seats, and "
                f"its sheet {len(seats)}: {who} plays there anyway.",
                f"Close the workbook, and Runner adds “{heading}” to the right of what is "
                "there; or type that heading above a free column yourself.")  # fmt: skip

    def _cell_of(self, player: str) -> Place:
        base = self.progress.ledger.rounds[self.now.id].base
        cells = (
            self.progress.event.cell(RowKey(self.now.id, kind, number), f"seat {seat + 1}")
            for (kind, number, seat), seated in base.items()
            if seated == player
        )
        return next(cells, Place(self.now.id.sheet))

    def _place(self, table: Table, seat: int) -> Place:
        return self.progress.event.table_cell(self.now.id, table.number, f"seat {seat}")

    def _name(self, player: str) -> str:
        return self.progress.reconciled.players[player].name

    def _by_hand(self) -> Iterator[Table]:
        """Yield the tables that differ from the drawing and are still playing."""
        if (drawn := self.progress.ledger.drawn(self.now.id)) is None:
            return
        before = dict(seating_of(drawn.data).tables)
        for table in self.now.tables:
            changed = {*before.get(table.number, ())} != {*table.players}
            if table.seats and changed and not table.finished:
                yield table

    def rematches(self) -> Iterator[Problem]:
        """Yield a warning for each two players who have met before and were put together by
        hand."""
        if not phases.find(self.result.phase.type).OPEN:
            return
        for table in self._by_hand():
            for one, other in combinations(table.players, 2):
                met = [
                    self.progress.event.title(round_.id)
                    for round_ in (*self.result.carried, *self.result.rounds)
                    if round_.id < self.now.id
                    and any({one, other} <= {*at.players} for at in round_.tables)
                ]
                if met:
                    yield warning(
                        "round.rematch-by-hand", self._place(table, table.players.index(other) + 1),
                        f"{self._name(one)} and {self._name(other)} sit at table {table.number} by "
                        f"hand, and have met before, in {listed(met)}.",
                        "It counts as you typed it; change it back if that was a mistake.",
                    )  # fmt: skip

    def sizes(self) -> Iterator[Problem]:
        """Yield a warning for each table that manual changes have made too small or too large."""
        size = 2 if self.result.phase.mode is Mode.HEAD_TO_HEAD else self.result.ruleset.pod_size
        most = max(size, min(size + 1, LARGEST_POD)) if size > 2 else 2
        least = min(size, SMALLEST_POD, len(self.now.seated))
        for table in self._by_hand():
            if len(table.seats) == 1:
                yield warning("round.player-alone", self._place(table, 1),
                    f"{self._name(table.players[0])} is alone at table {table.number} of "
                    f"{self.title}.",
                    "Type another name beside it, or type it into a “bye” row and clear it here.",
                )  # fmt: skip
            elif len(table.seats) < least:
                yield warning("round.pod-too-small", self._place(table, len(table.seats) + 1),
                    f"Only {len(table.seats)} sit at table {table.number} of {self.title}; a pod "
                    f"has {least} players or more.",
                    "Move somebody here from a larger pod, or give both a place elsewhere: type "
                    "the names there, and “-” here.")  # fmt: skip
            elif len(table.seats) > most:
                yield warning("round.table-too-large", self._place(table, 1),
                    f"{len(table.seats)} sit at table {table.number} of {self.title}.",
                    "Move somebody to another table, or make a new one in a free row.")  # fmt: skip

    def moved_results(self) -> Iterator[Problem]:
        """Yield a warning for each table whose seats were changed after its result was typed by
        seat letter."""
        typed = {
            str(change["table"]): change
            for entry in self.progress.ledger.of_pairing(self.now.id)
            if entry.kind is EntryKind.OVERRIDDEN
            for change in entry.data["changes"]
        }
        rows = self.progress.event.table_rows(self.now.id)
        for table in self.now.tables:
            change, row = typed.get(str(table.number), {}), rows.get(table.number)
            if not row or not change.get("result") or change["result"] != [row.result, row.games]:
                continue
            alike = len({seat.outcome for seat in table.seats}) == 1
            if not table.finished or alike or not _BY_SEAT.search(row.reported):
                continue
            yield warning("result.before-seat-change", row.place("result"),
                f"Table {table.number} had the result “{row.reported}” "
                "when its seats were changed: it counts for those who sit there now "
                f"({self._seats(table)}).",
                "Correct it if it is another’s; if it is right, type the winner’s name instead of "
                "the letter.")  # fmt: skip

    def _seats(self, table: Table) -> str:
        named = map(self._name, table.players)
        return ", ".join(f"{seat_letter(at)} {name}" for at, name in enumerate(named))
