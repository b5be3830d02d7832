"""Says why somebody has the bye whose turn it is not: what would be worse with the bye in turn.

The lowest player, 0, has met 3, whom everybody else has met as well: with a bye for 0, 3 would meet
somebody again. So the next lowest has it, and 0 plays 3.
"""

from collections.abc import Iterator, Sequence

from runner.core.phrases import count
from runner.pairing.matches.graph import Edge, Graph, worth

_LARGEST = 700  # players; of so many, everybody can be tried with everybody


def out_of_turn(graph: Graph, chosen: Sequence[Edge], proved: bool) -> Iterator[str]:
    """A sentence where the bye of a pairing is out of turn, with the reason; nothing else.

    The reason is left out where not all pairings with the bye in turn could be looked at, and
    where the pairing is not `proved`.
    """
    bye = next((edge for edge in chosen if edge.two == len(graph.field)), None)
    if bye is None or not graph.turns[bye.one]:
        return
    players = graph.field.players
    has, due = players[bye.one], players[graph.byes[0]]
    said = (
        f"{has.id} ({count(has.points, 'point')}) has the bye and not {due.id} "
        f"({count(due.points, 'point')}), whose turn it is"
    )
    reason = _reason(graph, chosen) if proved and len(players) <= _LARGEST else ""
    yield f"{said}: otherwise {reason}." if reason else f"{said}."


def _reason(graph: Graph, chosen: Sequence[Edge]) -> str:
    """What is worse in the best of all pairings in which somebody in turn has the bye."""
    count_ = len(graph.field)
    edges = [edge for edge in graph.all_edges() if edge.two < count_ or not graph.turns[edge.one]]
    best = graph.best(edges, range(graph.nodes))
    if not best:
        return ""
    clash, again, met, apart, *_ = (
        other - own for own, other in zip(worth(chosen), worth(best), strict=True)
    )
    if clash > 0:
        return f"{count(clash, 'more pair')} would need two fixed tables"
    if again > 0:
        return "somebody would have a second bye"
    if met > 0:
        return f"{count(met, 'more pair')} would meet again"
    if apart > 0:
        return f"{count(apart, 'more pair')} would meet who are to be kept apart"
    return "later rounds could not all be free of repeats and second byes"
