"""Changes on the Draft sheet: who sits elsewhere, who is in a pod now, who is in none."""

from collections.abc import Iterator, Mapping, Sequence

from runner.app.history.changes.phrases import became
from runner.core.event import DraftLine, Event
from runner.core.phrases import count

_Lines = Mapping[tuple[int, str], DraftLine]
_MOST_FILLED = 12  # more lines than these are told by their number: Runner has written them


def changed(before: Event, after: Event) -> Iterator[str]:
    """Draft by draft: whole pods first, then two who changed places, then one after the other."""
    called = {player.id: player.name for event in (before, after) for player in event.players}
    was, now = _by_player(before.draft), _by_player(after.draft)
    for phase in sorted({phase for phase, _ in (*was, *now)}):
        title = "Draft" if len(after.phases) == 1 else f"Draft of phase {phase}"
        told = _Phase(title, _of(phase, was), _of(phase, now), called)
        yield from told.seats()
        yield from told.notes()


def spot(line: DraftLine | None) -> str:
    """ "pod 2, seat 5"."""
    if line is None or (line.pod is None and line.seat is None):
        return "in no pod"
    pod = "no pod" if line.pod is None else f"pod {line.pod}"
    return f"{pod}, no seat" if line.seat is None else f"{pod}, seat {line.seat}"


def _by_player(lines: Sequence[DraftLine]) -> dict[tuple[int, str], DraftLine]:
    """The line of each player; of two the upper."""
    return {(line.phase, line.player): line for line in reversed(lines)}


def _of(phase: int, lines: _Lines) -> dict[str, DraftLine]:
    return {player: line for (at, player), line in lines.items() if at == phase}


class _Phase:
    """The draft of one phase, before and after."""

    def __init__(
        self,
        title: str,
        was: Mapping[str, DraftLine],
        now: Mapping[str, DraftLine],
        called: Mapping[str, str],
    ) -> None:
        self._title, self._was, self._now, self._called = title, was, now, called

    def seats(self) -> Iterator[str]:
        """Who sits elsewhere."""
        old = {player: spot(line) for player, line in self._was.items()}
        new = {player: spot(line) for player, line in self._now.items()}
        both = sorted({*old, *new}, key=self._name)
        left = [each for each in both if old.get(each, spot(None)) != new.get(each, spot(None))]
        if len(left) > _MOST_FILLED:
            pods = len({line.pod for line in self._now.values() if line.pod is not None})
            seated = sum(line.pod is not None for line in self._now.values())
            there = f"{count(seated, 'player')} in {count(pods, 'pod')}" if pods else "no pods"
            yield f"{self._title}: {there}, {len(left)} changed"
            return
        for one, other in self._swaps(left, old, new):
            left = [each for each in left if each not in (one, other)]
            where = f"({old[one]} and {old[other]})"
            yield f"{self._title}: {self._name(one)} and {self._name(other)} changed places {where}"
        for each in left:
            was = f", before {old[each]}" if each in old and old[each] != spot(None) else ""
            yield f"{self._title}: {self._name(each)}: {new.get(each, spot(None))}{was}"

    def notes(self) -> Iterator[str]:
        """What is noted beside a player."""
        for player in sorted({*self._was, *self._now}, key=self._name):
            old, new = (lines[player].note if player in lines else ""
                        for lines in (self._was, self._now))  # fmt: skip
            if old != new:
                yield f"{self._title}: {self._name(player)}: note {became(new, old)}"

    def _name(self, player: str) -> str:
        return self._called.get(player, player)

    def _swaps(
        self, players: Sequence[str], old: Mapping[str, str], new: Mapping[str, str]
    ) -> Iterator[tuple[str, str]]:
        """Pairs who have simply changed places."""
        where = {old[each]: each for each in players if each in old}
        for one in players:
            other = where.get(new.get(one, ""))
            if other and self._name(one) < self._name(other) and new.get(other) == old.get(one):
                yield one, other
