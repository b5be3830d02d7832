"""What the stages and matches of a playoff are called: Quarterfinals, QF 2, Losers’ round 1."""

from collections.abc import Sequence
from typing import NamedTuple

from runner.phases.elimination.tree import From, Match, Side, Source, Tree

Key = tuple[Side, int]
"""A side and a stage of it."""
_LAST = (("Final", "Final"), ("Semifinals", "SF"), ("Quarterfinals", "QF"))


class NamedStage(NamedTuple):
    """A stage: its matches from the top, what it is called, and in short ("SF")."""

    side: Side
    number: int
    title: str
    short: str
    matches: tuple[Match, ...]


class Names:
    """The stages of one playoff and the names of its matches: `labels` ("QF 2", "W1.3", "Pod 4"),
    `stage_of` and `matches` by the key of the match. A match that nobody will ever play is left
    out. `onward` is the match that the winner of each goes on to, where the bracket says so, and
    `leading_to` the same from there. A reset is between the same two, and nobody goes on to it.
    """

    def __init__(self, tree: Tree, *, pods: bool) -> None:
        self.pods = pods
        self.seeds = {player: seed for seed, player in enumerate(tree.seeds, 1)}
        real = [match for match in tree.matches if any(p.player is not None for p in match.places)]
        self.double = any(match.side is Side.LOSERS for match in real)
        self.stages = tuple(self._stages(real))
        self.stage_of = {match.key: stage for stage in self.stages for match in stage.matches}
        self.matches = {match.key: match for stage in self.stages for match in stage.matches}
        self.leading_to = {
            match.key: [
                place.source.match
                for place in match.places
                if place.source.kind is From.WINNER and place.source.match in self.matches
            ]
            for stage in self.stages
            for match in stage.matches
            if (stage.side, stage.number) != (Side.FINAL, 2)
        }
        self.onward = {key: to for to, keys in self.leading_to.items() for key in keys}
        self.labels = {
            match.key: label
            for stage in self.stages
            for match, label in zip(stage.matches, self._labelled(stage), strict=True)
        }

    def origin(self, source: Source) -> str:
        """Who comes to a place that is still open: "Winner of QF 2", "2nd best seed still in"."""
        if source.kind is From.SEED:
            return f"Seed {source.number}"
        if source.kind is From.LEFT:
            better = f"{ordinal(source.number)} best" if source.number > 1 else "Best"
            return f"{better} seed still in"
        match = self.matches.get(source.match)
        if match is None:
            return "Open"
        label = self.labels[source.match]
        if self.pods and match.table is not None:
            label = f"table {match.table}"
        return f"{'Winner' if source.kind is From.WINNER else 'Loser'} of {label}"

    def _stages(self, real: Sequence[Match]) -> list[NamedStage]:
        found: dict[Key, list[Match]] = {}
        last = max((match.stage for match in real if match.side is Side.WINNERS), default=0)
        for match in real:
            key = match.side, match.stage
            if match.side is Side.FINAL and not self.double:
                key = Side.WINNERS, last + match.stage  # the last of their stages, as people say
            found.setdefault(key, []).append(match)
        order = (Side.WINNERS, Side.LOSERS, Side.THIRD, Side.FINAL)
        keys = sorted(found, key=lambda key: (order.index(key[0]), key[1]))
        _order(found, keys)
        if not self.double and any(side is Side.THIRD for side, _ in keys):
            final = max((key for key in keys if key[0] is Side.WINNERS), default=None)
            keys.sort(key=lambda key: key == final)  # it is played last
        return [
            NamedStage(*key, *self._titled(key, keys, found), tuple(found[key])) for key in keys
        ]

    def _titled(
        self, key: Key, keys: Sequence[Key], found: dict[Key, list[Match]]
    ) -> tuple[str, str]:
        side, number = key
        same = [other for other in keys if other[0] is side]
        later = len(same) - 1 - same.index(key)
        if side is Side.THIRD:
            return "Third place", "3rd place"
        if side is Side.FINAL:
            sure = any(match.players for match in found[key])
            reset = ("Reset" if sure else "Reset, if needed", "Reset")
            return reset if same.index(key) else ("Grand final", "GF")
        if self.double:
            letter = "W" if side is Side.WINNERS else "L"
            whose = "Winners’" if side is Side.WINNERS else "Losers’"
            if not later:
                return f"{whose} final", f"{letter}F"
            return f"{whose} round {number}", f"{letter}{number}"
        if later < (2 if self.pods else 3):
            return _LAST[later]
        players = 2 ** (later + 1)
        if self.pods:
            there = sum(len(match.places) for match in found[key])
            players = there if same.index(key) else len(self.seeds)
        return f"Round of {players}", f"R{players}"

    def _labelled(self, stage: NamedStage) -> list[str]:
        played = [match for match in stage.matches if not (match.bye and self.pods)]
        if len(played) == 1:
            return [stage.short if match in played else "Bye" for match in stage.matches]
        if self.pods:
            pods = {match.key: f"Pod {at}" for at, match in enumerate(played, 1)}
            return [pods.get(match.key, "Bye") for match in stage.matches]
        join = "." if stage.side is not Side.THIRD and self.double else " "
        return [f"{stage.short}{join}{at}" for at in range(1, len(stage.matches) + 1)]


def _order(found: dict[Key, list[Match]], keys: Sequence[Key]) -> None:
    """Puts the matches of each stage in the order of the places that their winners go to, so that
    no lines cross, from the last stage to the first."""
    targets: dict[str, tuple[int, int]] = {}
    for key in reversed(keys):
        if any(match.key in targets for match in found[key]):
            last = len(targets), 0
            found[key].sort(key=lambda match: targets.get(match.key, last))
        for at, match in enumerate(found[key]):
            for place, coming in enumerate(match.places):
                if coming.source.kind is From.WINNER:
                    targets[coming.source.match] = at, place


def ordinal(number: int) -> str:
    """ "1st", "2nd", "12th", "23rd"."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number // 10 % 10 == 1 else ending}"
