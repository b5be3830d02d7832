"""The Penalties and Decisions sheets."""

from collections.abc import Iterator

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.pair import PairRound
from runner.core.event import CURRENT, LAST_ROUND, Decision, Penalty, RoundId
from runner.workbook.column import find_choice
from runner.workbook.layout import DecisionsLayout
from runner.workbook.read.sheet import SheetRow, View
from runner.workbook.schema import DECISIONS
from runner.workbook.xlsx.grid import plain

_OF_A_PAIR_LINE = ("decision", "phase", "round")
"""What Runner writes of a line that pairs a round."""


def read_penalties(view: View) -> tuple[Penalty, ...]:
    """Every penalty that says who, when and what."""
    return tuple(filter(None, (_penalty(row) for row in view if not row.blank())))


def _penalty(row: SheetRow) -> Penalty | None:
    round_, player, penalty = row.count("round"), row.text("player"), row.text("penalty")
    if round_ and player and penalty:
        return Penalty(round_, player, row.text("infraction"), penalty, row.place("player"))
    given = {"round": round_, "player": player, "penalty": penalty}
    empty = next(column for column, found in given.items() if not found)
    if not row.value(empty):  # else its cell has been reported already
        heading = row.view.schema[empty].heading
        row.error("penalty.cell-empty", empty,
                  f"This penalty has nothing under {heading}, so it doesn’t count yet.",
                  "Fill the cell.")  # fmt: skip
    return None


def read_decisions(view: View) -> tuple[Decision, ...]:
    """Every decision whose Go cell says yes."""
    return tuple(filter(None, (_decision(row) for row in view if row.value("go") is not None)))


def decisions_layout(view: View) -> DecisionsLayout:
    """The sheet's columns, and its lines that pair a round."""
    lines = [(row, found) for row in view if (found := _pairs(row))]
    paired = [found for _, found in lines]
    untouched = {
        found: row.number
        for row, found in lines
        if paired.count(found) == 1
        and row.cells.keys() == {view.columns.get(column) for column in _OF_A_PAIR_LINE}
        and row.value("decision") == PairRound.LABEL
    }
    return DecisionsLayout(*view.stands, frozenset(paired), untouched, frozenset(_of_drafts(view)))


def _of_drafts(view: View) -> Iterator[tuple[str, int]]:
    """The decisions about drafts that have a line, whatever its Go says."""
    for row in view:
        chosen = find_choice(plain(row.value("decision") or ""), DECISIONS)
        phase = plain(row.value("phase") or "1")
        if chosen and _counts(phase):
            yield chosen.value, int(phase)


def _pairs(row: SheetRow) -> RoundId | None:
    """The round that a line pairs, whatever its Go says."""
    decision, phase, number = (plain(row.value(column) or "") for column in _OF_A_PAIR_LINE)
    chosen = find_choice(decision, DECISIONS)
    line = (phase or "1", number)
    if chosen is None or chosen.value != PairRound.KEY or not all(map(_counts, line)):
        return None
    return RoundId(*map(int, line))


def _counts(text: str) -> bool:
    """Whether a text is a number that a phase or a round can have."""
    return text.isdecimal() and len(text) <= len(str(LAST_ROUND))


def _decision(row: SheetRow) -> Decision | None:
    if not row.flag("go"):
        return None
    chosen = row.choice("decision")
    if not chosen:
        if not row.value("decision"):
            row.error("decision.none-in-row", "decision",
                      "Go says yes, but there is no decision in this row.",
                      "Choose one under Decision, or clear Go.")  # fmt: skip
        return None
    type_ = REGISTRY[chosen]
    number, phase, table = (row.count(column) for column in ("round", "phase", "table"))
    for column, found in (("round", number), ("phase", phase), ("table", table)):
        if found is None and row.value(column):
            return None  # the cell has been reported
    if number is None and type_.NEEDS_ROUND and not type_.NOW:
        row.error("decision.round-empty", "round", f"“{row.text('decision')}” needs a round.",
                  "Type the round’s number under Round.")  # fmt: skip
        return None
    player = row.text("player")
    if type_.NEEDS_PLAYER and not player:
        row.error("decision.player-empty", "player",
                  f"This line does not say {type_.NEEDS_PLAYER}.",
                  "Choose the player under Player.")  # fmt: skip
        return None
    # A decision about a whole phase names no round: its number is 0.
    about = CURRENT if number is None and type_.NOW else RoundId(phase or 0, number or 0)
    reason, place = row.text("reason"), row.place("decision")
    for column, means in (("table", type_.TAKES_TABLE), ("player", bool(type_.NEEDS_PLAYER))):
        if row.value(column) and not means:
            row.warning("decision.cell-unused", column, f"“{type_.LABEL}” does not use this cell.",
                        "Clear it.")  # fmt: skip
    places = row.places("table")
    return Decision(
        type_.KEY, about, player, reason, place, table, phase_typed=bool(phase), places=places
    )
