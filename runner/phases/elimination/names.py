"""Names of the stages and matches of a playoff: Quarterfinals, QF 2, Losers’ round 1."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from runner.core.language import N_, _, pgettext
from runner.core.phase import StageNames
from runner.phases.elimination.tree import From, Match, Side, Source, Tree

Key = tuple[Side, int]
"""A side and one of its stages."""
# Note: 21st, 22nd, 23rd and 24th: four forms in English only. Seeds are counted among those left.
_STILL_IN = {
    "st": N_("{number}st best seed still in"),
    "nd": N_("{number}nd best seed still in"),
    "rd": N_("{number}rd best seed still in"),
    "th": N_("{number}th best seed still in"),
}


Named = dict[str, Any]
"""Names of a stage: `title` and `short` ("SF"), which is clear by itself if `enough`; `reached`
describes players who got that far, and `won` its winner. `message` has the title and the short name
before they are translated, and their number."""


class NamedStage(NamedTuple):
    """A stage: its side and number, its names (see `Named`), and its matches from the top."""

    side: Side
    number: int
    matches: tuple[Match, ...]
    title: str
    short: str
    reached: str
    won: str
    message: tuple[str, str, int]
    enough: bool


class Names:
    """The stages of a playoff, and the names of its matches: `labels` ("QF 2", "W1.3", "Pod 4"),
    `stage_of` and `matches` by match key. Matches that nobody will ever play are left out. `onward`
    is the next match of each winner, if the bracket fixes it, and `leading_to` the reverse. A reset
    is between the same two players, so nothing leads to it."""

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
        """Return who will take an open place: "Winner of QF 2", "2nd best seed still in"."""
        if source.kind is From.SEED:
            return _("Seed {number}", number=source.number)
        if source.kind is From.LEFT:
            if source.number < 2:
                return _("Best seed still in")
            return _(_STILL_IN[ending(source.number)], number=source.number)
        won, match = source.kind is From.WINNER, self.matches.get(source.match)
        if match is None:
            # Note: stands where it is not known yet who will play a match.
            return pgettext("place in a bracket", "Open")
        if self.pods and match.table is not None:
            text = N_("Winner of table {table}") if won else N_("Loser of table {table}")
            return _(text, table=match.table)
        # Note: {match} is a short name such as “SF 1”.
        text = N_("Winner of {match}") if won else N_("Loser of {match}")
        return _(text, match=self.labels[source.match])

    def _stages(self, real: Sequence[Match]) -> list[NamedStage]:
        by_key: dict[Key, list[Match]] = {}
        last = max((match.stage for match in real if match.side is Side.WINNERS), default=0)
        for match in real:
            key = match.side, match.stage
            if match.side is Side.FINAL and not self.double:
                key = Side.WINNERS, last + match.stage  # it is their last stage
            by_key.setdefault(key, []).append(match)
        order = (Side.WINNERS, Side.LOSERS, Side.THIRD, Side.FINAL)
        keys = sorted(by_key, key=lambda key: (order.index(key[0]), key[1]))
        _order(by_key, keys)
        if not self.double and any(side is Side.THIRD for side, _ in keys):
            final = max((key for key in keys if key[0] is Side.WINNERS), default=None)
            keys.sort(key=lambda key: key == final)  # it is played last
        return [
            NamedStage(*key, tuple(by_key[key]), **self._called(key, keys, by_key)) for key in keys
        ]

    def _called(
        self, key: Key, keys: Sequence[Key], by_key: Mapping[Key, Sequence[Match]]
    ) -> Named:
        side, number = key
        same = [other for other in keys if other[0] is side]
        later = len(same) - 1 - same.index(key)
        if side is Side.THIRD:
            return _called("third place", enough=True)
        if side is Side.FINAL:
            if not same.index(key):
                return _called("grand final")
            sure = any(match.players for match in by_key[key])
            return _called("reset" if sure else "reset, if needed", enough=True)
        if self.double:
            name = "winners" if side is Side.WINNERS else "losers"
            return _called(name, number=number) if later else _called(f"{name}’ final")
        if later < (2 if self.pods else 3):
            name = _LAST[later]
            return _called(name, enough=not later)
        players = 2 ** (later + 1)
        if self.pods:
            there = sum(len(match.places) for match in by_key[key])
            players = there if same.index(key) else len(self.seeds)
        return _called("early", n=players)

    def _labelled(self, stage: NamedStage) -> list[str]:
        played = [match for match in stage.matches if not (match.bye and self.pods)]
        if len(played) == 1:
            return [stage.short if match in played else _("Bye") for match in stage.matches]
        if self.pods:
            pods = {match.key: _("Pod {number}", number=at) for at, match in enumerate(played, 1)}
            return [pods.get(match.key) or _("Bye") for match in stage.matches]
        join = "." if stage.side is not Side.THIRD and self.double else " "
        return [f"{stage.short}{join}{at}" for at in range(1, len(stage.matches) + 1)]


def round_names(
    tree: Tree, *, pods: bool, planned: int | None, byes: Mapping[int, Iterable[str]]
) -> StageNames:
    """Return the `NamedStage.message` of each round that is a stage of its own, by its number in
    the phase. Neither byes nor the match for third place count. Numbered stages of double
    elimination have no names, since theirs are not the rounds' numbers.

    A drawn round of matches between two, for which `byes` are given by round, is named by how many
    are still in, so that it keeps its name when players leave. Without `byes` nothing is named if
    the tree has not the `planned` rounds then.
    """
    names = Names(tree, pods=pods)
    stages: dict[int, set[tuple[str, str, int]]] = {}
    still_in = {number: {*players} for number, players in byes.items()}
    for stage in names.stages:
        for match in stage.matches if stage.side is not Side.THIRD else ():
            still_in.setdefault(match.round, set()).update(filter(None, match.players))
            if not match.bye:
                stages.setdefault(match.round, set()).add(stage.message)
    if not names.double and not byes and planned not in (None, max(stages, default=0)):
        return {}
    alone = {number: found.pop() for number, found in stages.items() if len(found) == 1}
    if names.double:
        return {number: each for number, each in alone.items() if not each[2]}
    return {number: _message(*_early(len(still_in[number]))) if number in byes else each
            for number, each in alone.items()}  # fmt: skip


def _early(players: int) -> tuple[str, int]:
    """Return which stage of single elimination it is with so many players, and its number."""
    later = (players - 1).bit_length() - 1
    return (_LAST[later], 0) if later < len(_LAST) else ("early", 2 ** (later + 1))


def _message(stage: str, number: int) -> tuple[str, str, int]:
    title, short, _reached, _won = _STAGES[stage]
    return title, short, number


def _order(by_key: dict[Key, list[Match]], keys: Sequence[Key]) -> None:
    """Sort the matches of each stage by the places that their winners go to, from the last stage to
    the first, so that lines do not cross."""
    targets: dict[str, tuple[int, int]] = {}
    for key in reversed(keys):
        if any(match.key in targets for match in by_key[key]):
            last = len(targets), 0
            by_key[key].sort(key=lambda match: targets.get(match.key, last))
        for at, match in enumerate(by_key[key]):
            for place, coming in enumerate(match.places):
                if coming.source.kind is From.WINNER:
                    targets[coming.source.match] = at, place


def _called(stage: str, *, enough: bool = False, **numbers: int) -> Named:
    """Return the names of a stage in `_STAGES`, with these numbers."""
    texts = (_(each, **numbers) for each in _STAGES[stage])
    names = ("title", "short", "reached", "won")
    message = _message(stage, next(iter(numbers.values()), 0))
    return {**dict(zip(names, texts, strict=True)), "message": message, "enough": enough}


_LAST = ("final", "semifinals", "quarterfinals")

# For each stage: title, short name, how far its players got, and how far its winner got.
_STAGES = {
    # Note: “Final” is the last match, “final” and “won the final” how far somebody came.
    "final": (N_("Final"), N_("Final"), N_("final"), N_("won the final")),
    # Note: “SF” is short for a semifinal: “SF 2”.
    "semifinals": (N_("Semifinals"), N_("SF"), N_("semifinal"), N_("won the semifinal")),
    # Note: “QF” is short for a quarterfinal: “QF 2”.
    "quarterfinals": (
        N_("Quarterfinals"), N_("QF"), N_("quarterfinal"), N_("won the quarterfinal"),
    ),
    # Note: the stage of a playoff with so many players, “R16” the same in short, and how far a
    # player came: among the last 16.
    "early": (N_("Round of {n}"), N_("R{n}"), N_("Top {n}"), N_("Top {n}")),
    "third place": (
        N_("Third place"), N_("3rd place"), N_("match for third place"),
        N_("won the match for third place"),
    ),
    # Note: “GF” is short for the grand final.
    "grand final": (N_("Grand final"), N_("GF"), N_("grand final"), N_("won the grand final")),
    # Note: the second match of a grand final, played if the player without a loss loses the first.
    "reset": (N_("Reset"), N_("Reset"), N_("grand final"), N_("won the grand final")),
    "reset, if needed": (
        N_("Reset, if needed"), N_("Reset"), N_("grand final"), N_("won the grand final"),
    ),
    # Note: “WF” and “W2” are short for the final and a round of the winners’ bracket.
    "winners’ final": (
        N_("Winners’ final"), N_("WF"), N_("winners’ final"), N_("won the winners’ final"),
    ),
    "winners": (
        N_("Winners’ round {number}"), N_("W{number}"), N_("winners’ round {number}"),
        N_("winners’ round {number}"),
    ),
    # Note: “LF” and “L2” are short for the final and a round of the losers’ bracket.
    "losers’ final": (
        N_("Losers’ final"), N_("LF"), N_("losers’ final"), N_("won the losers’ final"),
    ),
    "losers": (
        N_("Losers’ round {number}"), N_("L{number}"), N_("losers’ round {number}"),
        N_("losers’ round {number}"),
    ),
}  # fmt: skip


def ending(number: int) -> str:
    """Return the ending of an English ordinal: "st", "nd", "rd" or "th", as in 12th and 23rd."""
    if number // 10 % 10 == 1:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
