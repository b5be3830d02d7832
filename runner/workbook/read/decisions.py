"""The Penalties and Decisions sheets."""

from __future__ import annotations

from runner.compute.decisions import REGISTRY
from runner.core.event import Decision, Penalty, RoundId
from runner.workbook.read.sheet import SheetRow, View


def read_penalties(view: View) -> tuple[Penalty, ...]:
    """Every penalty that says who, when and what."""
    return tuple(filter(None, (_penalty(line) for line in view if not line.blank())))


def _penalty(line: SheetRow) -> Penalty | None:
    round_ = line.count("round")
    player, penalty = line.text("player"), line.text("penalty")
    for column, given in (("round", round_), ("player", player), ("penalty", penalty)):
        if not given:
            if not line.value(column):  # else its cell has been reported already
                heading = line.view.schema[column].heading
                line.view.report.error(
                    line.place(column),
                    f"This penalty has nothing under {heading}, so it doesn't count yet.",
                    "Fill the cell.",
                )
            return None
    if round_ is None:
        return None
    return Penalty(round_, player, line.text("infraction"), penalty, line.place("player"))


def read_decisions(view: View) -> tuple[Decision, ...]:
    """Every decision whose Go cell says yes."""
    return tuple(filter(None, (_decision(line) for line in view if line.value("go") is not None)))


def _decision(line: SheetRow) -> Decision | None:
    if not line.flag("go"):
        return None
    chosen = line.choice("decision")
    if not chosen:
        if not line.value("decision"):
            line.view.report.error(
                line.place("decision"),
                "Go says yes, but there is no decision in this row.",
                "Choose one under Decision, or clear Go.",
            )
        return None
    type_ = REGISTRY[chosen]
    number = line.count("round")
    phase = line.count("phase")
    table = line.count("table")
    for column, found in (("round", number), ("phase", phase), ("table", table)):
        if found is None and line.value(column):
            return None  # the cell has been reported
    if number is None and type_.NEEDS_ROUND:
        line.view.report.error(
            line.place("round"),
            f"“{line.text('decision')}” needs a round.",
            "Type the round's number under Round.",
        )
        return None
    player = line.text("player")
    if type_.NEEDS_PLAYER and not player:
        line.view.report.error(
            line.place("player"),
            f"It isn't said {type_.NEEDS_PLAYER}.",
            "Choose the player under Player.",
        )
        return None
    # A decision about a whole phase names no round: its number is 0.
    round_id = RoundId(phase or 1, number or 0)
    return Decision(type_.KEY, round_id, player, line.text("reason"), line.place("decision"), table)
