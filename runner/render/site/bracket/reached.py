"""How far a player came in a playoff, in a word or two: won the final, semifinal, Top 16."""

from collections.abc import Iterator

from runner.core.event import Mode
from runner.phases import tree as tree_of
from runner.phases.advancing import level
from runner.phases.elimination.tree import Match, Side, Tree
from runner.phases.model import PhaseResult
from runner.render.site.bracket.names import Names

_SINGULAR = {"Semifinals": "semifinal", "Quarterfinals": "quarterfinal"}


def by_seed(phase: PhaseResult) -> str:
    """Why somebody has won a playoff whose last match no result decided: "drawn · top seed wins";
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
    how = level(table) if last.winner and (table := next(tables, None)) else ""
    return f"{how} · top seed wins" if how else ""


def reached(tree: Tree, *, pods: bool) -> Iterator[tuple[str, str]]:
    """Each player who sat in the tree, with their last stage: that of the match they lost, or won
    and had no other after."""
    names = Names(tree, pods=pods)
    last: dict[str, tuple[Match, str]] = {}
    for stage in names.stages:
        for match in stage.matches:
            for player in filter(None, match.players):
                if player not in last or last[player][0].round <= match.round:
                    last[player] = match, stage.title
    for player, (match, title) in last.items():
        yield player, _words(match, title, won=match.winner == player)


def _words(match: Match, title: str, *, won: bool) -> str:
    if match.side is Side.THIRD:
        return "won the match for third place" if won else "match for third place"
    plain = _SINGULAR.get(title) or title.replace("Round of", "Top")
    plain = plain if plain.startswith("Top") else plain[:1].lower() + plain[1:]
    return f"won the {plain}" if won and "final" in plain else plain
