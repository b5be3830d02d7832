"""How far a player got in a playoff, in a few words: won the final, semifinal, Top 16."""

from collections.abc import Iterator

from runner.core.language import N_, _
from runner.core.phase import Mode
from runner.phases import tree as tree_of
from runner.phases.bracket import level
from runner.phases.elimination.names import NamedStage, Names
from runner.phases.elimination.tree import Match, Tree
from runner.phases.model import PhaseResult

# Note: said of a match; the higher seed wins it.
_BY_SEED = {"drawn": N_("drawn · top seed wins"), "level": N_("level · top seed wins")}


def by_seed(phase: PhaseResult) -> str:
    """Return why somebody won a playoff whose last match had no winner: "drawn · top seed wins"; ""
    for any other."""
    how = undecided(phase)
    return _(_BY_SEED[how]) if how else ""


def undecided(phase: PhaseResult) -> str:
    """Return how the last match of a playoff ended if it was decided by seed, "drawn" or "level";
    "" for any other."""
    drawn = None if phase.veiled else tree_of(phase)
    stages = Names(drawn, pods=phase.phase.mode is Mode.MULTIPLAYER).stages if drawn else ()
    if not stages:
        return ""
    last = stages[-1].matches[-1]
    tables = (
        table
        for round_ in phase.rounds
        if round_.id.number == last.round
        for table in round_.tables
        if table.number == last.table and table.finished
    )
    return level(table) if last.winner and (table := next(tables, None)) else ""


def reached(tree: Tree, *, pods: bool) -> Iterator[tuple[str, str, bool]]:
    """Yield each player in the tree, how far they got in words (by the match they lost, or won
    without having another), and whether they won the final."""
    names = Names(tree, pods=pods)
    last: dict[str, tuple[Match, NamedStage]] = {}
    for stage in names.stages:
        for match in stage.matches:
            for player in filter(None, match.players):
                if player not in last or last[player][0].round <= match.round:
                    last[player] = match, stage
    for player, (match, stage) in last.items():
        won = match.winner == player
        final = won and stage is names.stages[-1] and not names.double
        yield player, stage.won if won else stage.reached, final
