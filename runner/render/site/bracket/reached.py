"""How far a player came in a playoff, in a word or two: won the final, semifinal, Top 16."""

from collections.abc import Iterator

from runner.phases.elimination.tree import Match, Side, Tree
from runner.render.site.bracket.names import Names

_SINGULAR = {"Semifinals": "semifinal", "Quarterfinals": "quarterfinal"}


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
