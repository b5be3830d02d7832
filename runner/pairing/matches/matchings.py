"""Perfect matchings: everybody in exactly one pair, at the least cost, and then the next best.

An edge is two nodes, numbered from 0, and what it costs that they are a pair. The matching itself
is rustworkx's, an exact one (Galil's form of Edmonds' blossom algorithm).

    0 v 1 costs 1, 2 v 3 costs 1    2 in all: the least
    0 v 3 costs 2, 1 v 2 costs 2    4: the next best
    0 v 2 costs 0, 1 v 3 costs 5    5: the cheapest pair is in the dearest matching
"""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

Edge = tuple[int, int, int]


def least(nodes: int, edges: Sequence[Edge]) -> list[int] | None:
    """The perfect matching of least cost, as places in the list of edges; None: there is none.

    Costs are whole numbers from 0 that rustworkx, which counts with 128 bits, can add up.
    """
    import rustworkx  # here, because it takes a while and most runs pair nothing

    if nodes % 2:
        return None
    most = max((cost for _, _, cost in edges), default=0)
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(nodes))
    graph.add_edges_from([(one, two, most - cost) for one, two, cost in edges])
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(pairs) < nodes:
        return None
    wanted = {(min(pair), max(pair)) for pair in pairs}
    return [
        at for at, (one, two, _) in enumerate(edges) if (min(one, two), max(one, two)) in wanted
    ]


def ranked(nodes: int, edges: Sequence[Edge]) -> Iterator[list[int]]:
    """All perfect matchings, those of less cost first (K. G. Murty, 1968).

    Once a matching is out, all others fall into parts, by the first of its edges that they lack;
    the best of each part waits until none costs less.
    """
    waiting: list[tuple[int, int, list[int], list[int]]] = []
    made = 0

    def wait(allowed: list[int]) -> None:
        nonlocal made
        found = least(nodes, [edges[edge] for edge in allowed])
        if found is not None:
            chosen = [allowed[at] for at in found]
            made += 1
            heappush(waiting, (sum(edges[edge][2] for edge in chosen), made, chosen, allowed))

    wait(list(range(len(edges))))
    while waiting:
        _, _, chosen, allowed = heappop(waiting)
        yield chosen
        for edge in chosen:
            ends = set(edges[edge][:2])
            apart = [other for other in allowed if ends.isdisjoint(edges[other][:2])]
            if _reached(edges, allowed, edge, ends):
                wait([other for other in allowed if other != edge])
            allowed = sorted([*apart, edge])


def _reached(edges: Sequence[Edge], allowed: Sequence[int], edge: int, ends: set[int]) -> bool:
    """Whether both ends of an edge have another edge as well."""
    others = (edges[other][:2] for other in allowed if other != edge)
    return len(ends & {node for pair in others for node in pair}) == len(ends)
