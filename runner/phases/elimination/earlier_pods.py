"""How “single elimination 1” divided pods: for no round to come, but to draw its ledgers again.

It had tables of two in pods of three, and six at a table in pods of five.
"""

from runner.phases.elimination.pod_bracket import PodRound


def pod_round(players: int, size: int) -> PodRound:
    """A stage of which the organiser has set nothing."""
    if players <= size:
        return PodRound(byes=0, pods=min(players, 1))
    left = size
    while left * size < players:
        left *= size
    if players == left + 1 and size > 2:
        return PodRound(byes=0, pods=left // size)
    pods = -(-(players - left) // (size - 1))
    return PodRound(byes=left - pods, pods=pods)


def around(players: int, size: int, left: int) -> PodRound:
    """The others, so that `left` of them are in the next stage where that can be."""
    pods = -(-(players - left) // (size - 1))
    if 0 < left < players and pods <= left:
        return PodRound(byes=left - pods, pods=pods)
    return PodRound(byes=1, pods=0) if players == 1 else PodRound(byes=0, pods=-(-players // size))
