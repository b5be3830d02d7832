"""Checks of cuts and playoffs: tables from which nobody advances, misplaced cuts, corrected
results."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from runner import phases
from runner.compute.progress import Progress
from runner.compute.reconcile.seating import result_text
from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import listed, plural
from runner.core.numbers import points
from runner.core.phase import Mode
from runner.core.problems import Place, Problem, error, note, warning
from runner.core.results import ByOrder
from runner.core.rounds import Table
from runner.phases.bracket import contenders, won_by_nobody
from runner.phases.cut import Cut, stated
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.model import PhaseResult, Results
from runner.phases.qualification import carries
from runner.rules.elimination import won_by
from runner.standings.model import Standings


def drawn_playoff(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a warning for each drawn table of a playoff that has to be played on, which delays the
    next round."""
    plays_on = phases.find(result.phase.type).plays_on(result.ruleset)
    for table in result.rounds[-1].tables if result.rounds and plays_on else ():
        if table.finished and len(contenders(table)) > 1:
            last = result.rounds[-1].id
            yield warning("playoff.table-drawn", progress.event.table_cell(last, table.number),
                f"Table {table.number} of {result.phase.title(last.number)} is drawn, and is "
                "played on until it has a winner.",
                "Type the winner when it is decided; the next round waits for it.")  # fmt: skip


def nobody_goes_on(progress: Progress, result: PhaseResult) -> Iterator[Problem]:
    """Yield a problem for each playoff table that everybody has lost: the organiser has to say who
    advances, as the seed never decides it."""
    playoff = isinstance(phases.find(result.phase.type), PlayoffType)
    for table in result.rounds[-1].tables if result.rounds and playoff else ():
        if table.finished and table.seats and not contenders(table):
            last = result.rounds[-1].id
            cell = progress.event.table_cell(last, table.number)
            yield _who_goes_on(table, cell, result, result.phase.title(last.number))


def _who_goes_on(table: Table, cell: Place, result: PhaseResult, title: str) -> Problem:
    """Return the question who advances from a table; if all were penalised, conceded or did not
    come, the statement that nobody does."""
    ordered = isinstance(won_by(result.ruleset), ByOrder)
    letters = [seat_letter(at) for at in range(len(table.seats))]
    winners = ", ".join(f"“{letter}{' wins' if ordered else ''}”" for letter in letters)
    none = "+".join(f"{letter} penalty" for letter in letters) if ordered else "all penalty"
    if not won_by_nobody(table):
        return warning("playoff.table-without-survivor", cell,
            f"Nobody advances from table {table.number} of {title}: all there are out.",
            "Whoever was to meet the winner has a bye. If somebody does advance, type who has won: "
            f"{winners}.")  # fmt: skip
    return error("playoff.table-without-winner", cell,
        f"Nobody has won table {table.number} of {title}, so it is open who advances.",
        f"Type who has won: {winners}; or “{none}” where nobody advances. The next round waits for "
        "it.")  # fmt: skip


_MOST = 12
_SCORES = ("scoring", "win", "draw", "loss", "bye")


