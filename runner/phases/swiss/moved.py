"""Who was paired up or down before: at a table where most had other points than they had, or in a
match of two with other points than the opponent."""

from collections.abc import Mapping
from fractions import Fraction

from runner.pairing.audit.notes import majority
from runner.standings.history import Histories, RoundKind

_NOTHING = Fraction(0)


def times_moved(histories: Histories) -> Mapping[str, int]:
    """In how many rounds each player was; nobody in a scoring that gives no points by the round."""
    before = {player: _before(histories, player) for player in histories}
    moved = dict.fromkeys(histories, 0)
    for player, history in histories.items():
        for line in history.rounds:
            if line.kind is RoundKind.MATCH:
                own = before[player].get(line.round, _NOTHING)
                others = [before.get(each, {}).get(line.round, own) for each in line.opponents]
                most = others[0] if len(others) == 1 else majority((own, *others))
                moved[player] += most != own
    return moved


def _before(histories: Histories, player: str) -> Mapping[int, Fraction]:
    """The points that a player had before each round."""
    found, points = {}, _NOTHING
    for line in histories[player].rounds:
        found[line.round] = points
        points += line.points
    return found