def into_each_phase(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield the problems of each cut: before it is made, and afterwards."""
    for before, result in pairwise(results):
        yield from _carried_for_nothing(result, before)
        if result.rounds:
            yield from Corrected(progress, result, before).problems()
        else:
            yield from _impossible(result, before)


# --- cuts that cannot be --------------------------------------------------------------------------


def misplaced(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning for a cut that has no effect: in the first phase, or for the whole event."""
    event = progress.event
    if event.settings.get("cut") is not None:
        yield warning("cut.for-all-phases", event.at("cut"),
            "A cut for all phases is ignored.",
            "Type it on Phases, in the row of the phase that it leads to.")  # fmt: skip
    first = results[0].phase if results else None
    if first and (stated(first) is not None or first.settings.get("cut_points") is not None):
        yield warning(
            "cut.of-first-phase", first.at("cut" if stated(first) is not None else "cut_points"),
            f"{first.name} is the first phase, so its cut is ignored: everybody plays it.",
            "Type the cut in the row of the phase that it leads to, or clear it.")  # fmt: skip


def _impossible(result: PhaseResult, before: PhaseResult) -> Iterator[Problem]:
    cut, name = Cut.of(result.phase, result.ruleset), result.phase.name
    place = result.phase.at("cut")
    if cut.most == 1:
        yield warning("cut.of-one", place,
            f"With a cut of 1 nobody has an opponent in {name}.",
            "Raise it.")  # fmt: skip
    if cut.most == 2 and result.phase.mode is Mode.MULTIPLAYER:
        yield warning("cut.of-two-in-pods", place,
            f"With a cut of 2 {name} is a table of two, and a pod has three players or more.",
            "Type 3 or more under Cut, or choose Head-to-head under Mode.")  # fmt: skip
    if cut.points is not None and phases.playoff(before.phase.type):
        yield warning("cut.points-after-playoff", result.phase.at("cut_points"),
            f"{name} is cut by match points, but {before.phase.name} ranks by how far players "
            "have come.",
            "Cut by rank instead.")  # fmt: skip
    still_in = Cut.of(before.phase, before.ruleset).most
    if before.rounds:
        still_in = len(phases.find(before.phase.type).going_on(before))
    if cut.most is not None and still_in is not None and cut.most > still_in:
        yield warning("cut.more-than-players", place,
            f"{name} is for {cut.most}, but only {still_in} players are still in.",
            "All of them advance; lower the cut if you want fewer.")  # fmt: skip
    elif cut and before.over and len(result.field) < 2:
        yield _hardly_anybody(result, before, cut)


def _hardly_anybody(result: PhaseResult, before: PhaseResult, cut: Cut) -> Problem:
    who = "only one player has" if result.field else "nobody has"
    rows = before.current.rows if before.current else ()
    most = max((row.match_points for row in rows if not row.dropped), default=None)
    enough = f"{points(cut.points)} match points" if cut.points is not None else "a place"
    best = f" The most are {points(most)}." if most is not None and cut.points is not None else ""
    return error(
        "cut.too-few-qualify", result.phase.at("cut" if cut.points is None else "cut_points"),
        f"{result.phase.name} cannot begin: {who} {enough}.{best}",
        "Lower the cut on Phases.")  # fmt: skip


def _carried_for_nothing(result: PhaseResult, before: PhaseResult) -> Iterator[Problem]:
    """Yield a warning if points are to carry over and cannot, or are now scored by other rules."""
    phase, name = result.phase, before.phase.name
    carried = carries(phase, result.ruleset, before.phase)
    if phase.settings.get("carry_points") is True and not carried:
        yield warning("phase.carries-nothing", phase.at("carry_points"),
            f"Nothing is carried over from {name} to {phase.name}: a playoff does not count "
            "points.",
            "Clear “Carry over”.")  # fmt: skip
    other = [key for key in _SCORES
             if getattr(result.ruleset, key) != getattr(before.ruleset, key)]  # fmt: skip
    if carried and other:
        yield warning("phase.carries-other-scores", phase.place,
            f"{phase.name} still counts {name}, but scores differently: its own rules count for "
            "all rounds.",
            "Give both phases the same preset and points, or say no under “Carry over”.",
        )  # fmt: skip


# --- cuts that corrections would change -----------------------------------------------------------


class Corrected(NamedTuple):
    """Compares a cut that was made with the current results. It has no consequences: those who made
    the cut stay in until the organiser redoes it."""

    progress: Progress
    result: PhaseResult
    before: PhaseResult

    def problems(self) -> Iterator[Problem]:
        """Yield who would have made the cut, or else which seeds would differ."""
        then = self.progress.ledger.field(self.result.phase.number)
        ranking = self.before.current
        if then is None or ranking is None:
            return
        due = self._would_qualify(then, ranking)
        ranked = {row.player: row.rank for row in ranking.rows}
        fresh = [player for player in due if player in ranked and player not in then]
        out = [player for player in then if player in ranked and player not in due]
        if fresh or out:
            cause, place = self._cause()
            text = f"{cause}{self._sentence(fresh, out, ranked)}"
            stay = [player for player in then if player in due]
            if self._seeds_matter and stay != [player for player in due if player in then]:
                text += f" Then {self._seeds(then, due)}"
            yield warning("cut.others-qualify", place, text, self._fix())
        elif self._seeds_matter and due != then:
            cause, place = self._cause()
            yield note("cut.other-seeds", place, f"{cause}{self._seeds(then, due)}", self._fix())

    def _would_qualify(self, then: Sequence[str], ranking: Standings) -> tuple[str, ...]:
        """Return who would advance now, as if none of those who did had left since."""
        stayed = (replace(row, dropped=row.dropped and row.player not in then)
                  for row in ranking.rows)  # fmt: skip
        as_it_was = replace(ranking, rows=tuple(stayed))
        before = replace(self.before, standings=(*self.before.standings[:-1], as_it_was))
        return self.progress.qualification(self.result.phase, before).qualified()

    @property
    def _seeds_matter(self) -> bool:
        phase, rules = self.result.phase, self.result.ruleset
        return not self.result.over and phases.find(phase.type).seeded(phase, rules)

    # --- words ----------------------------------------------------------------------------------

    def _sentence(self, fresh: Sequence[str], out: Sequence[str], ranked: dict[str, int]) -> str:
        name = self.result.phase.name
        ins, outs = self._people(fresh, ranked), self._people(out, ranked)
        if fresh and out:
            return f"{ins} would have made the cut to {name} in place of {outs}."
        if fresh:
            return f"{ins} would have made the cut to {name} as well."
        return f"{outs} would not have made the cut to {name}."

    def _seeds(self, then: Sequence[str], due: Sequence[str]) -> str:
        now = {player: seed for seed, player in enumerate(due, 1)}
        words = [
            f"{self._name(player)} would be seed {now[player]} instead of {seed}"
            for seed, player in enumerate(then, 1)
            if now.get(player, seed) != seed
        ]
        words = [*words[:_MOST], "others would change too"] if len(words) > _MOST else words
        return f"{listed(words)} in {self.result.phase.name}."

    def _people(self, ids: Sequence[str], ranked: dict[str, int]) -> str:
        words = [f"{self._name(player)} (now rank {ranked[player]})" for player in ids[:_MOST]]
        words += [f"{len(ids) - _MOST} more"] if len(ids) > _MOST else []
        return listed(words)

    def _name(self, identity: str) -> str:
        return self.progress.reconciled.players[identity].name

    def _cause(self) -> tuple[str, Place]:
        """Return what was corrected since the cut, and the first cell of it."""
        if not (tables := self._corrected()):
            return "By the current results and penalties, ", self.result.phase.place
        title = self.progress.event.title
        words = [f"table {table} of {title(id_)}" for id_, table in tables[:_MOST]]
        words += ["others"] if len(tables) > _MOST else []
        what = plural(len(tables), "result")
        cell = self.progress.event.table_cell(*tables[0])
        return f"With the corrected {what} of {listed(words)}, ", cell

    def _corrected(self) -> list[tuple[RoundId, int]]:
        """Return the tables of earlier phases whose results differ from those when the cut was
        made."""
        now, number = self.progress.reconciled.rounds, self.result.phase.number
        return [
            (id_, table.number)
            for id_, was in sorted(self.progress.ledger.results_at_cut(number).items())
            if id_.phase < number and id_ in now
            for table in now[id_].tables
            if result_text(table, self.progress.rules[id_.phase].games(id_.number))
            != was.get(table.number, "")
        ]

    def _fix(self) -> str:
        first, number = self.result.rounds[0], self.result.phase.number
        title = self.result.phase.title(1)
        later = max(self.progress.reconciled.rounds) != first.id
        if later or any(table.seats and table.finished for table in first.tables):
            return f"The cut stands: {title} has been played already."
        return (
            "Nothing changes unless you decide it: a new line “Redo the cut” on Decisions, with "
            f"phase {number}, draws {title} again with those who advance now."
        )
